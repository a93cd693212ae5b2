"""Class probabilities: whole rows that sum to one, or one of two classes; refused where they cannot be meant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.answer_columns import NumberColumn
from bakeoff.inputs.cells import parse
from bakeoff.inputs.examples import Examples
from bakeoff.inputs.grid import Column
from bakeoff.inputs.messages import listed
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.prediction_spellings import Part
from bakeoff.inputs.sheets import Sheet

_TOLERANCE = 1e-3  # by which probabilities may always miss a sum of one
_POSITIVE = frozenset({"1", "true", "yes", "pos", "positive", "y", "t"})  # each sorts after its opposite
_OPPOSITE = frozenset({"0", "-1", "false", "no", "neg", "negative", "n", "f"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The numbers of one classifier; NaN where an example has none."""

    classifier: str
    values: Floats  # examples × classes
    is_probability: bool  # otherwise a score of the second of two classes, in the second column


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What the numbers are about."""

    sheets: Sequence[Sheet]
    examples: Examples
    classes: tuple[str, ...]
    kept: Bools  # examples that count
    options: ReadOptions


def given_numbers(
    ground: Ground, classifiers: Sequence[str], labels: Mapping[str, Ints]
) -> tuple[list[Given], tuple[Finding, ...]]:
    """Return the probabilities or scores of each classifier that has any; `labels` are the predicted classes."""
    given: list[Given] = []
    aside: list[str] = []
    for name in classifiers:
        columns = _columns(ground.sheets, name)
        by_label = {label: group for label, group in columns.items() if label is not None}
        if by_label:
            given.append(_by_class(ground, name, by_label))
        elif None in columns:
            one = _of_one_class(ground, name, columns[None], labels.get(name))
            if one is None:
                aside.append(columns[None][0][1].column.name)
            else:
                given.append(one)
    return given, _aside(aside)


Located = tuple[int, NumberColumn]  # the number of the sheet, and the column in it


def _columns(sheets: Sequence[Sheet], name: str) -> dict[str | None, list[Located]]:
    found: dict[str | None, list[Located]] = {}
    for i, sheet in enumerate(sheets):
        for number in sheet.numbers.get(name, ()):
            found.setdefault(number.label, []).append((i, number))
    return found


def _aside(names: Sequence[str]) -> tuple[Finding, ...]:
    if not names:
        return ()
    some = listed(map(quoted, dict.fromkeys(names)))
    message = (
        f"{counted(len(set(names)), 'column')} of scores left aside, since they do not give the probability of every "
        f"class: {some}; name columns <classifier>:<class>"
    )
    return (Finding(code="BO364", severity=Severity.NOTE, message=message, detail={"columns": tuple(names)}),)


def _values(ground: Ground, located: Sequence[Located]) -> Floats:
    """Return the numbers of all examples from the columns of several sheets."""
    filled = np.full(ground.examples.size, np.nan)
    for i, number in located:
        sheet = ground.sheets[i]
        numbers = parse([number.column], decimal=ground.options.decimal)
        if numbers.bad:
            cell = numbers.bad[0]
            raise InputError(
                f"a probability or score is not a number: {quoted(cell.text)}",
                where=sheet.laid.grid.where(cell.row, number.column),
                fix="write a number",
                code="BO094",
            )
        filled[ground.examples.rows[i]] = numbers.values[sheet.rows, 0]
    return filled


def _where(ground: Ground, located: Sequence[Located], example: int) -> str:
    for i, number in located:
        rows = np.flatnonzero(ground.examples.rows[i] == example)
        if rows.size:
            return ground.sheets[i].where(int(rows[0]), number.column)
    return ground.sheets[located[0][0]].laid.grid.source


def _by_class(ground: Ground, name: str, columns: Mapping[str, list[Located]]) -> Given:
    matrix = np.full((ground.examples.size, len(ground.classes)), np.nan)
    for label, located in columns.items():
        matrix[:, ground.classes.index(label)] = _probability(ground, name, located)
    lacking = [label for label in ground.classes if label not in columns]
    if len(lacking) == 1 and len(ground.classes) == 2:
        j = ground.classes.index(lacking[0])
        matrix[:, j] = 1.0 - matrix[:, 1 - j]
    elif lacking:
        first = next(iter(columns.values()))
        raise InputError(
            f"{quoted(name)} has probabilities of some classes but not of {listed(map(quoted, lacking))}",
            where=ground.sheets[first[0][0]].laid.grid.source,
            fix=f"add a column {quoted(f'{name}:{lacking[0]}')}, of zeros if it never predicts that class",
            code="BO097",
        )
    _refuse_sums(ground, name, matrix, columns)
    return Given(classifier=name, values=matrix, is_probability=True)


def _probability(ground: Ground, name: str, located: Sequence[Located]) -> Floats:
    values = _values(ground, located)
    outside = ground.kept & ((values < -1e-9) | (values > 1 + 1e-9))
    if outside.any():
        i = int(np.flatnonzero(outside)[0])
        percent = bool(np.nanmin(values) >= 0 and np.nanmax(values) > 2)
        raise InputError(
            f"a probability of {quoted(name)} for {ground.examples.name(i)} is {values[i]:g}, "
            "which is not between 0 and 1",
            where=_where(ground, located, i),
            fix="write fractions, not percentages" if percent else "give probabilities, not scores or logits",
            code="BO094",
        )
    missing = ground.kept & np.isnan(values)
    if missing.any():
        i = int(np.flatnonzero(missing)[0])
        raise InputError(
            f"{quoted(name)} has an empty probability for {ground.examples.name(i)}",
            where=_where(ground, located, i),
            fix="fill it in, or take the example out for all classifiers",
            code="BO092",
        )
    clipped: Floats = np.clip(values, 0.0, 1.0) + 0.0  # no negative zero
    return clipped


def _refuse_sums(ground: Ground, name: str, matrix: Floats, columns: Mapping[str, list[Located]]) -> None:
    sums = matrix.sum(axis=1)
    bad = ground.kept & (np.abs(sums - 1.0) > max(_TOLERANCE, _rounding(matrix[ground.kept])))
    if bad.any():
        i = int(np.flatnonzero(bad)[0])
        raise InputError(
            f"the probabilities of {quoted(name)} for {ground.examples.name(i)} sum to {sums[i]:.4g}, not to 1"
            + (f", and so do those of {int(bad.sum()) - 1:,} others" if bad.sum() > 1 else ""),
            where=_where(ground, next(iter(columns.values())), i),
            fix="give the probability of every class, as fractions",
            code="BO095",
        )


def _rounding(matrix: Floats) -> float:
    """Return by how much rows may miss one because each number is rounded: .33, .33 and .33 are a third each.

    Two digits at least are taken to have been meant, so that 0.5 and 0.4 are still a slip.
    """
    for digits in (2, 3):
        if np.allclose(matrix, np.round(matrix, digits), rtol=0.0, atol=1e-9, equal_nan=True):
            return float(matrix.shape[1] * 0.5 * 10.0**-digits + 1e-9)
    return 0.0


def _of_one_class(ground: Ground, name: str, located: Sequence[Located], labels: Ints | None) -> Given | None:
    """Return numbers that name no class: of the positive class of two, or of the predicted one."""
    two = len(ground.classes) == 2
    if located[0][1].kind is Part.CONFIDENCE:
        return _confidence(ground, name, located, labels) if two and labels is not None else None
    if not two or not _has_positive(ground.classes):
        if labels is None:
            raise _unclear(ground, name, located)
        return None
    values = _values(ground, located)
    inside = bool(((values >= -1e-9) & (values <= 1 + 1e-9))[ground.kept].all())
    if inside or labels is None or _means_probability(located[0][1].column):
        values = _probability(ground, name, located)
        return Given(classifier=name, values=np.column_stack([1.0 - values, values]), is_probability=True)
    if np.isnan(values[ground.kept]).any():
        return None
    return Given(classifier=name, values=np.column_stack([-values, values]), is_probability=False)


def _means_probability(column: Column) -> bool:
    return "prob" in column.name.casefold()


def _has_positive(classes: tuple[str, ...]) -> bool:
    return classes[1].casefold() in _POSITIVE and classes[0].casefold() in _OPPOSITE


def _unclear(ground: Ground, name: str, located: Sequence[Located]) -> InputError:
    classes = listed(map(quoted, ground.classes))
    return InputError(
        f"the numbers of {quoted(name)} may be probabilities, but nothing says of which class: {classes}",
        where=ground.sheets[located[0][0]].laid.grid.source,
        fix=f"name the column {quoted(f'{name}:{ground.classes[-1]}')}, or give predicted classes; "
        f"if it is no classifier, --leave-out {quoted(name)}",
        code="BO097",
    )


def _confidence(ground: Ground, name: str, located: Sequence[Located], labels: Ints | None) -> Given | None:
    """Return probabilities from those of the predicted class, which is more likely than the other of two."""
    values = _values(ground, located)
    own = values[ground.kept]
    if labels is None or not bool(((own >= 0.5 - 1e-9) & (own <= 1 + 1e-9)).all()):
        return None
    matrix = np.column_stack([1.0 - values, values])
    first = labels == 0
    matrix[first] = matrix[first][:, ::-1]
    return Given(classifier=name, values=matrix, is_probability=True)


def most_likely(given: Given) -> Ints:
    """Return the most likely class of each example, the first where several are."""
    filled = np.where(np.isnan(given.values), -np.inf, given.values)
    likely: Ints = filled.argmax(axis=1).astype(np.int64)
    return likely


def disagreement(given: Given, labels: Ints) -> int:
    """Return how many predicted classes are not the most likely ones."""
    rows = np.flatnonzero(labels >= 0)
    own = given.values[rows, labels[rows]]
    return int((own < given.values[rows].max(axis=1) - 1e-12).sum())
