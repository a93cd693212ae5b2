"""Whether any of many properties goes with the advantages: straight lines and splits, judged by permutations."""

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints

AT_ONCE = 2_000_000  # numbers held at a time


@dataclass(frozen=True, slots=True, kw_only=True)
class BestSplit:
    """The split that takes most of the weighted variation away."""

    column: int
    threshold: float  # half way between two datasets
    share: float
    low: Bools  # the datasets at or below the threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyTests:
    """What permutations of the datasets say of straight lines and of the best split, together."""

    correlations: Floats  # of each property with the advantage, weighted
    p_slopes: Floats  # of each property, adjusted over all properties and both shapes
    split: BestSplit | None
    p_split: float  # of the best split, adjusted likewise
    permutations: int
    critical_correlation: float  # what a correlation must exceed to be called


def judge_properties(
    advantages: Floats,
    properties: Floats,
    *,
    weights: Floats,
    rng: np.random.Generator,
    level: float = 0.95,
    permutations: int = 1999,
) -> PropertyTests:
    """Judge every property as a straight line and as a split, with control over all of them at once.

    Null: the advantages, with their precision, have nothing to do with the properties, so that they might have been
    dealt out to the datasets in any order. Two maxima are taken in every permutation: of the squared correlation over
    properties, and of the share explained over all splits of all properties. Each is turned into its p-value among
    the permutations, and the smaller of the two is what a p-value must beat (Westfall and Young's minP). The chance
    that anything is called where nothing is there is at most 1 − level.

    Assumes nothing else than that the datasets are exchangeable if nothing explains them; related datasets are not.
    Source: `westfall1993`.
    """
    n = advantages.size
    orders = np.stack([np.arange(n), *(rng.permutation(n) for _ in range(permutations))])
    squared = np.empty((len(orders), properties.shape[1]))
    shares = np.empty(len(orders))
    step = max(1, AT_ONCE // max(1, n * properties.shape[1]))
    for start in range(0, len(orders), step):
        part = slice(start, start + step)
        dealt, heavy = advantages[orders[part]], weights[orders[part]]
        squared[part] = _squared_correlations(dealt, heavy, properties)
        shares[part] = _best_shares(dealt, heavy, properties)
    lines, splits = _p_among_own(squared.max(axis=1)), _p_among_own(shares)
    smaller = np.minimum(lines, splits)
    single = _p_among(squared.max(axis=1), squared[0])
    return PropertyTests(
        correlations=_signed_correlations(advantages, weights, properties) * np.sqrt(squared[0]),
        p_slopes=_p_among(-smaller, -single),
        split=best_split(advantages, properties, weights=weights),
        p_split=float(_p_among(-smaller, -splits[:1])[0]),
        permutations=permutations,
        critical_correlation=_property_test_critical(squared.max(axis=1), smaller, alpha=1 - level),
    )


def split_p_value(
    advantages: Floats,
    properties: Floats,
    *,
    weights: Floats,
    rng: np.random.Generator,
    permutations: int = 1999,
) -> float:
    """Return the p-value of the best split of some datasets, over all properties and thresholds, by permutations."""
    n = advantages.size
    orders = np.stack([np.arange(n), *(rng.permutation(n) for _ in range(permutations))])
    shares = _best_shares(advantages[orders], weights[orders], properties)
    return float(_p_among(shares, shares[:1])[0])


def best_split(advantages: Floats, properties: Floats, *, weights: Floats) -> BestSplit | None:
    """Return the best split of all properties; None where none leaves enough datasets on both sides."""
    best: BestSplit | None = None
    for column in range(properties.shape[1]):
        order, allowed = _sort_property(properties[:, column])
        if not allowed.any():
            continue
        shares = _shares_along(advantages[order][None], weights[order][None], allowed)[0]
        place = int(np.argmax(shares))
        if best is None or shares[place] > best.share:
            threshold = float(properties[order[place : place + 2], column].mean())
            low = properties[:, column] <= threshold
            best = BestSplit(column=column, threshold=threshold, share=float(shares[place]), low=low)
    return best


def fewest_in_leaf(n: int) -> int:
    """Return how many datasets each side of a split must have.

    >>> fewest_in_leaf(10), fewest_in_leaf(100)
    (3, 10)
    """
    return max(3, ceil(n / 10))


def _squared_correlations(dealt: Floats, heavy: Floats, properties: Floats) -> Floats:
    total = heavy.sum(axis=1, keepdims=True)
    mean = (heavy * dealt).sum(axis=1, keepdims=True) / total
    centred = dealt - mean
    # Properties are centred first: weighted sums of large numbers would lose digits.
    x = properties - properties.mean(axis=0)
    sum_x, sum_xx = heavy @ x, heavy @ x**2
    products = (heavy * centred) @ x
    spread = sum_xx - sum_x**2 / total
    squares = (heavy * centred**2).sum(axis=1, keepdims=True)
    bottom = spread * squares
    squared: Floats = np.divide(products**2, bottom, out=np.zeros_like(bottom), where=bottom > 0)
    return np.minimum(1.0, squared)


def _signed_correlations(advantages: Floats, weights: Floats, properties: Floats) -> Floats:
    centred = advantages - np.average(advantages, weights=weights)
    signs: Floats = np.sign((weights * centred) @ (properties - properties.mean(axis=0)))
    return signs


def _best_shares(dealt: Floats, heavy: Floats, properties: Floats) -> Floats:
    best = np.zeros(len(dealt))
    for column in range(properties.shape[1]):
        order, allowed = _sort_property(properties[:, column])
        if allowed.any():
            np.maximum(best, _shares_along(dealt[:, order], heavy[:, order], allowed).max(axis=1), out=best)
    return best


def _sort_property(values: Floats) -> tuple[Ints, Bools]:
    """Return the order of a property, and after which places it may be split: not between equal values."""
    order = np.argsort(values, kind="stable")
    ordered, fewest = values[order], fewest_in_leaf(values.size)
    places = np.arange(1, values.size)
    allowed = (ordered[1:] > ordered[:-1]) & (places >= fewest) & (values.size - places >= fewest)
    return order, allowed


def _shares_along(dealt: Floats, heavy: Floats, allowed: Bools) -> Floats:
    """Return the share of the weighted variation that a split after each place takes away; −1 where none is allowed."""
    total = heavy.sum(axis=1, keepdims=True)
    centred = dealt - (heavy * dealt).sum(axis=1, keepdims=True) / total
    whole = (heavy * centred**2).sum(axis=1, keepdims=True)
    left = np.cumsum(heavy, axis=1)[:, :-1]
    sums = np.cumsum(heavy * centred, axis=1)[:, :-1]
    bottom = left * (total - left) / total * whole
    shares: Floats = np.divide(sums**2, bottom, out=np.zeros_like(sums), where=bottom > 0)
    shares[:, ~allowed] = -1.0
    return shares


def _p_among_own(values: Floats) -> Floats:
    """Return of each value the share of values that are at least as large: its p-value among all."""
    return _p_among(values, values)


def _p_among(all_values: Floats, values: Floats) -> Floats:
    """Return the share of all values, the observed among them, that are at least as large, but for rounding."""
    ordered = np.sort(all_values)
    slack = 1e-12 * max(1.0, abs(float(ordered[-1])))
    below = np.searchsorted(ordered, values - slack, side="left")
    p: Floats = (ordered.size - below) / ordered.size
    return p


def _property_test_critical(largest: Floats, smaller: Floats, *, alpha: float) -> float:
    """Return the weakest correlation whose adjusted p-value would be below alpha."""
    candidates = np.sort(largest)
    p = _p_among(-smaller, -_p_among(largest, candidates))
    enough = candidates[p < alpha]
    return sqrt(float(enough[0])) if enough.size else 1.0
