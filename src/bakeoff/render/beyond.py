"""Beyond the verdict: how firm the ranking is, what each dataset says, what to expect on the next one."""

from collections.abc import Sequence

from bakeoff.core.comparison import Comparison, Pair, Standing
from bakeoff.core.results import Verdict
from bakeoff.core.words import counted, listed
from bakeoff.render.names import fitted, shown, width
from bakeoff.render.numbers import decimals_of, interval_text, level_text, signed, unit_text
from bakeoff.render.screen import Line, Span, line

MOST_PAIRS = 20


def beyond(comparison: Comparison) -> list[Line]:
    """Return the ranking with its uncertainty, and the summaries over datasets."""
    return [*_ranking(comparison.ranking), *_population(comparison)]


def _ranking(standings: Sequence[Standing]) -> list[Line]:
    firm = [s for s in standings if s.rank_interval is not None and s.strength is not None]
    if not firm:
        return []
    label = min(28, max(width(shown(s.classifier)) for s in firm))
    head = f"  {'':<{label}}  {'mean rank':>9}  {'interval':>14}  {'first':>6}  {'strength':>16}"
    rows = [line(_standing(s, label)) for s in firm]
    over = counted(firm[0].ranked_on or 0, "dataset")
    note = f"  over {over}; interval and share of first places over draws of them; strength: Bradley–Terry log-odds"
    return [
        [],
        line(Span("  How firm the ranking is", "bold")),
        line(Span(head, "dim")),
        *rows,
        line(Span(note, "dim")),
    ]


def _standing(standing: Standing, label: int) -> str:
    interval, strength = standing.rank_interval, standing.strength
    if interval is None or strength is None or standing.mean_rank is None:
        return f"  {fitted(standing.classifier, label)}"
    ranks = f"{interval.low:.2f} to {interval.high:.2f}"
    arm = max(strength.value - strength.interval.low, strength.interval.high - strength.value)
    first = f"{100 * (standing.best or 0):.0f} %"
    return (
        f"  {fitted(standing.classifier, label)}  {standing.mean_rank:>9.2f}  {ranks:>14}  {first:>6}  "
        f"{signed(strength.value, 2):>8} ± {arm:.2f}"
    )


def _population(comparison: Comparison) -> list[Line]:
    pairs = [p for p in comparison.pairs if p.population is not None][:MOST_PAIRS]
    if not pairs:
        return []
    rows = [each for pair in pairs for each in _next_dataset(pair, comparison)]
    return [[], line(Span("  What to expect on the next dataset, if it is one like these", "bold")), *rows]


def _next_dataset(pair: Pair, comparison: Comparison) -> list[Line]:
    if pair.population is None:
        return []
    expected = pair.population.next_dataset
    digits = decimals_of(expected)
    unit = unit_text(comparison.evidence.measure.unit)
    interval = interval_text(expected.interval, digits)
    spread = pair.population.heterogeneity
    share = f"; {100 * spread.share:.0f} % of the variance is between datasets" if spread else ""
    told = f"  {shown(pair.b)} over {shown(pair.a)}: {signed(expected.value, digits)}{unit}, {interval}"
    lines = [line(told, Span(f" ({level_text(expected.interval.level)} prediction interval{share})", "dim"))]
    if pair.datasets_differing is not None:
        decided = [d.dataset for d in pair.by_dataset if d.verdict in (Verdict.BETTER, Verdict.WORSE)]
        named = f", by themselves {listed([shown(name) for name in decided])}" if decided else ""
        count = f"    at least {pair.datasets_differing.at_least} of {pair.datasets_differing.n} datasets differ{named}"
        lines.append(
            line(count, Span(" (corrected t over the resamples of each, Holm over datasets)", "dim"))
        )
    return lines
