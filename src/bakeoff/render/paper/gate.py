"""The gate in a paper: what was asked of the pairs, by which bound, and whether it was passed."""

from collections.abc import Iterator

from bakeoff.core.answers.gate import Bound, Gate, GateKind
from bakeoff.core.comparison import Comparison
from bakeoff.core.words import write_count, write_plural
from bakeoff.render.gate import OUTCOMES, gate_level_text, gate_noun, gate_reason
from bakeoff.render.items import noun_of
from bakeoff.render.numbers import margin_text
from bakeoff.render.paper.latex import escape_latex, escape_sentence

_MEAN_METHODS = {
    Bound.MEAN: r"the smaller of Student's bound and Hall's, which allows for skew \cite{hall1992}",
    Bound.MEAN_IN_RANGE: r"a bound by betting, which holds for any distribution within the score's range "
    r"\cite{waudbysmith2024}",
}


def gate_method_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield what the gate required, and of what."""
    gate = comparison.gate
    if gate is None:
        return
    yield f"A gate required {_gate_requirement(gate, comparison)}."
    if gate.subgroups:
        counted = (
            "A subgroup in which it is shown to be worse closes the gate"
            if gate.subgroups_count
            else "Subgroups did not count in the gate"
        )
        yield f"{counted} ({write_count(gate.subgroups, 'verdict')} by subgroup)."
    if gate.judged_two_sided:
        yield "The gate was judged by the two-sided test, since the one-sided test cannot show a loss."


def gate_result_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield whether the gate was passed, and why."""
    gate = comparison.gate
    if gate is not None:
        reason = escape_sentence(gate_reason(gate, comparison, advice=False)).replace(r"\textless{}", "$<$")
        yield f"The gate ({gate.kind}) was {OUTCOMES[gate.outcome]}: {reason}."


def _gate_requirement(gate: Gate, comparison: Comparison) -> str:
    b, a = _gate_sides(comparison)
    if gate.kind is GateKind.BETTER:
        return f"that {b} is shown to be better than {a}"
    if gate.bound is None:
        return f"that {b} is not shown to be worse than {a}; to pass shows nothing about the size of a loss"
    margin = escape_latex(margin_text(gate.margin, comparison.evidence.measure.unit))
    level = gate.pairs[0].level
    at = "" if level is None else f" at {escape_sentence(gate_level_text(level))}"
    if gate.bound is Bound.SHARE:
        more = "at all" if gate.margin == 0 else f"more than {margin}"
        units = write_plural(gate_noun(comparison))
        return (
            rf"it to be shown that at most {100 * (gate.share or 0):g}\% of {units} lose {more} with {b} for {a}, by "
            rf"the exact bound of their share{at} \cite{{clopper1934}}"
        )
    return f"that {b} is shown to lose less than {margin} against {a}, {_bound_words(gate, at)}"


def _bound_words(gate: Gate, at: str) -> str:
    pair = gate.pairs[0]
    if gate.bound in _MEAN_METHODS:
        return f"by the {pair.bounded}, bounded from below{at}: {_MEAN_METHODS[gate.bound]}"
    if pair.bounded is not None and pair.bounded.startswith("posterior"):
        return f"by the {pair.bounded}, of which {1 - (pair.level or 0):.3g} may be left"
    return f"by the lower end of the interval of the {escape_latex(pair.bounded or 'advantage')}{at}"


def _gate_sides(comparison: Comparison) -> tuple[str, str]:
    """Return who is asked about, and against whom."""
    baseline = comparison.settings.baseline
    if len(comparison.pairs) == 1:
        pair = comparison.pairs[0]
        return escape_latex(pair.b), escape_latex(pair.a)
    if baseline is not None:
        return f"each of the other {noun_of(comparison.design)}s", f"the baseline {escape_latex(baseline)}"
    return f"of every pair the {noun_of(comparison.design)} that the input lists later", "the other"
