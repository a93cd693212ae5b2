"""A column that says which rows are trained and tested on: numbers of folds, or the words train and test."""

import numpy as np

from bakeoff.core.arrays import Bools, Ints
from bakeoff.core.datasets import Split
from bakeoff.core.errors import DatasetError
from bakeoff.core.words import quote_text, shorten, write_list
from bakeoff.datasets.assembly.typed_columns import as_categories
from bakeoff.datasets.formats.raw_table import RawColumn

TRAINED = frozenset({"train", "training"})
TESTED = frozenset({"test", "testing"})
NEVER = "-1"  # of rows that are trained on in every fold, as scikit-learn's PredefinedSplit has it


def read_split_column(column: RawColumn, kept: Bools, source: str) -> tuple[Split, ...]:
    """Return the splits that a column lays down, on the rows that are kept.

    With the words train and test, one split. Else every value is a fold: its rows are tested, the others trained on;
    rows with -1 are trained on in every fold.
    """
    values = as_categories(column)
    codes, where = values.codes[kept], f"{source}, column {quote_text(column.name)}"
    if (codes < 0).any():
        raise _column_error(f"{int((codes < 0).sum()):,} rows have no value", where)
    words = [level.strip().lower() for level in values.levels]
    if TESTED & set(words):
        return (_split_by_words(words, codes, where),)
    folds = [i for i, word in enumerate(words) if word != NEVER and (codes == i).any()]
    if len(folds) < 2:
        raise _column_error("it names fewer than two folds", where)
    return tuple(_make_split(number, codes == i) for number, i in enumerate(folds))


def _split_by_words(words: list[str], codes: Ints, where: str) -> Split:
    strange = [word for word in words if word not in TRAINED | TESTED]
    if strange:
        raise _column_error(f"beside train and test it has {shorten(write_list(strange, most=3))}", where)
    tested = np.isin(codes, [i for i, word in enumerate(words) if word in TESTED])
    if tested.all() or not tested.any():
        raise _column_error("all rows are on one side", where)
    return _make_split(0, tested)


def _make_split(fold: int, tested: Bools) -> Split:
    return Split(repeat=0, fold=fold, train=np.flatnonzero(~tested), test=np.flatnonzero(tested))


def _column_error(what: str, where: str) -> DatasetError:
    return DatasetError(
        f"the column lays down no splits: {what}",
        where=where,
        fix="give every row train or test, or the number of the fold that it is tested in",
        code="BO850",
    )
