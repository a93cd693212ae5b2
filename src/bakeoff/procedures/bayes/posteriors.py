"""What the Bayesian procedures share: the region of practical equivalence, and how far draws can be trusted."""

from math import inf, sqrt

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError

# Decimal numbers that are equal differ by some 1e-16 in binary: within this share they count as equal.
_NOISE = 1e-12
_FEWEST_DRAWS = 100


def check_margin(margin: float) -> None:
    """Refuse a margin that is negative or no number."""
    if not 0 <= margin < inf:
        raise ProcedureError(
            f"a margin is the smallest difference that matters, zero or more; {margin:g} is not",
            where="margin",
            fix="give it in units of the score: 0.01 for one point of accuracy, 0 for none",
            code="BO053",
        )


def check_draws(draws: int) -> None:
    """Refuse fewer draws than a probability can be told from."""
    if draws < _FEWEST_DRAWS:
        raise ProcedureError(
            f"{draws} draws are too few to tell a probability from",
            where="draws",
            fix=f"use at least {_FEWEST_DRAWS}, better the default",
            code="BO053",
        )


def tolerance(differences: Floats, margin: float) -> float:
    """Return how far apart numbers of this size may be and still stand for the same decimal."""
    return _NOISE * max(float(np.abs(differences).max()), margin)


def largest_error(variances: Floats, *, draws: int) -> float:
    """Return the largest standard error of simulated probabilities, given the variances of their means.

    It is never less than one draw is worth: where all draws agree the variance seen is zero, but an
    outcome rarer than one in `draws` may exist.
    """
    return max(sqrt(float(variances.max())), 1 / draws)


def effective_size(chains: Floats) -> float:
    """Return how many independent draws are worth as much as these for estimating a mean.

    >>> draws = np.random.default_rng(1).standard_normal((4, 500))
    >>> 1800 < effective_size(draws) <= 2000
    True
    """
    draws = float(chains.size)
    within, total = _posterior_variances(chains)
    if total == 0:
        return draws
    correlation = 1 - (within - _posterior_autocovariances(chains)) / total
    correlation[0] = 1.0
    # Geyer (1992): sums of neighbours are positive and fall; from the first that is not, all is noise.
    even = correlation[: correlation.size // 2 * 2].reshape(-1, 2).sum(axis=1)
    length = int(np.argmax(even <= 0)) if (even <= 0).any() else even.size
    time = 2 * float(np.minimum.accumulate(even[:length]).sum()) - 1
    return min(draws, draws / time) if time > 0 else draws


def r_hat(chains: Floats) -> float:
    """Return the potential scale reduction of split chains: near 1 where they agree.

    >>> draws = np.random.default_rng(1).standard_normal((4, 500))
    >>> r_hat(draws) < 1.01 < r_hat(draws + np.array([[0.0], [0.0], [0.0], [1.0]]))
    True
    """
    half = chains.shape[1] // 2
    within, total = _posterior_variances(np.concatenate([chains[:, :half], chains[:, -half:]]))
    return float(np.sqrt(total / within)) if within > 0 else 1.0


def _posterior_variances(chains: Floats) -> tuple[float, float]:
    """Return the variance within chains, and that of all draws with the spread between chains."""
    length = chains.shape[1]
    within = float(chains.var(axis=1, ddof=1).mean())
    between = float(chains.mean(axis=1).var(ddof=1))
    return within, within * (length - 1) / length + between


def _posterior_autocovariances(chains: Floats) -> Floats:
    """Return the mean autocovariance over chains at every lag, scaled to match the variance within."""
    length = chains.shape[1]
    centred = chains - chains.mean(axis=1, keepdims=True)
    power = np.abs(np.fft.rfft(centred, 2 * length, axis=1)) ** 2
    covariance: Floats = np.fft.irfft(power.mean(axis=0))[:length] / (length - 1)
    return covariance
