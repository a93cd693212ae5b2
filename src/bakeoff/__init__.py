"""Compare classifiers with statistical rigour: who wins, by how much, and can you trust it."""

from importlib import import_module
from typing import TYPE_CHECKING

from bakeoff.core.errors import BakeoffError
from bakeoff.core.version import __version__

if TYPE_CHECKING:
    from bakeoff.api.audit import Audit, audit
    from bakeoff.api.calibrate import Calibration, calibrate
    from bakeoff.api.compare import compare
    from bakeoff.api.comparison import Comparison
    from bakeoff.api.documents import load_result
    from bakeoff.api.estimate import Estimates, estimate
    from bakeoff.api.explain import Explanation, explain
    from bakeoff.api.leaderboard import Leaderboard, leaderboard
    from bakeoff.api.paper_audit import PaperAudit, audit_paper
    from bakeoff.api.plan import Plan, plan
    from bakeoff.api.published import load_published
    from bakeoff.api.read import ReadEvidence, read
    from bakeoff.api.selftest.run import Selftest, selftest
    from bakeoff.api.study.study import Results, Study
    from bakeoff.api.teaching.simulate import SimulationResult, simulate
    from bakeoff.api.trade_off import plot_trade_off

__all__ = [
    "Audit",
    "BakeoffError",
    "Calibration",
    "Comparison",
    "Estimates",
    "Explanation",
    "Leaderboard",
    "PaperAudit",
    "Plan",
    "ReadEvidence",
    "Results",
    "Selftest",
    "SimulationResult",
    "Study",
    "__version__",
    "audit",
    "audit_paper",
    "calibrate",
    "compare",
    "estimate",
    "explain",
    "leaderboard",
    "load_published",
    "load_result",
    "plan",
    "plot_trade_off",
    "read",
    "selftest",
    "simulate",
]
HOMES = {
    "Audit": "audit",
    "Calibration": "calibrate",
    "Comparison": "comparison",
    "Estimates": "estimate",
    "Explanation": "explain",
    "Leaderboard": "leaderboard",
    "PaperAudit": "paper_audit",
    "Plan": "plan",
    "ReadEvidence": "read",
    "Results": "study.study",
    "Study": "study.study",
    "Selftest": "selftest.run",
    "audit": "audit",
    "audit_paper": "paper_audit",
    "calibrate": "calibrate",
    "compare": "compare",
    "estimate": "estimate",
    "explain": "explain",
    "leaderboard": "leaderboard",
    "load_published": "published",
    "load_result": "documents",
    "plan": "plan",
    "plot_trade_off": "trade_off",
    "read": "read",
    "selftest": "selftest.run",
    "simulate": "teaching.simulate",
    "SimulationResult": "teaching.simulate",
}


def __getattr__(name: str) -> object:
    # The mathematics is imported when it is asked for: `bakeoff --help` should not wait for it.
    if name not in HOMES:
        raise AttributeError(f"module 'bakeoff' has no attribute {name!r}")
    try:
        offered = getattr(import_module(f"bakeoff.api.{HOMES[name]}"), name)
        if not isinstance(offered, type):
            offered = import_module("bakeoff.api.python_calls").open_to_python(offered)
            globals()[name] = offered
        return offered
    except ModuleNotFoundError as error:
        from bakeoff.api.extras import missing_extra

        raise missing_extra(error, where=f"bakeoff.{name}") or error from None


def __dir__() -> list[str]:
    return sorted(__all__)
