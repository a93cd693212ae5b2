"""A random-effects summary over datasets: the mean advantage, its variation, the next dataset."""

from math import fsum, inf, pi, sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Interval, NamedNumbers
from bakeoff.core.summaries import Heterogeneity, RandomEffects
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import chi2_sf, t_interval


@check_arguments
def random_effects(
    advantages: Floats, *, standard_errors: Floats | None = None, level: float = 0.95
) -> RandomEffects:
    """Summarise the advantage of b over a in a population of datasets, and predict the next one.

    Parameters
    ----------
    advantages : array of shape (n,)
        The advantage of b over a on each dataset.
    standard_errors : array of shape (n,), optional
        Of each advantage, all positive: `corrected_standard_error` of the folds.
    level : float
        Confidence level of both intervals.

    Raises
    ------
    ProcedureError
        BO051 when there are fewer than two datasets, BO052 for advantages or errors that make no sense.

    Notes
    -----
    With standard errors, the variance of the true advantages between datasets is estimated by Paule and
    Mandel's method: it needs no normality, has one root, and is among the least biased where datasets are
    few and of unequal precision. The mean gets the interval of Hartung and Knapp, never narrower than it
    would be if all true advantages were equal. The next dataset's true advantage gets the prediction interval
    of Nagashima and others: the variance between datasets is not taken as known but as uncertain as the weighted
    sum of squares leaves it (unbounded for two datasets). The usual interval, with n − 2 degrees of freedom, holds
    too rarely where datasets differ about as much as their errors.

    Without them, the noise of each dataset cannot be told from differences between datasets: the mean gets
    the plain t interval, and the prediction is of the next *observed* advantage.

    Assumes that the datasets are a random sample of those one wishes to speak of. A benchmark's datasets
    rarely are: the prediction then is for datasets like these. Sources: `paule1982`, `hartung2001`,
    `rover2015`, `nagashima2019`, `higgins2009`, `higgins2002`, `veroniki2016`.

    Examples
    --------
    >>> summary = random_effects(np.array([0.02, 0.01, 0.03, 0.06]))
    >>> round(summary.mean.value, 3), round(summary.next_dataset.interval.low, 3)
    (0.03, -0.047)
    """
    check_level(level)
    _check_advantages(advantages, standard_errors)
    if standard_errors is None:
        return _summarise_plainly(advantages, level=level)
    return _summarise_weighted(advantages, standard_errors**2, level=level)


def _summarise_plainly(advantages: Floats, *, level: float) -> RandomEffects:
    n = advantages.size
    mean = fsum(advantages.tolist()) / n
    variance = fsum(((advantages - mean) ** 2).tolist()) / (n - 1)
    return RandomEffects(
        mean=_random_effect_estimate("mean advantage", mean, sqrt(variance / n), n - 1, level),
        next_dataset=_random_effect_estimate(
            "observed advantage on the next dataset", mean, sqrt(variance * (1 + 1 / n)), n - 1, level
        ),
        heterogeneity=None,
        n=n,
        method="t interval and t prediction interval of equally weighted datasets",
        assumptions=_PLAIN_ASSUMPTIONS,
        citation="higgins2009",
        steps=NamedNumbers(_PLAIN_STEPS, (float(n), mean, variance)),
    )


