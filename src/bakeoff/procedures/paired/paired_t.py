"""The paired t-test, of whether the mean advantage over datasets is zero."""

from math import fsum, inf, sqrt
from types import MappingProxyType
from typing import Literal

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Steps, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import (
    check_differences,
    check_level,
    check_summary,
    unknown_choice_error,
    varies,
)
from bakeoff.procedures.base.distributions import t_p_value, t_quantile
from bakeoff.procedures.base.intervals import symmetric_interval

DfRule = Literal["n-1", "k-2"]
RULES: tuple[DfRule, ...] = ("n-1", "k-2")


@check_arguments
def paired_t(
    differences: Floats,
    *,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    df_rule: DfRule = "n-1",
) -> TestResult:
    """Test that the mean advantage of b over a is zero, with every step of the calculation.

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.
    df_rule : {"n-1", "k-2"}
        Degrees of freedom. "n-1" is right; "k-2" is a variant that is taught with cross validation and is
        here so that such a calculation can be followed. It widens the interval a little, and does nothing
        about the overlap of training sets, for which the corrected t-test exists.

    Returns
    -------
    TestResult
        `steps` holds the sums, mean, variance, standard deviation and error, t, df, the critical value,
        the acceptance interval of the mean around zero, and a small table of critical values.

    Raises
    ------
    ProcedureError
        BO050 when the differences are all the same and not zero, BO051 when there are too few. Where all are zero,
        t is 0.

    Notes
    -----
    Null: the mean advantage is zero. Assumes independent datasets and differences that are roughly
    normal. With heavy tails the exact signed-rank test has more power; for resamples of one dataset the
    differences are not independent, and the corrected t-test is the valid one. Source: `student1908`.

    Examples
    --------
    >>> import numpy as np
    >>> result = paired_t(np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7]))
    >>> round(result.statistic, 2), round(result.p_value, 3)
    (0.32, 0.757)
    """
    if df_rule not in RULES:
        raise unknown_choice_error(df_rule, where="df_rule", known=RULES)
    values = check_differences(differences, level=level, least=3 if df_rule == "k-2" else 2)
    return _paired_t_result(_paired_t_moments(values, df_rule), level=level, alternative=alternative)


@check_arguments
def paired_t_of_summary(
    *,
    mean: float,
    sd: float,
    n: int,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    df_rule: DfRule = "n-1",
) -> TestResult:
    """Test that the mean advantage is zero, from its mean, standard deviation and number alone.

    Parameters
    ----------
    mean, sd : float
        Mean and sample standard deviation (with n − 1) of the advantages of b over a; the standard error is sd/√n.
    n : int
        How many there are.
    level, alternative, df_rule
        As for `paired_t`, whose result this is.

    Examples
    --------
    >>> round(paired_t_of_summary(mean=0.7, sd=6.929005, n=10).statistic, 4)
    0.3195
    """
    check_summary(mean=mean, sd=sd, n=n, least=3 if df_rule == "k-2" else 2)
    check_level(level)
    if df_rule not in RULES:
        raise unknown_choice_error(df_rule, where="df_rule", known=RULES)
    sums = {"sum_z": n * mean, "sum_z2": (n - 1) * sd**2 + n * mean**2}
    return _paired_t_result(
        _paired_t_spread(sums, n, mean, sd**2, df_rule), level=level, alternative=alternative
    )


def _paired_t_result(moments: dict[str, float], *, level: float, alternative: Alternative) -> TestResult:
    mean, df = moments["mean"], moments["df"]
    critical = critical_t(df, level=level, tails=2 if alternative is Alternative.TWO_SIDED else 1)
    reach = critical * moments["se"]
    p_value = t_p_value(moments["t"], df, alternative)
    interval = symmetric_interval(mean, reach, p_value=p_value, level=level, alternative=alternative)
    return TestResult(
        procedure="paired-t",
        null="the mean advantage of b over a is zero",
        alternative=alternative,
        statistic=moments["t"],
        df=df,
        p_value=p_value,
        estimate=Estimate(of="mean advantage", value=mean, interval=interval),
        n=int(moments["n"]),
        method=_paired_t_method(moments),
        assumptions=("the datasets are independent of each other", "the differences are roughly normal"),
        citation="student1908",
        steps=MappingProxyType(
            {
                **moments,
                "critical": critical,
                **_paired_t_acceptance(reach, alternative),
                **_critical_values(df),
            }
        ),
    )


def _paired_t_method(moments: dict[str, float]) -> str:
    words = f"Student's t, {moments['df']:g} degrees of freedom"
    right = moments["n"] - 1
    return (
        words if moments["df"] == right else f"{words} by the lecture's rule k − 2, where {right:g} are right"
    )


@check_arguments
def critical_t(df: float, *, level: float, tails: int = 2) -> float:
    """Return the t that must be passed for a claim at this confidence level, in one tail or in two.

    With infinitely many degrees of freedom it is the z of the normal distribution.

    >>> round(critical_t(9, level=0.90), 2), round(critical_t(9, level=0.95, tails=1), 2)
    (1.83, 1.83)
    """
    check_level(level)
    if not df > 0:
        raise ProcedureError(
            f"there are no {df:g} degrees of freedom",
            where="df",
            fix="give a number above 0, or infinity for the normal distribution",
            code="BO053",
        )
    if tails not in (1, 2):
        raise unknown_choice_error(str(tails), where="tails", known=("1", "2"))
    return -t_quantile(significance(level) / tails, df)


def _paired_t_moments(values: Floats, df_rule: DfRule) -> dict[str, float]:
    n = values.size
    if values.any() and not varies(values):
        raise ProcedureError(
            f"the paired t-test needs differences that vary; these {n} are all {values[0]:g}",
            where="differences",
            fix="use the sign test or the exact signed-rank test, which need no spread",
            code="BO050",
        )
    # fsum rounds once, so that the order of the datasets changes no digit.
    mean = fsum(values) / n
    variance = fsum((values - mean) ** 2) / (n - 1)
    return _paired_t_spread({"sum_z": fsum(values), "sum_z2": fsum(values**2)}, n, mean, variance, df_rule)


def _paired_t_spread(
    sums: dict[str, float], n: int, mean: float, variance: float, df_rule: DfRule
) -> dict[str, float]:
    se = sqrt(variance / n)
    return {
        **sums,
        "n": n,
        "mean": mean,
        "variance": variance,
        "sd": sqrt(variance),
        "se": se,
        # As the spread goes to zero about a mean of zero, t goes to 0; about any other mean it has no limit.
        "t": mean / se if se > 0 else 0.0,
        "df": n - 1 if df_rule == "n-1" else n - 2,
    }


def _paired_t_acceptance(reach: float, alternative: Alternative) -> Steps:
    return {
        "acceptance_low": -inf if alternative is Alternative.GREATER else -reach,
        "acceptance_high": inf if alternative is Alternative.LESS else reach,
    }


def _critical_values(df: float) -> Steps:
    return {
        f"critical_{word}_tailed_{alpha}": -t_quantile(float(alpha) / tails, df)
        for word, tails in (("two", 2), ("one", 1))
        for alpha in ("0.10", "0.05", "0.01")
    }
