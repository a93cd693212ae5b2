"""True values that were measured, not classes: a price, a temperature. Predictions of them are no predicted classes."""

import re
from collections.abc import Collection

import numpy as np

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.predictions.classifier_columns import LabelColumn
from bakeoff.inputs.table.grid import Grid

_FEWEST = 10  # different numbers: fewer may be classes
_NUMBER = re.compile(r"[-+−]?\d*[.,]?\d+(?:e[-+]?\d+)?", re.IGNORECASE)
_FRACTION = re.compile(r"[.,]0*[1-9]")
_HIT = 0.1  # the share of exact hits from which on numbers are answers to questions, not forecasts


def refuse_measured_truth(grid: Grid, truth: LabelColumn, answers: Collection[LabelColumn]) -> None:
    """Refuse true values that are nearly all different numbers, which hardly any prediction hits exactly."""
    texts = [text for text in truth.words.texts if text]
    if len(texts) < _FEWEST or not all(_NUMBER.fullmatch(text) for text in texts):
        return
    fractions = any(_FRACTION.search(text) for text in texts)
    if (not fractions and 2 * len(texts) <= truth.words.codes.size) or _share_of_hits(truth, answers) >= _HIT:
        return
    some = [text for text in texts if _FRACTION.search(text)] or texts
    raise InputError(
        f"the true values are {len(texts):,} different numbers such as {join_with_commas(some, most=2)}, not classes",
        where=f"{grid.source}, column {quote_text(truth.column.name.strip())}",
        fix="give the true classes; predictions of numbers (regression) are not compared here, but their errors are: "
        "a column for each classifier, a row for each example or dataset, and --lower-is-better",
        code="BO099",
    )


def _share_of_hits(truth: LabelColumn, answers: Collection[LabelColumn]) -> float:
    true = np.array(truth.words.texts, dtype=object)[truth.words.codes]
    hits = [np.array(a.words.texts, dtype=object)[a.words.codes] == true for a in answers]
    return float(np.mean(hits)) if hits else 0.0
