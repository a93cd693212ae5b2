"""Compare classifiers with statistical rigour: who wins, by how much, and can you trust it."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bakeoff.core.errors import BakeoffError
from bakeoff.core.version import __version__

if TYPE_CHECKING:
    from bakeoff.app.auditing import Audit, audit
    from bakeoff.app.calibrating import Calibration, calibrate
    from bakeoff.app.door import Comparison, compare
    from bakeoff.app.estimating import Estimates, estimate
    from bakeoff.app.explaining import Explanation, explain
    from bakeoff.app.planning import Plan, plan
    from bakeoff.app.published import load_published
    from bakeoff.app.selftest.run import Selftest, selftest
    from bakeoff.app.study import Results, Study
    from bakeoff.app.trade_offs import plot_trade_off
else:
    from bakeoff import audit

__all__ = [
    "Audit",
    "BakeoffError",
    "Calibration",
    "Comparison",
    "Estimates",
    "Explanation",
    "Plan",
    "Results",
    "Selftest",
    "Study",
    "__version__",
    "audit",
    "calibrate",
    "compare",
    "estimate",
    "explain",
    "load_published",
    "plan",
    "plot_trade_off",
    "selftest",
]
HOMES = {
    "Audit": "auditing",
    "Calibration": "calibrating",
    "Comparison": "door",
    "Estimates": "estimating",
    "Explanation": "explaining",
    "Plan": "planning",
    "Results": "study",
    "Study": "study",
    "Selftest": "selftest.run",
    "calibrate": "calibrating",
    "compare": "door",
    "estimate": "estimating",
    "explain": "explaining",
    "load_published": "published",
    "plan": "planning",
    "plot_trade_off": "trade_offs",
    "selftest": "selftest.run",
}


class _AuditRoom(ModuleType):
    """The room of the audit, which is also the verb: `bakeoff.audit(comparison)`."""

    def __call__(self, evidence: object, **told: Any) -> object:  # noqa: ANN401 - see bakeoff.app.auditing.audit
        verb = import_module("bakeoff.app.auditing").audit
        return import_module("bakeoff.app.python_door").open_to_python(verb)(evidence, **told)


# The package has a room and a verb of one name; importing the room would hide the verb, so the room answers to both.
audit.__class__ = _AuditRoom  # type: ignore[assignment]


def __getattr__(name: str) -> object:
    # The mathematics is imported when it is asked for: `bakeoff --help` should not wait for it.
    if name not in HOMES:
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    try:
        found = getattr(import_module(f"bakeoff.app.{HOMES[name]}"), name)
        if isinstance(found, type):
            return found
        globals()[name] = import_module("bakeoff.app.python_door").open_to_python(found)
        return globals()[name]
    except ModuleNotFoundError as error:
        from bakeoff.app.needs import missing_extra

        raise missing_extra(error, where=f"bakeoff.{name}") or error from None


def __dir__() -> list[str]:
    return sorted(__all__)
