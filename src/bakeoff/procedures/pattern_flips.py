"""Sign flips over patterns of right and wrong, and the step-down maximum of McNemar's statistics.

What matters of an example is which classifiers are right on it. Flipping the sign of all its differences is one
random sign; over all examples with the same pattern the signs add up to a binomial count. So the cost depends on
the number of distinct patterns, not of examples.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.core.results import Alternative
from bakeoff.procedures.intervals import turn_towards

_AT_ONCE = 2_000_000  # numbers held at a time: 16 MB
_AFFORDABLE = 50_000_000  # random numbers; beyond it sums of flips are drawn from their normal limit
_MOST_ENUMERATED = 2**13  # flips: as many as are drawn otherwise
_NOISE = 1e-9


class Patterns(NamedTuple):
    """What is flipped as one: examples of one pattern, or clusters."""

    right: Floats  # units × classifiers: 0 or 1, or the number of a cluster's examples that are right
    counts: Ints  # how many examples have the pattern; 1 for a cluster
    sizes: Floats | None  # examples in each cluster; None where units are patterns of examples


class Family(NamedTuple):
    """The pairs judged together."""

    statistics: Floats
    p_adjusted: Floats
    largest: Floats  # the largest statistic over all pairs, in each flip
    method: str
    exact: bool  # whether all flips were counted, not some drawn


def example_patterns(correct: Bools) -> Patterns:
    """Return the distinct patterns of right and wrong, and how many examples have each."""
    right, counts = np.unique(correct, axis=0, return_counts=True)
    return Patterns(right.astype(np.float64), counts, None)


def cluster_patterns(correct: Bools, clusters: NDArray[np.generic]) -> Patterns:
    """Return how many examples of each cluster each classifier gets right."""
    names, code = np.unique(clusters, return_inverse=True)
    if code.shape != correct.shape[:1] or names.size < 2:
        raise ProcedureError(
            f"{correct.shape[0]} examples need as many names of clusters, and two clusters or more",
            where="clusters",
            fix="give the cluster of every example, or leave the clusters out",
            code="BO052",
        )
    columns = [np.bincount(code, weights=column, minlength=names.size) for column in correct.T]
    sizes = np.bincount(code, minlength=names.size).astype(np.float64)
    return Patterns(np.column_stack(columns), np.ones(names.size, dtype=np.int64), sizes)


def step_down(
    patterns: Patterns,
    pairs: Sequence[tuple[int, int]],
    *,
    flips: int,
    alternative: Alternative,
    rng: np.random.Generator,
) -> Family:
    """Return statistics and adjusted p-values of the pairs, by the step-down maximum (Westfall & Young 1993)."""
    a, b = np.array(pairs, dtype=np.intp).T
    apart = patterns.right[:, b] - patterns.right[:, a]
    spread = np.sqrt(patterns.counts @ apart**2)
    scale = np.where(spread > 0, spread, 1.0)
    statistics = patterns.counts @ apart / scale
    oriented = turn_towards(statistics, alternative)
    order = np.argsort(-oriented, kind="stable")
    exceeding = np.zeros(len(pairs), dtype=np.int64)
    largest = []
    draws = _flips_of(patterns, flips, rng)
    for sums in draws.sums:
        drawn = turn_towards((sums[:, b] - sums[:, a]) / scale, alternative)[:, order]
        # From the last pair up: the largest among those that are still in question at each step.
        running = np.maximum.accumulate(drawn[:, ::-1], axis=1)[:, ::-1]
        exceeding += (running >= oriented[order] - _NOISE).sum(axis=0)
        largest.append(running[:, 0])
    p_adjusted = np.empty(len(pairs))
    # The observed signs are among all flips already; of those that are drawn they count as one more.
    drawn_too = 0 if draws.exact else 1
    every = np.concatenate(largest)
    p_adjusted[order] = np.maximum.accumulate((exceeding + drawn_too) / (every.size + drawn_too))
    return Family(statistics, p_adjusted, every, draws.method, draws.exact)


class _Draws(NamedTuple):
    sums: Iterator[Floats]  # flips × classifiers, a part at a time
    method: str
    exact: bool


def _flips_of(patterns: Patterns, flips: int, rng: np.random.Generator) -> _Draws:
    """Return all flips where they are few, else some of them, else draws from their normal limit."""
    units = int(patterns.counts.sum())
    if 2**units <= min(flips, _MOST_ENUMERATED):
        what = "examples" if patterns.sizes is None else "clusters"
        return _Draws(_enumerated(patterns), f"exact, all {2**units:,} flips of {units} {what}", exact=True)
    if patterns.counts.size * flips <= _AFFORDABLE:
        return _Draws(_flipped(patterns, flips, rng), f"Monte Carlo, {flips:,} flips", exact=False)
    normal = f"Monte Carlo, {flips:,} draws from the normal limit of flips"
    return _Draws(_normal(patterns, flips, rng), normal, exact=False)


def _enumerated(patterns: Patterns) -> Iterator[Floats]:
    """Yield the sums of right examples under every assignment of signs to the examples (or clusters)."""
    each = np.repeat(patterns.right, patterns.counts, axis=0)
    signs = 1.0 - 2.0 * (np.arange(2 ** len(each))[:, None] >> np.arange(len(each)) & 1)
    yield signs @ each


def _flipped(patterns: Patterns, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Yield flips × classifiers sums of right examples, each example's (or cluster's) sign at random."""
    width = max(1, _AT_ONCE // max(patterns.right.shape))
    for start in range(0, flips, width):
        size = (min(width, flips - start), patterns.counts.size)
        signs = 2.0 * rng.binomial(patterns.counts, 0.5, size=size) - patterns.counts
        yield signs @ patterns.right


def _normal(patterns: Patterns, flips: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Yield sums with the covariance that flips give them, and normal, as sums of so many flips are."""
    values, vectors = np.linalg.eigh((patterns.right * patterns.counts[:, None]).T @ patterns.right)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    width = max(1, _AT_ONCE // patterns.right.shape[1])
    for start in range(0, flips, width):
        yield rng.standard_normal((min(width, flips - start), root.shape[1])) @ root.T
