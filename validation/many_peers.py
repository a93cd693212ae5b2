"""Many classifiers on many datasets: the procedures that the default is measured against, at the 5 % level.

Written for simulation, apart from the package: what they share with it is the data. Each takes a table and says which
pairs it would call different.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from validation.many_settings import Floats

Bools = NDArray[np.bool_]
ALPHA = 0.05


class Bench(NamedTuple):
    """One table, laid out for all peers."""

    table: Floats
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    differences: Floats
    ranks: Floats  # within datasets
    signs: Floats  # flips × datasets, the identity first


def laid_out(table: Floats, signs: Floats) -> Bench:
    """Prepare what several peers use."""
    a, b = np.triu_indices(table.shape[1], 1)
    return Bench(table, a, b, table[:, b] - table[:, a], stats.rankdata(table, axis=1), signs)


def peers(bench: Bench) -> dict[str, Bools]:
    """Return which pairs each peer calls different."""
    return {
        **_by_mean_ranks(bench),
        **_by_single_tests(bench),
        "anova + tukey": _tukey(bench),
        **_by_flips(bench),
    }


def _by_mean_ranks(bench: Bench) -> dict[str, Bools]:
    n, k = bench.table.shape
    means = bench.ranks.mean(axis=0)
    gaps = np.abs(means[bench.b] - means[bench.a])
    spread = float((bench.ranks**2).sum()) - n * k * (k + 1) ** 2 / 4
    chi2 = (k - 1) * n * n * float(((means - (k + 1) / 2) ** 2).sum()) / max(spread, 1e-12)
    nemenyi = gaps > _range_quantile(k) * np.sqrt(k * (k + 1) / (12 * n))
    p = 2 * stats.norm.sf(gaps / np.sqrt(k * (k + 1) / (6 * n)))
    return {
        "friedman, then nemenyi": nemenyi & bool(stats.chi2.sf(chi2, k - 1) <= ALPHA),
        "nemenyi": nemenyi,
        "mean ranks + shaffer": _stepped(p, _shaffer(k)),
    }


def _by_single_tests(bench: Bench) -> dict[str, Bools]:
    n, k = bench.table.shape
    d = bench.differences
    ranks = stats.rankdata(np.abs(d), axis=0)
    # The ranks of zeros go half to each side, so that the table for data without ties errs to the safe side.
    positive = ((np.sign(d) + 1) / 2 * ranks).sum(axis=0)
    smaller = np.minimum(positive, n * (n + 1) / 2 - positive)
    wilcoxon = np.minimum(1.0, 2 * _signed_rank_cdf(n)[np.floor(smaller + 1e-9).astype(int)])
    deviation = np.maximum(d.std(axis=0, ddof=1), 1e-300)
    t = 2 * stats.t.sf(np.abs(d.mean(axis=0)) / deviation * np.sqrt(n), n - 1)
    holm = np.arange(d.shape[1], 0, -1.0)
    return {
        "wilcoxon + holm": _stepped(wilcoxon, holm),
        "wilcoxon + shaffer": _stepped(wilcoxon, _shaffer(k)),
        "t + shaffer": _stepped(t, _shaffer(k)),
    }


def _tukey(bench: Bench) -> Bools:
    n, k = bench.table.shape
    x = bench.table
    rest = x - x.mean(axis=1, keepdims=True) - x.mean(axis=0) + x.mean()
    error = np.sqrt((rest**2).sum() / ((n - 1) * (k - 1)) / n)
    gaps: Bools = np.abs(bench.differences.mean(axis=0)) > _range_quantile(k, (n - 1) * (k - 1)) * error
    return gaps


def _by_flips(bench: Bench) -> dict[str, Bools]:
    d = bench.differences
    signed_ranks = np.sign(d) * stats.rankdata(np.abs(d), axis=0)
    gaps = bench.ranks[:, bench.b] - bench.ranks[:, bench.a]
    sums = {
        "flips: t": _sums(bench, d, prior=0.0),
        "flips: mean": np.abs(bench.signs @ d),
        "flips: signed ranks": np.abs(bench.signs @ signed_ranks),
        "flips: moderated ranks, 20": _sums(bench, gaps, prior=20.0),
        "flips: moderated ranks, 4": _sums(bench, gaps, prior=4.0),
    }
    parts = [sums[f"flips: {part}"] for part in ("t", "mean", "signed ranks")]
    sums["flips: joint of three"] = np.maximum.reduce([s / np.quantile(s.max(axis=1), 0.95) for s in parts])
    return {name: _westfall_young(s) for name, s in sums.items()}


def _sums(bench: Bench, values: Floats, *, prior: float) -> Floats:
    """Return statistics that order flips as a t does whose variance is shrunk with `prior` degrees of freedom."""
    squares = (values**2).mean(axis=0)
    sums: Floats = np.abs(bench.signs @ values) / np.sqrt(
        prior * squares.mean() + len(values) * squares + 1e-300
    )
    return sums


def _westfall_young(statistics: Floats) -> Bools:
    order = np.argsort(-statistics[0], kind="stable")
    rest = np.maximum.accumulate(statistics[:, order[::-1]], axis=1)[:, ::-1]
    p = np.maximum.accumulate((rest >= statistics[0, order] * (1 - 1e-9) - 1e-12).mean(axis=0))
    rejected = np.empty(len(order), dtype=bool)
    rejected[order] = p <= ALPHA
    return rejected


def _stepped(p: Floats, multipliers: Floats) -> Bools:
    order = np.argsort(p, kind="stable")
    rejected = np.empty(len(p), dtype=bool)
    rejected[order] = np.maximum.accumulate(p[order] * multipliers) <= ALPHA
    return rejected


@cache
def _shaffer(k: int) -> Floats:
    """Return how many pairs can still be without a difference, as one pair after the other is rejected."""
    possible: dict[int, set[int]] = {0: {0}, 1: {0}}
    for size in range(2, k + 1):
        possible[size] = {j * (j - 1) // 2 + rest for j in range(1, size + 1) for rest in possible[size - j]}
    m = k * (k - 1) // 2
    return np.array([max(s for s in possible[k] if s <= m - i) for i in range(m)], dtype=float)


@cache
def _signed_rank_cdf(n: int) -> Floats:
    ways = np.ones(1)
    for rank in range(1, n + 1):
        ways = np.concatenate([ways, np.zeros(rank)]) + np.concatenate([np.zeros(rank), ways])
    return np.cumsum(ways) / 2.0**n


@cache
def _range_quantile(k: int, df: float = np.inf) -> float:
    return float(stats.studentized_range.ppf(1 - ALPHA, k, df))
