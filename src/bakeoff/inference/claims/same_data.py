"""Whether two looks are at the same data: by names of datasets, by their scores, by the examples of test sets.

What could agree by accident is not taken for the same: so many agreements as two unrelated tables, or test sets,
have with a chance of `BY_ACCIDENT` at most.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from math import inf, prod

import numpy as np

from bakeoff.core.evidence import Scores
from bakeoff.core.ledger import (
    MOST_CELLS,
    ExampleMarks,
    Footprint,
    keep_smallest,
    plain_name,
    significant_digits,
)
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.procedures.base.distributions import binomial_sf

NUMBERED_DATASETS = "BO302"  # the finding by which datasets had no names
NUMBER = re.compile(
    r"(the )?(data ?set|data|set|test set|row|fold|d)?[ _#-]*\d*"
)  # a name that any table might use
# An id that any test set might use.
RUNNING_NAME = re.compile(
    r"(id|ex|example|item|q|question|row|sample|test|img|image|doc|case|record|instance|index|no|n)?[ _#.-]*\d+"
)
SHARED_AT_LEAST = 0.5  # of the smaller of two: so much in common makes two looks one family
BY_ACCIDENT = 1e-4
EXAMPLES_PER_MARK = 8  # examples without ids that one mark stands for


@dataclass(frozen=True, slots=True, kw_only=True)
class DataMatch:
    """What two looks have in common."""

    by: str  # "dataset", "row" (of scores) or "example"
    shared: int
    here: int  # of the present look
    there: int  # of the earlier one
    gone: tuple[str, ...] = ()  # datasets of the earlier look that the present one has not
    exact: bool = True  # whether all were counted, not a part


def take_footprint(evidence: Evidence) -> Footprint:
    """Return what the ledger keeps of evidence, to know it again."""
    if isinstance(evidence, Predictions):
        return Footprint(examples=tuple(_mark_examples(evidence)))
    if not isinstance(evidence, Scores):
        return Footprint()
    one = len(evidence.datasets) == 1 and evidence.resamples is not None
    values = evidence.resamples.values if one and evidence.resamples is not None else evidence.values
    columns = values.T.tolist() if values.size <= MOST_CELLS else []
    datasets = [name for f in evidence.families for name in f.members] or evidence.datasets
    return Footprint(
        names=() if are_numbered(evidence) else tuple(map(plain_name, datasets)),
        rows=len(values),
        columns=tuple(tuple(map(significant_digits, column)) for column in columns),
    )


def are_numbered(evidence: Scores) -> bool:
    """Say whether the datasets have numbers for names, which any other table might have too."""
    names = (name.casefold().strip() for name in evidence.datasets)
    return any(f.code == NUMBERED_DATASETS for f in evidence.findings) or all(map(NUMBER.fullmatch, names))


def match_footprints(here: Footprint, there: Footprint) -> DataMatch | None:
    """Return what a look has in common with an earlier one; None where they are not at the same data."""
    return _match_names(here, there) or _match_examples(here, there) or _match_scores(here, there)


def _match_names(here: Footprint, there: Footprint) -> DataMatch | None:
    own, past = set(here.names), set(there.names)
    shared = len(own & past)
    if not shared or shared < SHARED_AT_LEAST * min(len(own), len(past)):
        return None
    gone = tuple(name for name in there.names if name not in own)
    return DataMatch(by="dataset", shared=shared, here=len(own), there=len(past), gone=gone)


def _is_no_accident(shared: int, of: int, chance: float) -> bool:
    if not shared or shared < SHARED_AT_LEAST * of or chance >= 1:
        return False
    return chance <= 0 or binomial_sf(shared, of, chance) < BY_ACCIDENT


# ---- scores ----


def _match_scores(here: Footprint, there: Footprint) -> DataMatch | None:
    """Return how many rows of scores are the same, over the columns that two tables have in common."""
    if not here.columns or not there.columns:
        return None
    small = min(here.rows, there.rows)
    own, past = here.columns, there.columns
    columns: list[tuple[int, int]] = []
    rows = 0
    for i, j in _pair_columns(own, past, small):
        if i in (a for a, _ in columns) or j in (b for _, b in columns):
            continue
        both = [*columns, (i, j)]
        mine, theirs = _table_rows(own, [a for a, _ in both]), _table_rows(past, [b for _, b in both])
        shared = (Counter(mine) & Counter(theirs)).total()
        if shared >= SHARED_AT_LEAST * small:
            columns, rows = both, shared
    if not columns:
        return None
    data_match = DataMatch(by="row", shared=rows, here=here.rows, there=there.rows)
    mine, theirs = _table_rows(own, [i for i, _ in columns]), _table_rows(past, [j for _, j in columns])
    levels, most = _possible_levels(tuple(own[i] for i, _ in columns)), max(here.rows, there.rows)
    if _is_no_accident(rows, small, most / min(levels, _possible_rows(mine), _possible_rows(theirs))):
        return data_match
    # Few digits may agree by accident; that they follow each other in the same order does not.
    mine, theirs = list(pairwise(mine)), list(pairwise(theirs))
    follow = (Counter(mine) & Counter(theirs)).total()
    chance = most / min(levels**2, _possible_rows(mine), _possible_rows(theirs))
    return data_match if _is_no_accident(follow, small - 1, chance) else None


def _pair_columns(
    own: Sequence[tuple[str | None, ...]], past: Sequence[tuple[str | None, ...]], small: int
) -> list[tuple[int, int]]:
    """Return the pairs of columns that have enough values in common, most of them first."""
    counts = [_count_values(column) for column in past]
    column_pairs = [
        (-(_count_values(column) & theirs).total(), i, j)
        for i, column in enumerate(own)
        for j, theirs in enumerate(counts)
    ]
    return [(i, j) for less, i, j in sorted(column_pairs) if -less >= SHARED_AT_LEAST * small]


@lru_cache(maxsize=4096)
def _count_values(column: tuple[str | None, ...]) -> Counter[str]:
    return Counter(v for v in column if v is not None)


def _table_rows(table: Sequence[tuple[str | None, ...]], columns: Sequence[int]) -> list[tuple[object, ...]]:
    return list(zip(*(table[i] for i in columns), strict=True))


def _possible_rows(rows: Sequence[tuple[object, ...]]) -> float:
    """Return how many different rows there might be, judged by how often two are the same; none are: no limit."""
    same = sum(count * (count - 1) for count in Counter(rows).values())
    return len(rows) * (len(rows) - 1) / same if same else inf


@lru_cache(maxsize=512)
def _possible_levels(columns: tuple[tuple[str | None, ...], ...]) -> float:
    """Return how many different rows such columns might have, at the digits that they are given with.

    Scores of one dataset go together: after the first column only the differences to the one before count.
    """
    digits = max(len(v.lstrip("-")) for column in columns for v in column if v is not None)
    rows = [[_pad_digits(v, digits) for v in row] for row in zip(*columns, strict=True) if None not in row]
    if not rows:
        return 1.0
    spans = [
        [row[0] for row in rows],
        *([row[k] - row[k - 1] for row in rows] for k in range(1, len(columns))),
    ]
    # Two draws from a normal distribution agree as if from 2.6 times the range of its middle half, from others less.
    return prod(2.0 * _middle_half(each) + 1 for each in spans)


def _middle_half(values: list[float]) -> float:
    """Return the distance of the quartiles."""
    ordered = sorted(values)
    quarter = len(ordered) // 4
    return ordered[len(ordered) - 1 - quarter] - ordered[quarter]


def _pad_digits(value: str | None, digits: int) -> float:
    text = value or "0"
    sign = -1 if text.startswith("-") else 1
    return sign * float(text.lstrip("-").ljust(digits, "0"))


# ---- examples ----


def _match_examples(here: Footprint, there: Footprint) -> DataMatch | None:
    """Return how many examples are the same, over the test sets that match."""
    overlaps = [_best_overlap(mine, there.examples) for mine in here.examples]
    # Of one test set there are several marks where each classifier has its own: the best tells.
    best: dict[str, tuple[int, int, bool]] = {}
    for mine, each in zip(here.examples, overlaps, strict=True):
        if each is not None and each[0] > best.get(mine.dataset, (0, 0, True))[0]:
            best[mine.dataset] = each
    if not best:
        return None
    sizes = {mine.dataset: mine.size for mine in here.examples}
    past = {one.dataset: one.size for one in there.examples}
    shared = sum(number for number, _, _ in best.values())
    if shared < SHARED_AT_LEAST * min(sum(sizes.values()), sum(past.values())):
        return None
    return DataMatch(
        by="example",
        shared=shared,
        here=sum(sizes.values()),
        there=sum(past.values()),
        exact=all(exact for _, _, exact in best.values()),
    )


def _best_overlap(mine: ExampleMarks, others: Sequence[ExampleMarks]) -> tuple[int, int, bool] | None:
    """Return how many examples of a test set are in the one that is most like it, and of how many."""
    same = [shared for one in others if (shared := _count_overlap(mine, one)) is not None]
    return max(same, default=None)


def _count_overlap(mine: ExampleMarks, other: ExampleMarks) -> tuple[int, int, bool] | None:
    if mine.of != other.of:
        return None
    limits = [each.limit for each in (mine, other) if each.limit is not None]
    one, two = (_marks_up_to(each.marks, min(limits, default=None)) for each in (mine, other))
    small = min(len(one), len(two))
    shared = len(one & two)
    if not _is_no_accident(shared, small, max(mine.chance, other.chance)):
        return None
    return round(shared / small * min(mine.size, other.size)), small, not limits and mine.of != "order"


@lru_cache(maxsize=512)
def _marks_up_to(marks: tuple[int, ...], limit: int | None) -> frozenset[int]:
    return frozenset(marks if limit is None else (mark for mark in marks if mark <= limit))


def _mark_examples(predictions: Predictions) -> Iterator[ExampleMarks]:
    for index, dataset in enumerate(predictions.datasets):
        here = np.flatnonzero(predictions.dataset == index)
        if here.size:
            yield from _mark_test_set(predictions, plain_name(dataset), here)


def _mark_test_set(predictions: Predictions, dataset: str, here: np.ndarray) -> Iterator[ExampleMarks]:
    ids = None if predictions.ids is None else predictions.ids.texts(here)
    truth = (
        None
        if predictions.truth is None
        else [predictions.classes[i] for i in predictions.truth[here].tolist()]
    )
    if ids is not None and truth is not None:
        same = _chance_agreement(truth)
        yield _build_marks(dataset, "id and class", list(zip(ids, truth, strict=True)), chance=same)
    elif truth is not None:
        blocks = [
            (i, tuple(truth[i : i + EXAMPLES_PER_MARK])) for i in range(0, len(truth), EXAMPLES_PER_MARK)
        ]
        yield replace(
            _build_marks(dataset, "order", blocks, chance=_chance_agreement(truth) ** EXAMPLES_PER_MARK),
            size=len(truth),
        )
    elif ids is not None and not all(map(RUNNING_NAME.fullmatch, (text.casefold().strip() for text in ids))):
        yield _build_marks(dataset, "id", [(text,) for text in ids], chance=0.0)
    elif ids is not None:
        for column in predictions.correct[here].T.tolist():
            share = sum(column) / len(column)
            same = share**2 + (1 - share) ** 2
            yield _build_marks(dataset, "id and outcome", list(zip(ids, column, strict=True)), chance=same)


def _chance_agreement(labels: Sequence[str]) -> float:
    """Return the chance that two examples have the same class."""
    return sum((count / len(labels)) ** 2 for count in Counter(labels).values())


def _build_marks(dataset: str, of: str, keys: Sequence[tuple[object, ...]], *, chance: float) -> ExampleMarks:
    occurrences: Counter[tuple[object, ...]] = Counter()
    marks = []
    for key in keys:
        occurrences[key] += 1  # several attempts at one example are told apart by their number
        text = repr((*key, occurrences[key])).encode("utf-8", "surrogatepass")
        marks.append(int.from_bytes(blake2b(text, digest_size=6).digest(), "big"))
    smallest_marks, limit = keep_smallest(marks)
    return ExampleMarks(
        dataset=dataset, of=of, size=len(keys), marks=smallest_marks, chance=chance, limit=limit
    )
