"""Curves over operating points, from the predictions and costs of a finished comparison."""

from dataclasses import dataclass
from math import fsum

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.comparison import Comparison
from bakeoff.core.curves import Curve, CurveBand, Curves
from bakeoff.core.evidence import Floats, Ints
from bakeoff.core.predictions import Predictions
from bakeoff.inference.costing import cost_matrix
from bakeoff.inference.examples import two_class_scores
from bakeoff.inference.tested import is_pooled
from bakeoff.procedures.cost_curves import CrossFitted, cross_fitted, probability_cost
from bakeoff.procedures.gains import cumulative_gains, lift_at
from bakeoff.procedures.precision_recall import precision_at, precision_recall_curve
from bakeoff.procedures.roc import Roc, best_points, convex_hull, roc_curve
from bakeoff.procedures.roc_bands import RocRegion, roc_region

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
    def banded(self) -> bool:
        """Whether examples are independent draws, as bands of single curves take them to be."""
        return self.group is None and self.fold is None


def curves_objection(comparison: Comparison) -> str | None:
    """Say why no curve over operating points can be drawn of this comparison; None where it can."""
    given = _predictions(comparison)
    if given is None or given.truth is None:
        return "it needs predictions with their true classes"
    if len(given.datasets) > 1:
        return "the examples come from several datasets, whose scores are not on one scale"
    if given.weight is not None:
        return "the examples have weights, and the curves count examples"
    if len(given.classes) > 2 and comparison.settings.positive is None:
        return "there are more than two classes; --positive names the one to set against the rest"
    if _scores(given, comparison.settings.positive) is None:
        return "it needs scores or probabilities of every classifier for every example"
    if np.unique(given.truth == _index(given, comparison.settings.positive)).size < 2:
        return "all examples are of one class"
    return None


def cost_curves_objection(comparison: Comparison) -> str | None:
    """Say why there is no cost curve: what keeps every curve away, or a class with a single example."""
    lacking = curves_objection(comparison)
    if lacking is None:
        view = two_classes(comparison)
        rarer = min(int(view.positive.sum()), int((~view.positive).sum()))
        groups = np.unique(view.group).size if view.group is not None else rarer
        if min(rarer, groups) < 2:
            lacking = "thresholds are chosen on some examples and judged on others: each class needs two"
    return lacking


def two_classes(comparison: Comparison) -> TwoClasses:
    """Return the scores for one class against the rest, of a comparison that curves have no objection to."""
    given, positive = _predictions(comparison), comparison.settings.positive
    scores = None if given is None else _scores(given, positive)
    if given is None or scores is None:
        raise ValueError("ask curves_objection first")
    index = _index(given, positive)
    point, share = _operating_point(comparison, given, index)
    other = given.classes[1 - index] if len(given.classes) == 2 else "the rest"
    return TwoClasses(
        classifiers=given.classifiers,
        positive=np.asarray(given.truth == index),
        scores=scores,
        names=(other, given.classes[index]),
        group=given.group,
        fold=given.fold if is_pooled(given) else None,
        operating_point=point,
        share=share,
    )


def cross_fitted_of(view: TwoClasses, *, seed: int) -> CrossFitted:
    """Return the decisions of every classifier at all operating points."""
    return cross_fitted(
        view.scores, view.positive, rng=np.random.default_rng(seed), folds=view.fold, clusters=view.group
    )


def roc_curves(comparison: Comparison) -> Curves:
    """Return the ROC curve of every classifier with its area, hull and band, and the corners that costs select."""
    view = two_classes(comparison)
    return _curves(view, [_roc(view, i, comparison.settings.level) for i in range(len(view.classifiers))])


def precision_recall_curves(comparison: Comparison) -> Curves:
    """Return precision against recall, for every classifier, with its average precision and band."""
    view = two_classes(comparison)
    each = []
    for name, roc, region in _each(view, comparison.settings.level):
        y, at = precision_at(roc, _ABOVE_ZERO), precision_recall_curve(roc)
        band = None if region is None else region.precision_band(_ABOVE_ZERO)
        each.append(
            Curve(
                classifier=name,
                x=_ABOVE_ZERO,
                y=y,
                value=at.average_precision,
                band=_band(_ABOVE_ZERO, band, comparison.settings.level),
            )
        )
    return _curves(view, each)


def gains_curves(comparison: Comparison) -> Curves:
    """Return the share of positives among the highest scores, for every classifier, with its band."""
    view = two_classes(comparison)
    each = []
    for name, roc, region in _each(view, comparison.settings.level):
        found = cumulative_gains(roc)
        x, y = _thinned(found.depth, found.gain)
        band = None if region is None else region.gains_band(GRID)
        each.append(Curve(classifier=name, x=x, y=y, band=_band(GRID, band, comparison.settings.level)))
    return _curves(view, each)


