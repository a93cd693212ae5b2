"""Equivalence within a margin that does not matter: by two one-sided tests, or by the interval beside a test."""

from collections.abc import Callable
from math import inf

import numpy as np

from bakeoff.core.arrays import Floats, advantage
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Interval, TestResult
from bakeoff.procedures.base.distributions import normal_sf


def tost(run: Callable[..., object], differences: Floats, *, margin: float, **kwargs: object) -> float:
    """Return the p-value of the claim that b's advantage lies between -margin and +margin.

    Two one-sided tests must both reject: that the advantage is -margin or less, and that it is
    +margin or more. The larger of their p-values is that of the claim.

    Parameters
    ----------
    run : callable
        A test of a shift that returns a `TestResult`, such as `wilcoxon` or `paired_t`.
    differences : array of shape (n,)
        The advantage of b over a on each dataset.
    margin : float
        The smallest advantage that matters, in units of the score.
    **kwargs
        Whatever else `run` takes, except `alternative`.

    Notes
    -----
    Null: the advantage (that of which `run` speaks) is outside the margin. Source: `schuirmann1987`.

    Examples
    --------
    >>> from bakeoff.procedures.paired.paired_t import paired_t
    >>> round(tost(paired_t, np.array([0.1, -0.2, 0.3, 0.0, -0.1, 0.2]), margin=0.5), 4)
    0.001
    """
    if not 0 < margin < np.inf:
        raise ProcedureError(
            f"a margin is a positive number; {margin} is not",
            where="margin",
            fix="give the smallest difference that would matter, in units of the score",
            code="BO053",
        )
    # `advantage` subtracts decimals as decimals, so that what was tied at the margin stays tied.
    above = advantage(np.full_like(differences, -margin), differences, higher_is_better=True)
    below = advantage(np.full_like(differences, margin), differences, higher_is_better=True)
    return max(
        _p_value(run(above, alternative=Alternative.GREATER, **kwargs)),
        _p_value(run(below, alternative=Alternative.LESS, **kwargs)),
    )


def _p_value(answer: object) -> float:
    if not isinstance(answer, TestResult):
        raise TypeError(f"equivalence needs a test of one pair, which returns a TestResult, not {answer!r}")
    return answer.p_value


_FURTHEST = 6.0  # standard deviations: p-values below 1e-9 are told as that
_CLOSE = 1e-11  # in standard deviations
_EXACT = 1e-14  # in units of the score
_STEPS = 200


def equivalence_by_interval(interval_at: Callable[[float], Interval], *, margin: float) -> float:
    """Return the p-value of the claim that b's advantage lies between -margin and +margin.

    It is the smallest alpha at which the interval of level 1 - 2 alpha lies inside the margin: both one-sided tests,
    of an advantage of -margin or less and of +margin or more, then reject at alpha, since each end of the interval is
    where one of them stops rejecting. The p-value is below alpha exactly where that interval is inside.

    Null: the advantage is outside the margin. Assumes what the test behind the interval assumes, and that a higher
    level never makes its interval narrower. Where a test takes shifted data, `tost` does the same without a search.

    Parameters
    ----------
    interval_at
        The two-sided interval of the advantage at a given level.
    margin
        The smallest advantage that matters, in units of the score.

    Returns
    -------
    float
        1 where no level brings the interval inside, because the estimate itself is not; never less than 1e-9.

    References
    ----------
    schuirmann1987

    Examples
    --------
    >>> from bakeoff.procedures.base.example_flips import FourCounts
    >>> from bakeoff.procedures.predictions.mcnemar import mcnemar_midp
    >>> counts = FourCounts(both_right=880, mends=21, breaks=19, both_wrong=80)
    >>> p = equivalence_by_interval(lambda level: mcnemar_midp(counts, level=level).estimate.interval, margin=0.02)
    >>> round(p, 4), round(mcnemar_midp(counts, level=1 - 2 * p).estimate.interval.high, 6)
    (0.0043, 0.02)
    """
    if not 0 < margin < inf:
        raise ProcedureError(
            f"a margin is a positive number; {margin} is not",
            where="margin",
            fix="give the smallest difference that would matter, in units of the score",
            code="BO053",
        )

    def excess(z: float) -> float:
        interval = interval_at(1 - 2 * normal_sf(z))
        return max(-margin - interval.low, interval.high - margin)

    near, far = excess(_CLOSE), excess(_FURTHEST)
    if near >= 0:
        return 1.0
    return normal_sf(_FURTHEST if far < 0 else _last_inside(excess, near, far))


def _last_inside(excess: Callable[[float], float], below: float, above: float) -> float:
    """Return where a rising function reaches zero: by straight lines, and by halves where it jumps."""
    low, high = _CLOSE, _FURTHEST
    for step in range(_STEPS):
        middle = (low + high) / 2 if step % 2 else low + (high - low) * below / (below - above)
        value = excess(middle)
        if value < 0:
            low, below = middle, value
        else:
            high, above = middle, value
        if -_EXACT < value < _EXACT or high - low < _CLOSE:
            break
    return low
