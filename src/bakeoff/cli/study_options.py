"""Options of `bakeoff run` that are words: how long a run may take, and where it runs."""

import re

from bakeoff.core.errors import UsageError
from bakeoff.core.words import quote_text

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


def read_duration(text: str) -> float:
    """Return a time with its unit in seconds.

    >>> read_duration("90s"), read_duration("1.5h")
    (90.0, 5400.0)
    """
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhd])", text.strip().lower())
    if parts is None or float(parts[1]) == 0:
        raise UsageError(
            f"{quote_text(text)} is no time",
            where="--time-budget",
            fix="write a number with its unit: 90s, 45m, 8h or 2d",
            code="BO853",
        )
    return float(parts[1]) * _UNITS[parts[2]]


def name_engine(engine: str | None, scheduler: str | None) -> str | None:
    """Return the engine with the address of its scheduler.

    >>> name_engine("dask", "10.0.0.1:8786"), name_engine("ray", None)
    ('dask://10.0.0.1:8786', 'ray')
    """
    if scheduler is None:
        return engine
    if engine not in ("dask", "ray"):
        raise UsageError(
            "a scheduler is that of an engine",
            where="--scheduler",
            fix=f"say which: --engine dask --scheduler {scheduler}",
            code="BO476",
        )
    return f"{engine}://{scheduler.removeprefix('tcp://')}"
