"""Several gates in one run: each question is compared once; errors are shared among them by Holm's method."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bakeoff.api.compare import compare
from bakeoff.api.comparison import Comparison
from bakeoff.api.gate import gate_request, judge_gate_among
from bakeoff.core.answers.gates import GateAnswer, GateAnswers, GateQuestion
from bakeoff.core.errors import BakeoffError
from bakeoff.project.gates import ProjectGates, find_project_file, read_gates


def judge_gates(file: Path | None = None, *, names: Sequence[str] = ()) -> GateAnswers:
    """Judge the gates of a project file: all of them, or those that are named."""
    path = find_project_file() if file is None else file
    project = read_gates(path)
    questions = project.named(tuple(names), str(path))
    comparisons = {question.name: _compare_for_gate(question, project, path) for question in questions}
    proving = [question for question in questions if question.asks_for_proof]
    shares = _share_error(proving, comparisons) if project.adjust == "holm" else {}
    answers = tuple(
        _answer_gate(question, comparisons[question.name], shares.get(question.name, 1))
        for question in questions
    )
    return GateAnswers(answers=answers, level=project.level, adjust=project.adjust)


def _compare_for_gate(question: GateQuestion, project: ProjectGates, path: Path) -> Comparison:
    evidence = question.evidence[0] if len(question.evidence) == 1 else list(question.evidence)
    asked = {
        key: value
        for key, value in question.keywords.items()
        if key not in ("bound", "share", "ignore_subgroups")
    }
    try:
        return compare(evidence, level=project.level, seed=project.seed, **asked)
    except BakeoffError as error:
        where = f"{path}, [gate.{question.name}]: {error.where}"
        raise type(error)(error.what, where=where, fix=error.fix, code=error.code) from None


def _share_error(questions: Sequence[GateQuestion], comparisons: dict[str, Comparison]) -> dict[str, int]:
    """Return among how many questions the error is divided for each, going down as Holm's method does.

    All are judged with the error divided by their number; those that pass leave, and the rest are judged again among
    themselves, until nothing more passes.
    """
    shares: dict[str, int] = {}
    left = list(questions)
    while left:
        count = len(left)
        passing = [q for q in left if _answer_gate(q, comparisons[q.name], count).gate.passed]
        shares |= {q.name: count for q in (passing or left)}
        if not passing:
            break
        left = [q for q in left if q not in passing]
    return shares


def _answer_gate(question: GateQuestion, comparison: Comparison, share: int) -> GateAnswer:
    said = question.keywords
    request = gate_request(
        str(question.kind),
        bound=said.get("bound"),
        share=said.get("share"),
        subgroups=not said.get("ignore_subgroups", False),
    )
    if request is None:
        raise TypeError(question.kind)
    gate = judge_gate_among(comparison, request, count=share)
    return GateAnswer(question=question, comparison=replace(comparison, gate=gate), gate=gate, share=share)
