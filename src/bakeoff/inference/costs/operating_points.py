"""Operating points: curves over all of them, and for which of them a is preferable, b is, or neither is decided."""

from dataclasses import dataclass
from itertools import groupby
from math import fsum

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.answers.operating_points import (
    CostDifference,
    Curve,
    CurveBand,
    Curves,
    OperatingPoints,
    Region,
)
from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.predictions import Predictions
from bakeoff.inference.bench.examples import two_class_scores
from bakeoff.inference.bench.prediction_metrics import is_pooled
from bakeoff.inference.costs.prediction_costs import cost_matrix
from bakeoff.procedures.curves.cost_curves import (
    CostBand,
    CrossFittedCostCurves,
    cross_fit_cost_curves,
    probability_cost,
)
from bakeoff.procedures.curves.gains import cumulative_gains, lift_at
from bakeoff.procedures.curves.precision_recall import precision_at, precision_recall_curve
from bakeoff.procedures.curves.roc import Roc, best_points, convex_hull, roc_curve
from bakeoff.procedures.curves.roc_bands import RocRegion, roc_region

GRID: Floats = np.linspace(0, 1, 201)
_ABOVE_ZERO: Floats = GRID[1:]
_RESOLUTION = 1000  # of drawn curves along either axis: finer steps cannot be seen


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoClasses:
    """Scores of every classifier for one class against the other, or against all others."""

    classifiers: tuple[str, ...]
    positive: NDArray[np.bool_]
    scores: Floats  # examples × classifiers
    names: tuple[str, str]  # of the negative and the positive class
    group: Ints | None
    fold: Ints | None  # where several models, one for each fold, stand behind each name
    operating_point: float | None
    share: float  # of the positive class, in deployment where that is known

    @property
    def has_bands(self) -> bool:
        """Whether examples are independent draws, as bands of single curves take them to be."""
        return self.group is None and self.fold is None


def curves_objection(comparison: Comparison) -> str | None:
    """Say why no curve over operating points can be drawn of this comparison; None where it can."""
    predictions = _predictions_of(comparison)
    if predictions is None or predictions.truth is None:
        return "it needs predictions with their true classes"
    if len(predictions.datasets) > 1:
        return "the examples come from several datasets, whose scores are not on one scale"
    if predictions.weight is not None:
        return "the examples have weights, and the curves count examples"
    if len(predictions.classes) > 2 and comparison.settings.positive is None:
        return "there are more than two classes; --positive names the one to set against the rest"
    if _class_scores(predictions, comparison.settings.positive) is None:
        return "it needs scores or probabilities of every classifier for every example"
    if np.unique(predictions.truth == _class_index(predictions, comparison.settings.positive)).size < 2:
        return "all examples are of one class"
    return None


def cost_curves_objection(comparison: Comparison) -> str | None:
    """Say why there is no cost curve: what keeps every curve away, or a class with a single example."""
    lacking = curves_objection(comparison)
    if lacking is None:
        view = find_two_classes(comparison)
        rarer = min(int(view.positive.sum()), int((~view.positive).sum()))
        groups = np.unique(view.group).size if view.group is not None else rarer
        if min(rarer, groups) < 2:
            lacking = "thresholds are chosen on some examples and judged on others: each class needs two"
    return lacking


def find_two_classes(comparison: Comparison) -> TwoClasses:
    """Return the scores for one class against the rest, of a comparison that curves have no objection to."""
    predictions, positive = _predictions_of(comparison), comparison.settings.positive
    scores = None if predictions is None else _class_scores(predictions, positive)
    if predictions is None or scores is None:
        raise ValueError("ask curves_objection first")
    index = _class_index(predictions, positive)
    point, share = _costs_point(comparison, predictions, index)
    other = predictions.classes[1 - index] if len(predictions.classes) == 2 else "the rest"
    return TwoClasses(
        classifiers=predictions.classifiers,
        positive=np.asarray(predictions.truth == index),
        scores=scores,
        names=(other, predictions.classes[index]),
        group=predictions.group,
        fold=predictions.fold if is_pooled(predictions) else None,
        operating_point=point,
        share=share,
    )


def fit_cost_curves(view: TwoClasses, *, seed: int) -> CrossFittedCostCurves:
    """Return the decisions of every classifier at all operating points."""
    return cross_fit_cost_curves(
        view.scores, view.positive, rng=np.random.default_rng(seed), folds=view.fold, clusters=view.group
    )


def roc_curves(comparison: Comparison) -> Curves:
    """Return the ROC curve of every classifier with its area, hull and band, and the corners that costs select."""
    view = find_two_classes(comparison)
    return _build_curves(
        view, [_roc_curve(view, i, comparison.settings.level) for i in range(len(view.classifiers))]
    )


