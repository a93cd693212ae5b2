"""Predictions of which only the grade, right or wrong, is known, as logs of language models have them."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.alignment import Examples
from bakeoff.inputs.predictions.class_labels import EMPTY
from bakeoff.inputs.predictions.extras import read_extras
from bakeoff.inputs.predictions.filling import SheetValues, complete_examples, fill_column, repeated_findings
from bakeoff.inputs.predictions.grades import read_grades
from bakeoff.inputs.predictions.sheets import Sheet, joint_source
from bakeoff.inputs.table.word_columns import Words, read_words


def read_graded(
    sheets: Sequence[Sheet], examples: Examples, classifiers: Sequence[str], *, options: ReadOptions
) -> Predictions:
    """Return the predictions of sheets that say right or wrong, or how right, of every example."""
    if examples.by_order and len(sheets) > 1:
        raise InputError(
            "these tables have neither ids nor true classes, so that nobody can tell which rows belong together",
            where=joint_source(sheets),
            fix="add the ids of the examples as a column 'id' (or name it with --id-column); or, if the same row is "
            "the same example in every table, ask for it: --pair-by position",
            code="BO086",
        )
    filled = [fill_column(_grade_values(sheets, name), examples, sheets, whose=name) for name in classifiers]
    is_complete, dropped = complete_examples(filled, examples, sheets, options=options)
    outcome = np.column_stack([f.values for f in filled])[is_complete].astype(np.float64)
    partly = bool(((outcome > 0) & (outcome < 1)).any())
    name = next(sheet.table.measure for sheet in sheets if sheet.table.outcomes)
    extras = read_extras(sheets, examples, is_complete, options=options)
    return Predictions(
        classifiers=tuple(classifiers),
        datasets=examples.datasets,
        correct=outcome >= 1.0,
        dataset=examples.dataset[is_complete],
        measure=Measure(name=name, higher_is_better=True, unit=Unit.FRACTION, direction_from="the name"),
        source=joint_source(sheets),
        digest="",
        outcome=outcome if partly else None,
        group=extras.group,
        group_noun=extras.group_noun,
        item=extras.item,
        item_noun=extras.item_noun,
        subgroup=extras.subgroup,
        weight=extras.weight,
        fold=extras.fold,
        ids=examples.ids_of(is_complete),
        counted_by=extras.counted_by,
        findings=repeated_findings(examples)
        + dropped
        + (_partly_right_findings(outcome) if partly else ())
        + extras.findings,
    )


def _grade_values(sheets: Sequence[Sheet], name: str) -> list[SheetValues]:
    pieces = []
    for i, sheet in enumerate(sheets):
        if name not in sheet.outcomes:
            continue
        column = sheet.outcomes[name]
        whole = read_words(column)
        words = Words(texts=whole.texts, codes=sheet.take(whole.codes))
        values, odd = read_grades(words)
        if odd is not None:
            raise InputError(
                f"{quote_text(words.texts[int(words.codes[odd])])} says neither right nor wrong",
                where=sheet.where(odd, column),
                fix="write true or false, 1 or 0, or a fraction between them where an answer is partly right",
                code="BO096",
            )
        pieces.append(SheetValues(sheet=i, column=column, values=np.where(np.isnan(values), EMPTY, values)))
    return pieces


def _partly_right_findings(outcome: Floats) -> tuple[Finding]:
    some = int(((outcome > 0) & (outcome < 1)).any(axis=1).sum())
    message = (
        f"{write_count(some, 'example')} of {outcome.shape[0]:,} have answers that are partly right; "
        "they count by their score (--metric accuracy takes such an answer as wrong)"
    )
    return (Finding(code="BO360", severity=Severity.NOTE, message=message, detail={"examples": some}),)
