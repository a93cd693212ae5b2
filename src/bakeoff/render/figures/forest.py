"""The forest plot: each dataset's own estimate and interval, the mean over datasets, and the next dataset."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Estimate, Interval, Verdict
from bakeoff.core.summaries import RandomEffects
from bakeoff.render.figures.labels import LINE, SMALL, fold, labels_of, left_out_note, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, TIPPED, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import decimals_of, interval_text, level_text, signed_text, unit_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NAMED = 60  # rows that can still be labelled
COLUMNS = 28
WIDTH = 4.8
USUAL = 0.8  # of the intervals' ends lie nearer than this one; an end three times as far out is cut off
COLOURS = {Verdict.BETTER: BETTER, Verdict.WORSE: WORSE}


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestRow:
    """One dataset: the advantage of b over a by its own resamples or examples."""

    name: str
    estimate: float
    interval: Interval
    verdict: Verdict  # adjusted over the datasets


@dataclass(frozen=True, slots=True, kw_only=True)
class ForestData:
    """What the figure shows, before anything is drawn; largest advantage first."""

    rows: tuple[ForestRow, ...]
    labels: tuple[str, ...]
    mean: Estimate | None  # over a population of datasets
    next_dataset: Interval | None  # where the advantage on the next dataset will lie
    axis: str
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each row: of its line, and of its point, which lie above all the lines."""
        each = tuple(map(_forest_tip, self.rows))
        return each + each


def _forest_tip(row: ForestRow) -> str:
    digits = decimals_of(Estimate(of="advantage", value=row.estimate, interval=row.interval))
    return f"{printable_name(row.name)}: {signed_text(row.estimate, digits)} ({interval_text(row.interval, digits)})"


def forest_objection(comparison: Comparison) -> str | None:
    """Return why no dataset has an interval of its own, or None."""
    if comparison.design.datasets < 2:
        return "a forest plot is over datasets, and here is one"
    if not any(pair.by_dataset for pair in comparison.pairs):
        return (
            "it needs several resamples, or the predictions, of each dataset; a single score has no interval"
        )
    return None


def forest_data(comparison: Comparison, pair: Pair) -> ForestData:
    """Return the rows of one pair, its mean over datasets and the interval for the next."""
    rows = sorted(
        (
            ForestRow(
                name=printable_name(d.dataset),
                estimate=d.result.estimate.value,
                interval=d.result.estimate.interval,
                verdict=d.verdict,
            )
            for d in pair.by_dataset
        ),
        key=lambda row: (-row.estimate, row.name),
    )
    population = pair.population
    unit = unit_text(comparison.evidence.measure.unit)
    measure = printable_name(comparison.evidence.measure.name)
    a, b = shorten(printable_name(pair.a), COLUMNS), shorten(printable_name(pair.b), COLUMNS)
    return ForestData(
        rows=tuple(rows),
        labels=labels_of([row.name for row in rows], COLUMNS),
        mean=None if population is None else population.mean,
        next_dataset=None if population is None else population.next_dataset.interval,
        axis=f"advantage of {b} over {a}\n({measure}{',' + unit if unit else ''})",
        note=_forest_note(comparison, pair),
    )


def _forest_note(comparison: Comparison, pair: Pair) -> str:
    level = level_text(comparison.settings.level)
    how = pair.by_dataset[0].result.procedure if pair.by_dataset else ""
    each = (
        f"Each dataset by itself: {how}, {level} intervals; filled where it decides after adjustment by holm."
    )
    silent = len(pair.units) - len(pair.by_dataset)
    return f"{each}{left_out_note(silent, 'nothing varies there')}{_between_words(pair.population)}"


def _between_words(population: RandomEffects | None) -> str:
    """Return how much of the variation lies between datasets, in words."""
    if population is None or population.heterogeneity is None:
        return ""
    share = population.heterogeneity.share
    part = "hardly any" if share < 0.25 else "some" if share < 0.5 else "much" if share < 0.75 else "most"
    return f" I² = {share:.0%}: {part} of the variation lies between datasets, beyond their noise.".replace(
        "%:", " %:"
    )


def forest_size(data: ForestData) -> tuple[float, float]:
    """Return the inches that the rows need."""
    rows = 0.165 * len(data.rows) if len(data.rows) <= MOST_NAMED else 6.0
    return WIDTH, 1.5 + rows + LINE * len(_forest_lines(data))


