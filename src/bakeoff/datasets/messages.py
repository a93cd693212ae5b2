"""The errors and remarks of this room, and how texts are shown in them."""

from bakeoff.core.errors import DatasetError
from bakeoff.core.findings import Finding, Severity

MOST = 60


def shown(text: object) -> str:
    r"""Return a text as it may be printed: one line, control characters escaped, not too long.

    >>> shown("a\nb")
    'a\\nb'
    """
    whole = str(text)
    cut = whole if len(whole) <= MOST else f"{whole[:40]}…{whole[-15:]}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)


def quoted(text: object) -> str:
    """Return a text in quotes, as it may be printed."""
    return f"'{shown(text)}'"


def unreadable(
    what: str, *, where: str, fix: str = "export the table again, as CSV, ARFF or Parquet"
) -> DatasetError:
    """Return the error for a file that cannot be read as a dataset."""
    return DatasetError(what, where=where, fix=fix, code="BO423")


def note(code: str, message: str, **detail: object) -> Finding:
    """Return a remark on how a dataset was read."""
    return Finding(code=code, severity=Severity.NOTE, message=message, detail=detail)


def warning(code: str, message: str, **detail: object) -> Finding:
    """Return a remark that should make the reader look again."""
    return Finding(code=code, severity=Severity.WARNING, message=message, detail=detail)