def lift_curves(comparison: Comparison) -> Curves:
    """Return how many times as many positives the highest scores hold as chance would, with its band."""
    view = two_classes(comparison)
    x = _ABOVE_ZERO[1:]  # above one in a hundred: before, single examples decide
    each = []
    for name, roc, region in _each(view, comparison.settings.level):
        band = None if region is None else region.gains_band(x)
        lifted = None if band is None else (band[0] / x, band[1] / x)
        y = lift_at(cumulative_gains(roc), x)
        each.append(Curve(classifier=name, x=x, y=y, band=_band(x, lifted, comparison.settings.level)))
    return _curves(view, each)


def cost_curves(comparison: Comparison) -> Curves:
    """Return the normalised expected cost of every classifier at every operating point, with its band.

    The hull is the lower envelope, which flatters: the least cost on the examples that it was chosen on.
    """
    view, settings = two_classes(comparison), comparison.settings
    found = cross_fitted_of(view, seed=settings.seed)
    each = []
    for i, name in enumerate(view.classifiers):
        band = found.cost_band(i, rng=np.random.default_rng(settings.seed), level=settings.level)
        x = band.probability_costs
        limits = CurveBand(x=x, low=band.low, high=band.high, level=band.level)
        each.append(
            Curve(classifier=name, x=x, y=band.values, band=limits, hull_x=x, hull_y=found.envelopes[i])
        )
    return _curves(view, each)


def _roc(view: TwoClasses, classifier: int, level: float) -> Curve:
    roc = roc_curve(view.scores[:, classifier], positive=view.positive)
    hull = convex_hull(roc)
    x, y = _thinned(roc.false_rate, roc.true_rate)
    best = None
    if view.operating_point is not None:
        at = best_points(roc, probability_costs=np.array([view.operating_point]))[0]
        best = float(roc.false_rate[at]), float(roc.true_rate[at])
    band = roc_region(roc, level=level).roc_band(GRID) if view.banded else None
    return Curve(
        classifier=view.classifiers[classifier],
        x=x,
        y=y,
        value=roc.area,
        band=_band(GRID, band, level),
        hull_x=roc.false_rate[hull],
        hull_y=roc.true_rate[hull],
        best=best,
    )


def _each(view: TwoClasses, level: float) -> list[tuple[str, Roc, RocRegion | None]]:
    rocs = [roc_curve(column, positive=view.positive) for column in view.scores.T]
    regions = [roc_region(roc, level=level) if view.banded else None for roc in rocs]
    return list(zip(view.classifiers, rocs, regions, strict=True))


def _band(x: Floats, limits: tuple[Floats, Floats] | None, level: float) -> CurveBand | None:
    return None if limits is None else CurveBand(x=x, low=limits[0], high=limits[1], level=level)


def _curves(view: TwoClasses, each: list[Curve]) -> Curves:
    return Curves(
        each=tuple(each),
        negative=view.names[0],
        positive=view.names[1],
        positives=int(view.positive.sum()),
        negatives=int((~view.positive).sum()),
        operating_point=view.operating_point,
        pooled=view.fold is not None,
    )


def _thinned(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the points without those that cannot be told from their neighbours in a drawing."""
    cells = np.round(np.column_stack([x, y]) * _RESOLUTION)
    new = np.append([True], (cells[1:] != cells[:-1]).any(axis=1))
    kept = new | np.append(new[1:], [True])
    return x[kept], y[kept]


def _predictions(comparison: Comparison) -> Predictions | None:
    if isinstance(comparison.evidence, Predictions):
        return comparison.evidence
    return comparison.predictions


def _index(given: Predictions, positive: str | None) -> int:
    return 1 if len(given.classes) <= 2 or positive is None else given.classes.index(positive)


def _scores(given: Predictions, positive: str | None) -> Floats | None:
    if len(given.classes) == 2:
        return two_class_scores(given)
    if given.probabilities is None or positive not in given.classes:
        return None
    scores = given.probabilities[:, :, given.classes.index(positive)]
    return None if np.isnan(scores).any() else scores


def _operating_point(comparison: Comparison, given: Predictions, index: int) -> tuple[float | None, float]:
    """Return the probability-cost of the positive class, where costs of two classes are known, and its share."""
    costs, share = comparison.costs, float(np.mean(given.truth == index))
    if costs is None or len(given.classes) != 2:
        return None, share
    if costs.priors:
        share = costs.priors.get(given.classes[index], 0.0) / fsum(costs.priors.values())
    if costs.by_weight:
        return None, share
    table = cost_matrix(given.classes, costs)
    miss, alarm = table[1, 0] - table[1, 1], table[0, 1] - table[0, 0]
    if miss <= 0 or alarm <= 0 or not 0 < share < 1:
        return None, share
    return probability_cost(share, miss=float(miss), alarm=float(alarm)), share
