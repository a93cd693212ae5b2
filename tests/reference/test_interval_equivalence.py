from math import sqrt

import numpy as np
import pytest
from scipy import optimize, stats

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.equivalence import equivalence_by_interval
from bakeoff.procedures.base.example_flips import ClusterCounts, FourCounts
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.bootstrap.sample_bootstrap import bootstrap_equivalence, sample_bootstrap
from bakeoff.procedures.predictions.clustered_mcnemar import mcnemar_clustered
from bakeoff.procedures.predictions.losses import paired_losses
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar_midp, mcnemar_uncorrected
from bakeoff.procedures.predictions.roc_area import delong
from bakeoff.procedures.predictions.two_proportions import TwoTestSets, two_proportions, two_proportions_wald
from prediction_cases import ranked_case

COUNTS = FourCounts(both_right=800, mends=42, breaks=33, both_wrong=125)
TRUTH, A, B = ranked_case(200, 6)


def by(run, data, margin):
    return equivalence_by_interval(lambda level: run(data, level=level).estimate.interval, margin=margin)


def test_the_textbooks_two_test_sets_in_closed_form():
    # By hand: the statistic is (margin - |difference|) / sigma, with sigma of eq. 4.14.
    sets = TwoTestSets(right_a=400, total_a=500, right_b=410, total_b=500)
    sigma = sqrt(0.8 * 0.2 / 500 + 0.82 * 0.18 / 500)
    expected = stats.norm.sf((0.08 - 0.02) / sigma)
    assert by(two_proportions_wald, sets, 0.08) == pytest.approx(expected, rel=1e-7)


def test_tangos_score_statistic_at_the_margin():
    # From the definition: the likelihood of the flips is maximised numerically under a difference of `margin`, and
    # McNemar's numerator is measured in the standard deviation that those rates imply (Tango 1998, eq. 2.5).
    n, mends, breaks = COUNTS.total, COUNTS.mends, COUNTS.breaks

    def statistic(margin):
        def loss(q):
            return -(
                mends * np.log(q + margin)
                + breaks * np.log(q)
                + (n - mends - breaks) * np.log1p(-2 * q - margin)
            )

        low = max(0.0, -margin) + 1e-12
        q = optimize.minimize_scalar(
            loss, bounds=(low, (1 - margin) / 2), method="bounded", options={"xatol": 1e-14}
        ).x
        return (mends - breaks - n * margin) / sqrt(n * (2 * q + margin - margin**2))

    expected = max(stats.norm.cdf(statistic(0.03)), stats.norm.sf(statistic(-0.03)))
    assert by(mcnemar_uncorrected, COUNTS, 0.03) == pytest.approx(expected, rel=1e-5)


def test_students_t_of_losses_in_closed_form():
    # Source: scipy's one-sample t test against either margin, the larger of the two p-values.
    i = np.arange(40.0)
    losses = np.column_stack([np.sin(i) ** 2, np.sin(i) ** 2 + 0.05 * np.cos(3 * i)])
    gains = losses[:, 0] - losses[:, 1]
    expected = max(
        stats.ttest_1samp(gains, 0.02, alternative="less").pvalue,
        stats.ttest_1samp(gains, -0.02, alternative="greater").pvalue,
    )
    assert by(paired_losses, losses, 0.02) == pytest.approx(expected, rel=1e-7)


def test_delongs_statistic_against_the_margin():
    scored = ScoredExamples(truth=TRUTH, scores=np.column_stack([A, B]))
    found = delong(scored)
    # DeLong's own standard error agrees with pROC's (test_delong); the rest is the normal distribution.
    value, error = found.estimate.value, found.steps["se"]
    margin = abs(value) + 1.7 * error
    assert by(delong, scored, margin) == pytest.approx(stats.norm.sf(1.7), rel=1e-7)


CLUSTERS = ClusterCounts(
    mends=np.array([2, 1, 0, 3, 1, 0, 2, 1] * 4),
    breaks=np.array([1, 1, 1, 1, 0, 2, 1, 1] * 4),
    sizes=np.array([50, 40, 60, 50, 45, 55, 50, 50] * 4),
)


@pytest.mark.parametrize("margin", [0.005, 0.012, 0.02, 0.05])
@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.025, 0.005])
@pytest.mark.parametrize(
    ("run", "data"),
    [
        (mcnemar_midp, COUNTS),
        (binomial, COUNTS),
        (mcnemar_uncorrected, COUNTS),
        (mcnemar_clustered, CLUSTERS),
        (two_proportions, TwoTestSets(right_a=4500, total_a=5000, right_b=4490, total_b=5000)),
    ],
)
def test_it_is_below_alpha_exactly_where_the_interval_lies_inside_the_margin(run, data, alpha, margin):
    interval = run(data, level=1 - 2 * alpha).estimate.interval
    inside = -margin < interval.low and interval.high < margin
    assert (by(run, data, margin) < alpha) == inside


@pytest.mark.parametrize("margin", [0.02, 0.05, 0.2])
@pytest.mark.parametrize("metric", ["f1_macro", "accuracy"])
def test_the_bootstrap_is_judged_by_its_own_resamples(metric, margin):
    truth = np.arange(400) % 2
    a, b = (np.where(np.arange(400) * step % 23 < 3, 1 - truth, truth) for step in (5, 7))
    cells = tabulate(truth, np.column_stack([a, b]), classes=2)
    p = bootstrap_equivalence(cells, metric=metric, rng=np.random.default_rng(3), margin=margin)
    for alpha in (0.1, 0.05, 0.025):
        interval = sample_bootstrap(
            cells, metric=metric, rng=np.random.default_rng(3), level=1 - 2 * alpha
        ).estimate.interval
        assert (p < alpha) == (-margin < interval.low and interval.high < margin)


def test_exchanging_the_classifiers_changes_nothing():
    assert by(mcnemar_midp, COUNTS, 0.03) == by(mcnemar_midp, COUNTS.swap(), 0.03)


def test_an_estimate_outside_the_margin_is_no_evidence_of_equivalence():
    assert by(mcnemar_midp, COUNTS, 0.005) == 1.0


def test_a_wider_margin_is_easier():
    found = [by(mcnemar_midp, COUNTS, margin) for margin in (0.012, 0.02, 0.03, 0.05, 0.5)]
    assert found == sorted(found, reverse=True)
    assert found[-1] == pytest.approx(1e-9, rel=0.02)


@pytest.mark.parametrize("margin", [0.0, -0.1, np.inf, np.nan])
def test_a_margin_that_is_none_is_refused(margin):
    with pytest.raises(ProcedureError, match="margin") as caught:
        by(mcnemar_midp, COUNTS, margin)
    assert caught.value.code == "BO053"


def test_the_ends_are_those_of_one_sided_tests():
    p = by(mcnemar_midp, COUNTS, 0.03)
    less = mcnemar_midp(COUNTS, level=1 - p, alternative=Alternative.LESS)
    assert less.estimate.interval.high == pytest.approx(0.03, abs=1e-9)
