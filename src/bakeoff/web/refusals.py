"""What the page refuses: a status of HTTP with the four things that every error of ours says."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.core.errors import BakeoffError, InputError, ReadingError, StoreError, UsageError
from bakeoff.web.offers import offers_in
from bakeoff.web.option_words import alternative_dict

STATUS = {"BO004": 413, "BO005": 413, "BO069": 404, "BO450": 404, "BO488": 404}


class Refusal(Exception):  # noqa: N818 - it is an answer, not a mistake of ours
    """A request that is answered with a refusal."""

    def __init__(
        self,
        *,
        status: int,
        code: str,
        what: str,
        where: str,
        fix: str,
        alternatives: Sequence[Mapping[str, Any]] = (),
        offers: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        super().__init__(what)
        self.status = status
        self.said: dict[str, Any] = {"code": code, "what": what, "where": where, "fix": fix}
        if alternatives:  # readings that could be meant
            self.said["alternatives"] = list(alternatives)
        if offers:  # what mends it, one click each
            self.said["offers"] = list(offers)

    def as_fields(self) -> dict[str, Any]:
        """Return what makes the same refusal again in another process."""
        return {"status": self.status, **self.said}


def make_refusal(status: int, what: str, *, where: str, fix: str, code: str) -> Refusal:
    """Return a refusal with a status of HTTP."""
    return Refusal(status=status, code=code, what=what, where=where, fix=fix)


def as_refusal(error: BakeoffError) -> Refusal:
    """Return an error of ours as a refusal: the same words, and a status that says whose fault it is."""
    plain = 400 if isinstance(error, UsageError) else 409 if isinstance(error, StoreError) else 422
    status = STATUS.get(error.code, 422 if isinstance(error, InputError) else plain)
    if isinstance(error, ReadingError):
        others = [alternative_dict(each, {}) for each in error.alternatives]
        return Refusal(
            status=status,
            code=error.code,
            what=error.what,
            where=error.where,
            fix=error.advice,
            alternatives=others,
        )
    return Refusal(
        status=status,
        code=error.code,
        what=error.what,
        where=error.where,
        fix=error.fix,
        offers=offers_in(error.fix),
    )
