"""`bakeoff.plot_trade_off`: what a better score costs in time or size."""

from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_trade_off(scores: Comparison, costs: Comparison, *, ax: "Axes | None" = None) -> "Axes":
    """Draw classifiers by a score and by what they cost, with the uncertainty of both, and return the axes.

    Parameters
    ----------
    scores, costs : Comparison
        The same classifiers compared by a score, and by a time, a size or another cost: two tables, or one long table
        compared twice with `metric=`.
    ax : matplotlib axes, optional
        Where to draw; by default on a figure of its own.

    See Also
    --------
    compare : Both comparisons that are drawn.

    Examples
    --------
    >>> import bakeoff
    >>> accuracy = {"dataset": ["w", "x", "y"], "tree": [80, 73, 85], "forest": [85, 74, 88]}
    >>> seconds = {"dataset": ["w", "x", "y"], "tree": [0.1, 0.2, 0.1], "forest": [3, 5, 4]}
    >>> by_score = bakeoff.compare(accuracy, metric="accuracy")
    >>> axes = bakeoff.plot_trade_off(by_score, bakeoff.compare(seconds, metric="seconds"))
    >>> axes.get_xscale()
    'log'
    """
    from bakeoff.api.deliveries.figures import Drawing, draw_data
    from bakeoff.api.extras import require_matplotlib
    from bakeoff.inference.figure_data.trade_off import trade_off_figure_data
    from bakeoff.render.figures.trade_off import draw_trade_off, trade_off_data, trade_off_size

    require_matplotlib(where="plot")
    return draw_data(
        trade_off_data(trade_off_figure_data(scores, costs)), Drawing(draw_trade_off, trade_off_size), ax
    )
