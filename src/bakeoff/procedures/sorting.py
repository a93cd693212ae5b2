"""The order of scores by one plain sort: three times sooner than sorting places by scores, and in less memory."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.evidence import Floats, Ints

Places = NDArray[Any]  # whole numbers, of four bytes where they fit

_LARGE = 1 << 31
_AT_ONCE = 1 << 16  # numbers that are worked on at a time
_MANY = 8  # where more than one in so many agrees with the next in its leading bits, all are looked at


def ascending(scores: Floats) -> tuple[Ints, bool]:
    """Return the places of the scores in ascending order, earlier ones first among equals, and whether any tie.

    A score's bits, turned so that they ascend as it does, with its place in the last of them, are sorted as whole
    numbers. What the place displaced decides only between scores that agree in all other bits: those few are put in
    order afterwards.

    >>> order, tied = ascending(np.array([0.3, -1.0, 0.3, 0.1]))
    >>> order.tolist(), tied
    ([1, 3, 0, 2], True)
    """
    bits = max(1, (scores.size - 1).bit_length())
    keys = _keys(scores, bits)
    keys.sort()
    alike = np.flatnonzero(_neighbours(keys, bits))
    order = np.bitwise_and(keys, (1 << bits) - 1, out=keys)
    if alike.size <= scores.size // _MANY:
        return order, _settle(order, scores, alike)
    values = scores[order]
    if (values[1:] < values[:-1]).any():
        order = np.argsort(scores, kind="stable")
        values = scores[order]
    return order, bool((values[1:] == values[:-1]).any())


def compact(places: Ints) -> Places:
    """Return places in four bytes each, where they fit."""
    return places.astype(np.int32) if places.size < _LARGE else places


def put_back(values: NDArray[Any], order: Places) -> NDArray[Any]:
    """Return values that stand in order at the places that they came from.

    >>> put_back(np.array([7, 8, 9]), np.array([2, 0, 1], dtype=np.int32)).tolist()
    [8, 9, 7]
    """
    placed = np.empty_like(values)
    for start in range(0, values.size, _AT_ONCE):
        # Numbers as wide as addresses are places; narrower ones would be widened more slowly on the way.
        places = order[start : start + _AT_ONCE].astype(np.intp)
        placed[places] = values[start : start + _AT_ONCE]
    return placed


def _keys(scores: Floats, bits: int) -> NDArray[np.int64]:
    """Return whole numbers that ascend with the scores, each with its place in the last `bits` bits."""
    keys = np.add(scores, 0.0, dtype=np.float64).view(np.int64)  # a copy, in which -0.0 is 0.0
    largest = np.int64(np.iinfo(np.int64).max)
    rest = np.int64(-1) << np.int64(bits)
    for start in range(0, keys.size, _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        # Of negative scores all bits but the sign are turned: they descend as the score ascends.
        some ^= (some >> 63) & largest
        some &= rest
        some |= np.arange(start, start + some.size, dtype=np.int64)
    return keys


def _neighbours(keys: NDArray[np.int64], bits: int) -> NDArray[np.bool_]:
    """Say of each key but the last whether the next agrees with it in all bits that are not the place's."""
    near = np.empty(max(0, keys.size - 1), dtype=np.bool_)
    for start in range(0, near.size, _AT_ONCE):
        some = keys[start : start + _AT_ONCE + 1]
        np.equal(some[:-1] >> bits, some[1:] >> bits, out=near[start : start + _AT_ONCE])
    return near


def _settle(order: Ints, scores: Floats, alike: NDArray[np.intp]) -> bool:
    """Put scores that agree with the next in their leading bits in order, in place; say whether any are equal."""
    which = np.union1d(alike, alike + 1)
    run = np.cumsum(~np.isin(which - 1, alike, assume_unique=True))
    places = order[which]
    values = scores[places]
    sorted_ = np.lexsort((places, values, run))
    order[which] = places[sorted_]
    values = values[sorted_]
    return bool(((values[1:] == values[:-1]) & (run[1:] == run[:-1])).any())
