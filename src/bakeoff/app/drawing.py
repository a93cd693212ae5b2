"""Figures on request: which pair, on which axes, in the house's style."""

from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.errors import UsageError
from bakeoff.core.words import listed

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_pair(comparison: Comparison, names: tuple[str, str] | None, ax: "Axes | None") -> "Axes":
    """Draw the estimation plot of one pair, on the given axes or on a figure of its own."""
    from bakeoff.render.figures.differences import differences_data, draw_differences
    from bakeoff.render.figures.style import quiet_style

    data = differences_data(comparison, _chosen(comparison, names))
    with quiet_style():
        return draw_differences(data, ax if ax is not None else _new_axes(len(data.names)))


def _new_axes(rows: int) -> "Axes":
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise UsageError(
            "figures need matplotlib, which is not installed",
            where="plot",
            fix="pip install 'bakeoff[plots]'",
            code="BO070",
        ) from None
    height = 1.3 + 0.19 * min(rows, 45)
    return Figure(figsize=(5.2, height)).subplots()


def _chosen(comparison: Comparison, names: tuple[str, str] | None) -> Pair:
    if names is None and len(comparison.pairs) == 1:
        return comparison.pairs[0]
    for pair in comparison.pairs:
        if names is not None and set(names) == {pair.a, pair.b}:
            return pair
    raise UsageError(
        "several pairs were compared, and none of them was named" if names is None else f"no pair is {names}",
        where="plot",
        fix=f"name one of the pairs, such as {listed([f'({p.a!r}, {p.b!r})' for p in comparison.pairs], most=3)}",
        code="BO071",
    )
