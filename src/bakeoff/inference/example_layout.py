"""Predictions and counts laid out: one test set, several datasets, pooled folds, or costs."""

from dataclasses import replace

from bakeoff.core.comparison import Settings
from bakeoff.core.costs import Costs
from bakeoff.core.design import EvidenceKind
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.inference.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.costing import BENEFIT, COST, example_costs
from bakeoff.inference.counted import CountBench
from bakeoff.inference.examples import ExampleBench
from bakeoff.inference.layout import settle_missing
from bakeoff.inference.recognise import recognise, require_two
from bakeoff.inference.recognise_predictions import recognise_counts, recognise_examples
from bakeoff.inference.tested import is_pooled, scores_of, with_metric, with_positive
from bakeoff.procedures.prediction_registry import PREDICTION_PROCEDURES


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
        measured = replace(given, measure=BENEFIT if costs.benefit else COST, weight=weight)
        design = recognise_examples(measured, settings, metric=COST.name)
        each = example_costs(given, costs)
        return ExampleBench(evidence=measured, design=design, settings=settings, pairs=pairs, costs=each)
    measured = with_metric(given, settings)
    forced = settings.test in {p.key for p in PREDICTION_PROCEDURES}
    if len(given.datasets) > 1 or (is_pooled(given) and not forced):
        return _by_dataset(measured, settings, pairs)
    design = recognise_examples(measured, settings, metric=measured.measure.name)
    return ExampleBench(evidence=measured, design=design, settings=settings, pairs=pairs)


def _by_dataset(given: Predictions, settings: Settings, pairs: tuple[PairIndex, ...]) -> ScoreBench:
    """Return the metric on every dataset or fold as scores, with the predictions beside them."""
    scores = settle_missing(scores_of(given), settings.missing)
    design = recognise(scores, settings, kind=EvidenceKind.PREDICTIONS)
    design = replace(design, metric=given.measure.name, pooled_folds=is_pooled(given))
    return ScoreBench(evidence=scores, design=design, settings=settings, pairs=pairs, predictions=given)
