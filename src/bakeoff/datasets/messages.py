"""The errors and findings that the modules of this room share."""

from bakeoff.core.errors import DatasetError
from bakeoff.core.findings import Finding, Severity


def unreadable_error(
    what: str, *, where: str, fix: str = "export the table again, as CSV, ARFF or Parquet"
) -> DatasetError:
    """Return the error for a file that cannot be read as a dataset."""
    return DatasetError(what, where=where, fix=fix, code="BO423")


def make_note(code: str, message: str, **detail: object) -> Finding:
    """Return a finding on how a dataset was read."""
    return Finding(code=code, severity=Severity.NOTE, message=message, detail=detail)


def make_warning(code: str, message: str, **detail: object) -> Finding:
    """Return a finding that should make the reader look again."""
    return Finding(code=code, severity=Severity.WARNING, message=message, detail=detail)