def precision_recall_curves(comparison: Comparison) -> Curves:
    """Return precision against recall, for every classifier, with its average precision and band."""
    view = find_two_classes(comparison)
    each = []
    for name, roc, region in _roc_of_each(view, comparison.settings.level):
        y, at = precision_at(roc, _ABOVE_ZERO), precision_recall_curve(roc)
        band = None if region is None else region.precision_band(_ABOVE_ZERO)
        each.append(
            Curve(
                classifier=name,
                x=_ABOVE_ZERO,
                y=y,
                value=at.average_precision,
                band=_curve_band(_ABOVE_ZERO, band, comparison.settings.level),
            )
        )
    return _build_curves(view, each)


def gains_curves(comparison: Comparison) -> Curves:
    """Return the share of positives among the highest scores, for every classifier, with its band."""
    view = find_two_classes(comparison)
    each = []
    for name, roc, region in _roc_of_each(view, comparison.settings.level):
        gains = cumulative_gains(roc)
        x, y = _thin_points(gains.depth, gains.gain)
        band = None if region is None else region.gains_band(GRID)
        each.append(Curve(classifier=name, x=x, y=y, band=_curve_band(GRID, band, comparison.settings.level)))
    return _build_curves(view, each)


def lift_curves(comparison: Comparison) -> Curves:
    """Return how many times as many positives the highest scores hold as chance would, with its band."""
    view = find_two_classes(comparison)
    x = _ABOVE_ZERO[1:]  # above one in a hundred: before, single examples decide
    each = []
    for name, roc, region in _roc_of_each(view, comparison.settings.level):
        band = None if region is None else region.gains_band(x)
        lifted = None if band is None else (band[0] / x, band[1] / x)
        y = lift_at(cumulative_gains(roc), x)
        each.append(Curve(classifier=name, x=x, y=y, band=_curve_band(x, lifted, comparison.settings.level)))
    return _build_curves(view, each)


def cost_curves(comparison: Comparison) -> Curves:
    """Return the normalised expected cost of every classifier at every operating point, with its band.

    The hull is the lower envelope, which flatters: the least cost on the examples that it was chosen on.
    """
    view, settings = find_two_classes(comparison), comparison.settings
    decisions = fit_cost_curves(view, seed=settings.seed)
    each = []
    for i, name in enumerate(view.classifiers):
        band = decisions.cost_band(i, rng=np.random.default_rng(settings.seed), level=settings.level)
        x = band.probability_costs
        limits = CurveBand(x=x, low=band.low, high=band.high, level=band.level)
        each.append(
            Curve(classifier=name, x=x, y=band.values, band=limits, hull_x=x, hull_y=decisions.envelopes[i])
        )
    return _build_curves(view, each)


def _roc_curve(view: TwoClasses, classifier: int, level: float) -> Curve:
    roc = roc_curve(view.scores[:, classifier], positive=view.positive)
    hull = convex_hull(roc)
    x, y = _thin_points(roc.false_rate, roc.true_rate)
    best = None
    if view.operating_point is not None:
        at = best_points(roc, probability_costs=np.array([view.operating_point]))[0]
        best = float(roc.false_rate[at]), float(roc.true_rate[at])
    band = roc_region(roc, level=level).roc_band(GRID) if view.has_bands else None
    return Curve(
        classifier=view.classifiers[classifier],
        x=x,
        y=y,
        value=roc.area,
        band=_curve_band(GRID, band, level),
        hull_x=roc.false_rate[hull],
        hull_y=roc.true_rate[hull],
        best=best,
    )


def _roc_of_each(view: TwoClasses, level: float) -> list[tuple[str, Roc, RocRegion | None]]:
    rocs = [roc_curve(column, positive=view.positive) for column in view.scores.T]
    regions = [roc_region(roc, level=level) if view.has_bands else None for roc in rocs]
    return list(zip(view.classifiers, rocs, regions, strict=True))


def _curve_band(x: Floats, limits: tuple[Floats, Floats] | None, level: float) -> CurveBand | None:
    return None if limits is None else CurveBand(x=x, low=limits[0], high=limits[1], level=level)


def _build_curves(view: TwoClasses, each: list[Curve]) -> Curves:
    return Curves(
        each=tuple(each),
        negative=view.names[0],
        positive=view.names[1],
        positives=int(view.positive.sum()),
        negatives=int((~view.positive).sum()),
        operating_point=view.operating_point,
        pooled=view.fold is not None,
    )


