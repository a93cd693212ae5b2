"""Learning and robustness curves: the mean score of each classifier by what was done to the data."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from bakeoff.core.answers.studies import ConditionCurve, ConditionCurves
from bakeoff.core.measures import Unit
from bakeoff.core.words import write_count
from bakeoff.render.figures.curves.profile import LINES
from bakeoff.render.figures.labels import LINE, SMALL, fold, labels_of, shorten
from bakeoff.render.figures.style import QUIET, RULE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 4.4  # inches
COLUMNS = 30
MOST_NAMED = len(LINES)
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveLine:
    """One classifier: its mean score at every rate, with the interval of the change where there is one."""

    name: str
    rates: tuple[float, ...]
    means: tuple[float, ...]
    bars: tuple[tuple[float, float, float], ...]  # rate, low and high: the undisturbed mean plus the change


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionCurveData:
    """What the figure shows, before anything is drawn."""

    lines: tuple[CurveLine, ...]
    labels: tuple[str, ...]
    x_label: str
    y_label: str
    note: str


def condition_curve_data(curves: ConditionCurves) -> ConditionCurveData:
    """Return the lines with their words."""
    measure = curves.measure
    unit = ", percent" if measure.unit is Unit.PERCENT else ""
    direction = "higher" if measure.higher_is_better else "lower"
    share = curves.kind == "training share"
    over = (
        f"{write_count(curves.datasets, 'dataset')}"
        if curves.datasets > 1
        else "the resamples of one dataset"
    )
    return ConditionCurveData(
        lines=tuple(_condition_curve_line(curve, curves.undisturbed) for curve in curves.each),
        labels=labels_of([curve.classifier for curve in curves.each], COLUMNS),
        x_label="share of the training set" if share else f"{curves.kind}, rate",
        y_label=f"mean {shorten(printable_name(measure.name), 30)}{unit} ({direction} is better)",
        note=f"Means over {over}. Bars: {level_text(curves.level)} interval of the change from "
        f"{'the whole training set' if share else 'undisturbed data'}, {curves.method}.",
    )


def condition_curve_size(data: ConditionCurveData) -> tuple[float, float]:
    """Return the inches of the lines, the note and the legend."""
    return WIDTH, 3.0 + LINE * (min(len(data.labels), MOST_NAMED + 1) + len(_condition_curve_note(data)))


def draw_condition_curve(data: ConditionCurveData, ax: "Axes") -> "Axes":
    """Draw the lines with their bars, side by side where they would hide each other."""
    rates = sorted({rate for line in data.lines for rate in line.rates})
    gap = min((b - a for a, b in pairwise(rates)), default=1.0)
    named = min(len(data.lines), MOST_NAMED)
    for i, each in enumerate(data.lines):
        colour, pattern = LINES[i] if i < MOST_NAMED else (RULE, "-")
        shift = 0.04 * gap * (i - (named - 1) / 2) if i < MOST_NAMED else 0.0
        label = data.labels[i] if i < MOST_NAMED else "others" if i == MOST_NAMED else None
        ax.plot(
            [rate + shift for rate in each.rates], each.means, color=colour, linestyle=pattern, linewidth=1.4,
            marker=MARKS[i % len(MARKS)], markersize=3.5, label=label, zorder=3,
        )  # fmt: skip
        for rate, low, high in each.bars if i < MOST_NAMED else ():
            ax.plot([rate + shift] * 2, [low, high], color=colour, linewidth=0.8, zorder=2)
    ax.set_xticks(rates, [f"{rate:g}" for rate in rates])
    ax.set_xlabel(data.x_label)
    ax.set_ylabel(data.y_label)
    ax.set_title("\n".join(_condition_curve_note(data)), fontsize=SMALL, color=QUIET)
    ax.legend(loc="upper left", bbox_to_anchor=(0, -0.16), fontsize=SMALL, borderaxespad=0, handlelength=3)
    return ax


def _condition_curve_line(curve: ConditionCurve, undisturbed: float) -> CurveLine:
    base = next(point.mean for point in curve.points if point.rate == undisturbed)
    return CurveLine(
        name=curve.classifier,
        rates=tuple(point.rate for point in curve.points),
        means=tuple(point.mean for point in curve.points),
        bars=tuple(
            (point.rate, base + point.change.interval.low, base + point.change.interval.high)
            for point in curve.points
            if point.change is not None
        ),
    )


def _condition_curve_note(data: ConditionCurveData) -> list[str]:
    return fold(data.note, within=WIDTH - 0.7)
