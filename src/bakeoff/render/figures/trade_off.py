"""The trade-off: a score against a time or a size, with the uncertainty of both, and those that nothing beats."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.answers.figure_data import MeasuredClassifier, TradeOffFigureData, TradePoint
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.words import write_count, write_list
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, draw_title, key_height
from bakeoff.render.figures.labels import LINE, SMALL, labels_of, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 20  # of a name beside the axes


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeOffData:
    """What the figure shows, before anything is drawn."""

    points: tuple[TradePoint, ...]  # highest score first
    labels: tuple[str, ...]
    front: tuple[tuple[float, float], ...]  # cost and score of those that nothing beats, cheapest first
    logarithmic: bool
    title: str
    score_label: str
    cost_label: str
    on_front: str
    beaten: str
    bars: str


def trade_off_data(picture: TradeOffFigureData) -> TradeOffData:
    """Return the points, who is on the front, and the words."""
    points = tuple(sorted(picture.points, key=lambda p: (-p.score.value, p.cost.value, p.name)))
    front = [p for p in points if p.on_front]
    barred = any(m.low is not None for p in points for m in (p.score, p.cost))
    names = write_list([shorten(printable_name(p.name), COLUMNS) for p in front], most=3)
    score, cost = (printable_name(m.name) for m in (picture.score, picture.cost))
    return TradeOffData(
        points=points,
        labels=labels_of([p.name for p in points], COLUMNS),
        front=tuple(sorted((p.cost.value, p.score.value) for p in front)),
        logarithmic=picture.geometric,
        title=f"{score[:1].upper()}{score[1:]} and {cost}: {names} {'is' if len(front) == 1 else 'are'} on the Pareto "
        f"front ({len(front)} of {write_count(len(points), 'classifier')})",
        score_label=_trade_off_label(picture.score),
        cost_label=f"{_trade_off_label(picture.cost)}{', geometric mean' if picture.geometric else ''}",
        on_front="Pareto front: no other is better by one measure and as good by the other",
        beaten="beaten by another",
        bars=_bar_words(picture) if barred else "",
    )


def trade_off_size(data: TradeOffData) -> tuple[float, float]:
    """Return the inches of the points, the names beside them and the key."""
    key = key_height([data.on_front, data.beaten, data.bars])
    return WIDTH, max(2.6, 1.0 + 0.17 * len(data.points)) + key


def draw_trade_off(data: TradeOffData, ax: "Axes") -> "Axes":
    """Draw the points with their bars, the front, and the names beside the axes."""
    if data.logarithmic:
        ax.set_xscale("log")
    ax.step(*zip(*data.front, strict=True), where="post", color=BETTER, linewidth=0.8, alpha=0.6, zorder=1)
    for point in data.points:
        colour = BETTER if point.on_front else QUIET
        _draw_bars(point, colour, ax)
        mark, size = ("o", 5.0) if point.on_front else ("o", 3.5)
        ax.plot([point.cost.value], [point.score.value], marker=mark, color=colour, markersize=size, zorder=3)
    ax.margins(0.08)
    ax.set_ylabel(data.score_label)
    _label_costs(data, ax)
    _draw_names(data, ax)
    draw_title(data.title, ax)
    draw_key(_trade_off_entries(data), ax, label=data.cost_label)
    return ax


def _draw_bars(point: TradePoint, colour: str, ax: "Axes") -> None:
    look = {"color": colour, "linewidth": 0.9, "alpha": 0.7, "zorder": 2}
    if _has_bar(point.cost):
        ax.plot([point.cost.low, point.cost.high], [point.score.value] * 2, **look)  # type: ignore[arg-type]
    if _has_bar(point.score):
        ax.plot([point.cost.value] * 2, [point.score.low, point.score.high], **look)  # type: ignore[arg-type]


def _has_bar(measured: MeasuredClassifier) -> bool:
    return measured.low is not None and measured.high is not None


def _draw_names(data: TradeOffData, ax: "Axes") -> None:
    """Write the names to the right, in the order of the scores, each led to its point."""
    height = max(0.8, ax.get_window_extent().height / ax.figure.dpi - 0.3)
    low, high = ax.get_ylim()
    heights = [(p.score.value - low) / (high - low) for p in data.points]
    for point, label, at in zip(
        data.points, data.labels, _spread_heights(heights, LINE / height), strict=True
    ):
        ax.annotate(
            label,
            (point.cost.value, point.score.value),
            xytext=(1.03, at),
            textcoords="axes fraction",
            fontsize=SMALL,
            color=INK if point.on_front else QUIET,
            va="center",
            ha="left",
            arrowprops={
                "arrowstyle": "-",
                "color": RULE,
                "linewidth": 0.6,
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 3,
            },
            zorder=1,
            annotation_clip=False,
        )


def _spread_heights(wanted: list[float], gap: float) -> list[float]:
    """Return heights near the wanted ones, falling, at least a gap apart, and within the axes if there is room.

    >>> [round(h, 2) for h in _spread_heights([0.9, 0.89, 0.2], 0.1)]
    [0.95, 0.85, 0.2]
    """
    groups: list[list[float]] = []  # sum of the middles that the members would have, and how many they are
    for i, height in enumerate(wanted):
        groups.append([height + i * gap, 1.0])
        while len(groups) > 1 and groups[-1][0] / groups[-1][1] > groups[-2][0] / groups[-2][1]:
            total, count = groups.pop()
            groups[-1] = [groups[-1][0] + total, groups[-1][1] + count]
    middles = [total / count for total, count in groups for _ in range(int(count))]
    return [middle - i * gap for i, middle in enumerate(middles)]


def _label_costs(data: TradeOffData, ax: "Axes") -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    if not data.logarithmic:
        ax.xaxis.set_major_locator(MaxNLocator(4))
        return
    low, high = ax.get_xlim()
    subs = (1.0, 2.0, 5.0) if high / low < 30 else (1.0,)
    ax.xaxis.set_major_locator(LogLocator(subs=subs, numticks=6))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    ax.xaxis.set_minor_locator(NullLocator())


def _trade_off_entries(data: TradeOffData) -> list[KeyEntry]:
    entries = [
        KeyEntry("line", {"color": BETTER, "linewidth": 0.8, "marker": "o", "markersize": 5}, data.on_front)
    ]
    if not all(p.on_front for p in data.points):
        entries.append(KeyEntry("point", {"marker": "o", "markersize": 3.5, "color": QUIET}, data.beaten))
    return entries + ([KeyEntry("line", {"color": QUIET, "linewidth": 0.9}, data.bars)] if data.bars else [])


def _bar_words(picture: TradeOffFigureData) -> str:
    level = level_text(picture.level)
    return (
        f"{level} interval of each mean, without what all share on a dataset"
        if picture.within_datasets
        else f"{level} interval of each classifier by itself"
    )


def _trade_off_label(measure: Measure) -> str:
    unit = ", percent" if measure.unit is Unit.PERCENT else ""
    return (
        f"{shorten(printable_name(measure.name), 30)}{unit} ({'higher' if measure.higher_is_better else 'lower'} "
        "is better)"
    )
