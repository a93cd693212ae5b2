"""Columns of labels that go with the truth no more than by chance, beside others that do: categories of examples."""

from collections.abc import Mapping
from math import sqrt

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.errors import ReadingError
from bakeoff.core.readings import Alternative, Doubt, Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.class_labels import plain_label
from bakeoff.inputs.predictions.classifier_columns import LabelColumn
from bakeoff.inputs.readings.known_names import is_method
from bakeoff.inputs.readings.plans import source_of
from bakeoff.inputs.table.grid import Grid

_FEWEST = 20  # examples from which on agreement says something
_MOST_CLASSES = 50
_BY_CHANCE, _CLEARLY = (
    2.0,
    4.0,
)  # standard errors above the agreement of two columns that know nothing of each other


def doubt_chance_columns(
    grid: Grid, answers: Mapping[str, LabelColumn], truth: LabelColumn, *, options: ReadOptions
) -> None:
    """Ask about columns that say no more of the truth than chance does: sex as 0 and 1 beside two classifiers."""
    told = options.columns_are is not None or options.columns or options.classifier_column is not None
    if told or not grid.name or len(answers) < 2 or truth.words.codes.size < _FEWEST:
        return
    excess = {name: _excess_agreement(column, truth) for name, column in answers.items()}
    doubted = [name for name, z in excess.items() if abs(z) <= _BY_CHANCE and not is_method(name)]
    known = [name for name, z in excess.items() if z >= _CLEARLY]
    if not doubted or not known:
        return
    shown = join_with_commas(map(quote_text, doubted), most=3)
    one = len(doubted) == 1
    message = (
        f"{shown} may be {'no classifier' if one else 'no classifiers'}: "
        f"{'its labels agree' if one else 'their labels agree'} with the true classes no more often than by chance, "
        f"and those of {join_with_commas(map(quote_text, known), most=3)} do"
    )
    aside = tuple(word for name in doubted for word in ("--leave-aside", name))
    source = source_of(grid)
    raise ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which is meant:",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=(
            Alternative(
                meaning=f"{shown} {'is no classifier' if one else 'are no classifiers'}",
                options=aside,
                source=source,
            ),
            Alternative(
                meaning=f"{shown} {'is one' if one else 'are some'} like the others",
                options=("--columns-are", "classifiers"),
                source=source,
            ),
        ),
    )


def _excess_agreement(column: LabelColumn, truth: LabelColumn) -> float:
    """Return by how many standard errors a column agrees with the truth more often than by chance; endless if constant.

    A column of one label is what a classifier says that always takes the largest class.
    """
    labels = list(dict.fromkeys(map(plain_label, (*truth.words.texts, *column.words.texts))))
    if len(labels) > _MOST_CLASSES or len({plain_label(text) for text in column.words.texts}) < 2:
        return float("inf")
    codes = {label: i for i, label in enumerate(labels)}
    own, true = (
        np.array([codes[plain_label(text)] for text in words.texts], dtype=np.int64)[words.codes]
        for words in (column.words, truth.words)
    )
    n, k = true.size, len(labels)
    shares: tuple[Floats, Floats] = (np.bincount(own, minlength=k) / n, np.bincount(true, minlength=k) / n)
    agree: Bools = own == true
    expected = float(shares[0] @ shares[1])
    error = sqrt(max(expected * (1 - expected), 1e-12) / n)
    return (float(agree.mean()) - expected) / error
