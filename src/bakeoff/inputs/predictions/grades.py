"""Grades as logs write them: true, 1, correct, C, pass, or a fraction where an answer is partly right."""

from enum import StrEnum

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.word_columns import Words, read_words

_RIGHT = frozenset(
    ["true", "correct", "right", "pass", "passed", "yes", "c", "t", "y", "success", "solved", "✓", "✔", "✅"]
)
_WRONG = frozenset(
    [
        "false",
        "incorrect",
        "wrong",
        "fail",
        "failed",
        "no",
        "i",
        "f",
        "n",
        "failure",
        "unsolved",
        "✗",
        "✘",
        "❌",
    ]
)
# What says right or wrong and is seldom a class; yes and no are classes as often.
PLAIN_WORDS = frozenset(["correct", "incorrect", "wrong", "pass", "passed", "fail", "failed", "solved", "unsolved",
                         "✓", "✔", "✅", "✗", "✘", "❌"])  # fmt: skip
_PARTLY = frozenset({"p", "partial"})
_MISSING = frozenset({"", "nan", "none", "null", "na", "?"})


class Grade(StrEnum):
    """What a column that may say right or wrong holds."""

    WORDS = "words for right and wrong"
    ZERO_ONE = "zeros and ones"
    FRACTIONS = "fractions"
    OTHER = "something else"


def grade_column(column: Column) -> Grade:
    """Say what a column that may hold outcomes holds; missing cells do not count.

    >>> grade_column(Column(name="correct", cells=["true", "false"], position=1)).name
    'WORDS'
    """
    texts = [text.lower() for text in read_words(column).texts if text.lower() not in _MISSING]
    if not texts:
        return Grade.OTHER
    values = [_grade_value(text) for text in texts]
    if any(value is None for value in values):
        return Grade.OTHER
    if all(text in _RIGHT | _WRONG | _PARTLY for text in texts):
        return Grade.WORDS
    return Grade.ZERO_ONE if set(values) <= {0.0, 1.0} else Grade.FRACTIONS


def is_mostly_sure(column: Column) -> bool:
    """Say whether at least half the answers are wholly right or wholly wrong."""
    values, _ = read_grades(read_words(column))
    return bool(2 * np.isin(values, (0.0, 1.0)).sum() >= values.size)


def read_grades(words: Words) -> tuple[Floats, int | None]:
    """Return how right each answer is, from 0 to 1, NaN where it is missing; and the first row that says neither."""
    values = [np.nan if text.lower() in _MISSING else _grade_value(text.lower()) for text in words.texts]
    odd = np.array([value is None for value in values], dtype=np.bool_)[words.codes]
    graded = np.array([np.nan if value is None else value for value in values])[words.codes]
    return graded, int(odd.argmax()) if odd.any() else None


def _grade_value(text: str) -> float | None:
    if text in _RIGHT:
        return 1.0
    if text in _WRONG:
        return 0.0
    if text in _PARTLY:
        return 0.5
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0.0 <= number <= 1.0 else None
