"""Adjusted p-values: how sure each comparison is, given that it is one of many.

Each adjusted p-value can be compared with the level of the whole family. All methods return values in the order of
the input, at least as large as the unadjusted ones, at most 1, and in the same order among themselves.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from math import comb, isqrt

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.arguments import check_arguments


class Adjustment(StrEnum):
    """Ways to allow for the number of comparisons."""

    NONE = "none"
    BONFERRONI = "bonferroni"
    SIDAK = "sidak"
    HOLM = "holm"
    HOLM_SIDAK = "holm-sidak"
    HOLLAND = "holland"  # the same
    HOCHBERG = "hochberg"
    HOMMEL = "hommel"
    ROM = "rom"
    FINNER = "finner"
    LI = "li"
    SHAFFER = "shaffer"
    BERGMANN_HOMMEL = "bergmann-hommel"
    BH = "bh"
    BY = "by"

    @classmethod
    def _missing_(cls, value: object) -> "Adjustment | None":
        # The textbooks' name of Bonferroni's adjustment of comparisons with a baseline.
        return cls.BONFERRONI if value == "bonferroni-dunn" else None


@check_arguments
def adjust(p_values: Floats, method: Adjustment | str, *, classifiers: int | None = None) -> Floats:
    """Return p-values adjusted for the number of comparisons.

    Parameters
    ----------
    p_values : array of shape (m,)
        One for each comparison of the family.
    method : Adjustment
        The chance of any false claim is kept by `bonferroni` and, with more power, `holm`, whatever the dependence
        between the tests; by `shaffer` and, with yet more power, `bergmann-hommel` when all pairs of some classifiers
        are compared, since not every set of those nulls can be true at once. `sidak`, `holm-sidak` (also known as
        `holland`) and `finner` assume tests that are independent or positively dependent, as do `hochberg` and
        `hommel`; `rom` and `li` assume independence, and with `li` the largest p-value weakens all others.
        `bonferroni-dunn` is another name of `bonferroni`. `bh` and `by` keep the expected share of false claims among
        the claims instead; `by` under any dependence.
    classifiers : int, optional
        How many classifiers the pairs come from; for `shaffer` and `bergmann-hommel`, which need all
        k(k − 1)/2 pairs. The latter takes them as (0, 1), (0, 2), …, (k − 2, k − 1), and k up to 10.

    References
    ----------
    holm1979, hochberg1988, hommel1988, rom1990, holland1987, finner1993, li2008, shaffer1986, bergmann1988,
    benjamini1995, benjamini2001, sidak1967, dunn1961

    Examples
    --------
    >>> adjust(np.array([0.01, 0.04, 0.03]), "holm").tolist()
    [0.03, 0.06, 0.06]
    """
    p = _check_p_values(p_values)
    adjustment = _adjustment_named(method)
    if p.size == 0:
        return p
    if adjustment in _LOGICAL:
        k = _check_all_pairs(p.size, classifiers, adjustment)
        return np.minimum(1.0, _LOGICAL[adjustment](p, k))
    order = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, _ORDERED[adjustment](p[order]))
    return adjusted


def _check_p_values(p_values: Floats) -> Floats:
    p = np.asarray(p_values, dtype=np.float64)
    if p.ndim != 1 or not ((p >= 0) & (p <= 1)).all():
        raise ProcedureError(
            "p-values are a list of numbers from 0 to 1",
            where=f"p_values, of shape {p.shape}",
            fix="leave out comparisons that have no p-value",
            code="BO052",
        )
    return p


def _adjustment_named(method: Adjustment | str) -> Adjustment:
    try:
        return Adjustment(method)
    except ValueError:
        raise ProcedureError(
            f"there is no adjustment {method!r}",
            where="method",
            fix=f"use one of {', '.join(Adjustment)}",
            code="BO053",
        ) from None


def _check_all_pairs(m: int, classifiers: int | None, method: Adjustment) -> int:
    k = classifiers or 0
    if k * (k - 1) // 2 != m:
        root = (1 + isqrt(1 + 8 * m)) // 2
        enough = f"; {m} would be all pairs of {root}" if root * (root - 1) // 2 == m else ""
        raise ProcedureError(
            f"{method} needs all pairs of the classifiers: {classifiers} do not have {m}{enough}",
            where="classifiers",
            fix="say how many classifiers there are; for comparisons with a baseline use holm",
            code="BO053",
        )
    if method is Adjustment.BERGMANN_HOMMEL and k > 10:
        raise ProcedureError(
            f"bergmann-hommel goes through all groupings of the classifiers: too many for {k}",
            where="classifiers",
            fix="use shaffer, or ten classifiers at most",
            code="BO053",
        )
    return k


# The functions below take p-values in ascending order, unless they say otherwise.


def _union_probability(p: Floats, tests: Floats | float) -> Floats:
    """Return 1 − (1 − p)^tests without the loss of digits of writing it so."""
    with np.errstate(divide="ignore"):  # p = 1
        result: Floats = -np.expm1(tests * np.log1p(-p))
    return result


def _hypotheses_left(p: Floats) -> Floats:
    """Return how many hypotheses are left when each has its turn: m, m − 1, …, 1."""
    return np.arange(p.size, 0, -1, dtype=np.float64)


def _step_down(values: Floats) -> Floats:
    result: Floats = np.maximum.accumulate(values)
    return result


def _step_up(values: Floats) -> Floats:
    result: Floats = np.minimum.accumulate(values[::-1])[::-1]
    return result


def _adjust_by_hommel(p: Floats) -> Floats:
    # Closed testing with Simes' test. Among the sets of s hypotheses that contain the i-th, the one hardest to reject
    # has the s − 1 largest p-values beside it; the adjusted value is the largest over s of the Simes p of that set.
    m = p.size
    adjusted = p.copy()
    for s in range(2, m + 1):
        others = float((s * p[m - s + 1 :] / np.arange(2, s + 1)).min())
        simes = np.minimum(s * p, others)
        simes[m - s + 1 :] = simes[m - s]
        np.maximum(adjusted, simes, out=adjusted)
    return adjusted


_ROM_TERMS = 64  # 7^64/64! is 1e-35, and −log(1 − level) is below 7 for levels up to .999


def _adjust_by_rom(p: Floats) -> Floats:
    """Return the smallest levels at which Rom's step-up test rejects: where his critical values are the p-values."""
    left = np.arange(p.size - 1, -1, -1)  # the place of each p-value's critical value, the largest's first
    least, most = p, np.minimum(1.0, p * (left + 1))
    levels, unsettled = most.copy(), np.arange(p.size)
    for _ in range(30):  # some ten are needed: a critical value is nearly a share of its level
        critical = rom_critical_values(levels[unsettled], p.size)[left[unsettled], np.arange(unsettled.size)]
        ratio = np.divide(p[unsettled], critical, out=np.ones(unsettled.size), where=critical > 0)
        closer = np.clip(levels[unsettled] * ratio, least[unsettled], most[unsettled])
        moved = np.abs(closer - levels[unsettled]) > 1e-13
        levels[unsettled] = closer
        unsettled = unsettled[moved]
        if not unsettled.size:
            break
    return _step_up(levels)


