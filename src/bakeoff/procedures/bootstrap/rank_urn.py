"""The urn of a bootstrap over rankings: weights of resamples, fast loops, and two examples of doubt."""

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from math import exp, inf, sqrt
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.rankings import (
    Places,
    Ranking,
    Weights,
    area_of_wins,
    compact_places,
    rank_examples,
    ranking_of_sorted,
    sort_ascending,
    weighted_auc,
)

_UNDECIDED = 255  # sixteen bits do not settle the count; a few more do
_BUCKETS = 1 << 16
_TINY = 2.0**-53


class PoissonTable(NamedTuple):
    """The Poisson count for each sixteen random bits, where they settle it."""

    counts: Weights
    chances: Floats  # of at most 0, 1, 2, …


def poisson_table(n: int) -> PoissonTable:
    """Return a table for counts of n examples whose sum hardly ever exceeds n."""
    mean = max(0.5, 1 - 3 / sqrt(n))
    term = total = exp(-mean)
    chances = [total]
    while term > _TINY:
        term *= mean / len(chances)
        total += term
        chances.append(min(1.0, total))
    steps = np.array(chances) * _BUCKETS
    # A bucket [u, u + 1) is settled unless a step falls inside it.
    counts = np.searchsorted(steps, np.arange(_BUCKETS), side="right").astype(np.uint8)
    counts[np.unique(steps[steps < _BUCKETS].astype(np.int64))] = _UNDECIDED
    return PoissonTable(counts, np.array(chances))


