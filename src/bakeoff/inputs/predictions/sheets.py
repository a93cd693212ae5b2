"""Sheets: rows that hold the predictions of the same classifiers, whatever table they come from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from bakeoff.core.arrays import Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.predictions.classifier_columns import LabelColumn, NumberColumn
from bakeoff.inputs.predictions.prediction_columns import PredictionColumns
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole
from bakeoff.inputs.table.clean_names import clean_names
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.word_columns import Words, read_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Some rows of a table and the classifiers that have predictions in all of them."""

    table: PredictionColumns
    rows: Ints
    words: Mapping[PredictionRole, Words]  # of the whole table, except ids
    name: str  # of the classifier that the table does not name by a column of its own

    def part(self, part: PredictionRole) -> Words | None:
        """Return the words of one of the parts in these rows."""
        if part not in self.words:
            return None
        words = self.words[part]
        return Words(texts=words.texts, codes=self.take(words.codes))

    def take(self, values: Ints) -> Ints:
        """Return what belongs to these rows, of values for all rows of the table; no copy where that is the same."""
        return values if self.rows.size == self.table.grid.height else values[self.rows]

    @property
    def has_id(self) -> bool:
        """Whether a column says which example a row is about."""
        return PredictionRole.ID in self.table.parts

    def classifier_name(self, classifier: str) -> str:
        """Return the name of a classifier of the table."""
        return classifier or self.name

    @property
    def answers(self) -> dict[str, LabelColumn]:
        """The columns of labels by the names of their classifiers."""
        return {self.classifier_name(who): answers for who, answers in self.table.answers.items()}

    @property
    def outcomes(self) -> dict[str, Column]:
        """The columns of right and wrong by the names of their classifiers."""
        return {self.classifier_name(who): column for who, column in self.table.outcomes.items()}

    @property
    def numbers(self) -> dict[str, list[NumberColumn]]:
        """The columns of probabilities and scores by the names of their classifiers."""
        by_classifier: dict[str, list[NumberColumn]] = {}
        for number in self.table.numbers:
            by_classifier.setdefault(self.classifier_name(number.classifier), []).append(number)
        return by_classifier

    @property
    def classifiers(self) -> tuple[str, ...]:
        """The names of all classifiers with predictions here."""
        return tuple(dict.fromkeys([*self.answers, *self.outcomes, *self.numbers]))

    def where(self, row: int, column: Column) -> str:
        """Say where the cell of a row of this sheet stands."""
        return self.table.grid.where(int(self.rows[row]), column)


def make_sheets(
    tables: Sequence[PredictionColumns], places: Sequence[str]
) -> tuple[list[Sheet], tuple[Finding, ...]]:
    """Return the sheets of some tables; `places` are the paths they were read from, empty where there is none."""
    names = _classifier_names(tables, places)
    sheets = [
        sheet
        for table, name in zip(tables, names, strict=True)
        for sheet in _split_by_classifier(table, name)
    ]
    used = [
        name
        for table, name in zip(tables, names, strict=True)
        if _has_unnamed(table) and PredictionRole.CLASSIFIER not in table.parts
    ]
    if not used:
        return sheets, ()
    message = f"the classifiers are named after their files: {join_with_commas(map(quote_text, used))}"
    finding = Finding(code="BO362", severity=Severity.NOTE, message=message, detail={"names": tuple(used)})
    return sheets, (finding,) if any(places) else ()


def _has_unnamed(laid: PredictionColumns) -> bool:
    return "" in laid.answers or "" in laid.outcomes or any(not n.classifier for n in laid.numbers)


def _classifier_names(tables: Sequence[PredictionColumns], places: Sequence[str]) -> list[str]:
    """Return what the classifier of each file is called: the stem of the file, with its folder where stems repeat."""
    paths = [PurePath(place) for place in places]
    stems = [_file_stem(path.name) for path in paths]
    repeated = Counter(stems)
    if len(stems) > 1 and len(repeated) == 1 and len({path.parent.name for path in paths}) == len(paths):
        return [path.parent.name or stem for path, stem in zip(paths, stems, strict=True)]
    names = [
        f"{path.parent.name}/{stem}" if repeated[stem] > 1 and path.parent.name else stem
        for path, stem in zip(paths, stems, strict=True)
    ]
    one = len(tables) == 1
    return [name or ("classifier" if one else f"classifier {i}") for i, name in enumerate(names, start=1)]


def _file_stem(name: str) -> str:
    for ending in (".gz", ".bz2", ".xz", ".zip"):
        name = name.removesuffix(ending)
    return PurePath(name).stem


def _split_by_classifier(laid: PredictionColumns, name: str) -> list[Sheet]:
    """Return a sheet for each classifier that the column of classifiers names; one where there is no such column."""
    words: dict[PredictionRole, Words] = {
        part: read_words(column) for part, column in laid.parts.items() if part is not PredictionRole.ID
    }
    rows = np.arange(laid.grid.height)
    if PredictionRole.CLASSIFIER not in words or not _has_unnamed(laid):
        return [Sheet(table=laid, rows=rows, words=words, name=name)]
    column = laid.parts[PredictionRole.CLASSIFIER]
    classifier_words = words[PredictionRole.CLASSIFIER]
    where = f"{laid.grid.source}, column {quote_text(column.name)}"
    if "" in classifier_words.texts:
        row = int(np.flatnonzero(classifier_words.codes == classifier_words.texts.index(""))[0])
        raise InputError(
            "a row has no name of a classifier",
            where=laid.grid.where(row, column),
            fix="name the classifier in every row",
            code="BO040",
        )
    titles = clean_names(classifier_words.texts, kind="classifier", where=where).clean
    if len(titles) == 1:
        return [Sheet(table=laid, rows=rows, words=words, name=titles[0])]
    order = np.argsort(classifier_words.codes, kind="stable")
    ends = np.cumsum(np.bincount(classifier_words.codes, minlength=len(titles)))[:-1]
    return [
        Sheet(table=laid, rows=some, words=words, name=title)
        for title, some in zip(titles, np.split(order, ends), strict=True)
        if some.size
    ]


def joint_source(sheets: Sequence[Sheet]) -> str:
    """Return what the sources of all sheets are called."""
    return join_with_commas(dict.fromkeys(sheet.table.grid.source for sheet in sheets), most=3)
