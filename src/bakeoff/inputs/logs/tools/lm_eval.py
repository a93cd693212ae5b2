"""lm-evaluation-harness: samples_*.jsonl with a line for each document and filter; results_*.json with means."""

import re
from array import array
from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from bakeoff.core.words import shorten
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import Record, as_number, as_record, as_text, not_as_written
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.run_findings import find_differences
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of, digest_of_hex, merge_columns
from bakeoff.inputs.options import ReadOptions

TOOL = "lm-evaluation-harness"
_TIME = r"\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d+)?"
_SAMPLES = re.compile(rf"samples_(.+?)(?:_({_TIME}))?\.jsonl?", re.DOTALL)
_STAMP = re.compile(_TIME)
_NOT_METRICS = frozenset(
    [
        "doc_id",
        "doc",
        "target",
        "arguments",
        "resps",
        "filtered_resps",
        "filter",
        "metrics",
        "doc_hash",
        "prompt_hash",
        "target_hash",
        "task_name",
        "schema_name",
        "version",
        "request_type",
        "bypass",
        "sample_len",
        "sample_count",
        "alias",
        "name",
    ]
)


def is_results(peek: Peek) -> bool:
    """Say whether a JSON document is a summary of the harness, of any version."""
    whole = peek.outline
    return isinstance(whole.get("results"), Mapping) and ("n-shot" in whole or "config" in whole)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers in files of samples; the scores of summaries where there are no samples."""
    harvest = Harvest(better_files="samples_*.jsonl, which lm_eval writes with --log_samples", fewest_tasks=6)
    summaries = [(peek.file, as_record(peek.document)) for peek in parts.get("results", ())]
    for peek in parts.get("samples", ()):
        harvest.sheets += _read_samples(peek.file, _summary_of(peek.file, summaries))
    if harvest.sheets:
        logged = {sheet.model for sheet in harvest.sheets}
        harvest.left = {file.label: _why_left(whole, file, logged) for file, whole in summaries}
    else:
        for file, whole in summaries:
            harvest.rows += read_means(whole, file)
        harvest.findings += find_differences(
            [run for file, whole in summaries for run in _runs_of(whole, file)]
        )
    return harvest


def _runs_of(whole: Record, file: LogFile) -> list[AnswerSheet]:
    """Return how each task of a summary was run, without answers."""
    model = model_name(whole) or _name_of_folder(file)
    return [
        AnswerSheet(model=model, task=task, source=file.label, settings=_task_settings(whole, task, None))
        for task in as_record(whole.get("results"))
    ]


def _why_left(whole: Record, file: LogFile, logged: set[str]) -> str:
    if (model_name(whole) or _name_of_folder(file)) in logged:
        return "means of the same runs"
    return "means without items, of another model"


def _summary_of(file: LogFile, summaries: Iterable[tuple[LogFile, Record]]) -> Record:
    """Return the summary of the run that a file of samples belongs to: of the same time, else the only one beside."""
    stamp = _STAMP.search(file.name)
    near = [(other, whole) for other, whole in summaries if other.place.parent == file.place.parent]
    for other, whole in near:
        if stamp and stamp[0] in other.name:
            return whole
    if not near and stamp and (beside := file.beside(f"results_{stamp[0]}.json")):
        return as_record(Peek(beside, b"{").document)
    return near[0][1] if len(near) == 1 else {}


def _read_samples(file: LogFile, summary: Record) -> list[AnswerSheet]:
    match = _SAMPLES.fullmatch(file.name)
    task = match[1] if match else _task_at_end(file.place.stem, summary)
    model = model_name(summary) or _name_of_folder(file)
    settings = _task_settings(summary, task, _STAMP.search(file.name))
    about = _About(model=model, task=task, source=file.label, settings=settings)
    said = as_record(as_record(summary.get("higher_is_better")).get(task))
    filters: dict[str, _Filtered] = {}
    last: object = object()  # no name is equal to it
    for record in file.records(TOOL):  # a million times in a large log
        name = record.get("filter")
        if name != last:
            known, last = as_text(name) or "none", name
            if known not in filters:
                filters[known] = _Filtered(record, known, said, about)
            add = filters[known].add
        add(record)
    if not filters:
        raise not_as_written("it has no lines", tool=TOOL, where=file.label)
    # Two filters are two scores of one document, never two documents or two models.
    return [merge_columns(*(own.sheet for own in filters.values()))]


def _task_at_end(stem: str, summary: Record) -> str:
    """Return the task that a name ends with, as early versions wrote it: model_args_task.jsonl."""
    ends = [task for task in as_record(summary.get("results")) if stem.endswith(f"_{task}")]
    return max(ends, key=len, default=stem)


class _About(TypedDict):
    model: str
    task: str
    source: str
    settings: dict[str, str]


class _Filtered:
    """The scores of one filter, document by document: one id, one digest and a number for each metric."""

    __slots__ = ("_add_digest", "_add_id", "_columns", "sheet")

    def __init__(self, record: Record, name: str, said: Record, about: _About) -> None:
        self.sheet = AnswerSheet(**about)
        self._add_id, self._add_digest = self.sheet.ids.append, self.sheet.digests.append
        self._columns = []
        for metric in _metrics_of(record):
            full = f"{metric},{name}"
            column = self.sheet.scores[full] = array("d")
            self._columns.append((metric, full, column.append))
            if isinstance(said.get(metric), bool):
                self.sheet.higher_is_better[full] = said[metric]

    def add(self, record: dict[str, Any]) -> None:
        number = record.get("doc_id")
        self._add_id(str(number) if type(number) is int else as_text(number))
        try:
            self._add_digest(int(record["doc_hash"][:16], 16) or 1)
        except (KeyError, TypeError, ValueError):
            self._add_digest(_document_digest(record))
        for metric, full, append in self._columns:
            value = record.get(metric)
            if type(value) is float:  # nearly always: a million times in a large log
                append(value)
            else:
                append(as_number(value))
                if isinstance(value, list | tuple | Mapping):
                    self.sheet.without_item_scores[full] = "each item holds what the metric is made from"


def _document_digest(record: dict[str, Any]) -> int:
    """Return the digest of a document whose hash is missing, or no hash."""
    return digest_of_hex(record.get("doc_hash")) or digest_of(
        as_text(record.get("doc")), record.get("target")
    )


def _metrics_of(record: Record) -> list[str]:
    listed = record.get("metrics")
    if isinstance(listed, list) and listed:
        return [m for m in map(str, listed) if m in record and m not in _NOT_METRICS]
    return [k for k, v in record.items() if k not in _NOT_METRICS and isinstance(v, int | float | list)]


def model_name(summary: Record) -> str:
    """Return the model of a summary: its name, or what it was loaded from."""
    if name := as_text(summary.get("model_name")):
        return name
    config = as_record(summary.get("config"))
    given = config.get("model_args")
    loaded = as_record(given) or dict(pair.split("=", 1) for pair in as_text(given).split(",") if "=" in pair)
    for key in ("pretrained", "model", "engine", "path"):
        if loaded.get(key):
            return as_text(loaded[key])
    return ""


def _name_of_folder(file: LogFile) -> str:
    """Return the model that a folder is named after: owner__model is owner/model."""
    folder = file.folders[-1] if file.folders else ""
    return folder.replace("__", "/", 1) if folder and folder not in ("/", ".") else file.place.stem


def _task_settings(summary: Record, task: str, stamp: re.Match[str] | None) -> dict[str, str]:
    config, about = as_record(summary.get("config")), as_record(as_record(summary.get("configs")).get(task))
    template = [about.get(k) for k in ("doc_to_text", "doc_to_target", "description", "fewshot_delimiter")]
    said = {
        "shots": as_text(as_record(summary.get("n-shot")).get(task)),
        "task version": as_text(as_record(summary.get("versions")).get(task)),
        "dataset": as_text(as_record(summary.get("task_hashes")).get(task))[:12],
        "template": f"{digest_of(*template, summary.get('chat_template_sha')):016x}"[:8]
        if any(template)
        else "",
        "revision": as_text(config.get("model_sha") or config.get("model_revision"))[:12],
        "temperature": as_text(as_record(config.get("gen_kwargs")).get("temperature")),
        "limit": as_text(config.get("limit")),
        "version": as_text(summary.get("lm_eval_version")),
        "date": stamp[0].partition(".")[0] if stamp else "",
    }
    return {k: shorten(v, most=80) for k, v in said.items() if v}


def read_means(whole: Record, file: LogFile) -> list[ScoreRow]:
    """Return one row for each task, metric and filter of a summary; groups of tasks are left out."""
    model = model_name(whole) or _name_of_folder(file)
    parts = as_record(whole.get("group_subtasks"))
    groups = set(as_record(whole.get("groups"))) | {name for name, inside in parts.items() if inside}
    directions = as_record(whole.get("higher_is_better"))
    rows = []
    for task, values in as_record(whole.get("results")).items():
        if task in groups:
            continue
        for key, value in as_record(values).items():
            metric = key.partition(",")[0]
            number = as_number(value) if not isinstance(value, str) else float("nan")
            if metric in _NOT_METRICS or metric.endswith("_stderr") or number != number:
                continue
            higher = as_record(directions.get(task)).get(metric)
            rows.append(ScoreRow(task, model, key, number, "", higher if isinstance(higher, bool) else None))
    return rows
