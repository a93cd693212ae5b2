"""Courses of one training or learning: recognised, and refused with what they are and what would answer."""

import re
from itertools import pairwise

from bakeoff.core.errors import DesignError
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_number
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions

_STEPS = frozenset(
    {"epoch", "epochs", "step", "global_step", "iteration", "iter", "trainer/global_step", "_step"}
)
_COURSE = re.compile(
    r"loss|^lr|/lr|learning_rate|^acc|accuracy|^val|^train|^test|^eval|metrics/|map50|precision|recall|grad_norm|^time$"
    r"|wall ?time|^value$|f1|perplexity|error|epoch|step|momentum|auc|score"
)
_NAMES = re.compile(
    r"model|classifier|dataset|framework|method|algorithm|task|fold|seed|pipeline|learner|subject|item|name$"
)
_LEARNING = frozenset({"train_size", "train_sizes", "train_sizes_abs", "n_train"})


def is_table(peek: Peek) -> bool:
    """Say whether a table follows one training: a step that counts up, beside losses, rates and measures."""
    names = [name.casefold() for name in peek.header]
    if any(_NAMES.search(name) for name in names) or len(names) < 2:
        return False
    if _LEARNING & set(names) and any(re.search(r"(train|test|val\w*)_?score", name) for name in names):
        return True
    steps = [i for i, name in enumerate(names) if name in _STEPS]
    measures = sum(bool(_COURSE.search(name)) for name in names) - len(steps)
    return (
        bool(steps)
        and measures >= 1
        and 2 * measures >= len(names) - len(steps)
        and _counts_up(peek, steps[0])
    )


def is_chart(peek: Peek) -> bool:
    """Say whether a table is a chart of Weights & Biases: a step, and runs with their metric and its bounds."""
    return any(name.endswith(("__MIN", "__MAX")) for name in peek.header) or any(
        " - " in name for name in peek.header[1:]
    )


def is_bounded(peek: Peek) -> bool:
    """Say whether a table is such a chart over any axis: each run's metric stands beside its bounds."""
    runs = [name for name in peek.header if " - " in name and f"{name}__MIN" in peek.header]
    return len(runs) > 0 and 3 * len(runs) >= len(peek.header) - 1


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Refuse: there are no models to compare."""
    peek = next(peek for found in parts.values() for peek in found)
    is_curve = bool(_LEARNING & {name.casefold() for name in peek.header})
    what = (
        "a learning curve of one classifier: sizes of the training set in rows, scores and spreads in columns"
        if is_curve
        else "a chart of Weights & Biases: steps in rows, and of each run a metric with its lowest and highest value"
        if is_bounded(peek)
        else "the course of one training: epochs or steps in rows, measures in columns"
    )
    columns = f" ({join_with_commas(peek.header, most=6)})" if peek.header else ""
    raise DesignError(
        f"this is {what}{columns}; there are no classifiers to compare",
        where=peek.file.label,
        fix="give the final score of each model on each test set, fold or seed, or its predictions",
        code="BO541",
    )


def _counts_up(peek: Peek, column: int) -> bool:
    separator = max(",;\t", key=peek.first_lines[0].count)
    cells = [line.split(separator) for line in peek.first_lines[1:]]
    steps = [as_number(row[column].strip()) for row in cells if len(row) > column and row[column].strip()]
    return len(steps) >= 2 and all(b >= a for a, b in pairwise(steps)) and steps[-1] > steps[0]
