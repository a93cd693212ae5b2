"""Predictions and counts laid out: one test set, several datasets, pooled folds, or costs."""

from dataclasses import replace

import numpy as np

from bakeoff.core.comparison import Settings
from bakeoff.core.costs import Costs
from bakeoff.core.design import EvidenceKind
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Floats, Scores
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.inference.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.costing import BENEFIT, COST, cost_scores
from bakeoff.inference.counted import CountBench
from bakeoff.inference.examples import ExampleBench
from bakeoff.inference.layout import settle_missing
from bakeoff.inference.recognise import recognise, require_two
from bakeoff.inference.recognise_predictions import recognise_counts, recognise_examples
from bakeoff.inference.tested import is_pooled, scores_of, with_metric, with_positive
from bakeoff.inference.thresholding import Decided, decide
from bakeoff.procedures.prediction_registry import ACCURACIES, PREDICTION_PROCEDURES
from bakeoff.procedures.rank_bootstrap import RANK_METRICS

# Tests of flips, which judge every dataset by itself where there are several.
EACH = ("binomial", "mcnemar", "mcnemar-midp", "mcnemar-uncorrected")


def lay_out_test_set(
    evidence: Predictions | TestSetCounts,
    settings: Settings,
    pairs: tuple[PairIndex, ...],
    costs: Costs | None,
) -> Bench:
    """Return the bench for predictions, or for counts of right answers."""
    if isinstance(evidence, TestSetCounts):
        design = recognise_counts(evidence, settings)
        return CountBench(evidence=evidence, design=design, settings=settings, pairs=pairs)
    return _of_predictions(evidence, settings, pairs, costs)


def _of_predictions(
    given: Predictions, settings: Settings, pairs: tuple[PairIndex, ...], costs: Costs | None
) -> Bench:
    require_two(given.classifiers, given.source)
    given = with_positive(given, settings.positive)
    if costs is not None:
        # Where an error costs its example's weight, the weight has had its say.
        weight = None if costs.by_weight else given.weight
        decided = decide(given, costs, seed=settings.seed)
        measured = replace(decided.given, measure=BENEFIT if costs.benefit else COST, weight=weight)
        return _by_cost(measured, decided, settings, pairs, metric=COST.name)
    if given.outcome is not None and settings.metric in (None, given.measure.name):
        return _by_outcome(given, given.outcome, settings, pairs)
    measured = with_metric(given, settings)
    _require_weights_heeded(measured)
    if _is_apart(given, settings):
        return _by_dataset(measured, scores_of(measured), settings, pairs)
    design = recognise_examples(measured, settings, metric=measured.measure.name)
    return ExampleBench(evidence=measured, design=design, settings=settings, pairs=pairs)


def _by_outcome(
    given: Predictions, outcome: Floats, settings: Settings, pairs: tuple[PairIndex, ...]
) -> Bench:
    """Return the bench for answers that are partly right: their mean score is what counts."""
    scored = Decided(given=given, costs=-outcome, choice_variances=np.zeros(len(given.classifiers)))
    return _by_cost(given, scored, settings, pairs, metric="mean score")


def _by_cost(
    measured: Predictions,
    decided: Decided,
    settings: Settings,
    pairs: tuple[PairIndex, ...],
    *,
    metric: str,
) -> Bench:
    if _is_apart(measured, settings):
        return _by_dataset(measured, cost_scores(measured, decided.costs), settings, pairs)
    return ExampleBench(
        evidence=measured,
        design=recognise_examples(measured, settings, metric=metric),
        settings=settings,
        pairs=pairs,
        costs=decided.costs,
        choice_variances=decided.choice_variances,
    )


def _is_apart(given: Predictions, settings: Settings) -> bool:
    """Say whether datasets or folds, not examples, are compared: unless a test of examples is asked for."""
    return len(given.datasets) > 1 or (is_pooled(given) and not of_examples(settings.test))


def of_examples(test: str | None) -> bool:
    """Say whether a test of this name judges the examples of a test set."""
    return test in {p.key for p in PREDICTION_PROCEDURES}


def _require_weights_heeded(given: Predictions) -> None:
    """Refuse a metric that would take every example alike although they have weights."""
    metric = given.measure.name
    if given.weight is None or metric not in RANK_METRICS:
        return
    raise UsageError(
        f"the examples have weights, and no test of {metric} heeds them: it would take every example alike",
        where=f"--metric {metric}, {given.source}",
        fix="use a metric of predicted classes (accuracy, balanced_accuracy, f1_macro, mcc, …), log_loss or brier, "
        "which heed weights, or leave the column of weights out",
        code="BO406",
    )


def _by_dataset(
    given: Predictions, found: Scores, settings: Settings, pairs: tuple[PairIndex, ...]
) -> ScoreBench:
    """Return the metric on every dataset or fold as scores, with the predictions beside them."""
    # A test of flips judges each dataset by itself; the verdict over datasets is that of the default test.
    each = settings.test if settings.test in EACH and len(given.datasets) > 1 else None
    if each is not None:
        settings = replace(settings, test=None)
        _require_flips(given, each)
    scores = settle_missing(found, settings.missing)
    design = recognise(scores, settings, kind=EvidenceKind.PREDICTIONS)
    design = replace(design, metric=given.measure.name, pooled_folds=is_pooled(given))
    return ScoreBench(
        evidence=scores, design=design, settings=settings, pairs=pairs, predictions=given, each=each
    )


def _require_flips(given: Predictions, test: str) -> None:
    """Refuse a test of flips for what it cannot judge on any dataset."""
    name = given.measure.name
    why = f"it judges accuracy; the metric is {name}" if name not in ACCURACIES else None
    if given.weight is not None:
        why = "it counts every example once, and these have weights"
    if why is not None:
        raise DesignError(
            f"{test} cannot judge this evidence: {why}",
            where=f"--test {test}, {given.source}",
            fix="leave --test out for the design's default; bakeoff tests lists what each test needs",
            code="BO061",
        )
