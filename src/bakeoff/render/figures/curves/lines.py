"""What the figures of curves share: lines told apart without colour, shaded bands, note and legend."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.answers.operating_points import Curve, Curves
from bakeoff.core.words import write_count
from bakeoff.render.figures.curves.curve_names import name_curves
from bakeoff.render.figures.curves.profile import LINES
from bakeoff.render.figures.labels import LINE, SMALL, fold, labels_of
from bakeoff.render.figures.style import QUIET, RULE, TIPPED
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 4.4  # inches
COLUMNS = 30
MOST_BANDS = 2  # more of them hide each other
MOST_NAMED = len(LINES)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvesData:
    """What a figure of curves shows, before anything is drawn."""

    curves: Curves
    labels: tuple[str, ...]
    x_label: str
    y_label: str
    note: str
    top: float = 1.0  # of the vertical axis

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each curve: the whole name, and the number that sums it up."""
        return tuple(
            printable_name(c.classifier)
            if c.value is None
            else f"{printable_name(c.classifier)}: {c.value:.3f}"
            for c in self.curves.each
        )


def curves_data(
    curves: Curves, *, x_label: str, y_label: str, about: str, value: str | None = None, top: float = 1.0
) -> CurvesData:
    """Return the curves with their words; `value` names the number that sums a curve up."""
    names = labels_of([c.classifier for c in curves.each], COLUMNS)
    labels = tuple(
        name if value is None or c.value is None else f"{name}   {value} {c.value:.3f}"
        for name, c in zip(names, curves.each, strict=True)
    )
    note = f"{about} {_examples_text(curves)}{_band_words(curves)}"
    return CurvesData(curves=curves, labels=labels, x_label=x_label, y_label=y_label, note=note, top=top)


def curves_size(data: CurvesData) -> tuple[float, float]:
    """Return the inches of the curves, the note and the legend."""
    rows = min(len(data.labels), MOST_NAMED + 1) + len(note_lines(data))
    return WIDTH, 3.7 + LINE * rows


def note_lines(data: CurvesData) -> list[str]:
    """Return the note in lines that fit."""
    return fold(data.note, within=WIDTH - 0.7)


def draw_curves(data: CurvesData, ax: "Axes") -> "Axes":
    """Draw lines, bands, labels and legend; what is particular to a figure is drawn by itself."""
    each = data.curves.each
    for i, curve in enumerate(each):
        colour, pattern = LINES[i] if i < MOST_NAMED else (RULE, "-")
        _draw_band(curve, colour, ax, shown=len(each) <= MOST_BANDS)
        label = data.labels[i] if i < MOST_NAMED else "others" if i == MOST_NAMED else None
        thickness = 2.0 - 0.1 * min(i, 8)
        style = {"color": colour, "linestyle": pattern, "linewidth": thickness, "label": label}
        ax.plot(curve.x, curve.y, zorder=3, gid=f"{TIPPED}-{i}", **style)  # type: ignore[arg-type]
    first = each[:MOST_NAMED]
    if len(first) > 1:
        names = [printable_name(curve.classifier) for curve in first]
        name_curves([(c.x, c.y) for c in first], names, [colour for colour, _ in LINES[: len(first)]], ax)
    ax.set_xlim(-0.01, 1.01)
    ax.set_ylim(-0.01 * data.top, 1.03 * data.top)
    across = fold(data.x_label, within=2.7)
    ax.set_xlabel("\n".join(across))
    ax.set_ylabel(data.y_label)
    ax.set_title("\n".join(note_lines(data)), fontsize=SMALL, color=QUIET)
    below = -0.13 - 0.055 * (len(across) - 1)
    ax.legend(loc="upper left", bbox_to_anchor=(0, below), fontsize=SMALL, borderaxespad=0, handlelength=3)
    return ax


def _draw_band(curve: Curve, colour: str, ax: "Axes", *, shown: bool) -> None:
    if curve.band is not None and shown:
        ax.fill_between(
            curve.band.x, curve.band.low, curve.band.high, color=colour, alpha=0.13, linewidth=0, zorder=1
        )


def _examples_text(curves: Curves) -> str:
    return (
        f"{write_count(curves.positives, 'example')} of {printable_name(curves.positive)}, {curves.negatives:,} of "
        f"{printable_name(curves.negative)}."
    )


def _band_words(curves: Curves) -> str:
    band = curves.each[0].band
    pooled = " Scores of several folds are pooled, as if they were on one scale." if curves.pooled else ""
    if band is None or len(curves.each) > MOST_BANDS:
        return pooled
    return f" Shaded: where the whole true curve lies with {level_text(band.level)} confidence.{pooled}"
