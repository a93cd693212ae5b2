"""Five repeats of two-fold cross-validation: Dietterich's t test and Alpaydın's F test."""

from math import fsum, sqrt
from types import MappingProxyType
from typing import Literal

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Steps, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level, check_shape, unknown_choice_error
from bakeoff.procedures.base.distributions import f_critical, f_sf, t_p_value, t_quantile
from bakeoff.procedures.base.intervals import symmetric_interval, tail_level

REPEATS, FOLDS = 5, 2
NULL = "trained on half of this dataset, both classifiers have the same expected score on this population"
ASSUMPTIONS = (
    "five repeats of a random split into halves, each half training once and testing once",
    "the two differences of a repeat are independent, about normal, and of one variance",
)

Numerator = Literal["first fold", "mean"]
NUMERATORS: tuple[Numerator, ...] = ("first fold", "mean")


@check_arguments
def t_5x2cv(
    fold_differences: Floats,
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    numerator: Numerator = "first fold",
) -> TestResult:
    """Test whether b beats a on one dataset by Dietterich's t over five repeats of two folds.

    Parameters
    ----------
    fold_differences : array of shape (10,)
        Advantages of b over a, in the order (repeat 1, fold 1), (repeat 1, fold 2), (repeat 2, fold 1) …
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.
    numerator : {"first fold", "mean"}
        "first fold" is the published statistic; "mean" takes the mean of all ten differences instead.

    Returns
    -------
    TestResult
        `steps` holds the variance of each repeat, the sums, the standard error, t and the critical value.

    Raises
    ------
    ProcedureError
        BO050 when the two folds agree in every repeat and are not zero, BO052 for other than ten differences.

    Notes
    -----
    Null: trained on half of the dataset, both classifiers have the same expected score. Assumes that the
    two differences of a repeat are independent and normal, and the five repeats likewise.

    The published statistic divides the difference of the *first fold of the first repeat* by a spread
    pooled over the repeats: its value, sign and interval depend on which fold comes first, and two people
    with the same ten numbers in another order can disagree. The interval inverts that very test and is
    centred on that one difference. With the mean as numerator no order matters; t with 5 degrees of
    freedom is then conservative, because a mean of differences never varies more than one of them.
    The corrected t-test over ten times ten folds has more power; the F test uses all ten differences but
    knows no direction. Source: `dietterich1998`.

    Examples
    --------
    >>> d = np.array([0.02, 0.01, 0.03, 0.01, 0.02, 0.0, 0.01, 0.02, 0.03, 0.02])
    >>> round(t_5x2cv(d).statistic, 4), round(t_5x2cv(d, numerator="mean").statistic, 4)
    (1.9069, 1.6209)
    """
    check_level(level)
    if numerator not in NUMERATORS:
        raise unknown_choice_error(numerator, where="numerator", known=NUMERATORS)
    table = _check_repeats(fold_differences)
    first = numerator == "first fold"
    centre = float(table[0, 0]) if first else fsum(fold_differences) / table.size
    error = sqrt(_variance_within(table) / REPEATS)
    critical = -t_quantile(tail_level(level, alternative), REPEATS)
    t = centre / error if error > 0 else 0.0  # of differences that are all zero
    p_value = t_p_value(t, REPEATS, alternative)
    interval = symmetric_interval(
        centre, critical * error, p_value=p_value, level=level, alternative=alternative
    )
    return TestResult(
        procedure="t-5x2cv",
        null=NULL,
        alternative=alternative,
        statistic=t,
        df=REPEATS,
        p_value=p_value,
        estimate=Estimate(
            of="advantage, as the first fold alone shows it" if first else "mean advantage",
            value=centre,
            interval=interval,
        ),
        n=table.size,
        method="Student's t, 5 degrees of freedom",
        assumptions=ASSUMPTIONS,
        citation="dietterich1998",
        steps=_five_by_two_steps(table, t=t, se=error, critical=critical),
    )


