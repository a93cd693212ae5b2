"""BO204 and BO205 in whole sentences: what could have been seen, and whether anything could."""

from math import sqrt

import numpy as np
import pytest

from bakeoff.core.findings import Severity
from bakeoff.core.results import Alternative
from bakeoff.pitfalls.resolution import find_resolution
from bakeoff.procedures.base.quick_tests import quick_wilcoxon
from bakeoff.procedures.planning.paired_t_power import sd_interval

FIGURE_15_2 = [5, -3, 0, 6, -11, -10, 4, 9, 0, 7]


def test_the_chapters_ten_datasets_find_seven_points_as_far_as_their_spread_is_known(pair_of):
    # Source: power of the exact signed-rank test, enumerated below; R 4.2.2, 6.929 * sqrt(9 / qchisq(c(.9, .1), 9)).
    (finding,) = find_resolution(pair_of(FIGURE_15_2), level=0.95, margin=0.0, unit="points")
    assert finding.code == "BO204"
    assert finding.severity is Severity.NOTE
    assert finding.message == (
        "With 10 such datasets Wilcoxon's signed-rank test detects a true difference of 7.3 points in 80 % of cases if "
        "the spread is as seen here; 10 datasets tell the spread only roughly, so that it may be 5.7 to 11 points."
    )
    assert finding.detail["step"] == 1
    assert finding.detail["datasets_needed"] is None


@pytest.mark.parametrize("end", ["detectable_difference", "detectable_low", "detectable_high"])
def test_what_it_says_is_detected_is_detected_by_that_very_test(pair_of, end):
    # 4,000 studies of ten datasets, rounded to whole points, drawn with the spread that the end stands for.
    (finding,) = find_resolution(pair_of(FIGURE_15_2), level=0.95, margin=0.0)
    low, high = sd_interval(finding.detail["sd"], 10)
    spread = {"detectable_low": low, "detectable_high": high}.get(end, finding.detail["sd"])
    draws = np.random.default_rng(7).normal(finding.detail[end], spread, (4000, 10)).round()
    rejected = [quick_wilcoxon(row, Alternative.TWO_SIDED)[1] < 0.05 for row in draws]
    assert 0.8 - 3.5 * sqrt(0.16 / 4000) < np.mean(rejected) < 0.84


def test_a_margin_is_what_is_asked_about_and_the_difference_that_was_seen_is_not(pair_of):
    (finding,) = find_resolution(pair_of(FIGURE_15_2, margin=3.0), level=0.95, margin=3.0)
    assert finding.message.endswith(
        " To find one of the size of the margin, 3, you would need about 47 (31 to 98)."
    )
    assert "difference" not in finding.detail


def test_beside_undecided_nothing_is_called_enough(pair_of):
    (finding,) = find_resolution(pair_of(FIGURE_15_2), level=0.95, margin=31.0)
    assert "margin" not in finding.message
    assert finding.detail["datasets_needed"] is None


def test_five_datasets_can_decide_nothing(pair_of):
    (first,) = find_resolution(pair_of([1, 2, 3, 4, 5]), level=0.95, margin=0.0)
    assert (first.code, first.severity) == ("BO205", Severity.WARNING)
    assert first.message == (
        "With 5 datasets no exact two-sided test can reach p < .05: the smallest p is .0625. You need at least 6."
    )
    assert first.detail["smallest_p"] == 0.0625


@pytest.mark.parametrize("differences", [[5, -3, 3, 9], [9, 8, 9, 10], [5, 0, 3, 9, 0, 0, 0, -1]])
@pytest.mark.parametrize("margin", [0.0, 4.0, 50.0])
def test_of_datasets_that_cannot_decide_nothing_is_said_to_be_detected(pair_of, differences, margin):
    # BO204 once spoke of "6 datasets like these" where there were 4.
    (too_few,) = find_resolution(pair_of(differences), level=0.95, margin=margin)
    assert too_few.code == "BO205"


def test_draws_do_not_count(pair_of):
    first = find_resolution(pair_of([1, 2, 3, 4, 0, 0, 0]), level=0.95, margin=0.0)[0]
    assert first.message == (
        "3 of the 7 datasets are draws: with the other 4 no exact two-sided test can reach p < .05: the smallest p is "
        ".125. You need at least 6 that are not draws."
    )


def test_a_one_sided_test_needs_one_dataset_fewer(pair_of):
    pair = pair_of([1, 2, 3, 4], alternative=Alternative.GREATER)
    assert find_resolution(pair, level=0.95, margin=0.0)[0].detail["datasets_needed"] == 5


def test_the_t_test_has_no_smallest_p(pair_of):
    findings = find_resolution(pair_of([1, -2, 3, 2], test="paired-t"), level=0.95, margin=0.0)
    assert [f.code for f in findings] == ["BO204"]


@pytest.mark.parametrize("differences", [[5.0, 6.0], [5.0, -6.0, 1.0]])
def test_two_or_three_datasets_plan_nothing(pair_of, differences):
    # Source: R 4.2.2, 1/sqrt(qchisq(.025, 1:2)/(1:2)): the true spread may be 32 and 6.3 times what is seen.
    assert [f.code for f in find_resolution(pair_of(differences), level=0.95, margin=0.0)] == ["BO205"]


def test_a_test_that_was_named_is_asked_about_its_own_power(pair_of):
    values = [1.0, -1.0, 2.0, -2.0, 0.51, -0.4]
    (found,) = find_resolution(pair_of(values, test="paired-t"), level=0.95, margin=0.0)
    # Source: R 4.2.2, power.t.test(n = 6, sd = 1.443217, power = .8, type = "one.sample", strict = TRUE): delta 2.0709.
    assert found.detail["detectable_difference"] == pytest.approx(2.0709, abs=2e-3)
    assert "the paired t-test detects" in found.message


@pytest.mark.parametrize("differences", [[2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 0, 0, 0, 0]])
def test_a_decided_pair_and_identical_classifiers_need_no_such_finding(pair_of, differences):
    assert find_resolution(pair_of(differences), level=0.95, margin=0.0) == ()
