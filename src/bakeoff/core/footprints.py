"""What the ledger keeps of data, to know them again: names of datasets, scores, and marks of test examples."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bakeoff.core.records import describe_record

MOST_MARKS = 5_000  # of one test set: of more examples those with the smallest marks, which are a random part
MOST_CELLS = 20_000  # of a table; of a larger one no scores are kept


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleMarks:
    """Marks of the examples of one test set: numbers made from what is known of each."""

    __repr__ = describe_record

    dataset: str
    of: str  # what the marks are made of; only such as are made of the same are compared
    size: int  # how many there are in all
    marks: tuple[int, ...]  # in order of size
    chance: float  # that a mark is the same in two test sets that have nothing to do with each other
    limit: int | None = None  # up to which size marks are kept; None where all are


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """What is kept of the data of one look."""

    __repr__ = describe_record

    names: tuple[str, ...] = ()  # of datasets; none where they only have numbers
    rows: int = 0  # of scores
    # For each classifier its scores, row by row, as their significant digits; None where one is missing.
    columns: tuple[tuple[str | None, ...], ...] = ()
    examples: tuple[ExampleMarks, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values, without what is empty."""
        return {name: value for name, value in asdict(self).items() if value}


def footprint_of(plain: Mapping[str, Any]) -> Footprint:
    """Return the footprint that was written down as plain values."""
    return Footprint(
        names=tuple(plain.get("names", ())),
        rows=int(plain.get("rows", 0)),
        columns=tuple(tuple(column) for column in plain.get("columns", ())),
        examples=tuple(
            ExampleMarks(**{**each, "marks": tuple(each["marks"])}) for each in plain.get("examples", ())
        ),
    )


def plain_name(name: str) -> str:
    """Return a name without what spellings of it differ in.

    >>> plain_name("Breast-Cancer ") == plain_name("breast_cancer")
    True
    """
    return re.sub(r"[\W_]+", "", name.casefold()) or name.strip()


def digits_of(score: float) -> str | None:
    """Return the first significant digits of a score, the same for 0.85 and 85 %; None where there is none.

    >>> digits_of(0.850), digits_of(85.0), digits_of(-0.0123), digits_of(0.0), digits_of(float("nan"))
    ('85', '85', '-123', '0', None)
    """
    if score != score:
        return None
    mantissa = f"{score:.5e}".partition("e")[0].replace(".", "").rstrip("0")
    return mantissa if mantissa.strip("-") else "0"


def smallest(marks: Sequence[int]) -> tuple[tuple[int, ...], int | None]:
    """Return the marks that are kept, in order, and up to which size; None where all are."""
    kept = tuple(sorted(marks)[:MOST_MARKS])
    return kept, kept[-1] if len(kept) < len(marks) else None
