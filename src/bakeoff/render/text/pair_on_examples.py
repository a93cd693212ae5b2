"""A pair on test examples: each one's accuracy, what b mends and breaks, how far they agree, subgroups."""

from collections.abc import Sequence

from bakeoff.core.comparison import Comparison, Flips, Pair, Standing, SubgroupVerdict
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_alike
from bakeoff.render.cautions import interaction_text
from bakeoff.render.lines import Line, Span, line
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import decimals_of, interval_text, level_text, p_text, signed_text

BAR = 40  # columns of the longer of two bars
MOST_SUBGROUPS = 12
# Metrics that look at scores: which predicted classes are right or wrong says little of them.
OF_SCORES = ("roc_auc", "average_precision", "log_loss", "brier", "mean score")


def flips_words(pair: Pair, comparison: Comparison) -> str:
    """Return what the verdict rests on, as half a sentence: "b mends 35 and breaks 15 of a's answers"."""
    if not comparison.design.paired or comparison.design.metric in OF_SCORES:
        return " and ".join(_standing_texts(_standings_of(pair, comparison)))
    if pair.flips is None:
        return f"{printable_name(pair.b)} wins {pair.wins}, draws {pair.draws}, loses {pair.losses}"
    return (
        f"{printable_name(pair.b)} mends {pair.flips.mends:,} and breaks {pair.flips.breaks:,} of "
        f"{printable_name(pair.a)}'s answers"
    )


def example_lines(pair: Pair, comparison: Comparison) -> list[Line]:
    """Return the metric of either classifier, the flips, the agreement and the subgroups of a pair."""
    metric = printable_name(comparison.evidence.measure.name)
    standings = [s for s in _standings_of(pair, comparison) if s.mean_score is not None]
    values = "   ".join(_standing_texts(standings))
    blocks = [
        [line(f"  {metric}: {values}")] if values else [],
        [] if pair.flips is None else [*_aside_lines(comparison), *_flip_lines(pair, pair.flips)],
        _subgroup_lines(pair),
    ]
    return [each for block in blocks if block for each in (*block, [])][:-1]


def _aside_lines(comparison: Comparison) -> list[Line]:
    """Return what the flips are not about, where the metric looks at scores."""
    metric = comparison.design.metric
    if metric not in OF_SCORES:
        return []
    return [
        line(
            Span(f"  wholly right and wrong, for comparison; {metric} looks at the scores", "dim")
            if metric == "mean score"
            else Span(
                f"  right and wrong by predicted class, for comparison; {metric} looks at the scores", "dim"
            )
        )
    ]


def _standings_of(pair: Pair, comparison: Comparison) -> list[Standing]:
    by_name = {s.classifier: s for s in comparison.ranking}
    return [by_name[name] for name in (pair.a, pair.b)]


def _standing_texts(standings: Sequence[Standing]) -> list[str]:
    """Return the score of each classifier, with its interval where there is one, all with the same decimals."""
    intervals = [s.score_interval for s in standings]
    digits = 3 if any(intervals) else 4
    ends = [end for i in intervals if i is not None for end in (i.low, i.high)]
    texts = iter(write_alike([*(s.mean_score for s in standings), *ends], digits=digits))
    labels = [f"{printable_name(s.classifier)} {next(texts)}" for s in standings]
    around = ["" if i is None else f" ({next(texts)} to {next(texts)})" for i in intervals]
    return [f"{name}{interval}" for name, interval in zip(labels, around, strict=True)]


def _flip_lines(pair: Pair, flips: Flips) -> list[Line]:
    longest = max(flips.mends, flips.breaks, 1)
    label = max(len(f"{flips.mends:,}"), len(f"{flips.breaks:,}"))
    both = (
        []
        if flips.both_right is None or flips.both_wrong is None
        else [f"both right {flips.both_right:,} · both wrong {flips.both_wrong:,}"]
    )
    agreed = [] if flips.agreement is None else [f"the same prediction on {100 * flips.agreement:.1f} %"]
    kappa = [] if flips.kappa is None else [f"kappa {flips.kappa:.2f}".replace("-", "−")]
    rest = " · ".join([*both, *agreed, *kappa])
    return [
        _pair_on_example_bar(f"{printable_name(pair.b)} mends ", flips.mends, longest, label, "green"),
        _pair_on_example_bar(f"{printable_name(pair.b)} breaks", flips.breaks, longest, label, "red"),
        *([line(Span(f"  {rest}", "dim"))] if rest else []),
    ]


def _pair_on_example_bar(name: str, count: int, longest: int, label: int, style: str) -> Line:
    length = max(1, round(count / longest * BAR)) if count else 0
    return line(f"  {name} {f'{count:,}':>{label}} ", Span("■" * length, style))


def _subgroup_lines(pair: Pair) -> list[Line]:
    verdicts = pair.by_subgroup
    if not verdicts:
        return []
    label = min(24, max(width(printable_name(v.subgroup)) for v in verdicts))
    first = sorted(verdicts, key=lambda v: (v.p_adjusted, v.subgroup))[:MOST_SUBGROUPS]
    more = len(verdicts) - len(first)
    digits = max(decimals_of(v.result.estimate) for v in first)
    intervals = [interval_text(v.result.estimate.interval, digits) for v in first]
    p_values = [p_text(v.p_adjusted) for v in first]
    wide, wide_p = max(map(len, intervals)), max(map(len, p_values))
    evidence = [f"{i:<{wide}}  {p:<{wide_p}}" for i, p in zip(intervals, p_values, strict=True)]
    level = level_text(verdicts[0].result.estimate.interval.level)
    head = f"  by subgroup, two-sided p adjusted over {len(verdicts)} by holm; simultaneous {level} intervals"
    return [
        line(Span(head, "dim")),
        *(
            _subgroup_line(v, fit_name(v.subgroup, label), digits, text)
            for v, text in zip(first, evidence, strict=True)
        ),
        *([line(Span(f"  … {more} more (--json has them all)", "dim"))] if more > 0 else []),
        *([line(Span(f"  {interaction_text(pair)}", "dim"))] if pair.interaction else []),
    ]


def _subgroup_line(verdict: SubgroupVerdict, name: str, digits: int, evidence: str) -> Line:
    estimate = verdict.result.estimate
    style = {Verdict.BETTER: "green", Verdict.WORSE: "red"}.get(verdict.verdict, "")
    return line(
        f"  {name} {verdict.examples:>8,}  {signed_text(estimate.value, digits):>8}  {evidence}  ",
        Span(str(verdict.verdict), style),
    )
