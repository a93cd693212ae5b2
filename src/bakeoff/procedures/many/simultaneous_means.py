"""Simultaneous intervals of mean advantages: how far the means of all pairs stray when datasets are drawn anew."""

from collections.abc import Iterator
from math import ceil, inf
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.results import Alternative, significance
from bakeoff.procedures.base.intervals import turn_towards
from bakeoff.procedures.many.dataset_flips import Pairing
from bakeoff.procedures.many.pooled_scores import ScoreRule, column_blocks, shrinkage

SAMPLES = 2_000
_AT_ONCE = 1 << 18  # numbers of samples that are held in memory together: two megabytes
_TILE = 1 << 17  # pairs × samples that are looked at together: they stay in the processor's cache
_DEGENERATE = 1e-12  # a variance below this share of the pair's own is none
_SAME = 8 * np.finfo(np.float64).eps  # of the largest score: differences of scores in floating point
_WHOLE = 2**24  # whole numbers up to it are exact in single precision


class _Columns(NamedTuple):
    """The classifiers whose differences the pairs are."""

    residuals: Floats  # datasets × classifiers
    a: Ints
    b: Ints


class _Moments(NamedTuple):
    """What is known of each pair, about its own mean and free of units."""

    residuals: Floats  # datasets × pairs, 0 where a score is missing
    present: Bools
    variances: Floats
    pull: float  # 0: each pair on its own scale, 1: all on a common one
    columns: _Columns | None  # where the means of pairs are told by those of single classifiers


def simultaneous_reach(
    differences: Floats,
    *,
    level: float,
    alternative: Alternative,
    rule: ScoreRule,
    rng: np.random.Generator,
    pairing: Pairing | None = None,
) -> Floats:
    """Return how far the intervals of all pairs' mean advantages reach from the means.

    Whole datasets are drawn with replacement, and in every sample the largest studentized deviation of any pair
    from its mean is noted (the bootstrap-t, `efron1993`, of the maximum): skewed differences, and errors that
    grow with the difficulty of a dataset, widen the intervals as they should. With the rule "t" each pair is judged
    on its own scale in the sample, with "mean" on a common one, and with "adaptive" on a scale between, by how
    much more the pairs' scales differ than they would by chance.

    A pair on so few datasets that no flips of their signs reach the level has no bounds, and takes no part.

    With the `pairing` that the differences are of, the means of all pairs of a complete table are made of those of
    its classifiers, which are fewer.
    """
    counts: Ints = np.count_nonzero(~np.isnan(differences), axis=0)
    sided = 1 if alternative is Alternative.TWO_SIDED else 0
    bounded = significance(level) * 2.0 ** np.minimum(counts - sided, 1000) >= 1 - 1e-9
    reach = np.full(counts.size, inf)
    if bounded.any():
        some = differences if bounded.all() else differences[:, bounded]
        whole = pairing if bounded.all() else None
        reach[bounded] = _simultaneous_mean_reach(some, level, alternative, rule, rng, whole)
    return reach


def _simultaneous_mean_reach(
    differences: Floats,
    level: float,
    alternative: Alternative,
    rule: ScoreRule,
    rng: np.random.Generator,
    pairing: Pairing | None,
) -> Floats:
    unit = float(max(np.nanmax(differences, initial=0.0), -np.nanmin(differences, initial=0.0))) or 1.0
    present = ~np.isnan(differences)
    counts = present.sum(axis=0)
    residuals = differences / unit
    residuals[~present] = 0.0
    variances = np.empty(counts.size)
    for pairs in column_blocks(residuals):
        some = residuals[:, pairs]
        some -= some.sum(axis=0) / counts[pairs]
        some[~present[:, pairs]] = 0.0
        variances[pairs] = (some**2).sum(axis=0) / counts[pairs]
    if not variances.mean() > _DEGENERATE**2:
        return np.zeros(counts.size)
    pull = shrinkage(residuals, present) if rule == "adaptive" else float(rule == "mean")
    # Differences that are all the same say nothing of how they vary: less than one dataset in n would show.
    variances = np.where(variances > _DEGENERATE**2, variances, variances.mean() / counts**2)
    columns = None if pairing is None else _find_columns(pairing, unit, residuals)
    moments = _Moments(residuals, present, variances, pull, columns)
    largest = np.sort(np.concatenate(list(_largest_deviations(moments, alternative, rng))))
    critical = largest[ceil(round((1 - significance(level)) * largest.size, 9)) - 1]
    scale = _simultaneous_mean_scale(variances[None, :], variances.mean(keepdims=True), pull)[0]
    reach: Floats = unit * max(critical, 0.0) * scale / np.sqrt(counts)
    return reach


