"""What every procedure on paired differences asks of them before it computes."""

from math import floor, inf, isfinite, log10

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats
from bakeoff.procedures.resamples import check_level


def checked(differences: Floats, *, level: float, least: int = 1) -> Floats:
    """Return the differences as a flat array of floats, or say what is wrong with them.

    >>> checked(np.array([1, 2]), level=0.95).tolist()
    [1.0, 2.0]
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.ndim != 1:
        raise ProcedureError(
            f"the differences must be one number for each dataset, not an array of shape {values.shape}",
            where="differences",
            fix="hand over one column: the advantage of b over a on each dataset",
            code="BO052",
        )
    if not np.isfinite(values).all():
        raise ProcedureError(
            f"{np.count_nonzero(~np.isfinite(values))} of the {values.size} differences are not finite numbers",
            where="differences",
            fix="leave out the datasets on which one of the two has no score",
            code="BO052",
        )
    if values.size < least:
        raise ProcedureError(
            f"the test needs {least} or more differences; there are {values.size}",
            where="differences",
            fix="compare the classifiers on more datasets",
            code="BO051",
        )
    check_level(level)
    return values + 0.0  # no negative zero


def decimal(value: float, *, like: Floats) -> float:
    """Return a value that was made from decimal numbers without the noise of adding and halving them.

    Thirteen digits of the largest of those numbers are kept; they have twelve (see `advantage`).

    >>> (0.1 + 0.2) / 2, decimal((0.1 + 0.2) / 2, like=np.array([0.1, 0.2]))
    (0.15000000000000002, 0.15)
    """
    largest = float(np.abs(like).max())
    return round(value, 12 - floor(log10(largest))) + 0.0 if 0 < largest < inf and isfinite(value) else value


def unknown(choice: str, *, where: str, known: tuple[str, ...]) -> ProcedureError:
    """Return the error for a choice that does not exist."""
    return ProcedureError(
        f"there is no {where}={choice!r}", where=where, fix=f"use one of {', '.join(known)}", code="BO053"
    )
