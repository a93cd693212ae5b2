"""Two one-sided tests, of whether b's advantage lies within a margin that does not matter."""

from collections.abc import Callable

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, advantage
from bakeoff.core.results import Alternative, TestResult


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
    >>> from bakeoff.procedures.paired_t import paired_t
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
