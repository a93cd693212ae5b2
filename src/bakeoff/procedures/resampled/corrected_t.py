"""The corrected resampled t test: classifiers on one dataset, with overlapping training sets."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, advantage
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Steps, TestResult
from bakeoff.procedures.base.adjust import Adjustment, adjust
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import (
    Moments,
    check_distinct_pairs,
    check_level,
    check_ratio,
    check_shape,
    check_summary,
    moments,
    pair_columns,
    varies,
    vary,
)
from bakeoff.procedures.base.distributions import t_p_value, t_quantile
from bakeoff.procedures.base.intervals import settle_interval, symmetric_interval, tail_level

DfRule = Literal["n-1", "k-1"]

NULL = "trained on samples of this size, both classifiers have the same expected score on this population"
ASSUMPTIONS = (
    "all resamples have test and training sets of the same sizes",
    "two resamples are correlated by n_test / (n_test + n_train): a heuristic that suits stable learners",
    "the mean of the differences is about normal",
)


@check_arguments
def corrected_t(
    fold_differences: Floats,
    *,
    test_train_ratio: float,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    df_rule: DfRule = "n-1",
    folds: int | None = None,
) -> TestResult:
    """Test whether b beats a on one dataset, allowing for the training data that resamples share.

    Parameters
    ----------
    fold_differences : array of shape (n,)
        The advantage of b over a in each resample: all folds of all repeats, in any order.
    test_train_ratio : float
        Size of a test set over the size of a training set: 1/(k − 1) for k folds.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.
    df_rule : {"n-1", "k-1"}
        Degrees of freedom. "n-1" as Nadeau and Bengio and Weka have it; "k-1", those of one repeat, is
        conservative: repeats over the same examples add little that is new.
    folds : int, optional
        k, the number of folds in one repeat; needed for "k-1".

    Returns
    -------
    TestResult
        `steps` holds n, mean, variance, sd, ratio, se, t, df and the critical value.

    Raises
    ------
    ProcedureError
        BO050 when the differences are all the same and not zero, BO051 when there are fewer than two, BO052 and
        BO053 when an argument makes no sense. Where all differences are zero, t is 0.

    Notes
    -----
    Null: trained on samples of this size, both classifiers have the same expected score. Assumes
    resamples of one size, a mean that is about normal, and a correlation of n_test/(n_test + n_train)
    between resamples: near enough for stable learners (naive Bayes, linear models). For trees, stumps,
    rules and nearest neighbours the true correlation can be larger, and the test then rejects too often;
    "k-1" goes some of the way. With predictions on one test set McNemar's test is better; with several
    datasets compare over the datasets. Sources: `nadeau2003`, `bouckaert2004`.

    Examples
    --------
    >>> result = corrected_t(np.array([0.01, 0.02, 0.03]), test_train_ratio=1 / 9)
    >>> round(result.statistic, 6), round(result.p_value, 6)
    (3.0, 0.095466)
    """
    setting = _Setting(test_train_ratio, level, alternative, df_rule, folds)
    _check_setting(setting)
    return _corrected_t_result(_corrected_t_moments(fold_differences), setting)


@check_arguments
def corrected_t_of_summary(
    *,
    mean: float,
    sd: float,
    n: int,
    test_train_ratio: float,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b beats a on one dataset, from the mean and standard deviation over its resamples alone.

    Parameters
    ----------
    mean, sd : float
        Mean and sample standard deviation (with n − 1) of the advantages of b over a in the resamples.
    n : int
        How many resamples there are.
    test_train_ratio, level, alternative
        As for `corrected_t`, whose result this is.

    Examples
    --------
    >>> round(corrected_t_of_summary(mean=0.02, sd=0.01, n=3, test_train_ratio=1 / 9).statistic, 6)
    3.0
    """
    check_summary(mean=mean, sd=sd, n=n)
    setting = _Setting(test_train_ratio, level, alternative, "n-1", None)
    _check_setting(setting)
    return _corrected_t_result(Moments(n, mean, sd**2), setting)


def corrected_standard_error(fold_differences: Floats, *, test_train_ratio: float) -> float:
    """Return the standard error of the mean over resamples, allowing for shared training data.

    Zero where the differences do not vary.
    """
    check_ratio(test_train_ratio)
    check_shape(fold_differences)
    if not varies(fold_differences):
        return 0.0
    return moments(fold_differences).standard_error(test_train_ratio=test_train_ratio)


def corrected_standard_errors(difference_rows: Floats, *, test_train_ratio: float) -> Floats:
    """Return the `corrected_standard_error` of each row of differences, all at once."""
    check_ratio(test_train_ratio)
    n = difference_rows.shape[1]
    off = difference_rows - difference_rows.mean(axis=1, keepdims=True)
    variances = np.einsum("ij,ij->i", off, off) / (n - 1)
    errors: Floats = np.sqrt((1 / n + test_train_ratio) * variances)
    errors[~vary(difference_rows)] = 0.0
    return errors


