"""The urn of a bootstrap over rankings: examples in order, and two of doubt among them."""

from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Floats, Ints
from bakeoff.procedures.rank_kernels import Kernels
from bakeoff.procedures.rank_weights import completed, poisson_table, random_bits
from bakeoff.procedures.rankings import Ranking, Weights, canonical_order, ranked, ranking

_DOUBTS = 2  # examples' worth of doubt, as in the urn of count metrics


class RankUrn(NamedTuple):
    """Examples and doubts as rows in the order of the first ranking; every ranking refers to these rows."""

    rankings: tuple[Ranking, ...]  # of each classifier, and for each of its columns
    real: Ints  # the rows that are examples
    doubts: Ints  # the rows that are not
    cluster: Ints | None  # of each example, in the order of `real`
    units: int  # examples, or clusters


def rank_urn(
    truth: Ints, tables: Sequence[Floats], *, columns: Sequence[int], cluster: Ints | None
) -> RankUrn:
    """Return the urn for one or two classifiers.

    `tables` holds, for each classifier, examples × a score for each class in `columns`. A doubt is an example of a
    class that its classifier (or, of two, one of them while the other is sure) cannot tell from the others.
    """
    classes = np.unique(truth)
    doubts = [np.hstack(row) for c in classes.tolist() for row in _doubts(c, truth, tables, columns)]
    rows = np.vstack([np.hstack(list(tables)), *doubts])
    labels = np.append(truth, np.repeat(classes, len(doubts) // classes.size))
    # By the first score, negatives first among equals, then by all else: the order of input is irrelevant.
    order = canonical_order(rows[:, 0], labels == columns[0], *rows.T[1:])
    rows, labels = rows[order], labels[order]
    masks = [labels == c for c in columns] * len(tables)
    first = ranked(np.arange(labels.size), rows[:, 0], masks[0])
    others = (ranking(rows[:, i], mask) for i, mask in enumerate(masks[1:], start=1))
    real = np.flatnonzero(order < truth.size)
    return RankUrn(
        rankings=(first, *others),
        real=real,
        doubts=np.flatnonzero(order >= truth.size),
        cluster=None if cluster is None else cluster[order[real]],
        units=truth.size if cluster is None else int(cluster.max()) + 1,
    )


def resampled_rankings(
    urn: RankUrn,
    metric: Callable[[Ranking, Weights], float],
    *,
    resamples: int,
    rng: np.random.Generator,
    loops: Kernels,
) -> Floats:
    """Return the metric of each ranking in each resample: rankings × resamples; NaN where a class is missing."""
    weigh = _by_example(urn, rng, loops) if urn.cluster is None else _by_cluster(urn, rng)
    values = np.full((len(urn.rankings), resamples), np.nan)
    for i in range(resamples):
        while np.isnan(values[:, i]).all():
            weights = weigh()
            values[0, i] = metric(urn.rankings[0], weights)
            for j, other in enumerate(urn.rankings[1:], start=1):
                values[j, i] = metric(other, weights.take(other.order))
    return values


def _by_example(urn: RankUrn, rng: np.random.Generator, loops: Kernels) -> Callable[[], Weights]:
    """Return a source of weights: as many draws as there are examples, from them and the doubts."""
    n, size = urn.real.size, urn.real.size + urn.doubts.size
    table = poisson_table(n)

    def weigh() -> Weights:
        while True:
            doubtful = int(rng.binomial(n, _DOUBTS / (n + _DOUBTS)))
            bits = random_bits(size, rng)
            weights = loops.look_up(bits, table.counts)
            weights[urn.doubts] = 0
            if completed(weights, bits, table, urn.real, n - doubtful, rng):
                weights[urn.doubts] = rng.multinomial(doubtful, _even(urn.doubts.size))
                return weights

    return weigh


def _by_cluster(urn: RankUrn, rng: np.random.Generator) -> Callable[[], Weights]:
    """Return a source of weights: as many draws as there are clusters; a doubt is a cluster by itself."""

    def weigh() -> Weights:
        doubtful = int(rng.binomial(urn.units, _DOUBTS / (urn.units + _DOUBTS)))
        drawn = rng.multinomial(urn.units - doubtful, _even(urn.units)).astype(np.uint8)
        weights = np.empty(urn.real.size + urn.doubts.size, dtype=np.uint8)
        weights[urn.real] = drawn[urn.cluster]
        weights[urn.doubts] = rng.multinomial(doubtful, _even(urn.doubts.size))
        return weights

    return weigh


def _even(size: int) -> Floats:
    return np.full(size, 1 / size)


def _doubts(c: int, truth: Ints, tables: Sequence[Floats], columns: Sequence[int]) -> list[list[Floats]]:
    """Return doubtful examples of class c: for two classifiers, each of them in doubt while the other is sure."""
    sure = np.array([inf if c == column else -inf for column in columns])
    unsure = [_in_doubt(c, truth, table, columns) for table in tables]
    return [[unsure[0]]] if len(tables) == 1 else [[unsure[0], sure], [sure, unsure[1]]]


def _in_doubt(c: int, truth: Ints, table: Floats, columns: Sequence[int]) -> Floats:
    """Return scores in the midst of those whom an example of class c may be confused with."""
    masks = (truth != c if c == column else truth == column for column in columns)
    return np.array([_middle(table[mask, i]) for i, mask in enumerate(masks)])


def _middle(scores: Floats) -> float:
    """Return a score just below the median one, which no example need share; minus infinity for no scores."""
    half = (scores.size - 1) // 2
    return float(np.nextafter(np.partition(scores, half)[half], -inf)) if scores.size else -inf
