"""Where a monotone function crosses a value: the one root finder that the intervals share."""

from collections.abc import Callable

_STEPS = 200  # halvings; from an interval of length 1 down to 1e-60, past what a double can tell apart


def crossing(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return the point between `low` and `high` where `holds` turns from false to true.

    `holds` must be false below some point and true above it. It need not be continuous: where it is
    the sign of a continuous function, the point is that function's root, to the last bit.

    >>> crossing(lambda x: x * x >= 2, 0.0, 2.0)
    1.4142135623730951
    """
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def first_count(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the smallest integer in `low` … `high` for which `holds`; `high` if there is none below it.

    >>> first_count(lambda k: k * k >= 50, 0, 100)
    8
    """
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
