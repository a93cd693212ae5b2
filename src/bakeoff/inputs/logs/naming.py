"""What models are called where two runs have the same name: by what differs between the runs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, shorten, write_count
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.clean_names import clean_names

# In this order: what a person would tell two runs apart by.
_TELLING = ("revision", "template", "prompt", "shots", "temperature", "judge", "limit", "settings", "version")


def clean_sheet_names(sheets: Sequence[AnswerSheet], *, source: str) -> tuple[Finding, ...]:
    """Clean the names of models and tasks as those of any table: text, and never code for a terminal."""
    models = clean_names([sheet.model or "model" for sheet in sheets], kind="classifier", where=source)
    tasks = clean_names([sheet.task or "task" for sheet in sheets], kind="dataset", where=source)
    for sheet, model, task in zip(sheets, models.clean, tasks.clean, strict=True):
        sheet.model, sheet.task = model, task
        if not all(metric.isprintable() for metric in sheet.scores):
            sheet.scores = {shorten(metric, most=200): column for metric, column in sheet.scores.items()}
    return models.findings + tasks.findings


def name_apart(sheets: Sequence[AnswerSheet]) -> tuple[list[AnswerSheet], tuple[Finding, ...]]:
    """Return the sheets with models renamed so that none has two runs of a task, without copies of the same run."""
    kept, copies = _drop_copies(sheets)
    by_model: dict[str, list[AnswerSheet]] = defaultdict(list)
    for sheet in kept:
        by_model[sheet.model].append(sheet)
    names: dict[int, str] = {}
    for model, own in by_model.items():
        for sheet, label in zip(own, _run_labels(own), strict=True):
            names[id(sheet)] = f"{model} ({label})" if label else model
    renamed = [replace(sheet, model=names[id(sheet)]) for sheet in kept]
    return renamed, _naming_findings(kept, renamed, copies)


def _drop_copies(sheets: Sequence[AnswerSheet]) -> tuple[list[AnswerSheet], list[AnswerSheet]]:
    seen: dict[tuple[object, ...], AnswerSheet] = {}
    kept: list[AnswerSheet] = []
    copies: list[AnswerSheet] = []
    for sheet in sheets:
        key = (sheet.model, sheet.task, sheet.settings.get("date"), len(sheet.ids), _sheet_content(sheet))
        (copies if key in seen else kept).append(sheet)
        seen.setdefault(key, sheet)
    return kept, copies


def _sheet_content(sheet: AnswerSheet) -> int:
    columns = tuple((name, column.tobytes()) for name, column in sheet.scores.items())
    return hash((tuple(sheet.ids[:1000]), bytes(sheet.statuses), columns))


def _run_labels(sheets: list[AnswerSheet]) -> list[str]:
    """Return what tells the runs of one model apart; nothing where each is of a task of its own."""
    if _is_unique([""] * len(sheets), sheets):
        return [""] * len(sheets)
    for key in _TELLING:
        labels = [f"{key} {s.settings[key]}" if s.settings.get(key) else "" for s in sheets]
        if _is_unique(labels, sheets):
            return labels
    if len({sheet.task for sheet in sheets}) == 1:
        dates = [sheet.settings.get("date", "") for sheet in sheets]
        return dates if all(dates) and _is_unique(dates, sheets) else _path_parts([s.source for s in sheets])
    return _run_numbers(sheets)


def _is_unique(labels: Sequence[str], sheets: Sequence[AnswerSheet]) -> bool:
    return len({(s.task, label) for s, label in zip(sheets, labels, strict=True)}) == len(sheets)


def _run_numbers(sheets: Sequence[AnswerSheet]) -> list[str]:
    """Return run 1, run 2, … by date within each task."""
    order = sorted(range(len(sheets)), key=lambda i: (sheets[i].settings.get("date", ""), sheets[i].source))
    seen: dict[str, int] = defaultdict(int)
    labels = [""] * len(sheets)
    for i in order:
        seen[sheets[i].task] += 1
        labels[i] = f"run {seen[sheets[i].task]}"
    return labels


def _path_parts(sources: Sequence[str]) -> list[str]:
    """Return the shortest part of each path that no other has.

    >>> _path_parts(["runs/a/out.json", "runs/b/out.json"]), _path_parts(["x/a.json", "x/b.json"])
    (['a', 'b'], ['a.json', 'b.json'])
    """
    parts = [PurePosixPath(source).parts for source in sources]
    longest = max(map(len, parts))
    for back in range(1, longest + 1):
        labels = [part[-back] if len(part) >= back else "" for part in parts]
        if len(set(labels)) == len(labels):
            return labels
    return [f"{i + 1}" for i in range(len(sources))]


def _naming_findings(
    before: Sequence[AnswerSheet], after: Sequence[AnswerSheet], copies: Sequence[AnswerSheet]
) -> tuple[Finding, ...]:
    said = []
    changed = dict.fromkeys(
        new.model for old, new in zip(before, after, strict=True) if old.model != new.model
    )
    if changed:
        message = f"several runs have the same name; they are told apart by what differs: {join_with_commas(changed)}"
        said.append(
            Finding(code="BO381", severity=Severity.NOTE, message=message, detail={"names": tuple(changed)})
        )
    if copies:
        some = join_with_commas(quote_text(sheet.source) for sheet in copies)
        message = f"{write_count(len(copies), 'log')} that another repeats, and read once: {some}"
        said.append(Finding(code="BO388", severity=Severity.NOTE, message=message))
    return tuple(said)
