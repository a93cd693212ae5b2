"""Every error that a user can meet.

BakeoffError
├── UsageError      an option or argument that cannot be meant
├── InputError      a file, frame or text that cannot be read as evidence
│   └── ReadingError  one that can be read in several ways, or in none that may be judged unasked
├── DatasetError    a dataset, or a sample of datasets, that cannot be had as asked for
├── DesignError     evidence that does not support the comparison asked for
├── ProcedureError  a procedure asked for outside its conditions
├── RunError        an experiment that could not be carried out
└── StoreError      a results store that is locked, damaged or too new

Each code is one situation and has one page in the handbook; `bakeoff.core.codes` says which belong to what.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bakeoff.core.readings import Alternative, Doubt  # most errors do without them


class BakeoffError(ValueError):
    """An error that says what is wrong, where, and how to mend it; a `ValueError` to those who catch such."""

    def __init__(self, what: str, *, where: str, fix: str, code: str) -> None:
        super().__init__(f"{what}\n  where: {where}\n  fix:   {fix}")
        self.what, self.where, self.fix, self.code = what, where, fix, code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_error, (type(self), self.what, self.where, self.fix, self.code)


def _rebuild_error(kind: type[BakeoffError], what: str, where: str, fix: str, code: str) -> BakeoffError:
    return kind(what, where=where, fix=fix, code=code)


class UsageError(BakeoffError):
    """An option or argument that cannot be meant."""


class InputError(BakeoffError):
    """A file, frame or text that cannot be read as evidence."""


class ReadingError(InputError):
    """Evidence that can be read in several ways, or in none that may be judged unasked: with each way's command."""

    def __init__(
        self,
        what: str,
        *,
        where: str,
        fix: str,
        code: str,
        doubts: "tuple[Doubt, ...]" = (),
        alternatives: "tuple[Alternative, ...]" = (),
    ) -> None:
        self.advice, self.doubts, self.alternatives = fix, doubts, alternatives
        advice = f"{fix}\n         {_list_readings(alternatives)}" if alternatives else fix
        super().__init__(what, where=where, fix=advice, code=code)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_reading, (
            self.what,
            self.where,
            self.advice,
            self.code,
            self.doubts,
            self.alternatives,
        )

    def repeat_as(self, words: tuple[str, ...]) -> "ReadingError":
        """Return the error with commands that repeat everything the user typed."""
        from dataclasses import replace

        repeated = tuple(replace(a, base=words) for a in self.alternatives)
        return ReadingError(
            self.what,
            where=self.where,
            fix=self.advice,
            code=self.code,
            doubts=self.doubts,
            alternatives=repeated,
        )


def _list_readings(alternatives: "tuple[Alternative, ...]") -> str:
    from bakeoff.core.readings import name_readings

    return name_readings(alternatives)


def _rebuild_reading(
    what: str,
    where: str,
    fix: str,
    code: str,
    doubts: "tuple[Doubt, ...]",
    alternatives: "tuple[Alternative, ...]",
) -> ReadingError:
    return ReadingError(what, where=where, fix=fix, code=code, doubts=doubts, alternatives=alternatives)


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
