"""Which rows are about the same example: by the id, never by the order of rows where there is an id."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np

from bakeoff.core.arrays import Bools, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import ExampleIds
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.predictions.identities import Identities, number_identities
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole
from bakeoff.inputs.predictions.sheets import Sheet
from bakeoff.inputs.table.clean_names import clean_names
from bakeoff.inputs.table.word_columns import combine_codes, share_words

DATASET = "the test set"  # what the only dataset is called where nothing names it


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """The examples in order of appearance, and where the rows of each sheet belong."""

    size: int
    datasets: tuple[str, ...]
    dataset: Ints  # of each example
    rows: tuple[Ints, ...]  # for each sheet, the example of each row
    name: Callable[[int], str]  # says which example it is
    ids: ExampleIds | None
    by_order: bool  # nothing but the order of rows says which example a row is about
    attempts: Ints | None  # of each example: its id, where an id has several attempts
    findings: tuple[Finding, ...] = ()

    def ids_of(self, kept: Bools) -> ExampleIds | None:
        """Return what some of the examples are called."""
        return None if self.ids is None else replace(self.ids, codes=self.ids.codes[kept])


def align_examples(sheets: Sequence[Sheet]) -> Examples:
    """Return the examples of all sheets, each once."""
    names, datasets = _number_datasets(sheets)
    has_id = [sheet.has_id for sheet in sheets]
    if any(has_id) and not all(has_id):
        _refuse_partial_ids(sheets, has_id)
    if all(has_id):
        ids, identities_found = _number_ids(sheets)
        keys, attempted = _number_examples(sheets, datasets, ids)
    else:
        ids, identities_found, attempted = [_count_within_datasets(codes) for codes in datasets], None, False
        keys = combine_codes([np.concatenate(datasets), np.concatenate(ids)])
    first, index = _order_by_appearance(keys)
    dataset, identity = np.concatenate(datasets)[first], np.concatenate(ids)[first]
    ends = np.cumsum([codes.size for codes in datasets])[:-1]
    return Examples(
        size=first.size,
        datasets=names,
        dataset=dataset,
        rows=tuple(np.split(index, ends)),
        name=lambda i: _example_name(
            None if identities_found is None else identities_found.name, identity, dataset, names, i
        ),
        ids=None if identities_found is None else ExampleIds(codes=identity, labels=identities_found.labels),
        by_order=not all(has_id),
        attempts=combine_codes([dataset, identity]) if attempted else None,
        findings=_alignment_findings(sheets, by_order=not all(has_id), attempted=attempted),
    )


def _example_name(
    title: Callable[[int], str] | None, identity: Ints, dataset: Ints, datasets: Sequence[str], example: int
) -> str:
    number = int(identity[example])
    name = f"example {number + 1:,}" if title is None else f"example {quote_text(title(number))}"
    return f"{name} of {quote_text(datasets[int(dataset[example])])}" if len(datasets) > 1 else name


def _number_datasets(sheets: Sequence[Sheet]) -> tuple[tuple[str, ...], list[Ints]]:
    dataset_words = [sheet.part(PredictionRole.DATASET) for sheet in sheets]
    words = [w for w in dataset_words if w is not None]
    if not words:
        return (DATASET,), [np.zeros(sheet.rows.size, dtype=np.int64) for sheet in sheets]
    if len(words) < len(sheets):
        without = next(sheet for sheet, w in zip(sheets, dataset_words, strict=True) if w is None)
        raise InputError(
            "some of the tables name the dataset of each example and others do not",
            where=without.table.grid.source,
            fix="add a column 'dataset' to every table, or take it out of all of them",
            code="BO047",
        )
    texts, codes = share_words(words)
    names = clean_names(texts, kind="dataset", where=sheets[0].table.grid.source).clean
    if "" in names and any((c == names.index("")).any() for c in codes):
        raise _missing_key_error(sheets, codes, names.index(""), PredictionRole.DATASET)
    # Texts of the whole table are numbered; only those that occur in some row count, in order of appearance.
    first, _ = _order_by_appearance(np.concatenate(codes))
    order_of_appearance = np.concatenate(codes)[first]
    number = np.zeros(len(names), dtype=np.int64)
    number[order_of_appearance] = np.arange(order_of_appearance.size)
    return tuple(names[i] for i in order_of_appearance.tolist()), [number[c] for c in codes]


def _missing_key_error(
    sheets: Sequence[Sheet], codes: Sequence[Ints], missing: int, part: PredictionRole
) -> InputError:
    sheet, rows = next(
        (sheet, np.flatnonzero(own == missing))
        for sheet, own in zip(sheets, codes, strict=True)
        if (own == missing).any()
    )
    return InputError(
        f"{write_count(rows.size, 'row')} {'has' if rows.size == 1 else 'have'} no {part}",
        where=sheet.where(int(rows[0]), sheet.table.parts[part]),
        fix=f"fill in the {part} of every row",
        code="BO040",
    )


def _number_ids(sheets: Sequence[Sheet]) -> tuple[list[Ints], Identities]:
    tables = list({id(sheet.table): sheet.table for sheet in sheets}.values())
    ids = number_identities([table.parts[PredictionRole.ID] for table in tables])
    own = {id(table): codes for table, codes in zip(tables, ids.codes, strict=True)}
    codes = [sheet.take(own[id(sheet.table)]) for sheet in sheets]
    if ids.missing is not None and any((c == ids.missing).any() for c in codes):
        raise _missing_key_error(sheets, codes, ids.missing, PredictionRole.ID)
    return codes, ids


def _number_examples(
    sheets: Sequence[Sheet], datasets: Sequence[Ints], ids: Sequence[Ints]
) -> tuple[Ints, bool]:
    """Return a number for each example; attempts, and folds where an id has several, make examples of their own."""
    parts = [np.concatenate(datasets), np.concatenate(ids)]
    keys = combine_codes(parts)
    sizes = [codes.size for codes in ids]
    if not _has_repeats(keys, sizes):
        return keys, False
    for part in (PredictionRole.ATTEMPT, PredictionRole.FOLD):
        words = [w for sheet in sheets if (w := sheet.part(part)) is not None]
        if len(words) == len(sheets):
            parts.append(np.concatenate(share_words(words)[1]))
            if not _has_repeats(finer := combine_codes(parts), sizes):
                return finer, True
    return keys, False


def _has_repeats(keys: Ints, sizes: Sequence[int]) -> bool:
    return any(_has_twins(own) for own in np.split(keys, np.cumsum(sizes)[:-1]))


def _has_twins(keys: Ints) -> bool:
    """Say whether a key occurs twice; keys that only count upwards need not be sorted."""
    if bool((keys[1:] > keys[:-1]).all()):
        return False
    ordered = np.sort(keys)
    return bool((ordered[1:] == ordered[:-1]).any())


def _count_within_datasets(datasets: Ints) -> Ints:
    """Return the number of each row among the rows of its dataset."""
    order = np.argsort(datasets, kind="stable")
    sizes = np.bincount(datasets)
    number = np.empty_like(datasets)
    number[order] = np.arange(datasets.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return number


def _order_by_appearance(keys: Ints) -> tuple[Ints, Ints]:
    """Return where each distinct key appears first, in that order, and the number of the key of each row."""
    if bool((keys[1:] > keys[:-1]).all()):
        return np.arange(keys.size), np.arange(keys.size)
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return first[order], rank[index.reshape(-1)]


def _refuse_partial_ids(sheets: Sequence[Sheet], has_id: Sequence[bool]) -> NoReturn:
    without = [sheet.table.grid.source for sheet, has in zip(sheets, has_id, strict=True) if not has]
    raise InputError(
        "some tables have a column of ids and others do not, so that nobody can tell which rows belong together",
        where=join_with_commas(dict.fromkeys(without)),
        fix="add the ids of the examples as a column 'id' (or name it with --id-column)",
        code="BO086",
    )


def _alignment_findings(sheets: Sequence[Sheet], *, by_order: bool, attempted: bool) -> tuple[Finding, ...]:
    if attempted:
        message = (
            "the same ids were answered several times: attempts at one example depend on each other and are kept "
            "together as a group"
        )
        return (Finding(code="BO365", severity=Severity.WARNING, message=message),)
    if not by_order or (len(sheets) == 1 and len(sheets[0].classifiers) < 2):
        return ()
    if len(sheets) == 1:
        message = "there is no column of ids: each row is taken as one example"
        return (Finding(code="BO350", severity=Severity.NOTE, message=message),)
    message = (
        "there is no column of ids: predictions are joined in the order of their rows, because the true classes "
        "are the same row by row"
    )
    return (Finding(code="BO357", severity=Severity.WARNING, message=message),)
