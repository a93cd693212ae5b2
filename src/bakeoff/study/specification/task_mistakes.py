"""Mistakes about what is to be predicted: metrics, resamplings and disturbances that a task does not have."""

from bakeoff.core.datasets import Task
from bakeoff.core.words import did_you_mean
from bakeoff.study.cells.scoring import TASK_METRICS
from bakeoff.study.specification.nested_mistakes import Mistake
from bakeoff.study.specification.study_parts import StudyPart


def task_mistakes(part: StudyPart) -> list[Mistake]:
    """Return what does not go together with the task of a study."""
    named = [(("metrics",), metric) for metric in part.metrics or ()]
    if part.tuning.metric is not None:
        named.append((("tuning",), part.tuning.metric))
    mistakes: list[Mistake] = [
        (path, metric_objection(metric, part.task))
        for path, metric in named
        if metric not in TASK_METRICS[part.task]
    ]
    return mistakes + (_quantity_mistakes(part) if part.task is Task.QUANTITY else _cost_mistakes(part))


def metric_objection(metric: str, task: Task) -> str:
    """Return why a study of some task has no such metric, and which it may have been."""
    others = [other for other, metrics in TASK_METRICS.items() if metric in metrics]
    if others:
        own = ", ".join(list(TASK_METRICS[task])[:4])
        return (
            f'{metric} is no metric of {task}, but of {others[0]}: use {own}, …, or say task = "{others[0]}"'
        )
    return f"there is no metric {metric!r}{did_you_mean(metric, list(TASK_METRICS[task]))}"


def _quantity_mistakes(part: StudyPart) -> list[Mistake]:
    mistakes: list[Mistake] = []
    kind = part.resampling.kind
    if kind is not None and kind.startswith("stratified"):
        plain = "group-k-fold" if "group" in kind else "k-fold"
        what = f'a quantity has no classes to stratify by: use kind = "{plain}"'
        mistakes.append((("resampling", "kind"), what))
    if part.conditions.label_noise:
        mistakes.append((("conditions", "label_noise"), "a quantity has no labels to change"))
    return mistakes + _cost_mistakes(part)


def _cost_mistakes(part: StudyPart) -> list[Mistake]:
    if part.costs is None or part.task in (Task.CLASSES, Task.ORDERED):
        return []
    return [(("costs",), f"costs of errors need classes, and the task is {part.task}")]
