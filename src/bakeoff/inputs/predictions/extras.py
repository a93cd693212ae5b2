"""What predictions carry besides answers: groups, subgroups, weights and folds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.alignment import Examples
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole, snake_key
from bakeoff.inputs.predictions.sheets import Sheet, joint_source
from bakeoff.inputs.table.cell_numbers import parse_numbers
from bakeoff.inputs.table.word_columns import combine_codes, share_words

_TRAINING = frozenset({"train", "training"})
_NO_NOUNS = frozenset(
    {"index", "key", "row", "rowname", "name", "unnamed", "number", "identifier", "uuid", "cluster"}
)
_PURPOSES = _TRAINING | {"test", "testing", "valid", "validation", "val", "dev", "eval"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What is known of each example that counts, besides answers."""

    group: Ints | None
    group_noun: str
    item: Ints | None
    item_noun: str
    subgroup: tuple[str, ...] | None
    weight: Floats | None
    fold: Ints | None
    counted_by: tuple[str, ...]
    findings: tuple[Finding, ...]


def read_extras(sheets: Sequence[Sheet], examples: Examples, kept: Bools, *, options: ReadOptions) -> Extras:
    """Return groups, subgroups, weights and folds, each None where nothing is said of it."""
    fold, findings = _read_folds(sheets, examples, kept)
    group = _read_groups(sheets, examples, kept)
    item_noun = _find_noun(sheets, PredictionRole.ID, other="example")
    by_column = any(PredictionRole.GROUP in sheet.table.parts for sheet in sheets)
    return Extras(
        group=group,
        group_noun=_find_noun(sheets, PredictionRole.GROUP, other="group") if by_column else item_noun,
        item=None if examples.attempts is None else _renumber(examples.attempts[kept]),
        item_noun=item_noun,
        subgroup=_read_subgroups(sheets, examples, kept),
        weight=_read_weights(sheets, examples, kept, options=options),
        fold=fold,
        counted_by=tuple(_counting_columns(sheets, options, grouped=group is not None)),
        findings=findings,
    )


def _find_noun(sheets: Sequence[Sheet], part: PredictionRole, *, other: str) -> str:
    """Return what a column's rows are, by its name: patients in "patient_id"; `other` where it is no such word."""
    column = next((s.table.parts[part].name for s in sheets if part in s.table.parts), "")
    word = snake_key(column).removesuffix("_id").removesuffix("_ids")
    word = word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")
    return (
        word
        if 3 <= len(word) <= 20 and word.isascii() and word.isalpha() and word not in _NO_NOUNS
        else other
    )


def _counting_columns(sheets: Sequence[Sheet], options: ReadOptions, *, grouped: bool) -> Iterator[str]:
    """Yield which columns say what belongs together and what counts more, and whether somebody named them."""
    ways = {
        PredictionRole.GROUP: ("grouped", options.group_column),
        PredictionRole.WEIGHT: ("weighted", options.weight_column),
    }
    for part, (how, column_name) in ways.items():
        column = next((s.table.parts[part].name for s in sheets if part in s.table.parts), None)
        if column is not None and (grouped or part is not PredictionRole.GROUP):
            yield f"{how} by {column.strip()}{'' if column_name else ' (found by its name)'}"


def _read_words(
    sheets: Sequence[Sheet], examples: Examples, kept: Bools, part: PredictionRole
) -> tuple[tuple[str, ...], Ints] | None:
    """Return the text of each example in a column that some sheets have; the first sheet that has it counts."""
    having = [(i, w) for i, sheet in enumerate(sheets) if (w := sheet.part(part)) is not None]
    if not having:
        return None
    texts, codes = share_words([words for _, words in having])
    values = np.full(examples.size, -1, dtype=np.int64)
    for (i, _), own in reversed(list(zip(having, codes, strict=True))):
        values[examples.rows[i]] = own
    empty = texts.index("") if "" in texts else -1
    bad = kept & ((values == empty) | (values < 0))
    if part is not PredictionRole.FOLD and bad.any():
        i = int(np.flatnonzero(bad)[0])
        raise InputError(
            f"{examples.name(i)} has no {part}",
            where=f"{joint_source(sheets)}, column {quote_text(sheets[having[0][0]].table.parts[part].name)}",
            fix=f"fill in the {part} of every example",
            code="BO098",
        )
    return texts, values[kept]


def _read_groups(sheets: Sequence[Sheet], examples: Examples, kept: Bools) -> Ints | None:
    words = _read_words(sheets, examples, kept, PredictionRole.GROUP)
    if words is None:
        return None if examples.attempts is None else _renumber(examples.attempts[kept])
    codes = _renumber(combine_codes([examples.dataset[kept], words[1]]))
    # A group of its own for each example says nothing.
    return None if int(codes.max(initial=0)) + 1 == codes.size else codes


def _renumber(codes: Ints) -> Ints:
    return np.unique(codes, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _read_subgroups(sheets: Sequence[Sheet], examples: Examples, kept: Bools) -> tuple[str, ...] | None:
    words = _read_words(sheets, examples, kept, PredictionRole.SUBGROUP)
    if words is None:
        return None
    texts, codes = words
    return tuple(texts[i] for i in codes.tolist())


def _read_weights(
    sheets: Sequence[Sheet], examples: Examples, kept: Bools, *, options: ReadOptions
) -> Floats | None:
    having = [(i, sheet) for i, sheet in enumerate(sheets) if PredictionRole.WEIGHT in sheet.table.parts]
    if not having:
        return None
    weights = np.full(examples.size, np.nan)
    for i, sheet in reversed(having):
        numbers = parse_numbers([sheet.table.parts[PredictionRole.WEIGHT]], decimal=options.decimal)
        weights[examples.rows[i]] = numbers.values[sheet.rows, 0]
    bad = kept & ~((weights >= 0) & (weights < np.inf))
    if bad.any() or not (weights[kept] > 0).any():
        which = examples.name(int(np.flatnonzero(bad)[0])) if bad.any() else ""
        raise InputError(
            f"the weight of {which} is not a number of 0 or more"
            if bad.any()
            else "the weight of every example is 0",
            where=f"{joint_source(sheets)}, column {quote_text(having[0][1].table.parts[PredictionRole.WEIGHT].name)}",
            fix="give each example a weight of 0 or more, and some of them more than 0",
            code="BO098",
        )
    return weights[kept]


def _read_folds(
    sheets: Sequence[Sheet], examples: Examples, kept: Bools
) -> tuple[Ints | None, tuple[Finding, ...]]:
    words = _read_words(sheets, examples, kept, PredictionRole.FOLD)
    if words is None:
        return None, ()
    texts, codes = words
    purposes = {texts[i].casefold() for i in np.unique(codes).tolist()}
    if purposes <= _PURPOSES:
        return None, _training_findings(purposes)
    if len(purposes) < 2:
        return None, ()
    return _renumber(codes), ()


def _training_findings(seen: set[str]) -> tuple[Finding, ...]:
    if not seen & _TRAINING:
        return ()
    message = "some of the examples are training examples, by their own account: accuracy on them flatters"
    return (Finding(code="BO366", severity=Severity.PROBLEM, message=f"{message} (--only split=test)"),)
