"""The Bayesian hierarchical correlated t test: two classifiers, many datasets, resamples in each.

Each dataset has a true difference, seen through correlated resamples; the true differences follow Student's
t. Priors are those of Corani et al. (2017) with their far bounds removed, so that the unit of the score is
of no matter: flat for the mean over datasets, for the spread between datasets and within each of them;
degrees of freedom less one gamma(α, β), α uniform on 0.5 … 5, β on 0.05 … 0.15. A dataset whose resamples
all show the same difference is taken to be as exact as the median of those that vary; its mean is kept,
and nothing is added at random.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate, Interval, Posterior, Steps
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level, check_ratio, varies
from bakeoff.procedures.bayes.hierarchical_model import Draws, Summaries, sample
from bakeoff.procedures.bayes.posteriors import (
    check_draws,
    check_margin,
    effective_size,
    largest_error,
    r_hat,
)

ASSUMPTIONS = (
    "the datasets are an independent sample of those that the claim is about",
    "true differences of datasets follow Student's t about their mean, with unknown spread and tails",
    "within a dataset differences are normal, equally correlated by n_test / (n_test + n_train)",
    "before the evidence: all means and all spreads alike; tails as Corani et al. (2017) have them",
)
_FEWEST = 3  # datasets, and resamples in each: with fewer the flat priors have no posterior


@check_arguments
def bayes_hierarchical(
    resampled_differences: Sequence[Floats],
    *,
    test_train_ratio: float,
    margin: float = 0.0,
    level: float = 0.95,
    rng: np.random.Generator,
    draws: int = 20_000,
) -> Posterior:
    """Say how probable it is that b is worse, practically equal or better on the next dataset.

    The probabilities are those of each region (b worse by more than the margin, within it, b better by
    more than it) being the likeliest for the true difference on the next dataset. The chances of these
    regions themselves, which no evidence can make certain, are in the steps: `next_worse`,
    `next_equivalent`, `next_better`. Without a margin `equivalent` is 0, or 1 where all is zero.

    Assumes independent datasets, true differences that follow Student's t, and normal resamples with the
    correlation of `bayes_correlated_t`, which is better for one dataset. Noisy datasets count less and
    are drawn towards the mean. With means of datasets only, use `bayes_signed_rank`.

    The estimate is the mean advantage over datasets. Draws come from 64 Markov chains; the Monte Carlo
    error allows for their autocorrelation, and the steps tell whether they agree: `r_hat` near 1.

    Parameters
    ----------
    resampled_differences
        For each dataset the advantages of b over a, one for each resample; numbers may differ.
    test_train_ratio
        Size of a test set over the size of a training set: 1/(k - 1) for k folds.
    margin, level, rng
        As for `bayes_signed_rank`.
    draws
        From the posterior, after those for warming up.

    References
    ----------
    corani2017, benavoli2017

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> evidence = rng.normal(0.03, 0.02, (10, 1)) + rng.normal(0, 0.02, (10, 10))
    >>> result = bayes_hierarchical(list(evidence), test_train_ratio=1 / 9, margin=0.01, rng=rng)
    >>> round(result.better, 1)
    1.0
    """
    check_level(level)
    check_ratio(test_train_ratio)
    check_margin(margin)
    check_draws(draws)
    datasets = _check_datasets(resampled_differences)
    if not any(values.any() for values in datasets):
        return _posterior_of_identical(datasets, margin, level)
    posterior_draws, turn = _draw_oriented(datasets, test_train_ratio, rng, draws)
    answer = turn(_summarise_draws(posterior_draws, margin=margin, level=level))
    return _hierarchical_posterior(answer, n=len(datasets), margin=margin, level=level)


def hierarchical_shares(
    resampled_differences: Sequence[Floats],
    *,
    test_train_ratio: float,
    margin: float,
    rng: np.random.Generator,
    draws: int = 20_000,
) -> Floats:
    """Return draws × 3 chances of the next dataset: b worse by more than the margin, within it, better.

    The draws that `bayes_hierarchical` judges by, for the same arguments; a picture shows them.
    """
    check_ratio(test_train_ratio)
    check_margin(margin)
    check_draws(draws)
    datasets = _check_datasets(resampled_differences)
    if not any(values.any() for values in datasets):
        return np.tile([0.0, 1.0, 0.0], (draws, 1))
    posterior_draws, turn = _draw_oriented(datasets, test_train_ratio, rng, draws)
    chances: Floats = _next_chances(posterior_draws, margin).reshape(3, -1).T
    return chances[:, ::-1] if turn is _mirror_regions else chances


def _draw_oriented(
    datasets: list[Floats], test_train_ratio: float, rng: np.random.Generator, draws: int
) -> "tuple[Draws, Callable[[_RegionSummary], _RegionSummary]]":
    """Return draws in units of the score, and how to turn what they say back to the direction of the data."""
    summaries, unit = _hierarchical_summaries(datasets)
    data, turn = _orient_summaries(summaries)
    drawn = sample(data, test_train_ratio=test_train_ratio, rng=rng, draws=draws)
    return Draws(drawn.centre * unit, drawn.spread * unit, drawn.df), turn


def _check_datasets(resampled_differences: Sequence[Floats]) -> list[Floats]:
    datasets = [np.asarray(values, dtype=np.float64) + 0.0 for values in resampled_differences]
    if any(values.ndim != 1 or not np.isfinite(values).all() for values in datasets):
        raise ProcedureError(
            "each dataset needs one list of finite differences, one for each resample",
            where="resampled_differences",
            fix="leave out resamples on which one of the two has no score",
            code="BO052",
        )
    fewest = min((values.size for values in datasets), default=0)
    if len(datasets) < _FEWEST or fewest < _FEWEST:
        raise ProcedureError(
            f"the hierarchical test needs {_FEWEST} datasets or more with {_FEWEST} resamples or more in"
            f" each; there are {len(datasets)}, the shortest with {fewest}",
            where="resampled_differences",
            fix="for one dataset use the correlated t test; for means of datasets the signed-rank test",
            code="BO051",
        )
    return datasets


def _hierarchical_summaries(datasets: list[Floats]) -> tuple[Summaries, float]:
    """Return means and variances in units of the typical standard deviation, and that unit."""
    sizes = np.array([values.size for values in datasets], dtype=np.float64)
    means = np.array([fsum(values) / values.size for values in datasets])
    variances = np.array(
        [_hierarchical_variance(values, mean) for values, mean in zip(datasets, means, strict=True)]
    )
    if not variances.any():
        raise ProcedureError(
            "on every dataset all resamples show the same difference, so nothing tells how exact it is",
            where="resampled_differences",
            fix="compare the means of the datasets with the Bayesian signed-rank test",
            code="BO050",
        )
    # Corani et al. add noise of the width of the margin: then the answer depends on margin and chance.
    variances[variances == 0] = np.median(variances[variances > 0])
    unit = sqrt(fsum(variances) / variances.size)
    # Ten digits are kept: what is left is the same whatever the unit of the score.
    variances = np.exp(np.round(np.log(variances / unit**2), 10))
    return Summaries(np.round(means / unit, 10) + 0.0, variances, sizes), unit


def _hierarchical_variance(values: Floats, mean: float) -> float:
    return fsum((values - mean) ** 2) / (values.size - 1) if varies(values) else 0.0


class _RegionSummary(NamedTuple):
    """What the draws say: regions in the order worse, equivalent, better."""

    likeliest: Floats
    next_dataset: Floats
    centre: Floats  # low, middle and high of the mean over datasets
    error: float
    steps: dict[str, float]


def _orient_summaries(data: Summaries) -> tuple[Summaries, Callable[[_RegionSummary], _RegionSummary]]:
    """Return the data in an order and direction of their own, and how to turn the answer back."""
    rows = sorted(zip(*data, strict=True))
    mirrored = sorted(zip(-data.means, data.variances, data.sizes, strict=True))
    turn = _make_symmetric if rows == mirrored else _leave_as_is if rows > mirrored else _mirror_regions
    return Summaries(*np.array(max(rows, mirrored)).T), turn


def _summarise_draws(found: Draws, *, margin: float, level: float) -> _RegionSummary:
    chances = _next_chances(found, margin)
    worse, within, better = chances
    wins, loses = better > np.maximum(worse, within), worse > np.maximum(better, within)
    regions = np.array([loses, ~(wins | loses), wins], dtype=np.float64)
    likeliest = regions.mean(axis=(1, 2))
    effective = np.array([effective_size(region) for region in regions])
    return _RegionSummary(
        likeliest=likeliest,
        next_dataset=chances.mean(axis=(1, 2)),
        centre=_middle_and_ends(found.centre, level),
        error=largest_error(likeliest * (1 - likeliest) / effective, draws=found.centre.size),
        steps=_hierarchical_diagnostics(found, float(effective.min())),
    )


def _next_chances(found: Draws, margin: float) -> Floats:
    """Return for each draw the chances that the next dataset's true difference lies in each region."""
    above, below = (found.centre - margin) / found.spread, (-margin - found.centre) / found.spread
    better, worse = special.stdtr(found.df, above), special.stdtr(found.df, below)
    return np.array([worse, special.stdtr(found.df, -above) - worse, better])


