"""Many classifiers on many datasets: tables of scores whose true means are known."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Drawn(NamedTuple):
    """A table of scores and the true mean of each classifier; equal means make a pair without a difference."""

    scores: Floats
    means: Floats


Noise = Callable[[np.random.Generator, int, int], Floats]  # datasets × classifiers, symmetric pair by pair
Setting = Callable[[np.random.Generator, int, int], Drawn]


def _contaminated(rng: np.random.Generator, n: int, k: int) -> Floats:
    return rng.standard_normal((n, k)) * np.where(rng.random((n, k)) < 0.1, 10.0, 1.0)


def _families(rng: np.random.Generator, n: int, k: int) -> Floats:
    """Variants of two algorithms in turn: a correlation of .9 within each."""
    shared = rng.standard_normal((n, 2))[:, np.arange(k) % 2]
    return np.sqrt(0.9) * shared + np.sqrt(0.1) * rng.standard_normal((n, k))


def _two_noisy(rng: np.random.Generator, n: int, k: int) -> Floats:
    return np.where(np.arange(k) < 2, 1.0, 0.1) * rng.standard_normal((n, k))


NOISE: dict[str, Noise] = {
    "normal": lambda rng, n, k: rng.standard_normal((n, k)),
    "t3 tails": lambda rng, n, k: rng.standard_t(3, (n, k)),
    "t2 tails": lambda rng, n, k: rng.standard_t(2, (n, k)),
    "exponential": lambda rng, n, k: rng.exponential(1.0, (n, k)),
    "lognormal": lambda rng, n, k: np.exp(rng.standard_normal((n, k))),
    "contaminated": _contaminated,
    "families": _families,
    "two noisy": _two_noisy,
}


def _difficulty(rng: np.random.Generator, n: int) -> Floats:
    return 2 * rng.standard_normal((n, 1))


def _better_half(k: int) -> Floats:
    return np.where(np.arange(k) >= k // 2, 1.0, 0.0)


def _shifted(noise: Noise, pattern: Callable[[int], Floats], size: float) -> Setting:
    """Add true differences, which shrink with the number of datasets as 1.2·√(10/n)·size."""

    def draw(rng: np.random.Generator, n: int, k: int) -> Drawn:
        means = size * 1.2 * np.sqrt(10 / n) * pattern(k)
        return Drawn(_difficulty(rng, n) + noise(rng, n, k) + means, means)

    return draw


def _unequal_datasets(size: float) -> Setting:
    """Datasets of very different scale, of the noise and of the differences alike."""

    def draw(rng: np.random.Generator, n: int, k: int) -> Drawn:
        effect = size * 1.2 * np.sqrt(10 / n) * _better_half(k)
        scale = np.exp(rng.standard_normal((n, 1)))
        table = _difficulty(rng, n) + scale * (rng.standard_normal((n, k)) + effect)
        return Drawn(table, effect * np.exp(0.5))

    return draw


def _rounded(size: float) -> Setting:
    plain = _shifted(NOISE["normal"], _better_half, size)

    def draw(rng: np.random.Generator, n: int, k: int) -> Drawn:
        table, means = plain(rng, n, k)
        return Drawn(np.round(table), means)

    return draw


def _pool(rng: np.random.Generator, n: int, k: int) -> Drawn:
    """Draw a noisy and a calm classifier, equally good, among calm ones that are all better."""
    means = np.concatenate([[0.0, 0.0], np.linspace(0.2, 1.5, k - 2)])
    noise = np.where(np.arange(k) == 0, 1.0, 0.1) * rng.standard_normal((n, k))
    return Drawn(_difficulty(rng, n) + noise + means, means)


def _shifted_family(rng: np.random.Generator, n: int, k: int) -> Drawn:
    """Draw two families, of one of which all but the first are better."""
    means = np.where((np.arange(k) % 2 == 0) & (np.arange(k) > 0), 1.0, 0.0)
    return Drawn(_difficulty(rng, n) + _families(rng, n, k) + means, means)


def _skewed(rng: np.random.Generator, n: int, k: int) -> Drawn:
    """Draw equal means with a lognormal first classifier, whose differences are not symmetric about zero."""
    noise = rng.standard_normal((n, k))
    noise[:, 0] = np.exp(noise[:, 0]) - np.exp(0.5)
    return Drawn(_difficulty(rng, n) + noise, np.zeros(k))


def _none(k: int) -> Floats:
    return np.zeros(k)


def _first(k: int) -> Floats:
    return np.where(np.arange(k) == 0, 1.0, 0.0)


def _ladder(k: int) -> Floats:
    return np.linspace(0.0, 1.0, k)


def _calm_half(k: int) -> Floats:
    return np.where(np.arange(k) >= 2 + (k - 2) // 2, 1.0, 0.0)


# No classifier differs from another.
COMPLETE_NULLS: dict[str, Setting] = {
    **{f"none differs, {name}": _shifted(noise, _none, 0.0) for name, noise in NOISE.items()},
    "none differs, unequal datasets": _unequal_datasets(0.0),
    "none differs, rounded": _rounded(0.0),
}
# Some do: the error is counted on the pairs without a difference, the power on the others.
PARTIAL_NULLS: dict[str, Setting] = {
    "half better, normal": _shifted(NOISE["normal"], _better_half, 1.0),
    "half better, t3 tails": _shifted(NOISE["t3 tails"], _better_half, 1.4),
    "half better, families": _shifted(NOISE["families"], _better_half, 0.6),
    "half better, unequal datasets": _unequal_datasets(1.0),
    "half better, exponential": _shifted(NOISE["exponential"], _better_half, 1.0),
    "half better, contaminated": _shifted(NOISE["contaminated"], _better_half, 1.4),
    "half better, rounded": _rounded(1.0),
    "half better, two noisy": _shifted(NOISE["two noisy"], _calm_half, 0.12),
    "one better, normal": _shifted(NOISE["normal"], _first, 1.2),
    "ladder, normal": _shifted(NOISE["normal"], _ladder, 1.5),
    "noisy among better": _pool,
    "better family": _shifted_family,
}
# What no test that rests on symmetry promises: measured to be said, not to be passed.
BEYOND: dict[str, Setting] = {"equal means, one skewed": _skewed}
SETTINGS: dict[str, Setting] = {**COMPLETE_NULLS, **PARTIAL_NULLS, **BEYOND}
