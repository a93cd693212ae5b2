"""Analysis of variance: the additive model, and whether the mean scores of several classifiers differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum
from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import OmnibusResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_complete, check_ratio
from bakeoff.procedures.base.distributions import f_sf


@dataclass(frozen=True, slots=True)
class Additive:
    """A fitted additive model of a complete table."""

    means: Floats  # of each classifier
    residuals: Floats  # datasets × classifiers
    between: float  # sum of squares between classifiers
    residual: float  # sum of squares of the deviations, that is of the interaction

    @property
    def n(self) -> int:
        """How many datasets there are."""
        return len(self.residuals)

    @property
    def k(self) -> int:
        """How many classifiers there are."""
        return len(self.means)

    @property
    def df(self) -> int:
        """The degrees of freedom of the deviations."""
        return (self.n - 1) * (self.k - 1)

    @property
    def mean_square(self) -> float:
        """The variance of the deviations."""
        return self.residual / self.df


def fit_additive(scores: Floats) -> Additive:
    """Fit the model; refuse a table that it fits without any deviation although the classifiers differ."""
    values = check_complete(scores)
    n, k = values.shape
    # Sums by fsum, so that the order of the datasets changes no digit; levels first, so that none are lost.
    within = values - np.array([fsum(row) / k for row in values.tolist()])[:, None]
    effects = np.array([fsum(column) / n for column in within.T])
    residuals = within - effects
    noise = 1e-11 * float(np.abs(values).max())
    between = n * fsum(effects**2) if np.abs(effects).max() > noise else 0.0
    residual = fsum((residuals**2).ravel()) if np.abs(residuals).max() > noise else 0.0
    if residual == 0 and between > 0:
        raise ProcedureError(
            f"each classifier differs from the others by the same amount on all {n} datasets",
            where="scores",
            fix="use Friedman's test or the sign flips, which need no spread",
            code="BO050",
        )
    means = np.array([fsum(column) / n for column in values.T])
    return Additive(means, residuals, between, residual)


@check_arguments
def anova(scores: Floats, *, sphericity: bool = False) -> OmnibusResult:
    """Test that all classifiers have the same mean score over datasets (repeated measures).

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete.
    sphericity : bool
        Take the textbook's degrees of freedom, right only when the difference of any two classifiers varies equally
        over datasets. Otherwise they are reduced by Greenhouse and Geisser's epsilon, which is valid without.

    Returns
    -------
    OmnibusResult
        `steps` holds the sums of squares, epsilon, and the p-value both ways.

    Raises
    ------
    ProcedureError
        BO050 when every classifier differs from the others by the same amount on all datasets.

    Notes
    -----
    Null: the mean scores are equal. Assumes independent datasets and roughly normal deviations; with heavy tails or
    datasets of unequal spread Friedman's test has more power. Source: `greenhouse1959`.

    Examples
    --------
    >>> scores = np.array([[0.90, 0.85, 0.70], [0.80, 0.81, 0.60], [0.75, 0.60, 0.50], [0.93, 0.92, 0.9]])
    >>> result = anova(scores)
    >>> round(result.statistic, 3), round(result.p_value, 4), round(result.steps["epsilon"], 3)
    (8.808, 0.0217, 0.887)
    """
    model = fit_additive(scores)
    n, k = model.n, model.k
    df = np.array([k - 1, (n - 1) * (k - 1)], dtype=np.float64)
    epsilon = greenhouse_geisser(model)
    statistic = model.between / (k - 1) / model.mean_square if model.between > 0 else 0.0
    plain, corrected = f_sf(statistic, *df), f_sf(statistic, *(epsilon * df))
    return OmnibusResult(
        procedure="anova",
        null="the classifiers have the same mean score",
        statistic=statistic,
        df=tuple((df if sphericity else epsilon * df).tolist()),
        p_value=plain if sphericity else corrected,
        n=n,
        classifiers=k,
        method="F" if sphericity else "F, degrees of freedom reduced by Greenhouse and Geisser's epsilon",
        assumptions=_ASSUMPTIONS + (_SPHERICITY if sphericity else ()),
        citation="greenhouse1959",
        steps=MappingProxyType(
            {
                "ss_classifiers": model.between,
                "ss_residual": model.residual,
                "mean_square_residual": model.mean_square,
                "epsilon": epsilon,
                "p_sphericity": plain,
                "p_greenhouse_geisser": corrected,
            }
        ),
    )


def greenhouse_geisser(model: Additive) -> float:
    """Return epsilon: 1 when all differences of two classifiers vary equally, 1/(k − 1) at worst."""
    if model.residual == 0:
        return 1.0
    covariance = model.residuals.T @ model.residuals
    return min(1.0, float(np.trace(covariance) ** 2 / ((model.k - 1) * (covariance**2).sum())))


_ASSUMPTIONS = (
    "the datasets are independent of each other",
    "deviations from the means are roughly normal",
)
_SPHERICITY = ("the difference of any two classifiers varies equally over datasets",)


@check_arguments
def one_way_anova(groups: Sequence[Floats]) -> OmnibusResult:
    """Test that several independent samples of scores have the same mean.

    Parameters
    ----------
    groups : sequence of 1-D arrays
        One for each classifier: scores on random samples that no other classifier saw. Where classifiers share datasets
        or splits this test wastes the pairing; use `anova`.

    Raises
    ------
    ProcedureError
        BO050 when no sample varies but the means differ; BO051 when there are too few samples or scores.

    Notes
    -----
    Null: the means are equal. Assumes independent samples of equal variance, roughly normal. Source: `fisher1925`.

    Examples
    --------
    >>> result = one_way_anova([np.array([6.0, 8, 4, 5, 3, 4]), np.array([8.0, 12, 9, 11, 6, 8])])
    >>> round(result.statistic, 3), round(result.p_value, 4)
    (12.0, 0.0061)
    """
    samples = _check_samples(groups)
    sizes = [s.size for s in samples]
    k, n = len(sizes), sum(sizes)
    # Taking off the grand mean first keeps the digits that large scores with small differences would lose.
    grand = fsum(np.concatenate(samples)) / n
    centred = [s - grand for s in samples]
    means = [fsum(c) / c.size for c in centred]
    rest = fsum(np.concatenate(centred)) / n  # what rounding left of the grand mean
    between = fsum(size * (m - rest) ** 2 for size, m in zip(sizes, means, strict=True))
    within = fsum(np.concatenate([(c - m) ** 2 for c, m in zip(centred, means, strict=True)]))
    if within == 0 and between > 0:
        raise ProcedureError(
            "the analysis of variance needs scores that vary within samples; these do not",
            where="groups",
            fix="give the scores of single runs, not their means",
            code="BO050",
        )
    df = (float(k - 1), float(n - k))
    statistic = between / df[0] / (within / df[1]) if between > 0 else 0.0
    return OmnibusResult(
        procedure="one-way-anova",
        null="the samples come from distributions with the same mean",
        statistic=statistic,
        df=df,
        p_value=f_sf(statistic, *df),
        n=n,
        classifiers=k,
        method="F",
        assumptions=(
            "the samples are independent of each other",
            "scores are roughly normal, of equal variance",
        ),
        citation="fisher1925",
        steps=MappingProxyType({"ss_between": between, "ss_within": within}),
    )


def _check_samples(groups: Sequence[Floats]) -> list[Floats]:
    samples = [np.asarray(g, dtype=np.float64) for g in groups]
    if any(s.ndim != 1 or not np.isfinite(s).all() for s in samples):
        raise ProcedureError(
            "each sample is a list of finite scores",
            where="groups",
            fix="give one flat list for each classifier, without gaps",
            code="BO052",
        )
    if len(samples) < 2 or any(s.size == 0 for s in samples) or sum(s.size for s in samples) <= len(samples):
        raise ProcedureError(
            f"{len(samples)} samples of sizes {[s.size for s in samples]} cannot be compared",
            where="groups",
            fix="give two samples or more, each with a score, one of them with several",
            code="BO051",
        )
    return samples


def corrected_one_way_anova(groups: Sequence[Floats], *, test_train_ratio: float) -> OmnibusResult:
    """Test that classifiers which were run on random samples of their own score equally well on one dataset.

    Parameters
    ----------
    groups : sequence of 1-D arrays
        One for each classifier, all of the same size: the scores of its resamples.
    test_train_ratio : float
        Size of a test set over the size of a training set.

    Returns
    -------
    OmnibusResult
        `steps` holds the F of `one_way_anova` as `f_uncorrected`.

    Notes
    -----
    Null: trained on samples of this size, all classifiers have the same expected score. The resamples of a classifier
    share training rows, so that its mean varies by 1/n + n_test/n_train of the variance of one resample rather than
    1/n (`nadeau2003`); the plain F takes them for independent and rejects far too often. F is divided by
    1 + n·n_test/n_train. Classifiers on one dataset share rows with each other as well, which makes the test careful.
    Classifiers on the same splits, and the corrected t over them, have more power.

    Examples
    --------
    >>> groups = [np.array([0.8, 0.9, 0.7]), np.array([0.5, 0.6, 0.4])]
    >>> made = corrected_one_way_anova(groups, test_train_ratio=0.5)
    >>> round(made.steps["f_uncorrected"], 3), round(made.statistic, 3)
    (13.5, 5.4)
    """
    check_ratio(test_train_ratio)
    plain = one_way_anova(groups)
    sizes = {np.asarray(group).size for group in groups}
    if len(sizes) != 1:
        raise ProcedureError(
            f"the classifiers have {sorted(sizes)} resamples, and the correction is for equal numbers",
            where="groups",
            fix="run the same number of resamples of every classifier",
            code="BO052",
        )
    statistic = plain.statistic / (1 + sizes.pop() * test_train_ratio)
    return replace(
        plain,
        procedure="corrected-one-way-anova",
        null="trained on samples of this size, all classifiers have the same expected score",
        statistic=statistic,
        p_value=f_sf(statistic, *plain.df),
        method="F, divided by 1 + n·n_test/n_train for the training rows that resamples share",
        assumptions=(
            "resamples of one classifier are correlated by n_test / (n_test + n_train)",
            "the samples of different classifiers are independent",
            "scores are roughly normal, of equal variance",
        ),
        citation="nadeau2003",
        steps=MappingProxyType({**plain.steps, "f_uncorrected": plain.statistic, "ratio": test_train_ratio}),
    )
