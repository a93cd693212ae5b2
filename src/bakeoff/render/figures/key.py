"""The key of a figure: what each mark means, in sentences under the axes, where they collide with nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bakeoff.render.figures.labels import LINE, SMALL, TEXT, fold
from bakeoff.render.figures.style import INK

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

WIDTH = 3.4  # inches: one column of a paper
HANDLE = 0.3  # inches that a mark of the key takes
TICKS = 0.25  # inches of tick labels under the axes


class KeyEntry(NamedTuple):
    """One line of the key: the kind of mark, how it looks, and what it means."""

    mark: str  # "area", "line" or "point"
    look: dict[str, Any]
    text: str


def amount(value: float, unit: str) -> str:
    """Return a difference with three digits and its unit.

    >>> amount(1.0, " points"), amount(0.70001, " points"), amount(0.0123456, "")
    ('1 point', '0.7 points', '0.0123')
    """
    text = f"{value:.3g}"
    return f"{text}{unit.removesuffix('s') if text == '1' else unit}"


def key_height(texts: Sequence[str], *, width: float = WIDTH) -> float:
    """Return the inches that the key needs."""
    return sum(0.03 + LINE * len(_fold_text(text, width)) for text in texts) + 0.05


def draw_key(entries: Sequence[KeyEntry], ax: "Axes", *, label: str = "") -> None:
    """Write the label of the horizontal axis, and the key below it."""
    from matplotlib.transforms import ScaledTranslation

    width = _key_inches(ax)
    lines = fold(label, within=width, points=TEXT) if label else []
    ax.set_xlabel("\n".join(lines))
    below = TICKS + 0.17 * len(lines) if lines else 0.05  # without a label the axes have no ticks either
    figure = ax.figure
    ax.legend(
        handles=[_handle(entry, width) for entry in entries],
        loc="upper left",
        bbox_to_anchor=(0, 0),
        bbox_transform=ax.transAxes + ScaledTranslation(0, -below, figure.dpi_scale_trans),
        borderaxespad=0,
        borderpad=0,
        handlelength=1.6,
        handletextpad=0.7,
        labelspacing=0.35,
        fontsize=SMALL,
    )


def draw_title(text: str, ax: "Axes") -> None:
    """Write the title in as many lines as it needs."""
    ax.set_title("\n".join(fold(text, within=_key_inches(ax), points=TEXT)), fontsize=TEXT)


def _key_inches(ax: "Axes") -> float:
    """Return the width of the axes as they stand before anything is laid out: a little less than in the end."""
    return max(1.6, ax.get_window_extent().width / ax.figure.dpi)


def _fold_text(text: str, width: float) -> list[str]:
    return fold(text, within=0.775 * width - HANDLE)


def _handle(entry: KeyEntry, width: float) -> "Artist":
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    text = "\n".join(fold(entry.text, within=width - HANDLE))
    if entry.mark == "area":
        return Patch(**{"linewidth": 0, **entry.look}, label=text)
    if entry.mark == "line":
        return Line2D([], [], **{"color": INK, **entry.look}, label=text)
    return Line2D([], [], **{"color": INK, "linestyle": "none", "markersize": 4, **entry.look}, label=text)