def _thin_points(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the points without those that cannot be told from their neighbours in a drawing."""
    cells = np.round(np.column_stack([x, y]) * _RESOLUTION)
    new = np.append([True], (cells[1:] != cells[:-1]).any(axis=1))
    is_needed = new | np.append(new[1:], [True])
    return x[is_needed], y[is_needed]


def _predictions_of(comparison: Comparison) -> Predictions | None:
    if isinstance(comparison.evidence, Predictions):
        return comparison.evidence
    return comparison.predictions


def _class_index(predictions: Predictions, positive: str | None) -> int:
    return 1 if len(predictions.classes) <= 2 or positive is None else predictions.classes.index(positive)


def _class_scores(predictions: Predictions, positive: str | None) -> Floats | None:
    if len(predictions.classes) == 2:
        return two_class_scores(predictions)
    if predictions.probabilities is None or positive not in predictions.classes:
        return None
    scores = predictions.probabilities[:, :, predictions.classes.index(positive)]
    return None if np.isnan(scores).any() else scores


def _costs_point(comparison: Comparison, predictions: Predictions, index: int) -> tuple[float | None, float]:
    """Return the probability-cost of the positive class, where costs of two classes are known, and its share."""
    costs, share = comparison.costs, float(np.mean(predictions.truth == index))
    if costs is None or len(predictions.classes) != 2:
        return None, share
    if costs.priors:
        share = costs.priors.get(predictions.classes[index], 0.0) / fsum(costs.priors.values())
    if costs.by_weight:
        return None, share
    table = cost_matrix(predictions.classes, costs)
    miss, alarm = table[1, 0] - table[1, 1], table[0, 1] - table[0, 0]
    if miss <= 0 or alarm <= 0 or not 0 < share < 1:
        return None, share
    return probability_cost(share, miss=float(miss), alarm=float(alarm)), share


def find_operating_points(comparison: Comparison) -> OperatingPoints | None:
    """Return where which classifier of every pair is preferable; None where predictions do not support it.

    The band of a pair holds at all operating points at once; with several pairs each band takes its part of the error,
    so that all hold together.
    """
    if cost_curves_objection(comparison) is not None:
        return None
    view = find_two_classes(comparison)
    fitted = fit_cost_curves(view, seed=comparison.settings.seed)
    return OperatingPoints(
        negative=view.names[0],
        positive=view.names[1],
        share=view.share,
        operating_point=view.operating_point,
        level=comparison.settings.level,
        differences=tuple(
            _measure_cost_difference(comparison, view, fitted, pair) for pair in comparison.pairs
        ),
    )


def find_cost_difference(comparison: Comparison, pair: Pair) -> tuple[OperatingPoints, CostDifference]:
    """Return the operating points of a comparison, and what they say of one pair."""
    points = comparison.operating_points or find_operating_points(comparison)
    if points is None:
        raise ValueError("ask cost_curves_objection first")
    return points, next(d for d in points.differences if (d.a, d.b) == (pair.a, pair.b))


def _measure_cost_difference(
    comparison: Comparison, view: TwoClasses, fitted: CrossFittedCostCurves, pair: Pair
) -> CostDifference:
    settings, names = comparison.settings, view.classifiers
    level = 1 - (1 - settings.level) / len(comparison.pairs)
    band = fitted.difference_band(
        names.index(pair.a), names.index(pair.b), rng=np.random.default_rng(settings.seed), level=level
    )
    preferable = [
        pair.b if low > 0 else pair.a if high < 0 else None
        for low, high in zip(band.low.tolist(), band.high.tolist(), strict=True)
    ]
    return CostDifference(
        a=pair.a,
        b=pair.b,
        probability_costs=band.probability_costs,
        advantage=band.values,
        low=band.low,
        high=band.high,
        level=band.level,
        p_value=band.p_value,
        regions=_find_regions(band, preferable),
        here=_preferable_at(view.operating_point, band, preferable),
    )


def _find_regions(band: CostBand, preferable: list[str | None]) -> tuple[Region, ...]:
    points = zip(band.probability_costs.tolist(), preferable, strict=True)
    runs = [(name, [x for x, _ in run]) for name, run in groupby(points, key=lambda point: point[1])]
    return tuple(Region(low=xs[0], high=xs[-1], preferable=name) for name, xs in runs)


def _preferable_at(point: float | None, band: CostBand, preferable: list[str | None]) -> str | None:
    """Return who is preferable at one operating point: decided only where both neighbours on the grid agree."""
    if point is None:
        return None
    right = int(np.searchsorted(band.probability_costs, point))
    around = {preferable[min(max(i, 0), len(preferable) - 1)] for i in (right - 1, right)}
    return around.pop() if len(around) == 1 else None
