"""The estimation plot: the advantage of b over a on every dataset, and the estimate with its interval."""

from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Interval
from bakeoff.render.figures.labels import LINE, TEXT, fold, inches, labels_of, shorten, widest
from bakeoff.render.figures.style import BAND, BETTER, INK, QUIET, RULE, TIPPED, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text, plain_number, unit_text
from bakeoff.render.sentences import headline, strength_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NAMES = 45  # rows that can still be labelled
MOST_TITLE = 140  # characters of an answer that makes a title
COLUMNS = 32  # of a classifier's name
ROW_COLUMNS = 28  # of a dataset's name
WIDTH = 5.2  # inches, where the datasets' names leave enough for the axis
LEAST_AXIS = 3.0  # inches that are there for the title and the label


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencesData:
    """What the figure shows, before anything is drawn."""

    names: tuple[str, ...]  # smallest advantage first, as rows from the bottom
    labels: tuple[str, ...]  # of the rows; none where there are too many
    advantages: tuple[float, ...]
    estimate: float
    interval: Interval
    margin: float
    title: str
    label: str
    estimate_label: str
    noun: str = "datasets"  # what the rows are

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each point."""
        return tuple(
            f"{name}: {plain_number(x)}" for name, x in zip(self.names, self.advantages, strict=True)
        )

    @property
    def axis(self) -> float:
        """Return the inches that the datasets' names leave for the axis."""
        return max(LEAST_AXIS, WIDTH - 0.3 - widest(("estimate", *self.labels), TEXT))


def differences_data(comparison: Comparison, pair: Pair) -> DifferencesData:
    """Return the rows and labels of the estimation plot of one pair."""
    rows, values, noun = _rows_of(comparison, pair)
    order = sorted(range(len(rows)), key=lambda i: (values[i], -i))
    estimate = pair.result.estimate
    unit = unit_text(comparison.evidence.measure.unit)
    measure = printable_name(comparison.evidence.measure.name)
    names = tuple(printable_name(rows[i]) for i in order)
    return DifferencesData(
        names=names,
        labels=labels_of(names, ROW_COLUMNS) if len(names) <= MOST_NAMES else (),
        advantages=tuple(values[i] for i in order),
        estimate=estimate.value,
        interval=estimate.interval,
        margin=comparison.settings.margin,
        title=_difference_title(comparison, pair),
        label=_difference_label(pair, f"{measure}{',' + unit if unit else ''}"),
        estimate_label=f"Estimate: {estimate.of}, {_interval_words(estimate.interval)}, {strength_text(pair)}",
        noun=noun,
    )


def _rows_of(comparison: Comparison, pair: Pair) -> tuple[tuple[str, ...], list[float], str]:
    """Return what the rows are, with their advantages: tasks where items belong to several, else what is paired."""
    if comparison.design.of_items and pair.by_dataset:
        tasks = pair.by_dataset
        return tuple(v.dataset for v in tasks), [v.result.estimate.value for v in tasks], "tasks"
    return pair.units, [float(x) for x in pair.advantages], f"{comparison.design.unit_noun}s"


def _interval_words(interval: Interval) -> str:
    level = level_text(interval.level)
    if interval.is_unbounded:
        return f"no bound at {level}"
    return f"{level} interval"


def _difference_title(comparison: Comparison, pair: Pair) -> str:
    """Return the answer where it fits, else the pair and its verdict."""
    answer = headline(comparison)
    if len(comparison.pairs) == 1 and len(answer) <= MOST_TITLE:
        return answer
    return f"{shorten(printable_name(pair.b), COLUMNS)} over {shorten(printable_name(pair.a), COLUMNS)}: {pair.verdict}"


def _difference_label(pair: Pair, measure: str) -> str:
    """Return what the axis shows, on two lines where the names are long."""
    a, b = shorten(printable_name(pair.a), COLUMNS), shorten(printable_name(pair.b), COLUMNS)
    label = f"advantage of {b} over {a} ({measure})"
    return label if inches(label, TEXT) < LEAST_AXIS else f"advantage of {b}\nover {a} ({measure})"


def differences_size(data: DifferencesData) -> tuple[float, float]:
    """Return the inches that the rows need."""
    lines = len(fold(data.title, within=data.axis, points=9)) - 1 + data.label.count("\n")
    wide = data.axis + 0.3 + widest(("estimate", *data.labels), TEXT)
    return max(WIDTH, wide), 1.3 + LINE * lines + 0.19 * min(len(data.names), MOST_NAMES)


def draw_differences(data: DifferencesData, ax: "Axes") -> "Axes":
    """Draw the estimation plot on the given axes."""
    rows = range(1, len(data.names) + 1)
    colours = [BETTER if x > 0 else WORSE if x < 0 else QUIET for x in data.advantages]
    ax.axvline(0, color=QUIET, linewidth=0.8)
    if data.margin > 0:
        ax.axvspan(-data.margin, data.margin, color=RULE, alpha=0.5, linewidth=0)
    ax.hlines(rows, 0, data.advantages, color=RULE, linewidth=0.8)
    size = 18 if len(data.names) <= MOST_NAMES else 6
    ax.scatter(data.advantages, rows, c=colours, s=size, zorder=3, gid=TIPPED)
    _draw_estimate(data, ax)
    _label_rows(data, ax)
    ax.set_xlabel(data.label)
    ax.set_title("\n".join(fold(data.title, within=data.axis, points=9)))
    return ax


def _draw_estimate(data: DifferencesData, ax: "Axes") -> None:
    y = -0.4 * _estimate_rows(data)
    ax.axhline(0.3, color=RULE, linewidth=0.6)
    ax.plot([data.estimate], [y], marker="D", color=INK, markersize=5)
    if data.interval.is_unbounded:
        return  # a bar across the axes would look like an interval
    left, right = ax.get_xlim()
    low = left if isinf(data.interval.low) else data.interval.low
    high = right if isinf(data.interval.high) else data.interval.high
    ax.axvspan(low, high, color=BAND, alpha=0.15, linewidth=0, zorder=0)
    ax.plot([low, high], [y, y], color=INK, linewidth=1.6, solid_capstyle="butt")


def _label_rows(data: DifferencesData, ax: "Axes") -> None:
    count = len(data.names)
    ax.set_ylim(-1.7 * _estimate_rows(data), count + 0.8)
    ax.set_yticks([-0.4 * _estimate_rows(data), *range(1, len(data.labels) + 1)], ["estimate", *data.labels])
    ax.tick_params(axis="y", length=0)
    if count > MOST_NAMES:
        ax.set_ylabel(f"{count} {data.noun}, by advantage")
    ax.annotate(
        data.estimate_label,
        (0.995, 0.0),
        xycoords="axes fraction",
        ha="right",
        va="bottom",
        fontsize=7,
        color=QUIET,
    )


def _estimate_rows(data: DifferencesData) -> float:
    """Return how many rows the estimate takes: more where rows are narrow."""
    return max(1.0, len(data.names) / MOST_NAMES)