def _summarise_weighted(advantages: Floats, variances: Floats, *, level: float) -> RandomEffects:
    n = advantages.size
    between = _paule_mandel(advantages, variances)
    pooled = _pool_advantages(advantages, variances + between)
    # Hartung & Knapp scale the variance of the mean by Q/(n − 1), which Paule and Mandel's estimate
    # makes 1 wherever it is positive. Where it is zero the factor is below 1, and Röver, Knapp & Friede
    # (2015) advise to leave the shrinkage out: so the factor is 1 throughout.
    error = sqrt(1 / pooled.total_weight)
    mean = _random_effect_estimate("mean advantage", pooled.mean, error, n - 1, level)
    predicted = _predict_next(advantages, variances, level=level)
    return RandomEffects(
        mean=mean,
        next_dataset=Estimate(
            of="true advantage on the next dataset",
            value=pooled.mean,
            # One dataset is never better known than the mean of all.
            interval=Interval(
                low=min(predicted.low, mean.interval.low),
                high=max(predicted.high, mean.interval.high),
                level=level,
            ),
        ),
        heterogeneity=_measure_heterogeneity(advantages, variances, between),
        n=n,
        method="random effects: Paule–Mandel, Hartung–Knapp, prediction by the confidence distribution of the variance",
        assumptions=(_SAMPLED, "true advantages are about normal", "the standard errors are known well"),
        citation="hartung2001",
        steps=MappingProxyType(
            {"n": float(n), "mean": pooled.mean, "se": error, "tau2": between, "q_at_tau2": pooled.q}
        ),
    )


def _predict_next(advantages: Floats, variances: Floats, *, level: float) -> Interval:
    """Return where the next dataset's true advantage lies, over all variances that the sum of squares may stand for."""
    n = advantages.size
    if n < 3:
        return Interval(low=-inf, high=inf, level=level)
    order = np.lexsort((variances, advantages))  # the order of datasets changes no digit
    advantages, variances = advantages[order], variances[order]
    # The weighted sum of squares at the true variance has a chi-squared distribution: each of its quantiles stands
    # for the variance at which the sum of squares equals it, zero where none does (`nagashima2019`).
    quantiles = special.chdtri(n - 1, 1 - (np.arange(_SHARES) + 0.5) / _SHARES)
    between = _variances_at(advantages, variances, quantiles)
    pooled = _pool_at(advantages, variances, between)
    means, spreads = pooled.means, np.sqrt(between + 1 / pooled.totals)
    ends = [_mixture_quantile(means, spreads, chance) for chance in ((1 - level) / 2, (1 + level) / 2)]
    return Interval(low=ends[0], high=ends[1], level=level)


def _variances_at(advantages: Floats, variances: Floats, sums_of_squares: Floats) -> Floats:
    """Return the variances between datasets at which the weighted sum of squares is each of these; 0 where none."""
    squares = float(np.sum((advantages - advantages.mean()) ** 2))
    # Weights are no less than those of the least precise dataset: this is left of the root, from where Newton's
    # steps climb to it, since the sum of squares is convex and decreasing in the variance.
    between = np.maximum(squares / sums_of_squares - float(variances.max()), 0.0)
    for _ in range(_MOST_STEPS):
        pooled = _pool_at(advantages, variances, between)
        above = pooled.q - sums_of_squares
        step = np.divide(above, pooled.slopes, out=np.zeros(above.size), where=above > 0)
        between = between + step
        if (step <= 1e-14 * between).all():
            break
    return between


class _PooledAt(NamedTuple):
    """What `_Pooled` has, for many variances between datasets."""

    means: Floats
    totals: Floats
    q: Floats
    slopes: Floats


def _pool_at(advantages: Floats, variances: Floats, between: Floats) -> _PooledAt:
    weights = 1 / (variances + between[:, None])
    totals = weights.sum(axis=1)
    means = weights @ advantages / totals
    squares = weights * (advantages - means[:, None]) ** 2
    return _PooledAt(means, totals, squares.sum(axis=1), np.einsum("ij,ij->i", weights, squares))


def _mixture_quantile(means: Floats, spreads: Floats, chance: float) -> float:
    """Return a quantile of the equal mixture of normal distributions."""
    low, high = float((means - 40 * spreads).min()), float((means + 40 * spreads).max())
    place = float(means.mean() + special.ndtri(chance) * spreads.mean())
    size, smallest, root = means.size, float(spreads.min()), sqrt(2 * pi)
    for _ in range(_MOST_STEPS):
        at = (place - means) / spreads
        # A call of `mean` would take longer than all the rest of a step.
        off = float(np.add.reduce(special.ndtr(at))) / size - chance
        low, high = (place, high) if off < 0 else (low, place)
        density = float(np.add.reduce(np.exp(-(at**2) / 2) / spreads)) / size / root
        before, place = place, place - off / density if density > 0 else inf
        if not low < place < high:  # Newton's step leads out of where the quantile is: halve that
            place = (low + high) / 2
        if abs(place - before) <= 1e-15 * (abs(place) + smallest):
            break
    return place


