"""Differences that go with difficulty (BO347), and scores near their bound (BO191).

Near a bound a verdict about ranks or flips need not be one about the mean.
Noise near a bound goes one way. If it is unequal, differences are skewed although their means are equal, and tests
that suppose differences symmetric about zero reject too often (measured in docs/validity/ceilings.md). The finding is
raised where a pair is decided and its mean, with allowance for skew and taken alone, is not.
"""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from bakeoff.core.arrays import Floats, rounding_step, tidy
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, TestResult, Verdict
from bakeoff.core.words import write_count, write_list, write_p_relation, write_signed
from bakeoff.procedures.base.distributions import t_p_value
from bakeoff.procedures.paired.mean_bounds import skew_adjusted_bound

REACH = {Unit.FRACTION: 1.0, Unit.PERCENT: 100.0}
NEAR = 0.05  # of the range
FEWEST_UNITS = 3  # datasets with a skew
FEWEST_DATASETS = 8  # with fewer no relation between difficulty and spread can be seen
SUSPICIOUS = 0.05
SYMMETRY_TESTS = ("wilcoxon", "sign-flip", "max-t")


def difficulty_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield that the classifiers differ more on harder (or easier) datasets, and what intervals cover then."""
    evidence = comparison.evidence
    if comparison.settings.test != "max-t" or not isinstance(evidence, Scores):
        return
    r, p_value = spread_with_difficulty(evidence.values)
    if p_value >= SUSPICIOUS:
        return
    harder = (r < 0) == evidence.measure.higher_is_better
    yield Finding(
        code="BO347",
        severity=Severity.NOTE,
        message=f"The classifiers differ more on {'harder' if harder else 'easier'} datasets (rank correlation "
        f"{abs(r):.2f}, p {write_p_relation(p_value)}). Where errors go with difficulty, "
        "simultaneous 95 % intervals were measured to hold all true mean advantages in .916 to .998 of tables; the "
        "verdicts keep their level.",
        detail={"rank_correlation": r, "p_value": p_value, "measured": "docs/validity/all_pairs.md"},
    )


def spread_with_difficulty(values: Floats) -> tuple[float, float]:
    """Return the rank correlation between datasets' mean scores and the spread of their scores, and its p-value."""
    whole = values[~np.isnan(values).any(axis=1)]
    if len(whole) < FEWEST_DATASETS:
        return 0.0, 1.0
    ease, spread = _mean_ranks_of(whole.mean(axis=1)), _mean_ranks_of(whole.std(axis=1))
    if not (np.ptp(ease) and np.ptp(spread)):
        return 0.0, 1.0
    r, df = float(np.corrcoef(ease, spread)[0, 1]), len(whole) - 2
    return r, t_p_value(r * sqrt(df / max(1 - r * r, 1e-12)), df, Alternative.TWO_SIDED)


def _mean_ranks_of(values: Floats) -> Floats:
    """Return mean ranks; values that differ by rounding only are tied."""
    _, place, counts = np.unique(tidy(values), return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    means: Floats = ends - (counts - 1) / 2
    return means[place]


def is_near_bound(a: Floats, b: Floats, *, reach: float) -> bool:
    """Say whether on half of the datasets or more a score is within a twentieth of the range from its bound.

    >>> is_near_bound(np.array([0.97, 0.9]), np.array([0.94, 0.9]), reach=1.0)
    True
    """
    return 2 * _count_near_bound(a, b, reach) >= a.size


def _count_near_bound(a: Floats, b: Floats, reach: float) -> int:
    room = np.minimum(np.minimum(a, reach - a), np.minimum(b, reach - b))
    return int((room <= NEAR * reach).sum())


def ceiling_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield the pairs near a bound that are decided although their mean is not."""
    evidence = comparison.evidence
    reach = REACH.get(evidence.measure.unit) if isinstance(evidence, Scores) else None
    if reach is None or comparison.settings.test not in SYMMETRY_TESTS:
        return
    bounds = [(pair, _open_mean_bound(pair, comparison, reach)) for pair in comparison.pairs]
    open_pairs = [(pair, low) for pair, low in bounds if low is not None]
    if not open_pairs:
        return
    pairs = [
        f"{p.b} against {p.a} ({_count_near_bound(p.a_scores, p.b_scores, reach)} of "
        f"{write_count(len(p.units), 'dataset')}; mean "
        f"advantage {write_signed(p.advantages.mean(), digits=2)}, and the mean may be {write_signed(low, digits=2)})"
        for p, low in open_pairs
    ]
    yield Finding(
        code="BO191",
        severity=Severity.WARNING,
        message=f"Decided near the bound of the scores, and not for the mean: {write_list(pairs, most=3)}. "
        f"{comparison.settings.test} supposes differences that are symmetric about zero if nothing differs; near a "
        "bound, unequal noise alone makes them skewed. Say that one is better on most datasets, and not on average.",
        detail={
            "pairs": [
                {
                    "a": p.a,
                    "b": p.b,
                    "near": _count_near_bound(p.a_scores, p.b_scores, reach),
                    "mean": float(p.advantages.mean()),
                    "mean_may_be": low,
                }
                for p, low in open_pairs
            ],
            "measured": "docs/validity/ceilings.md",
        },
    )


def _open_mean_bound(pair: Pair, comparison: Comparison, reach: float) -> float | None:
    """Return the mean's bound where it is not on the side of the verdict; None where it is, or nothing is decided."""
    is_decided = pair.is_claim and isinstance(pair.result, TestResult)
    if (
        not is_decided
        or len(pair.units) < FEWEST_UNITS
        or not is_near_bound(pair.a_scores, pair.b_scores, reach=reach)
    ):
        return None
    sign = 1.0 if pair.verdict is Verdict.BETTER else -1.0
    sides = 2 if comparison.settings.alternative is Alternative.TWO_SIDED else 1
    tail = (1 - comparison.settings.level) / sides
    step = rounding_step(pair.a_scores, pair.b_scores) or 0.0
    low = skew_adjusted_bound(sign * pair.advantages, tail=tail, unit=step)
    return sign * low if low <= 0 else None
