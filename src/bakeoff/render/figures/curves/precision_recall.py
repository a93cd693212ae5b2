"""Precision against recall, curved between thresholds as it truly is."""

from typing import TYPE_CHECKING

from bakeoff.core.answers.operating_points import Curves
from bakeoff.render.figures.curves.lines import CurvesData, curves_data, curves_size, draw_curves
from bakeoff.render.figures.style import QUIET
from bakeoff.render.names import printable_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

precision_recall_size = curves_size


def precision_recall_data(curves: Curves) -> CurvesData:
    """Return the words of precision against recall."""
    positive = printable_name(curves.positive)
    return curves_data(
        curves,
        x_label=f"recall (true positive rate) of {positive}",
        y_label=f"precision of {positive}",
        about=f"Dashed: the share of {positive} in the test set, the precision of chance.",
        value="average precision",
    )


def draw_precision_recall(data: CurvesData, ax: "Axes") -> "Axes":
    """Draw the curves, and the precision of chance."""
    share = data.curves.positives / (data.curves.positives + data.curves.negatives)
    ax.axhline(share, color=QUIET, linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
    return draw_curves(data, ax)