def random_bits(n: int, rng: np.random.Generator) -> NDArray[np.uint16]:
    """Return sixteen random bits for each of n examples."""
    words = rng.integers(0, 1 << 64, size=-(-n // 4), dtype=np.uint64)
    return words.view(np.uint16)[:n]


def complete_weights(
    weights: Weights,
    bits: NDArray[np.uint16],
    table: PoissonTable,
    drawn_from: Ints,
    draws: int,
    rng: np.random.Generator,
) -> bool:
    """Settle the undecided weights and top up to `draws`; False if they already exceed it."""
    undecided = np.flatnonzero(weights == _UNDECIDED)
    finer = (bits[undecided] + rng.random(undecided.size)) / _BUCKETS
    weights[undecided] = np.searchsorted(table.chances, finer, side="right")
    lacking = draws - int(weights.sum(dtype=np.int64))
    if lacking < 0:
        return False
    more, times = np.unique(rng.integers(0, drawn_from.size, size=lacking), return_counts=True)
    weights[drawn_from[more]] += times.astype(np.uint8)
    return True


KernelChoice = Literal["auto", "numpy", "numba"]

_LOOKED_UP_AT_ONCE = 1 << 16  # weights that are looked up at a time
_WORTH_COMPILING = 500_000_000  # weights; some seconds of numpy against the time that numba takes to start


class Kernels(NamedTuple):
    """How weights are looked up and areas scanned."""

    look_up: Callable[[NDArray[np.uint16], Weights], Weights]
    auc: Callable[[Ranking, Weights], float]


def choose_kernels(engine: KernelChoice, *, weights: int) -> Kernels:
    """Return the loops of an engine: "numpy", "numba", or "auto" for the faster one for so many weights."""
    installed = find_spec("numba") is not None
    if engine == "numba" and not installed:
        raise ProcedureError(
            "numba is not installed", where="engine", fix="install bakeoff[fast], or use numpy", code="BO053"
        )
    wants_numba = engine == "numba" or (engine == "auto" and weights >= _WORTH_COMPILING)
    return _compile_kernels() if wants_numba and installed else Kernels(_look_up, weighted_auc)


def _look_up(bits: NDArray[np.uint16], counts: Weights) -> Weights:
    """Look up a part at a time: sixteen bits are widened to addresses on the way."""
    weights = np.empty(bits.size, dtype=np.uint8)
    for start in range(0, bits.size, _LOOKED_UP_AT_ONCE):
        counts.take(
            bits[start : start + _LOOKED_UP_AT_ONCE],
            mode="wrap",
            out=weights[start : start + _LOOKED_UP_AT_ONCE],
        )
    return weights


@cache
def _compile_kernels() -> Kernels:
    import numba

    compile_: Any = numba.njit(cache=True, nogil=True)
    look_up, scan = compile_(_look_up_loop), compile_(_scan_loop)

    def auc(ranked: Ranking, weights: Weights) -> float:
        sums = scan(ranked.positive, weights, ranked.starts, ranked.middles, ranked.ends)
        return area_of_wins(*(int(count) for count in sums))

    return Kernels(look_up, auc)


def _look_up_loop(bits: NDArray[np.uint16], counts: Weights) -> Weights:
    weights = np.empty(bits.size, dtype=np.uint8)
    for i in range(bits.size):
        weights[i] = counts[bits[i]]
    return weights


def _scan_loop(
    positive: NDArray[np.uint8], weights: Weights, starts: Ints, middles: Ints, ends: Ints
) -> tuple[np.int64, np.int64, np.int64]:
    """Return twice the wins less the ties, and the weights of both classes."""
    wins, positives, every, ties = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for i in range(weights.size):
        weight = np.int64(weights[i])
        own = weight * positive[i]
        # Everything below that is not positive is beaten by this example, if it is positive itself.
        wins += own * (every - positives)
        positives += own
        every += weight
    for group in range(starts.size):
        negatives = np.int64(0)
        for i in range(starts[group], middles[group]):
            negatives += weights[i]
        tied = np.int64(0)
        for i in range(middles[group], ends[group] + 1):
            tied += weights[i]
        ties += negatives * tied
    return 2 * wins - ties, positives, every - positives


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


def fill_rank_urn(
    truth: Ints, tables: Sequence[Floats], *, columns: Sequence[int], cluster: Ints | None
) -> RankUrn:
    """Return the urn for one or two classifiers.

    `tables` holds, for each classifier, examples × a score for each class in `columns`. A doubt is an example of a
    class that its classifier (or, of two, one of them while the other is sure) cannot tell from the others.
    """
    classes = np.unique(truth)
    doubts = [
        np.hstack(row) for c in classes.tolist() for row in _doubtful_examples(c, truth, tables, columns)
    ]
    kind = np.min_scalar_type(int(classes[-1]))
    labels = np.append(truth.astype(kind), np.repeat(classes, len(doubts) // classes.size).astype(kind))
    scores = _Columns(tables, np.array(doubts))
    order = _first_order(scores, labels == columns[0])
    masks = [labels[order] == c for c in columns] * len(tables)
    del labels  # with a million examples, every array counts that is held while another is sorted
    others = [rank_examples(scores.in_order(i, order), mask) for i, mask in enumerate(masks[1:], start=1)]
    first = ranking_of_sorted(scores.in_order(0, order), masks[0])
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
    order, tied = sort_ascending(first)
    if tied:
        others = [scores.column(i) for i in reversed(range(1, scores.doubts.shape[1]))]
        order = np.lexsort((*others, positive, first))
    return compact_places(order)


def _all_but(left_out: Ints, size: int) -> Places:
    """Return the whole numbers below `size` but for a few, ascending.

    >>> _all_but(np.array([1, 3]), 5).tolist()
    [0, 2, 4]
    """
    numbers: Places = np.arange(size - left_out.size, dtype=np.int32 if size < _LARGE else np.int64)
    for before, place in enumerate(left_out.tolist()):
        numbers[place - before :] += 1
    return numbers


def resample_rankings(
    urn: RankUrn,
    metric: Callable[[Ranking, Weights], float],
    *,
    resamples: int,
    rng: np.random.Generator,
    loops: Kernels,
) -> Floats:
    """Return the metric of each ranking in each resample: rankings × resamples; NaN where a class is missing."""
    weigh = _draw_by_example(urn, rng, loops) if urn.cluster is None else _draw_by_cluster(urn, rng)
    values = np.full((len(urn.rankings), resamples), np.nan)
    for i in range(resamples):
        while np.isnan(values[:, i]).all():
            weights = weigh()
            values[0, i] = metric(urn.rankings[0], weights)
            for j, other in enumerate(urn.rankings[1:], start=1):
                values[j, i] = metric(
                    other, weights if other.order is None else _reorder_weights(weights, other.order)
                )
    return values


def _reorder_weights(weights: Weights, order: Places) -> Weights:
    """Return weights in another order; a part at a time, as places are widened to addresses on the way."""
    taken = np.empty(order.size, dtype=weights.dtype)
    for start in range(0, order.size, _AT_ONCE):
        part = order[start : start + _AT_ONCE]
        np.take(weights, part, out=taken[start : start + _AT_ONCE], mode="clip")
    return taken


def _draw_by_example(urn: RankUrn, rng: np.random.Generator, loops: Kernels) -> Callable[[], Weights]:
    """Return a source of weights: as many draws as there are examples, from them and the doubts."""
    n, size = urn.real.size, urn.real.size + urn.doubts.size
    table = poisson_table(n)

    def weigh() -> Weights:
        while True:
            doubtful = int(rng.binomial(n, _DOUBTS / (n + _DOUBTS)))
            bits = random_bits(size, rng)
            weights = loops.look_up(bits, table.counts)
            weights[urn.doubts] = 0
            if complete_weights(weights, bits, table, urn.real, n - doubtful, rng):
                weights[urn.doubts] = rng.multinomial(doubtful, _even_weights(urn.doubts.size))
                return weights

    return weigh


def _draw_by_cluster(urn: RankUrn, rng: np.random.Generator) -> Callable[[], Weights]:
    """Return a source of weights: as many draws as there are clusters; a doubt is a cluster by itself."""

    def weigh() -> Weights:
        doubtful = int(rng.binomial(urn.units, _DOUBTS / (urn.units + _DOUBTS)))
        drawn = rng.multinomial(urn.units - doubtful, _even_weights(urn.units)).astype(np.uint8)
        weights = np.empty(urn.real.size + urn.doubts.size, dtype=np.uint8)
        weights[urn.real] = drawn[urn.cluster]
        weights[urn.doubts] = rng.multinomial(doubtful, _even_weights(urn.doubts.size))
        return weights

    return weigh


def _even_weights(size: int) -> Floats:
    return np.full(size, 1 / size)


def _doubtful_examples(
    c: int, truth: Ints, tables: Sequence[Floats], columns: Sequence[int]
) -> list[list[Floats]]:
    """Return doubtful examples of class c: for two classifiers, each of them in doubt while the other is sure."""
    sure = np.array([inf if c == column else -inf for column in columns])
    unsure = [_doubtful_scores(c, truth, table, columns) for table in tables]
    return [[unsure[0]]] if len(tables) == 1 else [[unsure[0], sure], [sure, unsure[1]]]


def _doubtful_scores(c: int, truth: Ints, table: Floats, columns: Sequence[int]) -> Floats:
    """Return scores in the midst of those whom an example of class c may be confused with."""
    masks = (truth != c if c == column else truth == column for column in columns)
    return np.array([_middle_score(table[mask, i]) for i, mask in enumerate(masks)])


def _middle_score(scores: Floats) -> float:
    """Return a score just below the median one, which no example need share; minus infinity for no scores."""
    half = (scores.size - 1) // 2
    return float(np.nextafter(np.partition(scores, half)[half], -inf)) if scores.size else -inf
