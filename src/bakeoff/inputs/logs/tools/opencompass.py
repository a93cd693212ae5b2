"""OpenCompass: summary_*.csv with models in columns, results/<model>/<dataset>.json with details of items."""

import re
from collections.abc import Iterable, Mapping

from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import Record, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of
from bakeoff.inputs.logs.tables import rows_of
from bakeoff.inputs.options import ReadOptions

_ABOUT = ("dataset", "version", "metric", "mode", "total_count")
_AVERAGES = ("naive_average", "weighted_average", "standard_deviation", "sum")
_RIGHT = ("correct", "is_correct", "cascade_correct", "score")
_GOLD = ("gold", "answer", "answers", "references", "gold_answer", "ref", "refr", "reference")
_TEXT = ("prompt", "origin_prompt", "question")


def is_results(peek: Peek) -> bool:
    """Say whether `details` holds an entry for each item, with what was right."""
    first = next(iter(_detail_entries(peek.outline["details"])), ("", {}))[1]
    return bool(set(_RIGHT) & set(first))


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of files with details; the table of the summary where there are none."""
    harvest = Harvest(better_files="results/<model>/<dataset>.json with details", fewest_tasks=6)
    for peek in parts.get("results", ()):
        harvest.sheets.append(_read_results(peek))
    for peek in parts.get("summary", ()):
        if harvest.sheets:
            harvest.left[peek.file.label] = "means of the same runs"
        else:
            harvest.rows += _read_summary(peek)
    return harvest


def _detail_entries(details: object) -> Iterable[tuple[str, Record]]:
    if isinstance(details, Mapping):
        return ((str(k), v) for k, v in details.items() if isinstance(v, Mapping))
    if isinstance(details, list):
        return ((str(i), v) for i, v in enumerate(details) if isinstance(v, Mapping))
    return ()


def _read_results(peek: Peek) -> AnswerSheet:
    sheet = AnswerSheet(
        model=peek.file.folders[-1] if peek.file.folders else "model",
        task=peek.file.place.stem,
        source=peek.file.label,
    )
    for place, found in peek.entries("details", tool="OpenCompass"):
        entry = as_record(found)
        if not isinstance(found, Mapping):
            continue
        known = entry.get(
            "example_abbr"
        )  # since 0.4: subdivision and number; every field is a list of attempts
        sheet.by_position = sheet.by_position or known is None
        item = place if known is None else as_text(known)
        columns = {key: _answer_attempts(entry[key]) for key in _RIGHT if key in entry}
        digest = _entry_digest(entry)
        for attempt in range(max(map(len, columns.values()), default=0)):
            scores = {key: as_number(own[attempt]) for key, own in columns.items() if attempt < len(own)}
            sheet.add(item, scores, attempt=attempt, digest=digest)
    return sheet


def _answer_attempts(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _entry_digest(entry: Record) -> int:
    """Return the digest of the answer, else of the question (its form may differ between models); 0: of neither."""
    told = next((entry[key] for key in (*_GOLD, *_TEXT) if entry.get(key) is not None), None)
    text = as_text(next(iter(_answer_attempts(told)), ""))
    return digest_of(text) if text else 0


def _read_summary(peek: Peek) -> list[ScoreRow]:
    models = [name for name in peek.header if name not in _ABOUT]
    rows = []
    for row in rows_of(peek):
        metric, mode = row.get("metric", ""), row.get("mode", "")
        if metric in ("-", "", *_AVERAGES) or mode == "mixed" or row["dataset"].startswith("---"):
            continue
        for model in models:
            value = as_number(re.split(r"[ (]", row.get(model, "").strip())[0])
            if value == value:
                rows.append(ScoreRow(row["dataset"], model, metric, value))
    return rows
