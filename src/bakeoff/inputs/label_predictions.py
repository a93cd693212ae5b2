"""Predictions with the true and the predicted classes, and the probabilities behind them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Bools, Floats, Ints
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import ACCURACY, Predictions
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.answer_columns import Answers
from bakeoff.inputs.examples import Examples
from bakeoff.inputs.filling import Piece, complete, fill, repeated_remark
from bakeoff.inputs.labels import Classes, Labels, classes_of
from bakeoff.inputs.messages import listed
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.prediction_extras import extras_of
from bakeoff.inputs.prediction_remarks import label_remarks
from bakeoff.inputs.probabilities import Given, Ground, disagreement, given_numbers, most_likely
from bakeoff.inputs.sheets import Sheet, source_of


def from_labels(
    sheets: Sequence[Sheet], examples: Examples, classifiers: Sequence[str], *, options: ReadOptions
) -> Predictions:
    """Return the predictions of sheets with predicted classes, or with probabilities of classes."""
    source = source_of(sheets)
    columns = _columns(sheets)
    classes = _classes(columns, sheets, options=options)
    number = {id(answers): codes for answers, codes in zip(columns, classes.codes, strict=True)}
    truth = fill(_pieces(sheets, number, None), examples, sheets, whose="")
    filled = [
        fill(_pieces(sheets, number, name), examples, sheets, whose=name)
        for name in classifiers
        if any(name in sheet.answers for sheet in sheets)
    ]
    kept, dropped = complete([truth, *filled], examples, sheets, options=options)
    ground = Ground(sheets=sheets, examples=examples, classes=classes.names, kept=kept, options=options)
    labels = {f.whose: f.values.astype(np.int64, copy=False) for f in filled}
    given, aside = given_numbers(ground, classifiers, labels)
    labels, derived = _with_derived(given, labels, kept)
    rows = slice(None) if kept.all() else kept  # a slice makes no copy
    true = truth.values.astype(np.int64, copy=False)[rows]
    predicted = np.column_stack([labels[name][rows] for name in classifiers])
    extras = extras_of(sheets, examples, kept, options=options)
    made = Predictions(
        classifiers=tuple(classifiers),
        datasets=examples.datasets,
        correct=predicted == true[:, None],
        dataset=examples.dataset[rows],
        measure=ACCURACY,
        source=source,
        digest="",
        classes=classes.names,
        truth=true,
        labels=predicted,
        probabilities=_stacked(given, classifiers, kept),
        scores=_scores(given, classifiers, kept),
        group=extras.group,
        group_noun=extras.group_noun,
        item=extras.item,
        item_noun=extras.item_noun,
        subgroup=extras.subgroup,
        weight=extras.weight,
        fold=extras.fold,
        ids=examples.ids_of(kept),
        counted_by=extras.counted_by,
    )
    findings = classes.findings + repeated_remark(examples) + dropped + aside + derived + extras.findings
    return replace(made, findings=findings + label_remarks(made))


def _columns(sheets: Sequence[Sheet]) -> list[Answers]:
    """Return each column of labels once: sheets may be parts of one table."""
    tables = {id(sheet.laid): sheet.laid for sheet in sheets}.values()
    truths = [table.truth for table in tables if table.truth is not None]
    if not truths:
        raise InputError(
            "there are predictions but no true classes to hold them against",
            where=source_of(sheets),
            fix="add a column 'y_true' (or name it with --truth-column), or give the file with the true classes too",
            code="BO090",
        )
    return truths + [answers for table in tables for answers in table.answers.values()]


def _classes(columns: Sequence[Answers], sheets: Sequence[Sheet], *, options: ReadOptions) -> Classes:
    truths = {id(sheet.laid.truth) for sheet in sheets}
    return classes_of(
        [
            Labels(
                whose="" if id(c) in truths else c.column.name.strip() or "the predictions",
                words=c.words,
                is_numeric=c.column.is_numeric,
            )
            for c in columns
        ],
        more={n.label for sheet in sheets for n in sheet.laid.numbers if n.label is not None},
        marks=options.missing_marks,
        where=source_of(sheets),
    )


def _pieces(sheets: Sequence[Sheet], number: Mapping[int, Ints], name: str | None) -> list[Piece]:
    """Return what each sheet says of one classifier, or of the truth."""
    pieces = []
    for i, sheet in enumerate(sheets):
        answers = sheet.laid.truth if name is None else sheet.answers.get(name)
        if answers is not None:
            values = sheet.take(number[id(answers)])
            pieces.append(Piece(sheet=i, column=answers.column, values=values))
    return pieces


def _with_derived(
    given: Sequence[Given], labels: Mapping[str, Ints], kept: Bools
) -> tuple[dict[str, Ints], tuple[Finding, ...]]:
    """Return the labels, with the most likely class where only probabilities are given."""
    derived = {g.classifier: most_likely(g) for g in given if g.classifier not in labels}
    findings: list[Finding] = []
    if derived:
        names = listed(map(quoted, derived))
        message = f"the predicted class is the most likely one, since only probabilities are given: {names}"
        findings.append(Finding(code="BO358", severity=Severity.NOTE, message=message))
    for g in given:
        if g.is_probability and g.classifier in labels:
            findings += _unlikely(g, labels[g.classifier], kept)
    return {**labels, **derived}, tuple(findings)


def _unlikely(given: Given, labels: Ints, kept: Bools) -> list[Finding]:
    number = disagreement(given, np.where(kept, labels, -1))
    if not number:
        return []
    some = counted(number, "example")
    message = f"{quoted(given.classifier)} predicts a class that is not its most likely one for {some}"
    detail = {"classifier": given.classifier, "examples": number}
    return [Finding(code="BO363", severity=Severity.NOTE, message=message, detail=detail)]


def _stacked(given: Sequence[Given], classifiers: Sequence[str], kept: Bools) -> Floats | None:
    found = {g.classifier: g.values for g in given if g.is_probability}
    if not found:
        return None
    shape = next(iter(found.values())).shape
    stacked = np.full((int(kept.sum()), len(classifiers), shape[1]), np.nan)
    for j, name in enumerate(classifiers):
        if name in found:
            stacked[:, j] = found[name][kept]
    return stacked


def _scores(given: Sequence[Given], classifiers: Sequence[str], kept: Bools) -> Floats | None:
    found = {g.classifier: g.values[:, 1] for g in given if not g.is_probability}
    if not found:
        return None
    scores = np.full((int(kept.sum()), len(classifiers)), np.nan)
    for j, name in enumerate(classifiers):
        if name in found:
            scores[:, j] = found[name][kept]
    return scores
