"""BO204 and BO205 in whole sentences: what could have been seen, and whether anything could."""

import pytest

from bakeoff.audit.resolution import resolution
from bakeoff.core.findings import Severity
from bakeoff.core.results import Alternative

FIGURE_15_2 = [5, -3, 0, 6, -11, -10, 4, 9, 0, 7]


def test_the_chapters_ten_datasets_show_seven_points_and_would_have_to_be_770(pair_of):
    # Source: R 4.2.2, power.t.test(sd = 6.929, power = .8, type = "one.sample"): delta 6.90 at n = 10, n 771 at .7.
    (finding,) = resolution(pair_of(FIGURE_15_2), level=0.95, margin=0.0, unit="points")
    assert finding.code == "BO204"
    assert finding.severity is Severity.NOTE
    assert finding.message == (
        "10 datasets like these show a true difference of 6.9 points or more, 4 times in 5; "
        "for 0.7 points you would need about 770."
    )
    assert finding.detail["datasets_needed"] == 771


def test_a_margin_is_what_is_asked_about(pair_of):
    (finding,) = resolution(pair_of(FIGURE_15_2, margin=3.0), level=0.95, margin=3.0)
    # Source: R 4.2.2, power.t.test(delta = 3, sd = 6.929, power = .8, type = "one.sample"): n = 43.9.
    assert finding.message == (
        "10 datasets like these show a true difference of 6.9 or more, 4 times in 5; "
        "for 3, the margin, you would need about 44."
    )


def test_a_wide_margin_needs_no_more(pair_of):
    (finding,) = resolution(pair_of(FIGURE_15_2), level=0.95, margin=8.0)
    assert finding.message.endswith("; for 8, the margin, they are enough.")


def test_no_difference_needs_no_number(pair_of):
    (finding,) = resolution(pair_of([1, -1, 2, -2, 3, -3]), level=0.95, margin=0.0)
    assert finding.message == "6 datasets like these show a true difference of 3.4 or more, 4 times in 5."


def test_five_datasets_can_decide_nothing(pair_of):
    first, second = resolution(pair_of([1, 2, 3, 4, 5]), level=0.95, margin=0.0)
    assert (first.code, first.severity) == ("BO205", Severity.WARNING)
    assert first.message == (
        "With 5 datasets no exact two-sided test can reach p < .05: the smallest p is .0625. You need at least 6."
    )
    assert first.detail["smallest_p"] == 0.0625
    assert second.code == "BO204"


@pytest.mark.parametrize("differences", [[5, -3, 3, 9], [9, 8, 9, 10], [5, 0, 3, 9, 0, 0, 0, -1]])
@pytest.mark.parametrize("margin", [0.0, 4.0, 50.0])
def test_the_two_findings_never_contradict_each_other(pair_of, differences, margin):
    too_few, could_show = resolution(pair_of(differences), level=0.95, margin=margin)
    assert (too_few.code, could_show.code) == ("BO205", "BO204")
    for named in ("datasets", "datasets_needed"):
        assert could_show.detail[named] >= too_few.detail["datasets_needed"]


def test_with_too_few_datasets_it_is_said_what_enough_of_them_would_show(pair_of):
    could_show = resolution(pair_of([5, -3, 3, 9]), level=0.95, margin=0.0, unit="points")[1]
    # Source: R 4.2.2, power.t.test(n = 6, sd = 5, power = .8, type = "one.sample"): delta 7.2.
    assert could_show.message == (
        "6 datasets like these show a true difference of 7.2 points or more, 4 times in 5; "
        "for 3.5 points you would need about 19."
    )


def test_draws_do_not_count(pair_of):
    first = resolution(pair_of([1, 2, 3, 4, 0, 0, 0]), level=0.95, margin=0.0)[0]
    assert first.message == (
        "3 of the 7 datasets are draws: with the other 4 no exact two-sided test can reach p < .05: the smallest p is "
        ".125. You need at least 6 that are not draws."
    )


def test_a_one_sided_test_needs_one_dataset_fewer(pair_of):
    pair = pair_of([1, 2, 3, 4], alternative=Alternative.GREATER)
    assert resolution(pair, level=0.95, margin=0.0)[0].detail["datasets_needed"] == 5


def test_the_t_test_has_no_smallest_p(pair_of):
    findings = resolution(pair_of([1, -2, 3, 2], test="paired-t"), level=0.95, margin=0.0)
    assert [f.code for f in findings] == ["BO204"]


@pytest.mark.parametrize("differences", [[5.0, 6.0], [5.0, -6.0, 1.0]])
def test_two_or_three_datasets_plan_nothing(pair_of, differences):
    # Source: R 4.2.2, 1/sqrt(qchisq(.025, 1:2)/(1:2)): the true spread may be 32 and 6.3 times what is seen.
    assert [f.code for f in resolution(pair_of(differences), level=0.95, margin=0.0)] == ["BO205"]


def test_a_level_of_one_half_is_planned_for_too(pair_of):
    found = resolution(pair_of([1.0, -1.0, 2.0, -2.0, 0.5, -0.4]), level=0.5, margin=0.0)
    # Source: R 4.2.2, power.t.test(n = 6, sd = 1.442798, sig.level = .5, power = .8, type = "one.sample",
    # strict = TRUE): delta 0.880717.
    assert [f.code for f in found] == ["BO204"]
    assert found[0].detail["detectable_difference"] == pytest.approx(0.880717, abs=1e-5)


@pytest.mark.parametrize("differences", [[2, 3, 4, 5, 6, 7, 8], [0, 0, 0, 0, 0, 0, 0]])
def test_a_decided_pair_and_identical_classifiers_need_no_such_finding(pair_of, differences):
    assert resolution(pair_of(differences), level=0.95, margin=0.0) == ()
