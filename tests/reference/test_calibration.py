"""The parts of the Brier score, the calibration error and the test of equal calibration, against R and arithmetic."""

from math import pi, sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.predictions.calibration import (
    _fit_log_odds,
    calibration_error,
    chance_gain,
    chance_miscalibration,
    compare_miscalibration,
    consistency_band,
    decompose_brier,
    miscalibration_losses,
    paired_calibration,
    reliability_curve,
)

I = np.arange(1, 61)  # noqa: E741 - as in calibration.R
A, B = ((I * 37) % 101) / 101, ((I * 53) % 97) / 97
HAPPENED = ((I * I * 7) % 13) / 13 < (A + B) / 2


# Source: calibration.R, isoreg of R 4.2.2.
@pytest.mark.parametrize(
    ("given", "score", "miscalibration", "discrimination"),
    [
        (A, 0.195438355717, 0.037501847780, 0.082063492063),
        (B, 0.308125199277, 0.107236760231, 0.039111560954),
    ],
)
def test_the_parts_of_the_brier_score_are_those_of_isoreg(given, score, miscalibration, discrimination):
    parts = decompose_brier(given, HAPPENED)
    assert parts.score == pytest.approx(score, abs=1e-11)
    assert parts.miscalibration == pytest.approx(miscalibration, abs=1e-11)
    assert parts.discrimination == pytest.approx(discrimination, abs=1e-11)
    assert parts.score == pytest.approx(parts.miscalibration - parts.discrimination + parts.uncertainty)


def test_the_test_without_chance_is_the_paired_t_test_of_r():
    losses = np.column_stack([miscalibration_losses(p, HAPPENED) for p in (A, B)])
    result = compare_miscalibration(losses)
    assert result.estimate.value == pytest.approx(-0.069734912451, abs=1e-11)
    assert result.p_value == pytest.approx(0.034646246214, abs=1e-10)
    assert result.estimate.interval.low == pytest.approx(-0.134262215100, abs=1e-10)
    assert result.estimate.interval.high == pytest.approx(-0.005207609802, abs=1e-10)


def test_what_chance_shows_is_taken_off_either_side():
    both = np.column_stack([HAPPENED, HAPPENED])
    result = paired_calibration(np.column_stack([A, B]), both, rng=np.random.default_rng(3))
    rng = np.random.default_rng(3)
    chances = [chance_gain(p, HAPPENED, rng=rng) for p in (A, B)]
    assert result.estimate.value == pytest.approx(-0.069734912451 - (chances[0] - chances[1]), abs=1e-11)


def test_chance_is_the_mean_over_all_outcomes():
    # Two probabilities of one example each: of the four outcomes only (1, 0) is pooled, to a half each.
    given = np.array([0.25, 0.5])
    exact = 0.0
    for first in (0, 1):
        for second in (0, 1):
            chance = (0.25 if first else 0.75) * 0.5
            curve = (0.5, 0.5) if first > second else (first, second)
            gains = [
                (p - y) ** 2 - (c - y) ** 2 for p, y, c in zip(given, (first, second), curve, strict=True)
            ]
            exact += chance * float(np.mean(gains))
    rng = np.random.default_rng(0)
    drawn = [chance_miscalibration(given, rng=rng) for _ in range(400)]
    assert np.mean(drawn) == pytest.approx(exact, abs=4 * np.std(drawn) / 20)


def test_chance_gains_as_much_as_on_the_frequencies_that_were_met():
    # Overconfident by a factor of 2 on log odds: what counts are the frequencies, not the probabilities given.
    rng = np.random.default_rng(4)
    truth = rng.uniform(0.02, 0.3, 4000)
    given = truth**2 / (truth**2 + (1 - truth) ** 2)
    met = chance_gain(given, rng.random(truth.size) < truth, rng=rng)
    assert met == pytest.approx(chance_miscalibration(truth, rng=rng), rel=0.25)
    assert met > 2 * chance_miscalibration(given, rng=rng)


def test_the_logistic_recalibration_is_that_of_r():
    # Source: calibration.R, glm of R 4.2.2; a thousand times the counts, so that the prior weighs nothing.
    given, events, count = np.array([0.1, 0.3, 0.5, 0.8]), np.array([3.0, 4, 7, 6]), np.array([20, 12, 12, 8])
    fitted = _fit_log_odds(given, 1000 * events, 1000 * count)
    assert fitted == pytest.approx([0.152728436, 0.358202835, 0.531508845, 0.783611390], abs=1e-5)


def test_few_events_are_not_tested():
    happened = np.zeros((200, 2), dtype=bool)
    happened[:9] = True
    with pytest.raises(ProcedureError, match="needs 10 examples of either outcome; one has 9"):
        paired_calibration(np.full((200, 2), 0.05), happened, rng=np.random.default_rng(0))


def test_the_calibration_error_keeps_equal_probabilities_together():
    given = np.array([0.1] * 5 + [0.8] * 5)
    happened = np.array([False] * 5 + [True] * 3 + [False] * 2)
    error = calibration_error(given, happened, bins=4)
    assert error.bins == 2
    assert error.value == pytest.approx((5 * 0.1 + 5 * 0.2) / 10)
    assert error.if_calibrated == pytest.approx(
        sqrt(2 / pi) * (sqrt(5 * 0.1 * 0.9) + sqrt(5 * 0.8 * 0.2)) / 10
    )


def test_without_ties_every_bin_has_as_many_examples():
    error = calibration_error(A, HAPPENED)
    order = np.argsort(A)
    gaps = [abs((A[part] - HAPPENED[part]).sum()) for part in np.split(order, 10)]
    assert error.value == pytest.approx(sum(gaps) / 60)


def test_the_band_holds_the_diagonal_and_most_curves_of_calibrated_classifiers():
    rng = np.random.default_rng(1)
    given = np.repeat(np.linspace(0.05, 0.95, 19), 10)
    band = consistency_band(given, rng=rng, level=0.9)
    points = np.unique(given)
    assert (band.low <= points).all()
    assert (points <= band.high).all()
    inside = []
    for _ in range(200):
        curve = reliability_curve(given, rng.random(given.size) < given)
        inside.append((band.low <= curve.happens) & (curve.happens <= band.high))
    assert np.mean(inside) > 0.87


def test_certain_and_right_is_calibrated():
    happened = np.array([True, False, True, False])
    parts = decompose_brier(happened.astype(float), happened)
    assert parts == (0.0, 0.0, 0.25, 0.25)
    assert chance_miscalibration(happened.astype(float), rng=np.random.default_rng(0)) == 0.0


@pytest.mark.parametrize(
    "given", [np.array([0.2, 1.2]), np.array([0.2, np.nan]), np.array([0.2]), np.empty(0)]
)
def test_what_is_no_probability_is_refused(given):
    with pytest.raises(ProcedureError, match="between 0 and 1"):
        reliability_curve(given, np.array([True, False]))
