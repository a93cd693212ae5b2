"""Which of several metrics is read: the one that was asked for, or the first that the tasks share."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import lower_is_better
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.messages import did_you_mean, join_with_commas

# What is made of the attempts at an item, whichever metric they are scored by.
_OF_ATTEMPTS = re.compile(r"pass[@^]\d+|best[-_ ]of[-_ ]\d+|maj(ority)?(@\d+)?", re.IGNORECASE)
EACH_ITS_OWN = "score"  # the name where each task has a metric of its own


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricChoice:
    """Of each task the metric that is read, and what it is called over all of them."""

    by_task: Mapping[str, str]
    name: str
    higher_is_better: bool
    others: tuple[str, ...]
    findings: tuple[Finding, ...]
    left_tasks: tuple[str, ...] = ()  # scored by something that cannot stand beside the others


def choose_metric(sheets: Sequence[AnswerSheet], *, asked: str | None, higher: bool | None) -> MetricChoice:
    """Return which metric is read of each task; refuse a question that the logs do not answer."""
    offered = {task: _offered_metrics(sheets, task) for task in dict.fromkeys(s.task for s in sheets)}
    scored = {task: names for task, names in offered.items() if names}
    if not scored:
        raise _no_item_scores(sheets)
    if asked is not None and not _OF_ATTEMPTS.fullmatch(asked):
        by_task = _find_asked(asked, scored, sheets[0].source)
    else:
        _require_common_metric(sheets, scored)
        by_task = _take_first(scored)
    kept = _comparable_tasks(sheets, _one_of_family(sheets, by_task), higher=higher)
    names = list(dict.fromkeys(kept.values()))
    name = names[0] if len(names) == 1 else EACH_ITS_OWN
    every = dict.fromkeys(n for found in scored.values() for n in found)
    others = tuple(n for n in every if n not in names)
    left = tuple(task for task in offered if task not in kept)
    return MetricChoice(
        by_task=kept,
        name=name,
        higher_is_better=_metric_direction(sheets, names[0], higher=higher),
        others=others,
        left_tasks=left,
        findings=_metric_findings(kept, names, others if asked is None else (), left, by_task),
    )


def _offered_metrics(sheets: Sequence[AnswerSheet], task: str) -> list[str]:
    """Return the metrics of a task, those that most runs have before the others."""
    found = Counter(name for sheet in sheets if sheet.task == task for name in sheet.metrics)
    return sorted(found, key=lambda name: -found[name])


def _find_asked(asked: str, scored: Mapping[str, list[str]], source: str) -> dict[str, str]:
    by_task: dict[str, str] = {}
    for task, names in scored.items():
        exact = [n for n in names if n == asked] or [n for n in names if n.casefold() == asked.casefold()]
        alike = exact or [n for n in names if re.split(r"[,:/]", n)[0].casefold() == asked.casefold()]
        if len(alike) > 1:
            raise InputError(
                f"{quote_text(asked)} stands for {write_count(len(alike), 'score')} of {quote_text(task)}, "
                "which are never mixed: "
                f"{join_with_commas(map(quote_text, alike))}",
                where=source,
                fix=f"name one of them: --metric {quote_text(alike[0])}",
                code="BO031",
            )
        if alike:
            by_task[task] = alike[0]
    if not by_task:
        every = list(dict.fromkeys(n for names in scored.values() for n in names))
        raise InputError(
            f"no answer has a score called {quote_text(asked)}",
            where=source,
            fix=f"{did_you_mean(asked, every)}the logs have {join_with_commas(map(quote_text, every), most=12)}",
            code="BO031",
        )
    return by_task


def _take_first(scored: Mapping[str, list[str]]) -> dict[str, str]:
    firsts = Counter(names[0] for names in scored.values())
    usual = max(firsts, key=lambda name: firsts[name])
    return {task: usual if usual in names else names[0] for task, names in scored.items()}


def _require_common_metric(sheets: Sequence[AnswerSheet], scored: Mapping[str, list[str]]) -> None:
    """Refuse runs of several models that are scored by different metrics, task by task: nothing can be paired."""
    for task in scored:
        runs = [s for s in sheets if s.task == task and s.metrics]
        models = {metric: {s.model for s in runs if metric in s.metrics} for metric in scored[task]}
        if len({s.model for s in runs}) < 2 or any(len(own) > 1 for own in models.values()):
            return
    some = join_with_commas(
        (f"{s.model} by {join_with_commas(map(quote_text, s.metrics), most=3)}" for s in runs), most=4
    )
    raise InputError(
        f"the runs of {quote_text(task)} are scored by different metrics: {some}",
        where=sheets[0].source,
        fix="score them by the same one (inspect score LOG --scorer NAME, the same metric in every run)",
        code="BO646",
    )


def _one_of_family(sheets: Sequence[AnswerSheet], by_task: Mapping[str, str]) -> dict[str, str]:
    """Return the tasks without those that score the items of another one in a different way."""
    family = {sheet.task: sheet.family or sheet.task for sheet in sheets}
    firsts: dict[str, str] = {}
    for task in by_task:
        firsts.setdefault(family[task], task)
    return {task: metric for task, metric in by_task.items() if firsts[family[task]] == task}


def _comparable_tasks(
    sheets: Sequence[AnswerSheet], by_task: Mapping[str, str], *, higher: bool | None
) -> dict[str, str]:
    """Return the tasks whose scores may stand side by side: one metric, or shares of 0 to 1 in one direction."""
    usual = Counter(by_task.values()).most_common(1)[0][0]
    if len(set(by_task.values())) == 1:
        return dict(by_task)
    fits = {
        task: metric
        for task, metric in by_task.items()
        if _metric_direction(sheets, metric, higher=higher) and _is_share(sheets, task, metric)
    }
    return (
        fits
        if by_task.keys() & fits.keys() and usual in fits.values()
        else {task: metric for task, metric in by_task.items() if metric == usual}
    )


def _is_share(sheets: Sequence[AnswerSheet], task: str, metric: str) -> bool:
    columns = [np.asarray(s.scores[metric]) for s in sheets if s.task == task and metric in s.scores]
    return all(bool(((c >= 0) & (c <= 1))[np.isfinite(c)].all()) for c in columns)


def _metric_direction(sheets: Sequence[AnswerSheet], metric: str, *, higher: bool | None) -> bool:
    if higher is not None:
        return higher
    said = {s.higher_is_better[metric] for s in sheets if metric in s.higher_is_better}
    if len(said) > 1:
        raise InputError(
            f"some of the logs say that a higher {quote_text(metric)} is better, others that a lower one is",
            where=sheets[0].source,
            fix="say which: --lower-is-better or --higher-is-better",
            code="BO045",
        )
    return said.pop() if said else not lower_is_better(metric.split(",")[0])


def _no_item_scores(sheets: Sequence[AnswerSheet]) -> InputError:
    corpus = {m: why for s in sheets for m, why in s.without_item_scores.items()}
    if corpus:
        some = join_with_commas(f"{quote_text(m)} ({why})" for m, why in corpus.items())
        return InputError(
            f"these metrics have one value for the whole task and none for an item: {some}",
            where=sheets[0].source,
            fix="give logs of a task with a score for each item; the values for the whole task are in the summary file",
            code="BO545",
        )
    return InputError(
        "no answer in these logs has a score",
        where=sheets[0].source,
        fix="score the logs first (inspect score LOG, lm_eval without --predict_only), and give them again",
        code="BO545",
    )


def _metric_findings(
    kept: Mapping[str, str],
    names: Sequence[str],
    others: Sequence[str],
    left: Sequence[str],
    by_task: Mapping[str, str],
) -> tuple[Finding, ...]:
    said = []
    if len(names) > 1:
        some = join_with_commas(f"{task} by {quote_text(metric)}" for task, metric in kept.items())
        message = f"each task is scored by a metric of its own, all from 0 to 1: {some}"
        said.append(
            Finding(code="BO384", severity=Severity.NOTE, message=message, detail={"metrics": dict(kept)})
        )
    if others:
        message = (
            f"compared by {quote_text(names[0]) if len(names) == 1 else 'the first metric of each task'}; the "
            "logs also "
            f"have {join_with_commas(map(quote_text, others))}: --metric takes another"
        )
        said.append(
            Finding(code="BO359", severity=Severity.NOTE, message=message, detail={"others": tuple(others)})
        )
    if left:
        some = join_with_commas(f"{task} ({by_task[task]})" if task in by_task else task for task in left)
        message = (
            f"{write_count(len(left), 'task')} without a score that can stand beside the others, and "
            f"left out: {some}"
        )
        said.append(
            Finding(code="BO316", severity=Severity.WARNING, message=message, detail={"tasks": tuple(left)})
        )
    return tuple(said)
