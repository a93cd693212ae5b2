"""Simultaneous bands from estimates and their covariance: as many standard errors as the largest deviation takes."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats

DRAWS = 9999


class SupBand(NamedTuple):
    """How far the band reaches from each estimate, and the p-value of all being zero."""

    reach: Floats
    p_value: float


def sup_band(
    values: Floats, covariance: Floats, *, df: int, alpha: float, rng: np.random.Generator
) -> SupBand:
    """Return the reach of a band that holds everywhere at once, and the p-value of its test.

    The quantile is that of the largest of all studentised deviations, multivariate normal with the given covariance,
    over a common scale with `df` degrees of freedom.

    References
    ----------
    chernozhukov2014

    Examples
    --------
    >>> found = sup_band(np.array([0.0]), np.eye(1), df=10_000, alpha=0.05, rng=np.random.default_rng(1))
    >>> bool(1.9 < found.reach[0] < 2.0), found.p_value
    (True, 1.0)
    """
    errors = np.sqrt(np.diag(covariance))
    largest = np.abs(_deviations(covariance / np.outer(errors, errors), rng)).max(axis=1)
    largest /= np.sqrt(rng.chisquare(df, size=DRAWS) / df)
    observed = float(np.abs(values / errors).max())
    p_value = (int(np.count_nonzero(largest >= observed)) + 1) / (DRAWS + 1)
    # The p-value is below alpha exactly where the observed deviation exceeds this quantile.
    rank = DRAWS - int(np.ceil(alpha * (DRAWS + 1))) + 1
    return SupBand(reach=float(np.sort(largest)[min(rank, DRAWS - 1)]) * errors, p_value=p_value)


def _deviations(correlation: Floats, rng: np.random.Generator) -> Floats:
    spread, axes = np.linalg.eigh(correlation)
    root = axes * np.sqrt(np.maximum(spread, 0.0))
    drawn: Floats = rng.standard_normal((DRAWS, spread.size)) @ root.T
    return drawn
