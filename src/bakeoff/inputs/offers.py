"""Readings that a question offers: those that the table cannot be read by are not offered."""

from collections.abc import Callable
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BakeoffError, ReadingError
from bakeoff.inputs.options import ReadOptions

_MOST_BYTES = (
    1_000_000  # of larger files the readings are offered as they are: trying each would take its time
)
_MENDABLE = ("BO027",)  # holes in resamples: the reading holds, and the message says which option goes on
_DIRECTIONS = {"--higher-is-better": True, "--lower-is-better": False}
_NO_OFFER = (
    "none of the usual readings finds two classifiers to compare here: give a column of scores for each of them, and a "
    "row for each dataset, fold or example; bakeoff read FILE says how a table is understood"
)


def keep_readable_offers(
    error: ReadingError, source: object, *, options: ReadOptions, read: Callable[[ReadOptions], object]
) -> ReadingError:
    """Return an error with the readings that hold: each is tried, and those that fail or ask the same are left out."""
    if not error.alternatives or not _is_small_file(source):
        return error
    found = [(a, _count_classifiers(error, a.options, options, read)) for a in error.alternatives]
    # One classifier is nothing to compare: such a reading is offered only where there is no other.
    several = any(count is None or count > 1 for _, count in found)
    kept = tuple(a for a, count in found if count is None or count > (1 if several else 0))
    if kept == error.alternatives:
        return error
    return ReadingError(
        error.what,
        where=error.where,
        fix=error.advice if kept else _NO_OFFER,
        code=error.code,
        doubts=error.doubts,
        alternatives=kept,
    )


def _is_small_file(source: object) -> bool:
    if not isinstance(source, str | PathLike) or "\n" in str(source):
        return False
    try:
        return 0 < Path(fspath(source)).stat().st_size <= _MOST_BYTES
    except (OSError, ValueError):
        return False


def _count_classifiers(
    error: ReadingError, words: tuple[str, ...], options: ReadOptions, read: Callable[[ReadOptions], object]
) -> int | None:
    """Return how many classifiers a table has by these options: none where it cannot be read by them; None if unknown.

    A reading that asks something else, or that the user can mend, is one whose classifiers are not known yet.
    """
    try:
        changed = follow_options(options, words)
        read_so = None if changed is None else read(changed)
    except ReadingError as other:
        return None if other.what != error.what else 0
    except BakeoffError as other:
        return None if other.code in _MENDABLE else 0
    names = getattr(read_so, "classifiers", None)
    return None if names is None else max(1, len(names))


def follow_options(options: ReadOptions, words: tuple[str, ...]) -> ReadOptions | None:
    """Return options with what words of a command line say besides; None where one is no option of reading.

    >>> follow_options(ReadOptions(), ("--rows-are", "datasets", "--leave-aside", "time")).leave_aside
    ('time',)
    """
    changes: dict[str, Any] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name = word.removeprefix("--").replace("-", "_")
        if word in _DIRECTIONS:
            changes["higher_is_better"] = _DIRECTIONS[word]
        elif not hasattr(options, name):
            return None
        elif isinstance(before := changes.get(name, getattr(options, name)), bool):
            changes[name] = True
        elif not rest:
            return None
        elif isinstance(before, tuple):
            text = rest.pop(0)
            changes[name] = (*before, tuple(text.split("=", 1)) if name in ("only", "rename") else text)
        else:
            changes[name] = rest.pop(0)
    return replace(options, **changes)