def _find_columns(pairing: Pairing, unit: float, residuals: Floats) -> _Columns | None:
    """Return the classifiers of the pairs; None where scores are missing, or differences were rounded visibly."""
    table = pairing.table / unit
    largest = float(np.abs(table).max(initial=0.0))
    if not np.isfinite(largest):
        return None
    centred = table - table.mean(axis=0)
    for pairs in column_blocks(residuals):
        own = centred[:, pairing.b[pairs]] - centred[:, pairing.a[pairs]]
        own -= residuals[:, pairs]
        if max(own.max(initial=0.0), -own.min(initial=0.0)) > _SAME * largest:
            return None
    return _Columns(centred, pairing.a, pairing.b)


def _largest_deviations(
    moments: _Moments, alternative: Alternative, rng: np.random.Generator
) -> Iterator[Floats]:
    """Yield, for samples of the datasets, the largest studentized deviation of a pair's mean."""
    for weights in _simultaneous_mean_samples(len(moments.residuals), rng):
        largest, spread = np.full(len(weights), -inf), np.zeros(len(weights))
        width = max(1, _TILE // len(weights))
        totals = None if moments.columns is None else moments.columns.residuals.T @ weights.T
        for first in range(0, moments.variances.size, width):
            pairs = slice(first, first + width)
            deviations, spreads = _deviate_in_samples(moments, weights.T, totals, pairs)
            spread += spreads.sum(axis=0)
            np.maximum(largest, turn_towards(deviations, alternative).max(axis=0), out=largest)
        # What all pairs share of the scale changes no order among them.
        yield largest / (spread / moments.variances.size) ** (moments.pull / 2)


def _deviate_in_samples(
    moments: _Moments, weights: Floats, totals: Floats | None, pairs: slice
) -> tuple[Floats, Floats]:
    """Return how far the means of some pairs stray in samples, on their own part of the scale, and the variances.

    Both have a row for each pair and a column for each sample, as `weights` has; `totals` are those of classifiers.
    """
    residuals = np.array(moments.residuals[:, pairs].T, order="C")  # always a copy: it is squared in place
    sizes = _sample_sizes(moments.present[:, pairs], weights)
    if totals is None or moments.columns is None:
        means = residuals @ weights
    else:
        means = totals[moments.columns.b[pairs]]
        means -= totals[moments.columns.a[pairs]]
    means /= sizes
    residuals *= residuals
    spreads = residuals @ weights
    spreads /= sizes
    spreads -= means**2
    # Where a sample holds one value again and again, the pair's own variance stands in.
    variances = moments.variances[pairs, None]
    np.copyto(spreads, variances, where=spreads <= _DEGENERATE * variances)
    means *= np.sqrt(sizes)
    if moments.pull < 1:
        means /= np.sqrt(spreads) if moments.pull == 0 else np.exp((1 - moments.pull) / 2 * np.log(spreads))
    return means, spreads


def _sample_sizes(present: Bools, weights: Floats) -> Floats:
    """Return how many datasets of each sample each pair has; one where it has none, as it does not stray then."""
    if present.all():
        return np.full((1, 1), float(len(present)))
    exact = np.float32 if len(present) < _WHOLE else np.float64  # these are sums of whole numbers
    sizes: Floats = (present.T.astype(exact) @ weights.astype(exact)).astype(np.float64)
    return np.maximum(sizes, 1.0, out=sizes)


def _simultaneous_mean_samples(datasets: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Yield how often each dataset is in each sample, some samples at a time."""
    at_once = max(1, min(SAMPLES, _AT_ONCE // datasets))
    for first in range(0, SAMPLES, at_once):
        count = min(at_once, SAMPLES - first)
        drawn = rng.integers(0, datasets, size=(count, datasets))
        if count > 1:
            drawn += datasets * np.arange(count)[:, None]
        yield np.bincount(drawn.ravel(), minlength=count * datasets).reshape(count, datasets).astype(float)


def _simultaneous_mean_scale(variances: Floats, common: Floats, pull: float) -> Floats:
    """Return standard deviations between the pairs' own (pull 0) and a common one (1); a row for each sample."""
    if pull == 1.0:
        return np.sqrt(common)[:, None] * np.ones((1, variances.shape[1]))
    if pull == 0.0:
        return np.sqrt(variances)
    scale: Floats = np.exp((1 - pull) / 2 * np.log(variances) + (pull / 2 * np.log(common))[:, None])
    return scale
