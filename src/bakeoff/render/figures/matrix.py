"""The pairwise matrix: the advantage of each classifier over each other, with interval, p-value and wins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isinf
from typing import TYPE_CHECKING, NamedTuple

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Posterior, Verdict
from bakeoff.core.words import write_count
from bakeoff.render.figures.captions import SMALLEST
from bakeoff.render.figures.labels import LINE, SMALL, TEXT, fold, judgement_label, labels_of, widest
from bakeoff.render.figures.style import BETTER, EQUAL, QUIET, RULE, TIPPED, WORSE, ink_on
from bakeoff.render.numbers import number_text, p_text, pair_decimals, signed_text, unit_of_estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

COLUMNS = 26
MOST_WRITTEN_CELLS = 66  # cells that still hold text: the pairs of twelve classifiers
SQUARE = 0.2  # inches of a cell without text
SMALL_SQUARE = 0.135  # … at least: names of rows stand beside it
COLOURS = {Verdict.BETTER: BETTER, Verdict.WORSE: WORSE, Verdict.EQUIVALENT: EQUAL}
MARKS = {Verdict.BETTER: "", Verdict.WORSE: "−", Verdict.EQUIVALENT: "="}


class CellForm(NamedTuple):
    """How much a cell shows: so many of its lines, or a square of so many inches."""

    lines: int
    square: float = 0.0


# The fullest first.
FORMS = (CellForm(4), CellForm(1), CellForm(0, SQUARE), CellForm(0, SMALL_SQUARE))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """One pair: the classifier of the row measured against that of the column."""

    row: int
    column: int
    advantage: float
    share: float  # of the largest advantage in the table
    verdict: Verdict
    lines: tuple[str, ...]  # advantage, interval, evidence, wins–draws–losses


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixData:
    """What the matrix shows, before anything is drawn; best classifiers first."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[MatrixCell, ...]
    form: "CellForm"
    note: str
    narrower: "tuple[tuple[CellForm, str], ...]" = ()  # what is drawn where there is less room, and its note

    @property
    def has_texts(self) -> bool:
        """Whether cells hold text: not where there are too many."""
        return self.form.lines > 0

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each cell."""
        return tuple(
            f"{self.rows[c.row]} over {self.columns[c.column]}: {', '.join(c.lines)}" for c in self.cells
        )


def matrix_objection(comparison: Comparison) -> str | None:
    """Return why there is no matrix, or None."""
    return None if len(comparison.pairs) > 1 else "two classifiers are one pair, which 'differences' shows"


def matrix_data(comparison: Comparison) -> MatrixData:
    """Return a cell for each pair: above the diagonal, or in one column where there is a baseline."""
    names = [s.classifier for s in comparison.ranking]
    labels = labels_of(names, COLUMNS)
    baseline = comparison.settings.baseline
    rows = [n for n in names if n != baseline] if baseline else names[:-1]
    columns = [baseline] if baseline else names[1:]
    largest = max(abs(p.result.estimate.value) for p in comparison.pairs)
    scale = (largest, pair_decimals(comparison))
    cells = [_matrix_cell(pair, rows, columns, scale) for pair in comparison.pairs]
    full, *narrower = FORMS if len(cells) <= MOST_WRITTEN_CELLS else FORMS[2:]
    return MatrixData(
        rows=tuple(labels[names.index(n)] for n in rows),
        columns=tuple(labels[names.index(n)] for n in columns),
        cells=tuple(sorted(cells, key=lambda c: (c.row, c.column))),
        form=full,
        note=_matrix_note(comparison, full),
        narrower=tuple((form, _matrix_note(comparison, form)) for form in narrower),
    )


def fit_matrix(data: MatrixData, width: float) -> MatrixData:
    """Return the matrix with as much in its cells as so many inches hold in letters of a readable size."""
    forms = ((data.form, data.note), *data.narrower)
    each = (replace(data, form=form, note=note) for form, note in forms)
    fitting = (one for one in each if _inches_wide(one) * SMALLEST <= width * SMALL)
    return next(fitting, replace(data, form=forms[-1][0], note=forms[-1][1]))


def _matrix_cell(pair: Pair, rows: list[str], columns: list[str], scale: tuple[float, int]) -> MatrixCell:
    largest, digits = scale
    turned = not (pair.b in rows and pair.a in columns and _is_above(pair.b, pair.a, rows, columns))
    row, column = (pair.a, pair.b) if turned else (pair.b, pair.a)
    sign = -1.0 if turned else 1.0
    estimate = pair.result.estimate
    mirrored = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
    return MatrixCell(
        row=rows.index(row),
        column=columns.index(column),
        advantage=sign * estimate.value + 0.0,
        share=abs(estimate.value) / largest if largest else 0.0,
        verdict=mirrored.get(pair.verdict, pair.verdict) if turned else pair.verdict,
        lines=_matrix_lines(pair, sign, digits),
    )


def _is_above(row: str, column: str, rows: list[str], columns: list[str]) -> bool:
    """Say whether a pair lies above the diagonal this way round; a baseline's only column always does."""
    return len(columns) == 1 or rows.index(row) <= columns.index(column)


