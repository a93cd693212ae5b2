"""Which columns hold what a classifier said of each example: labels, probabilities, scores."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.inputs.predictions.class_labels import MISSING_LABELS, add_booleans, is_fraction, plain_label
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole, number_kind
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.word_columns import Words, read_words

_MOST_COLONS = 100  # places at which a header may be cut
_SEPARATOR = re.compile(r"[\s_.:\-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelColumn:
    """A column of labels, and its words."""

    column: Column
    words: Words

    @classmethod
    def of(cls, column: Column) -> "LabelColumn":
        """Return a column with its words."""
        return cls(column=column, words=read_words(column))


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberColumn:
    """A column of probabilities or scores: of which classifier, and of which class where its name says so."""

    classifier: str
    label: str | None  # None: of the positive class of two, or (a confidence) of the predicted class
    kind: PredictionRole
    column: Column


def looks_like_labels(column: Column, truth: Column) -> bool:
    """Say whether at least half the cells of a column are labels that the truth has too, and no fractions."""
    labels, words = read_words(truth), read_words(column)
    if any(map(is_fraction, labels.texts)) or len(labels.texts) == labels.codes.size > 2:
        return False
    return _share_of_labels(words, labels) >= 0.5


def _share_of_labels(words: Words, truth: Words) -> float:
    """Return the share of the given cells that hold a label of the truth."""
    labels = add_booleans({plain_label(text) for text in truth.texts} - MISSING_LABELS)
    is_given = np.array([text not in MISSING_LABELS for text in words.texts], dtype=np.bool_)
    is_known = np.array(
        [plain_label(text).lower() in labels or plain_label(text) in labels for text in words.texts],
        dtype=np.bool_,
    )
    rows = int(is_given[words.codes].sum())
    return int((is_given & is_known)[words.codes].sum()) / rows if rows else 0.0


def sort_unnamed_columns(
    columns: Sequence[Column], truth: LabelColumn
) -> tuple[dict[str, LabelColumn], tuple[NumberColumn, ...]]:
    """Return the columns that hold labels, and those that hold probabilities, where names do not say so."""
    answers: dict[str, LabelColumn] = {}
    numbers: list[NumberColumn] = []
    classes = len(set(map(plain_label, truth.words.texts)))
    for column in columns:
        label_column = LabelColumn.of(column)
        name = column.name.strip()
        if _are_fractions(label_column.words.texts):
            if classes == 2 and _are_within_bounds(label_column.words.texts):
                numbers.append(
                    NumberColumn(classifier=name, label=None, kind=PredictionRole.SCORE, column=column)
                )
        elif _are_labels(label_column.words, truth.words, most=_most_labels(label_column.words, classes)):
            answers[name] = label_column
    kept = {name: a for name, a in answers.items() if not _is_category(a, truth)}
    return kept or answers, () if answers else tuple(numbers)  # beside labels, numbers are features


def _is_category(given: LabelColumn, truth: LabelColumn) -> bool:
    """Say whether a column of words shares none with the truth, as region and sex do; numbers may be coded classes."""
    texts = [text for text in given.words.texts if text not in MISSING_LABELS]
    return (
        bool(texts)
        and _share_of_labels(given.words, truth.words) == 0
        and not any(map(_is_number, texts))
        and not any(map(_is_number, truth.words.texts))
        and not {t.casefold() for t in texts} & {t.casefold() for t in truth.words.texts}
    )


def label_columns_beside(
    numbers: Sequence[NumberColumn], columns: Sequence[Column], truth: LabelColumn
) -> dict[str, LabelColumn]:
    """Return the columns of labels beside probabilities: those of the same classifiers, and others that look so."""
    owners = {number.classifier for number in numbers}
    return {
        name: LabelColumn.of(column)
        for column in columns
        if (name := column.name.strip()) in owners or looks_like_labels(column, truth.column)
    }


def _most_labels(words: Words, classes: int) -> int:
    """Return how many labels a column may have of which the truth has few: of numbers, which may be deciles, fewer."""
    texts = [text for text in words.texts if text not in MISSING_LABELS]
    return 2 * classes if all(map(_is_number, texts)) else max(10, 2 * classes)


def _are_labels(words: Words, truth: Words, *, most: int) -> bool:
    texts = set(words.texts) - MISSING_LABELS
    share = _share_of_labels(words, truth)
    # Few labels of which the truth has none are a slip to be shown, not a column to be left aside.
    return not texts or share >= 0.5 or (len(texts) <= most and (share > 0 or len(texts) > 1))


def _are_fractions(texts: Sequence[str]) -> bool:
    present = [text for text in texts if text not in MISSING_LABELS]
    return any(map(is_fraction, present)) and all(map(_is_number, present))


def _are_within_bounds(texts: Sequence[str]) -> bool:
    return all(0.0 <= float(text) <= 1.0 for text in texts if text not in MISSING_LABELS)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def number_columns(
    columns: Iterable[Column],
    named: Mapping[PredictionRole, Column],
    *,
    truth: LabelColumn | None,
    answers: Mapping[str, LabelColumn],
) -> tuple[NumberColumn, ...]:
    """Return the columns of probabilities and scores: rf:cat, prob_cat, prob1_rf, conf_rf, score."""
    texts = [
        *([] if truth is None else truth.words.texts),
        *(t for a in answers.values() for t in a.words.texts),
    ]
    labels = set(map(plain_label, texts)) - MISSING_LABELS
    columns_found = [
        NumberColumn(classifier="", label=None, kind=kind, column=named[kind])
        for kind in (PredictionRole.SCORE, PredictionRole.CONFIDENCE)
        if kind in named
    ]
    unnamed = []
    for column in columns:
        number = _read_class_column(column, labels) or _read_number_column(column, labels, answers)
        if number is not None:
            columns_found.append(number)
        else:
            unnamed.append(column)
    return (*columns_found, *_read_class_grid(unnamed, labels))


def _read_class_grid(columns: Sequence[Column], labels: Collection[str]) -> list[NumberColumn]:
    """Read a column of probabilities for each classifier and each class, joined by any sign: rf.no, rf.yes."""
    found: dict[str, dict[str, NumberColumn]] = {}
    for column in columns:
        owner = _split_class(column.name.strip(), labels)
        if owner is not None and are_probabilities(column):
            number = NumberColumn(
                classifier=owner[0], label=owner[1], kind=PredictionRole.SCORE, column=column
            )
            found.setdefault(owner[0], {})[owner[1]] = number
    if len(labels) < 2 or any(set(numbers) != set(labels) for numbers in found.values()):
        return []
    return [number for numbers in found.values() for number in numbers.values()]


def _split_class(name: str, labels: Collection[str]) -> tuple[str, str] | None:
    splits = [(name[: m.start()], name[m.end() :]) for m in _SEPARATOR.finditer(name)]
    both = [(a, plain_label(b)) for a, b in splits if a and plain_label(b) in labels]
    both += [(b, plain_label(a)) for a, b in splits if b and plain_label(a) in labels]
    return both[0] if both else None


def are_probabilities(column: Column) -> bool:
    """Say whether a column holds fractions from 0 to 1."""
    texts = read_words(column).texts
    return _are_fractions(texts) and _are_within_bounds(texts)


def _read_class_column(column: Column, labels: Collection[str]) -> NumberColumn | None:
    """Read <classifier>:<class>; where either may hold a colon, the class is one that is known."""
    name = column.name.strip()
    if ":" not in name or not _are_numbers(column):
        return None
    colons = [m.start() for m in re.finditer(":", name)][:_MOST_COLONS]
    splits = [(name[:at].strip(), name[at + 1 :].strip()) for at in colons]
    candidates = [(who, label) for who, label in splits if plain_label(label) in labels]
    who, label = (candidates or splits)[0]
    return NumberColumn(classifier=who, label=plain_label(label), kind=PredictionRole.SCORE, column=column)


def _are_numbers(column: Column) -> bool:
    return column.is_numeric or all(
        _is_number(text) for text in read_words(column).texts if text not in MISSING_LABELS
    )


def _read_number_column(
    column: Column, labels: Collection[str], answers: Mapping[str, LabelColumn]
) -> NumberColumn | None:
    kind_and_rest = number_kind(column.name)
    if kind_and_rest is None or not _are_numbers(column):
        return None
    kind, rest = kind_and_rest
    if kind is PredictionRole.CONFIDENCE:
        return (
            NumberColumn(classifier=rest, label=None, kind=kind, column=column) if rest in answers else None
        )
    owner = _find_owner(rest, labels, [who for who in answers if who], unnamed="" in answers)
    if owner is None:
        return None
    return NumberColumn(classifier=owner[0], label=owner[1], kind=kind, column=column)


def _find_owner(
    rest: str, labels: Collection[str], classifiers: Sequence[str], *, unnamed: bool
) -> tuple[str, str | None] | None:
    """Return the classifier and the class that a name such as 1_TSF, TSF or cat stands for."""
    if rest in classifiers:
        return rest, None
    if plain_label(rest) in labels and not classifiers:
        return "", plain_label(rest)
    splits = [(rest[: m.start()], rest[m.end() :]) for m in _SEPARATOR.finditer(rest)]
    both = [(b, plain_label(a)) for a, b in splits if plain_label(a) in labels]
    both += [(a, plain_label(b)) for a, b in splits if plain_label(b) in labels]
    if classifiers:
        return next((pair for pair in both if pair[0] in classifiers), None)
    if unnamed:
        return None
    return both[0] if both else (rest, None)
