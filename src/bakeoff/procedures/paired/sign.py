"""The sign test, of whether b wins as often as it loses."""

from math import inf
from types import MappingProxyType
from typing import Literal

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_differences, round_to_decimal, unknown_choice_error
from bakeoff.procedures.base.distributions import binomial_sf
from bakeoff.procedures.base.intervals import p_from_tails, settle_interval, tail_level

TieRule = Literal["drop", "split"]
RULES: tuple[TieRule, ...] = ("drop", "split")


@check_arguments
def sign(
    differences: Floats,
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    ties: TieRule = "drop",
) -> TestResult:
    """Test that b wins on as many datasets as it loses, exactly, with the interval of the median advantage.

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset, free of floating-point noise.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.
    ties : {"drop", "split"}
        "drop" leaves draws out, which is the right test given how many there were. "split" counts half of
        them as wins and half as losses (and leaves out an odd one), as Demšar's counts do; it rejects
        less often.

    Returns
    -------
    TestResult
        The statistic is wins minus losses; both are in `steps`. The interval runs from one order
        statistic of the differences to another, and is unbounded when there are too few of them.

    Notes
    -----
    Null: b is as likely to win as to lose, on every dataset. Assumes only that the datasets are
    independent; the size of a difference counts for nothing, which costs power. Where sizes can be
    compared, the signed-rank test is better. Sources: `dixon1946`, `demsar2006`.

    Examples
    --------
    >>> result = sign(np.array([1.0, 2, 3, 4, 5, 6, 7, 8, 9, -1]))
    >>> round(result.p_value, 4)
    0.0215
    """
    if ties not in RULES:
        raise unknown_choice_error(ties, where="ties", known=RULES)
    values = check_differences(differences, level=level)
    wins, losses = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
    draws = values.size - wins - losses
    half = draws // 2 if ties == "split" else 0
    trials = wins + losses + 2 * half
    p_value = p_from_tails(binomial_sf(wins + half, trials), binomial_sf(losses + half, trials), alternative)
    ordered = np.sort(values)
    low, high = _sign_ends(ordered, tail_level(level, alternative))
    median = round_to_decimal((ordered[(values.size - 1) // 2] + ordered[values.size // 2]) / 2, like=values)
    interval = settle_interval(
        low, high, p_value=p_value, level=level, alternative=alternative, estimate=median
    )
    return TestResult(
        procedure="sign",
        null="b wins as often as it loses",
        alternative=alternative,
        statistic=float(wins - losses),
        df=None,
        p_value=p_value,
        estimate=Estimate(of="median advantage", value=median, interval=interval),
        n=values.size,
        method="exact binomial"
        + (f", {draws} {'draw' if draws == 1 else 'draws'} {_DONE[ties]}" if draws else ""),
        assumptions=("the datasets are independent of each other",),
        citation="dixon1946",
        steps=MappingProxyType({"wins": wins, "draws": draws, "losses": losses, "trials": trials}),
    )


_DONE = {"drop": "dropped", "split": "split"}


def _sign_ends(ordered: Floats, tail_mass: float) -> tuple[float, float]:
    """Return the ends of the shifts that the sign test keeps.

    A shift between the k-th and the next difference leaves n - k wins, and P(wins >= n - k) is
    P(wins <= k): the shifts that are kept begin at the first k for which this is `tail_mass`. Dropping or
    splitting draws where the shift meets a difference changes nothing, as the p-value is monotone there.
    """
    n = ordered.size
    k = int(np.searchsorted(special.bdtr(np.arange(n + 1), n, 0.5), tail_mass))
    if k == 0:
        return -inf, inf
    return float(ordered[k - 1]), float(ordered[n - k])
