"""Predictions with the true and the predicted classes, and the probabilities behind them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import ACCURACY, Predictions
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.alignment import Examples
from bakeoff.inputs.predictions.class_labels import Classes, Labels, find_classes
from bakeoff.inputs.predictions.classifier_columns import LabelColumn
from bakeoff.inputs.predictions.extras import read_extras
from bakeoff.inputs.predictions.filling import SheetValues, complete_examples, fill_column, repeated_findings
from bakeoff.inputs.predictions.label_findings import label_findings
from bakeoff.inputs.predictions.probabilities import (
    ClassifierNumbers,
    NumberContext,
    count_disagreements,
    most_likely_classes,
    read_numbers,
)
from bakeoff.inputs.predictions.sheets import Sheet, joint_source


def read_labelled(
    sheets: Sequence[Sheet], examples: Examples, classifiers: Sequence[str], *, options: ReadOptions
) -> Predictions:
    """Return the predictions of sheets with predicted classes, or with probabilities of classes."""
    source = joint_source(sheets)
    columns = _label_columns(sheets)
    classes = _find_classes(columns, sheets, options=options)
    number = {id(answers): codes for answers, codes in zip(columns, classes.codes, strict=True)}
    truth = fill_column(_label_values(sheets, number, None), examples, sheets, whose="")
    filled = [
        fill_column(_label_values(sheets, number, name), examples, sheets, whose=name)
        for name in classifiers
        if any(name in sheet.answers for sheet in sheets)
    ]
    is_complete, dropped = complete_examples([truth, *filled], examples, sheets, options=options)
    ground = NumberContext(
        sheets=sheets, examples=examples, classes=classes.names, kept=is_complete, options=options
    )
    labels = {f.whose: f.values.astype(np.int64, copy=False) for f in filled}
    numbers, aside = read_numbers(ground, classifiers, labels)
    labels, derived = _derive_labels(numbers, labels, is_complete)
    rows = slice(None) if is_complete.all() else is_complete  # a slice makes no copy
    true = truth.values.astype(np.int64, copy=False)[rows]
    predicted = np.column_stack([labels[name][rows] for name in classifiers])
    extras = read_extras(sheets, examples, is_complete, options=options)
    predictions = Predictions(
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
        probabilities=_stack_probabilities(numbers, classifiers, is_complete),
        scores=_stack_scores(numbers, classifiers, is_complete),
        group=extras.group,
        group_noun=extras.group_noun,
        item=extras.item,
        item_noun=extras.item_noun,
        subgroup=extras.subgroup,
        weight=extras.weight,
        fold=extras.fold,
        ids=examples.ids_of(is_complete),
        counted_by=extras.counted_by,
    )
    findings = classes.findings + repeated_findings(examples) + dropped + aside + derived + extras.findings
    return replace(predictions, findings=findings + label_findings(predictions))


def _label_columns(sheets: Sequence[Sheet]) -> list[LabelColumn]:
    """Return each column of labels once: sheets may be parts of one table."""
    tables = {id(sheet.table): sheet.table for sheet in sheets}.values()
    truths = [table.truth for table in tables if table.truth is not None]
    if not truths:
        raise InputError(
            "there are predictions but no true classes to hold them against",
            where=joint_source(sheets),
            fix="add a column 'y_true' (or name it with --truth-column), or give the file with the true classes too",
            code="BO090",
        )
    return truths + [answers for table in tables for answers in table.answers.values()]


def _find_classes(
    columns: Sequence[LabelColumn], sheets: Sequence[Sheet], *, options: ReadOptions
) -> Classes:
    truths = {id(sheet.table.truth) for sheet in sheets}
    return find_classes(
        [
            Labels(
                whose="" if id(c) in truths else c.column.name.strip() or "the predictions",
                words=c.words,
                is_numeric=c.column.is_numeric,
            )
            for c in columns
        ],
        more={n.label for sheet in sheets for n in sheet.table.numbers if n.label is not None},
        marks=options.missing_marks,
        where=joint_source(sheets),
    )


def _label_values(sheets: Sequence[Sheet], number: Mapping[int, Ints], name: str | None) -> list[SheetValues]:
    """Return what each sheet says of one classifier, or of the truth."""
    pieces = []
    for i, sheet in enumerate(sheets):
        answers = sheet.table.truth if name is None else sheet.answers.get(name)
        if answers is not None:
            values = sheet.take(number[id(answers)])
            pieces.append(SheetValues(sheet=i, column=answers.column, values=values))
    return pieces


def _derive_labels(
    given: Sequence[ClassifierNumbers], labels: Mapping[str, Ints], kept: Bools
) -> tuple[dict[str, Ints], tuple[Finding, ...]]:
    """Return the labels, with the most likely class where only probabilities are given."""
    derived = {g.classifier: most_likely_classes(g) for g in given if g.classifier not in labels}
    findings: list[Finding] = []
    if derived:
        names = join_with_commas(map(quote_text, derived))
        message = f"the predicted class is the most likely one, since only probabilities are given: {names}"
        findings.append(Finding(code="BO358", severity=Severity.NOTE, message=message))
    for g in given:
        if g.is_probability and g.classifier in labels:
            findings += _unlikely_findings(g, labels[g.classifier], kept)
    return {**labels, **derived}, tuple(findings)


def _unlikely_findings(given: ClassifierNumbers, labels: Ints, kept: Bools) -> list[Finding]:
    number = count_disagreements(given, np.where(kept, labels, -1))
    if not number:
        return []
    some = write_count(number, "example")
    message = f"{quote_text(given.classifier)} predicts a class that is not its most likely one for {some}"
    detail = {"classifier": given.classifier, "examples": number}
    return [Finding(code="BO363", severity=Severity.NOTE, message=message, detail=detail)]


def _stack_probabilities(
    given: Sequence[ClassifierNumbers], classifiers: Sequence[str], kept: Bools
) -> Floats | None:
    by_classifier = {g.classifier: g.values for g in given if g.is_probability}
    if not by_classifier:
        return None
    shape = next(iter(by_classifier.values())).shape
    rows = slice(None) if kept.all() else kept  # a slice makes no copy
    stacked = np.empty((int(kept.sum()), len(classifiers), shape[1]))
    for j, name in enumerate(classifiers):
        stacked[:, j] = by_classifier[name][rows] if name in by_classifier else np.nan
    return stacked


def _stack_scores(
    given: Sequence[ClassifierNumbers], classifiers: Sequence[str], kept: Bools
) -> Floats | None:
    by_classifier = {g.classifier: g.values[:, 1] for g in given if not g.is_probability}
    if not by_classifier:
        return None
    scores = np.full((int(kept.sum()), len(classifiers)), np.nan)
    for j, name in enumerate(classifiers):
        if name in by_classifier:
            scores[:, j] = by_classifier[name][kept]
    return scores
