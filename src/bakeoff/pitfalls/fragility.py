"""How fragile each verdict is: what is said without each dataset, without a few, and on parts of the table.

A single pair that is judged by the paired t, signed-rank, sign or sign-flip test is asked as `procedures.fragility`
does, exactly but for ties among many, and the answer is confirmed by the test itself; any other verdict, as those of
a family of pairs or by a margin, by judging parts of the table again (`family_fragility`).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.answers.audit import (
    DatasetChoice,
    ExtremeChoices,
    Fragility,
    LeaveOneOut,
    SearchExtent,
    SubsetShare,
)
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Alternative, TestResult, Verdict
from bakeoff.inference.reanalysis.rejudge import PairVerdict, is_default_test, rejudge_pairs
from bakeoff.inference.reanalysis.removal_search import REMOVAL_TESTS
from bakeoff.pitfalls.every_comparison import MOST_UNITS
from bakeoff.pitfalls.family_fragility import main_claims, measure_family_fragilities
from bakeoff.procedures.fragility.robustness import share_as_easily_turned, share_as_robust
from bakeoff.procedures.fragility.verdict_changes import (
    Flip,
    HandPicked,
    Shares,
    SubsetResult,
    leave_one_out,
    pick_by_hand,
    share_of_subsets,
    smallest_flip,
)

MOST_ONE_BY_ONE = (
    300  # beyond, the table is not asked again without each, nor on random parts: one matters little
)


def measure_fragilities(comparison: Comparison) -> tuple[Fragility, ...]:
    """Return how fragile the verdicts on the main pairs are; nothing where datasets are not what is paired."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or not has_fragility(comparison):
        return ()
    alone = find_single_removal(comparison)
    if alone is not None:
        return (_with_parts(alone, comparison.pairs[0], seed=comparison.settings.seed),)
    return measure_family_fragilities(evidence, comparison, claims=main_claims(comparison))


def measure_fragility(comparison: Comparison, pair: Pair) -> Fragility | None:
    """Return how fragile the verdict on one pair is, as the audit says it; None where it cannot be asked."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or not has_fragility(comparison):
        return None
    alone = find_single_removal(comparison)
    if alone is not None:
        return alone
    main = main_claims(comparison)
    claims = main if any(p is pair for p in main) else [pair]
    fragile = measure_family_fragilities(evidence, comparison, claims=claims)
    return next((f for f in fragile if (f.a, f.b) == (pair.a, pair.b)), None)


def has_fragility(comparison: Comparison) -> bool:
    """Say whether datasets are what is paired, and neither too few nor too many of them."""
    return isinstance(comparison.evidence, Scores) and 2 < comparison.design.datasets <= MOST_UNITS


def find_single_removal(comparison: Comparison) -> Fragility | None:
    """Return the smallest removal for a single pair by the order that its test allows; None where that is no way."""
    pair, settings, result = comparison.pairs[0], comparison.settings, comparison.pairs[0].result
    if (
        len(comparison.pairs) > 1
        or not isinstance(result, TestResult)
        or result.procedure not in REMOVAL_TESTS
    ):
        return None
    if settings.margin != 0 or settings.only_if is not None or not pair.advantages.any():
        return None
    test = REMOVAL_TESTS[result.procedure]
    flip = smallest_flip(pair.advantages, test=test, level=settings.level, alternative=result.alternative)
    after = None if flip is None else confirm_removal(comparison, pair, flip)
    if flip is not None and (after is None or after.verdict is not flip.after.verdict):
        return None
    rate = None if flip is None else rate_without_a_difference(pair, flip)
    return Fragility(
        a=pair.a,
        b=pair.b,
        verdict=pair.verdict,
        test=test,
        adjustment="none",
        level=settings.level,
        datasets=len(pair.units),
        flips_with=None if flip is None else len(flip.removed),
        removing=() if flip is None else tuple(pair.units[i] for i in flip.removed),
        becomes=None if after is None else after.verdict,
        exact=flip is None or flip.exact,
        searched=SearchExtent(by="proof", every_up_to=None, judged=0 if flip is None else 1),
        as_often_without_a_difference=rate,
        p_value=result.p_value,
        p_value_after=None if after is None else after.p_value,
        statistic_after=None if after is None else after.statistic,
    )


def confirm_removal(
    comparison: Comparison, pair: Pair, flip: Flip, *, test: str | None = None
) -> PairVerdict | None:
    """Return what the comparison's own test, or another, says of a pair after a removal; None for no answer."""
    evidence, settings = comparison.evidence, comparison.settings
    if not isinstance(evidence, Scores):
        return None
    gone = {pair.units[i] for i in flip.removed}
    part = evidence.subset(np.array([name not in gone for name in evidence.datasets]))
    if test is not None:
        answers = rejudge_pairs(part, replace(settings, test=test))
    else:
        answers = rejudge_pairs(part, settings, by_default=is_default_test(comparison.design, settings))
    return None if answers is None else answers.get((pair.a, pair.b))


