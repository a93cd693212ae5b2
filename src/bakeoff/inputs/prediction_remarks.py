"""What true and predicted classes have in common, and what a reader should know about it."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Ints
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.answer_columns import Answers
from bakeoff.inputs.labels import is_fraction
from bakeoff.inputs.messages import listed

_MANY = 20  # so many distinct true values that are no whole numbers are measurements, not classes


def refuse_regression(truth: Answers, source: str) -> None:
    """Refuse true values that are measurements rather than classes."""
    fractions = [text for text in truth.words.texts if is_fraction(text)]
    if len(fractions) <= _MANY or len(fractions) * 2 < len(truth.words.texts):
        return
    raise InputError(
        f"the true values are numbers such as {listed(fractions, most=2)}, not classes",
        where=f"{source}, column {quoted(truth.column.name)}",
        fix="give the true classes; predictions of numbers (regression) are not compared here",
        code="BO099",
    )


def label_remarks(made: Predictions) -> tuple[Finding, ...]:
    """Return remarks about classes that only one side has; refuse sides that share none."""
    if made.truth is None or made.labels is None:
        return ()
    true = np.bincount(made.truth, minlength=len(made.classes)) > 0
    findings = []
    for j, name in enumerate(made.classifiers):
        predicted = np.bincount(made.labels[:, j], minlength=len(made.classes))
        if not predicted[true].any():
            raise _strangers(made, name, np.flatnonzero(true), np.flatnonzero(predicted))
        if (unknown := np.flatnonzero((predicted > 0) & ~true)).size:
            findings.append(
                _unknown(made, name, unknown, int(predicted[unknown].sum()), np.flatnonzero(true))
            )
    return (*findings, *_single_class(made))


def _strangers(made: Predictions, name: str, true: Ints, predicted: Ints) -> InputError:
    return InputError(
        f"the predictions of {quoted(name)} share no class with the truth: it predicts {_some(made, predicted)}, "
        f"the true classes are {_some(made, true)}",
        where=made.source,
        fix=f"write classes in the same way on both sides; if it is no classifier, --leave-out {quoted(name)}",
        code="BO093",
    )


def _some(made: Predictions, codes: Ints) -> str:
    return listed((quoted(made.classes[i]) for i in codes.tolist()), most=3)


def _unknown(made: Predictions, name: str, unknown: Ints, examples: int, true: Ints) -> Finding:
    folded = {made.classes[i].casefold() for i in true.tolist()}
    alike = any(made.classes[i].casefold() in folded for i in unknown.tolist())
    message = (
        f"{quoted(name)} predicts {counted(unknown.size, 'class')} "
        f"that no example has, {counted(examples, 'time')}: {_some(made, unknown)}"
        + ("; upper and lower case differ" if alike else "")
    )
    detail = {
        "classifier": name,
        "classes": tuple(made.classes[i] for i in unknown.tolist()),
        "examples": examples,
    }
    return Finding(code="BO351", severity=Severity.WARNING, message=message, detail=detail)


def _single_class(made: Predictions) -> tuple[Finding, ...]:
    """Return the remark about test sets in which all examples have the same true class."""
    truth: Ints = made.truth if made.truth is not None else made.dataset
    size = len(made.datasets)
    low, high = np.full(size, len(made.classes)), np.full(size, -1)
    np.minimum.at(low, made.dataset, truth)
    np.maximum.at(high, made.dataset, truth)
    names = [made.datasets[i] for i in np.flatnonzero(low == high).tolist()]
    if not names:
        return ()
    return (_single(names, several=size > 1),)


def _single(names: Sequence[str], *, several: bool) -> Finding:
    which = f" in {listed(map(quoted, names))}" if several else ""
    message = (
        f"all examples have the same true class{which}: only accuracy can be computed, and it is the recall of "
        "that class"
    )
    return Finding(
        code="BO355", severity=Severity.WARNING, message=message, detail={"datasets": tuple(names)}
    )
