"""The names of curves on the curves themselves, each at another height or place, so that they keep apart."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.render.figures.labels import SMALL

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOWEST, HIGHEST = 0.35, 0.85  # heights of names on rising curves, as a share of the largest value
FIRST, LAST = 0.15, 0.75  # places of names on other curves, as a share of the width
LONGEST = 18  # letters of a name on a curve


def name_curves(
    curves: Sequence[tuple[Floats, Floats]], names: Sequence[str], colours: Sequence[str], ax: "Axes"
) -> None:
    """Write each name beside its curve, in its colour, with a light edge that keeps it apart from lines below."""
    from matplotlib.patheffects import withStroke

    for i, ((x, y), name, colour) in enumerate(zip(curves, names, colours, strict=True)):
        share = 0.5 if len(curves) == 1 else i / (len(curves) - 1)
        place = find_place(x, y, share)
        text = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        ax.annotate(
            text, place, xytext=(3, -2), textcoords="offset points", ha="left", va="top", fontsize=SMALL,
            color=colour, zorder=6, path_effects=[withStroke(linewidth=2.2, foreground="white")],
        )  # fmt: skip


def find_place(x: Floats, y: Floats, share: float) -> tuple[float, float]:
    """Return where on a curve the name goes that stands at so large a share of the way from the first to the last.

    >>> rising = np.linspace(0, 1, 101)
    >>> find_place(rising, rising, 0.0), find_place(rising, rising[::-1], 0.0)
    ((0.85, 0.85), (0.15, 0.85))
    """
    if np.all(np.diff(y) >= 0):
        height = (HIGHEST - (HIGHEST - LOWEST) * share) * float(y[-1])
        index = int(np.argmax(y >= height - 1e-12))
    else:
        along = float(x[0] + (FIRST + (LAST - FIRST) * share) * (x[-1] - x[0]))
        index = int(np.argmin(np.abs(x - along)))
    return round(float(x[index]), 9), round(float(y[index]), 9)
