"""Exact tests beside their definition: every choice of signs, or every order, counted in exact fractions."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np

from bakeoff.api.selftest.digits import check
from bakeoff.core.answers.selftest import Check
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.bootstrap.permutation import paired_permutation
from bakeoff.procedures.many.friedman import friedman
from bakeoff.procedures.many.max_t import max_t
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.sign_flip import sign_flip
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar_midp

GROUP = "enumeration"
FLOOR = 14.0
DIFFERENCES = {
    "ties, n = 12": (5, 3, -3, 1, 2, 2, 7, -1, 4, 4, 6, -2),
    "ties and zeros, n = 10": (5, -3, 0, 6, -11, -10, 4, 9, 0, 7),
    "all of one sign, n = 6": (1, 1, 2, 3, 3, 3),
}
TABLES = {
    "4 datasets, 3 classifiers": ((3, 1, 2), (3, 2, 1), (3, 1, 2), (2, 3, 1)),
    "5 datasets, 3 classifiers, ties": ((3, 1, 1), (2, 2, 1), (3, 1, 2), (3, 2, 2), (1, 1, 1)),
}
COUNTS = ((9, 1), (7, 5), (12, 3), (3, 0), (35, 15))  # mends, breaks
SCORES = ((5, 9, 3), (4, 6, 5), (7, 7, 2), (3, 8, 6), (5, 7, 4), (6, 9, 1), (2, 3, 4))


def enumeration_checks() -> Iterator[Check]:
    """Yield the exact tests beside what was counted."""
    for name, values in DIFFERENCES.items():
        yield from _sign_checks(name, values)
    for mends, breaks in COUNTS:
        yield from _discordant_checks(mends, breaks)
    for name, table in TABLES.items():
        p_value = friedman(np.array(table, dtype=np.float64)).p_value
        yield _compare_with_fraction(f"friedman, {name}", p_value, _order_share(table))
    pair, p = _widest_pair()
    rng = np.random.default_rng(0)
    family = max_t(
        np.array(SCORES, dtype=np.float64), pairs=[pair, *_other_pairs(pair)], rng=rng, statistic="mean"
    )
    yield _compare_with_fraction("max-t of means, widest pair", family[0].p_adjusted or 0.0, p)


def _compare_with_fraction(name: str, found: float, reference: Fraction) -> Check:
    return check(GROUP, name, "counted here", (found, float(reference)), floor=FLOOR)


def _sign_checks(name: str, values: Sequence[int]) -> Iterator[Check]:
    differences = np.array(values, dtype=np.float64)
    ranked = [d * r for d, r in zip(_sign_of_each(values), _exact_midranks(values), strict=True)]
    yield _compare_with_fraction(f"wilcoxon, {name}", wilcoxon(differences).p_value, _flip_share(ranked))
    flips = sign_flip(differences, rng=np.random.default_rng(0))
    yield _compare_with_fraction(
        f"sign-flip, {name}", flips.p_value, _flip_share([Fraction(v) for v in values])
    )
    yield _compare_with_fraction(
        f"sign, {name}", sign(differences).p_value, _flip_share(_sign_of_each(values))
    )


def _sign_of_each(values: Sequence[int]) -> list[Fraction]:
    return [Fraction((v > 0) - (v < 0)) for v in values]


def _exact_midranks(values: Sequence[int]) -> list[Fraction]:
    sizes = [abs(v) for v in values]
    return [Fraction(sum(s < z for s in sizes) * 2 + sizes.count(z) + 1, 2) for z in sizes]


def _flip_share(weights: Sequence[Fraction]) -> Fraction:
    """Return the share of all choices of signs whose sum is as far from zero as this one's, or farther."""
    nonzero = [w for w in weights if w]
    sums = [Fraction(0)]
    for weight in nonzero:
        sums = [s + w for s in sums for w in (weight, -weight)]
    observed = abs(sum(nonzero, start=Fraction(0)))
    return Fraction(sum(abs(s) >= observed for s in sums), len(sums))


def _discordant_checks(mends: int, breaks: int) -> Iterator[Check]:
    counts = FourCounts(both_right=40, mends=mends, breaks=breaks, both_wrong=5)
    n, most = mends + breaks, max(mends, breaks)
    tail = Fraction(sum(comb(n, i) for i in range(most, n + 1)), 2**n)
    half = Fraction(comb(n, most), 2 ** (n + 1))
    name = f"{mends} against {breaks}"
    yield _compare_with_fraction(f"binomial, {name}", binomial(counts).p_value, min(Fraction(1), 2 * tail))
    yield _compare_with_fraction(
        f"mcnemar-midp, {name}", mcnemar_midp(counts).p_value, min(Fraction(1), 2 * (tail - half))
    )
    right = np.repeat([[0, 0], [1, 0], [0, 1], [1, 1]], [40, mends, breaks, 5], axis=0)
    cells = tabulate(np.zeros(len(right), dtype=np.int64), right, classes=2)
    p_value = paired_permutation(cells, metric="accuracy", rng=np.random.default_rng(0)).p_value
    yield _compare_with_fraction(f"paired-permutation, {name}", p_value, min(Fraction(1), 2 * tail))


def _order_share(table: Sequence[Sequence[int]]) -> Fraction:
    """Return the share of all orders within the rows whose rank sums spread as far, or farther."""
    ranks = [_exact_midranks(row) for row in table]
    sums = {(Fraction(0),) * len(ranks[0]): 1}
    for row in ranks:
        grown: dict[tuple[Fraction, ...], int] = {}
        for (so_far, ways), order in product(sums.items(), permutations(row)):
            key = tuple(s + r for s, r in zip(so_far, order, strict=True))
            grown[key] = grown.get(key, 0) + ways
        sums = grown
    observed = sum(sum(column) ** 2 for column in zip(*ranks, strict=True))
    spread = sum(ways for key, ways in sums.items() if sum(s * s for s in key) >= observed)
    return Fraction(spread, sum(sums.values()))


def _all_pairs() -> list[tuple[int, int]]:
    return list(combinations(range(len(SCORES[0])), 2))


def _widest_pair() -> tuple[tuple[int, int], Fraction]:
    """Return the pair with the largest mean difference, and the share of flips in which some pair has one as large."""
    differences = [[row[j] - row[i] for i, j in _all_pairs()] for row in SCORES]
    sizes = [abs(sum(column)) for column in zip(*differences, strict=True)]
    most = 0
    for signs in product((1, -1), repeat=len(SCORES)):
        sums = (sum(s * d for s, d in zip(signs, c, strict=True)) for c in zip(*differences, strict=True))
        most += max(abs(s) for s in sums) >= max(sizes)
    return _all_pairs()[sizes.index(max(sizes))], Fraction(most, 2 ** len(SCORES))


def _other_pairs(pair: tuple[int, int]) -> list[tuple[int, int]]:
    return [other for other in _all_pairs() if other != pair]
