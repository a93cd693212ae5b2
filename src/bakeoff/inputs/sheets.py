"""Sheets: rows that hold the predictions of the same classifiers, whatever table they come from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Ints
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quoted
from bakeoff.inputs.answer_columns import Answers, NumberColumn
from bakeoff.inputs.grid import Column
from bakeoff.inputs.messages import listed
from bakeoff.inputs.names import clean
from bakeoff.inputs.prediction_columns import Laid
from bakeoff.inputs.prediction_spellings import Part
from bakeoff.inputs.words import Words, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Some rows of a table and the classifiers that have predictions in all of them."""

    laid: Laid
    rows: Ints
    words: Mapping[Part, Words]  # of the whole table, except ids
    name: str  # of the classifier that the table does not name by a column of its own

    def part(self, part: Part) -> Words | None:
        """Return the words of one of the parts in these rows."""
        if part not in self.words:
            return None
        words = self.words[part]
        return Words(texts=words.texts, codes=self.take(words.codes))

    def take(self, values: Ints) -> Ints:
        """Return what belongs to these rows, of values for all rows of the table; no copy where that is the same."""
        return values if self.rows.size == self.laid.grid.height else values[self.rows]

    @property
    def has_id(self) -> bool:
        """Whether a column says which example a row is about."""
        return Part.ID in self.laid.parts

    def called(self, classifier: str) -> str:
        """Return the name of a classifier of the table."""
        return classifier or self.name

    @property
    def answers(self) -> dict[str, Answers]:
        """The columns of labels by the names of their classifiers."""
        return {self.called(who): answers for who, answers in self.laid.answers.items()}

    @property
    def outcomes(self) -> dict[str, Column]:
        """The columns of right and wrong by the names of their classifiers."""
        return {self.called(who): column for who, column in self.laid.outcomes.items()}

    @property
    def numbers(self) -> dict[str, list[NumberColumn]]:
        """The columns of probabilities and scores by the names of their classifiers."""
        found: dict[str, list[NumberColumn]] = {}
        for number in self.laid.numbers:
            found.setdefault(self.called(number.classifier), []).append(number)
        return found

    @property
    def classifiers(self) -> tuple[str, ...]:
        """The names of all classifiers with predictions here."""
        return tuple(dict.fromkeys([*self.answers, *self.outcomes, *self.numbers]))

    def where(self, row: int, column: Column) -> str:
        """Say where the cell of a row of this sheet stands."""
        return self.laid.grid.where(int(self.rows[row]), column)


def sheets_of(tables: Sequence[Laid], places: Sequence[str]) -> tuple[list[Sheet], tuple[Finding, ...]]:
    """Return the sheets of some tables; `places` are the paths they were read from, empty where there is none."""
    names = _file_names(tables, places)
    sheets = [sheet for laid, name in zip(tables, names, strict=True) for sheet in _split(laid, name)]
    used = [
        name
        for laid, name in zip(tables, names, strict=True)
        if _has_unnamed(laid) and Part.CLASSIFIER not in laid.parts
    ]
    if not used:
        return sheets, ()
    message = f"the classifiers are named after their files: {listed(map(quoted, used))}"
    remark = Finding(code="BO362", severity=Severity.NOTE, message=message, detail={"names": tuple(used)})
    return sheets, (remark,) if any(places) else ()


def _has_unnamed(laid: Laid) -> bool:
    return "" in laid.answers or "" in laid.outcomes or any(not n.classifier for n in laid.numbers)


def _file_names(tables: Sequence[Laid], places: Sequence[str]) -> list[str]:
    """Return what the classifier of each file is called: the stem of the file, with its folder where stems repeat."""
    paths = [PurePath(place) for place in places]
    stems = [_stem(path.name) for path in paths]
    repeated = Counter(stems)
    if len(stems) > 1 and len(repeated) == 1 and len({path.parent.name for path in paths}) == len(paths):
        return [path.parent.name or stem for path, stem in zip(paths, stems, strict=True)]
    names = [
        f"{path.parent.name}/{stem}" if repeated[stem] > 1 and path.parent.name else stem
        for path, stem in zip(paths, stems, strict=True)
    ]
    one = len(tables) == 1
    return [name or ("classifier" if one else f"classifier {i}") for i, name in enumerate(names, start=1)]


def _stem(name: str) -> str:
    for ending in (".gz", ".bz2", ".xz", ".zip"):
        name = name.removesuffix(ending)
    return PurePath(name).stem


def _split(laid: Laid, name: str) -> list[Sheet]:
    """Return a sheet for each classifier that the column of classifiers names; one where there is no such column."""
    words: dict[Part, Words] = {
        part: words_of(column) for part, column in laid.parts.items() if part is not Part.ID
    }
    rows = np.arange(laid.grid.height)
    if Part.CLASSIFIER not in words or not _has_unnamed(laid):
        return [Sheet(laid=laid, rows=rows, words=words, name=name)]
    column = laid.parts[Part.CLASSIFIER]
    given = words[Part.CLASSIFIER]
    where = f"{laid.grid.source}, column {quoted(column.name)}"
    if "" in given.texts:
        row = int(np.flatnonzero(given.codes == given.texts.index(""))[0])
        raise InputError(
            "a row has no name of a classifier",
            where=laid.grid.where(row, column),
            fix="name the classifier in every row",
            code="BO040",
        )
    titles = clean(given.texts, kind="classifier", where=where).clean
    if len(titles) == 1:
        return [Sheet(laid=laid, rows=rows, words=words, name=titles[0])]
    order = np.argsort(given.codes, kind="stable")
    ends = np.cumsum(np.bincount(given.codes, minlength=len(titles)))[:-1]
    return [
        Sheet(laid=laid, rows=some, words=words, name=title)
        for title, some in zip(titles, np.split(order, ends), strict=True)
        if some.size
    ]


def source_of(sheets: Sequence[Sheet]) -> str:
    """Return what the sources of all sheets are called."""
    return listed(dict.fromkeys(sheet.laid.grid.source for sheet in sheets), most=3)