def _middle_and_ends(centre: Floats, level: float) -> Floats:
    ordered = np.sort(centre, axis=None)
    cut = int((1 - level) / 2 * ordered.size)
    return np.array([ordered[cut], np.median(ordered), ordered[-1 - cut]])


def _hierarchical_diagnostics(found: Draws, effective: float) -> dict[str, float]:
    parameters = found.centre, np.log(found.spread), np.log(found.df)
    return {
        "draws": float(found.centre.size),
        "chains": float(found.centre.shape[0]),
        "effective_draws": effective,
        "r_hat": max(r_hat(parameter) for parameter in parameters),
        "spread_between": float(np.median(found.spread)),
        "df_between": float(np.median(found.df)),
    }


def _leave_as_is(answer: _RegionSummary) -> _RegionSummary:
    return answer


def _mirror_regions(answer: _RegionSummary) -> _RegionSummary:
    return answer._replace(
        likeliest=answer.likeliest[::-1],
        next_dataset=answer.next_dataset[::-1],
        centre=-answer.centre[::-1],
    )


def _make_symmetric(answer: _RegionSummary) -> _RegionSummary:
    """Return what evidence that is its own mirror image must say."""
    other = _mirror_regions(answer)
    return answer._replace(
        likeliest=(answer.likeliest + other.likeliest) / 2,
        next_dataset=(answer.next_dataset + other.next_dataset) / 2,
        centre=(answer.centre + other.centre) / 2,
    )


