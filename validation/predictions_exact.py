"""Coverage and size of procedures on counts, computed exactly: every outcome, weighted by its chance."""

from functools import cache
from itertools import product
from math import sqrt

import numpy as np
from scipy import special

from bakeoff.core.results import Interval
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar, mcnemar_midp, mcnemar_uncorrected
from bakeoff.procedures.predictions.proportions import (
    ProportionMethod,
    next_records_interval,
    proportion_interval,
)
from bakeoff.procedures.predictions.two_proportions import (
    TwoSampleMethod,
    TwoTestSets,
    score_difference_statistic,
    two_proportions,
)

Cell = dict[str, float]
Z = 1.959963984540054
RATES = np.arange(0.5, 0.9995, 0.0005)
PAIRED = {
    "binomial": binomial,
    "mcnemar": mcnemar,
    "mcnemar-uncorrected": mcnemar_uncorrected,
    "mcnemar-midp": mcnemar_midp,
}
NEXT = [(20, 20), (50, 20), (100, 10), (100, 100), (100, 500), (300, 50), (50, 500)]
SETS = [(30, 30), (30, 5000), (50, 50), (100, 100), (100, 1000)]
SAME = (0.95, 0.90, 0.80)
ACCURACIES = [(0.25, 0.25), (0.15, 0.25), (0.05, 0.05), (0.02, 0.02), (0.02, 0.10)]


def binomial_chances(n: int, p: float) -> np.ndarray:
    """Return the chances of 0, 1, …, n successes."""
    x = np.arange(n + 1)
    logs = special.gammaln(n + 1) - special.gammaln(x + 1) - special.gammaln(n - x + 1)
    return np.exp(logs + special.xlogy(x, p) + special.xlog1py(n - x, -p))


def proportion_cell(method: ProportionMethod, n: int) -> Cell:
    """Return mean and least coverage over true rates of .5 to .999, and the mean width at .8."""
    intervals = [proportion_interval(x, n, method=method) for x in range(n + 1)]
    covered = [_covered(intervals, binomial_chances(n, p), p) for p in RATES]
    widths = np.array([i.high - i.low for i in intervals])
    width = float(binomial_chances(n, 0.8) @ widths)
    return {"mean": float(np.mean(covered)), "least": float(np.min(covered)), "width at .8": width}


def next_records_cell(n: int, m: int) -> Cell:
    """Return mean and least coverage of the next count over true rates of .5 to .999."""
    ends = [next_records_interval(x, n, upcoming=m) for x in range(n + 1)]
    low = np.array([round(i.low * m) for i in ends])
    high = np.array([round(i.high * m) for i in ends])
    covered = []
    for p in RATES[::10]:
        coming = np.append(0, np.cumsum(binomial_chances(m, p)))
        covered.append(binomial_chances(n, p) @ (coming[high + 1] - coming[low]))
    return {
        "mean": float(np.mean(covered)),
        "least": float(np.min(covered)),
        "width": float(np.mean(high - low) / m),
    }


@cache
def paired_p_values(name: str, most: int) -> np.ndarray:
    """Return the p-value for every number of mends (row) and breaks (column) up to `most` in all."""
    table = np.ones((most + 1, most + 1))
    for mends in range(most + 1):
        for breaks in range(min(mends, most - mends) + 1):
            four = FourCounts(both_right=1, mends=mends, breaks=breaks, both_wrong=1)
            table[mends, breaks] = table[breaks, mends] = PAIRED[name](four).p_value
    return table


def rejection(name: str, n: int, discordance: float, difference: float) -> float:
    """Return the chance of p < .05."""
    most = 170
    chances = binomial_chances(n, discordance)[: most + 1]
    share = 0.5 + difference / (2 * discordance)
    table = paired_p_values(name, most)
    total = 0.0
    for d in np.flatnonzero(chances > 1e-13):
        mends = np.arange(d + 1)
        total += float(chances[d]) * float(binomial_chances(int(d), share) @ (table[mends, d - mends] < 0.05))
    return total


def size_cell(name: str, *, step: int) -> Cell:
    """Return the worst size over test sets of 10 to 200 examples and discordance of .02 to .6, and power."""
    sizes = [
        rejection(name, n, d, 0.0)
        for n, d in product(range(10, 201, 5 * step), np.arange(0.02, 0.61, 0.02 * step))
    ]
    return {
        "worst size": max(sizes),
        "above .05": float(np.count_nonzero(np.array(sizes) > 0.05)),
        "settings": float(len(sizes)),
        "power, n = 100, discordance .2, difference .1": rejection(name, 100, 0.2, 0.1),
        "power, n = 500, discordance .1, difference .035": rejection(name, 500, 0.1, 0.035),
    }


