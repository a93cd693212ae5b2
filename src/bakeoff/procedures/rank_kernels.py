"""The two loops that numba runs faster than numpy, with the very same results; used when it is installed."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Ints
from bakeoff.procedures.rankings import Ranking, Weights, area, weighted_auc

Engine = Literal["auto", "numpy", "numba"]

_AT_ONCE = 1 << 16  # weights that are looked up at a time
_WORTH_COMPILING = 500_000_000  # weights; some seconds of numpy against the time that numba takes to start


class Kernels(NamedTuple):
    """How weights are looked up and areas scanned."""

    look_up: Callable[[NDArray[np.uint16], Weights], Weights]
    auc: Callable[[Ranking, Weights], float]


def kernels(engine: Engine, *, weights: int) -> Kernels:
    """Return the loops of an engine: "numpy", "numba", or "auto" for the faster one for so many weights."""
    installed = find_spec("numba") is not None
    if engine == "numba" and not installed:
        raise ProcedureError(
            "numba is not installed", where="engine", fix="install bakeoff[fast], or use numpy", code="BO053"
        )
    wanted = engine == "numba" or (engine == "auto" and weights >= _WORTH_COMPILING)
    return _compiled() if wanted and installed else Kernels(_look_up, weighted_auc)


def _look_up(bits: NDArray[np.uint16], counts: Weights) -> Weights:
    """Look up a part at a time: sixteen bits are widened to addresses on the way."""
    weights = np.empty(bits.size, dtype=np.uint8)
    for start in range(0, bits.size, _AT_ONCE):
        counts.take(bits[start : start + _AT_ONCE], mode="wrap", out=weights[start : start + _AT_ONCE])
    return weights


@cache
def _compiled() -> Kernels:
    import numba

    compile_: Any = numba.njit(cache=True, nogil=True)
    look_up, scan = compile_(_look_up_loop), compile_(_scan_loop)

    def auc(ranked: Ranking, weights: Weights) -> float:
        found = scan(ranked.positive, weights, ranked.starts, ranked.middles, ranked.ends)
        return area(*(int(count) for count in found))

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
