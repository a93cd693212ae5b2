"""The tail of a sum of numbers with random signs, by an Edgeworth series."""

from math import pi, sqrt

import numpy as np
from scipy import special

from bakeoff.core.evidence import Floats


def edgeworth_tail(excess: Floats, second: Floats, fourth: Floats, sixth: Floats) -> Floats:
    """Return P(S >= excess) for a sum S of numbers with random signs, given the sums of their even powers.

    The Edgeworth series up to the sixth cumulant; `excess` comes with its continuity correction.
    """
    variance = np.maximum(second, 1.0)
    x = excess / np.sqrt(variance)
    k4, k6 = -2 * fourth / variance**2, 16 * sixth / variance**3
    series = (
        k4 / 24 * (x**3 - 3 * x)
        + k6 / 720 * (x**5 - 10 * x**3 + 15 * x)
        + k4**2 / 1152 * (x**7 - 21 * x**5 + 105 * x**3 - 105 * x)
    )
    return np.asarray(special.ndtr(-x) + np.exp(-(x**2) / 2) / sqrt(2 * pi) * series)
