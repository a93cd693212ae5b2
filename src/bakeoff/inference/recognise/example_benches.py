"""Build the bench of predictions or counts: one test set, several datasets, pooled folds, or costs."""

from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Settings
from bakeoff.core.costs import Costs
from bakeoff.core.design import EvidenceKind
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.inference.bench.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.bench.examples import CountBench, ExampleBench
from bakeoff.inference.bench.prediction_metrics import is_pooled, score_datasets, with_metric, with_positive
from bakeoff.inference.costs.prediction_costs import BENEFIT, COST, cost_scores
from bakeoff.inference.costs.thresholds import Decisions, make_decisions
from bakeoff.inference.recognise.benches import settle_missing
from bakeoff.inference.recognise.prediction_design import recognise_counts, recognise_examples
from bakeoff.inference.recognise.score_design import recognise_scores, require_two
from bakeoff.procedures.bootstrap.rank_bootstrap import RANK_METRICS
from bakeoff.procedures.prediction_registry import ACCURACIES, PREDICTION_PROCEDURES

# Tests of flips, which judge every dataset by itself where there are several.
FLIP_TESTS = ("binomial", "mcnemar", "mcnemar-midp", "mcnemar-uncorrected")


def build_test_set_bench(
    evidence: Predictions | TestSetCounts,
    settings: Settings,
    pairs: tuple[PairIndex, ...],
    costs: Costs | None,
) -> Bench:
    """Return the bench for predictions, or for counts of right answers."""
    if isinstance(evidence, TestSetCounts):
        design = recognise_counts(evidence, settings)
        return CountBench(evidence=evidence, design=design, settings=settings, pairs=pairs)
    return _build_for_predictions(evidence, settings, pairs, costs)


def _build_for_predictions(
    predictions: Predictions, settings: Settings, pairs: tuple[PairIndex, ...], costs: Costs | None
) -> Bench:
    require_two(predictions.classifiers, predictions.source)
    predictions = with_positive(predictions, settings.positive)
    if costs is not None:
        # Where an error costs its example's weight, the weight has had its say.
        weight = None if costs.by_weight else predictions.weight
        decisions = make_decisions(predictions, costs, seed=settings.seed)
        measured = replace(decisions.given, measure=BENEFIT if costs.benefit else COST, weight=weight)
        return _build_for_costs(measured, decisions, settings, pairs, metric=COST.name)
    if predictions.outcome is not None and settings.metric in (None, predictions.measure.name):
        return _build_for_grades(predictions, predictions.outcome, settings, pairs)
    measured = with_metric(predictions, settings)
    _require_weights_heeded(measured)
    if _compares_datasets(predictions, settings):
        return _build_for_datasets(measured, score_datasets(measured), settings, pairs)
    design = recognise_examples(measured, settings, metric=measured.measure.name)
    return ExampleBench(evidence=measured, design=design, settings=settings, pairs=pairs)


def _build_for_grades(
    predictions: Predictions, outcome: Floats, settings: Settings, pairs: tuple[PairIndex, ...]
) -> Bench:
    """Return the bench for answers that are partly right: their mean score is what counts."""
    scored = Decisions(
        given=predictions, costs=-outcome, choice_variances=np.zeros(len(predictions.classifiers))
    )
    return _build_for_costs(predictions, scored, settings, pairs, metric="mean score")


def _build_for_costs(
    measured: Predictions,
    decided: Decisions,
    settings: Settings,
    pairs: tuple[PairIndex, ...],
    *,
    metric: str,
) -> Bench:
    if _compares_datasets(measured, settings):
        return _build_for_datasets(measured, cost_scores(measured, decided.costs), settings, pairs)
    return ExampleBench(
        evidence=measured,
        design=recognise_examples(measured, settings, metric=metric),
        settings=settings,
        pairs=pairs,
        costs=decided.costs,
        choice_variances=decided.choice_variances,
    )


def _compares_datasets(predictions: Predictions, settings: Settings) -> bool:
    """Say whether datasets or folds, not examples, are compared: unless a test of examples is asked for."""
    return len(predictions.datasets) > 1 or (is_pooled(predictions) and not judges_examples(settings.test))


def judges_examples(test: str | None) -> bool:
    """Say whether a test of this name judges the examples of a test set."""
    return test in {p.key for p in PREDICTION_PROCEDURES}


def _require_weights_heeded(predictions: Predictions) -> None:
    """Refuse a metric that would take every example alike although they have weights."""
    metric = predictions.measure.name
    if predictions.weight is None or metric not in RANK_METRICS:
        return
    raise UsageError(
        f"the examples have weights, and no test of {metric} heeds them: it would take every example alike",
        where=f"--metric {metric}, {predictions.source}",
        fix="use a metric of predicted classes (accuracy, balanced_accuracy, f1_macro, mcc, …), log_loss or brier, "
        "which heed weights, or leave the column of weights out",
        code="BO406",
    )


def _build_for_datasets(
    predictions: Predictions, found: Scores, settings: Settings, pairs: tuple[PairIndex, ...]
) -> ScoreBench:
    """Return the metric on every dataset or fold as scores, with the predictions beside them."""
    # A test of flips judges each dataset by itself; the verdict over datasets is that of the default test.
    each = settings.test if settings.test in FLIP_TESTS and len(predictions.datasets) > 1 else None
    if each is not None:
        settings = replace(settings, test=None)
        _require_flips(predictions, each)
    scores = settle_missing(found, settings.missing)
    design = recognise_scores(scores, settings, kind=EvidenceKind.PREDICTIONS)
    design = replace(design, metric=predictions.measure.name, pooled_folds=is_pooled(predictions))
    return ScoreBench(
        evidence=scores, design=design, settings=settings, pairs=pairs, predictions=predictions, each=each
    )


def _require_flips(predictions: Predictions, test: str) -> None:
    """Refuse a test of flips for what it cannot judge on any dataset."""
    name = predictions.measure.name
    why = f"it judges accuracy; the metric is {name}" if name not in ACCURACIES else None
    if predictions.weight is not None:
        why = "it counts every example once, and these have weights"
    if why is not None:
        raise DesignError(
            f"{test} cannot judge this evidence: {why}",
            where=f"--test {test}, {predictions.source}",
            fix="leave --test out for the design's default; bakeoff tests lists what each test needs",
            code="BO061",
        )
