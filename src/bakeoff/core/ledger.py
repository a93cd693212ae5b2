"""The ledger: every look at the data, written down once, each entry bound to the one before it by its hash."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Any

from bakeoff.core.reprs import describe_record
from bakeoff.core.words import write_count

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


def parse_footprint(plain: Mapping[str, Any]) -> Footprint:
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


def significant_digits(score: float) -> str | None:
    """Return the first significant digits of a score, the same for 0.85 and 85 %; None where there is none.

    >>> [significant_digits(score) for score in (0.850, 85.0, -0.0123, 0.0, float("nan"))]
    ['85', '85', '-123', '0', None]
    """
    if score != score:
        return None
    mantissa = f"{score:.5e}".partition("e")[0].replace(".", "").rstrip("0")
    return mantissa if mantissa.strip("-") else "0"


def keep_smallest(marks: Sequence[int]) -> tuple[tuple[int, ...], int | None]:
    """Return the marks that are kept, in order, and up to which size; None where all are."""
    least = tuple(sorted(marks)[:MOST_MARKS])
    return least, least[-1] if len(least) < len(marks) else None


GENESIS = "sha256:" + "0" * 64  # what the first entry follows


class LookKind(StrEnum):
    """What was written down."""

    COMPARISON = "comparison"
    STUDY = "study"  # a comparison of the results of a study
    TUNING = "tuning"  # configurations tried inside training sets: counted, and no look at test data


class Spending(StrEnum):
    """How p-values are adjusted over looks."""

    ALPHA = "alpha-spending"  # look k gets alpha·6/(π²k²): whatever was claimed at any time, taken together
    E_LOND = (
        "e-lond"  # of questions that may be looked at at any time: few false claims among all that are made
    )
    HOLM = "holm"  # over all that was tested so far: what stands now, taken together; for a family judged at its end


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedPair:
    """What one look said of one pair."""

    a: str
    b: str
    test: str
    p_value: float | None  # None where the verdict rests on a posterior
    p_adjusted: float | None  # over the pairs of the look
    verdict: str  # the one that stood at this look
    alone: str | None = None  # the one by itself; None in entries of older versions, whose verdict it is

    @property
    def p_within(self) -> float | None:
        """The p-value that counts within its look: adjusted where several pairs were tested."""
        return self.p_value if self.p_adjusted is None else self.p_adjusted


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionLook:
    """What one look added to a question that may be looked at at any time, and the evidence after it."""

    __repr__ = describe_record

    a: str
    b: str
    question: str  # fingerprint of models, measure, margin and kind of unit
    variant: int  # 1, 2, …: other answers to the same items under the same names are another question
    members: tuple[tuple[str, ...], ...]  # of each unit that it added: marks of its items
    values: tuple[float, ...]  # of each: the advantage of b
    noun: str
    reach: float
    units: int  # that count after it, in all
    log10_better: float
    log10_worse: float
    log10_needed: float  # by itself
    level: float  # at which it was judged among the other questions
    known_by: str = "id"
    looks: tuple[int, ...] = ()  # after how many of its own units it was looked at before it was written down

    @property
    def identity(self) -> tuple[str, int]:
        """Which question it is."""
        return self.question, self.variant


@dataclass(frozen=True, slots=True, kw_only=True)
class LookTaken:
    """Which look at its data a comparison is, and what that leaves of its level."""

    number: int
    level: float  # at which it is judged: never below that of the comparison
    spending: Spending
    written: bool  # whether it is in the ledger; what is only tried is judged as the look that it would be


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is written down of one comparison or tuning run."""

    __repr__ = describe_record

    kind: LookKind
    identity: str  # of data and settings: the same comparison again is not another look
    marks: tuple[str, ...]  # fingerprints of test sets, or names of datasets: what makes looks one family
    source: str
    settings: Mapping[str, Any]
    pairs: tuple[LookedPair, ...] = ()
    note: str = ""
    data: Footprint | None = None  # by which the data are known again; entries of older versions have none
    left_out: tuple[str, ...] = ()  # in words
    questions: tuple[QuestionLook, ...] = ()  # where it may be looked at at any time


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One line of the ledger."""

    sequence: int  # 1, 2, …
    at: str  # UTC
    body: str  # the look, as canonical JSON
    previous: str  # hash of the entry before
    hash: str

    @property
    def look(self) -> Look | None:
        """What was looked at, and what was seen; None where the entry was spoilt."""
        return _parse_look(self.body)


@lru_cache(maxsize=4096)  # a list of looks holds each against all others
def _parse_look(body: str) -> Look | None:
    try:
        fields = json.loads(body)
        data = fields.pop("data", None)
        return Look(
            kind=LookKind(fields.pop("kind")),
            pairs=tuple(LookedPair(**pair) for pair in fields.pop("pairs")),
            marks=tuple(fields.pop("marks")),
            data=None if data is None else parse_footprint(data),
            left_out=tuple(fields.pop("left_out", ())),
            questions=tuple(_parse_question(each) for each in fields.pop("questions", ())),
            **fields,
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _parse_question(plain: dict[str, Any]) -> QuestionLook:
    members = tuple(tuple(unit) for unit in plain.pop("members"))
    looks = tuple(plain.pop("looks", ()))
    return QuestionLook(members=members, values=tuple(plain.pop("values")), looks=looks, **plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """What was known of a ledger at some time, kept apart from it: so many entries, the last with this hash."""

    count: int
    head: str


def write_body(look: Look) -> str:
    """Return a look as canonical JSON: the same text for the same look, wherever it is written."""
    plain: dict[str, Any] = {
        "kind": str(look.kind),
        "identity": look.identity,
        "marks": list(look.marks),
        "source": look.source,
        "settings": dict(look.settings),
        "pairs": [
            {name: getattr(pair, name) for name in LookedPair.__dataclass_fields__} for pair in look.pairs
        ],
        "note": look.note,
    }
    if look.data is not None:
        plain["data"] = look.data.to_dict()
    if look.left_out:
        plain["left_out"] = list(look.left_out)
    if look.questions:
        plain["questions"] = [_write_question(each) for each in look.questions]
    return json.dumps(plain, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)


def _write_question(each: QuestionLook) -> dict[str, Any]:
    plain = asdict(each)
    return plain if each.looks else {name: value for name, value in plain.items() if name != "looks"}


def hash_entry(sequence: int, at: str, body: str, previous: str) -> str:
    """Return the hash that binds an entry to its place, its time, its content and the entry before it."""
    whole = json.dumps([sequence, at, body, previous], ensure_ascii=True, separators=(",", ":"))
    return f"sha256:{sha256(whole.encode('ascii')).hexdigest()}"


def fingerprint(*parts: object) -> str:
    """Return a fingerprint of plain values."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return f"sha256:{sha256(text.encode('ascii')).hexdigest()}"


