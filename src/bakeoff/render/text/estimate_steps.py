"""The calculation behind an estimate, step by step: the interval of an accuracy, as the textbook has it."""

from collections.abc import Mapping

from bakeoff.render.lines import Line, Span, line
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text, plain_number


def accuracy_steps(steps: Mapping[str, float], *, level: float, classifier: str | None = None) -> list[Line]:
    """Return how Wilson's interval of an accuracy comes about (equation 4.13 of Tan, Steinbach and Kumar)."""
    s = {name: plain_number(value) for name, value in steps.items()}
    whose = "" if classifier is None else f" of {printable_name(classifier)}"
    rows = [
        ("the accuracy", f"acc = {s['correct']} / {s['total']} = {s['accuracy']}"),
        (f"Z for {level_text(level)}", f"Z = {s['z']}, Z² = {s['z2']}"),
        ("the middle", f"2 N acc + Z² = {s['twice']} + {s['z2']} = {s['middle']}"),
        ("under the root", f"Z² + 4 N acc − 4 N acc² = {s['z2']} + {s['four']} − {s['four2']} = {s['root']}"),
        ("to either side", f"Z √{s['root']} = {s['reach']}"),
        ("all over", f"2 (N + Z²) = {s['over']}"),
        ("the interval", f"({s['middle']} ± {s['reach']}) / {s['over']}: {s['low']} to {s['high']}"),
    ]
    head = line(Span(f"  The interval of the accuracy{whose}, step by step (Wilson; Tan, eq. 4.13)", "bold"))
    return [
        [],
        head,
        *(line(Span(f"  {i}  ", "dim"), f"{what:<16}{how}") for i, (what, how) in enumerate(rows, 1)),
    ]
