"""Tukey's test of all pairs, for classifiers that share their datasets."""

from math import sqrt
from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Floats, advantage
from bakeoff.core.results import Alternative, Estimate, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import Pairs, check_level, pair_columns
from bakeoff.procedures.base.distributions import t_p_value
from bakeoff.procedures.base.intervals import symmetric_interval
from bakeoff.procedures.many import studentized_range
from bakeoff.procedures.many.anova import fit_additive


@check_arguments
def tukey(scores: Floats, *, pairs: Pairs, level: float = 0.95) -> tuple[TestResult, ...]:
    """Compare the mean scores of all classifiers with each other, keeping one error rate for all pairs.

    The pairing by dataset is respected: what is compared with is the variation that remains once the level of each
    dataset is taken off. The test for independent samples, which some packages run on such tables, takes the
    differences between datasets for noise and finds next to nothing.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete.
    pairs : sequence of (a, b)
        Columns to report on. The allowance is for all pairs of the table, whichever are reported.
    level : float
        Simultaneous confidence level of the intervals.

    Returns
    -------
    tuple of TestResult
        One for each pair: `statistic` is the studentised difference, `p_adjusted` the test's p-value and `p_value` that
        of the pair alone, by Student's t with the same standard error.

    Raises
    ------
    ProcedureError
        BO050 when every classifier differs from the others by the same amount on all datasets.

    Notes
    -----
    Null: the mean scores are equal. Assumes independent datasets, roughly normal deviations, and that the difference of
    any two classifiers varies equally over datasets. Without the last the error rate is not kept: family-wise error up
    to .36 at a nominal .05 when two classifiers are noisy. Sign flips of the pairs' differences need none of these.
    Source: `tukey1953`.

    Examples
    --------
    >>> scores = np.array([[0.90, 0.85, 0.70], [0.80, 0.81, 0.60], [0.75, 0.60, 0.50], [0.93, 0.92, 0.9]])
    >>> result = tukey(scores, pairs=[(2, 0)])[0]
    >>> round(result.estimate.value, 3), round(result.p_adjusted, 4)
    (0.17, 0.0153)
    """
    check_level(level)
    model = fit_additive(scores)
    a, b = pair_columns(pairs, classifiers=model.k)
    advantages = advantage(model.means[a], model.means[b], higher_is_better=True)
    error = sqrt(model.mean_square / model.n)
    statistics = advantages / error if error > 0 else np.zeros_like(advantages)  # all classifiers are alike
    adjusted = studentized_range.sf(np.abs(statistics), model.k, model.df)
    reach = studentized_range.isf(significance(level), model.k, model.df) * error
    shared = _Shared(model.n, model.df, reach, level, model.mean_square)
    return tuple(
        _tukey_result(shared, value, q, p)
        for value, q, p in zip(advantages.tolist(), statistics.tolist(), adjusted.tolist(), strict=True)
    )


class _Shared:
    """What the results of all pairs have in common."""

    def __init__(self, n: int, df: int, reach: float, level: float, mean_square: float) -> None:
        self.n, self.df, self.reach, self.level = n, df, reach, level
        self.method = f"studentised range, {df} degrees of freedom"
        self.steps = MappingProxyType({"mean_square_residual": mean_square, "critical_difference": reach})


def _tukey_result(shared: _Shared, value: float, q: float, p: float) -> TestResult:
    both = Alternative.TWO_SIDED
    interval = symmetric_interval(value, shared.reach, p_value=p, level=shared.level, alternative=both)
    return TestResult(
        procedure="tukey",
        null="the classifiers have the same mean score",
        alternative=both,
        statistic=q,
        df=float(shared.df),
        p_value=t_p_value(q / sqrt(2), shared.df, both),
        estimate=Estimate(of="mean advantage", value=value, interval=interval),
        n=shared.n,
        method=shared.method,
        assumptions=(
            "the datasets are independent of each other",
            "deviations from the means are roughly normal",
            "the difference of any two classifiers varies equally over datasets",
        ),
        citation="tukey1953",
        steps=shared.steps,
        p_adjusted=p,
    )
