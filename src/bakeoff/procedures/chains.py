"""How far the draws of several Markov chains can be trusted: effective size and agreement.

Both follow Gelman et al. (2013), sections 11.4 and 11.5. Chains are rows, draws are columns.
"""

import numpy as np

from bakeoff.core.evidence import Floats


def effective_size(chains: Floats) -> float:
    """Return how many independent draws are worth as much as these for estimating a mean.

    >>> draws = np.random.default_rng(1).standard_normal((4, 500))
    >>> 1800 < effective_size(draws) <= 2000
    True
    """
    draws = float(chains.size)
    within, total = _variances(chains)
    if total == 0:
        return draws
    correlation = 1 - (within - _autocovariances(chains)) / total
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
    within, total = _variances(np.concatenate([chains[:, :half], chains[:, -half:]]))
    return float(np.sqrt(total / within)) if within > 0 else 1.0


def _variances(chains: Floats) -> tuple[float, float]:
    """Return the variance within chains, and that of all draws with the spread between chains."""
    length = chains.shape[1]
    within = float(chains.var(axis=1, ddof=1).mean())
    between = float(chains.mean(axis=1).var(ddof=1))
    return within, within * (length - 1) / length + between


def _autocovariances(chains: Floats) -> Floats:
    """Return the mean autocovariance over chains at every lag, scaled to match the variance within."""
    length = chains.shape[1]
    centred = chains - chains.mean(axis=1, keepdims=True)
    power = np.abs(np.fft.rfft(centred, 2 * length, axis=1)) ** 2
    covariance: Floats = np.fft.irfft(power.mean(axis=0))[:length] / (length - 1)
    return covariance
