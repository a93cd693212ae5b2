"""Predictions of single examples in, one table of them out: who was right where."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import InputError
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.examples import align
from bakeoff.inputs.label_predictions import from_labels
from bakeoff.inputs.messages import listed
from bakeoff.inputs.names import case_clashes, clean
from bakeoff.inputs.observations import unknown_classifier
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.outcome_predictions import from_outcomes
from bakeoff.inputs.prediction_columns import Laid
from bakeoff.inputs.prediction_remarks import refuse_regression
from bakeoff.inputs.sheets import Sheet, sheets_of


def predictions_of(tables: Sequence[Laid], *, places: Sequence[str], options: ReadOptions) -> Predictions:
    """Return the predictions of some tables as one, aligned by the ids of the examples.

    Parameters
    ----------
    tables
        Tables with their columns told apart.
    places
        The paths they were read from, empty where there is none: files name classifiers.
    options
        What the user says about the tables.
    """
    for table in tables:
        if table.truth is not None:
            refuse_regression(table.truth, table.grid.source)
    sheets, remarks = sheets_of(tables, places)
    examples = align(sheets)
    classifiers = _classifiers(sheets, examples.datasets, options=options)
    by_outcome = [bool(sheet.laid.outcomes) for sheet in sheets if sheet.classifiers]
    if any(by_outcome) and not all(by_outcome):
        raise InputError(
            "some tables say which answers are right, others which class was predicted",
            where=listed(dict.fromkeys(sheet.laid.grid.source for sheet in sheets)),
            fix="give tables of one kind",
            code="BO047",
        )
    before = tuple({(f.code, f.message): f for table in tables for f in table.grid.findings}.values())
    remarks = before + remarks + examples.findings + case_clashes(classifiers, kind="classifier")
    reader = from_outcomes if any(by_outcome) else from_labels
    made = reader(sheets, examples, classifiers, options=options)
    names = clean(classifiers, kind="classifier", where=made.source)
    made = replace(made, classifiers=names.clean, findings=remarks + names.findings + made.findings)
    return replace(made, digest=_digest(made))


def _classifiers(
    sheets: Sequence[Sheet], datasets: Sequence[str], *, options: ReadOptions
) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name for sheet in sheets for name in sheet.classifiers))
    source = sheets[0].laid.grid.source
    columns = {c.name.strip() for sheet in sheets for c in sheet.laid.grid.columns}
    for name in options.leave_out:
        if name not in names and name not in columns and name not in datasets:
            raise unknown_classifier(name, names, source)
    left = tuple(name for name in names if name not in options.leave_out)
    if not left:
        raise InputError(
            "there are true classes but no predictions",
            where=source,
            fix="add a column of predicted classes for each classifier, or give the file with the predictions too",
            code="BO091",
        )
    return left


def _digest(made: Predictions) -> str:
    """Return a digest of names and answers, the same whatever format they came in."""
    # Names hold no control characters, so that none of them can look like two.
    names = "\n".join([*made.classifiers, "", *made.datasets, "", *made.classes])
    content = sha256(names.encode("utf-8", "surrogatepass"))
    content.update(_bytes(made.correct))
    for array in (
        made.dataset,
        made.truth,
        made.labels,
        made.probabilities,
        made.outcome,
        made.group,
        made.weight,
    ):
        content.update(b"-" if array is None else _bytes(array))
    return f"sha256:{content.hexdigest()}"


def _bytes(array: NDArray[np.generic]) -> bytes:
    kind = {"b": "u1", "i": "<i8", "f": "<f8"}[array.dtype.kind]
    return np.ascontiguousarray(array, dtype=kind).tobytes()
