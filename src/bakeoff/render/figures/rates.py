"""The rates of a simulation against what was varied, beside the rate that is promised."""

from typing import TYPE_CHECKING

from bakeoff.core.answers.simulation import SimulatedRates
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, key_height
from bakeoff.render.figures.style import BETTER, INK, QUIET, WORSE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = (WORSE, BETTER, INK)
MARKS = ("o", "s", "^")
PROMISED = "the rate that is asked for"


def rates_size(rates: SimulatedRates) -> tuple[float, float]:
    """Return the inches of the curves and their key."""
    return WIDTH, 2.5 + key_height([*(s.name for s in rates.series), PROMISED])


def draw_rates(rates: SimulatedRates, ax: "Axes") -> "Axes":
    """Draw each rate with two standard errors of the simulation, and the rate that is promised."""
    entries = []
    for series, colour, mark in zip(rates.series, COLOURS, MARKS, strict=False):
        x, y = [p.x for p in series.points], [p.rate for p in series.points]
        ax.errorbar(
            x,
            y,
            yerr=[2 * p.error for p in series.points],
            color=colour,
            marker=mark,
            markersize=4,
            linewidth=1.2,
        )
        entries.append(KeyEntry("line", {"color": colour, "marker": mark, "markersize": 4}, series.name))
    ax.axhline(rates.nominal, color=QUIET, linewidth=0.9, linestyle=(0, (4, 3)))
    entries.append(KeyEntry("line", {"color": QUIET, "linestyle": (0, (4, 3))}, PROMISED))
    ax.set_ylim(0, max(1.2 * rates.nominal, *(p.rate + 3 * p.error for s in rates.series for p in s.points)))
    ax.set_ylabel(rates.counts)
    draw_key(entries, ax, label=rates.axis)
    return ax