def _hierarchical_posterior(answer: _RegionSummary, *, n: int, margin: float, level: float) -> Posterior:
    worse, equivalent, better = answer.likeliest.tolist()
    low, middle, high = answer.centre.tolist()
    return Posterior(
        procedure="bayes-hierarchical",
        margin=margin,
        worse=worse,
        equivalent=equivalent,
        better=better,
        estimate=_hierarchical_estimate(middle, Interval(low=low, high=high, level=level)),
        n=n,
        method=f"Markov chain Monte Carlo, {answer.steps['draws']:,.0f} draws",
        assumptions=ASSUMPTIONS,
        citation="corani2017",
        monte_carlo_error=answer.error,
        steps=_hierarchical_steps(answer),
    )


def _posterior_of_identical(datasets: list[Floats], margin: float, level: float) -> Posterior:
    return Posterior(
        procedure="bayes-hierarchical",
        margin=margin,
        worse=0.0,
        equivalent=1.0,
        better=0.0,
        estimate=_hierarchical_estimate(0.0, Interval(low=0.0, high=0.0, level=level)),
        n=len(datasets),
        method="exact: every difference is zero",
        assumptions=ASSUMPTIONS,
        citation="corani2017",
    )


def _hierarchical_estimate(value: float, interval: Interval) -> Estimate:
    return Estimate(of="mean advantage over datasets", value=value, interval=interval)


def _hierarchical_steps(answer: _RegionSummary) -> Steps:
    names = ("next_worse", "next_equivalent", "next_better")
    return MappingProxyType(dict(zip(names, answer.next_dataset.tolist(), strict=True)) | answer.steps)
