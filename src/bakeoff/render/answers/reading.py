"""How evidence was read: as JSON, as one line, and as a small picture of the table."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import numpy as np

from bakeoff.core.errors import ReadingError
from bakeoff.core.evidence import Scores, at_precision
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measures import Unit
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.core.readings import LEFT_ASIDE, Alternative, ColumnRole, Doubt, Reading, Shape, SkippedRow
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list
from bakeoff.render.findings import finding_dicts, finding_lines
from bakeoff.render.items import noun_by_measure
from bakeoff.render.lines import Line, Span, line, quiet_lines
from bakeoff.render.names import fit_name, printable_name, width

SCHEMA = "bakeoff/reading/1"
MOST_COLUMNS = 24  # shown one by one
MOST_FILES = 12
KINDS: dict[type, str] = {Scores: "scores", Predictions: "predictions", ItemEvidence: "items"}
_MARK = {"slight": "?", "serious": "!"}
_IN_PICTURE = frozenset(
    {"BO304", "BO305", "BO307", "BO331"}
)  # findings that the picture or the line above it says


def shape_dict(reading: Reading) -> dict[str, Any]:
    """Return the shape of a table, the role of each column and the rows that were skipped."""
    return {
        "shape": str(reading.shape),
        "columns": [_reading_column(c) for c in reading.columns],
        "rows_skipped": [{"row": r.row, "why": r.why} for r in reading.rows_skipped],
        "reasons": list(reading.reasons),
        "files": [
            {
                "source": f.source,
                "gives": f.gives,
                "columns": [_reading_column(c) for c in f.columns],
                "rows_skipped": [{"row": r.row, "why": r.why} for r in f.rows_skipped],
            }
            for f in reading.files
        ],
    }


def _reading_column(column: ColumnRole) -> dict[str, str]:
    return {"name": column.name, "role": column.role, **({"why": column.why} if column.why else {})}


def doubt_dicts(doubts: Sequence[Doubt]) -> list[dict[str, str]]:
    """Return what speaks against a reading."""
    return [{"severity": str(d.weight), "message": d.message} for d in doubts]


def alternative_dicts(alternatives: Sequence[Alternative]) -> list[dict[str, Any]]:
    """Return other readings, each with its command."""
    return [{"meaning": a.meaning, "options": list(a.options), "command": a.command} for a in alternatives]


def reading_line(evidence: Evidence) -> str:
    """Return in one line what a person checks at a glance: sizes, measure, what is missing and was left aside."""
    parts = [_reading_sizes(evidence), _reading_measure(evidence)]
    if isinstance(evidence, Scores):
        missing = int((evidence.values != evidence.values).sum())
        if missing:
            failed = evidence.reading.failed if evidence.reading is not None else 0
            apart = f" ({failed:,} failed)" if failed else ""
            parts.append(f"{missing:,} of {evidence.values.size:,} scores missing{apart}")
    reading = evidence.reading
    if reading is not None:
        parts += _left_aside_texts(reading)
    return ", ".join(parts)


def _reading_sizes(evidence: Evidence) -> str:
    if isinstance(evidence, ItemEvidence):
        tasks = f" in {write_count(len(evidence.tasks), 'task')}" if len(evidence.tasks) > 1 else ""
        models = write_count(len(evidence.models), "model")
        return f"{write_count(len(evidence.items), 'item')}{tasks} × {models}"
    many = write_count(len(evidence.classifiers), noun_by_measure(evidence.measure.name))
    if isinstance(evidence, Predictions):
        sets = f" of {write_count(len(evidence.datasets), 'dataset')}" if len(evidence.datasets) > 1 else ""
        return f"{write_count(evidence.examples, 'example')}{sets} × {many}"
    if isinstance(evidence, Scores) and evidence.resamples is not None:
        low, high = evidence.resamples.per_dataset
        each = f"{low}" if low == high else f"{low} to {high}"
        return f"{write_count(len(evidence.datasets), 'dataset')} × {many} × {each} resamples"
    return f"{write_count(len(evidence.datasets), 'dataset')} × {many}"


def _reading_measure(evidence: Evidence) -> str:
    measure = evidence.measure
    unit = "" if measure.unit is Unit.PLAIN else f" in {measure.unit}"
    return f"{printable_name(measure.name)}{unit}"


def _left_aside_texts(reading: Reading) -> list[str]:
    aside = [c.name or "a column without a name" for c in reading.columns if c.role == LEFT_ASIDE]
    parts = []
    if aside:
        parts.append(
            f"{write_count(len(aside), 'column')} left aside ({write_list([printable_name(n) for n in aside], most=3)})"
        )
    if reading.rows_skipped:
        parts.append(f"{write_count(len(reading.rows_skipped), 'row')} skipped")
    return parts


def reading_lines(evidence: Evidence, columns: int, design: str | None) -> list[Line]:
    """Return how evidence was understood, as a person wants to check it."""
    reading = evidence.reading
    head: list[Line] = [
        [],
        line(f"  {reading_line(evidence)}"),
        line(f"  {_reading_direction(evidence)}"),
        [],
    ]
    if reading is None:
        return head
    body = [
        line(f"  read as: {reading.shape}{f', the design is {design}' if design else ''}"),
        *(lines for why in reading.reasons for lines in quiet_lines(f"because {why}", columns)),
    ]
    body += (
        _reading_files(reading, columns)
        if reading.files
        else _reading_table(reading.columns, reading.rows_skipped)
    )
    for omission in evidence.left_out:
        body.append(line(f"  {omission.words}"))
    if ties := _count_ties(evidence):
        body.append(line(f"  {_ties_text(ties, len(evidence.classifiers))}"))
    for doubt in reading.doubts:
        body += [
            line(Span(f"  {_MARK[str(doubt.weight)] if first else ' '} ", "yellow"), text)
            for first, text in _doubt_lines(doubt, columns)
        ]
    said = [finding for finding in evidence.findings if finding.code not in _IN_PICTURE]
    body += [[], *finding_lines(said, columns), *_reading_others(evidence, reading), []]
    return [*head, *body]


def _reading_table(columns: Sequence[ColumnRole], skipped: Sequence[SkippedRow]) -> list[Line]:
    return [[], *_reading_picture(columns), *(line(f"  row {r.row:,} skipped: {r.why}") for r in skipped)]


def _reading_files(reading: Reading, columns: int) -> list[Line]:
    """Return what each of several files gave; files whose columns are those of the one before are said in one line."""
    body: list[Line] = []
    before: tuple[ColumnRole, ...] | None = None
    for file in reading.files[:MOST_FILES]:
        body += [[], *quiet_lines(f"{printable_name(file.source)} gives {file.gives}", columns)]
        if file.columns and file.columns != before:
            body += _reading_table(file.columns, file.rows_skipped)[1:]
        before = file.columns
    more = len(reading.files) - MOST_FILES
    return (
        [*body, [], line(Span(f"  … and {more:,} more (--json has them all)", "dim"))] if more > 0 else body
    )


def _reading_direction(evidence: Evidence) -> str:
    measure = evidence.measure
    direction = "higher" if measure.higher_is_better else "lower"
    if isinstance(evidence, ItemEvidence) and "higher_is_better" not in dict(evidence.read_with):
        return f"{direction} is better (by its name, or as the log says)"
    if isinstance(evidence, Predictions):
        return f"{direction} is better (by its name)"
    how = {"told": "as the log says" if _is_log(evidence) else "as was said", "the name": "by its name"}.get(
        measure.direction_from, "assumed: the measure is not known"
    )
    return f"{direction} is better ({how})"


def _is_log(evidence: Evidence) -> bool:
    """Say whether the direction stands in a log, and nobody typed it."""
    is_log = evidence.reading is not None and evidence.reading.shape is Shape.LOGS
    return is_log and "higher_is_better" not in dict(evidence.read_with)


def _reading_picture(columns: Sequence[ColumnRole]) -> list[Line]:
    some = columns if len(columns) <= MOST_COLUMNS else columns[:MOST_COLUMNS]
    label = min(30, max((width(printable_name(c.name or "(no name)")) for c in some), default=0))
    rows = [
        line(
            f"  {fit_name(c.name or '(no name)', label)}  ",
            Span(c.role, "dim" if c.role == LEFT_ASIDE else "bold"),
            f"{': ' if c.why else ''}{c.why}",
        )
        for c in some
    ]
    if len(columns) > MOST_COLUMNS:
        rows.append(
            line(Span(f"  … and {len(columns) - MOST_COLUMNS:,} more columns (--json has them all)", "dim"))
        )
    return rows


def _doubt_lines(doubt: Doubt, columns: int) -> list[tuple[bool, str]]:
    return [(i == 0, text) for i, text in enumerate(wrap(doubt.message, max(20, columns - 4)))]


def _count_ties(evidence: Evidence) -> int | None:
    """Return how many pairs of classifiers have one score on one dataset; None where nobody counted them."""
    if not isinstance(evidence, Scores):
        return None
    ranked = np.sort(at_precision(evidence.values, evidence.decimals), axis=1)
    total = 0
    for row in ranked:
        _, counts = np.unique(row[row == row], return_counts=True)
        total += int((counts * (counts - 1) // 2).sum())
    return total


def _ties_text(ties: int, classifiers: int) -> str:
    pairs = write_count(classifiers * (classifiers - 1) // 2, "pair")
    return f"{write_count(ties, 'tie')} among {pairs} of classifiers"


def _reading_others(evidence: Evidence, reading: Reading) -> list[Line]:
    """Return the options that would change the reading."""
    lines = [line(Span("  what would change it", "dim"))]
    lines += [line(f"  {a.command}    {a.meaning}") for a in reading.alternatives]
    options = _changing_options(evidence)
    return [*lines, *(line(f"  {'  '.join(options[i : i + 4])}") for i in range(0, len(options), 4))]


def _changing_options(evidence: Evidence) -> list[str]:
    """Return the options with which evidence of this kind would be read another way."""
    of_tables = [
        "--columns A,B",
        "--leave-aside NAME",
        "--rows-are datasets|resamples|classifiers|examples",
        "--rename OLD=NEW",
        "--dataset-column NAME",
        "--fold-column NAME",
        "--repeat-column NAME",
    ]
    turned = f"--{'lower' if evidence.measure.higher_is_better else 'higher'}-is-better"
    return [
        *(of_tables if isinstance(evidence, Scores) else ()),
        "--metric NAME",
        turned,
        "--leave-out NAME",
    ]


def read_dict(evidence: Evidence, design: str | None) -> dict[str, Any]:
    """Return the JSON of `bakeoff read`."""
    from bakeoff.render.json.comparison import reading_dict  # which shows the reading of every comparison

    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": _evidence_dict(evidence),
        "reading": reading_dict(evidence),
        "design": design,
        "ties": _count_ties(evidence),
        "options": _changing_options(evidence),
        "findings": finding_dicts(evidence.findings),
    }


def _evidence_dict(evidence: Evidence) -> dict[str, Any]:
    measure = evidence.measure
    return {
        "kind": KINDS.get(type(evidence), "counts"),
        "source": evidence.source,
        "classifiers": list(evidence.classifiers),
        **_sizes_dict(evidence),
        "metric": measure.name,
        "higher_is_better": measure.higher_is_better,
        "direction_from": measure.direction_from,
        "unit": str(measure.unit),
        "digest": evidence.digest,
    }


def _sizes_dict(evidence: Evidence) -> dict[str, Any]:
    if isinstance(evidence, ItemEvidence):
        return {
            "items": len(evidence.items),
            "tasks": len(evidence.tasks),
            "attempts": evidence.attempts,
            "groups": len(evidence.groups) or None,
        }
    resamples = evidence.resamples if isinstance(evidence, Scores) else None
    return {
        "datasets": len(evidence.datasets),
        "resamples": 1 if resamples is None else resamples.per_dataset[1],
        "examples": evidence.examples if isinstance(evidence, Predictions) else None,
    }


def refusal_dict(error: ReadingError) -> dict[str, Any]:
    """Return why nothing is certain enough to be read, and the readings that could be meant."""
    return {
        "schema": SCHEMA,
        "error": {"code": error.code, "what": error.what, "where": error.where, "fix": error.advice},
        "doubts": doubt_dicts(error.doubts),
        "alternatives": alternative_dicts(error.alternatives),
    }
