"""Predictions of which only right and wrong are known, as logs of language models have them."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Floats
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import counted, quoted
from bakeoff.inputs.examples import Examples
from bakeoff.inputs.filling import Piece, complete, fill, repeated_remark
from bakeoff.inputs.labels import EMPTY
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.outcomes import outcomes_of
from bakeoff.inputs.prediction_extras import extras_of
from bakeoff.inputs.sheets import Sheet, source_of
from bakeoff.inputs.words import Words, words_of


def from_outcomes(
    sheets: Sequence[Sheet], examples: Examples, classifiers: Sequence[str], *, options: ReadOptions
) -> Predictions:
    """Return the predictions of sheets that say right or wrong, or how right, of every example."""
    if examples.by_order and len(sheets) > 1:
        raise InputError(
            "these tables have neither ids nor true classes, so that nobody can tell which rows belong together",
            where=source_of(sheets),
            fix="add the ids of the examples as a column 'id' (or name it with --id-column)",
            code="BO086",
        )
    filled = [fill(_pieces(sheets, name), examples, sheets, whose=name) for name in classifiers]
    kept, dropped = complete(filled, examples, sheets, options=options)
    outcome = np.column_stack([f.values for f in filled])[kept].astype(np.float64)
    partly = bool(((outcome > 0) & (outcome < 1)).any())
    name = next(sheet.laid.measure for sheet in sheets if sheet.laid.outcomes)
    extras = extras_of(sheets, examples, kept, options=options)
    return Predictions(
        classifiers=tuple(classifiers),
        datasets=examples.datasets,
        correct=outcome >= 1.0,
        dataset=examples.dataset[kept],
        measure=Measure(name=name, higher_is_better=True, unit=Unit.FRACTION, direction_from="the name"),
        source=source_of(sheets),
        digest="",
        outcome=outcome if partly else None,
        group=extras.group,
        group_noun=extras.group_noun,
        item=extras.item,
        item_noun=extras.item_noun,
        subgroup=extras.subgroup,
        weight=extras.weight,
        fold=extras.fold,
        ids=examples.ids_of(kept),
        counted_by=extras.counted_by,
        findings=repeated_remark(examples)
        + dropped
        + (_partly_right(outcome) if partly else ())
        + extras.findings,
    )


def _pieces(sheets: Sequence[Sheet], name: str) -> list[Piece]:
    pieces = []
    for i, sheet in enumerate(sheets):
        if name not in sheet.outcomes:
            continue
        column = sheet.outcomes[name]
        whole = words_of(column)
        words = Words(texts=whole.texts, codes=sheet.take(whole.codes))
        values, odd = outcomes_of(words)
        if odd is not None:
            raise InputError(
                f"{quoted(words.texts[int(words.codes[odd])])} says neither right nor wrong",
                where=sheet.where(odd, column),
                fix="write true or false, 1 or 0, or a fraction between them where an answer is partly right",
                code="BO096",
            )
        pieces.append(Piece(sheet=i, column=column, values=np.where(np.isnan(values), EMPTY, values)))
    return pieces


def _partly_right(outcome: Floats) -> tuple[Finding]:
    some = int(((outcome > 0) & (outcome < 1)).any(axis=1).sum())
    message = (
        f"{counted(some, 'example')} of {outcome.shape[0]:,} have answers that are partly right; "
        "they count by their score (--metric accuracy takes such an answer as wrong)"
    )
    return (Finding(code="BO360", severity=Severity.NOTE, message=message, detail={"examples": some}),)
