"""With how many decimals the scores of each classifier were written down: ties are told at the coarser of two."""

from collections.abc import Sequence
from typing import NamedTuple

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas

FEWEST = 4  # cells that show how a column was rounded
_FULL = 13  # so many decimals were computed, not written
_SAMPLE = 30


class Written(NamedTuple):
    """How the numbers of a column were written."""

    decimals: int  # the most that any of them has
    is_rounded: bool  # whether all were rounded so


def written_decimals(cells: Sequence[str]) -> Written:
    """Return with how many decimals the numbers of a column were written, and whether all were rounded so.

    >>> written_decimals(["0.91", "0.82", "0.73", "0.60", "0.55", "0.91", "0.12", "0.33"])
    Written(decimals=2, is_rounded=True)
    >>> written_decimals(["0.5", "0.3333333333333333", "0.25"])
    Written(decimals=16, is_rounded=False)
    """
    n = len(cells)
    some = [cells[i * n // _SAMPLE] for i in range(_SAMPLE)] if n > _SAMPLE else cells
    if (alike := _find_common_decimals(some)) is not None:
        count, ends = len(some), alike.ends
        places = alike.places
    else:
        found = _find_decimals(some)
        count, places = len(found), max(map(len, found), default=0)
        ends = "".join([digits[-1:] or "." for digits in found if len(digits) == places])
    few = count < FEWEST or 2 * len(ends) < count or 10 * ends.count("0") > 3 * len(ends)
    return Written(places, is_rounded=not few and 0 < places < _FULL)


class _Alike(NamedTuple):
    """The decimals of cells that are all written alike."""

    places: int
    ends: str  # the last digit of each


def _find_common_decimals(cells: Sequence[str]) -> _Alike | None:
    """Return the decimals of plain numbers with the mark in one place, as mostly; None for all others."""
    if len(widths := set(map(len, cells))) != 1:
        return None
    width, mark, joined = widths.pop(), cells[0].find("."), "".join(cells)
    if not 0 <= mark < width - 1 or joined[mark::width] != "." * len(cells):
        return None
    if joined.count(".") != len(cells) or not joined.replace(".", "").isdecimal():
        return None
    return _Alike(width - mark - 1, joined[width - 1 :: width])


def _find_decimals(cells: Sequence[str]) -> list[str]:
    """Return what stands behind the decimal mark of every cell that is a plain number."""
    found = [cell.partition(".")[2] for cell in cells]
    if "".join(cells).replace(".", "").isdecimal() and "." not in "".join(found) and "" not in cells:
        return found
    return [
        c.replace(",", ".").partition(".")[2] for cell in cells if _is_plain(c := cell.strip().lstrip("-−+"))
    ]


def settle_decimals(written: Sequence[Written]) -> tuple[int | None, ...] | None:
    """Return the decimals of each column where some were rounded to fewer than others; None for one written in full.

    >>> settle_decimals([Written(9, True), Written(16, False), Written(1, False)])
    (9, None, 9)
    """
    rounded = [w.decimals for w in written if w.is_rounded]
    if not rounded:
        return None
    coarse = min(rounded)
    made = tuple(w.decimals if w.is_rounded else coarse if w.decimals <= coarse else None for w in written)
    return made if len(set(made)) > 1 else None


def _is_plain(cell: str) -> bool:
    return cell.replace(".", "", 1).isdecimal() or cell.replace(",", "", 1).isdecimal()


def precision_findings(names: Sequence[str], decimals: Sequence[int | None]) -> tuple[Finding, ...]:
    """Return the finding that classifiers were written with different numbers of decimals."""
    known = sorted({d for d in decimals if d is not None})
    if not known or len(set(decimals)) < 2:
        return ()
    coarse = [n for n, d in zip(names, decimals, strict=True) if d == known[0]]
    message = (
        f"scores are written with different numbers of decimals: at most {write_count(known[0], 'decimal')} for "
        f"{join_with_commas(map(quote_text, coarse))}, more for others; "
        "two classifiers tie where they agree at the coarser of their two, and "
        "ranks are made at the coarsest"
    )
    detail = {"decimals": {n: d for n, d in zip(names, decimals, strict=True)}}
    return (Finding(code="BO330", severity=Severity.NOTE, message=message, detail=detail),)
