"""The gate for continuous integration: an exit code from the verdict."""

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Verdict
from bakeoff.core.words import listed


def passes(comparison: Comparison, gate: str) -> tuple[bool, str]:
    """Say whether every pair passes the gate, and why.

    `better` asks that b is shown to be better. `not-worse` with a margin asks that b is shown to lose less
    than the margin; without a margin it asks only that b is not shown to be worse.
    """
    failing = [p for p in comparison.pairs if not _passes(p, gate, comparison.settings.margin)]
    if failing:
        return False, listed([f"{p.b} against {p.a} is {p.verdict}" for p in failing])
    if gate == "not-worse" and comparison.settings.margin == 0:
        return True, "not shown to be worse (give --margin to have it shown that the loss is smaller)"
    return True, listed([f"{p.b} against {p.a} is {p.verdict}" for p in comparison.pairs])


def _passes(pair: Pair, gate: str, margin: float) -> bool:
    if gate == "better":
        return pair.verdict is Verdict.BETTER
    if margin == 0:
        return pair.verdict is not Verdict.WORSE
    return pair.result.estimate.interval.low > -margin