def rom_critical_values(levels: Floats, tests: int) -> Floats:
    """Return Rom's critical values at each level: of the largest p-value, the second largest, and so on, as rows.

    >>> rom_critical_values(np.array([0.05]), 4).round(5)[:, 0].tolist()
    [0.05, 0.025, 0.01688, 0.01271]
    """
    # Rom (1990): the chance of no rejection among i + 1 independent true nulls is 1 − level, for every i. With
    # c near l/(i + 1), where l = −log(1 − level), the terms go down as l^r/r!: only the last ones count.
    critical, logs = np.empty((tests, levels.size)), np.empty((tests, levels.size))
    critical[0] = levels
    powers, power = np.zeros_like(levels), np.ones_like(levels)
    for i in range(1, tests):
        with np.errstate(divide="ignore"):  # the level 0 has critical values of 0
            logs[i - 1] = np.log(critical[i - 1])
        power = power * levels
        powers = powers + power
        first = max(1, i - _ROM_TERMS)
        exponents = np.arange(i + 1 - first, 1, -1)[:, None]
        others = (_rom_ways(i, first)[:, None] * np.exp(exponents * logs[first:i])).sum(axis=0)
        critical[i] = (powers - others) / (i + 1)
    return critical


@lru_cache(maxsize=1024)
def _rom_ways(i: int, first: int) -> Floats:
    return np.array([float(comb(i + 1, j)) for j in range(first, i)])


