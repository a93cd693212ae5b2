"""The random-effects summary against metafor and base R."""

import numpy as np
import pytest
from scipy import optimize

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.across.random_effects import random_effects

# Source of all numbers: random_effects.R, R 4.2.2, metafor 3.8-1, 2026-11-15. The first is the BCG vaccine data.
BCG, BCG_ERRORS = np.array(
    [
        [-0.889311333920205, 0.570600354892951],
        [-1.585388657201431, 0.441113501718258],
        [-1.348073148299693, 0.644490469571091],
        [-1.441551190021305, 0.141456819921302],
        [-0.217547322211296, 0.226296646395016],
        [-0.786115585818864, 0.083100050877895],
        [-1.620898223598392, 0.472247019654243],
        [0.011952333523841, 0.062941077984236],
        [-0.469417648738149, 0.237558856840255],
        [-1.371344803472784, 0.270231000466321],
        [-0.339358828338391, 0.111410116109623],
        [0.445913400571379, 0.729729981020482],
        [-0.017313948216880, 0.267216503390016],
    ]
).T
EIGHT = np.array([0.021, 0.003, 0.054, -0.012, 0.031, 0.008, 0.072, 0.015])
EIGHT_ERRORS = np.array([0.010, 0.006, 0.021, 0.009, 0.014, 0.004, 0.030, 0.011])


def ends(estimate):
    return estimate.interval.low, estimate.interval.high


@pytest.mark.parametrize(
    ("advantages", "errors", "mean", "interval", "spread"),
    [
        (
            BCG,
            BCG_ERRORS,
            -0.71496815349344411,
            (-1.10909838120223991, -0.32083792578464826),
            (3.1806845220502394e-01, 9.2330337954153252e-01, 1.5223300808237326e02, 1.9967645908460005e-26),
        ),
        (
            EIGHT,
            EIGHT_ERRORS,
            0.0167498957416324021,
            (-0.0024435719297046764, 0.0359433634129694840),
            (3.7141035882067128e-04, 8.2760822838250991e-01, 1.9706460621459527e01, 6.2398719427291891e-03),
        ),
    ],
    ids=["bcg", "eight"],
)
def test_it_agrees_with_metafor(advantages, errors, mean, interval, spread):
    summary = random_effects(advantages, standard_errors=errors)
    found = summary.heterogeneity
    assert summary.mean.value == pytest.approx(mean, rel=1e-8)
    assert ends(summary.mean) == pytest.approx(interval, rel=1e-8)
    assert (found.between_variance, found.share, found.q, found.p_value) == pytest.approx(spread, rel=1e-8)


@pytest.mark.parametrize(
    ("advantages", "errors"), [(BCG, BCG_ERRORS), (EIGHT, EIGHT_ERRORS)], ids=["bcg", "eight"]
)
def test_the_next_dataset_is_predicted_by_drawing_the_variance_as_nagashima_does(advantages, errors):
    # Source: Nagashima, Noma & Furukawa (2019), algorithm 1, by scipy: variances at which Q equals a chi-squared draw.
    rng, drawn = np.random.default_rng(0), []

    def q(between):
        weights = 1 / (errors**2 + between)
        mean = weights @ advantages / weights.sum()
        return mean, weights.sum(), weights @ (advantages - mean) ** 2

    for target in rng.chisquare(advantages.size - 1, 4000):
        between = 0.0
        if q(0.0)[2] > target:
            between = optimize.brentq(lambda t, target=target: q(t)[2] - target, 0.0, 1e4)
        mean, weight, _ = q(between)
        drawn.append(mean + rng.standard_normal(50) * np.sqrt(between + 1 / weight))
    expected = np.quantile(drawn, (0.025, 0.975))
    width = expected[1] - expected[0]
    found = ends(random_effects(advantages, standard_errors=errors).next_dataset)
    assert found == pytest.approx(tuple(expected), abs=0.03 * width)


def test_the_next_datasets_interval_holds_where_datasets_differ_about_as_much_as_their_errors():
    # The interval with n - 2 degrees of freedom held in .87 here; 600 trials, .95 within 4 standard errors.
    rng, held = np.random.default_rng(3), 0
    for _ in range(600):
        errors = np.exp(rng.normal(0, 0.4, 10))
        seen = 0.5 * rng.standard_normal(10) + errors * rng.standard_normal(10)
        interval = random_effects(seen, standard_errors=errors).next_dataset.interval
        held += interval.low <= 0.5 * rng.standard_normal() <= interval.high
    assert held / 600 > 0.95 - 4 * np.sqrt(0.95 * 0.05 / 600)


def test_datasets_that_are_alike_leave_no_variance_between_and_do_not_shrink_the_interval():
    # metafor's Hartung–Knapp factor is 0.008 here: an interval a tenth as wide as that of equal true advantages.
    summary = random_effects(
        np.array([0.010, 0.012, 0.011, 0.009]), standard_errors=np.array([0.01, 0.02, 0.015, 0.01])
    )
    assert summary.heterogeneity.between_variance == 0.0
    assert summary.mean.value == pytest.approx(0.0099793814432989712, rel=1e-12)
    assert ends(summary.mean) == pytest.approx((-0.0094083264675818342, 0.0293670893541797748), rel=1e-12)


def test_one_score_for_each_dataset_gives_the_plain_intervals_of_t():
    summary = random_effects(np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7]))
    assert ends(summary.mean) == pytest.approx((-4.2567116206401119, 5.6567116206401122), rel=1e-12)
    assert ends(summary.next_dataset) == pytest.approx((-15.739552639657685, 17.139552639657683), rel=1e-12)
    assert summary.heterogeneity is None


def test_two_datasets_predict_nothing_about_a_third():
    summary = random_effects(np.array([0.0, 1.0]), standard_errors=np.array([0.1, 0.1]))
    assert summary.next_dataset.interval.is_unbounded
    assert not summary.mean.interval.is_unbounded


@pytest.mark.parametrize(
    ("advantages", "errors", "code"),
    [
        ([0.1], None, "BO051"),
        ([0.1, np.nan], None, "BO052"),
        ([0.1, 0.2], [0.1], "BO052"),
        ([0.1, 0.2], [0.1, 0.0], "BO052"),
        ([0.1, 0.2], [0.1, np.inf], "BO052"),
    ],
)
def test_what_cannot_be_summarised_is_refused_with_its_code(advantages, errors, code):
    with pytest.raises(ProcedureError) as caught:
        random_effects(np.array(advantages), standard_errors=None if errors is None else np.array(errors))
    assert caught.value.code == code
