"""Confusion tables: for each classifier, what the examples of each class were taken for."""

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import write_count
from bakeoff.render.figures.labels import LINE, SMALL, TEXT, fold, labels_of, widest
from bakeoff.render.figures.style import BETTER, QUIET, RULE, TIPPED, WORSE, ink_on

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CLASSES = 20
MOST_WRITTEN_CLASSES = 8  # classes whose fields still hold text
MOST_TABLES = 12
MOST_TIPS = 1_000  # fields that say what they stand for: a page is not made heavy by them
COLUMNS = 18  # of a class's label
ACROSS = 3  # tables in a row


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionTable:
    """One classifier: of the examples of each class, how many were taken for each class."""

    name: str
    counts: tuple[tuple[float, ...], ...]  # true class × predicted class
    shares: tuple[
        tuple[float, ...], ...
    ]  # the same as shares of the true class; 0 where a class does not occur


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionData:
    """What the figure shows, before anything is drawn; best classifiers first."""

    classes: tuple[str, ...]
    tables: tuple[ConfusionTable, ...]
    labels: tuple[str, ...]
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each field, table by table and row by row."""
        if len(self.tables) * len(self.classes) ** 2 > MOST_TIPS:
            return ()
        return tuple(
            f"{label}: {true} taken for {taken}, {count:,.10g} ({share:.1%} of {true})".replace("%", " %")
            for table, label in zip(self.tables, self.labels, strict=True)
            for true, counts, shares in zip(self.classes, table.counts, table.shares, strict=True)
            for taken, count, share in zip(self.classes, counts, shares, strict=True)
        )


def confusion_objection(comparison: Comparison) -> str | None:
    """Return why there are no confusion tables, or None."""
    evidence = comparison.evidence
    if not isinstance(evidence, Predictions) or evidence.labels is None or evidence.truth is None:
        return "it needs the predicted and the true class of every example of one test set"
    if len(evidence.classes) > MOST_CLASSES:
        return f"{len(evidence.classes)} classes are too many to read; {MOST_CLASSES} are the most"
    return None


def confusion_data(comparison: Comparison) -> ConfusionData:
    """Return a table for each of the best classifiers."""
    evidence = comparison.evidence
    if not isinstance(evidence, Predictions):
        raise TypeError("the objection lets only predictions pass")
    names = [s.classifier for s in comparison.ranking][:MOST_TABLES]
    weighted = ", weighted" if evidence.weight is not None else ""
    best = (
        f" The best {len(names)} of {len(evidence.classifiers)}."
        if len(evidence.classifiers) > len(names)
        else ""
    )
    return ConfusionData(
        classes=labels_of(evidence.classes, COLUMNS),
        tables=tuple(_confusion_table(evidence, name) for name in names),
        labels=labels_of(names, 30),
        note=f"Rows are true classes, columns predicted ones; percent of each row{weighted}; "
        f"{write_count(evidence.examples, 'example')}. Blue: right; orange: wrong.{best}",
    )


def _confusion_table(given: Predictions, name: str) -> ConfusionTable:
    size, column = len(given.classes), given.classifiers.index(name)
    if given.truth is None or given.labels is None:
        raise ValueError("the objection lets only known classes pass")
    counts = np.zeros((size, size))
    np.add.at(counts, (given.truth, given.labels[:, column]), 1.0 if given.weight is None else given.weight)
    totals = counts.sum(axis=1, keepdims=True)
    shares = counts / np.where(totals > 0, totals, 1.0)
    return ConfusionTable(
        name=name,
        counts=tuple(tuple(row) for row in counts.tolist()),
        shares=tuple(tuple(row) for row in shares.tolist()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sizes:
    """Sizes in inches."""

    field: float
    label: float  # of the classes
    across: int  # tables in a row
    down: int
    lines: tuple[str, ...]

    @classmethod
    def of(cls, data: ConfusionData) -> "_Sizes":
        field = 0.42 if len(data.classes) <= MOST_WRITTEN_CLASSES else 0.15
        label = widest(data.classes, SMALL) + 0.08
        across = min(ACROSS, len(data.tables))
        wide = max(len(data.classes) * field + label, widest(data.labels, TEXT)) + 0.25
        lines = fold(data.note, within=max(3.4, across * wide) - 0.3)
        return cls(
            field=field, label=label, across=across, down=ceil(len(data.tables) / across), lines=tuple(lines)
        )

    def table(self, data: ConfusionData) -> tuple[float, float]:
        side = len(data.classes) * self.field
        return max(side + self.label, widest(data.labels, TEXT)) + 0.25, side + self.label + 0.42


def confusion_size(data: ConfusionData) -> tuple[float, float]:
    """Return the inches that the tables need."""
    plan = _Sizes.of(data)
    wide, high = plan.table(data)
    return max(3.4, wide * plan.across + 0.1), high * plan.down + 0.1 + LINE * len(plan.lines)


def draw_confusion(data: ConfusionData, ax: "Axes") -> "Axes":
    """Draw the tables side by side, three in a row."""
    plan = _Sizes.of(data)
    width, height = confusion_size(data)
    wide, high = plan.table(data)
    ax.set_axis_off()
    for i, (table, label) in enumerate(zip(data.tables, data.labels, strict=True)):
        corner = wide * (i % plan.across) + plan.label + 0.06, high * (i // plan.across) + 0.3
        ax.text(corner[0] - plan.label, corner[1] - 0.09, label, va="bottom", fontsize=TEXT)
        _draw_table(data, table, corner, plan, ax)
    for i, text in enumerate(plan.lines):
        ax.text(0.06, high * plan.down + 0.04 + LINE * i, text, fontsize=SMALL, color=QUIET, va="top")
    ax.set_xlim(0, width)
    ax.set_ylim(height, 0)
    return ax


def _draw_table(
    data: ConfusionData, table: ConfusionTable, corner: tuple[float, float], plan: _Sizes, ax: "Axes"
) -> None:
    left, top, side = *corner, len(data.classes) * plan.field
    shares = np.array(table.shares)
    strength = np.where(
        np.eye(len(shares), dtype=bool), shares, np.sqrt(shares)
    )  # errors are rare: show them
    edges = plan.field * np.arange(len(shares) + 1)
    colours = _confusion_colours(strength)
    ax.pcolormesh(left + edges, top + edges, colours, gid=f"{TIPPED}-{left:.2f}-{top:.2f}")
    if plan.field > 0.3:
        _write_shares(shares, colours, (left, top), plan.field, ax)
    for i, name in enumerate(data.classes):
        middle = plan.field * (i + 0.5)
        ax.text(left - 0.04, top + middle, name, ha="right", va="center", fontsize=SMALL)
        ax.text(left + middle, top + side + 0.04, name, ha="center", va="top", fontsize=SMALL, rotation=90)
    right, foot = left + side, top + side
    ax.plot([left, right, right, left, left], [top, top, foot, foot, top], color=RULE, linewidth=0.6)


def _confusion_colours(strength: Floats) -> Floats:
    """Return red, green and blue of each field: of right answers on the diagonal, of errors elsewhere."""
    from matplotlib.colors import to_rgb

    own = np.eye(len(strength), dtype=bool)[:, :, None]
    colours: Floats = 1 - 0.9 * strength[:, :, None] * (1 - np.where(own, to_rgb(BETTER), to_rgb(WORSE)))
    return colours


def _write_shares(
    shares: Floats, colours: Floats, corner: tuple[float, float], field: float, ax: "Axes"
) -> None:
    for row, column in np.argwhere(shares > 0).tolist():
        share = shares[row, column]
        text = "<1" if share < 0.005 else f"{share * 100:.0f}"
        x, y = corner[0] + field * (column + 0.5), corner[1] + field * (row + 0.5)
        ink = ink_on(colours[row, column].tolist())
        ax.text(x, y, text, ha="center", va="center", fontsize=SMALL, color=ink)
