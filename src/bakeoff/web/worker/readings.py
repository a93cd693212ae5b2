"""How a table was read, for the page: the table itself, the role of each column, and what a click would change.

A change is a set of options: what the command line takes, by the names of Python; None takes an option back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from shlex import join
from typing import Any

from bakeoff.core.errors import BakeoffError, ReadingError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.options.table import OPTIONS
from bakeoff.core.predictions import Evidence
from bakeoff.core.readings import LEFT_ASIDE, ColumnRole, Reading, Shape
from bakeoff.inputs.evidence import Tables, make_evidence
from bakeoff.inputs.published import PUBLISHED
from bakeoff.inputs.scores.families import split_by_metric
from bakeoff.inputs.table.cell_numbers import looks_numeric, read_integers
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.render.answers.reading import reading_line
from bakeoff.web.option_words import alternative_dict, words_of_option
from bakeoff.web.settings import EXAMPLE, PASTED
from bakeoff.web.worker.evidence import reading_from_fields
from bakeoff.web.worker.uploaded_logs import name_as_given

MOST_ROWS = 8  # of the table, that are shown
MOST_COLUMNS = 60
LONGEST = 60  # letters of a cell
UNKNOWN = "not settled"
ANOTHER_MEASURE = "another measure"
_OF_EXAMPLES = {
    "id": "id_column",
    "truth": "truth_column",
    "group": "group_column",
    "subgroup": "subgroup_column",
    "weight": "weight_column",
    "dataset": "dataset_column",
    "fold": "fold_column",
    "attempt": "repeat_column",
}
_OF_ITEMS = {
    "model": "classifier_column",
    "item": "id_column",
    "score": "score_column",
    "task": "dataset_column",
    "group": "group_column",
    "attempt": "repeat_column",
}
_LONG = {
    "dataset": "dataset_column",
    "classifier": "classifier_column",
    "score": "score_column",
    "family": "cluster_column",
    "fold": "fold_column",
    "repeat": "repeat_column",
}
_WIDE = {
    "dataset": "dataset_column",
    "family": "cluster_column",
    "fold": "fold_column",
    "repeat": "repeat_column",
}
_NUMBERS = ("score", "weight")  # roles that only numbers can have
_BY_OPTION = ("dataset_column", "classifier_column", "score_column", "id_column", "truth_column", "group_column",
              "subgroup_column", "cluster_column", "fold_column", "repeat_column", "weight_column")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """A table as it is read now, and the options that were given."""

    grid: Grid
    reading: Reading | None
    options: Mapping[str, Any]
    taken: Mapping[
        str, Any
    ]  # what the reading shown has beyond what was given: of a question, its first answer

    @property
    def scored(self) -> tuple[str, ...]:
        """The columns that hold scores of a wide table, in their order."""
        return tuple(
            c.name
            for c in self.columns
            if c.role in ("classifier", "resample", "dataset") and self._is_number(c)
        )

    @property
    def columns(self) -> tuple[ColumnRole, ...]:
        """The role of each column; of an uncertain reading, none."""
        if self.reading is not None and len(self.reading.columns) == len(self.grid.columns):
            return self.reading.columns
        return tuple(ColumnRole(name=c.name.strip(), role=UNKNOWN) for c in self.grid.columns)

    def _is_number(self, role: ColumnRole) -> bool:
        found = next((c for c in self.grid.columns if c.name.strip() == role.name), None)
        return found is not None and looks_numeric(found)


def reading_document(
    tables: Tables | None, evidence: Evidence | None, error: BakeoffError | None, fields: Mapping[str, Any]
) -> dict[str, Any]:
    """Return how a request was read; where it was refused, its readings, and the table by the first of them."""
    options = fields["options"]
    others = error.alternatives if isinstance(error, ReadingError) else ()
    offered = [alternative_dict(a, options) for a in others]
    grid = None if tables is None or not tables.whole else tables.whole[0]
    if grid is None:
        return {
            "table": None,
            "reading": _reading_dict(evidence),
            "alternatives": offered,
            "command": _reading_command(fields),
        }
    shown = evidence
    taken: dict[str, Any] = {}
    if tables is not None and offered:
        shown = _read_as(tables, options, offered[0]["options"])
        taken = {} if shown is None else offered[0]["options"]
    reading = None if shown is None else shown.reading
    table = _Table(grid=grid, reading=reading, options=_with_change(options, taken), taken=taken)
    return {
        "table": _table_dict(table, len(tables.whole) if tables is not None else 1, shown),
        "reading": _reading_dict(evidence),
        "assumed": offered[0]["meaning"] if taken else None,
        "alternatives": offered,
        "command": _reading_command(fields),
    }


def _read_as(tables: Tables, options: Mapping[str, Any], change: Mapping[str, Any]) -> Evidence | None:
    try:
        return make_evidence(tables, options=reading_from_fields(_with_change(options, change)))
    except BakeoffError:
        return None


def _with_change(options: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in {**options, **change}.items() if value is not None}


def _reading_dict(evidence: Evidence | None) -> dict[str, Any] | None:
    if evidence is None:
        return None
    reading = evidence.reading
    return {
        "line": reading_line(evidence),
        "shape": "" if reading is None else str(reading.shape),
        "reasons": [] if reading is None else list(reading.reasons),
        "doubts": [] if reading is None else [d.message for d in reading.doubts],
        "skipped": [] if reading is None else [{"row": r.row, "why": r.why} for r in reading.rows_skipped],
        "files": [] if reading is None else [{"source": f.source, "gives": f.gives} for f in reading.files],
        "classifiers": list(evidence.classifiers),
    }


def _table_dict(table: _Table, tables: int, evidence: Evidence | None) -> dict[str, Any]:
    grid = table.grid
    columns = [
        {
            "name": role.name,
            "role": role.role,
            "why": role.why,
            "choices": _reading_choices(table, role, column, evidence),
        }
        for role, column in list(zip(table.columns, grid.columns, strict=True))[:MOST_COLUMNS]
    ]
    texts = [[str(cell) for cell in column.cells[:MOST_ROWS]] for column in grid.columns[:MOST_COLUMNS]]
    return {
        "source": grid.source if grid.name else "the table",
        "rows": grid.height,
        "width": len(grid.columns),
        "tables": tables,
        "columns": columns,
        "cells": [[_shorten_cell(text) for text in row] for row in zip(*texts, strict=True)],
    }


def _shorten_cell(text: str) -> str:
    plain = text.strip()
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


def _reading_choices(
    table: _Table, own: ColumnRole, column: Column, evidence: Evidence | None
) -> list[dict[str, Any]]:
    """Return the roles that a column may have, each with what would have to be said."""
    if not own.name:
        return []
    is_number = looks_numeric(column)
    found = {
        role: {**_taken_back(table, own.name), option: own.name}
        for role, option in _roles_of(table, evidence).items()
        if role != own.role and (is_number or role not in _NUMBERS)
    }
    if _is_wide(table, evidence):
        counts = is_number and read_integers(column) is not None
        found = {
            role: change
            for role, change in found.items()
            if not is_number or (counts and role in ("fold", "repeat"))
        }
        found |= _as_scores(table, own) if is_number else {}
    if own.role == "dataset" and not is_number:  # something else must hold the names first
        found = {}
    elif own.role != LEFT_ASIDE:
        found[LEFT_ASIDE] = _left_aside(table, own.name, evidence)
    return [{"role": role, "options": {**table.taken, **change}} for role, change in found.items()]


def _roles_of(table: _Table, evidence: Evidence | None) -> dict[str, str]:
    if isinstance(evidence, ItemEvidence):
        return _OF_ITEMS
    shape = None if table.reading is None else table.reading.shape
    if shape in (Shape.PREDICTIONS, Shape.OUTCOMES):
        return _OF_EXAMPLES
    return _LONG if shape in (Shape.LONG, None) else _WIDE


def _is_wide(table: _Table, evidence: Evidence | None) -> bool:
    wide = (Shape.WIDE, Shape.TURNED, Shape.FOLDS)
    return evidence is not None and table.reading is not None and table.reading.shape in wide


def _taken_back(table: _Table, name: str) -> dict[str, Any]:
    """Return what is no longer said of a column that gets another role."""
    options = table.options
    change: dict[str, Any] = {option: None for option in _BY_OPTION if options.get(option) == name}
    if name in options.get("leave_aside", ()):
        change["leave_aside"] = [each for each in options["leave_aside"] if each != name] or None
    return change


def _as_scores(table: _Table, own: ColumnRole) -> dict[str, dict[str, Any]]:
    """Return how a column of numbers comes to hold scores: of another classifier, or by another measure."""
    if own.role != LEFT_ASIDE:
        return {}
    families = split_by_metric(
        [c.name for c in table.columns if c.name in table.scored or c.why == ANOTHER_MEASURE]
    )
    measure = next((m for m, names in families.items() if own.name in names), None)
    if measure is not None and own.why == ANOTHER_MEASURE:
        return {"classifier": {"metric": measure}}
    order = [c.name for c in table.columns]
    kept = sorted({*table.scored, own.name}, key=order.index)
    turned = table.reading is not None and table.reading.shape is not Shape.WIDE
    change = {**_taken_back(table, own.name), "columns": kept, "columns_are": None}
    return {("dataset" if turned else "classifier"): change}


def _left_aside(table: _Table, name: str, evidence: Evidence | None) -> dict[str, Any]:
    change = _taken_back(table, name)
    if _is_wide(table, evidence) and table.options.get("columns"):
        return {**change, "columns": [each for each in table.scored if each != name]}
    return {**change, "leave_aside": [*table.options.get("leave_aside", ()), name]}


def _reading_command(fields: Mapping[str, Any]) -> str:
    """Return the command that reads the same files in the same way."""
    files = [fields["store"]] if fields.get("store") is not None else name_as_given(fields["names"])
    published = next((key for key in PUBLISHED if files == [f"{EXAMPLE}{key}"]), None)
    words = ["bakeoff", "compare", *(["-"] if published else map(_file_word, files))]
    for name, value in fields["options"].items():
        if name in OPTIONS and OPTIONS[name].is_reading:
            words += words_of_option(OPTIONS[name], value)
    return f"bakeoff demo --csv {published} | {join(words)}" if published else join(words)


def _file_word(name: str) -> str:
    """Return the name of a file, or a word that stands for one where there is none: pasted text, an example made up."""
    is_made_up = name.startswith(EXAMPLE) and "." not in name
    return "FILE" if name == PASTED or is_made_up else name
