"""Exports: the tables of a comparison as CSV, Markdown, JSON or Excel, by the ending of the file's name."""

import json
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from io import BytesIO
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from bakeoff.api.deliveries.files import require_own_file, require_writable, write_whole
from bakeoff.api.study.stored import is_store_address
from bakeoff.core.comparison import Comparison
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.spreadsheets import guard_cell
from bakeoff.core.version import __version__
from bakeoff.core.words import did_you_mean
from bakeoff.render.exports import TABLES, ExportTable, csv_text, markdown_text
from bakeoff.render.paper.document import MADE_BY

PREDICTIONS = "predictions"  # a table of the examples, of a stored study
LATEX_TABLES = ("scores", "pairs")
EVIDENCE = "evidence"  # the comparison and all that it rests on, for a later --baseline-file
WHOLE_FILES = {PREDICTIONS: ".csv", EVIDENCE: ".json"}
MOST_IN_CELL = 32_767  # characters that a cell of Excel holds


class Export(NamedTuple):
    """A file to be written: where, and which table goes into it if it holds one only."""

    path: Path
    table: str


def parse_exports(texts: Iterable[str]) -> tuple[Export, ...]:
    """Return what was asked for as FILE or TABLE=FILE, or refuse it before anything is computed."""
    return tuple(_parse_export(text) for text in texts)


def write_exports(comparison: Comparison, exports: Iterable[Export]) -> None:
    """Write every export."""
    for export in exports:
        if export.table == PREDICTIONS:
            write_whole(export.path, csv_text(_prediction_table(comparison, export.path)))
            continue
        if export.table == EVIDENCE:
            save_evidence(comparison, export.path)
            continue
        write_whole(export.path, FORMS[export.path.suffix.lower()](comparison, export.table))


def save_evidence(comparison: Comparison, path: Path) -> Path:
    """Write a comparison with its evidence as JSON, and return the path."""
    from bakeoff.render.json.comparison import comparison_dict
    from bakeoff.render.json.evidence import saved_evidence_dict

    saved = saved_evidence_dict(comparison.predictions or comparison.evidence)
    if saved is None:
        raise UsageError(
            "counts have no ids by which a later run could be paired with them",
            where=f"--export {EVIDENCE}={path}",
            fix="compare tables of scores, predictions or items; --export FILE.json writes the result alone",
            code="BO671",
        )
    write_whole(path, _json_text({**comparison_dict(comparison), "saved_evidence": saved}))
    return path


def require_study(exports: Iterable[Export], evidence: Iterable[str]) -> None:
    """Refuse to export predictions of anything but a stored study, before anything is computed."""
    for export in exports:
        if export.table == PREDICTIONS and not any(map(is_store_address, evidence)):
            raise _no_study_error(export.path)


def _prediction_table(comparison: Comparison, path: Path) -> ExportTable:
    """Return what each classifier of a stored study said of every test example of the first repeat."""
    stored = comparison.evidence.stored
    if stored is None:
        raise _no_study_error(path)
    return study_predictions(stored.store, stored.study)


def _no_study_error(path: Path) -> UsageError:
    return UsageError(
        "predictions are exported of a study, from its store",
        where=f"--export {PREDICTIONS}={path}",
        fix="name the store: bakeoff compare STUDY.db",
        code="BO418",
    )


def study_predictions(store: "str | PathLike[str]", study: str) -> ExportTable:
    """Return the predictions of a study as a table that `bakeoff compare` reads again."""
    from bakeoff.store.open import open_store_to_read
    from bakeoff.study.evidence import predictions_table

    with open_store_to_read(store) as opened:
        columns, rows = predictions_table(opened.outcomes(study, predictions=True), source=str(store))
    return ExportTable(columns=columns, rows=tuple(rows))


def export(comparison: Comparison, path: str | Path, *, form: str, table: str = "pairs") -> Path:
    """Write one export in a named form, whatever the file is called, and return its path."""
    _require_table(table, where=str(path))
    _require_library(form, where=str(path))
    target = require_writable(path)
    write_whole(target, FORMS[form](comparison, table))
    return target


def table_frame(comparison: Comparison, *, table: str = "pairs") -> Any:  # noqa: ANN401 - pandas or polars, whichever is there
    """Return a table as a dataframe: of pandas if it is installed, else of polars."""
    _require_table(table, where="to_frame")
    content = TABLES[table](comparison)
    columns = {name: [row[i] for row in content.rows] for i, name in enumerate(content.columns)}
    if _is_installed("pandas"):
        import pandas as pd

        return pd.DataFrame(columns)
    if _is_installed("polars"):
        import polars as pl

        return pl.DataFrame(columns, strict=False)
    raise _missing_error(
        "a dataframe needs pandas or polars, and neither is installed", "to_frame", "pip install pandas"
    )


