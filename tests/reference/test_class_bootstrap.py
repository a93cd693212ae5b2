from math import factorial, prod

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.bootstrap.class_bootstrap import (
    draw_test_sets,
    fill_urn,
    metric_interval,
    paired_bootstrap,
)
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.bootstrap.resampled_estimates import Draws, judge_draws, percentile_interval

TRUTH = np.array([0, 0, 1, 1, 1])
PREDICTIONS = np.array([[0, 0], [0, 0], [1, 0], [1, 0], [0, 1]])


def multinomial(counts, shares):
    ways = factorial(sum(counts)) // prod(factorial(c) for c in counts)
    return ways * prod(p**c for p, c in zip(shares, counts, strict=True))


def test_resamples_of_cells_have_the_distribution_of_resampled_examples_and_doubts():
    # Exactly: five draws from three cells (2, 1 and 2 of 7) and four doubts of half an example each.
    source = fill_urn(tabulate(TRUTH, PREDICTIONS, classes=2))
    shares = np.array([2, 1, 2, 0.5, 0.5, 0.5, 0.5]) / 7
    assert source.shares == pytest.approx(shares)
    drawn = np.concatenate(
        list(draw_test_sets(source, resamples=40_000, rng=np.random.default_rng(1))), axis=1
    ).T
    seen, counts = np.unique(drawn[:, :3], axis=0, return_counts=True)
    for cell, count in zip(seen.astype(int).tolist(), counts, strict=True):
        rest = 5 - sum(cell)
        chance = multinomial([*cell, rest], [*shares[:3], shares[3:].sum()])
        assert count / 40_000 == pytest.approx(chance, abs=5 * np.sqrt(chance / 40_000) + 1e-4)


def test_the_doubts_are_a_mend_and_a_break_of_each_class():
    source = fill_urn(tabulate(TRUTH, PREDICTIONS, classes=2))
    doubts = np.column_stack([source.cells.truth, source.cells.predictions])[3:]
    assert doubts.tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 0]]


def test_clusters_are_drawn_whole():
    cells = tabulate(TRUTH, PREDICTIONS, classes=2, clusters=np.array([1, 1, 2, 2, 2]))
    source = fill_urn(cells)
    for amounts in draw_test_sets(source, resamples=500, rng=np.random.default_rng(2)):
        # The first cluster holds the cell (0; 0, 0) twice, the second (1; 1, 0) twice and (1; 0, 1) once.
        assert (amounts[0] % 2 == 0).all()
        assert np.array_equal(amounts[2], 2 * amounts[1])


def test_the_percentiles_are_expanded_like_students_t():
    # R: pnorm(sqrt(10/9) * qt(.025, 9)) = 0.00855064. A share of (84 + 1)/10,000 is still below it, one of
    # (85 + 1)/10,000 is not: zero is excluded while at most 84 of 9,999 resamples are below, so the end is the 85th.
    drawn = np.arange(1, 10_000) / 10_000
    interval = percentile_interval(drawn, value=0.5, units=10, bounds=(0.0, 1.0), level=0.95)
    assert interval.low == drawn[84]
    assert interval.high == pytest.approx(1 - drawn[84], abs=1e-12)


def test_the_p_value_is_the_level_at_which_the_interval_reaches_zero():
    # R: pt(qnorm(.001)/sqrt(50/49), 49) = 0.001796526526; nine of 9999 resamples without an advantage, and one more.
    drawn = np.concatenate([-np.ones(9), np.ones(9990)])
    found = judge_draws(Draws(drawn, 1.0, 50, 1.0), level=0.95, alternative=Alternative.GREATER)
    assert found.p_value == pytest.approx(0.001796526526, rel=1e-9)


