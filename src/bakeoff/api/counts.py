"""Counts of right answers in place of a file: 80/100, 80 of 100, new=80/100, 85%/30."""

import re
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bakeoff.core.errors import UsageError
from bakeoff.core.words import write_list

if TYPE_CHECKING:
    from bakeoff.core.predictions import TestSetCounts

_NUMBER = r"\d+(?:\.\d*)?(?:[eE][+-]?\d+)?"
_ONE = re.compile(
    rf"(?:(?P<name>[^=]+)=)?\s*(?P<right>{_NUMBER})\s*(?P<percent>%)?\s*(?:/|\bof\b)\s*(?P<total>{_NUMBER})\s*"
)


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
    spelled = bool(words) and all(_ONE.fullmatch(text) for text in _join_words(words))
    return spelled and not any(Path(word).is_file() for word in words)


def parse_counts(words: Sequence[str]) -> tuple[Count, ...]:
    """Return the counts that command-line words spell.

    >>> parse_counts(["80", "of", "100", "new=85%/30"])
    (Count(right=80.0, total=100.0, name=None), Count(right=25.5, total=30.0, name='new'))
    """
    return tuple(_parse_count(text) for text in _join_words(words))


def two_test_sets(words: Sequence[str]) -> "TestSetCounts":
    """Return the right answers of two classifiers, each on a test set of its own."""
    from bakeoff.core.predictions import TestSetCounts

    counts = parse_counts(words)
    if len(counts) != 2:
        raise UsageError(
            f"two counts are compared, of a and of b; {len(counts)} were given",
            where=" ".join(words[:4]),
            fix="give two, such as 25.5/30 3750/5000; bakeoff estimate takes one or many",
            code="BO074",
        )
    a, b = counts
    names = (a.name or "a", b.name or "b")
    return TestSetCounts(
        classifiers=names if names[0] != names[1] else ("a", "b"),
        correct=(a.right, b.right),
        total=(a.total, b.total),
        source=write_list([f"{c.right:g}/{c.total:g}" for c in counts]),
    )


def flips_on_test_set(mends: int | None, breaks: int | None, total: int | None) -> "TestSetCounts":
    """Return what b mends and breaks on a test set that both classifiers share."""
    from bakeoff.core.predictions import TestSetCounts

    if mends == 0 and breaks == 0 and total is None:
        raise UsageError(
            "without flips nothing tells the two apart, and the number of test examples is not given",
            where="--mends, --breaks, --total",
            fix="give --total, so that their accuracies can be bounded",
            code="BO073",
        )
    if mends is None or breaks is None or mends + breaks > (mends + breaks if total is None else total):
        options = ", ".join(
            f"{n} {v}"
            for n, v in (("--mends", mends), ("--breaks", breaks), ("--total", total))
            if v is not None
        )
        raise UsageError(
            f"these are not the flips of a test set: {options}",
            where="--mends, --breaks, --total",
            fix="give --mends (b right where a is wrong), --breaks (b wrong where a is right) and perhaps --total",
            code="BO073",
        )
    examples = float(mends + breaks if total is None else total)
    return TestSetCounts(
        classifiers=("a", "b"),
        correct=(float(breaks), float(mends)),
        total=(examples, examples),
        mends=mends,
        breaks=breaks,
        total_known=total is not None,
        source=f"{mends} mends and {breaks} breaks",
    )


def check_count(right: float, total: float, *, where: str, name: str | None = None) -> Count:
    """Return a count, or say why it cannot be one."""
    if 0 < right < 1 < total:
        raise UsageError(
            f"{right:g} right of {total:g} looks like a rate, not a count",
            where=where,
            fix=f"multiply it by the number of records: {right * total:g}/{total:g}",
            code="BO073",
        )
    if not (isfinite(total) and 0 <= right <= total and total > 0):
        raise UsageError(
            f"{right:g} right of {total:g} is not possible",
            where=where,
            fix="give how many are right and how many there are, such as 80/100",
            code="BO073",
        )
    return Count(float(right), float(total), name)


def _parse_count(text: str) -> Count:
    match = _ONE.fullmatch(text)
    if match is None:
        raise UsageError(
            f"{text!r} is not a count of right answers",
            where="the command line",
            fix="write 80/100 or '80 of 100'",
            code="BO074",
        )
    right, total = float(match["right"]), float(match["total"])
    if match["percent"]:
        right = _count_from_percent(right, total, where=text)
    return check_count(right, total, where=text, name=(match["name"] or "").strip() or None)


def _count_from_percent(percent: float, total: float, *, where: str) -> float:
    """Return how many a percentage of so many is: 85 % of 30 are 25.5."""
    if percent > 100:
        raise UsageError(
            f"{percent:g} % of {total:g} cannot be right",
            where=where,
            fix="give a percentage of at most 100, such as 85%/30",
            code="BO073",
        )
    # Rounded where only the binary fraction is not whole: 29 % of 100 are 29.
    return round(percent * total / 100, 9)


def _join_words(words: Sequence[str]) -> list[str]:
    """Return the words with each '80 of 100' put together again."""
    joined: list[str] = []
    for word in words:
        continues = joined and (word in ("of", "/", "%") or joined[-1].endswith((" of", " /")))
        joined[-1:] = [f"{joined[-1]} {word}"] if continues else [*joined[-1:], word]
    return joined
