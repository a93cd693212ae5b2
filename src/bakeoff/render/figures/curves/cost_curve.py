"""Cost curves of all classifiers, and of a pair the difference, with who is preferable where."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.answers.operating_points import CostDifference, Curves, OperatingPoints, Region
from bakeoff.render.figures.curves.lines import MOST_NAMED, CurvesData, curves_data, curves_size, draw_curves
from bakeoff.render.figures.curves.profile import LINES
from bakeoff.render.figures.labels import LINE, SMALL, fold, labels_of
from bakeoff.render.figures.style import BAND, BETTER, INK, QUIET, RULE, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

cost_curve_size = curves_size
WIDTH = 5.2  # inches
COLUMNS = 24  # of a name


def cost_curve_data(curves: Curves) -> CurvesData:
    """Return the words of the cost curves."""
    tops = [float(c.y.max()) for c in curves.each] + [
        float(c.band.high.max()) for c in curves.each if c.band is not None
    ]
    return curves_data(
        curves,
        x_label=_point_label(curves.positive),
        y_label="normalised expected cost",
        about="Least cost over thresholds: the mean of that on other examples than those they are chosen on, and of "
        "the lower envelope (thin), which flatters. Grey: always saying the same class.",
        top=min(0.55, max(0.1, *tops)),
    )


def draw_cost_curve(data: CurvesData, ax: "Axes") -> "Axes":
    """Draw the curves, their envelopes and the trivial classifiers."""
    ax.plot([0, 0.5, 1], [0, 0.5, 0], color=QUIET, linewidth=0.8, zorder=0)
    for i, curve in enumerate(data.curves.each[:MOST_NAMED]):
        if curve.hull_x is not None and curve.hull_y is not None:
            ax.plot(curve.hull_x, curve.hull_y, color=LINES[i][0], linewidth=0.6, zorder=2)
    draw_curves(data, ax)
    _draw_point(data.curves.operating_point, ax)
    return ax


@dataclass(frozen=True, slots=True, kw_only=True)
class CostDifferenceData:
    """What the figure of one pair shows, before anything is drawn."""

    difference: CostDifference
    operating_point: float | None
    names: tuple[str, str]  # of a and of b
    x_label: str
    y_label: str
    note: str


def cost_difference_data(found: OperatingPoints, difference: CostDifference) -> CostDifferenceData:
    """Return the difference of one pair with its words."""
    a, b = labels_of([difference.a, difference.b], COLUMNS)
    together = f", and with those of all {len(found.differences)} pairs" if len(found.differences) > 1 else ""
    return CostDifferenceData(
        difference=difference,
        operating_point=found.operating_point,
        names=(a, b),
        x_label=_point_label(found.positive),
        y_label=f"advantage of {b} over {a}",
        note=f"Shaded: the true difference lies within it at all operating points at once{together} with "
        f"{level_text(found.level)} confidence. Bar: who is preferable; grey: not decided.",
    )


def cost_difference_size(data: CostDifferenceData) -> tuple[float, float]:
    """Return the inches of the curve and the note."""
    return WIDTH, 3.1 + LINE * len(_cost_curve_note(data))


def draw_cost_difference(data: CostDifferenceData, ax: "Axes") -> "Axes":
    """Draw the difference with its band, and a bar that says who is preferable where."""
    difference = data.difference
    ax.axhline(0, color=QUIET, linewidth=0.8)
    ax.fill_between(
        difference.probability_costs,
        difference.low,
        difference.high,
        color=BAND,
        alpha=0.25,
        linewidth=0,
        zorder=1,
    )
    ax.plot(difference.probability_costs, difference.advantage, color=INK, linewidth=1.4, zorder=3)
    low, high = float(difference.low.min()), float(difference.high.max())
    ax.set_ylim(low - 0.2 * (high - low), high + 0.1 * (high - low))
    ax.set_xlim(-0.01, 1.01)
    for region in difference.regions:
        _draw_region(data, region, low - 0.13 * (high - low), ax)
    _draw_point(data.operating_point, ax)
    ax.set_xlabel("\n".join(fold(data.x_label, within=2.6)))
    ax.set_ylabel("\n".join(fold(data.y_label, within=2.6)))
    ax.set_title("\n".join(_cost_curve_note(data)), fontsize=SMALL, color=QUIET)
    return ax


def _draw_region(data: CostDifferenceData, region: Region, height: float, ax: "Axes") -> None:
    a, b = data.difference.a, data.difference.b
    colour = {b: BETTER, a: WORSE}.get(region.preferable or "", RULE)
    low, high = region.low - 0.005, region.high + 0.005
    ax.plot([low, high], [height, height], color=colour, linewidth=7, solid_capstyle="butt", zorder=2)
    name = dict(zip((a, b), data.names, strict=True)).get(region.preferable or "", "not decided")
    text = f"{name} preferable" if region.preferable else name
    if high - low > 0.014 * len(text):
        light = "white" if region.preferable else INK
        ax.annotate(
            text,
            ((low + high) / 2, height),
            ha="center",
            va="center_baseline",
            fontsize=6,
            color=light,
            zorder=4,
        )


def _draw_point(point: float | None, ax: "Axes") -> None:
    if point is None:
        return
    ax.axvline(point, color=INK, linewidth=0.8, linestyle=":", zorder=2)
    ax.annotate(
        "these costs",
        (point, 1),
        xycoords=("data", "axes fraction"),
        xytext=(3 if point < 0.8 else -3, -2),
        textcoords="offset points",
        fontsize=7,
        ha="left" if point < 0.8 else "right",
        va="top",
    )


def _point_label(positive: str) -> str:
    return f"operating point: the part of {printable_name(positive)} in the cost if all were wrong"


def _cost_curve_note(data: CostDifferenceData) -> list[str]:
    return fold(data.note, within=WIDTH - 0.9)
