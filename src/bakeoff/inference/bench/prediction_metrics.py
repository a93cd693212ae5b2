"""The metric of predictions: which one is asked for, what it needs, and its value by dataset and fold."""

from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Floats, tidy
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.inference.bench.examples import metric_value, two_class_scores
from bakeoff.procedures.bootstrap.metrics import COUNT_METRICS
from bakeoff.procedures.bootstrap.rank_bootstrap import RANK_METRICS

METRIC_SYNONYMS = {
    "acc": "accuracy", "error": "error_rate", "err": "error_rate", "auc": "roc_auc", "auroc": "roc_auc",
    "f1_score": "f1", "logloss": "log_loss", "cross_entropy": "log_loss", "brier_score": "brier",
    "ap": "average_precision", "auprc": "average_precision", "matthews": "mcc", "cohen_kappa": "kappa",
}  # fmt: skip
LOSS_METRICS = ("log_loss", "brier")
KNOWN_METRICS = (*COUNT_METRICS, *RANK_METRICS, *LOSS_METRICS)


def with_metric(predictions: Predictions, settings: Settings) -> Predictions:
    """Return the predictions with the measure that was asked for, or say why it cannot be computed."""
    if settings.metric is None and predictions.measure.name not in KNOWN_METRICS:
        return replace(predictions, measure=_build_measure("accuracy"))
    spelling = (
        (settings.metric or predictions.measure.name).strip().lower().replace("-", "_").replace(" ", "_")
    )
    name = METRIC_SYNONYMS.get(spelling, spelling)
    if name not in KNOWN_METRICS:
        raise UsageError(
            f"no metric of predictions is called {spelling!r}{did_you_mean(name, KNOWN_METRICS)}",
            where="--metric",
            fix=f"use one of: {', '.join(KNOWN_METRICS)}",
            code="BO075",
        )
    _require_inputs(predictions, name)
    return replace(predictions, measure=_build_measure(name))


def with_positive(predictions: Predictions, positive: str | None) -> Predictions:
    """Return the predictions with the named class as the second of two, the one that metrics speak of."""
    if positive is None or (len(predictions.classes) == 2 and predictions.classes[1] == positive):
        return predictions
    if len(predictions.classes) > 2 and positive in predictions.classes and has_probabilities(predictions):
        return predictions  # curves set it against the rest
    if len(predictions.classes) != 2 or positive not in predictions.classes:
        known = (
            f"of the classes {write_list(predictions.classes)}"
            if predictions.classes
            else "of any class: only right and wrong"
        )
        raise UsageError(
            f"{positive!r} cannot be the positive one {known}",
            where="--positive",
            fix="name one of two classes, as it is written in the predictions",
            code="BO077",
        )
    return replace(
        predictions,
        classes=predictions.classes[::-1],
        truth=None if predictions.truth is None else 1 - predictions.truth,
        labels=None if predictions.labels is None else 1 - predictions.labels,
        probabilities=None if predictions.probabilities is None else predictions.probabilities[:, :, ::-1],
        scores=None if predictions.scores is None else -predictions.scores,
    )


def _require_inputs(predictions: Predictions, name: str) -> None:
    lacks = None
    if name in COUNT_METRICS and name not in ("accuracy", "error_rate") and predictions.labels is None:
        lacks = "the predicted classes; only right and wrong are known"
    elif name in COUNT_METRICS and COUNT_METRICS[name].two_classes and len(predictions.classes) != 2:
        lacks = f"two classes; here are {len(predictions.classes)} (use {name}_macro, or another)"
    elif name in RANK_METRICS and not has_scores(predictions):
        lacks = "scores or probabilities of every class from every classifier"
    elif name in LOSS_METRICS and not has_probabilities(predictions):
        lacks = "probabilities of every class from every classifier"
    if lacks:
        raise UsageError(
            f"{name} needs {lacks}",
            where=f"--metric {name}, {predictions.source}",
            fix="give them, or use another --metric, such as accuracy",
            code="BO076",
        )


def has_probabilities(predictions: Predictions) -> bool:
    """Say whether every classifier gave every example a probability for every class."""
    if predictions.probabilities is None or predictions.truth is None:
        return False
    return not bool(np.isnan(predictions.probabilities).any())


def has_scores(predictions: Predictions) -> bool:
    """Say whether every classifier ranks the examples: by scores for one of two classes, or by probabilities."""
    return has_probabilities(predictions) or two_class_scores(predictions) is not None


def is_pooled(predictions: Predictions) -> bool:
    """Say whether several models, one for each fold, stand behind each classifier."""
    return predictions.fold is not None and np.unique(predictions.fold).size > 1


def score_datasets(predictions: Predictions) -> Scores:
    """Return the metric on every dataset, and on every fold where there are folds."""
    resamples = _score_folds(predictions) if is_pooled(predictions) else None
    rows = [
        _metric_values(predictions.of(predictions.dataset == i)) for i in range(len(predictions.datasets))
    ]
    return as_scores(predictions, np.array(rows), resamples=resamples)


def as_scores(predictions: Predictions, values: Floats, *, resamples: Resamples | None) -> Scores:
    """Return scores of predictions, datasets × classifiers, with what is known of where these come from."""
    return Scores(
        classifiers=predictions.classifiers,
        datasets=predictions.datasets,
        values=tidy(values),
        measure=predictions.measure,
        source=predictions.source,
        stored=predictions.stored,
        left_out=predictions.left_out,
        read_with=predictions.read_with,
        digest=predictions.digest,
        resamples=resamples,
        findings=predictions.findings,
    )


def _score_folds(predictions: Predictions) -> Resamples:
    fold = np.zeros(predictions.examples, dtype=np.int64) if predictions.fold is None else predictions.fold
    keys = np.unique(np.column_stack([predictions.dataset, fold]), axis=0)
    parts = [predictions.of((predictions.dataset == d) & (fold == f)) for d, f in keys]
    sizes = np.array([float(part.examples) for part in parts])
    totals = np.bincount(predictions.dataset)[keys[:, 0]]
    return Resamples(
        dataset=keys[:, 0],
        repeat=np.zeros(len(keys), dtype=np.int64),
        fold=keys[:, 1],
        values=tidy(np.array([_metric_values(part) for part in parts])),
        n_train=totals - sizes,
        n_test=sizes,
    )


def _metric_values(predictions: Predictions) -> Floats:
    return np.array(
        [metric_value(predictions, i, predictions.measure.name) for i in range(len(predictions.classifiers))]
    )


def _build_measure(name: str) -> Measure:
    lower = name in ("error_rate", *LOSS_METRICS)
    unit = Unit.PLAIN if name in ("log_loss", "kappa", "mcc") else Unit.FRACTION
    return Measure(name=name, higher_is_better=not lower, unit=unit, direction_from="told")
