"""What a judge tends to, against people: longer answers, an answer's place, one period more than another."""

import numpy as np
from scipy import stats

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate, Interval, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_finite, check_level

LEAST_LABELS = 10


@check_arguments
def judge_tendency(
    errors: Floats, values: Floats, *, item_groups: Ints | None = None, level: float = 0.95
) -> Estimate:
    """Return how much the judge's error changes with a property, beside what it favours one model by.

    The slope of the errors of items on the property, with an intercept, by least squares. Its error is robust to
    spreads that differ (each residual by one less its leverage, HC3), summed over groups where items are in groups; the
    interval is Student's with two degrees of freedom less than there are labels, or one less than groups.

    Parameters
    ----------
    errors
        Of every labelled item: the judge's score of b less that of a, less the same by people.
    values
        The property: by how much longer b's answer is, where it stood, or whether it was judged in the later period.
    item_groups
        Of every labelled item: its group.
    level
        Of the interval.

    References
    ----------
    mackinnon1985

    Examples
    --------
    >>> errors, values = np.array([0.0, 0, 1, 0, 0, 1, 0, -1, 0, 1, 0, 0]), np.arange(12.0)
    >>> found = judge_tendency(errors, values)
    >>> round(found.value, 4), round(found.interval.low, 3), round(found.interval.high, 3)
    (-0.014, -0.107, 0.079)
    """
    check_level(level)
    check_finite(errors, "errors")
    check_finite(values, "values")
    if errors.shape != values.shape or errors.size < LEAST_LABELS or np.ptp(values) == 0:
        raise ProcedureError(
            f"{errors.size} labelled items, whose property varies, are needed to tell what the judge tends to",
            where="values",
            fix=f"label {LEAST_LABELS} items or more",
            code="BO051",
        )
    design = np.column_stack([np.ones(values.size), values - values.mean()])
    inverse = np.linalg.inv(design.T @ design)
    slopes = inverse @ design.T @ errors
    leverage = np.einsum("ij,jk,ik->i", design, inverse, design)
    residuals = (errors - design @ slopes) / np.maximum(1 - leverage, 1e-6)
    influence = (design @ inverse)[:, 1] * residuals
    df = errors.size - 2
    if item_groups is not None:
        place = np.unique(item_groups, return_inverse=True)[1].reshape(-1)
        influence = np.bincount(place, influence)
        df = max(influence.size - 1, 1)
    arm = float(stats.t.isf(significance(level) / 2, df)) * float(np.sqrt((influence**2).sum()))
    value = float(slopes[1])
    return Estimate(
        of="slope of the judge's error",
        value=value,
        interval=Interval(low=value - arm, high=value + arm, level=level),
    )
