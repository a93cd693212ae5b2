"""How fragile each verdict is: what is said without each dataset, without a few, and on parts of the table.

A single pair that is judged by the paired t, signed-rank, sign or sign-flip test is asked as `procedures.fragility`
does, exactly but for ties among many; any other verdict, as those of a family of pairs, by judging parts of the table
again (`family_fragility`).
"""

from collections.abc import Sequence

import numpy as np

from bakeoff.audit.dataset_choice import rate_without_a_difference
from bakeoff.audit.family_fragility import family_fragilities
from bakeoff.core.audits import Choice, Fragility, Picked, SubsetShare, Without
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import TestResult, Verdict
from bakeoff.inference.removable import TESTS, level_of
from bakeoff.procedures.fragility import (
    HandPicked,
    Reading,
    Shares,
    hand_picked,
    leave_one_out,
    share_of_subsets,
    smallest_flip,
)

MOST_UNITS = 2_000  # datasets beyond which nobody asks which of them decide
MOST_ONE_BY_ONE = (
    300  # beyond, the table is not asked again without each, nor on random parts: one matters little
)


def fragilities(comparison: Comparison, *, seconds: float) -> tuple[Fragility, ...]:
    """Return how fragile the verdicts on the main pairs are; nothing where datasets are not what is paired."""
    evidence, units = comparison.evidence, comparison.design.datasets
    if not isinstance(evidence, Scores) or not 2 < units <= MOST_UNITS:
        return ()
    first = comparison.pairs[0]
    if len(comparison.pairs) == 1 and isinstance(first.result, TestResult) and _is_quick(first, first.result):
        return (_of_one(first, first.result, seed=comparison.settings.seed),)
    return family_fragilities(evidence, comparison, seconds=seconds)


def _is_quick(pair: Pair, result: TestResult) -> bool:
    known = result.procedure in TESTS and pair.verdict is not Verdict.EQUIVALENT
    return known and bool(pair.advantages.any())


def _of_one(pair: Pair, result: TestResult, *, seed: int) -> Fragility:
    test, level, sides = TESTS[result.procedure], level_of(pair, result), result.alternative
    z, n = pair.advantages, len(pair.units)
    flip = smallest_flip(z, test=test, level=level, alternative=sides)
    few = n <= MOST_ONE_BY_ONE
    readings = leave_one_out(z, test=test, level=level, alternative=sides) if few else ()
    rng = np.random.default_rng(seed)
    picks = ((m, hand_picked(z, m, test=test, level=level, alternative=sides)) for m in _sizes(n))
    drawn = (
        share_of_subsets(z, m, rng=rng, test=test, level=level, alternative=sides, draws=_draws(n))
        for m in _sizes(n)
        if few
    )
    return Fragility(
        a=pair.a,
        b=pair.b,
        verdict=pair.verdict,
        test=test,
        level=level,
        datasets=n,
        flips_with=None if flip is None else len(flip.removed),
        removing=() if flip is None else tuple(pair.units[i] for i in flip.removed),
        becomes=None if flip is None else flip.after.verdict,
        exact=flip is None or flip.exact,
        method="exact" if flip is None or flip.exact else "bounds and search",
        as_often_without_a_difference=None if flip is None else rate_without_a_difference(pair, flip),
        p_value=result.p_value,
        p_value_after=None if flip is None else flip.after.p_value,
        leave_one_out=tuple(_without(name, r) for name, r in zip(pair.units, readings, strict=few)),
        shares=tuple(map(_share, drawn)),
        picked=tuple(_picked(pair, size, found) for size, found in picks if found is not None),
    )


def _draws(n: int) -> int:
    return 2_000 if n <= 50 else 500 if n <= 100 else 100


def _sizes(n: int) -> list[int]:
    """Return the sizes of parts that are looked at: one and two fewer, nine tenths, three quarters, half.

    >>> _sizes(10), _sizes(3)
    ([9, 8, 5], [2])
    """
    wanted = {n - 1, n - 2, round(0.9 * n), round(0.75 * n), round(0.5 * n)}
    return sorted((m for m in wanted if 2 <= m < n), reverse=True)


def _share(drawn: Shares) -> SubsetShare:
    return SubsetShare(
        size=drawn.size,
        better=drawn.better,
        worse=drawn.worse,
        equivalent=0.0,
        undecided=drawn.undecided,
        without_answer=drawn.without_answer,
        subsets=drawn.subsets,
        exact=drawn.exact,
        standard_error=drawn.standard_error,
    )


def _without(name: str, reading: Reading | None) -> Without:
    if reading is None:
        return Without(dataset=name, statistic=None, p_value=None, verdict=None)
    return Without(
        dataset=name, statistic=reading.statistic, p_value=reading.p_value, verdict=reading.verdict
    )


def _picked(pair: Pair, size: int, found: HandPicked) -> Picked:
    best = _choice(pair, found.best, found.best_reading)
    return Picked(
        size=size, best=best, worst=_choice(pair, found.worst, found.worst_reading), exact=found.exact
    )


def _choice(pair: Pair, kept: Sequence[int], reading: Reading) -> Choice:
    names, chosen = pair.units, set(kept)
    return Choice(
        datasets=tuple(names[i] for i in kept),
        left_out=tuple(name for i, name in enumerate(names) if i not in chosen),
        statistic=reading.statistic,
        p_value=reading.p_value,
        verdict=reading.verdict,
    )
