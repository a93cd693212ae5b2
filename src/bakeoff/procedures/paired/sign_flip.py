"""The sign-flip test: a permutation test of the mean advantage."""

from math import fsum, sqrt

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_differences
from bakeoff.procedures.base.intervals import p_from_tails, p_of_signed_sums, settle_interval, tail_level
from bakeoff.procedures.base.random_signs import (
    WholeDifferences,
    all_subsets,
    as_whole_differences,
    is_affordable,
    lower_tail,
    random_subsets,
)

LISTED_UP_TO = 20  # differences: 2^20 subsets are listed for the interval
_SIGNS = 1_000_000_000  # drawn at most: half a second


@check_arguments
def sign_flip(
    differences: Floats,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    flips: int = 100_000,
) -> TestResult:
    """Test that b's mean advantage is zero by flipping signs, exactly where that can be counted.

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset, free of floating-point noise.
    rng : numpy.random.Generator
        Source of the random flips; not used where everything can be counted.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.
    flips : int
        Number of random flips where they are needed; fewer for very many differences (10⁹ signs in all).

    Returns
    -------
    TestResult
        `method` says what was counted and what was drawn, `monte_carlo_error` is the standard error of a
        p-value that was drawn. The interval holds the shifts that the test does not reject.

    Notes
    -----
    Null: an advantage of x and one of -x are equally likely, for every x. Assumes independent datasets.
    It needs no normal distribution, in return for which the null says more than "the mean is zero"; it
    speaks of the mean all the same, and loses power to outliers, where the signed-rank test is better.

    Flipping the signs of some differences lowers the mean exactly when the mean of those differences is
    positive. The shifts that the test keeps therefore run from one order statistic of the means of
    subsets to another: of all subsets up to n = 20, of random ones beyond. Sources: `fisher1935`,
    `hartigan1969`, `phipson2010`.

    Examples
    --------
    >>> result = sign_flip(np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7]), rng=np.random.default_rng(0))
    >>> result.p_value, result.method
    (0.78125, 'exact')
    """
    values = check_differences(differences, level=level)
    if flips < 1:
        raise ProcedureError(
            f"at least one flip is needed, not {flips}", where="flips", fix="use 100000", code="BO053"
        )
    grid = as_whole_differences(values)
    listed = values.size <= LISTED_UP_TO
    drawn = min(flips, max(1, _SIGNS // values.size))
    subsets = all_subsets(grid.whole) if listed else random_subsets(grid.whole, rng=rng, count=drawn)
    counted = _counted_p_value(grid, alternative)
    p_value = p_from_tails(*subsets.tails(grid.slack), alternative) if counted is None else counted
    mean = fsum(values) / values.size
    low, high = (end / grid.per_unit for end in subsets.ends(tail_level(level, alternative)))
    interval = settle_interval(
        low, high, p_value=p_value, level=level, alternative=alternative, estimate=mean
    )
    return TestResult(
        procedure="sign-flip",
        null="the advantages of b over a are symmetric about zero",
        alternative=alternative,
        statistic=mean,
        df=None,
        p_value=p_value,
        estimate=Estimate(of="mean advantage", value=mean, interval=interval),
        n=values.size,
        method=_sign_flip_method(listed=listed, counted=counted is not None, drawn=drawn),
        assumptions=(
            "the datasets are independent of each other",
            "under the null, gains and losses of the same size are equally likely",
        ),
        citation="fisher1935",
        monte_carlo_error=_standard_error(p_value, drawn, alternative) if counted is None else None,
    )


def _counted_p_value(grid: WholeDifferences, alternative: Alternative) -> float | None:
    """Return the exact p-value, unless there are too many subsets to count."""
    weights = np.abs(grid.whole[grid.whole != 0]).astype(np.int64)
    plus, minus = (int(np.abs(grid.whole[side]).sum()) for side in (grid.whole > 0, grid.whole < 0))
    if not is_affordable(weights, min(plus, minus)):
        return None
    return p_of_signed_sums(lambda s: lower_tail(weights, s + grid.slack), plus, minus, alternative)


def _standard_error(p_value: float, drawn: int, alternative: Alternative) -> float:
    sides = 2 if alternative is Alternative.TWO_SIDED else 1
    share = p_value / sides
    return sides * sqrt(share * (1 - share) / drawn)


def _sign_flip_method(*, listed: bool, counted: bool, drawn: int) -> str:
    if not counted:
        return f"Monte Carlo, {drawn:,} flips"
    return "exact" if listed else f"exact, interval from {drawn:,} random flips"
