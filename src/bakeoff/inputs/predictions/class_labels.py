"""Labels: the same class however it is written, and one number for each class."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Ints
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.clean_names import clean_names
from bakeoff.inputs.table.word_columns import Words

MISSING_LABELS = frozenset({"", "nan", "NaN", "<NA>"})  # never a class
EMPTY = -2  # the code of a missing label

_MAYBE_MISSING = frozenset({"NA", "N/A", "null", "None", "?"})  # a class where the truth has it
_WHOLE = re.compile(r"([+\-]?\d+)\.0*")
_NUMBERED = re.compile(r"(\d+):(.+)")
_TRUTHS = {"true": "1", "false": "0"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """A column of labels: whose it is, and its words."""

    whose: str  # a classifier, or "" for the truth
    words: Words
    is_numeric: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """The classes, and the columns of labels as numbers of classes; EMPTY where a label is missing."""

    names: tuple[str, ...]
    codes: tuple[Ints, ...]
    findings: tuple[Finding, ...] = ()


def plain_label(text: str) -> str:
    """Return a label as it is compared: whole numbers without a decimal point.

    >>> plain_label("1.0"), plain_label("1"), plain_label("0.5"), plain_label("cat")
    ('1', '1', '0.5', 'cat')
    """
    match = _WHOLE.fullmatch(text)
    return match[1] if match else text


def is_fraction(text: str) -> bool:
    """Say whether a text is a number that is not whole."""
    try:
        number = float(text)
    except ValueError:
        return False
    return not number.is_integer() if np.isfinite(number) else False


def add_booleans(labels: Collection[str]) -> set[str]:
    """Return labels with what they may be called besides: true and false are 1 and 0."""
    digits, words = set(_TRUTHS.values()), set(_TRUTHS)
    small = {label.lower() for label in labels}
    return set(labels) | (words if small <= digits else digits if small <= words else set())


def find_classes(
    columns: Sequence[Labels], *, more: Collection[str], marks: Collection[str], where: str
) -> Classes:
    """Return the classes of all columns together; `more` are classes that only probabilities name."""
    texts = [list(column.words.texts) for column in columns]
    gaps = [_find_missing(column, columns, marks) for column in columns]
    findings: list[Finding] = []
    for step in (_strip_class_numbers, _merge_whole_numbers, _merge_booleans):
        texts, step_findings = step(columns, texts, gaps)
        findings += step_findings
    present = [
        t for own, gap in zip(texts, gaps, strict=True) for t, g in zip(own, gap, strict=True) if not g
    ]
    tidy = clean_names(list(dict.fromkeys([*present, *more])), kind="class", where=where)
    cleaned = dict(zip(dict.fromkeys([*present, *more]), tidy.clean, strict=True))
    names = tuple(sorted(set(cleaned.values()), key=_class_order))
    place = {name: i for i, name in enumerate(names)}
    codes = []
    for column, own, gap in zip(columns, texts, gaps, strict=True):
        number = [EMPTY if g else place[cleaned[t]] for t, g in zip(own, gap, strict=True)]
        codes.append(np.array(number, dtype=np.int64)[column.words.codes])
    return Classes(names=names, codes=tuple(codes), findings=(*findings, *tidy.findings))


def _class_order(name: str) -> tuple[int, float, str]:
    try:
        return 0, float(name), name
    except ValueError:
        return 1, 0.0, name


def _find_missing(column: Labels, columns: Sequence[Labels], marks: Collection[str]) -> list[bool]:
    truth = {text for other in columns if not other.whose for text in other.words.texts}
    maybe = _MAYBE_MISSING - truth if column.whose else frozenset()
    return [text in MISSING_LABELS or text in marks or text in maybe for text in column.words.texts]


Texts = list[list[str]]


def _strip_class_numbers(
    columns: Sequence[Labels], texts: Texts, gaps: Sequence[Sequence[bool]]
) -> tuple[Texts, list[Finding]]:
    """Take the number of the class off 1:democrat, as Weka writes it, where every label has one."""
    present = {
        t for own, gap in zip(texts, gaps, strict=True) for t, g in zip(own, gap, strict=True) if not g
    }
    matches = [_NUMBERED.fullmatch(text) for text in present]
    pairs = {(m[1], m[2]) for m in matches if m}
    if (
        not present
        or not all(matches)
        or not len({n for n, _ in pairs}) == len({c for _, c in pairs}) == len(pairs)
    ):
        return texts, []
    message = (
        f"the labels are numbered, as Weka does: {quote_text(min(present))} is read as "
        f"{quote_text(min(pairs)[1])}"
    )
    finding = Finding(code="BO361", severity=Severity.NOTE, message=message)
    short = [
        [t if g else t.partition(":")[2] for t, g in zip(o, gap, strict=True)]
        for o, gap in zip(texts, gaps, strict=True)
    ]
    return short, [finding]


def _merge_whole_numbers(
    columns: Sequence[Labels], texts: Texts, gaps: Sequence[Sequence[bool]]
) -> tuple[Texts, list[Finding]]:
    """Read 1.0 as 1 where no column has both."""
    shorter = [list(map(plain_label, own)) for own in texts]
    if any(len(set(short)) < len(set(own)) for short, own in zip(shorter, texts, strict=True)):
        return texts, []
    changed = {c.whose for c, short, own in zip(columns, shorter, texts, strict=True) if short != own}
    numeric = {c.whose for c in columns if c.is_numeric}
    unchanged = {c.whose for c in columns} - changed
    mixed = bool(numeric) and any(
        _has_numbers(own) for c, own in zip(columns, texts, strict=True) if not c.is_numeric
    )
    if not (changed and unchanged) and not mixed:
        return shorter, []
    whose = join_with_commas(
        _owner_text(name) for name in sorted(changed if changed and unchanged else numeric)
    )
    message = f"whole numbers are the same class however they are written (1, 1.0 or '1'): written otherwise in {whose}"
    return shorter, [Finding(code="BO352", severity=Severity.NOTE, message=message)]


def _owner_text(whose: str) -> str:
    return quote_text(whose) if whose else "the truth"


def _has_numbers(texts: Sequence[str]) -> bool:
    return any(text.lstrip("+-").isdecimal() for text in map(plain_label, texts))


def _merge_booleans(
    columns: Sequence[Labels], texts: Texts, gaps: Sequence[Sequence[bool]]
) -> tuple[Texts, list[Finding]]:
    """Read True as 1 and False as 0 where some columns have the one and some the other."""
    sets = [
        {t.lower() for t, g in zip(own, gap, strict=True) if not g}
        for own, gap in zip(texts, gaps, strict=True)
    ]
    words = [bool(own) and own <= set(_TRUTHS) for own in sets]
    digits = [bool(own) and own <= {"0", "1"} for own in sets]
    if not any(words) or not any(digits) or not all(w or d for w, d in zip(words, digits, strict=True)):
        return texts, []
    same = [[_TRUTHS.get(t.lower(), t) for t in own] for own in texts]
    whose = join_with_commas(_owner_text(c.whose) for c, w in zip(columns, words, strict=True) if w)
    message = f"true is read as 1 and false as 0 in {whose}, as the other columns have them"
    return same, [Finding(code="BO352", severity=Severity.NOTE, message=message)]
