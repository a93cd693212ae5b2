"""OpenAI evals: JSON Lines of events; matches and metrics are scores, sampling is not."""

from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import Record, as_list, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of, status_of_error
from bakeoff.inputs.options import ReadOptions

TOOL = "OpenAI evals"


def is_log(peek: Peek) -> bool:
    """Say whether JSON Lines are events of an evaluation: a specification, a report, or events with numbers."""
    first = peek.record
    spec = as_record(first.get("spec"))
    return bool(
        {"eval_name", "run_config"} <= set(spec)
        or {"run_id", "event_id", "sample_id", "type", "data"} <= set(first)
    ) or (set(first) == {"final_report", "run_id"})


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every log."""
    return Harvest(sheets=[_read_log(peek.file) for peek in parts.get("events", ())])


def _read_log(file: LogFile) -> AnswerSheet:
    sheet = AnswerSheet(model=file.place.stem, task=file.place.stem, source=file.label)
    scores: dict[str, dict[str, float]] = {}
    digests: dict[str, int] = {}
    errors: dict[str, int] = {}
    for record in file.records(TOOL):
        if "spec" in record:
            _describe_spec(sheet, as_record(record["spec"]))
            continue
        item, kind, data = as_text(record.get("sample_id")), record.get("type"), as_record(record.get("data"))
        if kind == "error":
            errors[item] = status_of_error(f"{data.get('type')} {data.get('message')}")
        elif kind in ("match", "metrics"):
            own = scores.setdefault(item, {})
            for name, value in _scores_in(str(kind), data).items():
                own[name] = value  # of several matches of a sample the last one counts
            if "expected" in data:
                digests[item] = digest_of(as_text(data["expected"]))
    for item in dict.fromkeys([*scores, *errors]):
        sheet.add(item, scores.get(item, {}), status=errors.get(item, 0), digest=digests.get(item, 0))
    return sheet


def _scores_in(kind: str, data: Record) -> dict[str, float]:
    if kind == "match":
        return {"match.correct": as_number(data.get("correct"))}
    return {f"metrics.{k}": as_number(v) for k, v in data.items() if isinstance(v, int | float)}


def _describe_spec(sheet: AnswerSheet, spec: Record) -> None:
    named = next(iter(as_list(spec.get("completion_fns"))), "") or spec.get("model_name")
    sheet.model = as_text(named) or sheet.model
    sheet.task = as_text(spec.get("eval_name") or spec.get("base_eval")) or sheet.task
    config = as_record(spec.get("run_config"))
    said = {
        "split": as_text(spec.get("split")),
        "dataset": as_text(as_record(as_record(config.get("eval_spec")).get("args")).get("samples_jsonl")),
        "limit": as_text(config.get("max_samples")),
        "date": as_text(spec.get("created_at")),
    }
    sheet.settings |= {key: value for key, value in said.items() if value}
