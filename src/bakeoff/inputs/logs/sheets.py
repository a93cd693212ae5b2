"""What a reader takes from a log: the answers of one run to one task, in columns that take little room."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import isfinite, nan
from types import MappingProxyType

from bakeoff.core.items import ANSWERED, STATUSES, AnswerStatus

FAILED = STATUSES.index(AnswerStatus.FAILED)
MISSING = STATUSES.index(AnswerStatus.MISSING)
TIMED_OUT = STATUSES.index(AnswerStatus.TIMED_OUT)
FILTERED = STATUSES.index(AnswerStatus.FILTERED)
REFUSED = STATUSES.index(AnswerStatus.REFUSED)
_LONGEST, _KEPT = 400, 200  # characters of an id


@dataclass(slots=True, kw_only=True)
class AnswerSheet:
    """Answers of one run to one task: a row for each answer, a column of scores for each metric."""

    model: str
    task: str
    source: str
    settings: dict[str, str] = field(default_factory=dict)
    # Columns that are shorter than this one are filled up by `close`: readers of large logs append to some only.
    ids: list[str] = field(default_factory=list)
    attempts: "array[int]" = field(
        default_factory=lambda: array("q")
    )  # epoch or sample number; −1: not given
    statuses: bytearray = field(default_factory=bytearray)  # why there is no score, where there is none
    digests: "array[int]" = field(default_factory=lambda: array("Q"))  # of text or target; 0 where unknown
    groups: list[str] = field(default_factory=list)
    group_noun: str = "group"
    scores: dict[str, "array[float]"] = field(default_factory=dict)
    amounts: dict[str, "array[float]"] = field(
        default_factory=dict
    )  # what answers took: latency, price, tokens
    higher_is_better: dict[str, bool] = field(default_factory=dict)  # where the log says so
    messages: list[str] = field(default_factory=list)  # what the reader wants said of this run
    without_item_scores: dict[str, str] = field(default_factory=dict)  # metric: why it has none
    by_position: bool = False  # ids are places in the file, nothing more
    repeats_are_attempts: bool = False  # the tool writes attempts at an item without numbers
    family: str = ""  # tasks of one family are the same items scored in different ways: one of them is read

    def add(
        self,
        item: str,
        scores: Mapping[str, float],
        *,
        attempt: int = -1,
        status: int = ANSWERED,
        digest: int = 0,
        group: str = "",
        amounts: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        """Add one answer; a metric that it lacks is a gap."""
        row = len(self.ids)
        self.ids.append(item if len(item) <= _LONGEST else shorten_id(item))
        self.attempts.append(attempt)
        self.statuses.append(status)
        self.digests.append(digest)
        if group or self.groups:
            self.groups.extend([""] * (row - len(self.groups)))
            self.groups.append(group)
        _add_values(self.scores, scores, row)
        if amounts:
            _add_values(self.amounts, amounts, row)

    def close(self) -> "AnswerSheet":
        """Fill the gaps at the end of columns, and return the sheet."""
        rows = len(self.ids)
        for column in (*self.scores.values(), *self.amounts.values()):
            column.extend([nan] * (rows - len(column)))
        self.attempts.extend([-1] * (rows - len(self.attempts)))
        self.statuses.extend(bytes(rows - len(self.statuses)))
        self.digests.extend([0] * (rows - len(self.digests)))
        return self

    @property
    def metrics(self) -> list[str]:
        """The metrics that any answer has a score of, in the order of the log."""
        return [name for name, column in self.scores.items() if any(map(isfinite, column))]


def _add_values(columns: dict[str, "array[float]"], values: Mapping[str, float], row: int) -> None:
    """Add the values of one row; a column that is new or shorter has gaps before it."""
    for name, value in values.items():
        column = columns.get(name)
        if column is None:
            column = columns[name] = array("d", [nan]) * row
        elif len(column) < row:
            column.extend([nan] * (row - len(column)))
        column.append(value)


def share_ids(sheets: Sequence[AnswerSheet]) -> None:
    """Let runs of a task that have the same ids in the same order, as nearly all have, keep one list of them."""
    first: dict[str, AnswerSheet] = {}
    for sheet in sheets:
        before = first.setdefault(sheet.task, sheet)
        if before is not sheet and before.ids == sheet.ids:
            sheet.ids = before.ids


def shorten_id(text: str) -> str:
    """Return an id; of a long text, which some tools have in place of one, its beginning and its digest.

    >>> shorten_id("q1"), len(shorten_id("a question " * 1000))
    ('q1', 220)
    """
    return text if len(text) <= _LONGEST else f"{text[:_KEPT]}... {digest_of(text):016x}"


def merge_columns(first: AnswerSheet, *others: AnswerSheet) -> AnswerSheet:
    """Return one sheet with the columns of all: scores of the same answers by other metrics or filters."""
    first.close()
    for other in others:
        other.close()
        first.higher_is_better |= other.higher_is_better
        first.without_item_scores |= other.without_item_scores
        if other.ids == first.ids:
            first.scores |= other.scores
            continue
        known = set(first.ids)
        for row, item in enumerate(other.ids):
            if item not in known:
                first.add(item, {}, status=other.statuses[row], digest=other.digests[row])
        places = {item: row for row, item in enumerate(other.ids)}
        rows = [places.get(item, -1) for item in first.ids]
        for name, column in other.scores.items():
            first.scores[name] = array("d", (column[row] if row >= 0 else nan for row in rows))
        first.close()
    return first


def digest_of(*texts: object) -> int:
    """Return a short digest of what an item stands for: its text, its target.

    >>> digest_of("2+2", "4") == digest_of("2+2", "4") != digest_of("2+3", "4")
    True
    """
    content = blake2b(digest_size=8)
    for text in texts:
        content.update(str(text).encode("utf-8", "surrogatepass") + b"\0")
    return int.from_bytes(content.digest(), "big") or 1


def digest_of_hex(text: object) -> int:
    """Return the digest that a log gives itself, as a number: the first 16 digits, or a digest of the text.

    >>> digest_of_hex("00000000000000ff1234"), digest_of_hex("")
    (255, 0)
    """
    if not isinstance(text, str) or not text:
        return 0
    try:
        return int(text[:16], 16) or 1
    except ValueError:
        return digest_of(text)


def status_of_error(text: object) -> int:
    """Return what became of an answer by the words of its error.

    >>> STATUSES[status_of_error("TimeoutError: no answer")], STATUSES[status_of_error("429 overloaded")]
    (<AnswerStatus.TIMED_OUT: 'timed out'>, <AnswerStatus.FAILED: 'failed'>)
    """
    words = str(text).casefold()
    if words in STATUSES:  # as bakeoff itself writes it
        return STATUSES.index(AnswerStatus(words))
    if "timeout" in words or "timed out" in words or "time limit" in words:
        return TIMED_OUT
    if "content_filter" in words or "content filter" in words or "moderation" in words:
        return FILTERED
    if "refus" in words and "connection" not in words:
        return REFUSED
    return FAILED
