"""The scatter of b against a: a point for each dataset, and the line on which both score the same."""

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.render.figures.labels import SMALL, fold, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, TIPPED, WORSE
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import margin_text, plain_number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIDE = 3.4  # inches
COLUMNS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ScatterData:
    """What the figure shows, before anything is drawn."""

    a: str
    b: str
    units: tuple[str, ...]
    a_scores: tuple[float, ...]
    b_scores: tuple[float, ...]
    advantages: tuple[float, ...]  # of b over a: decides the colour of a point
    wins: int  # of b
    draws: int
    losses: int
    margin: float
    higher_is_better: bool
    measure: str
    unit: str  # of what the points are: "dataset", "resample"
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each point."""
        rows = zip(self.units, self.a_scores, self.b_scores, strict=True)
        return tuple(f"{u}: {self.a} {plain_number(x)}, {self.b} {plain_number(y)}" for u, x, y in rows)


def scatter_objection(comparison: Comparison) -> str | None:
    """Return why there are no points to draw, or None."""
    if any(len(pair.units) for pair in comparison.pairs):
        return None
    return "the classifiers have one score each, on one test set: there is nothing to pair by dataset"


def scatter_data(comparison: Comparison, pair: Pair) -> ScatterData:
    """Return the points of one pair, one for each dataset or resample that both have a score on."""
    measure = comparison.evidence.measure
    unit = "dataset" if comparison.design.datasets > 1 else "resample"
    unit = "item" if comparison.design.of_items else unit
    margin = comparison.settings.margin
    band = f" The band: differences below {margin_text(margin, measure.unit)}." if margin > 0 else ""
    return ScatterData(
        a=printable_name(pair.a),
        b=printable_name(pair.b),
        units=tuple(map(printable_name, pair.units)),
        a_scores=tuple(pair.a_scores.tolist()),
        b_scores=tuple(pair.b_scores.tolist()),
        advantages=tuple(pair.advantages.tolist()),
        wins=pair.wins,
        draws=pair.draws,
        losses=pair.losses,
        margin=margin,
        higher_is_better=measure.higher_is_better,
        measure=printable_name(measure.name),
        unit=unit,
        note=f"A point for each {unit}; on the line both score the same."
        f" {'Higher' if measure.higher_is_better else 'Lower'} is better.{band}",
    )


def scatter_size(data: ScatterData) -> tuple[float, float]:
    """Return the inches of a square with its labels."""
    return SIDE, SIDE + 0.15 + 0.12 * len(_scatter_lines(data))


def draw_scatter(data: ScatterData, ax: "Axes") -> "Axes":
    """Draw the points, the diagonal and how often either is better."""
    low, high = _scatter_limits(data)
    ax.plot([low, high], [low, high], color=QUIET, linewidth=0.8, zorder=1)
    if data.margin > 0:
        below, above = [low - data.margin, high - data.margin], [low + data.margin, high + data.margin]
        ax.fill_between([low, high], below, above, color=RULE, alpha=0.5, linewidth=0, zorder=0)
    colours = [BETTER if x > 0 else WORSE if x < 0 else QUIET for x in data.advantages]
    size = max(6, min(20, ceil(800 / max(1, len(data.units)))))
    ax.scatter(data.a_scores, data.b_scores, c=colours, s=size, alpha=0.85, linewidth=0, zorder=3, gid=TIPPED)
    ax.set_xlim(low, high)
    ax.set_ylim(low, high)
    ax.set_aspect("equal")
    _draw_counts(data, ax)
    ax.set_xlabel(f"{data.measure} of {shorten(data.a, COLUMNS)}")
    ax.set_ylabel(f"{data.measure} of {shorten(data.b, COLUMNS)}")
    ax.set_title("\n".join(_scatter_lines(data)), fontsize=SMALL, color=QUIET)
    return ax


def _scatter_limits(data: ScatterData) -> tuple[float, float]:
    values = [*data.a_scores, *data.b_scores]
    low, high = min(values), max(values)
    room = 0.12 * (high - low) or 0.05 * abs(high) or 1.0
    return low - room, high + room


def _draw_counts(data: ScatterData, ax: "Axes") -> None:
    """Write how often either is better in the corner where that is so, and the draws under the first."""
    b_wins = f"{shorten(data.b, 18)} better: {data.wins}", BETTER
    a_wins = f"{shorten(data.a, 18)} better: {data.losses}", WORSE
    upper, lower = (b_wins, a_wins) if data.higher_is_better else (a_wins, b_wins)
    corners = (
        (*upper, 0.02, 0.98, "left", "top"),
        (*lower, 0.98, 0.02, "right", "bottom"),
        (f"draws: {data.draws}", INK, 0.02, 0.92, "left", "top"),
    )
    for text, colour, x, y, across, upright in corners:
        ax.text(
            x, y, text, color=colour, ha=across, va=upright, fontsize=SMALL, transform=ax.transAxes, zorder=4,
            bbox={"facecolor": "white", "alpha": 0.8, "linewidth": 0, "pad": 1.0},
        )  # fmt: skip


def _scatter_lines(data: ScatterData) -> list[str]:
    return fold(data.note, within=SIDE - 0.75)
