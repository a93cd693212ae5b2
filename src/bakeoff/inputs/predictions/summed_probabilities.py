"""Probabilities of several columns that add up to one: classes of one classifier, not classifiers."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.predictions.classifier_columns import NumberColumn
from bakeoff.inputs.table.cell_numbers import parse_numbers
from bakeoff.inputs.table.grid import Grid

_FEWEST = 5  # rows in which numbers may add up to one by chance
_SLACK = 0.006  # of each column: two decimals were written


def refuse_classes_as_classifiers(grid: Grid, numbers: Sequence[NumberColumn]) -> None:
    """Refuse columns of probabilities that name no class, and add up to one in every row."""
    columns = [number.column for number in numbers if number.label is None]
    if len(columns) < 2 or grid.height < _FEWEST or len({n.classifier for n in numbers}) < len(columns):
        return
    if grid.source.startswith("the given "):  # whoever types arrays in Python knows whose they are
        return
    sums = parse_numbers(columns, decimal=None).values.sum(axis=1)
    if not (np.abs(sums - 1) <= _SLACK * len(columns)).all():
        return
    names = [column.name.strip() for column in columns]
    raise InputError(
        f"{join_with_commas(map(quote_text, names), most=3)} add up to 1 in every row: they may be probabilities of "
        "the classes of one classifier, not of several classifiers",
        where=grid.source,
        fix="name the columns by classifier and class, such as 'rf:yes' and 'rf:no'; of two classifiers give the "
        "predicted classes",
        code="BO910",
    )
