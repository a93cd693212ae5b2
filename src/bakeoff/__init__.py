"""Compare classifiers with statistical rigour: who wins, by how much, and can you trust it."""

from importlib import import_module
from typing import TYPE_CHECKING

from bakeoff.core.errors import BakeoffError
from bakeoff.core.version import __version__

if TYPE_CHECKING:
    from bakeoff.app.door import Comparison, compare
    from bakeoff.app.estimating import Estimates, estimate
    from bakeoff.app.planning import Planned, plan
    from bakeoff.app.study import Results, Study
    from bakeoff.app.trade_offs import plot_trade_off

__all__ = [
    "BakeoffError",
    "Comparison",
    "Estimates",
    "Planned",
    "Results",
    "Study",
    "__version__",
    "compare",
    "estimate",
    "plan",
    "plot_trade_off",
]
HOMES = {
    "Comparison": "door",
    "Estimates": "estimating",
    "Planned": "planning",
    "Results": "study",
    "Study": "study",
    "compare": "door",
    "estimate": "estimating",
    "plan": "planning",
    "plot_trade_off": "trade_offs",
}


def __getattr__(name: str) -> object:
    # The mathematics is imported when it is asked for: `bakeoff --help` should not wait for it.
    if name not in HOMES:
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    return getattr(import_module(f"bakeoff.app.{HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
