"""The ROC curve: what every threshold catches against its false alarms; with costs, lines of equal cost."""

from typing import TYPE_CHECKING

from bakeoff.core.answers.operating_points import Curves
from bakeoff.render.figures.curves.lines import MOST_NAMED, CurvesData, curves_data, curves_size, draw_curves
from bakeoff.render.figures.curves.profile import LINES
from bakeoff.render.figures.style import QUIET, RULE
from bakeoff.render.names import printable_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

roc_size = curves_size


def roc_data(curves: Curves) -> CurvesData:
    """Return the words of the ROC curves."""
    about = "Thin: the convex hull."
    if curves.cost_slope is not None:
        about += f" Dotted: lines of equal cost, of slope {curves.cost_slope:.3g}"
        about += "; dots: the least cost on these very examples."
    return curves_data(
        curves,
        x_label=f"false positive rate (share of {printable_name(curves.negative)})",
        y_label=f"true positive rate, recall (share of {printable_name(curves.positive)})",
        about=about,
        value="area",
    )


def draw_roc(data: CurvesData, ax: "Axes") -> "Axes":
    """Draw the curves, their hulls, and where costs are known the lines of equal cost."""
    ax.plot([0, 1], [0, 1], color=RULE, linewidth=0.8, zorder=0)
    for i, curve in enumerate(data.curves.each[:MOST_NAMED]):
        if curve.hull_x is not None and curve.hull_y is not None:
            ax.plot(curve.hull_x, curve.hull_y, color=LINES[i][0], linewidth=0.6, alpha=0.8, zorder=2)
    draw_curves(data, ax)
    _draw_costs(data, ax)
    ax.set_aspect("equal", adjustable="box", anchor="W")
    return ax


def _draw_costs(data: CurvesData, ax: "Axes") -> None:
    slope = data.curves.cost_slope
    selected = [(i, c.best) for i, c in enumerate(data.curves.each[:MOST_NAMED]) if c.best is not None]
    if slope is None:
        return
    for i, best in selected:
        ax.plot([best[0]], [best[1]], marker="o", markersize=5, color=LINES[i][0], zorder=5)
    for _, (x, y) in selected:
        ax.axline((x, y), slope=slope, color=QUIET, linewidth=0.8, linestyle=":", zorder=1)
