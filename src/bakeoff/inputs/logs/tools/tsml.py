"""tsml and aeon: a file of predictions for each classifier, dataset and resample, or a table for each classifier."""

import re
from statistics import fmean

from bakeoff.inputs.formats import tsml as single
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import as_number, not_as_written
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.tables import cells_of
from bakeoff.inputs.options import ReadOptions

_HIGHER = True
_HEADS = ("resamples:", "folds:", "estimator:", "estimators:")
_DERIVED = ("ranks", "values", "std", "stdev")
_PREFERRED = ("accuracy", "balacc", "auroc")  # of several measures
_COST = re.compile(r"time|memory", re.IGNORECASE)
_MEASURE = re.compile(r"_([A-Za-z0-9]+)\.csv$")


def is_predictions(peek: Peek) -> bool:
    """Say whether line one names dataset, classifier, TEST or TRAIN and the resample."""
    return bool(peek.first_lines) and not peek.is_json and single.is_predictions(peek.first_lines[0] + "\n")


def is_table(peek: Peek) -> bool:
    """Say whether the first cell announces resamples."""
    return bool(peek.header) and peek.header[0].casefold() in _HEADS


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the scores of classifiers on datasets, resample by resample; training files are left out."""
    harvest = Harvest(fold_noun="resample", preferred=_PREFERRED, better_files="the scores, not their ranks")
    for peek in parts.get("predictions", ()):
        row = _accuracy_of(peek)
        if isinstance(row, str):
            harvest.left[peek.file.label] = row
        else:
            harvest.rows.append(row)
    tables = parts.get("table", ())
    for peek in tables:
        if not _has_estimators(peek):
            harvest.rows += _read_table(peek)
    measured = {row.metric for row in harvest.rows}
    for peek in filter(_has_estimators, tables):
        measure, _, kind = peek.file.place.stem.rpartition("_")
        if kind in _DERIVED or peek.file.place.stem.endswith("_p_values"):
            harvest.left[peek.file.label] = "ranks or p-values, which follow from the scores"
        elif measure in measured:
            harvest.left[peek.file.label] = "means of the same resamples"
        else:
            harvest.rows += _read_means(peek, measure if kind == "mean" else peek.file.place.stem)
    return harvest


def _has_estimators(peek: Peek) -> bool:
    """Say whether the columns of a table are classifiers; otherwise they are resamples, which have numbers."""
    return not all(cell.strip().isdigit() for cell in peek.header[1:] if cell.strip())


def _tsml_direction(measure: str) -> bool | None:
    """Return that of time and memory less is better; of other measures the name decides."""
    return False if _COST.search(measure) else None


def _read_means(peek: Peek, measure: str) -> list[ScoreRow]:
    """Return the means of a table with a column for each classifier."""
    rows = cells_of(peek)
    classifiers = [cell.strip() for cell in next(rows, [])[1:]]
    return [
        ScoreRow(row[0].strip(), classifier, measure, as_number(cell), "", _tsml_direction(measure))
        for row in rows
        for classifier, cell in zip(classifiers, row[1:], strict=False)
        if classifier
    ]


def _accuracy_of(peek: Peek) -> ScoreRow | str:
    """Return the accuracy of one file, or why it has none."""
    dataset, classifier, split, resample, *_ = (cell.strip() for cell in peek.first_lines[0].split(","))
    if split.upper() == "TRAIN":
        return "predictions of training data"
    lines = peek.file.read().decode("utf-8", "replace").splitlines()
    cells = [line.split(",") for line in lines[3:] if line.strip()]
    if not cells or any(len(row) < 2 for row in cells):
        raise not_as_written("it has no predictions below line 3", tool="tsml", where=peek.file.label)
    if any("." in row[0] for row in cells):
        return "predictions of numbers, not of classes"
    counted = fmean(row[0].strip() == row[1].strip() for row in cells)
    written = as_number(lines[2].split(",")[0])
    return ScoreRow(
        dataset, classifier, "accuracy", written if 0 <= written <= 1 else counted, resample, _HIGHER
    )


def _read_table(peek: Peek) -> list[ScoreRow]:
    rows = cells_of(peek)
    folds = [cell.strip() for cell in next(rows, [])[1:]]
    classifier = single.classifier_name(peek.file.name)
    found = _MEASURE.search(peek.file.name)
    measure = found[1] if found else "score"
    return [
        ScoreRow(row[0].strip(), classifier, measure, as_number(cell), fold, _tsml_direction(measure))
        for row in rows
        for fold, cell in zip(folds, row[1:], strict=False)
        if cell.strip()
    ]
