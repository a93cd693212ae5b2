"""Columns that follow from others: their mean, largest, rank, difference; found by the numbers alone."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Floats

FEWEST_ROWS = 4  # fewer may agree by chance
_RARE = 1e-4
_TINY = 1e-6
_MANY = 6  # rows in which two that differ have the largest between them
_MOST_FOR_RANKS = 400
_MOST_FOR_PAIRS = 14  # columns among which differences of two are looked for


class Derived(NamedTuple):
    """That a column follows from others."""

    column: int
    what: str  # the largest, the mean, …
    of: tuple[int, ...] = ()


def find_derived(values: Floats, decimals: list[int]) -> list[Derived]:
    """Return the columns that others determine in every row: a summary first, ranks and differences after.

    >>> table = np.array([[5, 7, 7], [9, 6, 9], [4, 8, 8], [3, 2, 3], [6, 5, 6], [1, 4, 4]]) / 10
    >>> find_derived(table, [1, 1, 1])
    [Derived(column=2, what='the largest of the others', of=())]
    """
    complete = values[~np.isnan(values).any(axis=1)]
    if len(complete) < FEWEST_ROWS or complete.shape[1] < 2 or np.abs(complete).max() < _TINY:
        return []
    found: list[Derived] = []
    for _ in range(3):  # one after another: a mean beside a maximum
        gone = {d.column for d in found}
        left = [j for j in range(complete.shape[1]) if j not in gone]
        new = _arithmetic_summary(complete[:, left], [decimals[j] for j in left])
        if new is None:
            break
        found.append(new._replace(column=left[new.column]))
    gone = {d.column for d in found}
    left = [j for j in range(complete.shape[1]) if j not in gone]
    return found + _arithmetic_ranks(complete, left) + _arithmetic_forms(complete, left, decimals)


def _arithmetic_summary(table: Floats, decimals: list[int]) -> Derived | None:
    k = table.shape[1]
    if k < 3 or not _varies(table):
        return None
    slack = 0.51 * 10.0 ** -np.array(decimals, dtype=np.float64) + 1e-9
    for what, made in _combine_others(table).items():
        if k == 3 and what == "the sum of the others":  # then one of them is a difference
            continue
        exact = "est of" in what
        same = np.abs(table - made).max(axis=0) <= (1e-12 if exact else slack)
        for j in reversed(np.flatnonzero(same).tolist()):  # summaries stand last
            others = np.delete(table, j, axis=1)
            sure = exact and _informative(others) >= _MANY
            if (
                _is_no_copy(table[:, j], others)
                and _varies(others)
                and (sure or _by_chance(others, slack[j]) < _RARE)
            ):
                return Derived(j, what)
    return _middle_or_spread(table, slack)


def _combine_others(table: Floats) -> dict[str, Floats]:
    """Return for every column what is made of all the others: rows × columns."""
    k = table.shape[1]
    ordered = np.sort(table, axis=1)
    total = table.sum(axis=1, keepdims=True)
    return {
        "the largest of the others": np.where(table == ordered[:, -1:], ordered[:, -2:-1], ordered[:, -1:]),
        "the smallest of the others": np.where(table == ordered[:, :1], ordered[:, 1:2], ordered[:, :1]),
        "the mean of the others": (total - table) / (k - 1),
        "the sum of the others": total - table,
    }


def _middle_or_spread(table: Floats, slack: Floats) -> Derived | None:
    """Look for a median or a standard deviation of the others at both ends of the table."""
    k = table.shape[1]
    if k < 4:
        return None
    for j in (k - 1, k - 2, 0):
        if not _may_be_middle_or_spread(table[0].tolist(), j, slack[j]):
            continue
        others = np.sort(np.delete(table, j, axis=1), axis=1)
        middle = (others[:, (k - 2) // 2] + others[:, (k - 1) // 2]) / 2
        if np.abs(table[:, j] - middle).max() <= slack[j] and _is_no_copy(table[:, j], others):
            return Derived(j, "the median of the others")
        if np.abs(table[:, j] - others.std(axis=1, ddof=1)).max() <= slack[j] and table[:, j].max() > 0:
            return Derived(j, "the spread of the others")
    return None


def _may_be_middle_or_spread(row: list[float], j: int, slack: float) -> bool:
    """Say whether a number of one row may be the median or the standard deviation of the others."""
    others = sorted(row[:j] + row[j + 1 :])
    n, mean = len(others), sum(others) / len(others)
    spread = (sum((value - mean) * (value - mean) for value in others) / (n - 1)) ** 0.5
    near = 1.01 * slack + 1e-9 * abs(mean)
    return abs(row[j] - (others[(n - 1) // 2] + others[n // 2]) / 2) <= near or abs(row[j] - spread) <= near


def _by_chance(others: Floats, slack: float) -> float:
    """Return how likely numbers among the others would agree with a summary of them in every row by chance."""
    return float(np.prod(np.minimum(1.0, 2 * slack / np.maximum(np.ptp(others, axis=1), 1e-12))))


def _informative(others: Floats) -> int:
    """Return how many rows tell the largest of others from the smallest."""
    return int((np.ptp(others, axis=1) > 0).sum())


def _varies(others: Floats) -> bool:
    """Say whether enough rows tell a summary of others from any one of them."""
    return bool((np.ptp(others, axis=1) > 0).sum() >= FEWEST_ROWS - 1)


def _is_no_copy(own: Floats, others: Floats) -> bool:
    return not (others == own[:, None]).all(axis=0).any()


def _arithmetic_ranks(table: Floats, left: list[int]) -> list[Derived]:
    """Return the columns that hold the ranks of others within each row."""
    some = [j for j in left if _may_be_ranks(table[:, j], most=len(left))]
    scores = [j for j in left if j not in some]
    if not some or not 2 <= len(scores) <= _MOST_FOR_RANKS:
        return []
    if len(some) > 1 and (np.sort(table[:, some], axis=1) == np.arange(1, len(some) + 1)).all():
        return [Derived(j, "the rank of another") for j in some]
    ranks = {sign: _rank_rows(sign * table[:, scores]) for sign in (1, -1)}
    found = []
    for j in some:
        for own in ranks.values():
            same = np.flatnonzero((np.abs(own - table[:, j][:, None]) < 0.51).all(axis=0))
            if same.size:
                found.append(Derived(j, "the rank of another", (scores[int(same[0])],)))
                break
    return found


def _may_be_ranks(column: Floats, *, most: int) -> bool:
    return bool(
        (column >= 1).all()
        and (column <= most).all()
        and (column * 2 == np.rint(column * 2)).all()
        and np.unique(column).size > 1
    )


def _rank_rows(table: Floats) -> Floats:
    """Return the ranks within each row, the smallest first; of equal numbers the mean rank."""
    ordered = np.sort(table, axis=1)
    ranks = [
        (np.searchsorted(row, own, side="left") + np.searchsorted(row, own, side="right") + 1) / 2.0
        for row, own in zip(ordered, table, strict=True)
    ]
    return np.array(ranks)


def _arithmetic_forms(table: Floats, left: list[int], decimals: list[int]) -> list[Derived]:
    """Return columns that are another one in another form, or the difference of two."""
    found: list[Derived] = []
    if len(left) > _MOST_FOR_PAIRS:
        return found
    likely = _likely_forms(
        table[:, left], 1.01 * 10.0 ** -np.array([decimals[j] for j in left], dtype=np.float64)
    )
    likely_any = likely.any(axis=1) | _may_be_differences(table[:, left], [decimals[j] for j in left])
    for place, j in reversed(list(enumerate(left))):
        if not likely_any[place]:
            continue
        own = table[:, j]
        taken = {d.column for d in found}
        if np.unique(own).size < 3:
            continue
        for at, i in enumerate(left):
            if i == j or i in taken or not likely[place, at] or any(d.of == (j,) for d in found):
                continue
            what = _arithmetic_form(own, table[:, i], 1.01 * 10.0 ** -min(decimals[i], decimals[j]))
            if what:
                found.append(Derived(j, what, (i,)))
                break
        else:
            found += _arithmetic_difference(
                j, table, [i for i in left if i != j and i not in taken], decimals
            )
    return found


def _likely_forms(table: Floats, slack: Floats) -> Bools:
    """Return which columns may be which others in another form, by the first and the last row: columns × columns."""
    either = np.maximum.outer(slack, slack)[None]
    own, other = table[[0, -1]][:, :, None], table[[0, -1]][:, None, :]
    minus = np.minimum(np.abs(own - (1 - other)), np.abs(own - (100 - other))) <= either
    percent = np.abs(own / 100 - other) <= np.maximum(1e-9, either / 100)
    return np.asarray((minus | percent).all(axis=0))


def _may_be_differences(table: Floats, decimals: list[int]) -> Bools:
    """Return which columns may be the difference of two others, by the first and the last row."""
    slack = 1.01 * 10.0 ** -np.array(decimals, dtype=np.float64) + 1e-12
    ends = table[[0, -1]]
    differences = (ends[:, :, None] - ends[:, None, :]).reshape(2, 1, -1)
    near = np.abs(differences - ends[:, :, None]) <= slack[:, None]
    return np.asarray((near[0] & near[1]).any(axis=1))


def _arithmetic_form(own: Floats, other: Floats, slack: float) -> str:
    if np.array_equal(own, other) or np.ptp(own) <= 10 * slack or np.abs(own).max() < _TINY:
        return ""
    if np.abs(own - (1 - other)).max() <= min(slack, 1e-3) and slack < 0.5:
        return "one minus another"
    if np.abs(own - (100 - other)).max() <= slack and other.max() > 1:
        return "a hundred minus another"
    if np.abs(own / 100 - other).max() <= max(1e-9, slack / 100) and other.max() <= 1:
        return "another in percent"
    return ""


def _arithmetic_difference(j: int, table: Floats, others: list[int], decimals: list[int]) -> list[Derived]:
    slack = 1.01 * 10.0 ** -decimals[j] + 1e-12
    own = table[:, j]
    if np.abs(own).max() <= 4 * slack or len(others) < 2:
        return []
    first = table[0, others]
    pairs = np.argwhere(np.abs(first[:, None] - first[None, :] - own[0]) <= slack)
    for x, y in pairs.tolist():
        a, b = others[x], others[y]
        if a != b and np.abs(own - (table[:, a] - table[:, b])).max() <= slack:
            # Of j = a − b and b = a − j the smaller one is the difference.
            small, other = (j, b) if np.abs(own).mean() <= np.abs(table[:, b]).mean() else (b, j)
            return [Derived(small, "the difference of two others", (a, other))]
    return []
