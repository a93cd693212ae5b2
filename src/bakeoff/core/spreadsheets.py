"""Text in a spreadsheet: an apostrophe keeps it from being taken for a formula, and is taken off when it is read."""

import re
from typing import TypeVar

Cell = TypeVar("Cell")

_FORMULA = re.compile("'*[=+\\-@\t\r]")
_GUARDED = re.compile("'+[=+\\-@\t\r]")


def guarded(cell: Cell) -> Cell | str:
    """Return a cell that no spreadsheet takes for a formula: such text gets a leading apostrophe, numbers stay.

    >>> guarded("=cmd()"), guarded("C4.5"), guarded(-0.5), guarded("'=x")
    ("'=cmd()", 'C4.5', -0.5, "''=x")
    """
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def unguarded(text: str) -> str:
    """Return a text without the apostrophe that `guarded` has put before it.

    >>> unguarded("'=x"), unguarded("'tis")
    ('=x', "'tis")
    """
    return text[1:] if _GUARDED.match(text) else text
