"""BO106: a better result that lowers t.

With z the advantages of b, t = √n · mean / s. Its derivative by one z falls below zero where that z exceeds Σz²/Σz
(for a positive sum): beyond this point the spread grows faster than the mean, and t tends to 1 as one z grows without
bound. A dataset beyond the point weakens the t-test by the very size of what it shows; one below it does so as soon as
its advantage passes the larger value at which t is again what it is now.
"""

from collections.abc import Iterator
from math import fsum, sqrt

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import write_list
from bakeoff.pitfalls.wording import write_short
from bakeoff.procedures.base.distributions import t_p_value


def find_t_paradox(pair: Pair) -> Iterator[Finding]:
    """Yield the datasets on which a better result of the leading classifier lowers t, and how far."""
    z, result = pair.advantages, pair.result
    if not isinstance(result, TestResult) or z.size < 3 or pair.verdict is Verdict.EQUIVALENT:
        return
    total = fsum(z)
    if total == 0 or z.min() == z.max():
        return
    side = 1.0 if total > 0 else -1.0
    z = side * z
    point = turning_point(z)
    beyond = [i for i in np.argsort(-z, kind="stable").tolist() if z[i] > point]
    if not beyond:
        return
    now, would_be = t_of(z), t_of(np.minimum(z, point))
    leader = pair.b if side > 0 else pair.a
    yield Finding(
        code="BO106",
        severity=_paradox_severity(now, would_be, z.size, result),
        message=f"A better result can lower t: {leader} leads on "
        f"{write_list([pair.units[i] for i in beyond], most=3)} by "
        f"more than {write_short(point)}, where any further gain widens the spread more than it lifts the mean. With "
        f"{write_short(point)} there t would be {would_be:.2f}, not {now:.2f}; the signed-rank test has no such point.",
        detail={
            "a": pair.a,
            "b": pair.b,
            "leads": leader,
            "turning_point": point,
            "datasets": [pair.units[i] for i in beyond],
            "advantages": [float(z[i]) for i in beyond],
            "t": now,
            "t_at_turning_point": would_be,
        },
    )


def turning_point(z: Floats) -> float:
    """Return the advantage from which on a further gain on that dataset lowers t.

    >>> round(turning_point(np.array([5.0, -3, 0, 6, 4, 9, 0, 7, 5, 6])), 2)
    7.1
    """
    return fsum(z * z) / fsum(z)


def t_of(z: Floats) -> float:
    """Return Student's t of the mean."""
    n, mean = z.size, fsum(z) / z.size
    return mean / sqrt(fsum((z - mean) ** 2) / (n - 1) / n)


def _paradox_severity(now: float, would_be: float, n: int, result: TestResult) -> Severity:
    """Return a warning where the t-test would decide, were it not for so large an advantage."""
    alpha = significance(result.estimate.interval.level)
    before, after = (t_p_value(t, n - 1, Alternative.TWO_SIDED) for t in (now, would_be))
    return Severity.WARNING if before >= alpha > after else Severity.NOTE
