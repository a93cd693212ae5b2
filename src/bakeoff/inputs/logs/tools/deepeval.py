"""DeepEval: test runs with a score for each test case and metric."""

import re
from collections.abc import Iterator

from bakeoff.inputs.logs.amounts import LATENCY, PRICE, known_amounts
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import Record, as_list, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of, status_of_error
from bakeoff.inputs.options import ReadOptions

# Metrics of harm: a case passes when its score is small.
_LOWER = re.compile(r"bias|toxicity|hallucination|misuse|violation|leakage", re.IGNORECASE)
_LATEST = "testRunData"  # of .deepeval/.latest_test_run.json
_DEFAULT_NAME = re.compile(r"(conversational_)?test_case_\d+")


def is_run(peek: Peek) -> bool:
    """Say whether a JSON document is a test run."""
    return bool({"metricsScores", "testPassed", "testFailed", "conversationalTestCases"} & set(_run_of(peek)))


def _run_of(peek: Peek) -> Record:
    """Return the run: the document, or what it holds where DeepEval keeps the latest run for itself."""
    whole = as_record(peek.outline)
    return as_record(whole[_LATEST]) if _LATEST in whole else whole


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every test run."""
    return Harvest(sheets=[_read_run(peek) for peek in parts.get("run", ())])


def _read_run(peek: Peek) -> AnswerSheet:
    whole = _run_of(peek)
    settings = {k: as_text(v) for k, v in as_record(whole.get("hyperparameters")).items()}
    model = settings.pop("model", "") or as_text(whole.get("identifier")) or peek.file.place.stem
    task = as_text(whole.get("datasetAlias") or whole.get("testFile")) or "test cases"
    sheet = AnswerSheet(model=model, task=task, source=peek.file.label, settings=settings)
    names = [as_text(case.get("name")) for case in _cases_of(peek)]
    is_named = len(set(names)) == len(names) and not any(_DEFAULT_NAME.fullmatch(n) or not n for n in names)
    judges: set[str] = set()
    for case, name in zip(_cases_of(peek), names, strict=True):
        text = as_text(case.get("input") or case.get("turns") or case.get("scenario"))
        _add_test_case(sheet, case, name if is_named or not text else text, text)
        judges |= {as_text(m.get("evaluationModel")) for m in _metrics_of(case)}
    if judges - {""}:
        sheet.settings["judge"] = ", ".join(sorted(judges - {""}))
    sheet.higher_is_better = {metric: not _LOWER.search(metric) for metric in sheet.scores}
    return sheet


def _cases_of(peek: Peek) -> Iterator[Record]:
    """Yield the cases, those of conversations after the others."""
    for part in ("testCases", "conversationalTestCases"):
        if as_list(_run_of(peek).get(part)):
            path = (_LATEST, part) if _LATEST in as_record(peek.outline) else (part,)
            yield from (as_record(case) for _, case in peek.entries(*path, tool="DeepEval"))


def _metrics_of(case: Record) -> list[Record]:
    """Return what each metric said of a case; early versions have other words for it."""
    return [as_record(m) for m in as_list(case.get("metricsData") or case.get("metricsMetadata"))]


def _add_test_case(sheet: AnswerSheet, case: Record, item: str, text: str) -> None:
    metrics = _metrics_of(case)
    error = next((m["error"] for m in metrics if m.get("error")), None)
    scores = {
        as_text(m.get("name") or m.get("metric")): as_number(m.get("score"))
        for m in metrics
        if not m.get("error")
    }
    status = status_of_error(error) if error else 0
    # The time of the run and the cost of the evaluation are the judge's.
    took = known_amounts({LATENCY: case.get("completionTime"), PRICE: case.get("tokenCost")})
    digest = digest_of(text, case.get("expectedOutput")) if text else 0
    sheet.add(item, scores, status=status, digest=digest, amounts={} if status else took)
