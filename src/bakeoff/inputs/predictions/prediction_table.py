"""Predictions of single examples in, one table of them out: who was right where."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import InputError
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.alignment import align_examples
from bakeoff.inputs.predictions.graded_predictions import read_graded
from bakeoff.inputs.predictions.label_findings import refuse_regression
from bakeoff.inputs.predictions.label_predictions import read_labelled
from bakeoff.inputs.predictions.prediction_columns import PredictionColumns
from bakeoff.inputs.predictions.sheets import Sheet, make_sheets
from bakeoff.inputs.scores.observations import unknown_classifier_error
from bakeoff.inputs.table.clean_names import case_findings, clean_names


def make_predictions(
    tables: Sequence[PredictionColumns], *, places: Sequence[str], options: ReadOptions
) -> Predictions:
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
    sheets, findings = make_sheets(tables, places)
    examples = align_examples(sheets)
    classifiers = _find_classifiers(sheets, examples.datasets, options=options)
    by_outcome = [bool(sheet.table.outcomes) for sheet in sheets if sheet.classifiers]
    if any(by_outcome) and not all(by_outcome):
        raise InputError(
            "some tables say which answers are right, others which class was predicted",
            where=join_with_commas(dict.fromkeys(sheet.table.grid.source for sheet in sheets)),
            fix="give tables of one kind",
            code="BO047",
        )
    before = tuple({(f.code, f.message): f for table in tables for f in table.grid.findings}.values())
    findings = before + findings + examples.findings + case_findings(classifiers, kind="classifier")
    reader = read_graded if any(by_outcome) else read_labelled
    predictions = reader(sheets, examples, classifiers, options=options)
    names = clean_names(classifiers, kind="classifier", where=predictions.source)
    predictions = replace(
        predictions, classifiers=names.clean, findings=findings + names.findings + predictions.findings
    )
    return replace(predictions, digest=_digest_predictions(predictions))


def _find_classifiers(
    sheets: Sequence[Sheet], datasets: Sequence[str], *, options: ReadOptions
) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name for sheet in sheets for name in sheet.classifiers))
    source = sheets[0].table.grid.source
    columns = {c.name.strip() for sheet in sheets for c in sheet.table.grid.columns}
    for name in options.leave_out:
        if name not in names and name not in columns and name not in datasets:
            raise unknown_classifier_error(name, names, source)
    left = tuple(name for name in names if name not in options.leave_out)
    if not left:
        raise InputError(
            "there are true classes but no predictions",
            where=source,
            fix="add a column of predicted classes for each classifier ('rf_pred'), or probabilities of a class "
            "('rf_proba', or 'rf:yes' and 'rf:no'); decision scores need the predicted class beside them; or give the "
            "file with the predictions too",
            code="BO091",
        )
    return left


def _digest_predictions(made: Predictions) -> str:
    """Return a digest of names and answers, the same whatever format they came in."""
    # Names hold no control characters, so that none of them can look like two.
    names = "\n".join([*made.classifiers, "", *made.datasets, "", *made.classes])
    content = sha256(names.encode("utf-8", "surrogatepass"))
    content.update(_array_bytes(made.correct))
    for array in (
        made.dataset,
        made.truth,
        made.labels,
        made.probabilities,
        made.outcome,
        made.group,
        made.weight,
    ):
        content.update(b"-" if array is None else _array_bytes(array))
    return f"sha256:{content.hexdigest()}"


def _array_bytes(array: NDArray[np.generic]) -> bytes:
    kind = {"b": "u1", "i": "<i8", "f": "<f8"}[array.dtype.kind]
    return np.ascontiguousarray(array, dtype=kind).tobytes()
