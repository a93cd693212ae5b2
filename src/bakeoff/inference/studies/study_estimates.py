"""Estimates of a study: how well each classifier does on each dataset, by what its resampling supports."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from bakeoff.core.answers.studies import CellEstimates, ScoreEstimate, StudyEstimates
from bakeoff.core.arrays import Floats
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.results import Interval
from bakeoff.inference.studies.bootstrap_estimates import LEARNER, bootstrap_estimates, bootstrap_steps
from bakeoff.inference.studies.study_scores import (
    example_scores,
    find_measure,
    group_by_pair,
    mean_score,
    resample_scores,
    resampling_ratio,
)
from bakeoff.procedures.predictions.proportions import proportion_interval
from bakeoff.procedures.resampled.nested_cv import NestedRepeat, nested_cv
from bakeoff.procedures.resampled.score_intervals import corrected_score_interval, cross_validation_interval

MODELS = "the mean score of the models that the folds trained"


def estimate_study(
    outcomes: Iterable[Outcome], *, metric: str, resampling: str, level: float
) -> StudyEstimates:
    """Return the estimates of every classifier on every dataset where no cell failed, the preferred one first."""
    everything = list(outcomes)
    plain, whole = group_by_pair(everything), group_by_pair(everything, "whole dataset")
    pairs = group_by_pair(everything, "fold pairs")
    each = []
    for at, cells in plain.items():
        steps = None
        if resampling == "bootstrap":
            estimates = bootstrap_estimates(cells, whole.get(at, []), metric)
            steps = bootstrap_steps(cells, whole.get(at, []), metric)
        else:
            estimates = _resampled_estimates(cells, pairs.get(at, []), metric, resampling, level)
        bounded = tuple(_bound_interval(one, metric) for one in estimates)
        each.append(CellEstimates(classifier=at[0], dataset=at[1], each=bounded, steps=steps))
    return StudyEstimates(measure=find_measure(metric), level=level, each=tuple(each))


def _resampled_estimates(
    cells: Sequence[Scored], pairs: Sequence[Scored], metric: str, resampling: str, level: float
) -> tuple[ScoreEstimate, ...]:
    if resampling == "time-series":
        why = "training sets of growing size on dependent rows: no interval is known to hold"
        return (_estimate_without_interval(cells, metric, why),)
    if resampling == "half-cv":
        why = "folds inside halves are made to compare learners: no interval of one alone was measured"
        return (_estimate_without_interval(cells, metric, why),)
    candidates = (
        _nested_estimate(cells, pairs, metric, level),
        _estimate_from_examples(cells, metric, level) if resampling != "group-k-fold" else None,
        _corrected_estimate(cells, metric, level) if resampling != "leave-one-out" else None,
    )
    estimates = tuple(one for one in candidates if one is not None)
    return estimates or (
        _estimate_without_interval(
            cells, metric, "one resample, or resamples that do not vary, show no spread"
        ),
    )


def _estimate_without_interval(cells: Sequence[Scored], metric: str, why: str) -> ScoreEstimate:
    return ScoreEstimate(
        method="mean over resamples",
        of=LEARNER,
        value=mean_score(cells, metric),
        interval=None,
        citation="",
        why_no_interval=why,
    )


def _corrected_estimate(cells: Sequence[Scored], metric: str, level: float) -> ScoreEstimate | None:
    scores = resample_scores(cells, metric)
    if scores.size < 2 or np.ptp(scores) == 0:
        return None
    return ScoreEstimate(
        method="corrected t over resamples",
        of=LEARNER,
        value=mean_score(cells, metric),
        interval=corrected_score_interval(scores, test_train_ratio=resampling_ratio(cells), level=level),
        citation="nadeau2003",
    )


def _estimate_from_examples(cells: Sequence[Scored], metric: str, level: float) -> ScoreEstimate | None:
    """Return the interval from every example's own score, where each example was tested once."""
    examples = [example_scores(cell.predictions, metric) for cell in cells]
    known = [scores for scores in examples if scores is not None]
    rows = [row for c in cells if c.predictions is not None for row in c.predictions.rows.tolist()]
    if len(known) < len(cells) or len(set(rows)) < len(rows) or len(rows) < 2:
        return None
    losses = np.concatenate(known)
    if len(cells) == 1 or np.ptp(losses) == 0:  # a single test set, or all examples right or wrong
        share = float(losses.sum())
        return ScoreEstimate(
            method="Wilson's interval" if len(cells) == 1 else "Wilson's interval of all folds together",
            of="the score of the model that was trained" if len(cells) == 1 else MODELS,
            value=mean_score(cells, metric),
            interval=proportion_interval(share, losses.size, level=level),
            citation="wilson1927",
        )
    # Folds of unequal size: the mean over folds is reported elsewhere, so it stays the centre here.
    estimate = cross_validation_interval(losses, level=level)
    shift = mean_score(cells, metric) - float(losses.mean())
    return ScoreEstimate(
        method="central limit theorem of cross-validation (Bayle et al.)",
        of=MODELS,
        value=mean_score(cells, metric),
        interval=Interval(low=estimate.low + shift, high=estimate.high + shift, level=level),
        citation="bayle2020",
    )


def _nested_estimate(
    cells: Sequence[Scored], pairs: Sequence[Scored], metric: str, level: float
) -> ScoreEstimate | None:
    repeats = _nested_repeats(cells, pairs, metric)
    if not repeats:
        return None
    estimate = nested_cv(repeats, level=level)
    return ScoreEstimate(
        method="nested cross-validation (Bates, Hastie and Tibshirani)",
        of=LEARNER,
        value=estimate.value,
        interval=estimate.interval,
        citation="bates2024",
    )


def _nested_repeats(cells: Sequence[Scored], pairs: Sequence[Scored], metric: str) -> list[NestedRepeat]:
    repeats: list[NestedRepeat] = []
    for number in sorted({c.cell.repeat for c in pairs}):
        outer = [example_scores(c.predictions, metric) for c in cells if c.cell.repeat == number]
        inner = [example_scores(c.predictions, metric) for c in pairs if c.cell.repeat == number]
        folds = [fold for fold in outer if fold is not None]
        both = [pair for pair in inner if pair is not None]
        if len(folds) < max(3, len(outer)) or len(both) < len(folds) * (len(folds) - 1) // 2:
            return []
        if min(fold.size for fold in folds) < 2:
            return []
        repeats.append(NestedRepeat(outer=tuple(folds), inner=_losses_by_fold_pair(folds, both)))
    return repeats


def _losses_by_fold_pair(folds: Sequence[Floats], both: Sequence[Floats]) -> dict[tuple[int, int], Floats]:
    """Return the losses of fold j by the model without j and k, for every (k, j): each model serves two of them."""
    losses_by_pair = {}
    for (i, j), losses in zip(combinations(range(len(folds)), 2), both, strict=True):
        losses_by_pair[j, i] = losses[: folds[i].size]
        losses_by_pair[i, j] = losses[folds[i].size :]
    return losses_by_pair


def _bound_interval(one: ScoreEstimate, metric: str) -> ScoreEstimate:
    """Keep the interval of a share between 0 and 1."""
    if one.interval is None or find_measure(metric).unit != "fraction":
        return one
    low, high = (min(1.0, max(0.0, end)) for end in (one.interval.low, one.interval.high))
    return replace(one, interval=Interval(low=low, high=high, level=one.interval.level))