@check_arguments
def corrected_family(
    fold_scores: Floats,
    *,
    pairs: Sequence[tuple[int, int]],
    test_train_ratio: float,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    df_rule: DfRule = "n-1",
    folds: int | None = None,
) -> tuple[TestResult, ...]:
    """Test many pairs of classifiers on one dataset by corrected t, judged together by Holm's method.

    Parameters
    ----------
    fold_scores : array of shape (resamples, classifiers)
        Higher is better; complete.
    pairs : sequence of (a, b)
        Columns to compare; each result speaks of the advantage of b over a.
    test_train_ratio, level, alternative, df_rule, folds
        As for `corrected_t`; `level` is that of the whole family.

    Returns
    -------
    tuple of TestResult
        One for each pair, with `p_adjusted`. Two classifiers with the same score in every resample have
        t = 0: one model under two names does not silence the rest of the family.

    Raises
    ------
    ProcedureError
        As `corrected_t`; BO050 when two classifiers differ by the same amount in every resample.

    Notes
    -----
    Null of each pair: both classifiers have the same expected score. The chance of any false claim in the
    family is kept at 1 − level under the assumptions of `corrected_t` and no others, since Holm's method
    holds under any dependence. The intervals hold together: Bonferroni's, with the end nearer to zero moved
    to zero where Holm rejects and Bonferroni does not, for there the sign is known and nothing more.
    Sources: `nadeau2003`, `holm1979`, `guilbaud2008`, `strassburger2008`.
    """
    _check_setting(_Setting(test_train_ratio, level, alternative, df_rule, folds))
    strict = 1 - (1 - level) / max(1, len(pairs))
    setting = _Setting(test_train_ratio, strict, alternative, df_rule, folds)
    table = _check_complete(fold_scores)
    pair_columns(pairs, classifiers=table.shape[1])
    check_distinct_pairs(pairs)
    singles = [_corrected_t_result(_pair_moments(table, a, b), setting) for a, b in pairs]
    adjusted = adjust(np.array([single.p_value for single in singles]), Adjustment.HOLM)
    return tuple(
        _make_simultaneous(single, float(p), level) for single, p in zip(singles, adjusted, strict=True)
    )


class _Setting(NamedTuple):
    test_train_ratio: float
    level: float
    alternative: Alternative
    df_rule: DfRule
    folds: int | None


def _check_setting(setting: _Setting) -> None:
    check_level(setting.level)
    check_ratio(setting.test_train_ratio)
    has_folds = setting.folds is not None and setting.folds > 1
    if setting.df_rule not in ("n-1", "k-1") or (setting.df_rule == "k-1" and not has_folds):
        raise ProcedureError(
            f"degrees of freedom by the rule {setting.df_rule!r} with folds={setting.folds} are not defined",
            where="df_rule",
            fix='use "n-1", or "k-1" with the number of folds of one repeat, two or more',
            code="BO053",
        )


def _corrected_t_result(sample: Moments, setting: _Setting) -> TestResult:
    steps = _corrected_t_steps(sample, setting)
    p_value = t_p_value(steps["t"], steps["df"], setting.alternative)
    reach = steps["critical"] * steps["se"]
    interval = symmetric_interval(
        sample.mean, reach, p_value=p_value, level=setting.level, alternative=setting.alternative
    )
    return TestResult(
        procedure="corrected-t",
        null=NULL,
        alternative=setting.alternative,
        statistic=steps["t"],
        df=steps["df"],
        p_value=p_value,
        estimate=Estimate(of="mean advantage", value=sample.mean, interval=interval),
        n=sample.n,
        method=f"Student's t, {steps['df']:g} degrees of freedom",
        assumptions=ASSUMPTIONS,
        citation="nadeau2003",
        steps=steps,
    )


def _corrected_t_steps(sample: Moments, setting: _Setting) -> Steps:
    df = setting.folds - 1 if setting.df_rule == "k-1" and setting.folds else sample.n - 1
    error = sample.standard_error(test_train_ratio=setting.test_train_ratio)
    return MappingProxyType(
        {
            "n": sample.n,
            "mean": sample.mean,
            "variance": sample.variance,
            "sd": sqrt(sample.variance),
            "ratio": setting.test_train_ratio,
            "se": error,
            "t": sample.mean / error if error > 0 else 0.0,
            "df": df,
            "critical": -t_quantile(tail_level(setting.level, setting.alternative), df),
        }
    )


def _check_complete(fold_scores: Floats) -> Floats:
    if fold_scores.ndim != 2 or not np.isfinite(fold_scores).all():
        raise ProcedureError(
            "fold scores are a complete table of resamples by classifiers",
            where=f"fold_scores, of shape {fold_scores.shape}",
            fix="leave out resamples that lack a score, for all classifiers",
            code="BO052",
        )
    return fold_scores


def _pair_moments(fold_scores: Floats, a: int, b: int) -> Moments:
    differences = advantage(fold_scores[:, a], fold_scores[:, b], higher_is_better=True)
    return _corrected_t_moments(differences, where=f"fold_scores, columns {a} and {b}")


def _corrected_t_moments(differences: Floats, *, where: str = "fold_differences") -> Moments:
    # As the spread goes to zero about a mean of zero, t goes to 0; about any other mean it has no limit.
    if check_shape(differences) and not differences.any():
        return Moments(differences.size, 0.0, 0.0)
    return moments(differences, where=where)


def _make_simultaneous(single: TestResult, p_adjusted: float, level: float) -> TestResult:
    ends = single.estimate.interval
    interval = settle_interval(
        ends.low,
        ends.high,
        p_value=p_adjusted,
        level=level,
        alternative=single.alternative,
        estimate=single.estimate.value,
    )
    return replace(
        single,
        estimate=replace(single.estimate, interval=interval),
        p_adjusted=p_adjusted,
        method=f"{single.method}; Holm's adjustment",
    )
