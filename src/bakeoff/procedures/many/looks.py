"""P-values over repeated looks at the same data: Holm's method so far, or a level that is spent look by look."""

from collections.abc import Sequence
from math import pi

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.adjust import adjust


def spent_level(look: int, *, alpha: float) -> float:
    """Return the part of alpha that look number `look` may spend: alpha·6/(π²·look²), which sums to alpha.

    >>> round(sum(spent_level(k, alpha=0.05) for k in range(1, 100_000)), 6)
    0.05
    """
    if look < 1:
        raise ProcedureError(
            f"looks are counted from 1, and this is look {look}",
            where="look",
            fix="count the look itself: the first is 1",
            code="BO053",
        )
    return alpha * 6 / (pi * look) ** 2


def spend_over_looks(p_values: Floats, *, look: int) -> Floats:
    """Return the p-values of one look, such that one below alpha has p below what the look may spend.

    Null: as of each p-value. The chance that any true null is ever called false, at any of however many looks, is at
    most alpha, whatever the dependence between looks (Boole's inequality), if the p-values of each look are adjusted
    within it and what is compared at a look was not made from what earlier looks showed of the same data. Holm's
    method over a known number of looks finds more.

    >>> spend_over_looks(np.array([0.01]), look=1).round(4).tolist()
    [0.0164]
    """
    share = spent_level(look, alpha=1.0)
    return np.minimum(1.0, p_values / share)


def holm_over_looks(p_values: Floats, earlier: Sequence[Floats]) -> Floats:
    """Return the p-values of the present look, adjusted by Holm's method over all that was tested so far.

    At any one time, the chance that any true null is among those that stand rejected then is at most alpha. It is no
    promise about the sum of what was claimed on the way: an early claim may have to be taken back, as more is tested.

    >>> holm_over_looks(np.array([0.01]), [np.array([0.5, 0.2])]).round(6).tolist()
    [0.03]
    """
    if not p_values.size:
        return p_values
    every = np.concatenate([*earlier, p_values])
    return adjust(every, "holm")[every.size - p_values.size :]
