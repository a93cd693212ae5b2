"""Scoring: from the predictions of one test set to its metrics. An undefined score is a failure, never a NaN."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.costs import Costs

COST = "cost"


class UndefinedError(ValueError):
    """A metric that has no value on these test rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitPredictions:
    """What a classifier said of its test rows."""

    truth: Ints
    labels: Ints
    classes: int
    probabilities: Floats | None  # rows × classes


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """How one metric is computed, and whether it needs probabilities."""

    compute: Callable[[SplitPredictions], float]
    from_probabilities: bool = False


def _make_sklearn_metric(name: str, **options: Any) -> Callable[[SplitPredictions], float]:  # noqa: ANN401
    def compute(answers: SplitPredictions) -> float:
        from sklearn import metrics

        return float(getattr(metrics, name)(answers.truth, answers.labels, **options))

    return compute


def _make_averaged_metric(name: str, average: str) -> Metric:
    return Metric(compute=_make_sklearn_metric(name, average=average, zero_division=0))


def _accuracy(answers: SplitPredictions) -> float:
    return float(np.mean(answers.truth == answers.labels))


def _error_rate(answers: SplitPredictions) -> float:
    return float(np.mean(answers.truth != answers.labels))


def _require_probabilities(answers: SplitPredictions) -> Floats:
    if answers.probabilities is None:
        raise UndefinedError("the classifier gives no probabilities")
    return answers.probabilities


def _roc_auc(answers: SplitPredictions) -> float:
    from sklearn.metrics import roc_auc_score

    probabilities = _require_probabilities(answers)
    present = np.unique(answers.truth)
    if present.size < min(answers.classes, 2) or (answers.classes > 2 and present.size < answers.classes):
        raise UndefinedError(
            "a class is missing from the test rows, so that the area under the curve has no value"
        )
    if answers.classes == 2:
        return float(roc_auc_score(answers.truth, probabilities[:, 1]))
    labels = np.arange(answers.classes)
    return float(roc_auc_score(answers.truth, probabilities, multi_class="ovr", labels=labels))


def _average_precision(answers: SplitPredictions) -> float:
    from sklearn.metrics import average_precision_score

    probabilities = _require_probabilities(answers)
    if answers.classes != 2 or not (answers.truth == 1).any():
        raise UndefinedError("average precision needs two classes, and test rows of the second")
    return float(average_precision_score(answers.truth, probabilities[:, 1]))


def _log_loss(answers: SplitPredictions) -> float:
    from sklearn.metrics import log_loss

    return float(log_loss(answers.truth, _require_probabilities(answers), labels=np.arange(answers.classes)))


def _brier(answers: SplitPredictions) -> float:
    hot = np.eye(answers.classes)[answers.truth]
    return float(np.mean(((_require_probabilities(answers) - hot) ** 2).sum(axis=1)))


METRICS: Mapping[str, Metric] = {
    "accuracy": Metric(compute=_accuracy),
    "error_rate": Metric(compute=_error_rate),
    "balanced_accuracy": Metric(compute=_make_sklearn_metric("balanced_accuracy_score")),
    "kappa": Metric(compute=_make_sklearn_metric("cohen_kappa_score")),
    "mcc": Metric(compute=_make_sklearn_metric("matthews_corrcoef")),
    **{
        f"{short}_{average}": _make_averaged_metric(f"{short}_score", average)
        for short in ("f1", "precision", "recall")
        for average in ("macro", "micro", "weighted")
    },
    **{short: _make_averaged_metric(f"{short}_score", "binary") for short in ("f1", "precision", "recall")},
    "roc_auc": Metric(compute=_roc_auc, from_probabilities=True),
    "average_precision": Metric(compute=_average_precision, from_probabilities=True),
    "log_loss": Metric(compute=_log_loss, from_probabilities=True),
    "brier": Metric(compute=_brier, from_probabilities=True),
}


def first_needing_probabilities(names: tuple[str, ...]) -> str | None:
    """Return the first of the metrics that is computed from probabilities; None where none is."""
    return next((name for name in names if METRICS[name].from_probabilities), None)


def compute_scores(answers: SplitPredictions, metrics: tuple[str, ...]) -> dict[str, float]:
    """Return every metric of one test set, or say which has no value there."""
    scores = {}
    for name in metrics:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what they warn of is checked below
            try:
                value = METRICS[name].compute(answers)
            except ValueError as error:
                raise UndefinedError(f"{name} has no value on these test rows: {error}") from None
        if not np.isfinite(value):
            raise UndefinedError(f"{name} has no value on these {answers.truth.size} test rows")
        scores[name] = value
    return scores


def mean_cost(answers: SplitPredictions, costs: Costs, classes: tuple[str, ...]) -> float:
    """Return the mean cost of the predictions by the cost matrix; entries that are not named cost nothing."""
    row = partial(dict.get, costs.matrix)
    matrix = np.array([[float((row(t) or {}).get(p, 0.0)) for p in classes] for t in classes])
    return float(matrix[answers.truth, answers.labels].mean())
