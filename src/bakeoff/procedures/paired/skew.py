"""Whether differences have a long tail on one side: their skewness against that of flipped signs about the median."""

import numpy as np

from bakeoff.core.arrays import Floats

FLIPS = 999
_TIE = 1e-9


def left_tail_p_value(differences: Floats, *, rng: np.random.Generator) -> float:
    """Return how likely differences that are symmetric about their median have as long a tail of low values.

    The sizes of the deviations from the median keep their place and their signs are drawn anew: heavy tails on both
    sides are no skew. The median is taken from the same differences, so that the level is not exact; what the finding
    that uses it does was measured in docs/validity/skewed.md.

    >>> differences = np.r_[np.linspace(0.8, 1.3, 25), -4.0, -5.0, -6.0, -8.0, -9.0]
    >>> left_tail_p_value(differences, rng=np.random.default_rng(0)) < 0.05
    True
    """
    centred: Floats = differences - float(np.median(differences))
    size = float(np.abs(centred).max(initial=0.0))
    if size == 0:
        return 1.0
    centred = centred / size
    signs: Floats = (2 * rng.integers(0, 2, size=(FLIPS, centred.size)) - 1).astype(np.float64)
    own = _row_skewness(centred[None, :])[0]
    flipped: Floats = signs * np.abs(centred)
    return float((1 + np.count_nonzero(_row_skewness(flipped) <= own + _TIE)) / (FLIPS + 1))


def _row_skewness(rows: Floats) -> Floats:
    deviations = rows - rows.mean(axis=1, keepdims=True)
    squares = (deviations**2).mean(axis=1)
    cubes: Floats = (deviations**3).mean(axis=1)
    skewness: Floats = np.divide(cubes, squares**1.5, out=np.zeros_like(cubes), where=squares > _TIE**2)
    return skewness
