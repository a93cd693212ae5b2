"""Class probabilities: whole rows that sum to one, or one of two classes; refused where they cannot be meant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.alignment import Examples
from bakeoff.inputs.predictions.classifier_columns import NumberColumn
from bakeoff.inputs.predictions.filling import order_error
from bakeoff.inputs.predictions.prediction_spellings import PredictionRole
from bakeoff.inputs.predictions.sheets import Sheet
from bakeoff.inputs.table.cell_numbers import parse_numbers
from bakeoff.inputs.table.grid import Column

_TOLERANCE = 1e-3  # by which probabilities may always miss a sum of one
_POSITIVE = frozenset({"1", "true", "yes", "pos", "positive", "y", "t"})  # each sorts after its opposite
_OPPOSITE = frozenset({"0", "-1", "false", "no", "neg", "negative", "n", "f"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierNumbers:
    """The numbers of one classifier; NaN where an example has none."""

    classifier: str
    values: Floats  # examples × classes
    is_probability: bool  # otherwise a score of the second of two classes, in the second column


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberContext:
    """What the numbers are about."""

    sheets: Sequence[Sheet]
    examples: Examples
    classes: tuple[str, ...]
    kept: Bools  # examples that count
    options: ReadOptions


def read_numbers(
    ground: NumberContext, classifiers: Sequence[str], labels: Mapping[str, Ints]
) -> tuple[list[ClassifierNumbers], tuple[Finding, ...]]:
    """Return the probabilities or scores of each classifier that has any; `labels` are the predicted classes."""
    numbers: list[ClassifierNumbers] = []
    aside: list[str] = []
    for name in classifiers:
        columns = _find_columns(ground.sheets, name)
        by_label = {label: group for label, group in columns.items() if label is not None}
        if by_label:
            numbers.append(_read_by_class(ground, name, by_label))
        elif None in columns:
            one = _read_one_class(ground, name, columns[None], labels.get(name))
            if one is None:
                aside.append(columns[None][0][1].column.name)
            else:
                numbers.append(one)
    return numbers, _unused_findings(aside)


Located = tuple[int, NumberColumn]  # the number of the sheet, and the column in it


def _find_columns(sheets: Sequence[Sheet], name: str) -> dict[str | None, list[Located]]:
    by_label: dict[str | None, list[Located]] = {}
    for i, sheet in enumerate(sheets):
        for number in sheet.numbers.get(name, ()):
            by_label.setdefault(number.label, []).append((i, number))
    return by_label


def _unused_findings(names: Sequence[str]) -> tuple[Finding, ...]:
    if not names:
        return ()
    some = join_with_commas(map(quote_text, dict.fromkeys(names)))
    message = (
        f"{write_count(len(set(names)), 'column')} of scores left aside, since they do not give the "
        "probability of every "
        f"class: {some}; name columns <classifier>:<class>"
    )
    return (Finding(code="BO364", severity=Severity.NOTE, message=message, detail={"columns": tuple(names)}),)


def _read_values(ground: NumberContext, located: Sequence[Located]) -> Floats:
    """Return the numbers of all examples from the columns of several sheets."""
    filled = np.full(ground.examples.size, np.nan)
    for i, number in located:
        sheet = ground.sheets[i]
        numbers = parse_numbers([number.column], decimal=ground.options.decimal)
        if numbers.bad:
            cell = numbers.bad[0]
            raise InputError(
                f"a probability or score is not a number: {quote_text(cell.text)}",
                where=sheet.table.grid.where(cell.row, number.column),
                fix="write a number",
                code="BO094",
            )
        rows, values = ground.examples.rows[i], numbers.values[sheet.rows, 0]
        before = filled[rows]
        filled[rows] = values
        # What was written last stays: a row that reads back something else contradicts a later one.
        bad = (_differ(filled[rows], values) | (_differ(before, values) & ~np.isnan(before))) & ~np.isnan(
            values
        )
        if bad.any():
            raise _contradiction_error(ground, int(np.flatnonzero(bad)[0]), i, number)
    return filled


def _differ(a: Floats, b: Floats) -> Bools:
    differ: Bools = (a != b) & ~(np.isnan(a) & np.isnan(b))
    return differ


def _contradiction_error(ground: NumberContext, row: int, i: int, number: NumberColumn) -> InputError:
    sheet = ground.sheets[i]
    where = sheet.where(row, number.column)
    if ground.examples.by_order:
        return order_error(where)
    name = ground.examples.name(int(ground.examples.rows[i][row]))
    return InputError(
        f"{name} has more than one number in {quote_text(number.column.name.strip())}",
        where=where,
        fix="keep one row for each example and classifier; rows of several classifiers need a column 'classifier', "
        "attempts at an example a column 'attempt'",
        code="BO088",
    )


def _locate_number(ground: NumberContext, located: Sequence[Located], example: int) -> str:
    for i, number in located:
        rows = np.flatnonzero(ground.examples.rows[i] == example)
        if rows.size:
            return ground.sheets[i].where(int(rows[0]), number.column)
    return ground.sheets[located[0][0]].table.grid.source


def _read_by_class(
    ground: NumberContext, name: str, columns: Mapping[str, list[Located]]
) -> ClassifierNumbers:
    matrix = np.full((ground.examples.size, len(ground.classes)), np.nan)
    for label, located in columns.items():
        matrix[:, ground.classes.index(label)] = _read_probability(ground, name, located)
    lacking = [label for label in ground.classes if label not in columns]
    if len(lacking) == 1 and len(ground.classes) == 2:
        j = ground.classes.index(lacking[0])
        matrix[:, j] = 1.0 - matrix[:, 1 - j]
    elif lacking:
        first = next(iter(columns.values()))
        raise InputError(
            f"{quote_text(name)} has probabilities of some classes but not of "
            f"{join_with_commas(map(quote_text, lacking))}",
            where=ground.sheets[first[0][0]].table.grid.source,
            fix=f"add a column {quote_text(f'{name}:{lacking[0]}')}, of zeros if it never predicts that class",
            code="BO097",
        )
    _refuse_sums(ground, name, matrix, columns)
    return ClassifierNumbers(classifier=name, values=matrix, is_probability=True)


def _read_probability(ground: NumberContext, name: str, located: Sequence[Located]) -> Floats:
    values = _read_values(ground, located)
    outside = ground.kept & ((values < -1e-9) | (values > 1 + 1e-9))
    if outside.any():
        i = int(np.flatnonzero(outside)[0])
        percent = bool(np.nanmin(values) >= 0 and np.nanmax(values) > 2)
        raise InputError(
            f"a probability of {quote_text(name)} for {ground.examples.name(i)} is {values[i]:g}, "
            "which is not between 0 and 1",
            where=_locate_number(ground, located, i),
            fix="write fractions, not percentages"
            if percent
            else "give probabilities, or the predicted class beside such scores: name_pred and name_score",
            code="BO094",
        )
    is_missing = ground.kept & np.isnan(values)
    if is_missing.any():
        i = int(np.flatnonzero(is_missing)[0])
        raise InputError(
            f"{quote_text(name)} has an empty probability for {ground.examples.name(i)}",
            where=_locate_number(ground, located, i),
            fix="fill it in, or take the example out for all classifiers",
            code="BO092",
        )
    clipped: Floats = np.clip(values, 0.0, 1.0) + 0.0  # no negative zero
    return clipped


def _refuse_sums(
    ground: NumberContext, name: str, matrix: Floats, columns: Mapping[str, list[Located]]
) -> None:
    sums = matrix @ np.ones(matrix.shape[1])
    bad = ground.kept & (np.abs(sums - 1.0) > _TOLERANCE)
    if bad.any():
        bad &= np.abs(sums - 1.0) > _rounding_tolerance(matrix[ground.kept])
    if bad.any():
        i = int(np.flatnonzero(bad)[0])
        raise InputError(
            f"the probabilities of {quote_text(name)} for {ground.examples.name(i)} sum to {sums[i]:.4g}, not to 1"
            + (f", and so do those of {int(bad.sum()) - 1:,} others" if bad.sum() > 1 else ""),
            where=_locate_number(ground, next(iter(columns.values())), i),
            fix="give the probability of every class, as fractions",
            code="BO095",
        )


def _rounding_tolerance(matrix: Floats) -> float:
    """Return by how much rows may miss one because each number is rounded: .33, .33 and .33 are a third each.

    Two digits at least are taken to have been meant, so that 0.5 and 0.4 are still a slip.
    """
    for digits in (2, 3):
        if np.allclose(matrix, np.round(matrix, digits), rtol=0.0, atol=1e-9, equal_nan=True):
            return float(matrix.shape[1] * 0.5 * 10.0**-digits + 1e-9)
    return 0.0


def _read_one_class(
    ground: NumberContext, name: str, located: Sequence[Located], labels: Ints | None
) -> ClassifierNumbers | None:
    """Return numbers that name no class: of the positive class of two, or of the predicted one."""
    two = len(ground.classes) == 2
    if located[0][1].kind is PredictionRole.CONFIDENCE:
        return _read_confidence(ground, name, located, labels) if two and labels is not None else None
    if not two or not _has_positive(ground.classes):
        if labels is None:
            raise _unclear_error(ground, name, located)
        return None
    values = _read_values(ground, located)
    inside = bool(((values >= -1e-9) & (values <= 1 + 1e-9))[ground.kept].all())
    if inside or labels is None or _means_probability(located[0][1].column):
        values = _read_probability(ground, name, located)
        return ClassifierNumbers(
            classifier=name, values=np.column_stack([1.0 - values, values]), is_probability=True
        )
    if np.isnan(values[ground.kept]).any():
        return None
    return ClassifierNumbers(classifier=name, values=np.column_stack([-values, values]), is_probability=False)


def _means_probability(column: Column) -> bool:
    return "prob" in column.name.casefold()


def _has_positive(classes: tuple[str, ...]) -> bool:
    return classes[1].casefold() in _POSITIVE and classes[0].casefold() in _OPPOSITE


def _unclear_error(ground: NumberContext, name: str, located: Sequence[Located]) -> InputError:
    classes = join_with_commas(map(quote_text, ground.classes))
    return InputError(
        f"the numbers of {quote_text(name)} may be probabilities, but nothing says of which class: {classes}",
        where=ground.sheets[located[0][0]].table.grid.source,
        fix=f"name the column {quote_text(f'{name}:{ground.classes[-1]}')}, or give predicted classes; "
        f"if it is no classifier, --leave-out {quote_text(name)}",
        code="BO097",
    )


def _read_confidence(
    ground: NumberContext, name: str, located: Sequence[Located], labels: Ints | None
) -> ClassifierNumbers | None:
    """Return probabilities from those of the predicted class, which is more likely than the other of two."""
    values = _read_values(ground, located)
    own = values[ground.kept]
    if labels is None or not bool(((own >= 0.5 - 1e-9) & (own <= 1 + 1e-9)).all()):
        return None
    matrix = np.column_stack([1.0 - values, values])
    first = labels == 0
    matrix[first] = matrix[first][:, ::-1]
    return ClassifierNumbers(classifier=name, values=matrix, is_probability=True)


def most_likely_classes(given: ClassifierNumbers) -> Ints:
    """Return the most likely class of each example, the first where several are."""
    filled = np.where(np.isnan(given.values), -np.inf, given.values)
    likely: Ints = filled.argmax(axis=1).astype(np.int64)
    return likely


def count_disagreements(given: ClassifierNumbers, labels: Ints) -> int:
    """Return how many predicted classes are not the most likely ones."""
    largest = reduce(np.maximum, given.values.T)  # of few classes: quicker than a maximum along rows
    own = np.take_along_axis(given.values, np.maximum(labels, 0)[:, None], axis=1)[:, 0]
    return int(((own < largest - 1e-12) & (labels >= 0)).sum())
