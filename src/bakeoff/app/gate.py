"""The gate for continuous integration: an exit code from the verdict."""

from dataclasses import replace
from typing import Any, TypeVar

from bakeoff.app.ledger import look_at
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding
from bakeoff.core.gates import Bound, GateKind, GateRequest
from bakeoff.core.ledger import Spending
from bakeoff.core.results import Verdict, significance
from bakeoff.inference.gate import check_request, judge_again, judge_gate

Compared = TypeVar("Compared", bound=Comparison)


def gate_request(
    gate: str | None, *, bound: str | None = None, share: float | None = None, subgroups: bool = True
) -> GateRequest | None:
    """Return what is asked of a gate, or None where there is none; refuse words that are none of the choices."""
    if gate is None:
        if bound is None and share is None and subgroups:
            return None
        raise UsageError(
            "what a gate bounds was said, and no gate was asked for",
            where="--bound, --share, --ignore-subgroups",
            fix="give --gate not-worse as well, or leave them out",
            code="BO407",
        )
    return GateRequest(
        kind=GateKind(_one_of(gate, "gate", GateKind)),
        bound=None if bound is None else Bound(_one_of(bound, "bound", Bound)),
        share=share,
        subgroups=subgroups,
    )


def _one_of(said: str, name: str, choices: type[GateKind] | type[Bound]) -> str:
    if said in list(choices):
        return said
    raise UsageError(
        f"{name} = {said!r} is not one of the choices",
        where=name,
        fix=f"use one of: {', '.join(choices)}",
        code="BO067",
    )


def with_gate(comparison: Compared, request: GateRequest) -> Compared:
    """Return a comparison with the answer of the gate that was asked for.

    Where the project has a ledger, what must be shown is judged at the level that this look may spend. `not-worse`
    without a margin shows nothing by passing, so a look is then judged by itself: a stricter level would only let
    more through.
    """
    check_request(comparison, request)
    shows = request.kind is GateKind.BETTER or comparison.settings.margin > 0 or request.bound is not None
    look = look_at(comparison) if shows else None
    if look is None:
        return replace(comparison, gate=judge_gate(comparison, request))
    judged, how = _over_looks(comparison, look)
    return replace(comparison, gate=replace(judge_gate(judged, request), look=how))


def _over_looks(comparison: Comparison, look: Finding) -> tuple[Comparison, str]:
    """Return the comparison as its look is judged, and how in a few words."""
    level, spending = float(str(look.detail["level_of_look"])), Spending(str(look.detail["spending"]))
    again = judge_again(comparison, level=level)
    if spending is Spending.HOLM:
        again = replace(again, pairs=tuple(_standing(p, look) for p in again.pairs))
    return (
        again,
        f"look {look.detail['look']} at this data, judged at p < {significance(level):.2g} ({spending})",
    )


def _standing(pair: Pair, look: Finding) -> Pair:
    """Return a pair with the verdict that stands by Holm's method over all that was tested; its interval stays."""
    rows: Any = look.detail["pairs"]
    said = {(row["a"], row["b"]): Verdict(row["verdict_over_looks"]) for row in rows}
    return replace(pair, verdict=said.get((pair.a, pair.b), pair.verdict))
