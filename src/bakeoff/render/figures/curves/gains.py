"""Cumulative gains, and lift: what the highest scores hold."""

from typing import TYPE_CHECKING

from bakeoff.core.answers.operating_points import Curves
from bakeoff.render.figures.curves.lines import MOST_BANDS, CurvesData, curves_data, curves_size, draw_curves
from bakeoff.render.figures.style import QUIET, RULE
from bakeoff.render.names import printable_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

gains_size = lift_size = curves_size
X_LABEL = "share of the examples taken, highest scores first"


def gains_data(curves: Curves) -> CurvesData:
    """Return the words of the cumulative gains."""
    return curves_data(
        curves,
        x_label=X_LABEL,
        y_label=f"true positive rate (share of {printable_name(curves.positive)} found)",
        about="Grey: chance, and the best that can be.",
    )


def lift_data(curves: Curves) -> CurvesData:
    """Return the words of the lift."""
    tops = [float(c.y.max()) for c in curves.each]
    if len(curves.each) <= MOST_BANDS:
        tops += [float(c.band.high.max()) for c in curves.each if c.band is not None]
    return curves_data(
        curves,
        x_label=X_LABEL,
        y_label="lift over chance",
        about="From one example in a hundred on. Grey: chance.",
        top=max(tops),
    )


def draw_gains(data: CurvesData, ax: "Axes") -> "Axes":
    """Draw the curves between chance and the best."""
    share = data.curves.positives / (data.curves.positives + data.curves.negatives)
    ax.plot([0, 1], [0, 1], color=RULE, linewidth=0.8, zorder=0)
    ax.plot([0, share, 1], [0, 1, 1], color=RULE, linewidth=0.8, zorder=0)
    return draw_curves(data, ax)


def draw_lift(data: CurvesData, ax: "Axes") -> "Axes":
    """Draw the curves above chance."""
    ax.axhline(1, color=QUIET, linewidth=0.8, zorder=0)
    return draw_curves(data, ax)
