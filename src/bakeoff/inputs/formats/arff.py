"""ARFF, the format of Weka: attributes by name, then rows."""

import re

from bakeoff.core.arff_rows import QUOTED_TEXT, split_row, unquote
from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text, shorten
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.rows import TextRow, make_grid

_ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED_TEXT}|[^\s{{]+)\s*(.+)", re.IGNORECASE)


def is_arff(text: str) -> bool:
    """Say whether a text is ARFF: its first line that is no comment declares a relation or an attribute."""
    for line in text[:100_000].split("\n"):
        if line.strip() and not line.lstrip().startswith("%"):
            return line.lstrip().lower().startswith(("@relation", "@attribute"))
    return False


def read_arff(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of an ARFF file; ? is a missing cell."""
    names: list[str] = []
    rows: list[TextRow] = []
    lines: list[int] = []
    in_data = False
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if not line or line.startswith("%"):
            continue
        if in_data:
            rows.append(_read_row(line, f"{source}, line {number:,}"))
            lines.append(number)
        elif line.lower().startswith("@data"):
            in_data = True
        elif line.lower().startswith("@attribute"):
            names.append(_read_attribute(line, f"{source}, line {number:,}"))
        elif not line.lower().startswith("@relation"):
            raise _arff_error(f"{quote_text(line)} is no declaration", f"{source}, line {number:,}")
    if not in_data or not names:
        raise _arff_error(f"there is no {'@attribute' if in_data else '@data'} line", source)
    return make_grid([names, *rows], [0, *lines], source=source, name=name)


def _arff_error(what: str, where: str) -> InputError:
    return InputError(
        f"the ARFF file is not complete: {what}",
        where=where,
        fix="export it again from Weka, as ARFF or as CSV",
        code="BO037",
    )


def _read_attribute(line: str, where: str) -> str:
    match = _ATTRIBUTE.match(line)
    if match is None:
        raise _arff_error(f"{quote_text(line)} names no attribute and type", where)
    return unquote(match[1])


def _read_row(line: str, where: str) -> list[str]:
    if line.startswith("{"):
        raise _arff_error(f"the row {shorten(line)} is sparse, which tables of scores are not", where)
    return split_row(line)
