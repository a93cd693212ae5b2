"""CSV, TSV and their relatives: the separator is found where only one fits, and asked for where several do."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from bakeoff.core.errors import InputError
from bakeoff.core.words import quoted
from bakeoff.inputs.cells import looks_numeric
from bakeoff.inputs.coded_cells import coded_columns, cut_columns
from bakeoff.inputs.grid import Column, Grid
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.prediction_spellings import has_answers
from bakeoff.inputs.rows import TextRow, grid_of_rows
from bakeoff.inputs.sources import too_many_cells

if TYPE_CHECKING:
    from _csv import Reader

SEPARATORS = (",", ";", "\t", "|")
_SAMPLE = 40
_LARGE = 1_000_000  # characters
LONGEST_CELL = 131_072  # characters
_SAID = {"\t": "tab"}


def read_delimited(text: str, *, separator: str, source: str, name: str, options: ReadOptions) -> Grid:
    """Return the grid of a text whose cells are separated by one character."""
    text = _without_declaration(text)
    cells = text.count("\n") * (text.partition("\n")[0].count(separator) + 1)
    if cells > options.max_cells:
        raise too_many_cells(cells, options.max_cells, source)
    if columns := _coded(text, separator) or _regular(text, separator):
        height = len(columns[0].cells)
        return Grid(columns=columns, lines=range(2, height + 2), source=source, name=name)
    rows, lines = _rows(text, separator, source)
    return grid_of_rows(rows, lines, source=source, name=name)


def _coded(text: str, separator: str) -> tuple[Column, ...]:
    """Return the columns of a large table of predictions, whose cells are few texts over and over."""
    if len(text) < _LARGE or not has_answers(text.partition("\n")[0].split(separator)):
        return ()
    return coded_columns(text, separator)


def _regular(text: str, separator: str) -> tuple[Column, ...]:
    """Return the columns of a table with nothing special in it, which most are; nothing if there is.

    Without quotes, blank lines or rows of another length, columns can be cut out of the text without
    making rows first: several times as fast.
    """
    text = text.removesuffix("\n")
    header = [name.strip() for name in text.partition("\n")[0].split(separator)]
    width, height = len(header), text.count("\n")
    if '"' in text or height < 1 or width < 2 or not all(header[1:]):
        return ()
    columns = cut_columns(text.partition("\n")[2], separator, width)
    return tuple(
        Column(name=n, cells=c, position=j) for j, (n, c) in enumerate(zip(header, columns, strict=False), 1)
    )


def find_separator(text: str, *, source: str) -> str | None:
    """Return the separator of a text, or None if none of the usual ones separates anything.

    A separator fits if all lines of a sample have the same number of cells, two or more. Where several
    fit, the one that makes more columns of numbers is meant; where that is a draw, nobody can know.
    """
    declared = _declared(text)
    if declared:
        return declared
    sample = _sample(text)
    fits = {s: quality for s in SEPARATORS if (quality := _quality(sample, s)) is not None}
    if not fits:
        return _commonest(sample)
    best = max(fits.values())
    winners = [s for s, quality in fits.items() if quality == best]
    if len(winners) > 1:
        raise InputError(
            f"the cells may be separated by {' or by '.join(quoted(_SAID.get(s, s)) for s in winners)}",
            where=source,
            fix=f"say which: --separator {quoted(_SAID.get(winners[0], winners[0]))} (decimal commas: --decimal ',')",
            code="BO016",
        )
    return winners[0]


def _declared(text: str) -> str | None:
    """Excel writes sep=; as a first line of its own."""
    first = text.partition("\n")[0].strip().strip('"')
    return first[4:] if first.lower().startswith("sep=") and len(first) == 5 else None


def _without_declaration(text: str) -> str:
    # The line stays as a blank one, so that line numbers in messages stay right.
    return "\n" + text.partition("\n")[2] if _declared(text) else text


def _sample(text: str) -> str:
    end = 0
    for _ in range(_SAMPLE):
        end = text.find("\n", end) + 1
        if end == 0:
            return text
    return text[:end]


def _quality(sample: str, separator: str) -> int | None:
    if separator not in sample:
        return None
    try:
        given = list(csv.reader(StringIO(sample), delimiter=separator))
    except csv.Error:
        return None
    rows = [row for row in given if any(cell.strip() for cell in row)]
    rows = rows[next((i for i, row in enumerate(rows) if len(row) > 1), 0) :]
    if len(rows) > _SAMPLE // 2:
        rows = rows[:-1]  # the last may be half of a quoted cell
    if not rows:
        return None
    widths = {len(row) for row in rows[1:]} or {len(rows[0])}
    if len(widths) != 1 or not 0 <= (width := widths.pop()) - len(rows[0]) <= 1 or width < 2:
        return None
    columns = zip(*rows[1:], strict=True)
    return sum(looks_numeric(Column(name="", cells=cells, position=0)) for cells in columns)


def _commonest(sample: str) -> str | None:
    """Return the separator that most lines have, so that a ragged table is called ragged."""
    lines = [line for line in sample.split("\n") if line.strip()]
    shares = {s: sum(s in line for line in lines) for s in SEPARATORS}
    best = max(shares, key=lambda s: (shares[s], sample.count(s)))
    return best if shares[best] * 2 > len(lines) else None


def _reader(text: str, separator: str) -> "Reader":
    csv.field_size_limit(
        LONGEST_CELL
    )  # of the whole process: whatever read a file before may have changed it
    return csv.reader(StringIO(text), delimiter=separator, strict=True, skipinitialspace=separator != "\t")


def _rows(text: str, separator: str, source: str) -> tuple[list[TextRow], Sequence[int]]:
    reader = _reader(text, separator)
    try:
        rows: list[TextRow] = list(reader)
    except csv.Error as error:
        raise _misquoted(text, separator, source, reader.line_num, error) from None
    if reader.line_num == len(rows):
        return rows, range(1, len(rows) + 1)
    reader = _reader(text, separator)
    starts = [1]
    starts.extend(reader.line_num + 1 for _ in reader)
    return rows, starts[:-1]


def _misquoted(text: str, separator: str, source: str, line: int, error: csv.Error) -> InputError:
    reader = _reader(text, separator)
    last = 0
    try:
        for _ in reader:
            last = reader.line_num
    except csv.Error:
        pass
    why = (
        f"a cell is longer than {LONGEST_CELL:,} characters"
        if "field" in str(error)
        else 'a quote (") does not close'
    )
    return InputError(
        why,
        where=f"{source}, line {last + 1:,}" + (f" to {line:,}" if line > last + 1 else ""),
        fix='close the quote, and write a quote inside a quoted cell twice: "a ""b"" c"',
        code="BO049",
    )
