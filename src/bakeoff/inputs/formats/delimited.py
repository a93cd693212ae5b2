"""CSV, TSV and their relatives: the separator is found where only one fits, and asked for where several do."""

import csv
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats.origin import cell_count_error
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.prediction_spellings import are_about_examples
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.coded_cells import cut_columns, first_line, read_coded_columns
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.rows import TextRow, make_grid

if TYPE_CHECKING:
    from _csv import Reader

SEPARATORS = (",", ";", "\t", "|")
_SAMPLE = 40
_LARGE = 1_000_000  # characters
LONGEST_CELL = 131_072  # characters
_SEPARATOR_NAMES = {"\t": "tab"}


def read_delimited(text: str, *, separator: str, source: str, name: str, options: ReadOptions) -> Grid:
    """Return the grid of a text whose cells are separated by one character."""
    text = _blank_declaration(text)
    cells = text.count("\n") * (first_line(text).count(separator) + 1)
    if cells > options.max_cells:
        raise cell_count_error(cells, options.max_cells, source)
    if columns := _read_coded(text, separator) or _read_regular(text, separator):
        height = len(columns[0].cells)
        return Grid(columns=columns, lines=range(2, height + 2), source=source, name=name)
    rows, lines = _read_rows(text, separator, source)
    return make_grid(rows, lines, source=source, name=name)


def _read_coded(text: str, separator: str) -> tuple[Column, ...]:
    """Return the columns of a large table, whose cells are few texts over and over."""
    if len(text) < _LARGE:
        return ()
    header = first_line(text).split(separator)
    return read_coded_columns(text, separator, ids_as_numbers=are_about_examples(header))


def _read_regular(text: str, separator: str) -> tuple[Column, ...]:
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
    declared = _declared_separator(text)
    if declared:
        return declared
    sample = _first_lines(text)
    if sum(s in sample for s in SEPARATORS) < 2 and (only := _commonest_separator(sample)):
        return only
    fits = {s: columns for s in SEPARATORS if (columns := _split_evenly(sample, s)) is not None}
    if len(fits) < 2:
        return next(iter(fits), None) or _commonest_separator(sample)
    numeric = {s: sum(map(looks_numeric, columns)) for s, columns in fits.items()}
    winners = [s for s, count in numeric.items() if count == max(numeric.values())]
    if len(winners) > 1:  # a separator of the head as well is none that only decimal commas make
        winners = [s for s in winners if s in sample.lstrip().partition("\n")[0]] or winners
    if len(winners) > 1:
        raise InputError(
            f"the cells may be separated by {' or by '.join(quote_text(_SEPARATOR_NAMES.get(s, s)) for s in winners)}",
            where=source,
            fix=f"say which: --separator {quote_text(_SEPARATOR_NAMES.get(winners[0], winners[0]))} (decimal "
            "commas: --decimal ',')",
            code="BO016",
        )
    return winners[0]


def _declared_separator(text: str) -> str | None:
    """Excel writes sep=; as a first line of its own."""
    first = first_line(text).strip().strip('"')
    return first[4:] if first.lower().startswith("sep=") and len(first) == 5 else None


def _blank_declaration(text: str) -> str:
    # The line stays as a blank one, so that line numbers in messages stay right.
    return "\n" + text.partition("\n")[2] if _declared_separator(text) else text


def _first_lines(text: str) -> str:
    end = 0
    for _ in range(_SAMPLE):
        end = text.find("\n", end) + 1
        if end == 0:
            return text
    return text[:end]


def _split_evenly(sample: str, separator: str) -> list[Column] | None:
    """Return the columns that a separator makes of a sample; None if it does not make rows of one length."""
    if separator not in sample:
        return None
    try:
        all_rows = list(csv.reader(StringIO(sample), delimiter=separator))
    except csv.Error:
        return None
    rows = [row for row in all_rows if any(cell.strip() for cell in row)]
    rows = rows[next((i for i, row in enumerate(rows) if len(row) > 1), 0) :]
    if len(rows) > _SAMPLE // 2:
        rows = rows[:-1]  # the last may be half of a quoted cell
    if not rows:
        return None
    widths = {len(row) for row in rows[1:]} or {len(rows[0])}
    if len(widths) != 1 or not 0 <= (width := widths.pop()) - len(rows[0]) <= 1 or width < 2:
        return None
    return [Column(name="", cells=cells, position=0) for cells in zip(*rows[1:], strict=True)]


def _commonest_separator(sample: str) -> str | None:
    """Return the separator that most lines have, so that a ragged table is called ragged."""
    lines = [line for line in sample.split("\n") if line.strip()]
    shares = {s: sum(s in line for line in lines) for s in SEPARATORS}
    best = max(shares, key=lambda s: (shares[s], sample.count(s)))
    return best if shares[best] * 2 > len(lines) else None


def _open_reader(text: str, separator: str) -> "Reader":
    csv.field_size_limit(
        LONGEST_CELL
    )  # of the whole process: whatever read a file before may have changed it
    return csv.reader(StringIO(text), delimiter=separator, strict=True, skipinitialspace=separator != "\t")


def _read_rows(text: str, separator: str, source: str) -> tuple[list[TextRow], Sequence[int]]:
    reader = _open_reader(text, separator)
    try:
        rows: list[TextRow] = list(reader)
    except csv.Error as error:
        raise _quoting_error(text, separator, source, reader.line_num, error) from None
    if reader.line_num == len(rows):
        return rows, range(1, len(rows) + 1)
    reader = _open_reader(text, separator)
    starts = [1]
    starts.extend(reader.line_num + 1 for _ in reader)
    return rows, starts[:-1]


def _quoting_error(text: str, separator: str, source: str, line: int, error: csv.Error) -> InputError:
    reader = _open_reader(text, separator)
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
