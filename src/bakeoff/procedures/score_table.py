"""What every procedure on a table of scores asks of it before it computes."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, Ints

Pairs = Sequence[tuple[int, int]]


def complete(scores: Floats) -> Floats:
    """Return the datasets × classifiers scores as floats, or say what is wrong with them.

    They are not rounded: whoever ranks or subtracts them does that (`ranked`, `advantage`), once, since rounding twice
    breaks ties.

    >>> complete(np.array([[1, 2], [3, 4]])).tolist()
    [[1.0, 2.0], [3.0, 4.0]]
    """
    values = with_gaps(scores)
    if np.isnan(values).any():
        raise ProcedureError(
            f"{np.count_nonzero(np.isnan(values))} of the {values.size} scores are missing",
            where="scores",
            fix="leave out the datasets with a gap, or use the Skillings–Mack test, which allows for gaps",
            code="BO052",
        )
    return values


def with_gaps(scores: Floats) -> Floats:
    """Return the same for a table in which NaN marks a missing score."""
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or values.shape[1] < 2:
        raise ProcedureError(
            f"scores of shape {values.shape} do not compare classifiers",
            where="scores",
            fix="give one row for each dataset and one column for each of two classifiers or more",
            code="BO052",
        )
    if values.shape[0] < 2:
        raise ProcedureError(
            f"a comparison over datasets needs two or more; there are {values.shape[0]}",
            where="scores",
            fix="compare the classifiers on more datasets, or within the one by its resamples",
            code="BO051",
        )
    if np.isinf(values).any():
        raise ProcedureError(
            f"{np.count_nonzero(np.isinf(values))} of the {values.size} scores are infinite",
            where="scores",
            fix="a score that could not be computed is missing, not infinite",
            code="BO052",
        )
    return values


def columns(pairs: Pairs, *, classifiers: int) -> tuple[Ints, Ints]:
    """Return the columns of all a and of all b, or refuse a pair that the table does not have."""
    indices = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    a, b = indices[:, 0], indices[:, 1]
    if ((indices < 0) | (indices >= classifiers)).any() or (a == b).any():
        raise ProcedureError(
            f"a pair is two different columns of the {classifiers} there are",
            where=f"pairs = {pairs!r:.80}",
            fix=f"count the columns from 0 to {classifiers - 1}",
            code="BO053",
        )
    return a, b


def check_distinct(pairs: Pairs) -> None:
    """Refuse a pair that stands twice, in whichever order: a family in which it counts twice is another family."""
    met: set[tuple[int, int]] = set()
    for a, b in pairs:
        pair = (min(a, b), max(a, b))
        if pair in met:
            break
        met.add(pair)
    else:
        return
    raise ProcedureError(
        f"the pair of columns {a} and {b} is named twice",
        where="pairs",
        fix="name each pair once: (a, b) or (b, a)",
        code="BO057",
    )