def chain_problems(entries: Sequence[LedgerEntry], anchor: Anchor | None = None) -> tuple[str, ...]:
    """Return what is wrong with a chain of entries, in words; nothing where it is whole.

    A changed entry no longer has its hash; a removed or moved one leaves a gap in the numbers and a broken link.
    Entries cut off at the end leave no trace in the chain itself: only an anchor that was kept elsewhere tells.
    Whoever can rewrite the whole chain and the anchor can deceive it.
    """
    problems = []
    before = GENESIS
    for place, entry in enumerate(entries, start=1):
        if entry.sequence != place:
            problems.append(f"entry {place} is missing: entry {entry.sequence} stands in its place")
            break
        if entry.hash != hash_entry(entry.sequence, entry.at, entry.body, entry.previous):
            problems.append(f"entry {place} was changed after it was written")
        if entry.previous != before:
            problems.append(f"entry {place} does not follow from the entry before it")
        before = entry.hash
    return (*problems, *_anchor_problems(entries, anchor))


def _anchor_problems(entries: Sequence[LedgerEntry], anchor: Anchor | None) -> tuple[str, ...]:
    if anchor is None or anchor.count == 0:
        return ()
    if anchor.count > len(entries):
        lost = anchor.count - len(entries)
        gone = "the last one is gone" if lost == 1 else f"the last {lost:,} are gone"
        return (f"the ledger had {write_count(anchor.count, 'entry')}, and has {len(entries)}: {gone}",)
    if entries[anchor.count - 1].hash != anchor.head:
        return (f"entry {anchor.count} is not the one that was written: its hash was {anchor.head}",)
    return ()
