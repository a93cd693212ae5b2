"""The unit of the scores, and the refusal of tables that mix units or leave the bounds of their measure."""

from math import nan

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import Field, measure_within
from bakeoff.core.measures import Measure, Unit, is_bounded, is_known_measure, lower_is_better
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.readings.number_predictors import holds_numbers
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.table.spellings import as_words

_ALONE = 20  # times as large or as small as the others
_SLACK = 1e-9  # 1.0000000000000002 is 1
_PERCENT_ROW = 10.0  # a row this high above 1 is in percent, not a hard dataset of an unbounded loss


def find_measure(observed: Observations, *, options: ReadOptions) -> Measure:
    """Return the measure: its name, its direction and where that is known from, and the unit of its scores."""
    name = observed.measure
    direction = (
        options.higher_is_better if options.higher_is_better is not None else observed.higher_is_better
    )
    is_known = is_known_measure(name)
    return Measure(
        name=name,
        higher_is_better=direction if direction is not None else not lower_is_better(name),
        unit=Unit.PERCENT if observed.percent else _find_unit(name, observed.values),
        direction_from="told" if direction is not None else "the name" if is_known else "assumed",
    )


def _find_unit(name: str, values: Floats) -> Unit:
    present = values[~np.isnan(values)]
    if not present.size or present.min() < 0 or _has_no_bounds(name):
        return Unit.PLAIN
    if present.max() <= 1 + _SLACK:
        return Unit.FRACTION
    return Unit.PERCENT if present.max() <= 100 + _SLACK and _scale_median(present) > 1.5 else Unit.PLAIN


def _has_no_bounds(name: str) -> bool:
    """Say whether a measure is known and has no upper end: perplexity, throughput; kappa and R² end at one."""
    if lower_is_better(name) and not is_bounded(name):
        return True
    known = measure_within(name)
    return known is not None and not known.is_bounded and known.field in (Field.TIME, Field.COST)


