"""Several gates in words and as JSON: one line each, and what they say together."""

from typing import Any

from bakeoff.core.answers.gate import GateOutcome
from bakeoff.core.answers.gates import GateAnswer, GateAnswers
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count
from bakeoff.render.gate import OUTCOMES, gate_reason
from bakeoff.render.json.comparison import comparison_dict
from bakeoff.render.lines import Line, line
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

SCHEMA = "bakeoff/gates/1"


def gates_lines(answers: GateAnswers) -> list[Line]:
    """Return one line for each gate, and one for all."""
    return [*(line(gate_answer_text(answer)) for answer in answers.answers), line(gates_sentence(answers))]


def gate_answer_text(answer: GateAnswer) -> str:
    """Return the line of one gate: its name, what it asks, whether it was passed, and why."""
    gate, name = answer.gate, printable_name(answer.question.name)
    shared = f"; with the error shared among {answer.share} gates" if answer.share > 1 else ""
    return f"{name}: {gate.kind}: {OUTCOMES[gate.outcome]}: {gate_reason(gate, answer.comparison)}{shared}"


def gates_sentence(answers: GateAnswers) -> str:
    """Return how many gates were passed, and how errors were shared among them."""
    count = len(answers.answers)
    passed = sum(answer.gate.passed for answer in answers.answers)
    undecided = sum(answer.gate.outcome is GateOutcome.UNDECIDED for answer in answers.answers)
    how = [f"{passed} of {write_count(count, 'gate')} passed"]
    if undecided:
        how.append(f"{undecided} undecided")
    if answers.family > 1:
        way = "adjusted by Holm's method over" if answers.adjust == "holm" else "not adjusted over"
        how.append(f"{way} the {answers.family} that ask for proof, at {level_text(answers.level)}")
    return "; ".join(how)


def gates_dict(answers: GateAnswers, *, exit_code: int) -> dict[str, Any]:
    """Return all answers as the JSON of the contract."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "passed": answers.outcome is GateOutcome.PASSED,
        "outcome": str(answers.outcome),
        "exit_code": exit_code,
        "level": answers.level,
        "adjust": answers.adjust,
        "family": answers.family,
        "gates": [_answer_dict(answer) for answer in answers.answers],
        "summary": gates_sentence(answers),
    }


def _answer_dict(answer: GateAnswer) -> dict[str, Any]:
    return {
        "name": answer.question.name,
        "kind": str(answer.question.kind),
        "evidence": list(answer.question.evidence),
        "passed": answer.gate.passed,
        "outcome": str(answer.gate.outcome),
        "judged_among": answer.share,
        "why": gate_reason(answer.gate, answer.comparison),
        "comparison": comparison_dict(answer.comparison),
    }
