"""The recommended approach of Salzberg (1997) as a study followed it: lines of a screen, JSON, and rows of a page."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bakeoff.render.lines import Line, Span, align_rows, line, wrap_paragraph
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import p_text

if TYPE_CHECKING:
    from bakeoff.core.answers.studies import Approach  # comparisons without a study do not wait for it

TITLE = "The recommended approach of Salzberg (1997), step by step"
HEAD = (
    "dataset",
    "a",
    "b",
    "both right",
    "only b",
    "only a",
    "neither",
    "p",
    "adjusted",
    "all experiments",
    "b is",
)


def approach_answer(made: "Approach") -> str:
    """Return the answer, and what it would be if every run of the tuning counted as an experiment."""
    return f"{made.answer} {made.answer_all}"


def approach_lines(made: "Approach | None", columns: int) -> list[Line]:
    """Return the steps with what was done for each, and the tests."""
    if made is None:
        return []
    lines: list[Line] = [[], line(Span(f"  {TITLE}", "bold"))]
    for step in made.steps:
        mark = "" if step.met else "not met: "
        lines += wrap_paragraph(Span(f"  {step.number:<3}"), f"{step.asks}", width=columns, indent=5)
        lines += wrap_paragraph(
            Span("     → "), printable_name(f"{mark}{step.done}"), width=columns, indent=7
        )
    return [*lines, [], *(line(f"  {text}") for text in align_rows([HEAD, *approach_rows(made)]))]


def approach_rows(made: "Approach") -> list[tuple[str, ...]]:
    """Return one row of cells for each test of flips."""
    return [
        (printable_name(t.dataset), printable_name(t.a), printable_name(t.b),
         str(t.both_right), str(t.mends), str(t.breaks), str(t.both_wrong),
         _p_cell(t.p_value), _p_cell(t.p_adjusted), _p_cell(t.p_all), t.verdict)
        for t in made.tests
    ]  # fmt: skip


def _p_cell(value: float) -> str:
    return p_text(value).removeprefix("p = ").replace("p < ", "< ")


def approach_dict(made: "Approach") -> dict[str, Any]:
    """Return the approach as JSON's plain values."""
    return {
        "source": made.citation,
        "answer": made.answer,
        "if_every_tuning_run_counted": made.answer_all,
        "steps": [asdict(step) for step in made.steps],
        "test": made.test,
        "tests": [asdict(test) for test in made.tests],
        "experiments": made.experiments,
        "settings_tried": dict(made.settings),
        "level": made.level,
    }


def approach_section(made: "Approach | None") -> dict[str, Any] | None:
    """Return what the section of a page shows; nothing where the approach was not asked for."""
    if made is None:
        return None
    steps = [{**asdict(step), "done": printable_name(step.done)} for step in made.steps]
    return {
        "title": TITLE,
        "answer": printable_name(approach_answer(made)),
        "steps": steps,
        "head": HEAD,
        "rows": approach_rows(made),
    }
