"""Cost curves: the normalised expected cost at every operating point, of a pair the difference, with bands."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import significance
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.curves.cross_fitting import REPEATS, stratified_parts, switches
from bakeoff.procedures.curves.roc import Roc, best_points, roc_curve

DRAWS = 9999


class SupBand(NamedTuple):
    """How far the band reaches from each estimate, and the p-value of all being zero."""

    reach: Floats
    p_value: float


def sup_band(
    values: Floats, covariance: Floats, *, df: int, alpha: float, rng: np.random.Generator
) -> SupBand:
    """Return the reach of a band that holds everywhere at once, and the p-value of its test.

    The quantile is that of the largest of all studentised deviations, multivariate normal with the given covariance,
    over a common scale with `df` degrees of freedom.

    References
    ----------
    chernozhukov2014

    Examples
    --------
    >>> found = sup_band(np.array([0.0]), np.eye(1), df=10_000, alpha=0.05, rng=np.random.default_rng(1))
    >>> bool(1.9 < found.reach[0] < 2.0), found.p_value
    (True, 1.0)
    """
    errors = np.sqrt(np.diag(covariance))
    largest = np.abs(_draw_deviations(covariance / np.outer(errors, errors), rng)).max(axis=1)
    largest /= np.sqrt(rng.chisquare(df, size=DRAWS) / df)
    observed = float(np.abs(values / errors).max())
    p_value = (int(np.count_nonzero(largest >= observed)) + 1) / (DRAWS + 1)
    # The p-value is below alpha exactly where the observed deviation exceeds this quantile.
    rank = DRAWS - int(np.ceil(alpha * (DRAWS + 1))) + 1
    return SupBand(reach=float(np.sort(largest)[min(rank, DRAWS - 1)]) * errors, p_value=p_value)


def _draw_deviations(correlation: Floats, rng: np.random.Generator) -> Floats:
    spread, axes = np.linalg.eigh(correlation)
    root = axes * np.sqrt(np.maximum(spread, 0.0))
    drawn: Floats = rng.standard_normal((DRAWS, spread.size)) @ root.T
    return drawn


OPERATING_POINTS: Floats = np.concatenate(
    [[0.001, 0.002, 0.005], np.arange(1, 100) / 100, [0.995, 0.998, 0.999]]
)
# How much the choice of thresholds adds to the variance, in squares of the gap between the envelope and the cost judged
# elsewhere, which both grow with its uncertainty; chosen by coverage.
_OF_CHOICE = 0.05
_AT_ONCE = 1 << 13  # examples whose decisions are laid out together


@dataclass(frozen=True, slots=True, kw_only=True)
class CostBand:
    """A cost, or an advantage in cost, at every operating point, with a band that holds at all of them at once."""

    probability_costs: Floats
    values: Floats
    low: Floats
    high: Floats
    level: float
    p_value: float  # of no difference at any operating point; for a cost by itself of cost 0


def probability_cost(share: float, *, miss: float, alarm: float) -> float:
    """Return the operating point: the positive class's part of what all would cost if all were wrong.

    >>> round(probability_cost(0.1, miss=9.0, alarm=1.0), 12)
    0.5
    """
    return share * miss / (share * miss + (1 - share) * alarm)


def cost_envelope(roc: Roc, *, probability_costs: Floats) -> Floats:
    """Return the least normalised expected cost over all thresholds, on the examples that it is chosen on.

    PC (1 - TPR) + (1 - PC) FPR: the lower envelope of the lines of all thresholds, among them always and never
    saying positive. Chosen and judged on the same examples it flatters: `cross_fit_cost_curves` does not.

    References
    ----------
    drummond2006

    Examples
    --------
    >>> from bakeoff.procedures.curves.roc import roc_curve
    >>> curve = roc_curve(np.array([4.0, 3, 2, 1]), positive=np.array([False, True, True, False]))
    >>> cost_envelope(curve, probability_costs=np.array([0.2, 0.5, 0.9])).round(3).tolist()
    [0.2, 0.25, 0.05]
    """
    best = best_points(roc, probability_costs=probability_costs)
    costs: Floats = (
        probability_costs * (1 - roc.true_rate[best]) + (1 - probability_costs) * roc.false_rate[best]
    )
    return costs


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossFittedCostCurves:
    """Decisions of several classifiers at every operating point, by thresholds chosen on other examples."""

    positive: Bools
    probability_costs: Floats
    switch: NDArray[np.int16]  # classifiers × repeats × examples
    envelopes: Floats  # classifiers × operating points: the least cost, on the examples it was chosen on
    cluster: Ints | None = None

    def costs(self, classifier: int) -> Floats:
        """Return the normalised expected cost of one classifier at every operating point.

        Thresholds chosen on other examples cost somewhat more than the best would, the lower envelope, chosen on the
        very examples, somewhat less: this is the mean of both, which was measured to be less biased than the envelope
        and to vary less than the first.
        """
        mean: Floats = (self.cost_elsewhere(classifier) + self.envelopes[classifier]) / 2
        return mean

    def cost_elsewhere(self, classifier: int) -> Floats:
        """Return the cost by thresholds chosen on other examples; at most that of always saying the same."""
        rates = [self._rate(classifier, members) for members in (self.positive, ~self.positive)]
        shares = self.probability_costs
        costs: Floats = shares * (1 - rates[0]) + (1 - shares) * rates[1]
        return np.minimum(costs, np.minimum(shares, 1 - shares))

    def _rate(self, classifier: int, members: Bools) -> Floats:
        at = np.bincount(self.switch[classifier][:, members].ravel(), minlength=self.probability_costs.size)
        rate: Floats = np.cumsum(at[: self.probability_costs.size]) / (self.switch.shape[1] * members.sum())
        return rate

    def cost_band(self, classifier: int, *, rng: np.random.Generator, level: float = 0.95) -> CostBand:
        """Return the cost of one classifier with a band that holds at all operating points at once."""
        values = self.costs(classifier)
        covariance = self._covariance((classifier,), values.size)
        return self._band(values, covariance, rng, level, least=0.0)

    def difference_band(self, a: int, b: int, *, rng: np.random.Generator, level: float = 0.95) -> CostBand:
        """Return the advantage of b over a, that is a's cost less b's, with a band that holds at all points at once.

        Null of its p-value: at no operating point do the costs differ. The band is the estimate and so many
        standard errors as the largest of all studentised deviations exceeds with the given chance, under normal
        deviations with the covariance of the examples' contributions: what a bootstrap with normal multipliers
        within classes gives, without drawing it. Half an example of each class that b mends and half a one that it
        breaks are added to the variance (Agresti & Min 2005), so that no agreement makes it certain.
        """
        values = self.costs(a) - self.costs(b)
        return self._band(values, self._covariance((a, b), values.size), rng, level, least=-1.0)

    def _band(
        self,
        values: Floats,
        covariance: Floats,
        rng: np.random.Generator,
        level: float,
        *,
        least: float,
    ) -> CostBand:
        """Return the band, within what always saying the same class costs: `least` times that, and that."""
        check_level(level)
        most = np.minimum(self.probability_costs, 1 - self.probability_costs)
        df = min(int(self.positive.sum()), int((~self.positive).sum())) - 1
        if self.cluster is not None:
            df = min(df, int(self.cluster.max()))
        band = sup_band(values, covariance, df=df, alpha=significance(level), rng=rng)
        return CostBand(
            probability_costs=self.probability_costs,
            values=values,
            low=np.maximum(least * most, values - band.reach),
            high=np.minimum(most, values + band.reach),
            level=level,
            p_value=band.p_value,
        )

    def _covariance(self, classifiers: tuple[int, ...], size: int) -> Floats:
        """Return the covariance, over operating points, of the cost of one or the difference of two."""
        totals = np.zeros((size, size))
        clustered = None if self.cluster is None else np.zeros((int(self.cluster.max()) + 1, size))
        means = [self._contrast_mean(classifiers, members) for members in (~self.positive, self.positive)]
        sizes = np.bincount(self.positive, minlength=2)
        scale = np.stack([(1 - self.probability_costs) / sizes[0], -self.probability_costs / sizes[1]])
        for start in range(0, self.positive.size, _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            kind = self.positive[some].astype(np.int64)
            moved = (self._contrast(classifiers, some) - np.stack(means)[kind]) * scale[kind]
            if clustered is None or self.cluster is None:
                totals += moved.T @ moved
            else:
                np.add.at(clustered, self.cluster[some], moved)
        if clustered is not None:
            totals = clustered.T @ clustered * (len(clustered) / (len(clustered) - 1))
        doubts = [scale[c] * sizes[c] / (sizes[c] + 2) for c in (0, 1)]
        gaps = sum((self.cost_elsewhere(c) - self.envelopes[c]) ** 2 for c in classifiers)
        covariance: Floats = totals + sum(np.outer(d, d) for d in doubts) + np.diag(_OF_CHOICE * gaps)
        return covariance

    def _contrast(self, classifiers: tuple[int, ...], some: slice) -> Floats:
        """Return how far a decides for the positive class, less how far b does, examples × operating points."""
        each = [
            _share_called_positive(self.switch[c][:, some], self.probability_costs.size) for c in classifiers
        ]
        return each[0] if len(each) == 1 else each[0] - each[1]

    def _contrast_mean(self, classifiers: tuple[int, ...], members: Bools) -> Floats:
        each = [self._rate(c, members) for c in classifiers]
        return each[0] if len(each) == 1 else each[0] - each[1]


def _share_called_positive(switch: NDArray[np.int16], size: int) -> Floats:
    """Return the share of repeats in which each example is called positive, at every operating point."""
    repeats, examples = switch.shape
    flat = (np.arange(examples) * (size + 1) + switch).ravel()
    at = np.bincount(flat, minlength=examples * (size + 1)).reshape(examples, size + 1)
    decided: Floats = np.cumsum(at[:, :size], axis=1) / repeats
    return decided


def cross_fit_cost_curves(
    scores: Floats,
    positive: Bools,
    *,
    rng: np.random.Generator,
    folds: Ints | None = None,
    clusters: NDArray[np.generic] | None = None,
    probability_costs: Floats = OPERATING_POINTS,
    repeats: int = REPEATS,
) -> CrossFittedCostCurves:
    """Return what each classifier decides at every operating point, by thresholds chosen on other examples.

    Parameters
    ----------
    scores
        Examples × classifiers, for the positive class; only their order matters.
    positive
        Which examples are of that class.
    rng
        Source of the parts, where no folds are given.
    folds
        The fold of each example in a cross-validation: thresholds for one are chosen on the others.
    clusters
        Which examples belong together: they stay in one part.
    probability_costs
        The operating points, in ascending order, between 0 and 1.
    repeats
        How many divisions into parts are averaged.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> positive = np.arange(400) % 2 == 1
    >>> scores = np.column_stack([rng.normal(positive * 0.5), rng.normal(positive * 2.0)])
    >>> found = cross_fit_cost_curves(scores, positive, rng=rng).difference_band(0, 1, rng=rng)
    >>> found.p_value < 0.01, bool(found.low[found.probability_costs == 0.5] > 0)
    (True, True)
    """
    _check_points_and_scores(scores, positive, probability_costs)
    if folds is None:
        parts = stratified_parts(positive, rng=rng, scores=scores, clusters=clusters, repeats=repeats)
    else:
        parts = folds[None, :]
    each = [
        switches(column, positive, probability_costs=probability_costs, parts=parts) for column in scores.T
    ]
    envelopes = [
        cost_envelope(roc_curve(column, positive=positive), probability_costs=probability_costs)
        for column in scores.T
    ]
    return CrossFittedCostCurves(
        positive=positive,
        probability_costs=probability_costs,
        switch=np.stack(each),
        envelopes=np.stack(envelopes),
        cluster=None if clusters is None else np.unique(clusters, return_inverse=True)[1].astype(np.int64),
    )


def _check_points_and_scores(scores: Floats, positive: Bools, probability_costs: Floats) -> None:
    if scores.ndim != 2 or scores.shape[0] != positive.size or np.isnan(scores).any():
        raise ProcedureError(
            f"scores of shape {scores.shape} for {positive.size} examples: each needs one of every classifier",
            where="scores, positive",
            fix="leave out examples that lack a score, for all classifiers",
            code="BO052",
        )
    inside = (probability_costs > 0) & (probability_costs < 1)
    if not inside.all() or (np.diff(probability_costs) <= 0).any():
        raise ProcedureError(
            "operating points lie between 0 and 1, in ascending order",
            where="probability_costs",
            fix="leave out 0 and 1, where the trivial classifiers cost nothing",
            code="BO053",
        )
