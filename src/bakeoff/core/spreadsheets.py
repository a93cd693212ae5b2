"""Text in a spreadsheet: an apostrophe keeps it from being taken for a formula, and is taken off when it is read."""

import re
from typing import TypeVar

SpreadsheetCell = TypeVar("SpreadsheetCell")

_FORMULA = re.compile("'*[=+\\-@\t\r]")
_GUARDED = re.compile("'+[=+\\-@\t\r]")


def guard_cell(cell: SpreadsheetCell) -> SpreadsheetCell | str:
    """Return a cell that no spreadsheet takes for a formula: such text gets a leading apostrophe, numbers stay.

    >>> guard_cell("=cmd()"), guard_cell("C4.5"), guard_cell(-0.5), guard_cell("'=x")
    ("'=cmd()", 'C4.5', -0.5, "''=x")
    """
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def unguard_text(text: str) -> str:
    """Return a text without the apostrophe that `guard_cell` has put before it.

    >>> unguard_text("'=x"), unguard_text("'tis")
    ('=x', "'tis")
    """
    return text[1:] if _GUARDED.match(text) else text
