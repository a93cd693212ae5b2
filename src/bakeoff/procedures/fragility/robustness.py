"""How robust a verdict looks when there is nothing behind it: rates to hold a smallest flip against.

Among verdicts on normal differences with no true difference, at 95 % and two-sided: how many of the decided ones
survive the loss of any 1, 2, … datasets, and how many of the undecided ones can be turned by leaving out 1, 2, ….
Measured with `python -m validation.fragility rates --wanted 2000` on 2026-11-15: 2,000 decided and 2,000 undecided
verdicts for each number (the standard error of a rate is 0.011 at most), drawn among some 40,000 tables or more.
The sign test's rates are exact and computed. A true difference makes decided verdicts more robust, choosing
the datasets makes them less so: a rate is something to compare with, not a p-value.
"""

from functools import lru_cache
from math import comb, log
from typing import NamedTuple

import numpy as np

from bakeoff.core.results import Verdict
from bakeoff.procedures.fragility.verdict_changes import smallest_flip


class Rates(NamedTuple):
    """Shares by the number of datasets left out, from one upwards; up to ten, or until nothing changes."""

    decided_survive: tuple[float, ...]  # no removal of so many, or fewer, changes the verdict
    undecided_flip: tuple[float, ...]  # some removal of so many, or fewer, decides it


TABULATED = 10  # datasets left out
MEASURED: dict[str, dict[int, Rates]] = {
    "paired-t": {
        5: Rates((0.275, 0.024, 0), (0.134, 0.32, 0.504)),
        6: Rates((0.346, 0.077, 0.009, 0), (0.124, 0.306, 0.518, 0.676)),
        7: Rates((0.405, 0.118, 0.021, 0.002, 0), (0.135, 0.335, 0.563, 0.723, 0.832)),
        8: Rates((0.423, 0.136, 0.031, 0.005, 0), (0.133, 0.367, 0.626, 0.793, 0.878, 0.931)),
        9: Rates((0.463, 0.178, 0.053, 0.011, 0.001, 0), (0.134, 0.339, 0.606, 0.828, 0.897, 0.944, 0.974)),
        10: Rates(
            (0.443, 0.175, 0.064, 0.018, 0.004, 0), (0.121, 0.329, 0.605, 0.851, 0.936, 0.966, 0.985, 0.994)
        ),
        12: Rates(
            (0.467, 0.192, 0.073, 0.027, 0.006, 0.003, 0.001, 0),
            (0.126, 0.327, 0.576, 0.847, 0.971, 0.99, 0.993, 0.995, 0.998, 0.999),
        ),
        15: Rates(
            (0.481, 0.218, 0.104, 0.04, 0.018, 0.007, 0.003, 0.001, 0.001, 0),
            (0.116, 0.287, 0.543, 0.822, 0.991, 1, 1),
        ),
        20: Rates(
            (0.509, 0.263, 0.131, 0.07, 0.035, 0.015, 0.005, 0.002, 0.001),
            (0.111, 0.266, 0.488, 0.751, 0.976, 1),
        ),
        30: Rates(
            (0.533, 0.273, 0.144, 0.074, 0.037, 0.019, 0.011, 0.005, 0.002, 0.001),
            (0.1, 0.235, 0.408, 0.62, 0.856, 0.995, 1),
        ),
        50: Rates(
            (0.549, 0.312, 0.172, 0.099, 0.059, 0.032, 0.018, 0.009, 0.005, 0.003),
            (0.07, 0.164, 0.292, 0.445, 0.636, 0.817, 0.982, 1),
        ),
        100: Rates(
            (0.604, 0.37, 0.23, 0.139, 0.084, 0.049, 0.029, 0.018, 0.011, 0.009),
            (0.05, 0.117, 0.194, 0.285, 0.4, 0.53, 0.678, 0.809, 0.967, 0.999),
        ),
    },
    "wilcoxon": {
        6: Rates((0,), (0,)),
        7: Rates((0.313, 0), (0.078,)),
        8: Rates((0.588, 0.185, 0), (0.137, 0.255)),
        9: Rates((0.493, 0.293, 0.099, 0), (0.13, 0.341, 0.491)),
        10: Rates((0.405, 0.194, 0.115, 0.034, 0), (0.091, 0.289, 0.587, 0.74)),
        12: Rates((0.495, 0.295, 0.124, 0.066, 0.043, 0.018, 0), (0.092, 0.308, 0.507, 0.812, 1)),
        15: Rates(
            (0.532, 0.257, 0.116, 0.054, 0.029, 0.011, 0.006, 0.003, 0.001, 0),
            (0.102, 0.271, 0.475, 0.748, 0.998, 1),
        ),
        20: Rates(
            (0.549, 0.279, 0.138, 0.074, 0.036, 0.017, 0.009, 0.004, 0.001, 0),
            (0.091, 0.225, 0.377, 0.608, 0.88, 1),
        ),
        30: Rates(
            (0.562, 0.327, 0.194, 0.11, 0.06, 0.034, 0.018, 0.007, 0.004, 0.003),
            (0.058, 0.167, 0.316, 0.494, 0.677, 0.901, 1),
        ),
        50: Rates(
            (0.631, 0.402, 0.263, 0.17, 0.095, 0.056, 0.036, 0.021, 0.011, 0.008),
            (0.047, 0.103, 0.201, 0.33, 0.469, 0.628, 0.787, 0.958, 1),
        ),
        100: Rates(
            (0.695, 0.491, 0.341, 0.238, 0.16, 0.107, 0.071, 0.051, 0.032, 0.019),
            (0.026, 0.065, 0.112, 0.179, 0.262, 0.34, 0.451, 0.558, 0.68, 0.812),
        ),
    },
    "sign-flip": {
        6: Rates((0,), (0,)),
        7: Rates((0.345, 0), (0.083,)),
        8: Rates((0.498, 0.153, 0), (0.128, 0.255)),
        9: Rates((0.503, 0.245, 0.082, 0), (0.126, 0.317, 0.464)),
        10: Rates((0.481, 0.247, 0.125, 0.044, 0), (0.123, 0.329, 0.604, 0.74)),
        12: Rates((0.502, 0.247, 0.12, 0.059, 0.03, 0.009, 0), (0.13, 0.331, 0.586, 0.875, 1)),
        15: Rates(
            (0.498, 0.237, 0.128, 0.065, 0.032, 0.019, 0.008, 0.004, 0.001, 0),
            (0.117, 0.304, 0.572, 0.848, 1, 1),
        ),
        20: Rates(
            (0.505, 0.265, 0.129, 0.066, 0.03, 0.014, 0.009, 0.005, 0.003, 0.002),
            (0.102, 0.275, 0.492, 0.75, 0.987, 1),
        ),
    },
}


