"""Result files of the time-series community: one file for each classifier, a row for each dataset."""

import re
from pathlib import PurePath

import numpy as np

from bakeoff.inputs.grid import Column, Grid

_ENDINGS = re.compile(
    r"_(?:test|train)?(?:accuracy|acc|auroc|auc|balacc|f1|logloss|nll|sensitivity|specificity|results?)\w*$",
    re.IGNORECASE,
)


def is_predictions(text: str) -> bool:
    """Say whether a text is a tsml file of predictions: dataset, classifier, TEST, …, PREDICTIONS on line one."""
    first = text.partition("\n")[0].upper()
    return first.count(",") >= 5 and (
        ",PREDICTIONS," in first or (",TEST," in first and "MILLISECONDS" in first)
    )


def is_resamples(grid: Grid) -> bool:
    """Say whether a grid is a tsml file of resamples: its header begins with Resamples:."""
    return bool(grid.columns) and grid.columns[0].name.strip().casefold() in ("resamples:", "folds:")


def unfold(grid: Grid) -> Grid:
    """Return the grid with one row for each dataset and resample; the classifier is named by the file."""
    first, others = grid.columns[0], grid.columns[1:]
    datasets = first.text()
    cells = [cell for row in zip(*(c.text() for c in others), strict=True) for cell in row]
    k = len(others)
    columns = (
        Column(name="dataset", cells=[d for d in datasets for _ in range(k)], position=1),
        Column(name="classifier", cells=[classifier_of(grid.name)] * (k * len(datasets)), position=0),
        Column(name="resample", cells=[c.name for c in others] * len(datasets), position=0),
        Column(name="score", cells=cells, position=2),
    )
    return Grid(
        columns=columns,
        lines=np.repeat(np.asarray(grid.lines), k).tolist(),
        source=grid.source,
        name=grid.name,
        word=grid.word,
        findings=grid.findings,
    )


def classifier_of(name: str) -> str:
    """Return the name of the classifier that a file of resamples is about.

    >>> classifier_of("HC2_accuracy.csv"), classifier_of("")
    ('HC2', 'classifier')
    """
    stem = PurePath(name).stem
    return _ENDINGS.sub("", stem) or "classifier"
