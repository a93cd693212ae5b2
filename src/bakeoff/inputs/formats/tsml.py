"""Result files of the time-series community: one file for each classifier, a row for each dataset."""

import re
from pathlib import PurePath

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.words import write_count
from bakeoff.inputs.table.grid import Column, Grid

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


def read_predictions(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of a tsml file of predictions: three lines about it, then true,predicted,,probabilities."""
    lines = text.split("\n")
    dataset, classifier = (cell.strip() for cell in lines[0].split(",")[:2])
    numbered = [(n, line.split(",")) for n, line in enumerate(lines[3:], start=4) if line.strip()]
    widths = {len(cells) for _, cells in numbered}
    if len(widths) != 1 or min(widths) < 2:
        raise InputError(
            "this file of predictions is not complete: below its three lines of description each line should be "
            f"true class, predicted class, nothing, probabilities; there {_describe_lines(numbered)}",
            where=f"{source}, line {numbered[0][0] if numbered else 4:,}",
            fix="write the file again",
            code="BO017",
        )
    body = list(zip(*(cells for _, cells in numbered), strict=True))
    # Probabilities stand in the order of the encoded classes, which are counted from 0.
    names = ["y_true", "y_pred", *("" for _ in body[2:3]), *(f"prob_{k}" for k in range(len(body) - 3))]
    constant = {"dataset": dataset, "classifier": classifier}
    columns = [Column(name=k, cells=[v] * len(numbered), position=0) for k, v in constant.items()]
    columns += [
        Column(name=title, cells=cells, position=j)
        for j, (title, cells) in enumerate(zip(names, body, strict=True), start=1)
        if title and any(cell.strip() for cell in cells)
    ]
    return Grid(columns=tuple(columns), lines=[n for n, _ in numbered], source=source, name=name, header=1)


def _describe_lines(numbered: list[tuple[int, list[str]]]) -> str:
    widths = sorted({len(cells) for _, cells in numbered})
    return (
        f"are lines of {' and '.join(write_count(w, 'cell') for w in widths[:3])}" if widths else "are none"
    )


def is_resamples(grid: Grid) -> bool:
    """Say whether a grid is a tsml file of resamples: its header begins with Resamples:."""
    return bool(grid.columns) and grid.columns[0].name.strip().casefold() in ("resamples:", "folds:")


def unfold_resamples(grid: Grid) -> Grid:
    """Return the grid with one row for each dataset and resample; the classifier is named by the file."""
    first, others = grid.columns[0], grid.columns[1:]
    datasets = first.text()
    cells = [cell for row in zip(*(c.text() for c in others), strict=True) for cell in row]
    k = len(others)
    columns = (
        Column(name="dataset", cells=[d for d in datasets for _ in range(k)], position=1),
        Column(name="classifier", cells=[classifier_name(grid.name)] * (k * len(datasets)), position=0),
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


def classifier_name(name: str) -> str:
    """Return the name of the classifier that a file of resamples is about.

    >>> classifier_name("HC2_accuracy.csv"), classifier_name("")
    ('HC2', 'classifier')
    """
    stem = PurePath(name).stem
    return _ENDINGS.sub("", stem) or "classifier"
