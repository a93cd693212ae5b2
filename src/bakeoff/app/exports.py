"""Exports: the tables of a comparison as CSV, Markdown, JSON or Excel, by the ending of the file's name."""

import json
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from bakeoff.app.files import require_writable, write_whole
from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import UsageError
from bakeoff.core.spreadsheets import guarded
from bakeoff.core.words import did_you_mean
from bakeoff.render.exports import TABLES, Table, as_csv, as_markdown

MOST_IN_CELL = 32_767  # characters that a cell of Excel holds


class Export(NamedTuple):
    """A file to be written: where, and which table goes into it if it holds one only."""

    path: Path
    table: str


def exports_of(texts: Iterable[str]) -> tuple[Export, ...]:
    """Return what was asked for as FILE or TABLE=FILE, or refuse it before anything is computed."""
    return tuple(_export(text) for text in texts)


def write_exports(comparison: Comparison, exports: Iterable[Export]) -> None:
    """Write every export."""
    for export in exports:
        write_whole(export.path, FORMS[export.path.suffix.lower()](comparison, export.table))


def export(comparison: Comparison, path: str | Path, *, form: str, table: str = "pairs") -> Path:
    """Write one export in a named form, whatever the file is called, and return its path."""
    _require_table(table, where=str(path))
    _require_library(form, where=str(path))
    target = require_writable(path)
    write_whole(target, FORMS[form](comparison, table))
    return target


def as_frame(comparison: Comparison, *, table: str = "pairs") -> Any:  # noqa: ANN401 - pandas or polars, whichever is there
    """Return a table as a dataframe: of pandas if it is installed, else of polars."""
    _require_table(table, where="to_frame")
    made = TABLES[table](comparison)
    columns = {name: [row[i] for row in made.rows] for i, name in enumerate(made.columns)}
    if _installed("pandas"):
        import pandas as pd

        return pd.DataFrame(columns)
    if _installed("polars"):
        import polars as pl

        return pl.DataFrame(columns, strict=False)
    raise _missing(
        "a dataframe needs pandas or polars, and neither is installed", "to_frame", "pip install pandas"
    )


def _export(text: str) -> Export:
    table, equals, rest = text.partition("=")
    if equals and Path(text).name == text:  # a path with a folder may have = in it; ./a=b.csv is one too
        _require_table(table, where=f"--export {text}")
    path = Path(rest if equals and table in TABLES else text)
    form = path.suffix.lower()
    if form not in FORMS:
        raise UsageError(
            f"nothing is exported as {form!r}" if form else f"{str(path)!r} has no ending that names a form",
            where=f"--export {text}",
            fix=f"end the name in one of {', '.join(FORMS)}; --latex writes LaTeX{did_you_mean(form, list(FORMS))}",
            code="BO416",
        )
    _require_library(form, where=f"--export {text}")
    return Export(require_writable(path), table if equals and table in TABLES else "pairs")


def _require_table(table: str, *, where: str) -> None:
    if table not in TABLES:
        raise UsageError(
            f"a comparison has no table called {table!r}{did_you_mean(table, list(TABLES))}",
            where=where,
            fix=f"take one of {', '.join(TABLES)}",
            code="BO418",
        )


def _require_library(form: str, *, where: str) -> None:
    if form == ".xlsx" and not _installed("xlsxwriter"):
        raise _missing(
            "Excel files need XlsxWriter, which is not installed", where, "pip install 'bakeoff[excel]'"
        )


def _installed(library: str) -> bool:
    try:
        import_module(library)
    except ImportError:
        return False
    return True


def _missing(what: str, where: str, fix: str) -> UsageError:
    return UsageError(what, where=where, fix=fix, code="BO417")


def _csv(comparison: Comparison, table: str) -> str:
    return as_csv(TABLES[table](comparison))


def _markdown(comparison: Comparison, table: str) -> str:
    return as_markdown(comparison)


def _json(comparison: Comparison, table: str) -> str:
    from bakeoff.render.json import to_dict

    return json.dumps(to_dict(comparison), ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def _excel(comparison: Comparison, table: str) -> bytes:
    """Return a workbook with one sheet for each table."""
    from xlsxwriter import Workbook

    stream = BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    book = Workbook(stream, options)
    bold = book.add_format({"bold": True})
    for name, make in TABLES.items():
        made = make(comparison)
        if made.rows or name != "subgroups":  # most comparisons have none
            _fill(book.add_worksheet(name), made, bold)
    book.close()
    return stream.getvalue()


def _fill(sheet: Any, table: Table, bold: Any) -> None:  # noqa: ANN401 - objects of XlsxWriter, which has no types
    sheet.write_row(0, 0, table.columns, bold)
    sheet.freeze_panes(1, 0)
    for i, row in enumerate(table.rows, 1):
        for j, cell in enumerate(map(guarded, row)):
            if isinstance(cell, str):
                sheet.write_string(i, j, cell[:MOST_IN_CELL])
            elif cell is not None:
                sheet.write_number(i, j, cell)


FORMS: Mapping[str, Callable[[Comparison, str], str | bytes]] = MappingProxyType(
    {".csv": _csv, ".md": _markdown, ".json": _json, ".xlsx": _excel}
)
