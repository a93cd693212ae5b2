"""What true and predicted classes have in common, and what a reader should know about it."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.arrays import Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.predictions.class_labels import is_fraction
from bakeoff.inputs.predictions.classifier_columns import LabelColumn

_MANY = 20  # so many distinct true values that are no whole numbers are measurements, not classes


def refuse_regression(truth: LabelColumn, source: str) -> None:
    """Refuse true values that are measurements rather than classes."""
    fractions = [text for text in truth.words.texts if is_fraction(text)]
    if len(fractions) <= _MANY or len(fractions) * 2 < len(truth.words.texts):
        return
    raise InputError(
        f"the true values are numbers such as {join_with_commas(fractions, most=2)}, not classes",
        where=f"{source}, column {quote_text(truth.column.name)}",
        fix="give the true classes; predictions of numbers (regression) are not compared here",
        code="BO099",
    )


def label_findings(made: Predictions) -> tuple[Finding, ...]:
    """Return findings about classes that only one side has; refuse sides that share none."""
    if made.truth is None or made.labels is None:
        return ()
    true = np.bincount(made.truth, minlength=len(made.classes)) > 0
    findings = []
    for j, name in enumerate(made.classifiers):
        predicted = np.bincount(made.labels[:, j], minlength=len(made.classes))
        if not predicted[true].any():
            raise _no_shared_class_error(made, name, np.flatnonzero(true), np.flatnonzero(predicted))
        if (unknown := np.flatnonzero((predicted > 0) & ~true)).size:
            findings.append(
                _unknown_class_finding(
                    made, name, unknown, int(predicted[unknown].sum()), np.flatnonzero(true)
                )
            )
    return (*findings, *_single_class_findings(made))


def _no_shared_class_error(made: Predictions, name: str, true: Ints, predicted: Ints) -> InputError:
    return InputError(
        f"the predictions of {quote_text(name)} share no class with the truth: it predicts "
        f"{_class_names(made, predicted)}, "
        f"the true classes are {_class_names(made, true)}",
        where=made.source,
        fix=f"write classes in the same way on both sides; if it is no classifier, --leave-out {quote_text(name)}",
        code="BO093",
    )


def _class_names(made: Predictions, codes: Ints) -> str:
    return join_with_commas((quote_text(made.classes[i]) for i in codes.tolist()), most=3)


def _unknown_class_finding(made: Predictions, name: str, unknown: Ints, examples: int, true: Ints) -> Finding:
    folded = {made.classes[i].casefold() for i in true.tolist()}
    alike = any(made.classes[i].casefold() in folded for i in unknown.tolist())
    message = (
        f"{quote_text(name)} predicts {write_count(unknown.size, 'class')} "
        f"that no example has, {write_count(examples, 'time')}: {_class_names(made, unknown)}"
        + ("; upper and lower case differ" if alike else "")
    )
    detail = {
        "classifier": name,
        "classes": tuple(made.classes[i] for i in unknown.tolist()),
        "examples": examples,
    }
    return Finding(code="BO351", severity=Severity.WARNING, message=message, detail=detail)


def _single_class_findings(made: Predictions) -> tuple[Finding, ...]:
    """Return the finding about test sets in which all examples have the same true class."""
    truth: Ints = made.truth if made.truth is not None else made.dataset
    size = len(made.datasets)
    low, high = np.full(size, len(made.classes)), np.full(size, -1)
    np.minimum.at(low, made.dataset, truth)
    np.maximum.at(high, made.dataset, truth)
    names = [made.datasets[i] for i in np.flatnonzero(low == high).tolist()]
    if not names:
        return ()
    return (_single_class_finding(names, several=size > 1),)


def _single_class_finding(names: Sequence[str], *, several: bool) -> Finding:
    which = f" in {join_with_commas(map(quote_text, names))}" if several else ""
    message = (
        f"all examples have the same true class{which}: only accuracy can be computed, and it is the recall of "
        "that class"
    )
    return Finding(
        code="BO355", severity=Severity.WARNING, message=message, detail={"datasets": tuple(names)}
    )
