"""The unit of the scores, and the refusal of tables that mix units or leave the bounds of their measure."""

from math import nan

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Measure, Unit, is_bounded, lower_is_better
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.table.spellings import as_words

_SLACK = 1e-9  # 1.0000000000000002 is 1
_PERCENT_ROW = 10.0  # a row this high above 1 is in percent, not a hard dataset of an unbounded loss


def find_measure(observed: Observations, *, options: ReadOptions) -> Measure:
    """Return the measure: its name, its direction and where that is known from, and the unit of its scores."""
    name = observed.measure
    direction = options.higher_is_better
    is_known = lower_is_better(name) or is_bounded(name) or as_words(name).startswith("neg ")
    return Measure(
        name=name,
        higher_is_better=direction if direction is not None else not lower_is_better(name),
        unit=Unit.PERCENT if observed.percent else _find_unit(name, observed.values),
        direction_from="told" if direction is not None else "the name" if is_known else "assumed",
    )


def _find_unit(name: str, values: Floats) -> Unit:
    present = values[~np.isnan(values)]
    if not present.size or present.min() < 0 or (lower_is_better(name) and not is_bounded(name)):
        return Unit.PLAIN
    if present.max() <= 1 + _SLACK:
        return Unit.FRACTION
    return Unit.PERCENT if present.max() <= 100 + _SLACK and _median(present) > 1.5 else Unit.PLAIN


def _median(values: Floats) -> float:
    """Return the median of what is not missing; numpy's own would first import its masked arrays."""
    present = np.sort(values[~np.isnan(values)])
    if not present.size:
        return nan
    return float(present[(present.size - 1) // 2] + present[present.size // 2]) / 2


def sign_findings(observed: Observations) -> tuple[Finding, ...]:
    """Return the remark that a loss has its sign turned, as in scikit-learn's neg_log_loss."""
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
    middles = np.array([_median(column) for column in values.T])
    _refuse_mixed("classifier", observed.classifiers, middles, high.max(axis=0), observed)
    _, first = np.unique(observed.dataset, return_index=True)  # one resample shows the unit of its dataset
    lowest = np.where(low[first].min(axis=1) > _PERCENT_ROW, low[first].min(axis=1), 0.0)
    _refuse_mixed("dataset", observed.datasets, lowest, high[first].max(axis=1), observed)


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
    most = 100.0 if present.size and _median(present) > 1.5 else 1.0
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
        fix="mend the score, or name the measure with --metric if it has no such bounds",
        code="BO029",
    )


def scale_findings(observed: Observations) -> tuple[Finding, ...]:
    """Return a warning about columns whose scores are of quite another size than all others."""
    if len(observed.classifiers) < 3:
        return ()
    medians = np.array([_median(np.abs(column)) for column in observed.values.T])
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
    middle = _median(others)
    low, high = middle / 20, middle * 20
    return bool(middle > 0 and not low <= medians[j] <= high and np.all((others >= low) & (others <= high)))
