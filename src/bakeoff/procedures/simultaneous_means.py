"""Simultaneous intervals of mean advantages, calibrated by sign flips of whole datasets."""

from math import ceil, inf, sqrt

import numpy as np
from scipy import special

from bakeoff.core.evidence import Floats
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.dataset_flips import Flips, Pairing, tiles, towards
from bakeoff.procedures.pooled_scores import ScoreRule, shrinkage

_NEWTON_STEPS = 60


def simultaneous_reach(
    flips: Flips, pairing: Pairing, *, level: float, alternative: Alternative, rule: ScoreRule
) -> Floats:
    """Return how far the intervals of all pairs' mean advantages reach from the means.

    Flips of the residuals show how far the means of all pairs stray together. The interval of a pair holds
    the means that the largest of all these deviations would not rule out. With the rule "t" each is judged on
    its own scale (the interval of the largest t), with "mean" on a common one, and with "adaptive" on a scale
    between, by how much more the pairs' scales differ than they would by chance. The reach is infinite where
    there are too few flips for the level.
    """
    n = len(pairing.table)
    residuals = pairing.table - pairing.table.mean(axis=0)
    squares = (residuals[:, pairing.b] - residuals[:, pairing.a]) ** 2
    variances = squares.mean(axis=0)
    unit = sqrt(float(variances.mean()))
    if unit == 0.0:
        return np.zeros(variances.size)
    pull = shrinkage(squares) if rule == "adaptive" else float(rule == "mean")
    # What is flipped are the distances to the mean of the other datasets: own residuals are too small by 1 - 1/n.
    left_out = pairing._replace(table=residuals * n / (n - 1) / unit)
    spreads = np.sqrt(variances) / unit * n / (n - 1)
    weights = np.power(spreads, pull - 1, out=np.zeros(spreads.size), where=spreads > 0) / n
    critical = _critical(flips, left_out, weights, level=level, alternative=alternative)
    return unit * _inverted(critical, variances / unit**2, pull)


def _critical(
    flips: Flips, pairing: Pairing, weights: Floats, *, level: float, alternative: Alternative
) -> float:
    """Return what the largest weighted sum over pairs passes in no more than 1 - level of the flips."""
    count = len(flips.signs)
    passing = round(significance(level) * count, 9)
    if passing < 1:
        return inf
    totals, largest = pairing.table.T @ flips.signs.T, np.full(count, -inf)
    for pairs, drawn in tiles(weights.size, count):
        deviations = pairing.sums(totals[:, drawn], pairs)
        deviations *= weights[pairs, None]
        np.maximum(largest[drawn], towards(deviations, alternative).max(axis=0), out=largest[drawn])
    return float(np.sort(largest)[ceil(count - passing) - 1])


def _inverted(critical: float, variances: Floats, pull: float) -> Floats:
    """Return the deviations d > 0 with d = critical · (variance + d²)^((1 − pull)/2), pair by pair.

    The mean square of differences about another mean than their own is their variance plus the square of the
    distance: so a pair's scale grows with the distance, as in the interval of a t-test.
    """
    half = (1 - pull) / 2
    if pull == 1.0 or critical in (0.0, inf):
        return np.full(variances.size, critical)
    if pull == 0.0:
        room = 1 - critical**2  # none is left where the largest t is the largest that flips can give
        return critical * np.sqrt(variances / room) if room > 0 else np.full(variances.size, inf)
    with np.errstate(divide="ignore", over="ignore"):
        log_variances, log_critical = np.log(variances), np.log(critical)
        # Newton's method for x = log d; the function is concave and rises, so no step passes the root.
        x = np.where(variances > 0, log_critical + half * log_variances, log_critical / pull)
        for _ in range(_NEWTON_STEPS):
            excess = x - half * np.logaddexp(log_variances, 2 * x) - log_critical
            x = x - excess / (1 - 2 * half * special.expit(2 * x - log_variances))
        reach: Floats = np.exp(x)
    return reach