def _parse_export(text: str) -> Export:
    table, equals, rest = text.partition("=")
    if equals and table in WHOLE_FILES:
        ending = WHOLE_FILES[table]
        if not rest.lower().endswith(ending):
            raise UsageError(
                f"{table} is written as {ending}, and {rest!r} is none",
                where=f"--export {text}",
                fix=f"name it {Path(rest).stem or table}{ending}",
                code="BO416",
            )
        return Export(require_writable(Path(rest)), table)
    if equals and Path(text).name == text:  # a path with a folder may have = in it; ./a=b.csv is one too
        _require_table(table, where=f"--export {text}")
    path = Path(rest if equals and table in TABLES else text)
    form = path.suffix.lower()
    if form not in FORMS:
        raise UsageError(
            f"nothing is exported as {form!r}" if form else f"{str(path)!r} has no ending that names a form",
            where=f"--export {text}",
            fix=f"end the name in one of {', '.join(FORMS)}; --latex writes a paper{did_you_mean(form, list(FORMS))}",
            code="BO416",
        )
    _require_library(form, where=f"--export {text}")
    if form == ".tex":
        _require_latex_table(table, path, where=f"--export {text}")
    return Export(require_writable(path), table if equals and table in TABLES else "pairs")


def _require_table(table: str, *, where: str) -> None:
    if table not in TABLES:
        raise UsageError(
            f"a comparison has no table called {table!r}{did_you_mean(table, list(TABLES))}",
            where=where,
            fix=f"take one of {', '.join(TABLES)}; {EVIDENCE} as .json; of a stored study also {PREDICTIONS}",
            code="BO418",
        )


def _require_latex_table(table: str, path: Path, *, where: str) -> None:
    """Refuse a table that has no form for a paper, and to write over what somebody wrote."""
    if table not in LATEX_TABLES:
        raise UsageError(
            "a single table is written as LaTeX by its name, and it is the scores or the pairs",
            where=where,
            fix=f"write --export scores={path.name} or pairs={path.name}; --latex {path.name} writes all of a paper",
            code="BO418",
        )
    require_own_file(path)


def _require_library(form: str, *, where: str) -> None:
    if form == ".xlsx" and not _is_installed("xlsxwriter"):
        raise _missing_error(
            "Excel files need XlsxWriter, which is not installed",
            where,
            "pip install '.[excel]' in the folder of bakeoff",
        )


def _is_installed(library: str) -> bool:
    try:
        import_module(library)
    except ImportError:
        return False
    return True


def _missing_error(what: str, where: str, fix: str) -> UsageError:
    return UsageError(what, where=where, fix=fix, code="BO417")


def _export_csv(comparison: Comparison, table: str) -> str:
    return csv_text(TABLES[table](comparison))


def _export_markdown(comparison: Comparison, table: str) -> str:
    return markdown_text(comparison)


def _export_json(comparison: Comparison, table: str) -> str:
    from bakeoff.render.json.comparison import comparison_dict

    return _json_text(comparison_dict(comparison))


def _json_text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def _export_latex(comparison: Comparison, table: str) -> str:
    """Return the scores by dataset, or the pairs, as LaTeX to be put into a paper."""
    from bakeoff.render.paper.latex import packages_of
    from bakeoff.render.paper.score_tables import dataset_score_tables
    from bakeoff.render.paper.tables import pair_table, score_table

    if table == "pairs":
        text = pair_table(comparison)
    elif isinstance(comparison.evidence, Scores) and len(comparison.evidence.datasets) > 1:
        text = dataset_score_tables(comparison, beside_pairs=False)
    else:
        text = score_table(comparison)
    return f"{MADE_BY}{__version__}. This table needs {packages_of(text)}.\n{text}\n"


def _export_workbook(comparison: Comparison, table: str) -> bytes:
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
        content = make(comparison)
        if content.rows or name not in ("subgroups", "calibration"):  # most comparisons have none
            _fill_worksheet(book.add_worksheet(name), content, bold)
    book.close()
    return stream.getvalue()


def _fill_worksheet(sheet: Any, table: ExportTable, bold: Any) -> None:  # noqa: ANN401 - objects of XlsxWriter, which has no types
    sheet.write_row(0, 0, table.columns, bold)
    sheet.freeze_panes(1, 0)
    for i, row in enumerate(table.rows, 1):
        for j, cell in enumerate(map(guard_cell, row)):
            if isinstance(cell, str):
                sheet.write_string(i, j, cell[:MOST_IN_CELL])
            elif cell is not None:
                sheet.write_number(i, j, cell)


FORMS: Mapping[str, Callable[[Comparison, str], str | bytes]] = MappingProxyType(
    {
        ".csv": _export_csv,
        ".md": _export_markdown,
        ".json": _export_json,
        ".xlsx": _export_workbook,
        ".tex": _export_latex,
    }
)
