"""The reliability diagram: how often the event happens against the probability given, with bands of chance."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.answers.reliability import ReliabilityCurves
from bakeoff.core.words import write_count
from bakeoff.render.figures.curves.curve_names import name_curves
from bakeoff.render.figures.curves.profile import LINES
from bakeoff.render.figures.labels import LINE, SMALL, fold, labels_of
from bakeoff.render.figures.style import QUIET, RULE, TIPPED
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text
from bakeoff.render.reliability import calibration_count

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 4.4  # inches
COLUMNS = 30
MOST_NAMED = len(LINES)
MOST_BANDS = 2  # more of them hide each other
STRIP = 0.14  # height of the counts below the curves, as a share of the axis


@dataclass(frozen=True, slots=True, kw_only=True)
class ReliabilityData:
    """What the figure shows, before anything is drawn."""

    curves: ReliabilityCurves
    labels: tuple[str, ...]
    x_label: str
    y_label: str
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each curve: the whole name, and its calibration error."""
        return tuple(
            f"{printable_name(c.classifier)}: ECE {own.error:.3f}, miscalibration {own.miscalibration:.4f}"
            for c, own in zip(self.curves.each, self.curves.reliability.each, strict=True)
        )


def reliability_data(curves: ReliabilityCurves) -> ReliabilityData:
    """Return the curves with their words."""
    names = labels_of([c.classifier for c in curves.each], COLUMNS)
    labels = tuple(
        f"{name}   ECE {own.error:.3f}" for name, own in zip(names, curves.reliability.each, strict=True)
    )
    positive = curves.reliability.positive
    event = "the predicted class is right" if positive is None else f"it is {printable_name(positive)}"
    given = (
        "confidence in the predicted class"
        if positive is None
        else f"probability of {printable_name(positive)}"
    )
    return ReliabilityData(
        curves=curves,
        labels=labels,
        x_label=f"{given}, as the classifier gives it",
        y_label=f"how often {event} (isotonic)",
        note=f"{calibration_count(curves.reliability)} {_band_words(curves)}{_strip_words(curves)}",
    )


def reliability_size(data: ReliabilityData) -> tuple[float, float]:
    """Return the inches of the curves, the note and the legend."""
    rows = min(len(data.labels), MOST_NAMED + 1) + len(_note_lines(data))
    return WIDTH, 3.9 + LINE * rows


def draw_reliability(data: ReliabilityData, ax: "Axes") -> "Axes":
    """Draw the diagonal, bands, curves and counts, and the names on the curves."""
    ax.plot([0, 1], [0, 1], color=QUIET, linewidth=0.8, zorder=0)
    each = data.curves.each
    for i, curve in enumerate(each):
        colour, pattern = LINES[i] if i < MOST_NAMED else (RULE, "-")
        label = data.labels[i] if i < MOST_NAMED else "others" if i == MOST_NAMED else None
        if curve.band is not None and len(each) <= MOST_BANDS:
            band = curve.band
            ax.fill_between(band.x, band.low, band.high, color=colour, alpha=0.13, linewidth=0, zorder=1)
        ax.plot(
            curve.x, curve.y, color=colour, linestyle=pattern, linewidth=1.8, label=label, zorder=3,
            gid=f"{TIPPED}-{i}",
        )  # fmt: skip
    _draw_counts(data, ax)
    first = each[:MOST_NAMED]
    if len(first) > 1:
        colours = [colour for colour, _ in LINES[: len(first)]]
        name_curves([(c.x, c.y) for c in first], [printable_name(c.classifier) for c in first], colours, ax)
    ax.set_xlim(-0.01, 1.01)
    ax.set_ylim(-0.02 - (STRIP if len(each) <= MOST_BANDS else 0), 1.02)
    ax.set_yticks(np.linspace(0, 1, 6))
    ax.set_xlabel(data.x_label)
    ax.set_ylabel(data.y_label)
    ax.set_title("\n".join(_note_lines(data)), fontsize=SMALL, color=QUIET)
    ax.legend(loc="upper left", bbox_to_anchor=(0, -0.13), fontsize=SMALL, borderaxespad=0, handlelength=3)
    return ax


def _draw_counts(data: ReliabilityData, ax: "Axes") -> None:
    """Draw below the curves how many examples were given which probability, of one or two classifiers."""
    if len(data.curves.each) > MOST_BANDS:
        return
    most = max(int(counts.max()) for counts in data.curves.counts)
    for i, counts in enumerate(data.curves.counts):
        edges = np.linspace(0, 1, counts.size + 1)
        ax.stairs(
            counts / most * STRIP - STRIP,
            edges,
            baseline=-STRIP,
            color=LINES[i][0],
            fill=True,
            alpha=0.35,
            zorder=1,
        )


def _band_words(curves: ReliabilityCurves) -> str:
    if len(curves.each) > MOST_BANDS:
        return "The nearer to the diagonal, the better calibrated."
    band = curves.each[0].band
    if band is None:
        return "The nearer to the diagonal, the better calibrated; without a band, since examples come in groups."
    return (
        f"Shaded: where a calibrated classifier's curve lies, at each probability in {level_text(band.level)} of "
        "cases."
    )


def _strip_words(curves: ReliabilityCurves) -> str:
    examples = write_count(curves.reliability.examples, "example")
    if len(curves.each) > MOST_BANDS:
        return f" {examples[:1].upper()}{examples[1:]}."
    return f" Below: how the probabilities of the {examples} lie."


def _note_lines(data: ReliabilityData) -> list[str]:
    return fold(data.note, within=WIDTH - 0.7)
