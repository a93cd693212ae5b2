"""The word above the names of the rows: rows are datasets where it says so or says nothing, else it is asked."""

import re
from collections.abc import Sequence

from bakeoff.core.measure_names import find_measure, measure_words
from bakeoff.core.measures import is_known_measure
from bakeoff.core.readings import Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.readings.folds import are_numbers
from bakeoff.inputs.readings.known_names import (
    are_given_names,
    is_dataset,
    is_method,
    share_of_datasets,
    share_of_methods,
)
from bakeoff.inputs.readings.plans import Plan, name_list, refuse_ambiguous
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.spellings import Role, is_id, role_of

_KNOWN_ROWS = 0.3  # so many names of rows that are known datasets say what the others are
# These say that each row is a dataset, in a longer head too, or nothing at all of what a row is.
_DATASET_WORDS = """
dataset datasets data task tasks subtask benchmark benchmarks bench corpus corpora problem problems database db
domain domains collection testset trainset suite archive datensatz datensätze daten données datos dados dati
gegevensset instance language languages lang locale lp pair env environment station idioma sprache langue conjunto base
bases zbiór veri kümesi
"""
_DATASETS = frozenset(_DATASET_WORDS.split())
# Rows that are called so may also be parts of one test of one system, whose columns are its tasks or measures.
_PARTS_WORDS = "language languages lang locale lp idioma sprache langue domain domains"
_PARTS = frozenset(_PARTS_WORDS.split())
_SILENT_WORDS = "name names title titles label of the short full abbreviation abbr acronym all"
_SILENT = frozenset(_SILENT_WORDS.split())
_BESIDE = frozenset(["id", "ids", "no", "nr", "number", "num", "key", "code", "index", "idx"])


def says_datasets(head: str) -> bool:
    """Say whether the word above the names of rows lets them be datasets: it says so, or nothing.

    >>> says_datasets("UCI dataset"), says_datasets(""), says_datasets("Accuracy (%)"), says_datasets("organ")
    (True, True, True, False)
    """
    text = head.strip()
    if is_silent(text) or role_of(text)[0] is Role.DATASET or find_measure(text) is not None:
        return True
    if re.search(
        r"(?:data|test|prompt|question|problem|image|eval|validation)[ _-]?sets?|[/\\|]", text, re.IGNORECASE
    ) or is_method(text):
        return True
    return bool(set(measure_words(text)) & _DATASETS)


def is_silent(head: str) -> bool:
    """Say whether the word above the names of rows says nothing of what they are.

    >>> is_silent(""), is_silent("Name"), is_silent("id"), is_silent("dataset"), is_silent("organ")
    (True, True, True, False, False)
    """
    text = head.strip()
    if role_of(text)[0] is not None:
        return False
    words = set(measure_words(text))
    return is_id(text) or not words - _SILENT - _BESIDE or not re.search(r"[^\W\d]{2}", text)


def doubt_row_head(plan: Plan, names: Column | None, columns: Sequence[str]) -> None:
    """Doubt that rows are datasets where the word above says something else, or nothing and no name is known."""
    if names is None or plan.options.rows_are is not None or plan.options.columns_are is not None:
        return
    if len(columns) < 2:
        return  # one column of scores is a leaderboard, whatever its rows are called
    is_doubtful = _is_doubtful(plan, names)
    if is_doubtful:
        _doubt_names(plan, names)
    elif _is_exchanged(plan, names, columns):
        known = [name for name in columns if is_dataset(name)] or [
            name for name in _row_names(names) if is_method(name)
        ]
        plan.doubt(
            f"{name_list(known, most=3)} {'sounds' if len(known) == 1 else 'sound'} as if the rows were "
            "classifiers and the columns datasets, and no other name is known",
            weight=Weight.SERIOUS,
        )
    elif _is_unknown(plan, names, columns):
        plan.doubt(
            f"nothing says that the rows ({name_list(_row_names(names), most=3)}) are datasets and the columns "
            f"({name_list(list(columns), most=3)}) classifiers: none has a name that is known",
            weight=Weight.SERIOUS,
        )
    else:
        return
    plan.offer("each row is a dataset", "--rows-are", "datasets")
    if not is_doubtful or any(map(is_dataset, columns)):
        plan.offer("each row is a classifier, each column a dataset", "--transpose")
    plan.offer("each row is an item that every classifier has a score on", "--rows-are", "examples")
    refuse_ambiguous(plan)


def doubt_dataset_column(plan: Plan, names: Column) -> None:
    """Doubt that a column names datasets that was guessed to do so, and is called otherwise."""
    if not _is_doubtful(plan, names):
        return
    _doubt_names(plan, names)
    plan.offer(f"{quote_text(names.name.strip())} names the datasets", "--dataset-column", names.name.strip())
    refuse_ambiguous(plan)


def _is_doubtful(plan: Plan, names: Column) -> bool:
    if plan.options.dataset_column is not None or plan.grid.source.startswith("the given "):
        return False
    return not says_datasets(names.name) and share_of_datasets(_row_names(names)) < _KNOWN_ROWS


def _is_exchanged(plan: Plan, names: Column, columns: Sequence[str]) -> bool:
    """Say whether all names that are known say that rows are classifiers and columns datasets."""
    if plan.options.dataset_column is not None or plan.grid.source.startswith("the given "):
        return False
    text, rows = names.name.strip(), _row_names(names)
    if not is_silent(text) and find_measure(text) is None:
        return False
    if any(map(is_dataset, rows)) or share_of_methods(columns) > 0:
        return False
    return any(map(is_dataset, columns)) or any(map(is_method, rows))


def _is_unknown(plan: Plan, names: Column, columns: Sequence[str]) -> bool:
    """Say whether neither head nor names nor a measure say that rows are datasets and columns classifiers."""
    options = plan.options
    if options.dataset_column is not None or plan.grid.source.startswith("the given ") or plan.grid.metric:
        return False
    if options.metric or options.higher_is_better is not None or are_numbers(columns):
        return False
    if not is_silent(names.name) and not (
        set(measure_words(names.name)) <= _PARTS and not are_given_names(columns)
    ):
        return False
    known = any(map(is_dataset, _row_names(names))) or share_of_methods(columns) > 0
    return not known and not any(is_known_measure(column) for column in columns)


def _doubt_names(plan: Plan, names: Column) -> None:
    plan.doubt(
        f"the rows ({name_list(_row_names(names), most=3)}) are called {quote_text(names.name.strip())}: these may be "
        "datasets, or classes, groups or single examples of one",
        weight=Weight.SERIOUS,
    )


def _row_names(names: Column) -> list[str]:
    return list(dict.fromkeys(text.strip() for text in names.text()))
