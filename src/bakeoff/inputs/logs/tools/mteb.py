"""MTEB: a file for each task with its main score, in folders named after the model and its revision."""

from collections.abc import Mapping
from statistics import fmean

from bakeoff.core.findings import Finding, Severity
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import Record, as_list, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions

_UNSURE = ("external", "no_revision_available", "")  # revisions that a real one goes before
_HIGHER = True
_SPLITS = ("test", "validation", "dev", "train")


def is_task(peek: Peek) -> bool:
    """Say whether scores are lists of main scores by split."""
    scores = peek.outline.get("scores")
    if not isinstance(scores, Mapping) or not ({"dataset_revision", "mteb_version"} & set(peek.outline)):
        return False
    return any("main_score" in as_record(entry) for split in scores.values() for entry in as_list(split))


def is_old_task(peek: Peek) -> bool:
    """Say whether splits stand beside the name of the dataset, as in files before version 1.11."""
    return any(isinstance(peek.outline.get(split), Mapping) for split in _SPLITS)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the main score of every model and task: the mean over subsets of its test split."""
    best: dict[tuple[str, str], tuple[int, LogFile, Record]] = {}
    left = {}
    for peek in (*parts.get("task", ()), *parts.get("old task", ())):
        whole = as_record(peek.document)
        model, revision = _model_of(peek.file)
        key = model, as_text(whole.get("task_name") or whole.get("mteb_dataset_name"))
        rank = 1 if revision in _UNSURE else 0
        if key in best and best[key][0] <= rank:
            left[peek.file.label] = "the same task of another revision"
            continue
        if key in best:
            left[best[key][1].label] = "the same task of another revision"
        best[key] = rank, peek.file, whole
    rows = [row for (model, task), (_, _, whole) in best.items() for row in _task_rows(model, task, whole)]
    return Harvest(
        rows=rows, left=left, findings=_other_revisions(best), fewest_tasks=2, better_files="more tasks"
    )


def _model_of(file: LogFile) -> tuple[str, str]:
    """Return model and revision by the folders: results/<owner>__<model>/<revision>/<task>.json."""
    folders = file.folders
    for depth in range(len(folders) - 1, -1, -1):
        if "__" in folders[depth]:
            revision = folders[depth + 1] if depth + 1 < len(folders) else ""
            return folders[depth].replace("__", "/", 1), revision
    return (folders[-1] if folders else file.place.stem), ""


def _task_rows(model: str, task: str, whole: Record) -> list[ScoreRow]:
    scores = as_record(whole.get("scores")) or {s: _old_scores(whole[s]) for s in _SPLITS if s in whole}
    split = next((name for name in _SPLITS if name in scores), next(iter(scores), ""))
    values = [as_number(as_record(entry).get("main_score")) for entry in as_list(scores.get(split))]
    return [ScoreRow(task, model, "main_score", fmean(values), "", _HIGHER)] if values else []


def _old_scores(split: object) -> list[Record]:
    """Return the scores of an old file: of the split itself, or of each language in it."""
    inside = as_record(split)
    each = [inside] if "main_score" in inside else [as_record(value) for value in inside.values()]
    return [scores for scores in each if "main_score" in scores]


def _other_revisions(best: Mapping[tuple[str, str], tuple[int, LogFile, Record]]) -> list[Finding]:
    revisions: dict[str, set[str]] = {}
    for (_, task), (_, _, whole) in best.items():
        revisions.setdefault(task, set()).add(as_text(whole.get("dataset_revision")))
    differ = [task for task, found in revisions.items() if len(found - {""}) > 1]
    if not differ:
        return []
    message = f"the models were run on different revisions of the dataset: {join_with_commas(differ)}"
    return [
        Finding(code="BO382", severity=Severity.WARNING, message=message, detail={"tasks": tuple(differ)})
    ]
