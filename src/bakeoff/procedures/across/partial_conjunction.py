"""Partial conjunction: on how many datasets, at least, there is a difference."""

from math import fsum, inf, log
from typing import Literal

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import significance
from bakeoff.core.summaries import PartialConjunction
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import chi2_sf

Combination = Literal["bonferroni", "simes", "fisher"]

_HOLDS = {
    "bonferroni": "each p-value is valid; they may depend on each other in any way",
    "simes": "each p-value is valid, and they are independent or positively dependent",
    "fisher": "each p-value is valid, and they are independent: no example serves two datasets",
}


@check_arguments
def partial_conjunction(
    p_values: Floats, *, level: float = 0.95, combine: Combination = "bonferroni"
) -> PartialConjunction:
    """Bound from below the number of datasets on which there is a difference.

    Parameters
    ----------
    p_values : array of shape (n,)
        One for each dataset, each valid by itself: such as those of `corrected_t` on its folds.
    level : float
        Confidence in the bound.
    combine : {"bonferroni", "simes", "fisher"}
        "bonferroni" holds under any dependence, and its bound is the number of Holm's rejections; "simes"
        under positive dependence; "fisher", the strongest against many weak differences, under independence.

    Raises
    ------
    ProcedureError
        BO052 for other than a list of p-values, BO053 for an unknown combination.

    Notes
    -----
    Null for each u: fewer than u of the n datasets show a difference. It is tested on the n − u + 1 largest
    p-values, so that no dataset can carry the others. The bound is the largest u for which that null and all
    before it are rejected; it is too large with probability 1 − level at most. From two-sided p-values it
    counts datasets with a difference in either direction, from one-sided ones those on which b is better. It
    does not say which datasets those are, and a low bound is no evidence that the others show no difference.
    Source: `benjamini2008`.

    Examples
    --------
    >>> partial_conjunction(np.array([0.001, 0.004, 0.012, 0.4, 0.8])).at_least
    3
    """
    check_level(level)
    _check_p_values(p_values, combine)
    ordered = np.sort(p_values)
    n = ordered.size
    alone = [_COMBINATIONS[combine](ordered[u - 1 :]) for u in range(1, n + 1)]
    # Datasets that differ on u show a difference on u - 1 too: a later null is never easier to reject.
    lasting = np.maximum.accumulate(np.minimum(alone, 1.0))
    return PartialConjunction(
        at_least=int((lasting < significance(level)).sum()),
        p_values=tuple(float(p) for p in lasting),
        n=n,
        level=level,
        method=f"{combine.title()} combination of the largest p-values",
        assumptions=(_HOLDS[combine],),
        citation="benjamini2008",
    )


def _bonferroni_p(largest: Floats) -> float:
    return largest.size * float(largest[0])


def _simes_p(largest: Floats) -> float:
    return float((largest.size * largest / np.arange(1, largest.size + 1)).min())


def _fisher_p(largest: Floats) -> float:
    evidence = fsum(-2 * log(p) if p > 0 else inf for p in largest)
    return chi2_sf(evidence, 2 * largest.size)


_COMBINATIONS = {"bonferroni": _bonferroni_p, "simes": _simes_p, "fisher": _fisher_p}


def _check_p_values(p_values: Floats, combine: str) -> None:
    if p_values.ndim != 1 or p_values.size == 0 or not ((p_values >= 0) & (p_values <= 1)).all():
        raise ProcedureError(
            "p-values lie between 0 and 1, one for each dataset",
            where=f"p_values, of shape {p_values.shape}",
            fix="leave out datasets on which the test could not be computed, and say how many they were",
            code="BO052",
        )
    if combine not in _COMBINATIONS:
        raise ProcedureError(
            f"there is no combination called {combine!r}",
            where="combine",
            fix=f"use one of: {', '.join(_COMBINATIONS)}",
            code="BO053",
        )