def draw_forest(data: ForestData, ax: "Axes") -> "Axes":
    """Draw a row for each dataset, and below them the mean and the next dataset."""
    count = len(data.rows)
    named = count <= MOST_NAMED
    low, high = _forest_reach(data)
    ax.axvline(0, color=QUIET, linewidth=0.8, zorder=0)
    for y, row in enumerate(data.rows):
        draw_forest_row(row, y, (low, high), ax, small=not named)
    step = max(1.0, count / 30)
    _draw_population(data, count + 0.3, step, ax)
    labels = list(data.labels) if named else []
    summary = ["mean", "next dataset"] if data.mean is not None else []
    places = [*range(len(labels)), *(count + 0.3 + step * (i + 0.5) for i in range(len(summary)))]
    ax.set_yticks(places, [*labels, *summary])
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(count + 0.3 + step * (len(summary) + 0.2), -1)
    ax.set_xlim(low, high)
    if not named:
        ax.set_ylabel(f"{count} datasets, by advantage")
    ax.set_xlabel(data.axis)
    ax.set_title("\n".join(_forest_lines(data)), fontsize=SMALL, color=QUIET)
    return ax


def _forest_reach(data: ForestData) -> tuple[float, float]:
    """Return the ends of the axis: all estimates, and the ends of intervals but for a few that are far out."""
    intervals = [row.interval for row in data.rows]
    intervals += [i for i in (data.next_dataset, data.mean.interval if data.mean else None) if i is not None]
    return _reach([row.estimate for row in data.rows], intervals)


def _reach(estimates: Sequence[float], intervals: Sequence[Interval]) -> tuple[float, float]:
    values = [0.0, *estimates]
    ends = [end for i in intervals for end in (i.low, i.high) if isfinite(end)]
    reaches = sorted(abs(end) for end in ends)
    usual = reaches[int(USUAL * (len(reaches) - 1))] if reaches else 0.0
    far = 3 * max(usual, *(abs(v) for v in values)) or 1.0
    low, high = min(values + [max(e, -far) for e in ends]), max(values + [min(e, far) for e in ends])
    room = 0.04 * (high - low) or 1.0
    return low - room, high + room


def reach_of(rows: Sequence[ForestRow]) -> tuple[float, float]:
    """Return the ends of an axis for some rows: all estimates, and the intervals but for a few ends far out."""
    return _reach([row.estimate for row in rows], [row.interval for row in rows])


def draw_forest_row(row: ForestRow, y: int, reach: tuple[float, float], ax: "Axes", *, small: bool) -> None:
    """Draw one row: its interval, with an arrow where it goes on beyond reach, and its point, filled where decided."""
    colour = COLOURS.get(row.verdict, QUIET)
    ends = max(row.interval.low, reach[0]), min(row.interval.high, reach[1])
    ax.plot(ends, [y, y], color=colour, linewidth=0.5 if small else 1.1, zorder=2, gid=f"{TIPPED}-line-{y}")
    cut = [("<", reach[0])] * (row.interval.low < reach[0]) + [(">", reach[1])] * (
        row.interval.high > reach[1]
    )
    for arrow, edge in cut:
        ax.plot(
            edge,
            y,
            marker=arrow,
            markersize=2 if small else 3.8,
            color=colour,
            linestyle="none",
            clip_on=False,
        )
    ax.plot(
        row.estimate, y, marker="o", markersize=2 if small else 3.8, color=colour, linestyle="none",
        markerfacecolor=colour if row.verdict in COLOURS else "white", zorder=3, gid=f"{TIPPED}-point-{y}",
    )  # fmt: skip


def _draw_population(data: ForestData, top: float, step: float, ax: "Axes") -> None:
    if data.mean is None or data.next_dataset is None:
        return
    ax.axhline(top - 0.1 * step, color=RULE, linewidth=0.6)
    y, inside = top + 0.5 * step, data.mean.interval
    diamond = [inside.low, data.mean.value, inside.high, data.mean.value]
    ax.fill(diamond, [y, y - 0.32 * step, y, y + 0.32 * step], color=INK, linewidth=0, zorder=3)
    ax.plot(
        [data.next_dataset.low, data.next_dataset.high], [y + step] * 2, color=INK, linewidth=2.0, alpha=0.55
    )


def _forest_lines(data: ForestData) -> list[str]:
    return fold(data.note, within=WIDTH - 1.6)
