"""Properties of the two answers of a battle, so that strengths can be freed of them: length, style."""

import re
from collections.abc import Sequence

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import InputError
from bakeoff.core.words import did_you_mean, quote_text
from bakeoff.inputs.table.cell_numbers import looks_numeric, parse_numbers
from bakeoff.inputs.table.grid import Column, Grid

LEFT = ("left", "a", "1", "modela")
RIGHT = ("right", "b", "2", "modelb")
TEXTS = ("output", "response", "answer", "completion", "text")
LENGTH = ("length", "len", "chars", "characters")


def read_controls(grid: Grid, names: Sequence[str]) -> Floats | None:
    """Return battles × properties, left less right, each in its own standard deviations.

    A property stands in two columns, such as length_left and length_right, or in one with the difference; the length
    of answers is counted where their texts are there. Amounts are taken by their relative difference, (l − r)/(l + r).
    """
    if not names:
        return None
    return np.column_stack([_read_control(grid, name) for name in names])


def _read_control(grid: Grid, name: str) -> Floats:
    sides = _find_sides(grid, [name])
    wanted = _bare_name(name)
    if sides is None and wanted in LENGTH:
        sides = _find_sides(grid, LENGTH)
    if sides is not None:
        raw = _relative_difference(*(_control_numbers(grid, column) for column in sides))
    elif (one := next((c for c in grid.columns if _bare_name(c.name) == wanted), None)) is not None:
        raw = _control_numbers(grid, one)
    elif wanted in LENGTH and (texts := _find_sides(grid, TEXTS)) is not None:
        raw = _relative_difference(
            *(np.array([float(len(cell)) for cell in column.text()]) for column in texts)
        )
    else:
        raise _no_control_error(grid, name, "there is no such property of the two answers")
    spread = float(raw.std())
    if spread == 0:
        raise _no_control_error(grid, name, "it is the same in every battle")
    return np.asarray(raw / spread, dtype=np.float64)


def _relative_difference(left: Floats, right: Floats) -> Floats:
    """Return the relative difference of amounts, or the plain one where some are negative."""
    if min(left.min(), right.min()) < 0:
        return np.asarray(left - right, dtype=np.float64)
    total = left + right
    return np.asarray(np.divide(left - right, total, out=np.zeros_like(total), where=total > 0))


def _find_sides(grid: Grid, names: Sequence[str]) -> tuple[Column, Column] | None:
    for name in names:
        found: dict[str, Column] = {}
        for column in grid.columns:
            side, rest = _split_side(column.name)
            if side is not None and rest == _bare_name(name):
                found.setdefault(side, column)
        if len(found) == 2:
            return found["left"], found["right"]
    return None


def _split_side(name: str) -> tuple[str | None, str]:
    """Return the side that a name says, and the name without it.

    >>> _split_side("length_left"), _split_side("sum_assistant_a_tokens"), _split_side("output_2"), _split_side("id")
    (('left', 'length'), ('left', 'sumassistanttokens'), ('right', 'output'), (None, 'id'))
    """
    words = [word for word in re.split(r"[^0-9a-z]+", name.casefold().replace("model_", "model")) if word]
    for side, marks in (("left", LEFT), ("right", RIGHT)):
        if any(word in marks for word in words):
            return side, "".join(word for word in words if word not in marks)
    return None, "".join(words)


def _bare_name(name: str) -> str:
    return "".join(re.split(r"[^0-9a-z]+", name.casefold()))


def _control_numbers(grid: Grid, column: Column) -> Floats:
    numbers = parse_numbers([column], decimal=None)
    values: Floats = numbers.values[:, 0]
    if not looks_numeric(column) or numbers.bad or not np.isfinite(values).all():
        raise _no_control_error(grid, column.name, "a cell of it is no number")
    return values


def _no_control_error(grid: Grid, name: str, why: str) -> InputError:
    names = [column.name for column in grid.columns]
    return InputError(
        f"{quote_text(name)} cannot be controlled for: {why}{did_you_mean(name, names)}",
        where=grid.source,
        fix="name a property that stands in two columns, such as length_left and length_right, or in one with the "
        f"difference; the columns are {', '.join(map(quote_text, names[:12]))}",
        code="BO627",
    )