def _matrix_lines(pair: Pair, sign: float, digits: int) -> tuple[str, ...]:
    estimate = pair.result.estimate
    low, high = sorted((sign * estimate.interval.low, sign * estimate.interval.high))
    wins, losses = (pair.wins, pair.losses) if sign > 0 else (pair.losses, pair.wins)
    return (
        signed_text(sign * estimate.value, digits),
        _matrix_ends(low, high, digits),
        _matrix_evidence(pair, sign),
        f"{wins} · {pair.draws} · {losses}",
    )


def _matrix_ends(low: float, high: float, digits: int) -> str:
    if isinf(low) and isinf(high):
        return "no bound"
    if isinf(low) or isinf(high):
        return f"≥ {number_text(low, digits)}" if isinf(high) else f"≤ {number_text(high, digits)}"
    return f"{number_text(low, digits)} to {number_text(high, digits)}"


def _matrix_evidence(pair: Pair, sign: float) -> str:
    if isinstance(pair.result, Posterior):
        return f"P(better) {pair.result.better if sign > 0 else pair.result.worse:.2f}"
    return p_text(pair.p_value)


def _matrix_note(comparison: Comparison, form: CellForm) -> str:
    has_texts = form.lines > 0
    of = comparison.pairs[0].result.estimate.of
    unit = unit_of_estimate(comparison.pairs[0].result.estimate, comparison.evidence.measure.unit)
    what = f"Row over column: {of}{',' + unit if unit else ''}"
    tally = "wins · draws · losses"
    if comparison.pairs[0].flips is not None:
        tally = f"{comparison.design.unit_noun}s that the row alone · both or neither · the column alone gets right"
    p = "probability" if isinstance(comparison.pairs[0].result, Posterior) else "adjusted p"
    inside = f", its interval, {p}, {tally}" if form.lines > 1 else ""
    many = "" if has_texts else f" ({write_count(len(comparison.pairs), 'pair')})"
    equal = "; green: equivalent" if comparison.settings.margin > 0 else ""
    mark = "" if has_texts else " (−)"
    colours = f"Blue: the row is better; orange{mark}: worse{equal}; grey: undecided; stronger: larger."
    return f"{what}{inside}{many}. {colours} {judgement_label(comparison)}."


def matrix_size(data: MatrixData) -> tuple[float, float]:
    """Return the inches that the cells and labels need."""
    wide, high = _cell_inches(data)
    heads = widest(data.columns, TEXT)
    turned = heads > wide - 0.06
    top = heads if turned else 0.16
    width = max(3.4, _inches_wide(data))
    lines = fold(data.note, within=width - 0.35)
    return width, 0.25 + top + high * len(data.rows) + LINE * len(lines)


def _inches_wide(data: MatrixData) -> float:
    return widest(data.rows, TEXT) + 0.25 + _cell_inches(data)[0] * len(data.columns)


