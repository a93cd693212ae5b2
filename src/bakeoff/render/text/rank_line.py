"""Ranks on a terminal: a dot for each classifier along the mean ranks, and bars for the groups."""

from math import ceil, floor

from bakeoff.core.comparison import Comparison, Standing
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_alike
from bakeoff.render.items import noun_of
from bakeoff.render.lines import Line, Span, line, quiet_lines
from bakeoff.render.mean_scores import order_words, ranking_basis, shown_mean, uneven_counts
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.sentences import bars_note, difference_phrase, has_region

WIDEST = 33  # columns of the line
NARROWEST = 9  # below which there is none


def standing_lines(comparison: Comparison, columns: int) -> list[Line]:
    """Return the classifiers, best first, each with its place on the line of ranks and the bars of its groups."""
    names = [s.classifier for s in comparison.ranking]
    label = min(28, max(10, *(width(printable_name(name)) for name in names)))
    ranked = any(s.mean_rank is not None for s in comparison.ranking)
    score = "mean" if ranked else printable_name(comparison.evidence.measure.name)
    size = max(8, width(score))
    counts = uneven_counts(comparison)
    over = 2 + max(map(len, map(str, counts.values())), default=0) if counts else 0
    taken = 7 * ranked + label + size + over + 8 + len(comparison.groups) + 3
    axis = min(WIDEST, columns - taken) if all(s.mean_rank is not None for s in comparison.ranking) else 0
    axis = axis if axis >= NARROWEST and len(names) > 2 else 0
    ends = _rank_line_ends(comparison) if axis else (0, 1)
    scale = f"   {ends[0]}{' ' * (axis - len(f'{ends[0]}{ends[1]}'))}{ends[1]}" if axis else ""
    noun = noun_of(comparison.design).ljust(label)
    head = f"{'  ' + 'rank'.rjust(5) if ranked else ''}  {noun}  {score:>{size}}{'on' if counts else '':>{over}}{scale}"
    rows = [line(Span(head, "dim"))]
    bars = [_draw_bar(names, group) for group in comparison.groups]
    means = write_alike([shown_mean(s) for s in comparison.ranking])
    for i, (standing, mean) in enumerate(zip(comparison.ranking, means, strict=True)):
        rank = "–" if standing.mean_rank is None else f"{standing.mean_rank:.2f}"
        place = f"  {rank:>5}" if ranked else ""
        number = counts.get(standing.classifier, "")
        text = f"{place}  {fit_name(standing.classifier, label)}  {mean:>{size}}{number:>{over}}   "
        marks = "".join(bar[i] for bar in bars)
        dot = _dot(standing, comparison, axis, ends)
        rows.append(line(text, *_around(standing, comparison), *dot, Span(marks, "cyan")))
    return [*rows, *_rank_line_legend(comparison, columns, dots=axis > 0)]


def _rank_line_ends(comparison: Comparison) -> tuple[int, int]:
    ranks = [s.mean_rank for s in comparison.ranking if s.mean_rank is not None]
    return floor(min(ranks)), max(ceil(max(ranks)), floor(min(ranks)) + 1)


def _dot(standing: Standing, comparison: Comparison, axis: int, ends: tuple[int, int]) -> list[Span]:
    """Return one row of the line: a dot at the mean rank, hollow where a baseline is not shown to differ."""
    if not axis or standing.mean_rank is None:
        return []
    at = round((standing.mean_rank - ends[0]) / (ends[1] - ends[0]) * (axis - 1))
    verdict = _verdict_against_baseline(comparison, standing.classifier)
    mark, style = ("○", "dim") if verdict in (Verdict.UNDECIDED, Verdict.EQUIVALENT) else ("●", "cyan")
    return [Span("─" * at, "dim"), Span(mark, style), Span(" " * (axis - 1 - at) + "   ")]


def _around(standing: Standing, comparison: Comparison) -> list[Span]:
    """Return the interval of a model's own mean over items."""
    own = standing.score_interval
    if own is None or not comparison.design.of_items:
        return []
    low, high = write_alike([own.low, own.high], digits=3)
    return [Span(f"{low} to {high}   ", "dim")]


def _verdict_against_baseline(comparison: Comparison, name: str) -> Verdict | None:
    if comparison.settings.baseline is None:
        return None
    own = (p.verdict for p in comparison.pairs if name in (p.a, p.b) and name != comparison.settings.baseline)
    return next(own, None)


def _draw_bar(names: list[str], group: tuple[str, ...]) -> str:
    """Return a group's bar, a sign for each name: broken beside those that rank between its members and do not belong.

    >>> _draw_bar(["rf", "svm", "nb", "knn"], ("svm", "knn"))
    ' │:│'
    """
    members = set(group)
    bar = "".join("│" if name in members else ":" for name in names)
    first, last = bar.find("│"), bar.rfind("│")
    return " " * first + bar[first : last + 1] + " " * (len(bar) - 1 - last)


def _rank_line_legend(comparison: Comparison, columns: int, *, dots: bool) -> list[Line]:
    parts = [order_words(comparison)]
    beside, apart = bars_note(comparison), ranking_basis(comparison)
    if comparison.groups:
        how = f", {beside}" if beside else ""
        parts.append(
            f"a bar joins {noun_of(comparison.design)}s of which no two are {difference_phrase(comparison)}{how}"
        )
    if dots and comparison.settings.baseline is not None:
        margin = has_region(comparison)
        than = "than" if margin else "from"
        differs = f"{difference_phrase(comparison)} {than} {printable_name(comparison.settings.baseline)}"
        parts.append(f"○ not {differs}, the baseline{', ' + beside if beside else ''}")
    if apart:
        parts.append(apart)
    return quiet_lines("; ".join(parts), columns) if len(parts) > 1 else []
