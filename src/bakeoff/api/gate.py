"""The gate for continuous integration: an exit code from the verdict."""

from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.core.comparison import AnyComparison, Comparison, without_ledger_verdicts
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Verdict, significance

if TYPE_CHECKING:  # few comparisons have a gate
    from bakeoff.core.answers.gate import Bound, Gate, GateKind, GateRequest
    from bakeoff.core.ledger import LookTaken


def gate_request(
    gate: str | None, *, bound: str | None = None, share: float | None = None, subgroups: bool = True
) -> "GateRequest | None":
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
    from bakeoff.core.answers.gate import Bound, GateKind, GateRequest

    return GateRequest(
        kind=GateKind(_require_choice(gate, "gate", GateKind)),
        bound=None if bound is None else Bound(_require_choice(bound, "bound", Bound)),
        share=share,
        subgroups=subgroups,
    )


def _require_choice(said: str, name: str, choices: "type[GateKind] | type[Bound]") -> str:
    if said in list(choices):
        return said
    raise UsageError(
        f"{name} = {said!r} is not one of the choices",
        where=name,
        fix=f"use one of: {', '.join(choices)}",
        code="BO067",
    )


def with_gate(comparison: AnyComparison, request: "GateRequest") -> AnyComparison:
    """Return a comparison with the answer of the gate that was asked for.

    Where the project has a ledger, what must be shown is judged at the level that this look may spend. `not-worse`
    without a margin shows nothing by passing, so a look is then judged by itself: a stricter level would only let
    more through.
    """
    from bakeoff.core.answers.gate import GateKind
    from bakeoff.inference.claims.gate import check_gate_request, judge_gate

    check_gate_request(comparison, request)
    if comparison.sequential is not None:
        return _with_gate_at_any_time(comparison, request)
    shows = request.kind is GateKind.BETTER or comparison.settings.margin > 0 or request.bound is not None
    look = comparison.look
    if look is None or not shows:
        return replace(comparison, gate=judge_gate(without_ledger_verdicts(comparison), request))
    look_comparison = _at_look_level(comparison, look)
    how = f"look {look.number} at this data, judged at p < {significance(look.level):.2g} ({look.spending})"
    return replace(comparison, gate=replace(judge_gate(look_comparison, request), look=how))


def judge_gate_among(comparison: Comparison, request: "GateRequest", *, count: int) -> "Gate":
    """Return the answer of a gate that shares its error with others: judged with what remains divided by `count`."""
    if count == 1:
        return _require_gate(with_gate(comparison, request))
    from bakeoff.inference.claims.gate import check_gate_request, judge_again, judge_gate

    look = comparison.look
    if comparison.sequential is not None:
        check_gate_request(comparison, request)
        return _require_gate(_with_gate_at_any_time(comparison, request, share=count))
    own = comparison.settings.level if look is None else look.level
    again = judge_again(comparison, level=1 - significance(own) / count)
    # What does not stand over the looks of a ledger does not stand among several questions either.
    stands = {(pair.a, pair.b): pair.verdict for pair in comparison.pairs}
    pairs = tuple(
        pair
        if look is None or stands[pair.a, pair.b] is pair.verdict
        else replace(pair, verdict=Verdict.UNDECIDED)
        for pair in again.pairs
    )
    return judge_gate(replace(again, pairs=pairs), request)


def _require_gate(comparison: Comparison) -> "Gate":
    if comparison.gate is None:
        raise TypeError(comparison)
    return comparison.gate


def _with_gate_at_any_time(
    comparison: AnyComparison, request: "GateRequest", *, share: int = 1
) -> AnyComparison:
    """Return a comparison with a gate that may be asked at every look: passed, refused, or undecided so far."""
    from bakeoff.inference.claims.gate import judge_gate
    from bakeoff.inference.claims.judge_looks import judge_at_levels

    look = comparison.look
    if look is None:
        there = comparison if share == 1 else judge_at_levels(comparison, share=share)
        return replace(comparison, gate=judge_gate(there, request))
    how = f"question {look.number} of this project, judged at p < {significance(look.level):.2g} (e-LOND)"
    there = replace(judge_at_levels(comparison, share=share), look=None)
    return replace(comparison, gate=replace(judge_gate(there, request), look=how))


def _at_look_level(comparison: Comparison, look: "LookTaken") -> Comparison:
    """Return the comparison with intervals at the level that its look has left, and the verdicts that stand there."""
    from bakeoff.inference.claims.gate import judge_again

    again = judge_again(comparison, level=look.level)
    verdicts = {(pair.a, pair.b): pair.verdict for pair in comparison.pairs}
    return replace(
        again, pairs=tuple(replace(pair, verdict=verdicts[pair.a, pair.b]) for pair in again.pairs), look=look
    )
