"""The corrected resampled t-test with a variance that allows for the instability which repeats show."""

from math import sqrt
from types import MappingProxyType

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Steps, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import Moments, check_level, check_ratio, check_shape, moments
from bakeoff.procedures.base.distributions import t_p_value, t_quantile
from bakeoff.procedures.base.intervals import symmetric_interval, tail_level

GUARD = 4.0  # how many times the instability is added to the variance
NULL = "trained on samples of this size, both classifiers have the same expected score on this population"
ASSUMPTIONS = (
    "repeats of k-fold cross-validation, all with the same number of folds",
    "what training sets add to the variance is at most a ninth of it, and four times what new splits show",
    "the mean of the differences is about normal",
)


@check_arguments
def guarded_t(
    fold_differences: Floats,
    *,
    repeats: int,
    test_train_ratio: float,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b beats a on one dataset, with a variance for learners whose models change with the split.

    Parameters
    ----------
    fold_differences : array of shape (repeats · folds,)
        The advantage of b over a in each fold, repeat by repeat.
    repeats : int
        How often the folds were drawn anew, two or more.
    test_train_ratio : float
        Size of a test set over the size of a training set: 1/(k − 1) for k folds.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.

    Returns
    -------
    TestResult
        `steps` holds those of the corrected t-test, and the instability.

    Raises
    ------
    ProcedureError
        BO050 when the differences are all the same and not zero, BO052 when they do not make whole repeats, BO053 when
        an argument makes no sense. Where all differences are zero, t is 0.

    Notes
    -----
    Null: trained on samples of this size, both classifiers have the same expected score. The variance is that of the
    corrected t-test times 1 + 4 I, where the instability I = k G / W compares G, the variance of the repeats' means,
    with W, the mean variance within a repeat. All repeats use the same examples: G shows what new splits alone change.
    It is an insurance, not a correction: what models vary by from dataset to dataset cannot be seen in the folds of
    one. Stable learners pay for it with a third of the power. Where the experiment can still be run, fifty times two
    folds keep the level at a lower price: `corrected_t` judges them. Source: `nadeau2003`.

    Examples
    --------
    >>> result = guarded_t([0.01, 0.03, 0.02, 0.04, 0.0, 0.05], repeats=2, test_train_ratio=0.5)
    >>> round(result.steps["instability"], 4), round(result.p_value, 4)
    (0.375, 0.3481)
    """
    check_level(level)
    check_ratio(test_train_ratio)
    repeated = _check_repeats(fold_differences, repeats)
    steps = _guarded_t_steps(repeated, test_train_ratio, level, alternative)
    p_value = t_p_value(steps["t"], steps["df"], alternative)
    reach = steps["critical"] * steps["se"]
    interval = symmetric_interval(steps["mean"], reach, p_value=p_value, level=level, alternative=alternative)
    return TestResult(
        procedure="guarded-t",
        null=NULL,
        alternative=alternative,
        statistic=steps["t"],
        df=steps["df"],
        p_value=p_value,
        estimate=Estimate(of="mean advantage", value=steps["mean"], interval=interval),
        n=repeated.size,
        method=f"Student's t, {steps['df']:g} degrees of freedom, variance times {steps['guard']:.3g}",
        assumptions=ASSUMPTIONS,
        citation="nadeau2003",
        steps=steps,
    )


def instability(repeated: Floats) -> float:
    """Return k G / W of advantages in repeats × folds: what new splits change, against what folds differ by.

    With k folds, G is the variance of the repeats' means and W the mean variance within them. All repeats use the same
    examples: models that do not depend on the split would give every repeat the same mean, and a ratio near 0.

    >>> import numpy as np
    >>> round(instability(np.array([[0.1, 0.3], [0.2, 0.4]])), 12)
    0.5
    >>> instability(np.array([[0.1, 0.3], [0.3, 0.1]]))
    0.0
    """
    within = float(repeated.var(axis=1, ddof=1).mean())
    between = float(repeated.mean(axis=1).var(ddof=1))
    return repeated.shape[1] * between / within if within > 0 else 0.0


def _check_repeats(fold_differences: Floats, repeats: int) -> Floats:
    check_shape(fold_differences)
    if repeats < 2:
        raise ProcedureError(
            f"instability shows in two repeats or more, not in {repeats}",
            where="repeats",
            fix="repeat the cross-validation with other folds, or use corrected-t",
            code="BO053",
        )
    if fold_differences.size % repeats or fold_differences.size < 2 * repeats:
        raise ProcedureError(
            f"{fold_differences.size} differences are not {repeats} repeats of two folds or more",
            where="fold_differences",
            fix="give every fold of every repeat, or use corrected-t, which takes any number",
            code="BO052",
        )
    return fold_differences.reshape(repeats, -1)


def _guarded_t_steps(repeated: Floats, ratio: float, level: float, alternative: Alternative) -> Steps:
    flat = repeated.ravel()
    sample = moments(flat, where="fold_differences") if flat.any() else Moments(flat.size, 0.0, 0.0)
    index = instability(repeated)
    guard = 1 + GUARD * index
    error = sample.standard_error(test_train_ratio=ratio) * sqrt(guard)
    df = sample.n - 1
    return MappingProxyType(
        {
            "n": sample.n,
            "mean": sample.mean,
            "variance": sample.variance,
            "sd": sqrt(sample.variance),
            "ratio": ratio,
            "instability": index,
            "guard": guard,
            "se": error,
            "t": sample.mean / error if error > 0 else 0.0,
            "df": df,
            "critical": -t_quantile(tail_level(level, alternative), df),
        }
    )
