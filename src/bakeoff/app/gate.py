"""The gate for continuous integration: an exit code from the verdict."""

from dataclasses import replace
from typing import Any

from bakeoff.app.ledger import look_at
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding
from bakeoff.core.ledger import Spending
from bakeoff.core.results import Verdict, significance
from bakeoff.core.words import listed
from bakeoff.render.numbers import margin_text


def passes(comparison: Comparison, gate: str) -> tuple[bool, str]:
    """Say whether every pair passes the gate, and why.

    `better` asks that b is shown to be better. `not-worse` with a margin asks that b is shown to lose less
    than the margin; without a margin it asks only that b is not shown to be worse. Where the project has a ledger,
    what must be shown is judged at the level that this look may spend. Without a margin nothing is shown by passing, so
    a look is then judged by itself: a stricter level would only let more through.
    """
    shows = gate == "better" or comparison.settings.margin > 0
    look = look_at(comparison) if shows else None
    judged, how = (comparison, "") if look is None else _over_looks(comparison, look)
    failing = [p for p in judged.pairs if not _passes(p, gate, judged.settings.margin)]
    if failing:
        return False, listed([_said(p, gate, judged, passed=False) for p in failing]) + how
    if not shows:
        return True, "not shown to be worse (give --margin to have it shown that the loss is smaller)"
    return True, listed([_said(p, gate, judged, passed=True) for p in judged.pairs]) + how


def _said(pair: Pair, gate: str, comparison: Comparison, *, passed: bool) -> str:
    if gate == "not-worse" and comparison.settings.margin > 0:
        margin = margin_text(comparison.settings.margin, comparison.evidence.measure.unit)
        return f"{pair.b} is {'' if passed else 'not '}shown to lose less than {margin} against {pair.a}"
    return f"{pair.b} against {pair.a} is {pair.verdict}"


def _passes(pair: Pair, gate: str, margin: float) -> bool:
    if gate == "better":
        return pair.verdict is Verdict.BETTER
    if margin == 0:
        return pair.verdict is not Verdict.WORSE
    return pair.result.estimate.interval.low > -margin


def _over_looks(comparison: Comparison, look: Finding) -> tuple[Comparison, str]:
    """Return the comparison as its look is judged, and how in a few words."""
    from bakeoff.inference.compare import compare

    level, spending = float(str(look.detail["level_of_look"])), Spending(str(look.detail["spending"]))
    evidence = comparison.predictions or comparison.evidence
    again = compare(evidence, replace(comparison.settings, level=level), costs=comparison.costs)
    if spending is Spending.HOLM:
        again = replace(again, pairs=tuple(_standing(p, look) for p in again.pairs))
    said = f"look {look.detail['look']} at this data, judged at p < {significance(level):.2g} ({spending})"
    return again, f"; {said}"


def _standing(pair: Pair, look: Finding) -> Pair:
    """Return a pair with the verdict that stands by Holm's method over all that was tested; its interval stays."""
    rows: Any = look.detail["pairs"]
    said = {(row["a"], row["b"]): Verdict(row["verdict_over_looks"]) for row in rows}
    return replace(pair, verdict=said.get((pair.a, pair.b), pair.verdict))
