"""Every Eval Ever: <uuid>.json with one score for each benchmark, <uuid>_samples.jsonl with a line for each score."""

from collections.abc import Mapping

from bakeoff.core.words import shorten
from bakeoff.inputs.logs.amounts import LATENCY, known_amounts, token_amounts
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import Record, as_count, as_list, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of_hex, merge_columns, status_of_error
from bakeoff.inputs.options import ReadOptions

TOOL = "Every Eval Ever"


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of files of samples, with directions of the aggregates; else the aggregates' scores."""
    harvest = Harvest(better_files="the files <uuid>_samples.jsonl as well", fewest_tasks=6)
    wholes = {peek.file.label: as_record(peek.document) for peek in parts.get("aggregate", ())}
    by_id = {as_text(whole.get("evaluation_id")): whole for whole in wholes.values()}
    for peek in parts.get("samples", ()):
        harvest.sheets += _read_samples(peek.file, by_id)
    _settle_unnamed(harvest.sheets)
    if harvest.sheets:
        harvest.left = dict.fromkeys(wholes, "aggregates of the same runs")
    else:
        harvest.rows = [row for whole in wholes.values() for row in read_aggregate(whole)]
    return harvest


def _read_samples(file: LogFile, by_id: Mapping[str, Record]) -> list[AnswerSheet]:
    sheets: dict[tuple[str, str], dict[str, AnswerSheet]] = {}
    aggregate: Record = {}
    for record in file.records(TOOL):
        aggregate = aggregate or by_id.get(as_text(record.get("evaluation_id"))) or _aggregate_beside(file)
        task, model = as_text(record.get("evaluation_name")), as_text(record.get("model_id"))
        metric = _short_name(as_text(record.get("evaluation_result_id")))
        own = sheets.setdefault((model, task), {})
        if metric not in own:
            own[metric] = _new_sheet(model, task, file, aggregate, record)
        score, error = _score_of(as_record(record.get("evaluation"))), record.get("error")
        own[metric].add(
            as_text(record.get("sample_id")),
            {} if error else {metric: score},
            attempt=as_count(as_record(record.get("metadata")).get("attempt"), otherwise=-1),
            status=status_of_error(error) if error else 0,
            digest=digest_of_hex(record.get("sample_hash")),
            amounts={} if error else _amounts_of(record),
        )
    return [merge_columns(*own.values()) for own in sheets.values()]


def _amounts_of(record: Record) -> dict[str, float]:
    milliseconds = as_number(as_record(record.get("performance")).get("latency_ms"))
    return known_amounts({LATENCY: milliseconds / 1000, **token_amounts(record.get("token_usage"))})


def _score_of(evaluation: Record) -> float:
    score = evaluation.get("score")
    return as_number(evaluation.get("is_correct") if score is None else score)


def _short_name(metric: str) -> str:
    """Return a metric without a filter that filters nothing.

    >>> _short_name("acc:none"), _short_name("exact_match:strict-match")
    ('acc', 'exact_match:strict-match')
    """
    return metric.removesuffix(":none")


def _new_sheet(model: str, task: str, file: LogFile, aggregate: Record, record: Record) -> AnswerSheet:
    results = [as_record(r) for r in as_list(aggregate.get("evaluation_results"))]
    own = [r for r in results if r.get("evaluation_name") == task] or results
    sheet = AnswerSheet(
        model=model, task=task, source=file.label, settings=_evaluation_settings(aggregate, own)
    )
    for result in own:
        lower = as_record(result.get("metric_config")).get("lower_is_better")
        if isinstance(lower, bool):
            sheet.higher_is_better[
                _short_name(as_text(result.get("evaluation_result_id"))) or "score"
            ] = not lower
    chosen = as_text(as_record(record.get("metadata")).get("filter"))
    if chosen and task.endswith(f"/{chosen}"):
        sheet.family = task.removesuffix(f"/{chosen}")
    return sheet


def _settle_unnamed(sheets: list[AnswerSheet]) -> None:
    """Name scores without a metric; where all of a task are 0, they are placeholders, as corpus metrics have them."""
    scored = {s.task for s in sheets if any(value == value and value != 0 for value in s.scores.get("", ()))}
    for sheet in sheets:
        column = sheet.scores.pop("", None)
        if column is not None and sheet.task in scored:
            sheet.scores["score"] = column
        elif column is not None:
            sheet.without_item_scores["score"] = "0 for every item, without a metric: a placeholder"


def _aggregate_beside(file: LogFile) -> Record:
    near = file.beside(file.name.replace("_samples.jsonl", ".json"))
    return {} if near is None else as_record(Peek(near, b"{").document)


def _evaluation_settings(aggregate: Record, results: list[Record]) -> dict[str, str]:
    generation = as_record(next((r.get("generation_config") for r in results), None))
    more = {**as_record(generation.get("generation_args")), **as_record(generation.get("additional_details"))}
    library = as_record(aggregate.get("eval_library"))
    said = {
        "shots": as_text(more.get("num_fewshot")),
        "temperature": as_text(more.get("temperature")),
        "template": as_text(more.get("prompt_template"))[:60],
        "version": " ".join(filter(None, (as_text(library.get("name")), as_text(library.get("version"))))),
        "date": as_text(aggregate.get("evaluation_timestamp") or aggregate.get("retrieved_timestamp")),
    }
    return {key: shorten(value, most=80) for key, value in said.items() if value}


def read_aggregate(whole: Record) -> list[ScoreRow]:
    """Return the scores of one aggregate file: one for each benchmark and metric."""
    about = as_record(whole.get("model_info"))
    model = as_text(about.get("id") or about.get("name"))
    rows = []
    for result in map(as_record, as_list(whole.get("evaluation_results"))):
        config = as_record(result.get("metric_config"))
        lower = config.get("lower_is_better")
        metric = (
            as_text(config.get("metric_name"))
            or _short_name(as_text(result.get("evaluation_result_id")))
            or "score"
        )
        value = as_number(as_record(result.get("score_details")).get("score"))
        direction = not lower if isinstance(lower, bool) else None
        rows.append(ScoreRow(as_text(result.get("evaluation_name")), model, metric, value, "", direction))
    return rows