def paired_interval_cell(name: str, n: int) -> Cell:
    """Return coverage of the interval of the difference over discordance of .02 to .5 and all differences."""
    outcomes = [(m, k) for m in range(n + 1) for k in range(n + 1 - m) if m + k <= 0.5 * n + 4 * sqrt(n)]
    ends = [PAIRED[name](_four(m, k, n)).estimate.interval for m, k in outcomes]
    low, high = np.array([i.low for i in ends]), np.array([i.high for i in ends])
    mends, breaks = np.array(outcomes).T
    covered = []
    for discordance, share in product((0.02, 0.05, 0.1, 0.2, 0.3, 0.5), (0, 0.1, 0.2, 0.4, 0.6, 0.8, 1)):
        d = discordance * share
        chances = _trinomial(mends, breaks, n, (discordance + d) / 2, (discordance - d) / 2)
        covered.append(float(chances @ ((low <= d + 1e-12) & (d - 1e-12 <= high)) / chances.sum()))
    return {"mean": float(np.mean(covered)), "least": float(np.min(covered))}


def two_sets_cell(method: TwoSampleMethod, n1: int, n2: int, e1: float, e2: float) -> Cell:
    """Return the coverage of the interval of the difference, for these sizes and true error rates."""
    w1, w2 = binomial_chances(n1, 1 - e1), binomial_chances(n2, 1 - e2)
    truth, covered, weight = e1 - e2, 0.0, 0.0
    for x1 in np.flatnonzero(w1 > 1e-7):
        for x2 in np.flatnonzero(w2 > 1e-7):
            chance = float(w1[x1] * w2[x2])
            weight += chance
            if _in_interval(method, (float(x1), n1, float(x2), n2), truth):
                covered += chance
    return {"coverage": covered / weight}


def two_sets_size_cell(method: TwoSampleMethod, n1: int, n2: int) -> Cell:
    """Return the size of the test at 5 % where both classifiers have the same accuracy, of .95, .90 and .80."""
    right = [(x1, x2) for x1 in range(n1 + 1) for x2 in _likely(n2)]
    claims = np.array([two_sets_claims(method, float(x1), n1, float(x2), n2) for x1, x2 in right])
    first, second = np.array(right).T
    return {
        f"accuracy {accuracy}": float(
            (binomial_chances(n1, accuracy)[first] * binomial_chances(n2, accuracy)[second]) @ claims
        )
        for accuracy in SAME
    }


def _likely(n: int) -> list[int]:
    """Return the counts that are not next to impossible under any of the accuracies."""
    chances = np.max([binomial_chances(n, accuracy) for accuracy in SAME], axis=0)
    return np.flatnonzero(chances > 1e-9).tolist()


def two_sets_claims(
    method: TwoSampleMethod, right_a: float, total_a: int, right_b: float, total_b: int
) -> bool:
    """Say whether a test of two test sets rejects at 5 %."""
    sets = TwoTestSets(right_a=right_a, total_a=total_a, right_b=right_b, total_b=total_b)
    if right_a in (0, total_a) and right_b in (0, total_b):  # the textbook has no standard error there
        return sets.difference != 0
    if method is TwoSampleMethod.WALD:
        return two_proportions(sets, method=method).p_value < 0.05
    return abs(score_difference_statistic((right_a, total_a, right_b, total_b), 0.0)) > Z


def _in_interval(method: TwoSampleMethod, counts: tuple[float, float, float, float], truth: float) -> bool:
    if method is TwoSampleMethod.MIETTINEN_NURMINEN:  # the interval holds what the statistic does not reject
        return abs(score_difference_statistic(counts, truth)) <= Z
    right_a, total_a, right_b, total_b = counts
    sets = TwoTestSets(right_a=right_a, total_a=total_a, right_b=right_b, total_b=total_b)
    if method is TwoSampleMethod.WALD and right_a in (0, total_a) and right_b in (0, total_b):
        return abs(sets.difference - truth) < 1e-12
    interval = two_proportions(sets, method=method).estimate.interval
    return interval.low - 1e-12 <= truth <= interval.high + 1e-12


def _covered(intervals: list[Interval], chances: np.ndarray, p: float) -> float:
    inside = np.array([i.low <= p + 1e-12 and p - 1e-12 <= i.high for i in intervals])
    return float(chances @ inside)


def _four(mends: int, breaks: int, n: int) -> FourCounts:
    return FourCounts(both_right=n - mends - breaks, mends=mends, breaks=breaks, both_wrong=0)


def _trinomial(mends: np.ndarray, breaks: np.ndarray, n: int, p: float, q: float) -> np.ndarray:
    rest = n - mends - breaks
    logs = special.gammaln(n + 1) - sum(special.gammaln(x + 1) for x in (mends, breaks, rest))
    return np.exp(logs + special.xlogy(mends, p) + special.xlogy(breaks, q) + special.xlogy(rest, 1 - p - q))