SMALLEST, LARGEST = 1e-100, 1e100  # standard errors whose squares can be divided by
_MOST_STEPS = 200  # Newton's; some ten are taken
_SHARES = 100  # quantiles that stand for the distribution of the sum of squares
_SAMPLED = "the datasets are a random sample of those one wishes to speak of"
_PLAIN_ASSUMPTIONS = (_SAMPLED, "observed advantages are about normal")
_PLAIN_STEPS = ("n", "mean", "variance")


class _Pooled(NamedTuple):
    mean: float
    total_weight: float
    q: float  # weighted sum of squares about the mean
    slope: float  # minus the derivative of q by an amount added to all variances


def _pool_advantages(advantages: Floats, variances: Floats) -> _Pooled:
    weights = 1 / variances
    total = fsum(weights.tolist())
    mean = fsum((weights * advantages).tolist()) / total
    squares = weights * (advantages - mean) ** 2
    return _Pooled(mean, total, fsum(squares.tolist()), fsum((weights * squares).tolist()))


def _paule_mandel(advantages: Floats, variances: Floats) -> float:
    """Return the between-dataset variance at which the weighted sum of squares equals its expectation."""
    between, expected = 0.0, advantages.size - 1
    pooled = _pool_advantages(advantages, variances)
    # DerSimonian & Kacker (2007): the sum of squares is convex and decreasing in the variance, so
    # Newton's steps from zero climb to the root and never pass it.
    while pooled.q > expected and (step := (pooled.q - expected) / pooled.slope) > 1e-15 * between:
        between += step
        pooled = _pool_advantages(advantages, variances + between)
    return between


def _measure_heterogeneity(advantages: Floats, variances: Floats, between: float) -> Heterogeneity:
    n = advantages.size
    weights = 1 / variances
    total = fsum(weights)
    # Higgins & Thompson (2002), eq. 9: the variance of a typical dataset.
    typical = (n - 1) * total / (total**2 - fsum(weights**2))
    q = _pool_advantages(advantages, variances).q
    return Heterogeneity(
        between_variance=between,
        share=between / (between + typical),
        q=q,
        df=n - 1,
        p_value=chi2_sf(q, n - 1),
    )


def _random_effect_estimate(of: str, value: float, error: float, df: int, level: float) -> Estimate:
    if df < 1:
        return Estimate(of=of, value=value, interval=Interval(low=-inf, high=inf, level=level))
    interval = t_interval(value, error, df, level=level, alternative=Alternative.TWO_SIDED)
    return Estimate(of=of, value=value, interval=interval)


def _check_advantages(advantages: Floats, standard_errors: Floats | None) -> None:
    if advantages.ndim != 1 or advantages.size < 2 or not np.isfinite(advantages).all():
        raise ProcedureError(
            "a summary over datasets needs one finite advantage for each of two datasets or more",
            where=f"advantages, of shape {advantages.shape}",
            fix="leave out datasets that lack the score of either classifier",
            code="BO051" if advantages.size < 2 else "BO052",
        )
    if standard_errors is None:
        return
    if (
        standard_errors.shape != advantages.shape
        or not ((standard_errors > SMALLEST) & (standard_errors < LARGEST)).all()
    ):
        raise ProcedureError(
            "weights by precision need one positive standard error for each dataset",
            where="standard_errors",
            fix="leave the standard errors out: datasets without any spread would weigh infinitely",
            code="BO052",
        )
