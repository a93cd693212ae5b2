"""From predictions to the bench that suits them: one test set, several datasets, or folds of one."""

from dataclasses import replace

import numpy as np

from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Floats, Resamples, Scores, tidy
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import did_you_mean, listed
from bakeoff.inference.examples import metric_value, two_class_scores
from bakeoff.procedures.metrics import COUNT_METRICS
from bakeoff.procedures.rank_bootstrap import RANK_METRICS

OTHER_NAMES = {
    "acc": "accuracy", "error": "error_rate", "err": "error_rate", "auc": "roc_auc", "auroc": "roc_auc",
    "f1_score": "f1", "logloss": "log_loss", "cross_entropy": "log_loss", "brier_score": "brier",
    "ap": "average_precision", "auprc": "average_precision", "matthews": "mcc", "cohen_kappa": "kappa",
}  # fmt: skip
OF_LOSSES = ("log_loss", "brier")
KNOWN = (*COUNT_METRICS, *RANK_METRICS, *OF_LOSSES)


def with_metric(given: Predictions, settings: Settings) -> Predictions:
    """Return the predictions with the measure that was asked for, or say why it cannot be computed."""
    if settings.metric is None and given.measure.name not in KNOWN:
        return replace(given, measure=_measure("accuracy"))
    asked = (settings.metric or given.measure.name).strip().lower().replace("-", "_").replace(" ", "_")
    name = OTHER_NAMES.get(asked, asked)
    if name not in KNOWN:
        raise UsageError(
            f"no metric of predictions is called {asked!r}{did_you_mean(name, KNOWN)}",
            where="--metric",
            fix=f"use one of: {', '.join(KNOWN)}",
            code="BO075",
        )
    _require_what_it_takes(given, name)
    return replace(given, measure=_measure(name))


def with_positive(given: Predictions, positive: str | None) -> Predictions:
    """Return the predictions with the named class as the second of two, the one that metrics speak of."""
    if positive is None or (len(given.classes) == 2 and given.classes[1] == positive):
        return given
    if len(given.classes) > 2 and positive in given.classes and has_probabilities(given):
        return given  # curves set it against the rest
    if len(given.classes) != 2 or positive not in given.classes:
        known = (
            f"of the classes {listed(given.classes)}"
            if given.classes
            else "of any class: only right and wrong"
        )
        raise UsageError(
            f"{positive!r} cannot be the positive one {known}",
            where="--positive",
            fix="name one of two classes, as it is written in the predictions",
            code="BO077",
        )
    return replace(
        given,
        classes=given.classes[::-1],
        truth=None if given.truth is None else 1 - given.truth,
        labels=None if given.labels is None else 1 - given.labels,
        probabilities=None if given.probabilities is None else given.probabilities[:, :, ::-1],
        scores=None if given.scores is None else -given.scores,
    )


def _require_what_it_takes(given: Predictions, name: str) -> None:
    lacks = None
    if name in COUNT_METRICS and name not in ("accuracy", "error_rate") and given.labels is None:
        lacks = "the predicted classes; only right and wrong are known"
    elif name in COUNT_METRICS and COUNT_METRICS[name].two_classes and len(given.classes) != 2:
        lacks = f"two classes; here are {len(given.classes)} (use {name}_macro, or another)"
    elif name in RANK_METRICS and not has_scores(given):
        lacks = "scores or probabilities of every class from every classifier"
    elif name in OF_LOSSES and not has_probabilities(given):
        lacks = "probabilities of every class from every classifier"
    if lacks:
        raise UsageError(
            f"{name} needs {lacks}",
            where=f"--metric {name}, {given.source}",
            fix="give them, or use another --metric, such as accuracy",
            code="BO076",
        )


def has_probabilities(given: Predictions) -> bool:
    """Say whether every classifier gave every example a probability for every class."""
    if given.probabilities is None or given.truth is None:
        return False
    return not bool(np.isnan(given.probabilities).any())


def has_scores(given: Predictions) -> bool:
    """Say whether every classifier ranks the examples: by scores for one of two classes, or by probabilities."""
    return has_probabilities(given) or two_class_scores(given) is not None


def is_pooled(given: Predictions) -> bool:
    """Say whether several models, one for each fold, stand behind each classifier."""
    return given.fold is not None and np.unique(given.fold).size > 1


def scores_of(given: Predictions) -> Scores:
    """Return the metric on every dataset, and on every fold where there are folds."""
    resamples = _by_fold(given) if is_pooled(given) else None
    rows = [_values(given.of(given.dataset == i)) for i in range(len(given.datasets))]
    return Scores(
        classifiers=given.classifiers,
        datasets=given.datasets,
        values=tidy(np.array(rows)),
        measure=given.measure,
        source=given.source,
        stored=given.stored,
        left_out=given.left_out,
        read_with=given.read_with,
        digest=given.digest,
        resamples=resamples,
        findings=given.findings,
    )


def _by_fold(given: Predictions) -> Resamples:
    fold = np.zeros(given.examples, dtype=np.int64) if given.fold is None else given.fold
    keys = np.unique(np.column_stack([given.dataset, fold]), axis=0)
    parts = [given.of((given.dataset == d) & (fold == f)) for d, f in keys]
    sizes = np.array([float(part.examples) for part in parts])
    totals = np.bincount(given.dataset)[keys[:, 0]]
    return Resamples(
        dataset=keys[:, 0],
        repeat=np.zeros(len(keys), dtype=np.int64),
        fold=keys[:, 1],
        values=tidy(np.array([_values(part) for part in parts])),
        n_train=totals - sizes,
        n_test=sizes,
    )


def _values(given: Predictions) -> Floats:
    return np.array([metric_value(given, i, given.measure.name) for i in range(len(given.classifiers))])


def _measure(name: str) -> Measure:
    lower = name in ("error_rate", *OF_LOSSES)
    unit = Unit.PLAIN if name in ("log_loss", "kappa", "mcc") else Unit.FRACTION
    return Measure(name=name, higher_is_better=not lower, unit=unit, direction_from="told")
