"""Counts on the command line: 80/100, 80 of 100, new=80/100."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from bakeoff.core.errors import UsageError

_NUMBER = r"\d+(?:\.\d*)?(?:[eE][+-]?\d+)?"
_ONE = re.compile(rf"(?:(?P<name>[^=]+)=)?\s*(?P<right>{_NUMBER})\s*(?:/|\bof\b)\s*(?P<total>{_NUMBER})\s*")


class Count(NamedTuple):
    """How many are right, of how many, and whose they are where that was said."""

    right: float
    total: float
    name: str | None = None


def are_counts(words: Sequence[str]) -> bool:
    """Say whether command-line words are counts of right answers rather than names of files.

    >>> are_counts(["80/100"]), are_counts(["80", "of", "100"]), are_counts(["scores.csv"])
    (True, True, False)
    """
    return bool(words) and all(_ONE.fullmatch(text) for text in _joined(words))


def parse_counts(words: Sequence[str]) -> tuple[Count, ...]:
    """Return the counts that command-line words spell.

    >>> parse_counts(["80", "of", "100", "new=25.5/30"])
    (Count(right=80.0, total=100.0, name=None), Count(right=25.5, total=30.0, name='new'))
    """
    return tuple(_count(text) for text in _joined(words))


def checked_count(right: float, total: float, *, where: str, name: str | None = None) -> Count:
    """Return a count, or say why it cannot be one."""
    if not (isfinite(total) and 0 <= right <= total and total > 0):
        raise UsageError(
            f"{right:g} right of {total:g} cannot be meant",
            where=where,
            fix="give how many are right and how many there are, such as 80/100",
            code="BO073",
        )
    return Count(float(right), float(total), name)


def _count(text: str) -> Count:
    found = _ONE.fullmatch(text)
    if found is None:
        raise UsageError(
            f"{text!r} is not a count of right answers",
            where="the command line",
            fix="write 80/100 or '80 of 100'",
            code="BO074",
        )
    return checked_count(
        float(found["right"]), float(found["total"]), where=text, name=(found["name"] or "").strip() or None
    )


def _joined(words: Sequence[str]) -> list[str]:
    """Return the words with each '80 of 100' put together again."""
    joined: list[str] = []
    for word in words:
        continues = joined and (word in ("of", "/") or joined[-1].endswith((" of", " /")))
        joined[-1:] = [f"{joined[-1]} {word}"] if continues else [*joined[-1:], word]
    return joined
