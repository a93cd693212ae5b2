"""Every error that a user can meet.

BakeoffError
├── UsageError      an option or argument that cannot be meant
├── InputError      a file, frame or text that cannot be read as evidence
├── DatasetError    a dataset, or a sample of datasets, that cannot be had as asked for
├── DesignError     evidence that does not support the comparison asked for
├── ProcedureError  a procedure asked for outside its conditions
├── RunError        an experiment that could not be carried out
└── StoreError      a results store that is locked, damaged or too new

Each code is one situation and has one page in the handbook; `bakeoff.core.codes` says which belong to what.
"""


class BakeoffError(ValueError):
    """An error that says what is wrong, where, and how to mend it; a `ValueError` to those who catch such."""

    def __init__(self, what: str, *, where: str, fix: str, code: str) -> None:
        super().__init__(f"{what}\n  where: {where}\n  fix:   {fix}")
        self.what, self.where, self.fix, self.code = what, where, fix, code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.what, self.where, self.fix, self.code)


def _rebuild(kind: type[BakeoffError], what: str, where: str, fix: str, code: str) -> BakeoffError:
    return kind(what, where=where, fix=fix, code=code)


class UsageError(BakeoffError):
    """An option or argument that cannot be meant."""


class InputError(BakeoffError):
    """A file, frame or text that cannot be read as evidence."""


class DatasetError(BakeoffError):
    """A dataset, or a sample of datasets, that cannot be had as asked for."""


class DesignError(BakeoffError):
    """Evidence that does not support the comparison asked for."""


class ProcedureError(BakeoffError):
    """A procedure asked for outside its conditions."""


class RunError(BakeoffError):
    """An experiment that could not be carried out."""


class StoreError(BakeoffError):
    """A results store that is locked, damaged or too new."""