def rate_without_a_difference(pair: Pair, flip: Flip) -> float | None:
    """Return how often a verdict about nothing is as robust, or as easily turned; None where it was not measured."""
    result = pair.result
    if not isinstance(result, TestResult) or result.alternative is not Alternative.TWO_SIDED:
        return None
    if result.estimate.interval.level != 0.95:  # the rates are for two-sided tests of one pair at 95 %
        return None
    n = len(pair.units) - (pair.draws if flip.test == "sign" else 0)
    is_decided = pair.verdict is not Verdict.UNDECIDED
    return (share_as_robust if is_decided else share_as_easily_turned)(n, len(flip.removed), flip.test)


def _with_parts(fragility: Fragility, pair: Pair, *, seed: int) -> Fragility:
    """Return the fragility of a single pair with what is said without each dataset, and on parts of the table."""
    test, level = REMOVAL_TESTS[fragility.test], fragility.level
    sides = pair.result.alternative if isinstance(pair.result, TestResult) else Alternative.TWO_SIDED
    z, n = pair.advantages, len(pair.units)
    few = n <= MOST_ONE_BY_ONE
    readings = leave_one_out(z, test=test, level=level, alternative=sides) if few else ()
    rng = np.random.default_rng(seed)
    picks = ((m, pick_by_hand(z, m, test=test, level=level, alternative=sides)) for m in _sizes_of_parts(n))
    shares = (
        share_of_subsets(z, m, rng=rng, test=test, level=level, alternative=sides, draws=_number_of_draws(n))
        for m in _sizes_of_parts(n)
        if few
    )
    return replace(
        fragility,
        leave_one_out=tuple(_leave_one_out_row(name, r) for name, r in zip(pair.units, readings, strict=few)),
        shares=tuple(map(_build_share, shares)),
        picked=tuple(_extreme_choices(pair, size, choice) for size, choice in picks if choice is not None),
    )


def _number_of_draws(n: int) -> int:
    return 2_000 if n <= 50 else 500 if n <= 100 else 100


def _sizes_of_parts(n: int) -> list[int]:
    """Return the sizes of parts that are looked at: one and two fewer, nine tenths, three quarters, half.

    >>> _sizes_of_parts(10), _sizes_of_parts(3)
    ([9, 8, 5], [2])
    """
    sizes = {n - 1, n - 2, round(0.9 * n), round(0.75 * n), round(0.5 * n)}
    return sorted((m for m in sizes if 2 <= m < n), reverse=True)


def _build_share(shares: Shares) -> SubsetShare:
    return SubsetShare(
        size=shares.size,
        better=shares.better,
        worse=shares.worse,
        equivalent=0.0,
        undecided=shares.undecided,
        without_answer=shares.without_answer,
        subsets=shares.subsets,
        exact=shares.exact,
        standard_error=shares.standard_error,
    )


def _leave_one_out_row(name: str, reading: SubsetResult | None) -> LeaveOneOut:
    if reading is None:
        return LeaveOneOut(dataset=name, statistic=None, p_value=None, verdict=None)
    return LeaveOneOut(
        dataset=name, statistic=reading.statistic, p_value=reading.p_value, verdict=reading.verdict
    )


def _extreme_choices(pair: Pair, size: int, extremes: HandPicked) -> ExtremeChoices:
    best = _build_choice(pair, extremes.best, extremes.best_reading)
    return ExtremeChoices(
        size=size,
        best=best,
        worst=_build_choice(pair, extremes.worst, extremes.worst_reading),
        exact=extremes.exact,
    )


def _build_choice(pair: Pair, kept: Sequence[int], reading: SubsetResult) -> DatasetChoice:
    names, indices = pair.units, set(kept)
    return DatasetChoice(
        datasets=tuple(names[i] for i in kept),
        left_out=tuple(name for i, name in enumerate(names) if i not in indices),
        statistic=reading.statistic,
        p_value=reading.p_value,
        verdict=reading.verdict,
    )