def _adjust_by_li(p: Floats) -> Floats:
    largest = p[-1]
    return p / (p + 1 - largest) if largest < 1 else np.ones_like(p)


def _benjamini_hochberg(p: Floats) -> Floats:
    return _step_up(p * p.size / np.arange(1, p.size + 1))


def _benjamini_yekutieli(p: Floats) -> Floats:
    ranks = np.arange(1, p.size + 1)
    return _step_up(p * float((1 / ranks).sum()) * p.size / ranks)


_ORDERED: dict[Adjustment, Callable[[Floats], Floats]] = {
    Adjustment.NONE: lambda p: p,
    Adjustment.BONFERRONI: lambda p: p * p.size,
    Adjustment.SIDAK: lambda p: _union_probability(p, p.size),
    Adjustment.HOLM: lambda p: _step_down(p * _hypotheses_left(p)),
    Adjustment.HOLM_SIDAK: lambda p: _step_down(_union_probability(p, _hypotheses_left(p))),
    Adjustment.HOLLAND: lambda p: _step_down(_union_probability(p, _hypotheses_left(p))),
    Adjustment.HOCHBERG: lambda p: _step_up(p * _hypotheses_left(p)),
    Adjustment.HOMMEL: _adjust_by_hommel,
    Adjustment.ROM: _adjust_by_rom,
    Adjustment.FINNER: lambda p: _step_down(_union_probability(p, p.size / np.arange(1, p.size + 1))),
    Adjustment.LI: _adjust_by_li,
    Adjustment.BH: _benjamini_hochberg,
    Adjustment.BY: _benjamini_yekutieli,
}


def _adjust_by_shaffer(p: Floats, k: int) -> Floats:
    """Adjust p-values, in any order, of all pairs of k classifiers."""
    order = np.argsort(p, kind="stable")
    possible = np.array(possible_true_nulls(k))
    left = np.arange(p.size, 0, -1)
    most = possible[np.searchsorted(possible, left, side="right") - 1]
    adjusted = np.empty_like(p)
    adjusted[order] = _step_down(p[order] * most)
    return adjusted


def possible_true_nulls(k: int) -> tuple[int, ...]:
    """Return how many of the k(k − 1)/2 hypotheses of equality can be true together.

    Equality is transitive, so the true ones make groups: with three classifiers none, one or all three are equal.

    Examples
    --------
    >>> possible_true_nulls(5)
    (0, 1, 2, 3, 4, 6, 10)
    """
    # One group of j, and any possible number among the k − j others (Shaffer 1986); sets of numbers as bits.
    sets = [1]
    for size in range(1, k + 1):
        bits = 0
        for j in range(1, size + 1):
            bits |= sets[size - j] << (j * (j - 1) // 2)
        sets.append(bits)
    return tuple(i for i in range(sets[k].bit_length()) if sets[k] >> i & 1)


def _bergmann_hommel(p: Floats, k: int) -> Floats:
    """Adjust the p-values of all pairs of k classifiers, in the order of `itertools.combinations`."""
    labels = _group_classifiers(k)
    first, second = np.array(list(combinations(range(k), 2))).T
    together = labels[:, first] == labels[:, second]  # the nulls that are true under each grouping
    smallest = np.where(together, p, np.inf).min(axis=1, initial=1.0)
    bound = together.sum(axis=1) * smallest
    result: Floats = np.where(together, bound[:, None], 0.0).max(axis=0)
    return result


def _group_classifiers(k: int) -> Ints:
    """Return every way to sort k classifiers into groups: one row each, the group of each classifier."""
    rows = np.zeros((1, 1), dtype=np.int64)
    for _ in range(k - 1):
        choices = rows.max(axis=1) + 2  # any of the groups so far, or a new one
        repeated = np.repeat(rows, choices, axis=0)
        starts = np.repeat(np.cumsum(choices) - choices, choices)
        rows = np.column_stack([repeated, np.arange(len(repeated)) - starts])
    return rows


_LOGICAL: dict[Adjustment, Callable[[Floats, int], Floats]] = {
    Adjustment.SHAFFER: _adjust_by_shaffer,
    Adjustment.BERGMANN_HOMMEL: _bergmann_hommel,
}
