"""How fragile each verdict is: what is said without each dataset, without a few, and on parts of the table.

A single pair that is judged by the paired t, signed-rank, sign or sign-flip test is asked as `procedures.fragility`
does, exactly but for ties among many, and the answer is confirmed by the test itself; any other verdict, as those of
a family of pairs or by a margin, by judging parts of the table again (`family_fragility`).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.audit.family_fragility import family_fragilities, main_claims
from bakeoff.core.audits import Choice, Fragility, Picked, Searched, SubsetShare, Without
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Alternative, TestResult, Verdict
from bakeoff.inference.rejudge import Judged, is_default, rejudged
from bakeoff.inference.removable import TESTS
from bakeoff.procedures.fragility import (
    Flip,
    HandPicked,
    Reading,
    Shares,
    hand_picked,
    leave_one_out,
    share_of_subsets,
    smallest_flip,
)
from bakeoff.procedures.robustness import as_easily_turned, as_robust

MOST_UNITS = 2_000  # datasets beyond which nobody asks which of them decide
MOST_ONE_BY_ONE = (
    300  # beyond, the table is not asked again without each, nor on random parts: one matters little
)


def fragilities(comparison: Comparison) -> tuple[Fragility, ...]:
    """Return how fragile the verdicts on the main pairs are; nothing where datasets are not what is paired."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or not can_be_asked(comparison):
        return ()
    alone = single_removal(comparison)
    if alone is not None:
        return (_with_parts(alone, comparison.pairs[0], seed=comparison.settings.seed),)
    return family_fragilities(evidence, comparison, claims=main_claims(comparison))


def fragility_of(comparison: Comparison, pair: Pair) -> Fragility | None:
    """Return how fragile the verdict on one pair is, as the audit says it; None where it cannot be asked."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or not can_be_asked(comparison):
        return None
    alone = single_removal(comparison)
    if alone is not None:
        return alone
    main = main_claims(comparison)
    claims = main if any(p is pair for p in main) else [pair]
    found = family_fragilities(evidence, comparison, claims=claims)
    return next((f for f in found if (f.a, f.b) == (pair.a, pair.b)), None)


def can_be_asked(comparison: Comparison) -> bool:
    """Say whether datasets are what is paired, and neither too few nor too many of them."""
    return isinstance(comparison.evidence, Scores) and 2 < comparison.design.datasets <= MOST_UNITS


def single_removal(comparison: Comparison) -> Fragility | None:
    """Return the smallest removal for a single pair by the order that its test allows; None where that is no way."""
    pair, settings, result = comparison.pairs[0], comparison.settings, comparison.pairs[0].result
    if len(comparison.pairs) > 1 or not isinstance(result, TestResult) or result.procedure not in TESTS:
        return None
    if settings.margin != 0 or settings.only_if is not None or not pair.advantages.any():
        return None
    test = TESTS[result.procedure]
    flip = smallest_flip(pair.advantages, test=test, level=settings.level, alternative=result.alternative)
    after = None if flip is None else confirmed(comparison, pair, flip)
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
        searched=Searched(by="proof", every_up_to=None, judged=0 if flip is None else 1),
        as_often_without_a_difference=rate,
        p_value=result.p_value,
        p_value_after=None if after is None else after.p_value,
        statistic_after=None if after is None else after.statistic,
    )


def confirmed(comparison: Comparison, pair: Pair, flip: Flip, *, test: str | None = None) -> Judged | None:
    """Return what the comparison's own test, or another, says of a pair after a removal; None for no answer."""
    evidence, settings = comparison.evidence, comparison.settings
    if not isinstance(evidence, Scores):
        return None
    gone = {pair.units[i] for i in flip.removed}
    part = evidence.subset(np.array([name not in gone for name in evidence.datasets]))
    if test is not None:
        answers = rejudged(part, replace(settings, test=test))
    else:
        answers = rejudged(part, settings, by_default=is_default(comparison.design, settings))
    return None if answers is None else answers.get((pair.a, pair.b))


def rate_without_a_difference(pair: Pair, flip: Flip) -> float | None:
    """Return how often a verdict about nothing is as robust, or as easily turned; None where it was not measured."""
    result = pair.result
    if not isinstance(result, TestResult) or result.alternative is not Alternative.TWO_SIDED:
        return None
    if result.estimate.interval.level != 0.95:  # the rates are for two-sided tests of one pair at 95 %
        return None
    n = len(pair.units) - (pair.draws if flip.test == "sign" else 0)
    decided = pair.verdict is not Verdict.UNDECIDED
    return (as_robust if decided else as_easily_turned)(n, len(flip.removed), flip.test)


def _with_parts(found: Fragility, pair: Pair, *, seed: int) -> Fragility:
    """Return the fragility of a single pair with what is said without each dataset, and on parts of the table."""
    test, level = TESTS[found.test], found.level
    sides = pair.result.alternative if isinstance(pair.result, TestResult) else Alternative.TWO_SIDED
    z, n = pair.advantages, len(pair.units)
    few = n <= MOST_ONE_BY_ONE
    readings = leave_one_out(z, test=test, level=level, alternative=sides) if few else ()
    rng = np.random.default_rng(seed)
    picks = ((m, hand_picked(z, m, test=test, level=level, alternative=sides)) for m in _sizes(n))
    drawn = (
        share_of_subsets(z, m, rng=rng, test=test, level=level, alternative=sides, draws=_draws(n))
        for m in _sizes(n)
        if few
    )
    return replace(
        found,
        leave_one_out=tuple(_without(name, r) for name, r in zip(pair.units, readings, strict=few)),
        shares=tuple(map(_share, drawn)),
        picked=tuple(_picked(pair, size, chosen) for size, chosen in picks if chosen is not None),
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
