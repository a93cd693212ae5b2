"""Columns that are resamples by their names: fold1 to fold10, split0, seed_3, or RF_fold1 beside SVM_fold1."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from bakeoff.inputs.scores.resample_names import resample_place
from bakeoff.inputs.table.grid import Column, Grid

Folds = dict[str, tuple[str, int]]  # column: stem, number

_BARE = re.compile(
    r"(?:s|r|f|k|cv|rep|it|fold|run|seed|split|trial|iter|falte|lauf|pli|durchlauf)[\s_.-]*\d{1,9}",
    re.IGNORECASE,
)

_SHORT_END = re.compile(r"(?P<stem>.*[^\W_])[\s_.-]+(?:s|r|f|cv|it)(?P<number>\d{1,4})", re.IGNORECASE)
_FEWEST = 3  # columns that share a word and count up, among others: two may do so by chance
_WORDS = {"s": "seed", "r": "run", "f": "fold", "k": "fold", "falte": "fold", "it": "iteration"}


def fold_columns(names: Sequence[str]) -> Folds | None:
    """Return the stem and the number of columns that are resamples by their names; None if they are not.

    >>> fold_columns(["fold1", "fold2", "fold3"])
    {'fold1': ('', 1), 'fold2': ('', 2), 'fold3': ('', 3)}
    >>> fold_columns(["RF_fold1", "RF_fold2", "SVM_fold1", "SVM_fold2"])["SVM_fold2"]
    ('SVM', 2)
    >>> fold_columns(["RF", "SVM", "fold1"])
    """
    if len(names) < 2:
        return None
    found: Folds = {}
    for name in names:
        place = _fold_place(name)
        if place is None:
            return None
        found[name] = place
    return found if _is_whole(found) else None


def short_fold_columns(names: Sequence[str]) -> Folds | None:
    """Return the stem and the number of columns that may be resamples of several classifiers by a letter at their end.

    >>> short_fold_columns(["RF_s1", "RF_s2", "SVM_s1", "SVM_s2"])["SVM_s2"]
    ('SVM', 2)
    >>> short_fold_columns(["RF_s1", "RF_s2"]), short_fold_columns(["RF_s4", "RF_s8", "SVM_s4", "SVM_s8"])
    (None, None)
    """
    matches = {name: _SHORT_END.fullmatch(name.strip()) for name in names}
    found = {name: (m["stem"], int(m["number"])) for name, m in matches.items() if m is not None}
    numbers = sorted({number for _, number in found.values()})
    if len(found) < len(names) or not numbers or len({stem for stem, _ in found.values()}) < 2:
        return None
    counts = numbers[0] in (0, 1) and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return found if counts and _is_whole(found) else None


def _is_whole(found: Folds) -> bool:
    """Say whether every stem has the same numbers, two at least, once each."""
    if len(set(found.values())) < len(found):
        return False
    numbers: dict[str, set[int]] = {}
    for stem, number in found.values():
        numbers.setdefault(stem, set()).add(number)
    first = next(iter(numbers.values()))
    return len(first) > 1 and all(own == first for own in numbers.values())


def some_fold_columns(names: Sequence[str]) -> list[str]:
    """Return the columns that are resamples by their names where others are not: cv1 to cv5 beside LB.

    >>> some_fold_columns(["fold1", "fold2", "fold3", "holdout"]), some_fold_columns(["fold1", "fold2", "fold3"])
    (['fold1', 'fold2', 'fold3'], [])
    """
    some = [name for name in names if (place := resample_place(name)) is not None and not place.stem]
    return some if _FEWEST <= len(some) < len(names) and fold_columns(some) is not None else []


def _fold_place(name: str) -> tuple[str, int] | None:
    place = resample_place(name)
    if place is not None:
        number = (
            (place.repeat or 0) * 1000 + place.fold
            if place.fold is not None and place.repeat is not None
            else place.fold
        )
        return place.stem, number if number is not None else place.repeat or 0
    if _BARE.fullmatch(name.strip()):
        return "", int(re.findall(r"\d+", name)[-1])
    return None


def name_resamples(grid: Grid) -> Grid:
    """Return a turned table whose rows are resamples, each called so that it is known for one.

    's3' becomes 'seed 3'; a name that says nothing becomes 'resample 1', 'resample 2', ….
    """
    first, *rest = grid.columns
    names = [t.strip() for t in first.text()]
    if all((place := resample_place(name)) is not None and not place.stem for name in names):
        return grid
    numbers = [re.findall(r"\d+", name)[-1:] for name in names]
    bare = all(_BARE.fullmatch(name) for name in names)
    words = {_WORDS.get(re.sub(r"[\W\d_]+", "", name).casefold(), "resample") for name in names}
    word = words.pop() if bare and len(words) == 1 else "resample"
    told = [n[0] for n in numbers] if all(numbers) else []
    if len(set(told)) < len(names):
        told = [str(i + 1) for i in range(len(names))]
    return replace(grid, columns=(replace(first, cells=[f"{word} {n}" for n in told]), *rest))


def are_numbers(names: Sequence[str]) -> bool:
    """Say whether columns are called by whole numbers: seeds, folds, or ids of datasets."""
    return len(names) > 1 and all(re.fullmatch(r"\d{1,9}", name.strip()) for name in names)


def unfold_columns(grid: Grid, found: Mapping[str, tuple[str, int]]) -> Grid:
    """Return a table with a column for each classifier and a row for each resample."""
    stems = list(dict.fromkeys(stem for stem, _ in found.values()))
    numbers = sorted({number for _, number in found.values()})
    cells = {place: c.text() for c in grid.columns if (place := found.get(c.name.strip())) is not None}
    positions = {
        found[c.name.strip()][0]: c.position for c in reversed(grid.columns) if c.name.strip() in found
    }
    rest = [c for c in grid.columns if c.name.strip() not in found]
    k = len(numbers)
    columns = [
        Column(name=c.name, cells=[t for t in c.text() for _ in range(k)], position=c.position) for c in rest
    ]
    columns.append(
        Column(name="fold", cells=[str(n) for _ in range(grid.height) for n in numbers], position=0)
    )
    for stem in stems:
        texts = [cells[(stem, n)][i] for i in range(grid.height) for n in numbers]
        columns.append(Column(name=stem, cells=texts, position=positions[stem]))
    return Grid(
        columns=tuple(columns),
        lines=np.repeat(np.asarray(grid.lines), k).tolist(),
        source=grid.source,
        name=grid.name,
        word=grid.word,
        findings=grid.findings,
    )
