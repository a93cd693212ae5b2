"""From rows of text to a grid: where the header is, what stands above it, and whether all rows are as long."""

from collections import Counter
from collections.abc import Sequence

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import only_measure
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.marks import MISSING
from bakeoff.inputs.table.spellings import Role, role_of

TextRow = Sequence[str]


def make_grid(
    rows: list[TextRow], lines: Sequence[int], *, source: str, name: str, word: str = "line"
) -> Grid:
    """Return the grid of a header row and the rows below it; refuse rows of different length."""
    rows, lines = _drop_blank_rows(rows, lines)
    if not rows:
        raise empty_source_error(source)
    start = _count_titles(rows)
    findings = _titles_findings(rows[:start], lines) if start else ()
    header, body, lines_of_body = list(rows[start]), rows[start + 1 :], lines[start + 1 :]
    if not body:
        raise InputError(
            f"there are names of columns but no rows: {join_with_commas(map(quote_text, header))}",
            where=f"{source}, {word} {lines[start]:,}",
            fix="add one row for each dataset",
            code="BO019",
        )
    header, header_findings = _name_first_column(header, body)
    _refuse_ragged(header, body, lines_of_body, source=source, word=word)
    columns = tuple(
        Column(name=title, cells=cells, position=position)
        for position, (title, cells) in enumerate(zip(header, zip(*body, strict=True), strict=True), start=1)
    )
    return Grid(
        columns=_drop_empty_columns(columns),
        lines=lines_of_body,
        source=source,
        name=name,
        word=word,
        header=lines[start],
        metric=only_measure([c for row in rows[:start] for c in row]) if start else None,
        findings=findings + header_findings,
    )


def empty_source_error(source: str) -> InputError:
    """Return the error for an empty source."""
    return InputError("there is nothing in it", where=source, fix="give a table of scores", code="BO018")


def _drop_blank_rows(rows: list[TextRow], lines: Sequence[int]) -> tuple[list[TextRow], Sequence[int]]:
    if all(row and row[0] and not row[0].isspace() for row in rows):
        return rows, lines
    gone = {i for i, row in enumerate(rows) if not any(c.strip() for c in row)}
    if not gone:
        return rows, lines
    return [r for i, r in enumerate(rows) if i not in gone], [n for i, n in enumerate(lines) if i not in gone]


def _count_titles(rows: list[TextRow]) -> int:
    """Return how many rows at the top are titles: one filled cell, above a header that has several."""
    for index, row in enumerate(rows[:20]):
        if sum(1 for cell in row if cell.strip()) > 1:
            return index
    return 0


def _titles_findings(rows: list[TextRow], lines: Sequence[int]) -> tuple[Finding, ...]:
    titles = [next(cell.strip() for cell in row if cell.strip()) for row in rows]
    message = (
        f"{write_count(len(rows), 'line')} above the table left out: "
        f"{join_with_commas(map(quote_text, titles), most=2)}"
    )
    detail = {"lines": tuple(lines[: len(rows)]), "titles": tuple(titles)}
    return (Finding(code="BO322", severity=Severity.NOTE, message=message, detail=detail),)


def _name_first_column(header: list[str], body: list[TextRow]) -> tuple[list[str], tuple[Finding, ...]]:
    """Allow for a header without a name for the first column, as R's write.table and printed data frames have."""
    if set(map(len, body)) != {len(header) + 1}:
        return header, ()
    if all(not row[-1].strip() for row in body):  # only a separator too many at the end of each row
        return [*header, ""], ()
    first = [row[0].strip() for row in body]
    counted = any(first == [str(i) for i in range(start, len(first) + start)] for start in (0, 1))
    is_named = role_of(header[0])[0] is Role.DATASET
    others = (Column(name="", cells=[row[j] for row in body], position=0) for j in range(1, len(header) + 1))
    numeric = looks_numeric(Column(name="", cells=first, position=0))
    if not counted and (is_named or numeric or not any(map(looks_numeric, others))):
        return header, ()
    message = (
        "the header has one name fewer than the rows: the first column is taken as the names of the rows"
    )
    return ["", *header], (Finding(code="BO320", severity=Severity.NOTE, message=message),)


def _refuse_ragged(
    header: list[str], body: list[TextRow], lines: Sequence[int], *, source: str, word: str
) -> None:
    width = len(header)
    if set(map(len, body)) == {width}:
        return
    bad = [(line, len(row)) for row, line in zip(body, lines, strict=True) if len(row) != width]
    lengths = Counter(len(row) for row in body)
    if len(lengths) == 1:
        what = f"the header has {write_count(width, 'cell')}, but every row has {len(body[0]):,}"
    else:
        some = join_with_commas((f"{word} {line:,} has {n:,}" for line, n in bad), most=5)
        what = f"the header has {write_count(width, 'cell')}, but {some}"
    fix = f"fill the row, leaving missing scores empty between their separators; {_separator_advice(body, width)}"
    if width > 1 and len(bad) < len(body) and all(len(row) == 1 for row in body[-len(bad) :]):
        fix = f"take notes below the table out of it; a {word} of scores needs all its cells"
    raise InputError(
        what,
        where=f"{source}, {word} {bad[0][0]:,}",
        fix=fix,
        code="BO017",
    )


def _separator_advice(body: list[TextRow], width: int) -> str:
    """Return what to do about separators inside cells: whole numbers that make rows too long are decimal commas."""
    long = [row for row in body if len(row) > width]
    if long and all(cell.strip().lstrip("-").isdigit() for row in long for cell in row[1:]):
        return "numbers with decimal commas need another separator (--separator ';' --decimal ',') or quotes"
    return "a cell that holds a separator needs quotes"


def _drop_empty_columns(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    filled = tuple(
        c for c in columns if c.name.strip() or any(cell.strip() not in MISSING for cell in c.text())
    )
    return filled or columns
