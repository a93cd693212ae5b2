"""Plans from a pilot: where the variance lies, and what would lessen it."""

from math import sqrt

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.procedures.planning.paired_t_power import sd_interval


def _pilot(rng, *, datasets, resamples, between, within):
    rows = []
    for i in range(datasets):
        true = rng.normal(0, between)
        for fold in range(resamples):
            name = f"set {chr(97 + i // 26)}{chr(97 + i % 26)}"
            rows += [(name, "a", fold, 10.0), (name, "b", fold, 10 + true + rng.normal(0, within))]
    names = ("dataset", "classifier", "fold", "value")
    return {n: list(c) for n, c in zip(names, zip(*rows, strict=True), strict=True)}


def test_scores_without_folds_tell_the_sd_and_the_datasets_needed():
    rng = np.random.default_rng(1)
    values = rng.normal(0, 3, 12).round(2)
    table = {"dataset": [f"set {c}" for c in "abcdefghijkl"], "A": [50.0] * 12, "B": (50 + values).tolist()}
    made = bakeoff.plan(table, difference=0.5).answer
    assert made.sd == pytest.approx(np.std(values, ddof=1))
    assert made.datasets == bakeoff.plan(difference=0.5, sd=made.sd, step=made.step).answer.datasets
    assert made.datasets_low < made.datasets < made.datasets_high
    assert made.between_sd is None
    assert "cannot tell variation between datasets from noise" in str(bakeoff.plan(table, difference=0.5))


def test_folds_tell_the_variance_between_datasets_from_that_within():
    table = _pilot(np.random.default_rng(2), datasets=120, resamples=10, between=2.0, within=3.0)
    made = bakeoff.plan(table, difference=0.5).answer
    # The truth: 2 between, and folds that here are independent; the corrected error is 3·sqrt(1/10 + 1/9) = 1.378.
    assert made.within_sd == pytest.approx(3 * sqrt(1 / 10 + 1 / 9), rel=0.05)
    assert 1.2 < made.between_sd < 2.2
    assert made.endless_sd == pytest.approx(sqrt(made.sd**2 - 0.9), rel=0.03)
    assert made.datasets_endless < made.datasets


def test_the_power_promised_is_the_power_had():
    # 300 studies of the size that the plan names, drawn with the pilot's own spread: chance .8 within 3.5 errors.
    rng = np.random.default_rng(3)
    table = {
        "dataset": [f"set {c}" for c in "abcdefghij"],
        "A": [50.0] * 10,
        "B": (50 + rng.normal(0, 1, 10)).tolist(),
    }
    made = bakeoff.plan(table, difference=0.6).answer
    draws = rng.normal(0.6, made.sd, (600, made.datasets))
    power = float((stats.wilcoxon(draws, axis=1, method="exact").pvalue < 0.05).mean())
    assert abs(power - 0.8) < 3.5 * sqrt(0.8 * 0.2 / 600) + 0.02  # the number of datasets is rounded up


def test_folds_of_one_dataset_have_a_floor_that_no_number_of_them_passes():
    rng = np.random.default_rng(4)
    table = _pilot(rng, datasets=1, resamples=10, between=0.0, within=1.0)
    made = bakeoff.plan(table, difference=0.05).answer
    assert made.resamples_needed is None
    # Source: with endless resamples the error is sd·sqrt(ratio), and .8 power needs 1.96 + .8416 of them.
    assert made.shown_endless == pytest.approx((1.959964 + 0.841621) * made.sd * sqrt(1 / 9), rel=1e-3)
    large = bakeoff.plan(table, difference=1.05 * made.shown_endless).answer
    assert large.resamples_needed > 10


def test_predictions_tell_the_discordance_and_the_examples_needed():
    truth = [0, 1] * 100
    a, b = [t ^ (i % 10 == 0) for i, t in enumerate(truth)], [t ^ (i % 10 == 5) for i, t in enumerate(truth)]
    made = bakeoff.plan({"y_true": truth, "a": a, "b": b}, difference=0.02).answer
    assert made.discordance == pytest.approx(0.2)
    assert made.examples == bakeoff.plan(difference=0.02, discordance=0.2).answer.examples


def test_the_interval_of_a_standard_deviation_covers_as_often_as_it_says():
    rng = np.random.default_rng(5)
    sds = rng.normal(0, 1, (2000, 8)).std(axis=1, ddof=1)
    covered = np.mean([low < 1 < high for low, high in (sd_interval(float(s), 8) for s in sds)])
    assert abs(covered - 0.8) < 3.5 * sqrt(0.16 / 2000)


@pytest.mark.parametrize("wrong", [{}, {"difference": 0.0}, {"difference": 1.0, "sd": 2.0}])
def test_a_pilot_without_a_question_is_refused(wrong):
    with pytest.raises(BakeoffError) as refused:
        bakeoff.plan({"dataset": list("wxyz"), "A": [1, 2, 3, 4], "B": [2, 2, 4, 9]}, **wrong)
    assert refused.value.code == "BO072"


def test_five_datasets_promise_nothing_where_the_test_cannot_reject():
    # 11.6 points were promised with chance .8; the smallest p-value of the exact test is .0625.
    made = bakeoff.plan(datasets=5, sd=6.9)
    assert made.answer.difference is None
    assert made.to_dict()["difference"] is None
    assert "5 datasets cannot show any difference, however large" in str(made)


@pytest.mark.parametrize(("datasets", "step"), [(6, 0.0), (8, 0.0), (10, 0.5), (6, 0.5)])
def test_a_promise_is_kept_by_the_verdicts_of_compare(datasets, step):
    promised = bakeoff.plan(datasets=datasets, sd=1.0, step=step).answer.difference
    rng = np.random.default_rng([datasets, int(2 * step)])
    draws = rng.normal(promised, 1.0, (300, datasets))
    draws = np.round(draws / step) * step if step else draws
    names = [f"set {chr(97 + i)}" for i in range(datasets)]
    verdicts = [
        bakeoff.compare({"dataset": names, "A": [50.0] * datasets, "B": (50 + row).tolist()}).pairs[0].verdict
        for row in draws.round(6)
    ]
    assert np.mean([v == "better" for v in verdicts]) == pytest.approx(0.8, abs=3.5 * sqrt(0.16 / 300))


def test_a_pilot_of_four_datasets_says_that_it_cannot_show_anything_itself():
    table = {"dataset": list("wxyz"), "A": [50.0] * 4, "B": [51.3, 49.2, 52.7, 50.4]}
    planned = bakeoff.plan(table, difference=2.0)
    assert planned.answer.shown_now is None
    assert "So few cannot show any difference" in str(planned)
