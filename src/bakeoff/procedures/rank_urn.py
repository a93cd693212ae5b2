"""The urn of a bootstrap over rankings: examples in order, and two of doubt among them."""

from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.procedures.rank_kernels import Kernels
from bakeoff.procedures.rank_weights import completed, poisson_table, random_bits
from bakeoff.procedures.rankings import Ranking, Weights, in_order, ranking
from bakeoff.procedures.sorting import Places, ascending, compact

_LARGE = 1 << 31
_AT_ONCE = 1 << 16  # places that are looked up at a time
_DOUBTS = 2  # examples' worth of doubt, as in the urn of count metrics


class RankUrn(NamedTuple):
    """Examples and doubts as rows in the order of the first ranking; every ranking refers to these rows."""

    rankings: tuple[Ranking, ...]  # of each classifier, and for each of its columns
    real: Places  # the rows that are examples
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
    kind = np.min_scalar_type(int(classes[-1]))
    labels = np.append(truth.astype(kind), np.repeat(classes, len(doubts) // classes.size).astype(kind))
    scores = _Columns(tables, np.array(doubts))
    order = _first_order(scores, labels == columns[0])
    masks = [labels[order] == c for c in columns] * len(tables)
    del labels  # with a million examples, every array counts that is held while another is sorted
    others = [ranking(scores.in_order(i, order), mask) for i, mask in enumerate(masks[1:], start=1)]
    first = in_order(scores.in_order(0, order), masks[0])
    amid = np.flatnonzero(order >= truth.size)
    real = _all_but(amid, order.size)
    return RankUrn(
        rankings=(first, *others),
        real=real,
        doubts=amid,
        cluster=None if cluster is None else cluster[order[real]],
        units=truth.size if cluster is None else int(cluster.max()) + 1,
    )


class _Columns(NamedTuple):
    """The scores of all classifiers side by side, followed by those of the doubts; made column by column."""

    tables: Sequence[Floats]
    doubts: Floats  # doubts × columns

    def column(self, i: int) -> Floats:
        """Return one column."""
        table, k = divmod(i, self.tables[0].shape[1])
        return np.append(self.tables[table][:, k], self.doubts[:, i])

    def in_order(self, i: int, order: Places) -> Floats:
        """Return one column in another order, without holding it twice."""
        table, k = divmod(i, self.tables[0].shape[1])
        examples = self.tables[table][:, k]
        ordered: Floats = examples[np.minimum(order, examples.size - 1)]
        amid = np.flatnonzero(order >= examples.size)
        ordered[amid] = self.doubts[order[amid] - examples.size, i]
        return ordered


def _first_order(scores: _Columns, positive: Bools) -> Places:
    """Return the order by the first score, negatives first among equals, then by all else.

    The order of input is irrelevant then. Most scores are all different, and one plain sort does.
    """
    first = scores.column(0)
    order, tied = ascending(first)
    if tied:
        others = [scores.column(i) for i in reversed(range(1, scores.doubts.shape[1]))]
        order = np.lexsort((*others, positive, first))
    return compact(order)


def _all_but(left_out: Ints, size: int) -> Places:
    """Return the whole numbers below `size` but for a few, ascending.

    >>> _all_but(np.array([1, 3]), 5).tolist()
    [0, 2, 4]
    """
    numbers: Places = np.arange(size - left_out.size, dtype=np.int32 if size < _LARGE else np.int64)
    for before, place in enumerate(left_out.tolist()):
        numbers[place - before :] += 1
    return numbers


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
                values[j, i] = metric(other, weights if other.order is None else _taken(weights, other.order))
    return values


def _taken(weights: Weights, order: Places) -> Weights:
    """Return weights in another order; a part at a time, as places are widened to addresses on the way."""
    taken = np.empty(order.size, dtype=weights.dtype)
    for start in range(0, order.size, _AT_ONCE):
        part = order[start : start + _AT_ONCE]
        np.take(weights, part, out=taken[start : start + _AT_ONCE], mode="clip")
    return taken


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
