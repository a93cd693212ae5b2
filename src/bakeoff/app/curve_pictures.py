"""Figures of curves over operating points: numbers from inference, words from rendering."""

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.render.figures.cost_curve import CostDifferenceData, cost_curve_data, cost_difference_data
from bakeoff.render.figures.curve_lines import CurvesData
from bakeoff.render.figures.gains import gains_data, lift_data
from bakeoff.render.figures.precision_recall import precision_recall_data
from bakeoff.render.figures.roc import roc_data


def roc_of(comparison: Comparison) -> CurvesData:
    """Return the ROC curves of a comparison."""
    from bakeoff.inference.curves import roc_curves

    return roc_data(roc_curves(comparison))


def precision_recall_of(comparison: Comparison) -> CurvesData:
    """Return precision against recall."""
    from bakeoff.inference.curves import precision_recall_curves

    return precision_recall_data(precision_recall_curves(comparison))


def gains_of(comparison: Comparison) -> CurvesData:
    """Return the cumulative gains."""
    from bakeoff.inference.curves import gains_curves

    return gains_data(gains_curves(comparison))


def lift_of(comparison: Comparison) -> CurvesData:
    """Return the lift."""
    from bakeoff.inference.curves import lift_curves

    return lift_data(lift_curves(comparison))


def cost_curve_of(comparison: Comparison) -> CurvesData:
    """Return the cost curves."""
    from bakeoff.inference.curves import cost_curves

    return cost_curve_data(cost_curves(comparison))


def cost_difference_of(comparison: Comparison, pair: Pair) -> CostDifferenceData:
    """Return the difference of two cost curves."""
    from bakeoff.inference.operating_points import cost_difference

    return cost_difference_data(*cost_difference(comparison, pair))


def no_curves(comparison: Comparison) -> str | None:
    """Say why there are no curves over operating points."""
    from bakeoff.inference.curves import curves_objection

    return curves_objection(comparison)


def no_cost_curves(comparison: Comparison) -> str | None:
    """Say why there are no cost curves."""
    from bakeoff.inference.curves import cost_curves_objection

    return cost_curves_objection(comparison)
