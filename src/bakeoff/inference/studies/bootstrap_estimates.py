"""Bootstrap estimates of a study: out of bag, .632 and .632+, from the samples and one fit on all rows."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.answers.studies import BootstrapSteps, OutOfBag, PlusSteps, ScoreEstimate
from bakeoff.core.outcomes import CellPredictions, Scored
from bakeoff.inference.studies.study_scores import example_scores, mean_score
from bakeoff.procedures.resampled.bootstrap_632 import (
    no_information_rate,
    overfitting,
    point_632,
    point_632_plus,
)
from bakeoff.procedures.resampled.score_intervals import leave_one_out_bootstrap

LEARNER = "the expected score of the learner, trained on samples of this size"
OVER_SAMPLES = "mean over samples"
NO_INTERVAL = "bootstrap samples share their rows, and no interval is known to hold"


def bootstrap_estimates(
    samples: Sequence[Scored], whole: Sequence[Scored], metric: str
) -> tuple[ScoreEstimate, ...]:
    """Return .632+, .632 and the out-of-bag estimate; the last alone for metrics that are no error rate.

    `samples` are the bootstrap samples, each tested on the rows that it lacks; `whole` is the one cell that was trained
    and tested on all rows. That one gives the apparent error: the models of the samples have not seen a third of
    the rows.
    """
    if metric not in ("accuracy", "error_rate"):
        return (_build_estimate(f"out-of-bag, {OVER_SAMPLES}", mean_score(samples, metric), "efron1983"),)
    turned = metric == "accuracy"
    out_of_bag, how = _out_of_bag_error(samples, metric)
    estimates = [_build_estimate(how, 1 - out_of_bag if turned else out_of_bag, "efron1997")]
    if not whole:
        return tuple(estimates)
    score = mean_score(whole, metric)
    apparent = 1 - score if turned else score
    plain = point_632(apparent, out_of_bag)
    estimates.insert(0, _build_estimate(".632 bootstrap", 1 - plain if turned else plain, "efron1983"))
    if not how.endswith(OVER_SAMPLES):
        # As textbooks have it (Tan et al., eq. 4.11): every sample counts alike, however many rows it leaves out.
        score_out = mean_score(samples, metric)
        textbook = point_632(apparent, 1 - score_out if turned else score_out)
        estimates.append(
            _build_estimate(f".632, {OVER_SAMPLES}", 1 - textbook if turned else textbook, "efron1983")
        )
    predictions = whole[0].predictions
    if predictions is not None:
        plus = point_632_plus(apparent, out_of_bag, no_information=_no_information_rate(predictions))
        estimates.insert(0, _build_estimate(".632+ bootstrap", 1 - plus if turned else plus, "efron1997"))
    return tuple(estimates)


def bootstrap_steps(samples: Sequence[Scored], whole: Sequence[Scored], metric: str) -> BootstrapSteps | None:
    """Return how the .632 estimates come about; None where there are none."""
    if not whole or metric not in ("accuracy", "error_rate"):
        return None
    turned = metric == "accuracy"
    apparent, by_sample = mean_score(whole, metric), mean_score(samples, metric)
    steps = BootstrapSteps(
        rows=whole[0].n_test,
        apparent=apparent,
        samples=tuple(OutOfBag(rows=each.n_test, score=each.scores[metric]) for each in samples),
        out_by_sample=by_sample,
        by_sample=point_632(apparent, by_sample),
    )
    error, how = _out_of_bag_error(samples, metric)
    if how.endswith(OVER_SAMPLES):
        return steps
    by_example = 1 - error if turned else error
    tested_rows = {row for s in samples if s.predictions is not None for row in s.predictions.rows.tolist()}
    return replace(
        steps,
        examples=len(tested_rows),
        out_by_example=by_example,
        by_example=point_632(apparent, by_example),
        plus=_plus_steps(whole[0].predictions, 1 - apparent if turned else apparent, error, turned=turned),
    )


def _plus_steps(
    predictions: CellPredictions | None, apparent: float, out_of_bag: float, *, turned: bool
) -> PlusSteps | None:
    if predictions is None:
        return None
    no_information = _no_information_rate(predictions)
    _, rate, weight = overfitting(apparent, out_of_bag, no_information=no_information)
    error = point_632_plus(apparent, out_of_bag, no_information=no_information)
    return PlusSteps(
        no_information=no_information,
        overfitting=rate,
        weight=weight,
        score=1 - error if turned else error,
    )


def _out_of_bag_error(samples: Sequence[Scored], metric: str) -> tuple[float, str]:
    """Return the out-of-bag error by example where predictions were kept, else by sample; and which it is."""
    losses = [example_scores(sample.predictions, "error_rate") for sample in samples]
    known = [each for each in losses if each is not None]
    if len(known) == len(samples):
        rows = np.concatenate([s.predictions.rows for s in samples if s.predictions is not None])
        return leave_one_out_bootstrap(rows, np.concatenate(known)), "out-of-bag, mean over examples"
    mean = mean_score(samples, metric)
    return 1 - mean if metric == "accuracy" else mean, f"out-of-bag, {OVER_SAMPLES}"


def _no_information_rate(predictions: CellPredictions) -> float:
    """Return the error that the predictions on all rows would have if the labels had nothing to do with them."""
    n, classes = predictions.truth.size, predictions.classes
    shares = dict(
        zip(classes, (np.bincount(predictions.truth, minlength=len(classes)) / n).tolist(), strict=True)
    )
    predicted_shares = dict(
        zip(classes, (np.bincount(predictions.labels, minlength=len(classes)) / n).tolist(), strict=True)
    )
    return no_information_rate(shares, predicted_shares)


def _build_estimate(method: str, value: float, citation: str) -> ScoreEstimate:
    return ScoreEstimate(
        method=method, of=LEARNER, value=value, interval=None, citation=citation, why_no_interval=NO_INTERVAL
    )