def test_the_interval_has_the_width_of_the_exact_bootstrap_distribution():
    # With 1,000 examples the doubts hardly matter: 60 mends and 30 breaks.
    truth = np.zeros(1000, dtype=int)
    a, b = truth.copy(), truth.copy()
    a[:60], b[60:90] = 1, 1
    found = paired_bootstrap(
        tabulate(truth, np.column_stack([a, b]), classes=2), metric="accuracy", rng=np.random.default_rng(3)
    )
    error = np.sqrt((0.09 - 0.03**2) / 1000)
    assert found.estimate.interval.low == pytest.approx(0.03 - 1.96 * error, abs=0.0025)
    assert found.estimate.interval.high == pytest.approx(0.03 + 1.96 * error, abs=0.0025)


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro", "mcc", "kappa", "precision_weighted"])
def test_a_perfect_classifier_has_an_interval_with_a_width_in_the_metrics_range(metric):
    truth = np.arange(60) % 3
    estimate = metric_interval(
        tabulate(truth, truth[:, None], classes=3),
        metric=metric,
        rng=np.random.default_rng(4),
        resamples=2000,
    )
    assert estimate.value == estimate.interval.high == 1.0
    assert 0.7 < estimate.interval.low < 0.99


def test_classifiers_that_agree_everywhere_have_an_interval_with_a_width():
    truth = np.arange(60) % 2
    same = np.column_stack([truth, truth])
    found = paired_bootstrap(tabulate(truth, same, classes=2), metric="mcc", rng=np.random.default_rng(5))
    assert found.estimate.value == 0.0
    assert found.p_value > 0.9
    assert found.estimate.interval.low == pytest.approx(-found.estimate.interval.high, rel=1e-12)
    assert found.estimate.interval.low < -0.02


def test_an_error_rate_counts_as_an_advantage_when_it_falls():
    truth = np.zeros(100, dtype=int)
    predictions = np.zeros((100, 2), dtype=int)
    predictions[:20, 0] = 1
    cells = tabulate(truth, predictions, classes=2)
    errors = paired_bootstrap(cells, metric="error_rate", rng=np.random.default_rng(6))
    rights = paired_bootstrap(cells, metric="accuracy", rng=np.random.default_rng(6))
    assert errors.estimate.value == pytest.approx(0.2)
    assert errors.p_value == pytest.approx(rights.p_value, rel=1e-12)


def test_weights_count_as_so_many_examples():
    # Weighted by 3 and 1, b's advantage on the light example is a quarter.
    cells = tabulate(np.array([0, 0]), np.array([[0, 0], [1, 0]]), classes=2, weights=np.array([3.0, 1.0]))
    found = paired_bootstrap(cells, metric="accuracy", rng=np.random.default_rng(7), resamples=200)
    assert found.estimate.value == pytest.approx(0.25)


@pytest.mark.parametrize(("resamples", "said"), [(99, "too few"), (0, "too few")])
def test_too_few_resamples_are_refused(resamples, said):
    with pytest.raises(ProcedureError, match=said) as caught:
        paired_bootstrap(
            tabulate(TRUTH, PREDICTIONS, classes=2),
            metric="mcc",
            rng=np.random.default_rng(1),
            resamples=resamples,
        )
    assert caught.value.code == "BO053"


def test_a_pair_is_two_classifiers():
    cells = tabulate(TRUTH, np.repeat(PREDICTIONS, 2, axis=1), classes=2)
    with pytest.raises(ProcedureError, match="two classifiers"):
        paired_bootstrap(cells, metric="mcc", rng=np.random.default_rng(1))


def test_one_cluster_or_one_example_is_refused():
    with pytest.raises(ProcedureError, match="there is one"):
        tabulate(TRUTH, PREDICTIONS, classes=2, clusters=np.zeros(5))
    one = tabulate(TRUTH[:1], PREDICTIONS[:1], classes=2)
    with pytest.raises(ProcedureError, match="there is one"):
        paired_bootstrap(one, metric="mcc", rng=np.random.default_rng(1))


def test_weights_that_all_differ_are_resampled_less_often_by_default():
    # A cell for each of 3,000 examples: 20 million numbers are 6,666 resamples of so many cells.
    truth = np.arange(3000) % 2
    labels = np.where(np.arange(3000)[:, None] * [7, 11] % 13 < 2, 1 - truth[:, None], truth[:, None])
    cells = tabulate(truth, labels, classes=2, weights=np.linspace(1, 2, 3000))
    assert cells.counts.size == 3000
    found = paired_bootstrap(cells, metric="accuracy", rng=np.random.default_rng(1))
    assert found.method == "bootstrap, 6,666 resamples"
    assert (
        paired_bootstrap(
            tabulate(truth, labels, classes=2), metric="accuracy", rng=np.random.default_rng(1)
        ).method
        == "bootstrap, 10,000 resamples"
    )
