"""What should be known of the runs behind item evidence: other settings, gaps, answers without a score."""

from collections.abc import Iterable, Sequence

import numpy as np

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ANSWERED, STATUSES, ItemEvidence
from bakeoff.core.words import quote_text, shorten, write_count
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.messages import join_with_commas

# Settings that must agree for two runs to have measured the same thing, and what they are called.
_MEASURED = {
    "template": "prompt template",
    "shots": "number of shots",
    "dataset": "dataset or its revision",
    "task version": "version of the task",
    "judge": "judge",
    "split": "split",
    "metric settings": "setting of the metric",
}


def find_differences(sheets: Sequence[AnswerSheet]) -> Iterable[Finding]:
    """Yield a finding for each task and setting in which the runs measured something different."""
    for key, noun in _MEASURED.items():
        tasks = {}
        for task in dict.fromkeys(sheet.task for sheet in sheets):
            said = {s.model: s.settings[key] for s in sheets if s.task == task and s.settings.get(key)}
            if len(set(said.values())) > 1:
                tasks[task] = said
        if tasks:
            yield _difference_finding(noun, tasks)


def _difference_finding(noun: str, tasks: dict[str, dict[str, str]]) -> Finding:
    task, said = next(iter(tasks.items()))
    some = join_with_commas((f"{model} {shorten(value, most=40)}" for model, value in said.items()), most=3)
    more = f" and of {write_count(len(tasks) - 1, 'other task')}" if len(tasks) > 1 else ""
    message = (
        f"the runs of {quote_text(task)}{more} differ in the {noun}: {some}; the difference may come from it"
    )
    return Finding(
        code="BO382", severity=Severity.WARNING, message=message, detail={"setting": noun, "tasks": tasks}
    )


def find_gaps(evidence: ItemEvidence) -> Iterable[Finding]:
    """Yield findings on items that a model lacks, and on answers without a score."""
    yield from _find_lacking(evidence)
    yield from _find_unscored(evidence)


def _find_lacking(evidence: ItemEvidence) -> Iterable[Finding]:
    present = np.zeros((len(evidence.models), len(evidence.items)), dtype=np.bool_)
    present[evidence.model, evidence.item] = True
    lacking = {
        model: np.flatnonzero(~present[i]) for i, model in enumerate(evidence.models) if not present[i].all()
    }
    if not lacking:
        return
    some = join_with_commas(
        f"{model} lacks {write_count(places.size, 'item')} "
        f"({join_with_commas((quote_text(evidence.items[p]) for p in places[:3].tolist()), most=2)}"
        f"{', …' if places.size > 2 else ''})"
        for model, places in lacking.items()
    )
    message = (
        f"of {write_count(len(evidence.items), 'item')}, {int(present.all(axis=0).sum()):,} are in the logs of every "
        f"model: {some}"
    )
    detail = {
        model: tuple(evidence.items[p] for p in places[:100].tolist()) for model, places in lacking.items()
    }
    yield Finding(code="BO386", severity=Severity.WARNING, message=message, detail=detail)


def _find_unscored(evidence: ItemEvidence) -> Iterable[Finding]:
    counts = evidence.count_statuses()
    said = {
        model: {
            str(STATUSES[j]): int(counts[i, j])
            for j in range(len(STATUSES))
            if j != ANSWERED and counts[i, j]
        }
        for i, model in enumerate(evidence.models)
    }
    unscored = {model: by for model, by in said.items() if by}
    if unscored:
        some = join_with_commas(
            f"{model} {', '.join(f'{n:,} {word}' for word, n in by.items())}"
            for model, by in unscored.items()
        )
        message = f"answers without a score, which are not counted as wrong: {some}"
        yield Finding(code="BO385", severity=Severity.WARNING, message=message, detail=unscored)


def find_messages(sheets: Sequence[AnswerSheet]) -> Iterable[Finding]:
    """Yield what the readers want said of single runs, each once."""
    messages = dict.fromkeys(text for sheet in sheets for text in sheet.messages)
    for text in messages:
        yield Finding(code="BO389", severity=Severity.WARNING, message=text)
