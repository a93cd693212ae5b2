"""Which columns hold the answers of a classifier: labels, probabilities, scores."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.inputs.grid import Column
from bakeoff.inputs.labels import MISSING_LABELS, is_fraction, plain, with_booleans
from bakeoff.inputs.prediction_spellings import Part, number_of
from bakeoff.inputs.words import Words, words_of

_SEPARATOR = re.compile(r"[\s_.:\-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """A column of labels, and its words."""

    column: Column
    words: Words

    @classmethod
    def of(cls, column: Column) -> "Answers":
        """Return a column with its words."""
        return cls(column=column, words=words_of(column))


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberColumn:
    """A column of probabilities or scores: of which classifier, and of which class where its name says so."""

    classifier: str
    label: str | None  # None: of the positive class of two, or (a confidence) of the predicted class
    kind: Part
    column: Column


def looks_like_answers(column: Column, truth: Column) -> bool:
    """Say whether at least half the cells of a column are labels that the truth has too, and no fractions."""
    labels, words = words_of(truth), words_of(column)
    if any(map(is_fraction, labels.texts)) or len(labels.texts) == labels.codes.size > 2:
        return False
    return _share(words, labels) >= 0.5


def _share(words: Words, truth: Words) -> float:
    """Return the share of the given cells that hold a label of the truth."""
    labels = with_booleans({plain(text) for text in truth.texts} - MISSING_LABELS)
    given = np.array([text not in MISSING_LABELS for text in words.texts], dtype=np.bool_)
    known = np.array(
        [plain(text).lower() in labels or plain(text) in labels for text in words.texts], dtype=np.bool_
    )
    rows = int(given[words.codes].sum())
    return int((given & known)[words.codes].sum()) / rows if rows else 0.0


def sort_rest(
    columns: Sequence[Column], truth: Answers
) -> tuple[dict[str, Answers], tuple[NumberColumn, ...]]:
    """Return the columns that hold labels, and those that hold probabilities, where names do not say so."""
    answers: dict[str, Answers] = {}
    numbers: list[NumberColumn] = []
    classes = len(set(map(plain, truth.words.texts)))
    for column in columns:
        given = Answers.of(column)
        name = column.name.strip()
        if _are_fractions(given.words.texts):
            if classes == 2 and _are_within_bounds(given.words.texts):
                numbers.append(NumberColumn(classifier=name, label=None, kind=Part.SCORE, column=column))
        elif _are_labels(given.words, truth.words, most=max(10, 2 * classes)):
            answers[name] = given
    return answers, () if answers else tuple(numbers)  # beside labels, numbers are features


def labels_beside(
    numbers: Sequence[NumberColumn], columns: Sequence[Column], truth: Answers
) -> dict[str, Answers]:
    """Return the columns of labels beside probabilities: those of the same classifiers, and others that look so."""
    owners = {number.classifier for number in numbers}
    return {
        name: Answers.of(column)
        for column in columns
        if (name := column.name.strip()) in owners or looks_like_answers(column, truth.column)
    }


def _are_labels(words: Words, truth: Words, *, most: int) -> bool:
    texts = set(words.texts) - MISSING_LABELS
    share = _share(words, truth)
    # Few labels of which the truth has none are a slip to be shown, not a column to be left aside.
    return not texts or share >= 0.5 or (len(texts) <= most and (share > 0 or len(texts) > 1))


def _are_fractions(texts: Sequence[str]) -> bool:
    given = [text for text in texts if text not in MISSING_LABELS]
    return any(map(is_fraction, given)) and all(map(_is_number, given))


def _are_within_bounds(texts: Sequence[str]) -> bool:
    return all(0.0 <= float(text) <= 1.0 for text in texts if text not in MISSING_LABELS)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def numbers_in(
    columns: Iterable[Column],
    named: Mapping[Part, Column],
    *,
    truth: Answers | None,
    answers: Mapping[str, Answers],
) -> tuple[NumberColumn, ...]:
    """Return the columns of probabilities and scores: rf:cat, prob_cat, prob1_rf, conf_rf, score."""
    texts = [
        *([] if truth is None else truth.words.texts),
        *(t for a in answers.values() for t in a.words.texts),
    ]
    labels = set(map(plain, texts)) - MISSING_LABELS
    found = [
        NumberColumn(classifier="", label=None, kind=kind, column=named[kind])
        for kind in (Part.SCORE, Part.CONFIDENCE)
        if kind in named
    ]
    for column in columns:
        number = _of_class(column, labels) or _of_name(column, labels, answers)
        if number is not None:
            found.append(number)
    return tuple(found)


def _of_class(column: Column, labels: Collection[str]) -> NumberColumn | None:
    """Read <classifier>:<class>; where either may hold a colon, the class is one that is known."""
    parts = column.name.strip().split(":")
    if len(parts) < 2 or not _are_numbers(column):
        return None
    splits = [(":".join(parts[:i]).strip(), ":".join(parts[i:]).strip()) for i in range(1, len(parts))]
    known = [(who, label) for who, label in splits if plain(label) in labels]
    who, label = (known or splits)[0]
    return NumberColumn(classifier=who, label=plain(label), kind=Part.SCORE, column=column)


def _are_numbers(column: Column) -> bool:
    return column.is_numeric or all(
        _is_number(text) for text in words_of(column).texts if text not in MISSING_LABELS
    )


def _of_name(column: Column, labels: Collection[str], answers: Mapping[str, Answers]) -> NumberColumn | None:
    told = number_of(column.name)
    if told is None or not _are_numbers(column):
        return None
    kind, rest = told
    if kind is Part.CONFIDENCE:
        return (
            NumberColumn(classifier=rest, label=None, kind=kind, column=column) if rest in answers else None
        )
    owner = _owner(rest, labels, [who for who in answers if who], unnamed="" in answers)
    if owner is None:
        return None
    return NumberColumn(classifier=owner[0], label=owner[1], kind=kind, column=column)


def _owner(
    rest: str, labels: Collection[str], classifiers: Sequence[str], *, unnamed: bool
) -> tuple[str, str | None] | None:
    """Return the classifier and the class that a name such as 1_TSF, TSF or cat stands for."""
    if rest in classifiers:
        return rest, None
    if plain(rest) in labels and not classifiers:
        return "", plain(rest)
    splits = [(rest[: m.start()], rest[m.end() :]) for m in _SEPARATOR.finditer(rest)]
    both = [(b, plain(a)) for a, b in splits if plain(a) in labels]
    both += [(a, plain(b)) for a, b in splits if plain(b) in labels]
    if classifiers:
        return next((pair for pair in both if pair[0] in classifiers), None)
    if unnamed:
        return None
    return both[0] if both else (rest, None)
