"""Compare classifiers with statistical rigour: who wins, by how much, and can you trust it."""

from typing import TYPE_CHECKING

from bakeoff.core.errors import BakeoffError
from bakeoff.core.version import __version__

if TYPE_CHECKING:
    from bakeoff.app.door import Comparison, compare
    from bakeoff.app.estimating import Estimates, estimate

__all__ = ["BakeoffError", "Comparison", "Estimates", "__version__", "compare", "estimate"]


def __getattr__(name: str) -> object:
    # The mathematics is imported when it is asked for: `bakeoff --help` should not wait for it.
    if name not in __all__:
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    from bakeoff.app import door, estimating

    return getattr(estimating if name in ("Estimates", "estimate") else door, name)


def __dir__() -> list[str]:
    return sorted(__all__)
