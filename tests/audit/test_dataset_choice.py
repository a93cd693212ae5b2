"""BO101 in whole sentences: which datasets decide, for which test, and how much that means."""

import pytest

from bakeoff.audit.dataset_choice import dataset_choice
from bakeoff.core.findings import Severity
from bakeoff.core.results import Alternative
from bakeoff.render.numbers import p_text

FIGURE_15_2 = [5, -3, 0, 6, -11, -10, 4, 9, 0, 7]
EXERCISE = [12, 6, 6, 2, -1, 8, -4, 7, -4, 8, -2, 10, -2, 3, -2, 1, 0, -1, 13, -4]
ROBUST = [1.3, 2.1, 0.9, 1.7, 2.4, 1.1, 1.9, 2.8, 0.7, 1.5, 2.2, -0.3]


def test_the_chapters_table_is_decided_by_two_datasets_through_the_t_test(pair_of):
    (finding,) = dataset_choice(pair_of(FIGURE_15_2))
    assert finding.code == "BO101"
    assert finding.severity is Severity.NOTE
    assert finding.message == (
        "The choice of datasets decides: without d5 and d6 the paired t-test calls B better (t 0.32 → 2.41)."
    )
    assert finding.detail["flips_with"] == 2
    assert finding.detail["removing"] == ["d5", "d6"]
    assert finding.detail["exact"] is True
    # VALIDITY: of t-tests with no true difference .049 succeed at once and .381 with two dropped.
    assert finding.detail["as_often_without_a_difference"] == pytest.approx((0.381 - 0.049) / 0.951, abs=0.04)


def test_a_claim_that_hangs_on_one_dataset_is_a_warning(pair_of):
    (finding,) = dataset_choice(pair_of(EXERCISE, test="paired-t"))
    assert finding.severity is Severity.WARNING
    assert finding.message == (
        "The choice of datasets decides: without d19 the paired t-test is undecided (t 2.26 → 1.93)."
    )
    assert finding.detail["as_often_without_a_difference"] == 1.0


def test_the_carrying_test_speaks_first_and_the_t_test_only_if_it_turns_more_easily(pair_of):
    (finding,) = dataset_choice(pair_of(EXERCISE))  # the t-test has decided already: there is nothing to turn
    assert finding.message == (
        "The choice of datasets decides: without d7 and d9 the signed-rank test calls B better (p .087 → .029)."
    )


def test_a_claim_that_can_spare_many_datasets_says_how_many(pair_of):
    (finding,) = dataset_choice(pair_of(ROBUST))
    assert finding.severity is Severity.NOTE
    assert finding.message == (
        "It takes 6 of the 12 datasets to undo the verdict: "
        "without d2, d4, d5 and 3 more the signed-rank test is undecided (p .00098 → .062)."
    )
    # Five positive and one smallest negative are left at p = 2·2/2^6; 4 % of chance verdicts take as many.
    assert finding.detail["p_value"] == [2 * 2 / 2**12, 2 * 2 / 2**6]
    assert finding.detail["as_often_without_a_difference"] < 0.05


def test_the_finding_prints_the_p_value_that_the_comparison_prints(pair_of):
    pair = pair_of([3, 1, 2, 5, 4, 6, 7, 9, -1, 0])
    (finding,) = dataset_choice(pair)
    assert f"({p_text(pair.result.p_value).replace('= ', '')} →" in finding.message


def test_the_sign_test_does_not_care_which(pair_of):
    (finding,) = dataset_choice(pair_of([3, 1, 2, 5, 4, 6, 7, 9, -1, 0], test="sign"))
    assert finding.message == (
        "The choice of datasets decides: without any 1 of the 8 wins of B the sign test is undecided (p .039 → .070)."
    )


def test_nothing_is_said_of_an_undecided_verdict_that_few_datasets_cannot_turn(pair_of):
    assert dataset_choice(pair_of([1, -1.5, 2, -2.5, 3, -3.5, 4, -4.5, 5.5, -5])) == ()


def test_a_pair_in_a_family_is_asked_at_its_own_level(pair_of):
    alone, among_ten = (dataset_choice(pair_of(ROBUST, factor=factor)) for factor in (1, 10))
    assert among_ten[0].detail["flips_with"] < alone[0].detail["flips_with"]
    assert among_ten[0].detail["as_often_without_a_difference"] is None


def test_one_sided_tests_are_asked_one_sided(pair_of):
    (finding,) = dataset_choice(pair_of(FIGURE_15_2, test="paired-t", alternative=Alternative.GREATER))
    assert finding.detail["becomes"] == "better"
    assert finding.detail["flips_with"] == 2


def test_identical_classifiers_and_other_kinds_of_test_are_left_alone(pair_of):
    assert dataset_choice(pair_of([0, 0, 0, 0, 0, 0])) == ()


def test_an_equivalent_pair_is_not_asked(pair_of):
    pair = pair_of([0.1, 0.2, 0.15, 0.12, 0.3, 0.22, 0.18, 0.09], margin=5.0)
    assert pair.verdict.value == "equivalent"
    assert dataset_choice(pair) == ()
