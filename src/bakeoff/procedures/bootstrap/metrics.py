"""Metrics that depend on predictions only through counts: of hits, of true and of predicted classes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.bootstrap.contingency import Tallies


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMetric:
    """A metric of tallies: how it is computed, where it lies, which direction is better."""

    name: str
    of: Callable[[Tallies], Floats]  # classes × resamples in, one value for each resample out
    low: float = 0.0
    high: float = 1.0
    higher_is_better: bool = True
    two_classes: bool = False  # speaks of class 1 against class 0


def find_metric(name: str, *, classes: int) -> CountMetric:
    """Return the count metric of this name.

    >>> find_metric("f1_macro", classes=3).high
    1.0
    """
    if name not in COUNT_METRICS:
        raise ProcedureError(
            f"no metric of predicted classes is called {name!r}",
            where="metric",
            fix=f"choose one of {', '.join(COUNT_METRICS)}",
            code="BO053",
        )
    metric = COUNT_METRICS[name]
    if metric.two_classes and classes != 2:
        raise ProcedureError(
            f"{name} speaks of one class against another; there are {classes} classes",
            where="metric",
            fix=f"use {name}_macro, {name}_micro or {name}_weighted"
            if name in _AVERAGED
            else "use recall_macro",
            code="BO053",
        )
    return metric


def _accuracy_of_tallies(t: Tallies) -> Floats:
    return _divide_or_zero(t.hits.sum(axis=0), t.truth.sum(axis=0))


def _error_rate(t: Tallies) -> Floats:
    return _divide_or_zero((t.truth - t.hits).sum(axis=0), t.truth.sum(axis=0))


def _balanced_accuracy(t: Tallies) -> Floats:
    return _mean_over(_class_recall(t), t.truth > 0)


def _class_precision(t: Tallies) -> Floats:
    return _divide_or_zero(t.hits, t.predicted)


def _class_recall(t: Tallies) -> Floats:
    return _divide_or_zero(t.hits, t.truth)


def _class_f1(t: Tallies) -> Floats:
    return _divide_or_zero(2 * t.hits, t.truth + t.predicted)


def _binary_specificity(t: Tallies) -> Floats:
    of_class_zero: Floats = _class_recall(t)[0]
    return of_class_zero


def _kappa_of_tallies(t: Tallies) -> Floats:
    total = t.truth.sum(axis=0)
    by_chance = (t.truth * t.predicted).sum(axis=0)
    return _divide_or_zero(total * t.hits.sum(axis=0) - by_chance, total * total - by_chance)


def _mcc_of_tallies(t: Tallies) -> Floats:
    # Gorodkin (2004): the correlation of the one-hot matrices, from the margins alone.
    total = t.truth.sum(axis=0)
    spread_true = total * total - (t.truth * t.truth).sum(axis=0)
    spread_predicted = total * total - (t.predicted * t.predicted).sum(axis=0)
    covariance = total * t.hits.sum(axis=0) - (t.truth * t.predicted).sum(axis=0)
    # Weights that are no whole numbers leave a spread of nothing a hair below zero.
    return _divide_or_zero(
        covariance, np.sqrt(np.maximum(spread_true, 0)) * np.sqrt(np.maximum(spread_predicted, 0))
    )


def _average_over_classes(part: Callable[[Tallies], Floats]) -> Callable[[Tallies], Floats]:
    # Averaged over the classes that occur at all, in the truth or among the predictions.
    return lambda t: _mean_over(part(t), (t.truth > 0) | (t.predicted > 0))


def _weigh_by_class(part: Callable[[Tallies], Floats]) -> Callable[[Tallies], Floats]:
    return lambda t: _divide_or_zero((part(t) * t.truth).sum(axis=0), t.truth.sum(axis=0))


def _for_class_one(part: Callable[[Tallies], Floats]) -> Callable[[Tallies], Floats]:
    return lambda t: part(t)[1]


def _divide_or_zero(part: Floats, whole: Floats) -> Floats:
    """Divide, with 0 where there is nothing to divide by."""
    share: Floats = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
    return share


def _mean_over(values: Floats, present: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    return _divide_or_zero(np.where(present, values, 0.0).sum(axis=0), present.sum(axis=0).astype(np.float64))


_AVERAGED: Mapping[str, Callable[[Tallies], Floats]] = MappingProxyType(
    {"precision": _class_precision, "recall": _class_recall, "f1": _class_f1}
)


def _build_metrics() -> Mapping[str, CountMetric]:
    metrics = [
        CountMetric(name="accuracy", of=_accuracy_of_tallies),
        CountMetric(name="error_rate", of=_error_rate, higher_is_better=False),
        CountMetric(name="balanced_accuracy", of=_balanced_accuracy),
        CountMetric(name="kappa", of=_kappa_of_tallies, low=-1.0),
        CountMetric(name="mcc", of=_mcc_of_tallies, low=-1.0),
        CountMetric(name="specificity", of=_binary_specificity, two_classes=True),
    ]
    for name, part in _AVERAGED.items():
        metrics += [
            CountMetric(name=name, of=_for_class_one(part), two_classes=True),
            CountMetric(name=f"{name}_macro", of=_average_over_classes(part)),
            # With one prediction for each example, the pooled counts of all classes are the accuracy's.
            CountMetric(name=f"{name}_micro", of=_accuracy_of_tallies),
            CountMetric(name=f"{name}_weighted", of=_weigh_by_class(part)),
        ]
    return MappingProxyType({metric.name: metric for metric in metrics})


COUNT_METRICS: Mapping[str, CountMetric] = _build_metrics()