def _cell_inches(data: MatrixData) -> tuple[float, float]:
    if not data.has_texts:
        return data.form.square, data.form.square
    if len(data.columns) == 1 and data.form.lines > 1:  # against a baseline: each pair in a line
        return sum(_text_widths(data)) + 0.1, 0.2
    texts = [text for cell in data.cells for text in cell.lines[: data.form.lines]]
    return widest(texts, 6.5) + 0.14, 0.52 if data.form.lines > 1 else 0.2


def _text_widths(data: MatrixData) -> list[float]:
    """Return the inches of advantage, interval, evidence and tally when they stand side by side."""
    return [widest(texts, 6.5) + 0.12 for texts in zip(*(cell.lines for cell in data.cells), strict=True)]


def draw_matrix(data: MatrixData, ax: "Axes") -> "Axes":
    """Draw the cells, with text where there is room."""
    width, height = matrix_size(data)
    wide, high = _cell_inches(data)
    left = widest(data.rows, TEXT) + 0.12
    lines = fold(data.note, within=width - 0.35)
    top = height - 0.12 - LINE * len(lines) - high * len(data.rows)
    ax.set_axis_off()
    ax.set_xlim(0, width)
    ax.set_ylim(height, 0)
    for i, cell in enumerate(data.cells):
        corner = left + wide * cell.column, top + high * cell.row
        square, ink = _fill(cell, corner, (wide, high), ax)
        square.set_gid(f"{TIPPED}-{i}")
        texts = cell.lines[: data.form.lines] or (MARKS.get(cell.verdict, ""),)
        _write(cell, texts, _matrix_places(data, corner, (wide, high)), ink, ax)
    for i, name in enumerate(data.rows):
        ax.text(left - 0.06, top + high * (i + 0.5), name, ha="right", va="center", fontsize=TEXT)
    turned = widest(data.columns, TEXT) > wide - 0.06
    for i, name in enumerate(data.columns):
        place = left + wide * (i + 0.5), top - 0.05
        ax.text(*place, name, ha="center", va="bottom", fontsize=TEXT, rotation=90 if turned else 0)
    for i, text in enumerate(lines):
        ax.text(0.06, height - LINE * (len(lines) - i) - 0.02, text, fontsize=SMALL, color=QUIET, va="top")
    return ax


def _matrix_places(
    data: MatrixData, corner: tuple[float, float], size: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return where each text of a cell is centred: under each other, side by side, or only a mark."""
    x, y = corner
    if data.form.lines <= 1:
        return [(x + size[0] / 2, y + size[1] / 2)]
    if len(data.columns) > 1:
        return [(x + size[0] / 2, y + 0.085 + 0.117 * i) for i in range(4)]
    parts = _text_widths(data)
    return [(x + 0.05 + sum(parts[:i]) + part / 2, y + size[1] / 2) for i, part in enumerate(parts)]


def _fill(
    cell: MatrixCell, corner: tuple[float, float], size: tuple[float, float], ax: "Axes"
) -> "tuple[Patch, str]":
    """Colour a cell by verdict and size; return it, and a colour that text on it is read in."""
    from matplotlib.colors import to_rgb
    from matplotlib.patches import Rectangle

    # No stronger than dark letters are read on with a contrast of 4.5 and more.
    strength = 0.15 + 0.5 * cell.share if cell.verdict in COLOURS else 0.45
    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(COLOURS.get(cell.verdict, RULE)))
    face = Rectangle(corner, *size, facecolor=(red, green, blue), edgecolor="white", linewidth=1.0)
    return ax.add_patch(face), ink_on((red, green, blue))


def _write(
    cell: MatrixCell, texts: Sequence[str], places: list[tuple[float, float]], ink: str, ax: "Axes"
) -> None:
    for i, (place, text) in enumerate(zip(places, texts, strict=True)):
        if not text:
            continue
        ax.text(
            *place, text, ha="center", va="center", color=ink, fontsize=6.5, fontfamily="DejaVu Sans",
            fontweight="bold" if i == 0 and cell.verdict is not Verdict.UNDECIDED else "normal",
        )  # fmt: skip