def _scale_median(values: Floats) -> float:
    """Return the median of what is not missing; numpy's own would first import its masked arrays."""
    present = np.sort(values[~np.isnan(values)])
    if not present.size:
        return nan
    return float(present[(present.size - 1) // 2] + present[present.size // 2]) / 2


def _row_medians(rows: Floats) -> Floats:
    """Return the median of what is not missing in each row; NaN where all of it is."""
    ordered, counts = (
        np.sort(rows, axis=1),
        np.count_nonzero(~np.isnan(rows), axis=1),
    )  # what is missing comes last
    lower, upper = (
        np.take_along_axis(ordered, places[:, None], axis=1)[:, 0]
        for places in (np.maximum(counts - 1, 0) // 2, counts // 2)
    )
    medians: Floats = (lower + upper) / 2
    return medians


def sign_findings(observed: Observations) -> tuple[Finding, ...]:
    """Return the finding that a loss has its sign turned, as in scikit-learn's neg_log_loss."""
    if not as_words(observed.measure).startswith("neg "):
        return ()
    message = (
        f"{quote_text(observed.measure)} is a loss with its sign turned: higher, nearer to zero, is better"
    )
    return (Finding(code="BO314", severity=Severity.NOTE, message=message),)


def direction_findings(observed: Observations, measure: Measure) -> tuple[Finding, ...]:
    """Return a warning when higher is assumed to be better and the name of the file speaks of a loss."""
    name = observed.name.partition(".")[0]
    if measure.direction_from != "assumed" or not lower_is_better(name):
        return ()
    message = (
        f"higher scores are taken as better, although the file is called {quote_text(observed.name)}; "
        "--lower-is-better turns the direction round"
    )
    return (Finding(code="BO327", severity=Severity.WARNING, message=message),)


def refuse_mixed_scale(observed: Observations) -> None:
    """Refuse a table in which some columns (or rows) are in percent and the others are fractions."""
    values = observed.values
    high = np.where(np.isnan(values), -np.inf, values)
    low = np.where(np.isnan(values), np.inf, values)
    if (lower_is_better(observed.measure) and not is_bounded(observed.measure)) or not (
        low.min() >= 0 and low.min() <= 1 < high.max() <= 100 + _SLACK
    ):
        return
    middles = np.array([_scale_median(column) for column in values.T])
    _refuse_mixed("classifier", observed.classifiers, middles, high.max(axis=0), observed)
    _, first = np.unique(observed.dataset, return_index=True)  # one resample shows the unit of its dataset
    lowest = np.where(low[first].min(axis=1) > _PERCENT_ROW, low[first].min(axis=1), 0.0)
    _refuse_mixed("dataset", observed.datasets, lowest, high[first].max(axis=1), observed)
    _refuse_mixed_rows(observed, values[first])


def _refuse_mixed_rows(observed: Observations, rows: Floats) -> None:
    """Refuse rows of percentages among fractions, by their middles: most rows lie below 1, some far above."""
    middles = _row_medians(rows)
    highest = np.where(np.isnan(rows), -np.inf, rows).max(axis=1)
    given = np.isfinite(middles)
    fraction, percent = given & (highest <= 1 + _SLACK), given & (middles > 1.5)
    if is_unbounded(observed) or not (fraction.sum() > 2 and percent.any()) or len(rows) < 5:
        return
    typical = _scale_median(middles[fraction])
    if bool((fraction | percent)[given].all()) and _scale_median(middles[percent]) > 20 * typical:
        shown = np.where(percent, middles, 0.0)
        _refuse_mixed("dataset", observed.datasets, shown, highest, observed)


def is_unbounded(observed: Observations) -> bool:
    """Say whether the measure, or the name of the file, speaks of a loss that has no upper bound."""
    name = observed.measure if is_known_measure(observed.measure) else observed.name.partition(".")[0]
    return is_known_measure(name) and not is_bounded(name)


def refuse_mixed_signs(observed: Observations) -> None:
    """Refuse datasets of which some have only negative scores and the others none: two measures in one table."""
    values = np.where(np.isnan(observed.values), 0.0, observed.values)
    if values.min(initial=0.0) >= 0:
        return
    largest, least = values.max(axis=1), values.min(axis=1)
    _, first = np.unique(observed.dataset, return_inverse=True)
    n = len(observed.datasets)
    high, low = np.full(n, -np.inf), np.full(n, np.inf)
    np.maximum.at(high, first.reshape(-1), largest)
    np.minimum.at(low, first.reshape(-1), least)
    negative, positive = (high <= 0) & (low < 0), (low >= 0) & (high > 0)
    if not (negative.sum() > 1 and positive.sum() > 1 and (negative | positive).all()):
        return
    a, b = int(np.flatnonzero(negative)[0]), int(np.flatnonzero(positive)[0])
    raise InputError(
        f"all scores are negative on {write_count(int(negative.sum()), 'dataset')} (such as "
        f"{quote_text(observed.datasets[a])}) and none on the "
        f"others (such as {quote_text(observed.datasets[b])}): these look like two measures in one column",
        where=observed.source,
        fix="give one measure for all datasets, or keep the rows of one with --only COLUMN=VALUE; "
        "--allow-mixed-scale if they are meant so",
        code="BO028",
    )


def refuse_mixed_tasks(observed: Observations) -> None:
    """Refuse unnamed scores that are far lower where numbers are predicted: errors, not accuracies."""
    odd = [name for name in observed.datasets if holds_numbers(name)]
    if is_known_measure(observed.measure) or not 1 < len(odd) < len(observed.datasets) - 1:
        return
    holds = np.array([name in odd for name in observed.datasets], dtype=np.bool_)[observed.dataset]
    values = np.abs(observed.values)
    numbers, others = values[holds], values[~holds]
    numbers, others = numbers[np.isfinite(numbers)], others[np.isfinite(others)]
    if not numbers.size or not others.size or numbers.max() >= others.min() / 2:
        return
    raise InputError(
        f"on {join_with_commas(map(quote_text, odd), most=3)} numbers are predicted, and all scores there are less "
        "than half of any score elsewhere: these look like errors beside accuracies",
        where=observed.source,
        fix="give one measure for all datasets, or leave these out: --leave-aside NAME where they are columns, "
        "--without NAME where they are rows; --allow-mixed-scale if they are meant so",
        code="BO028",
    )


def _refuse_mixed(
    kind: str, names: tuple[str, ...], typical: Floats, highest: Floats, observed: Observations
) -> None:
    percent = np.isfinite(typical) & (typical > 1.5)
    fraction = highest <= 1 + _SLACK
    if not (percent.any() and fraction.any() and bool(np.all(percent | fraction))):
        return
    word = "a median of" if kind == "classifier" else "scores from"
    odd = [f"{quote_text(names[i])} has {word} {typical[i]:.3g}" for i in np.flatnonzero(percent).tolist()]
    others = int(fraction.sum())
    raise InputError(
        f"percentages and fractions in one table: {join_with_commas(odd, most=3)}, "
        f"the other {kind if others == 1 else write_count(others, kind)} at most {float(highest[fraction].max()):.3g}",
        where=f"{observed.source}, {kind} {quote_text(names[int(np.flatnonzero(percent)[0])])}",
        fix="write all scores as fractions or all as percentages, or pass --allow-mixed-scale if they are meant so",
        code="BO028",
    )


def refuse_out_of_bounds(observed: Observations) -> None:
    """Refuse scores that their measure cannot take, such as an accuracy of 1.7 among fractions."""
    if not is_bounded(observed.measure):
        return
    values = observed.values
    present = values[~np.isnan(values)]
    most = 100.0 if present.size and _scale_median(present) > 1.5 else 1.0
    bad = np.argwhere((values < 0) | (values > most + _SLACK))
    if not bad.size:
        return
    cells = [(int(i), int(j)) for i, j in bad]
    some = join_with_commas(
        f"{quote_text(observed.classifiers[j])} on {quote_text(observed.dataset_name(i))} is {values[i, j]:g}"
        for i, j in cells
    )
    raise InputError(
        f"{quote_text(observed.measure)} lies between 0 and {most:g} in this table, but {some}",
        where=observed.locate(*cells[0]),
        fix="mend the score, or call the measure in the table what it is, if it has no such bounds",
        code="BO029",
    )


def scale_findings(observed: Observations) -> tuple[Finding, ...]:
    """Return a warning about columns whose scores are of quite another size than all others."""
    if len(observed.classifiers) < 3:
        return ()
    medians = np.array([_scale_median(np.abs(column)) for column in observed.values.T])
    if medians.max() <= _ALONE * medians.min():  # none is far from all others
        return ()
    odd = [j for j in range(medians.size) if _is_alone(medians, j)]
    if not odd:
        return ()
    some = join_with_commas(f"{quote_text(observed.classifiers[j])} (median {medians[j]:.3g})" for j in odd)
    message = (
        f"on a scale of {'their' if len(odd) > 1 else 'its'} own, and perhaps no "
        f"{'classifiers' if len(odd) > 1 else 'classifier'}: {some}; --leave-out NAME leaves a column out"
    )
    detail = {"columns": tuple(observed.classifiers[j] for j in odd)}
    return (Finding(code="BO318", severity=Severity.WARNING, message=message, detail=detail),)


def _is_alone(medians: Floats, j: int) -> bool:
    others = np.delete(medians, j)
    middle = _scale_median(others)
    low, high = middle / _ALONE, middle * _ALONE
    return bool(middle > 0 and not low <= medians[j] <= high and np.all((others >= low) & (others <= high)))