@check_arguments
def f_5x2cv(
    fold_differences: Floats,
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether a and b differ on one dataset by Alpaydın's combined F over five repeats of two folds.

    Parameters
    ----------
    fold_differences : array of shape (10,)
        Advantages of b over a, in the order (repeat 1, fold 1), (repeat 1, fold 2), (repeat 2, fold 1) …
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Two-sided only.

    Returns
    -------
    TestResult
        `steps` holds the variance of each repeat, the sums, F, its degrees of freedom and critical value.

    Raises
    ------
    ProcedureError
        BO050 when the two folds agree in every repeat and are not zero, BO052 for other than ten differences,
        BO053 for a one-sided alternative, BO054 when the interval does not exist.

    Notes
    -----
    Null: trained on half of the dataset, both classifiers have the same expected score. Assumes what the
    t test of the same design assumes. It uses all ten differences, so that neither the order of the repeats
    nor of the two folds in each matters; which folds make a repeat does.

    The interval holds every advantage δ that the test of d − δ does not reject: a quadratic in δ, centred
    on the mean. F also grows when the repeats disagree with each other. When they disagree so much that
    *every* δ is rejected, the interval does not exist and the small p-value is no evidence of an advantage:
    this is refused. The corrected t-test has no such gap. Source: `alpaydin1999`.

    Examples
    --------
    >>> d = np.array([0.02, 0.01, 0.03, 0.01, 0.02, 0.0, 0.01, 0.02, 0.03, 0.02])
    >>> round(f_5x2cv(d).statistic, 4)
    3.3636
    """
    check_level(level)
    _check_two_sided(alternative)
    table = _check_repeats(fold_differences)
    within = _variance_within(table)
    statistic = fsum(fold_differences**2) / (2 * within) if within > 0 else 0.0  # all are zero
    critical = f_critical(1 - level, table.size, REPEATS)
    p_value = f_sf(statistic, table.size, REPEATS)
    mean, reach = _accepted_range(fold_differences, within=within, critical=critical)
    interval = symmetric_interval(mean, reach, p_value=p_value, level=level, alternative=alternative)
    return TestResult(
        procedure="f-5x2cv",
        null=NULL,
        alternative=alternative,
        statistic=statistic,
        df=None,
        p_value=p_value,
        estimate=Estimate(of="mean advantage", value=mean, interval=interval),
        n=table.size,
        method="F, 10 and 5 degrees of freedom",
        assumptions=ASSUMPTIONS,
        citation="alpaydin1999",
        steps=_five_by_two_steps(table, f=statistic, df1=table.size, df2=REPEATS, critical=critical),
    )


def _check_repeats(fold_differences: Floats) -> Floats:
    check_shape(fold_differences)
    if fold_differences.size != REPEATS * FOLDS:
        raise ProcedureError(
            f"5×2cv has ten differences, of five repeats of two folds; there are {fold_differences.size}",
            where="fold_differences",
            fix="use corrected-t, which takes any number of repeats and folds",
            code="BO052",
        )
    return fold_differences.reshape(REPEATS, FOLDS)


def _variance_within(table: Floats) -> float:
    """Return the sum over repeats of the variance of the two differences in each."""
    gaps = table[:, 0] - table[:, 1]
    if table.any() and not float(np.abs(gaps).max()) > 1e-12 * float(np.abs(table).max()):
        raise ProcedureError(
            "the 5×2cv tests need folds that differ within a repeat; in all five they are equal",
            where="fold_differences",
            fix="use corrected-t over more folds, or compare the predictions with McNemar's test",
            code="BO050",
        )
    return fsum(gaps**2) / 2


def _check_two_sided(alternative: Alternative) -> None:
    if alternative is not Alternative.TWO_SIDED:
        raise ProcedureError(
            f"the 5×2cv F test knows no direction, so it cannot test for {alternative.value!r}",
            where="alternative",
            fix="use t-5x2cv or corrected-t for a one-sided question",
            code="BO053",
        )


def _accepted_range(differences: Floats, *, within: float, critical: float) -> tuple[float, float]:
    """Return the mean, and how far from it a δ may lie with Σ(d − δ)² ≤ 2 · critical · within."""
    mean = fsum(differences) / differences.size
    room = 2 * critical * within - fsum((differences - mean) ** 2)
    if room < 0:
        raise ProcedureError(
            "the repeats disagree so much that the 5×2cv F test rejects every advantage, not only zero",
            where="fold_differences",
            fix="use corrected-t, and find out why the repeats differ: they use the same examples",
            code="BO054",
        )
    return mean, sqrt(room / differences.size)


def _five_by_two_steps(table: Floats, **others: float) -> Steps:
    variances = (table[:, 0] - table[:, 1]) ** 2 / 2
    return MappingProxyType(
        {f"variance_{repeat}": float(v) for repeat, v in enumerate(variances, start=1)}
        | {"sum_squares": fsum(table.ravel() ** 2), "sum_variances": fsum(variances)}
        | others
    )
