"""EvalPlus: *_eval_results.json with base and plus verdicts of every sample."""

from collections.abc import Mapping

from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_list, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.options import ReadOptions


def is_results(peek: Peek) -> bool:
    """Say whether `eval` holds lists of samples with a status."""
    inside = peek.outline["eval"]
    first = next(iter(inside.values()), None) if isinstance(inside, Mapping) else None
    entry = first[0] if isinstance(first, list) and first else None
    return (isinstance(entry, Mapping) and bool({"base_status", "status"} & set(entry))) or isinstance(
        as_record(first).get("base"), list
    )


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every file; several samples of a problem are attempts."""
    sheets = [_read_results(peek) for peek in parts.get("results", ())]
    return Harvest(sheets=[*sheets, *map(_read_samples, parts.get("samples", ()))])


def is_samples(peek: Peek) -> bool:
    """Say whether records are samples of code with the verdict of their tests, as human-eval writes them."""
    return isinstance(peek.record["passed"], bool)


def _read_samples(peek: Peek) -> AnswerSheet:
    task = as_text(peek.record.get("task_id")).partition("/")[0] or "HumanEval"
    sheet = AnswerSheet(
        model=_model_of(peek),
        task=task,
        source=peek.file.label,
        higher_is_better={"passed": True},
        repeats_are_attempts=True,
    )
    for record in peek.file.records("human-eval"):
        sheet.add(as_text(record.get("task_id")), {"passed": float(record.get("passed") is True)})
    return sheet


def _read_results(peek: Peek) -> AnswerSheet:
    whole = as_record(peek.outline)
    known = as_record(whole.get("eval"))
    first = next(iter(known), "")
    own = "passed" if _has_one_status(known.get(first)) else "base"
    sheet = AnswerSheet(
        model=_model_of(peek),
        task=first.partition("/")[0] or "EvalPlus",
        source=peek.file.label,
        settings={"dataset": as_text(whole.get("hash"))[:12], "date": as_text(whole.get("date"))},
        higher_is_better={"plus": True, own: True},
    )
    for problem, samples in peek.entries("eval", tool="EvalPlus"):
        for number, (base, plus) in enumerate(_sample_statuses(samples)):
            scores = {own: float(base == "pass")}
            if plus is not None:
                scores = {"plus": float(base == "pass" and plus == "pass"), **scores}
            sheet.add(problem, scores, attempt=number)
    return sheet


def _has_one_status(samples: object) -> bool:
    """Say whether samples have one verdict, as BigCodeBench has it, and not two."""
    return isinstance(samples, list) and all("base_status" not in as_record(s) for s in samples)


def _sample_statuses(samples: object) -> list[tuple[str, str | None]]:
    """Return base and plus status of each sample, of new and of old files."""
    if isinstance(samples, list):
        return [
            (
                as_text(s.get("base_status") or s.get("status")),
                as_text(s["plus_status"]) if s.get("plus_status") else None,
            )
            for s in map(as_record, samples)
        ]
    old = as_record(samples)
    base = [as_text(as_list(b)[0]) for b in as_list(old.get("base"))]
    plus = [as_text(as_list(p)[0]) for p in as_list(old.get("plus"))]
    return [(b, plus[i] if i < len(plus) else None) for i, b in enumerate(base)]


def _model_of(peek: Peek) -> str:
    stem = peek.file.place.stem
    for ending in (".jsonl_results", "_eval_results", "-sanitized", ".eval_results", "_results"):
        stem = stem.removesuffix(ending)
    if stem in ("", "samples", "eval_results") and peek.file.folders:
        return peek.file.folders[-1]
    return stem.replace("--", "/", 1)
