"""The critical-difference diagram: classifiers by mean rank, and bars that join those not shown to differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.comparison import Comparison
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Verdict
from bakeoff.render.figures.labels import (
    LINE,
    SMALL,
    TEXT,
    fold,
    judgement_label,
    labels_of,
    left_out_note,
    widest,
)
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, TIPPED, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.sentences import bars_note, difference_phrase

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 34  # of a label, before it is cut
OF_ONE_DIFFERENCE = (
    "nemenyi",
    "bonferroni-dunn",
)  # tests that compare every pair with one critical difference
ROW = 0.17  # inches from one label to the next
BAR_ROW = 0.085
LANE = 0.075  # least inches between two leaders
VALUE = 0.36  # inches that a mean rank takes
COLOURS = {Verdict.BETTER: BETTER, Verdict.WORSE: WORSE}


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalDifferenceData:
    """What the diagram shows, before anything is drawn; classifiers are in order of rank, best first."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    ranks: tuple[float, ...]
    groups: tuple[tuple[int, ...], ...]  # places of classifiers among whom no pair is decided
    critical_difference: float | None  # None where the test has not one for all pairs
    baseline: int | None  # place of the classifier that the others are compared with
    verdicts: tuple[Verdict | None, ...]  # of each, measured against the baseline
    statement: str  # test, level and number of datasets

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each classifier."""
        return tuple(
            f"{name}: mean rank {rank:.2f}" for name, rank in zip(self.names, self.ranks, strict=True)
        )


def critical_difference_objection(comparison: Comparison) -> str | None:
    """Return why there is no diagram of mean ranks, or None."""
    if len(comparison.ranking) < 3:
        return "two classifiers have one difference, which the figure 'differences' shows"
    if comparison.design.datasets < 2:
        return "mean ranks are over datasets, and here is one"
    if any(s.mean_rank is None for s in comparison.ranking):
        return "fewer than two datasets have a score of every classifier, so that there are no mean ranks"
    return None


def critical_difference_data(comparison: Comparison) -> CriticalDifferenceData:
    """Return ranks, groups and the critical difference of a comparison over datasets."""
    names = [s.classifier for s in comparison.ranking]
    groups = tuple(tuple(sorted(map(names.index, group))) for group in comparison.groups)
    baseline = comparison.settings.baseline
    return CriticalDifferenceData(
        names=tuple(map(printable_name, names)),
        labels=labels_of(names, COLUMNS),
        ranks=tuple(float(s.mean_rank) for s in comparison.ranking if s.mean_rank is not None),
        groups=groups,
        critical_difference=_common_difference(comparison),
        baseline=None if baseline is None else names.index(baseline),
        verdicts=tuple(_verdict_against(comparison, name) for name in names),
        statement=_critical_difference_statement(comparison, groups),
    )


def _common_difference(comparison: Comparison) -> float | None:
    # A test that must first be let through by an omnibus test does not decide by its critical difference alone.
    if comparison.settings.test not in OF_ONE_DIFFERENCE or comparison.settings.only_if is not None:
        return None
    return comparison.pairs[0].result.steps.get("critical_difference")


def _verdict_against(comparison: Comparison, name: str) -> Verdict | None:
    mirrored = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
    for pair in comparison.pairs if comparison.settings.baseline is not None else ():
        if pair.b == name:
            return pair.verdict
        if pair.a == name and pair.b == comparison.settings.baseline:
            return mirrored.get(pair.verdict, pair.verdict)
    return None


def _critical_difference_statement(comparison: Comparison, groups: tuple[tuple[int, ...], ...]) -> str:
    how = judgement_label(comparison)
    if comparison.settings.baseline is None:
        bars = f"A bar joins classifiers of which no two are {difference_phrase(comparison)} ({how})."
        if not groups and not _count_unjoined_pairs(comparison, groups):
            bars = f"Every two classifiers are {difference_phrase(comparison)} ({how})."
        if any(group[-1] - group[0] >= len(group) for group in groups):
            bars += " It is dotted past those that do not belong to it."
        alone = _count_unjoined_pairs(comparison, groups)
        if alone:
            are = "pair is" if alone == 1 else "pairs are"
            bars += (
                f" {alone:,} more {are} not told apart, without a bar: others that differ rank between them."
            )
        return f"{bars}{_rank_note(comparison, 'bars')}{_ranked_on_text(comparison)}"
    than = "than" if comparison.settings.margin > 0 else "from"
    apart = f"{difference_phrase(comparison)} {than} {printable_name(comparison.settings.baseline)}"
    against = f"Filled: {apart}, the baseline; hollow: not ({how})."
    return f"{against}{_rank_note(comparison, 'verdicts')}{_ranked_on_text(comparison)}"


def _rank_note(comparison: Comparison, what: str) -> str:
    """Return that the places are mean ranks and the rest is not, where it is so."""
    beside = bars_note(comparison)
    return f" Places are mean ranks; the {what} are {beside}, and need not follow them." if beside else ""


def _count_unjoined_pairs(comparison: Comparison, groups: tuple[tuple[int, ...], ...]) -> int:
    """Return how many pairs are not decided and yet share no bar."""
    names = [s.classifier for s in comparison.ranking]
    joined = {frozenset(pair) for group in groups for pair in combinations(group, 2)}
    open_pairs = (p for p in comparison.pairs if not p.is_claim)
    return sum(frozenset((names.index(p.a), names.index(p.b))) not in joined for p in open_pairs)


def _ranked_on_text(comparison: Comparison) -> str:
    evidence = comparison.evidence
    if not isinstance(evidence, Scores):
        return ""
    lacking = int(np.isnan(evidence.values).any(axis=1).sum())
    return left_out_note(lacking, "mean ranks need a score of every classifier").replace(
        "left out", "not ranked"
    )


def critical_difference_size(data: CriticalDifferenceData) -> tuple[float, float]:
    """Return the inches that the diagram needs."""
    plan = _Places.of(data)
    return plan.width, plan.height


@dataclass(frozen=True, slots=True, kw_only=True)
class _Places:
    """Where everything goes, in inches from the upper left corner."""

    side: float  # inches of the labels on either side
    width: float
    low: int  # the axis goes from this rank
    high: int  # to this one
    lanes: tuple[float, ...]  # where each classifier's leader runs down
    axis: float  # where the axis lies
    bar_rows: tuple[int, ...]  # the row of each group's bar
    lines: tuple[str, ...]  # of the statement

    @classmethod
    def of(cls, data: CriticalDifferenceData) -> "_Places":
        low, high = floor(min(data.ranks)), ceil(max(data.ranks))
        high = max(high, low + 1, low + ceil(data.critical_difference or 0))
        side = max(widest(data.labels, TEXT) + VALUE + 0.25, 1.05)
        across = max(2.3, 5.6 - 2 * side, LANE * (len(data.ranks) + 1))
        places = [side + (rank - low) / (high - low) * across for rank in data.ranks]
        lanes = _spread_places(places, LANE, within=(side, side + across))
        return cls(
            side=side,
            width=2 * side + across,
            low=low,
            high=high,
            lanes=lanes,
            axis=0.32 if data.critical_difference is None else 0.62,
            bar_rows=pack_rows([(lanes[g[0]], lanes[g[-1]]) for g in data.groups], gap=0.12),
            lines=tuple(fold(data.statement, within=2 * side + across - 0.3)),
        )

    @property
    def first_label(self) -> float:
        return self.axis + 0.3 + BAR_ROW * max((row + 1 for row in self.bar_rows), default=0)

    @property
    def foot(self) -> float:
        return self.first_label + ROW * ceil(len(self.lanes) / 2) + 0.08

    @property
    def height(self) -> float:
        return self.foot + LINE * len(self.lines) + 0.05

    def at(self, rank: float) -> float:
        return self.side + (rank - self.low) / (self.high - self.low) * (self.width - 2 * self.side)


def _spread_places(places: Sequence[float], gap: float, *, within: tuple[float, float]) -> tuple[float, ...]:
    """Return the nearest places that keep a gap: pools of neighbours move apart around their mean."""
    pools: list[list[float]] = []  # wished-for places of a pool, less the room that those before it take
    for i, place in enumerate(places):
        pools.append([place - i * gap])
        while len(pools) > 1 and np.mean(pools[-2]) >= np.mean(pools[-1]):
            last = pools.pop()
            pools[-1].extend(last)
    low, high = within[0], within[1] - gap * (len(places) - 1)
    flat = [min(max(float(np.mean(pool)), low), high) for pool in pools for _ in pool]
    return tuple(place + i * gap for i, place in enumerate(flat))


def pack_rows(spans: Sequence[tuple[float, float]], *, gap: float) -> tuple[int, ...]:
    """Return a row for each bar: the first in which it keeps a gap from those before it."""
    ends: list[float] = []
    rows = []
    for start, end in spans:
        row = next((r for r, reached in enumerate(ends) if reached + gap <= start), len(ends))
        ends[row : row + 1] = [end]
        rows.append(row)
    return tuple(rows)


def draw_critical_difference(data: CriticalDifferenceData, ax: "Axes") -> "Axes":
    """Draw the diagram with a horizontal axis of ranks, best at the left."""
    plan = _Places.of(data)
    ax.set_axis_off()
    ax.set_xlim(0, plan.width)
    ax.set_ylim(plan.height, 0)
    _draw_axis(data, plan, ax)
    _draw_labels(data, plan, ax)
    for group, row in zip(data.groups, plan.bar_rows, strict=True):
        _draw_bar(group, plan, plan.axis + 0.24 + BAR_ROW * row, ax)
    for i, text in enumerate(plan.lines):
        ax.text(0.05, plan.foot + LINE * i, text, fontsize=SMALL, color=QUIET, va="top")
    return ax


def _draw_axis(data: CriticalDifferenceData, plan: _Places, ax: "Axes") -> None:
    left, right = plan.at(plan.low), plan.at(plan.high)
    ax.plot([left, right], [plan.axis, plan.axis], color=INK, linewidth=0.9)
    step = max(1, ceil((plan.high - plan.low) / 10))
    for rank in range(plan.low, plan.high + 1, step):
        ax.plot([plan.at(rank)] * 2, [plan.axis - 0.05, plan.axis], color=INK, linewidth=0.9)
        ax.text(plan.at(rank), plan.axis - 0.08, f"{rank}", ha="center", va="bottom", fontsize=SMALL)
    ax.text(left - 0.15, plan.axis, "best mean rank", ha="right", va="center", fontsize=SMALL, color=QUIET)
    ax.text(right + 0.15, plan.axis, "worst", ha="left", va="center", fontsize=SMALL, color=QUIET)
    if data.critical_difference is not None:
        _draw_critical_difference(data, plan, data.critical_difference, ax)


def _draw_critical_difference(
    data: CriticalDifferenceData, plan: _Places, difference: float, ax: "Axes"
) -> None:
    """Draw the length that mean ranks must differ by; with a baseline, to either side of it."""
    scale = plan.at(plan.low + 1) - plan.at(plan.low)
    if data.baseline is None:
        start, end = plan.at(plan.low), plan.at(plan.low) + difference * scale
    else:
        middle = plan.at(data.ranks[data.baseline])
        start, end = middle - difference * scale, middle + difference * scale
        reach = [max(start, plan.at(plan.low)), min(end, plan.at(plan.high))]
        ax.fill_between(reach, plan.axis - 0.03, plan.axis + 0.03, color=RULE, linewidth=0, zorder=0)
        start, end = middle, middle + difference * scale
        if end > plan.width:
            start, end = middle - difference * scale, middle
    ax.annotate(
        "",
        (start, plan.axis - 0.3),
        (end, plan.axis - 0.3),
        arrowprops={"arrowstyle": "|-|,widthA=0.2,widthB=0.2", "color": INK, "shrinkA": 0, "shrinkB": 0},
    )
    ax.text(
        (start + end) / 2,
        plan.axis - 0.36,
        f"CD = {difference:.2f}",
        ha="center",
        va="bottom",
        fontsize=SMALL,
    )


def _draw_labels(data: CriticalDifferenceData, plan: _Places, ax: "Axes") -> None:
    count = len(data.ranks)
    half = ceil(count / 2)
    for i, lane in enumerate(plan.lanes):
        on_left = i < half
        y = plan.first_label + ROW * (i if on_left else count - 1 - i) + ROW / 2
        edge, sign = (plan.side - 0.1, -1) if on_left else (plan.width - plan.side + 0.1, 1)
        tick = plan.at(data.ranks[i])
        ax.plot(
            [tick, lane, lane, edge],
            [plan.axis, plan.axis + 0.13, y, y],
            color=QUIET,
            linewidth=0.6,
            zorder=1,
            gid=f"{TIPPED}-{i}",
        )
        side = "right" if on_left else "left"
        ax.text(
            edge + sign * 0.04, y, f"{data.ranks[i]:.2f}", ha=side, va="center", fontsize=SMALL, color=QUIET
        )
        name = ax.text(edge + sign * VALUE, y, data.labels[i], ha=side, va="center", fontsize=TEXT)
        if data.baseline is not None:
            _draw_mark(data, i, (tick, plan.axis), ax)
            name.set_color(COLOURS.get(data.verdicts[i] or Verdict.UNDECIDED, INK))


def _draw_mark(data: CriticalDifferenceData, i: int, place: tuple[float, float], ax: "Axes") -> None:
    colour = COLOURS.get(data.verdicts[i] or Verdict.UNDECIDED)
    shape = "s" if i == data.baseline else "o"
    face = INK if i == data.baseline else colour or "white"
    ax.plot(*place, marker=shape, markersize=4.5, color=face, markeredgecolor=colour or INK, zorder=4)


def _draw_bar(group: tuple[int, ...], plan: _Places, y: float, ax: "Axes") -> None:
    """Draw one group: solid from member to member, dotted across those between who are none."""
    members = set(group)
    for i in range(group[0], group[-1]):
        inside = {i, i + 1} <= members
        ends = [plan.lanes[i] - 0.03 * inside, plan.lanes[i + 1] + 0.03 * inside]
        if inside:
            ax.plot(ends, [y, y], color=INK, linewidth=2.6, solid_capstyle="butt", zorder=3)
        else:
            ax.plot(ends, [y, y], color=INK, linewidth=0.8, linestyle=(0, (1, 1.5)), zorder=2)
    ax.plot([plan.lanes[i] for i in group], [y] * len(group), "o", color=INK, markersize=3.2, zorder=4)
