"""Randomization tests of a study: every classifier on every dataset against the same method on permuted labels."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil, fsum

import numpy as np

from bakeoff.core.answers.studies import Randomization, Randomizations
from bakeoff.core.arrays import Floats
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.results import significance
from bakeoff.inference.studies.study_scores import (
    ClassifierOnDataset,
    find_measure,
    group_by_pair,
    mean_score,
)
from bakeoff.procedures.base.adjust import Adjustment, adjust
from bakeoff.procedures.resampled.randomization import chance_accuracy, optimism, randomization_p_value

PERMUTED_LABELS = "permuted labels "
ERROR_METRICS = ("accuracy", "error_rate")


def run_randomization_tests(
    outcomes: Iterable[Outcome], *, metric: str, permutations: int, level: float, dependent: bool
) -> Randomizations:
    """Return the randomization tests of a study; `dependent` where its rows belong together in groups or in time."""
    everything = list(outcomes)
    observed = group_by_pair(everything)
    permuted: defaultdict[ClassifierOnDataset, dict[int, list[Outcome]]] = defaultdict(dict)
    for outcome in everything:
        if outcome.cell.condition.startswith(PERMUTED_LABELS):
            at = (outcome.cell.classifier, outcome.cell.dataset)
            number = int(float(outcome.cell.condition.removeprefix(PERMUTED_LABELS)))
            permuted[at].setdefault(number, []).append(outcome)
    each = [
        _randomize_cells(at, cells, permuted[at], metric=metric, permutations=permutations)
        for at, cells in observed.items()
        if permuted[at]
    ]
    p_adjusted = adjust(np.array([one.p_value for one in each]), Adjustment.HOLM) if each else np.array([])
    whole = tuple(_with_adjusted_p(one, float(p)) for one, p in zip(each, p_adjusted, strict=True))
    return Randomizations(
        measure=find_measure(metric),
        planned=permutations,
        each=whole,
        findings=(
            *_find_few_permutations(whole, permutations, level),
            *(_DEPENDENT_ROWS if dependent else ()),
        ),
    )


def _randomize_cells(
    at: ClassifierOnDataset,
    cells: Sequence[Scored],
    permuted: dict[int, list[Outcome]],
    *,
    metric: str,
    permutations: int,
) -> Randomization:
    measure = find_measure(metric)
    sign = 1.0 if measure.higher_is_better else -1.0
    whole = {
        number: [o for o in group if isinstance(o, Scored)]
        for number, group in sorted(permuted.items())
        if len(group) == len(cells)  # all its cells are finished
    }
    reference = [mean_score(g, metric) if len(g) == len(cells) else None for g in whole.values()]
    signed = np.array([np.nan if score is None else sign * score for score in reference])
    observed = mean_score(cells, metric)
    test = randomization_p_value(signed, observed=sign * observed, permutations=permutations)
    bias, why = _measure_optimism([g for g in whole.values() if len(g) == len(cells)], cells, metric)
    return Randomization(
        classifier=at[0],
        dataset=at[1],
        observed=observed,
        reference=tuple(reference),
        p_value=test.p_value,
        p_adjusted=test.p_value,
        permutations=test.used,
        stopped=test.stopped,
        finished=test.finished,
        optimism=bias,
        adjusted=None if bias is None else observed - bias,
        why_not_adjusted=why,
    )


def _measure_optimism(
    groups: Sequence[Sequence[Scored]], cells: Sequence[Scored], metric: str
) -> tuple[float | None, str]:
    if metric not in ERROR_METRICS:
        return None, f"what {metric} would be by chance is not known without the scores themselves"
    shares = _class_shares(cells)
    known = [_expected_accuracy(group, shares) for group in groups]
    if shares is None or not known or any(value is None for value in known):
        return None, "no predictions were kept (keep = 'labels'), and the truth on permuted labels needs them"
    truth = np.array(known, dtype=np.float64)
    truth = truth if metric == "accuracy" else 1.0 - truth
    return optimism(np.array([mean_score(g, metric) for g in groups]), truth), ""


def _class_shares(cells: Sequence[Scored]) -> Floats | None:
    """Return the share of each class among all rows that were tested, each row once."""
    predictions = [cell.predictions for cell in cells]
    if any(k is None for k in predictions):
        return None
    label: dict[int, int] = {}
    for one in predictions:
        if one is not None:
            label |= dict(zip(one.rows.tolist(), one.truth.tolist(), strict=True))
            classes = len(one.classes)
    counts: Floats = np.bincount(list(label.values()), minlength=classes) / len(label)
    return counts


def _expected_accuracy(group: Sequence[Scored], shares: Floats | None) -> float | None:
    """Return how often the predictions of a permutation are right on new rows, whose labels they cannot know."""
    rates = []
    for cell in group:
        if cell.predictions is None or shares is None:
            return None
        labels = cell.predictions.labels
        rates.append(chance_accuracy(shares, np.bincount(labels, minlength=shares.size) / labels.size))
    return fsum(rates) / len(rates)


def _with_adjusted_p(one: Randomization, p: float) -> Randomization:
    return replace(one, p_adjusted=p)


def _find_few_permutations(
    each: Sequence[Randomization], permutations: int, level: float
) -> tuple[Finding, ...]:
    """Say where no p-value could have become small enough, and how many permutations it takes."""
    alpha = significance(level)
    needed = ceil(round(len(each) / alpha, 9)) - 1
    if not each or permutations >= needed:
        return ()
    message = (
        f"{permutations} permutations reach p = {1 / (permutations + 1):.2g} at best, and with Holm's method over "
        f"{len(each)} tests none of them can be called significant by itself: take permutations = {needed}"
    )
    return (
        Finding(
            code="BO236",
            severity=Severity.WARNING,
            message=message,
            detail={"permutations": permutations, "tests": len(each), "needed": needed},
        ),
    )


_DEPENDENT_ROWS = (
    Finding(
        code="BO237",
        severity=Severity.WARNING,
        message=(
            "labels were permuted among all rows although rows belong together in groups or in time; p-values are too "
            "small where the labels of such rows are alike"
        ),
    ),
)
