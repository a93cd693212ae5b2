"""The picture of the report's first screen: how far each is from the one in front, from the baseline, or from zero.

Every place is a share of the width, so that letters keep their size on any screen.
"""

from collections.abc import Iterable, Sequence
from math import floor, isfinite, log10
from typing import NamedTuple

from bakeoff.core.answers.pair_order import turn_pair
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.leaders import find_leaders
from bakeoff.core.results import Estimate, Verdict
from bakeoff.core.words import write_alike
from bakeoff.render.mean_scores import shown_mean, uneven_counts
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    counted_text,
    decimals_of,
    interval_text,
    level_text,
    number_text,
    signed_text,
    unit_of_estimate,
)
from bakeoff.render.sentences import kind_of_intervals

MOST_ROWS = 16  # that are seen at once; the others are unfolded
MOST_DOTS = 400  # datasets that are drawn one by one
_STEPS = (1.0, 2.0, 5.0, 10.0)
_KINDS = {
    Verdict.BETTER: "better",
    Verdict.WORSE: "worse",
    Verdict.EQUIVALENT: "equal",
    Verdict.UNDECIDED: "open",
}


class GapRow(NamedTuple):
    """One line of the picture: a name, an interval with its middle, and a number at the end of the line."""

    name: str
    kind: str  # front, better, worse, equal, open
    is_tied: bool  # for best
    middle: float  # in percent of the width, as are the ends
    low: float
    high: float
    text: str  # such as the mean score
    spoken: str


class GapPicture(NamedTuple):
    """The whole picture: what its lines are about, the lines, and the scale below them."""

    about: str
    column: str  # what the numbers at the ends of the lines are
    rows: Sequence[GapRow]
    rest: Sequence[GapRow]
    dots: Sequence[tuple[float, str]]  # one for each dataset, where there is one pair
    zero: float
    margin: tuple[float, float] | None
    ticks: Sequence[tuple[float, str]]
    caption: str


class _Gap(NamedTuple):
    name: str
    kind: str
    estimate: Estimate | None  # None: the one that the others are measured by
    text: str
    is_tied: bool = False


class _Scale(NamedTuple):
    low: float
    high: float

    def place(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(1.0, max(0.0, share)), 2)


def gap_picture(comparison: Comparison) -> GapPicture:
    """Return the picture that shows the very quantity of the answer."""
    if len(comparison.pairs) == 1:
        return _pair_picture(comparison, comparison.pairs[0])
    return _many_picture(comparison)


def front_of(comparison: Comparison) -> str:
    """Return the classifier that the others are measured by: the baseline, or the first of those that may be best."""
    leaders = find_leaders(comparison)
    first = comparison.ranking[0].classifier if leaders is None else leaders.names[0]
    return comparison.settings.baseline or first


def _many_picture(comparison: Comparison) -> GapPicture:
    front = front_of(comparison)
    by_name = {p.a if p.b == front else p.b: p for p in comparison.pairs if front in (p.a, p.b)}
    leaders = find_leaders(comparison)
    tied = () if leaders is None or len(leaders.names) == len(comparison.ranking) else leaders.names
    texts = write_alike([shown_mean(s) for s in comparison.ranking])
    if counts := uneven_counts(comparison):
        texts = [
            f"{text} on {counts[s.classifier]:,}" for s, text in zip(comparison.ranking, texts, strict=True)
        ]
    gaps = [
        _gap_of(s.classifier, by_name.get(s.classifier), text)._replace(is_tied=s.classifier in tied)
        for s, text in zip(comparison.ranking, texts, strict=True)
        if s.classifier == front or s.classifier in by_name
    ]
    name, unit = printable_name(front), _unit_of(next(iter(by_name.values())), comparison)
    about = f"{unit}, against {name}"
    return _draw(
        gaps, comparison, about=about, column="mean" if texts else "", caption=_many_caption(name, comparison)
    )


def _gap_of(name: str, pair: Pair | None, text: str) -> _Gap:
    if pair is None:
        return _Gap(name, "front", None, text)
    turned = turn_pair(pair, b=name)
    return _Gap(name, _KINDS[turned.verdict], turned.result.estimate, text)


def _many_caption(front: str, comparison: Comparison) -> str:
    return (
        f"How far each is from {front}: left of 0 is worse, right of it better. A line is the range in which the true "
        f"gap lies ({kind_of_intervals(comparison)}); one that reaches 0 leaves open whether there is a gap."
        f"{_margin_caption(comparison)}"
    )