def share_as_robust(n: int, removed: int, test: str) -> float | None:
    """Return how often a decided verdict with no true difference takes the removal of as many datasets, or more.

    None where nothing was measured: for fewer or more datasets than in the table.

    >>> share_as_robust(10, 1, "paired-t"), share_as_robust(10, 3, "paired-t") < 0.25
    (1.0, True)
    """
    return 1.0 if removed <= 1 else _robustness_rate(n, removed - 1, test, decided=True)


def share_as_easily_turned(n: int, removed: int, test: str) -> float | None:
    """Return how often an undecided verdict with no true difference is decided by the loss of as few datasets.

    >>> 0.25 < share_as_easily_turned(10, 2, "paired-t") < 0.4
    True
    """
    return _robustness_rate(n, removed, test, decided=False)


def _robustness_rate(n: int, removed: int, test: str, *, decided: bool) -> float | None:
    if test == "sign":
        rates = _sign_rates(n)
        return None if rates is None else _rate_after(rates, removed, decided=decided)
    table = MEASURED[test] if test != "sign-flip" or n <= max(MEASURED[test]) else MEASURED["paired-t"]
    if removed > TABULATED or not min(table) <= n <= max(table):
        return None
    low, high = max(m for m in table if m <= n), min(m for m in table if m >= n)
    share = 0.0 if low == high else log(n / low) / log(high / low)
    ends = [_rate_after(table[m], removed, decided=decided) for m in (low, high)]
    return round(ends[0] + share * (ends[1] - ends[0]), 3)


def _rate_after(rates: Rates, removed: int, *, decided: bool) -> float:
    shares = rates.decided_survive if decided else rates.undecided_flip
    return shares[min(removed, len(shares)) - 1]


@lru_cache(maxsize=64)
def _sign_rates(n: int) -> Rates | None:
    """Return the exact rates of the sign test; None if so few datasets cannot be decided."""
    never = n + 1
    sizes: dict[bool, list[tuple[int, int]]] = {
        True: [],
        False: [],
    }  # how many must go, in how many of 2^n ways
    for wins in range(n + 1):
        flip = smallest_flip(np.repeat([1.0, -1.0], [wins, n - wins]), test="sign")
        decided = flip is not None and flip.before.verdict is not Verdict.UNDECIDED
        sizes[decided].append((never if flip is None else len(flip.removed), comb(n, wins)))
    if not sizes[True]:
        return None
    total = {key: sum(ways for _, ways in found) for key, found in sizes.items()}
    survive = (sum(w for k, w in sizes[True] if k > removed) / total[True] for removed in range(1, n + 1))
    turned = (sum(w for k, w in sizes[False] if k <= removed) / total[False] for removed in range(1, n + 1))
    return Rates(tuple(survive), tuple(turned))