def _pair_picture(comparison: Comparison, pair: Pair) -> GapPicture:
    parts = [
        *((s.subgroup, s.result.estimate, s.verdict, f"{s.examples:,}") for s in pair.by_subgroup),
        *(
            (d.dataset, d.result.estimate, d.verdict, f"{d.result.n:,}")
            for d in pair.by_dataset
            if comparison.design.of_items
        ),
    ]
    whole = _Gap("all" if parts else printable_name(pair.b), _KINDS[pair.verdict], pair.result.estimate, "")
    gaps = [whole, *(_Gap(name, _KINDS[v], e, text) for name, e, v, text in parts)]
    a, b = printable_name(pair.a), printable_name(pair.b)
    level = level_text(pair.interval.level)
    dots = f" Each dot is one {comparison.design.unit_noun}." if 0 < len(pair.units) <= MOST_DOTS else ""
    caption = (
        f"The advantage of {b} over {a}: right of 0 {b} is better, left of it {a}. The line is the range in which the "
        f"true advantage lies ({level} interval).{dots}{_margin_caption(comparison)}"
    )
    about = f"advantage of {b} over {a}{_in_unit(pair, comparison)}"
    column = "" if not parts else "items" if comparison.design.of_items else "examples"
    return _draw(gaps, comparison, about=about, column=column, caption=caption, dots_of=pair)


def _margin_caption(comparison: Comparison) -> str:
    return " Grey: gaps that were said not to matter." if comparison.settings.margin > 0 else ""


def _in_unit(pair: Pair, comparison: Comparison) -> str:
    unit = unit_of_estimate(pair.result.estimate, comparison.evidence.measure.unit).strip()
    return f", {unit}" if unit else ""


def _unit_of(pair: Pair, comparison: Comparison) -> str:
    return (
        unit_of_estimate(pair.result.estimate, comparison.evidence.measure.unit).strip()
        or pair.result.estimate.of
    )


def _draw(
    gaps: Sequence[_Gap],
    comparison: Comparison,
    *,
    about: str,
    column: str,
    caption: str,
    dots_of: Pair | None = None,
) -> GapPicture:
    margin = comparison.settings.margin
    units = () if dots_of is None or len(dots_of.units) > MOST_DOTS else dots_of.units
    values = [] if dots_of is None or not units else [float(v) for v in dots_of.advantages]
    scale = _gap_picture_scale([*_gap_picture_ends(gaps), *values, margin, -margin])
    rows = [_gap_picture_row(gap, scale, comparison) for gap in gaps]
    return GapPicture(
        about=about,
        column=column,
        rows=rows[:MOST_ROWS],
        rest=rows[MOST_ROWS:],
        dots=[
            (scale.place(v), f"{printable_name(u)} {signed_text(v, 2)}")
            for u, v in zip(units, values, strict=True)
        ],
        zero=scale.place(0.0),
        margin=(scale.place(-margin), scale.place(margin)) if margin > 0 else None,
        ticks=_ticks(scale),
        caption=caption,
    )


def _gap_picture_ends(gaps: Iterable[_Gap]) -> list[float]:
    """Return every end and middle that is drawn."""
    known = [gap.estimate for gap in gaps if gap.estimate is not None]
    return [x for e in known for x in (e.value, e.interval.low, e.interval.high) if isfinite(x)]


def _gap_picture_scale(values: Sequence[float]) -> _Scale:
    low, high = min(0.0, *values), max(0.0, *values)
    room = 0.04 * (high - low) or 1.0
    return _Scale(low - room, high + room)


def _gap_picture_row(gap: _Gap, scale: _Scale, comparison: Comparison) -> GapRow:
    name = printable_name(gap.name)
    if gap.estimate is None:
        zero = scale.place(0.0)
        return GapRow(
            name, gap.kind, gap.is_tied, zero, zero, zero, gap.text, f"{name}: the others are measured by it"
        )
    estimate, ends = gap.estimate, gap.estimate.interval
    digits = decimals_of(estimate)
    unit = unit_of_estimate(estimate, comparison.evidence.measure.unit)
    spoken = f"{name}: {counted_text(estimate.value, digits, unit)}, {interval_text(ends, digits)}"
    places = (scale.place(estimate.value), scale.place(ends.low), scale.place(ends.high))
    return GapRow(name, gap.kind, gap.is_tied, *places, gap.text, spoken)


def _ticks(scale: _Scale) -> list[tuple[float, str]]:
    """Return some five round numbers of the scale with their places."""
    rough = (scale.high - scale.low) / 5
    power = 10.0 ** floor(log10(rough))
    step = next(power * s for s in _STEPS if power * s >= rough)
    digits = max(0, -floor(log10(step) + 1e-9))
    first = -floor(-scale.low / step)
    count = floor(scale.high / step) - first + 1
    return [
        (scale.place((first + i) * step), number_text((first + i) * step, digits))
        for i in range(max(0, count))
    ]
