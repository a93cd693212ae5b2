"""BO101 in whole sentences: which datasets decide, for which test, and how much that means."""

import pytest

import bakeoff
from bakeoff.core.codes import CODES
from bakeoff.core.findings import Severity
from bakeoff.render.numbers import p_text

FIGURE_15_2 = [5, -3, 0, 6, -11, -10, 4, 9, 0, 7]
EXERCISE = [12, 6, 6, 2, -1, 8, -4, 7, -4, 8, -2, 10, -2, 3, -2, 1, 0, -1, 13, -4]
ROBUST = [1.3, 2.1, 0.9, 1.7, 2.4, 1.1, 1.9, 2.8, 0.7, 1.5, 2.2, -0.3]


def compared(differences, **options):
    """Compare B with A, which scores 50 everywhere, on datasets d1, d2, …"""
    table = {
        "dataset": [f"d{i + 1}" for i in range(len(differences))],
        "A": [50.0] * len(differences),
        "B": [50.0 + d for d in differences],
    }
    return bakeoff.compare(table, metric="accuracy", **options)


def dataset_choice(differences, **options):
    return tuple(f for f in compared(differences, **options).findings if f.code == "BO101")


def test_the_chapters_table_is_decided_by_two_datasets_through_the_t_test():
    (finding,) = dataset_choice(FIGURE_15_2)
    assert finding.code == "BO101"
    assert finding.severity is Severity.NOTE
    # The t-test is another test than the one in use, which does not change: five wins and a loss of rank 1 or more.
    assert finding.message == (
        "Another test on fewer datasets would decide: without d5 and d6 the paired t-test calls B better "
        "(t 0.32 → 2.41); the signed-rank test, which carries the verdict, stays undecided (p = .062)."
    )
    assert finding.detail["carries_the_verdict"] is False
    assert finding.detail["flips_with"] == 2
    assert finding.detail["removing"] == ["d5", "d6"]
    assert finding.detail["exact"] is True
    # VALIDITY: of t-tests with no true difference .049 succeed at once and .381 with two dropped.
    assert finding.detail["as_often_without_a_difference"] == pytest.approx((0.381 - 0.049) / 0.951, abs=0.04)


def test_a_claim_that_hangs_on_one_dataset_is_a_warning():
    (finding,) = dataset_choice(EXERCISE, test="paired-t")
    assert finding.severity is Severity.WARNING
    assert finding.message == (
        "The choice of datasets decides: without d19 the paired t-test is undecided (t 2.26 → 1.93)."
    )
    assert finding.detail["as_often_without_a_difference"] == 1.0


def test_the_carrying_test_speaks_first_and_the_t_test_only_if_it_turns_more_easily():
    (finding,) = dataset_choice(EXERCISE)  # the t-test has decided already: there is nothing to turn
    assert finding.message == (
        "The choice of datasets decides: without d7 and d9 the signed-rank test calls B better (p = .087 → .029)."
    )


def test_a_claim_that_can_spare_many_datasets_says_how_many():
    (finding,) = dataset_choice(ROBUST)
    assert finding.severity is Severity.NOTE
    assert finding.message == (
        "It takes 6 of the 12 datasets to undo the verdict: "
        "without d2, d4, d5 and 3 more the signed-rank test is undecided (p = .00098 → .062)."
    )
    # Five positive and one smallest negative are left at p = 2·2/2^6; 4 % of chance verdicts take as many.
    assert finding.detail["p_value"] == [2 * 2 / 2**12, 2 * 2 / 2**6]
    assert finding.detail["as_often_without_a_difference"] < 0.05


def test_the_finding_prints_the_p_value_that_the_comparison_prints():
    made = compared([3, 1, 2, 5, 4, 6, 7, 9, -1, 0])
    (finding,) = (f for f in made.findings if f.code == "BO101")
    assert f"({p_text(made.pairs[0].result.p_value)} →" in finding.message


def test_the_sign_test_does_not_care_which():
    (finding,) = dataset_choice([3, 1, 2, 5, 4, 6, 7, 9, -1, 0], test="sign")
    assert finding.message == (
        "The choice of datasets decides: without any 1 of the 8 wins of B the sign test is undecided (p = .039 → .070)."
    )


def test_nothing_is_said_of_an_undecided_verdict_that_few_datasets_cannot_turn():
    assert dataset_choice([1, -1.5, 2, -2.5, 3, -3.5, 4, -4.5, 5.5, -5]) == ()


def test_one_sided_tests_are_asked_one_sided():
    (finding,) = dataset_choice(FIGURE_15_2, test="paired-t", alternative="greater")
    assert finding.detail["becomes"] == "better"
    assert finding.detail["flips_with"] == 2


def test_identical_classifiers_and_other_kinds_of_test_are_left_alone():
    assert dataset_choice([0, 0, 0, 0, 0, 0]) == ()


def test_an_equivalent_pair_is_not_asked():
    made = compared([0.1, 0.2, 0.15, 0.12, 0.3, 0.22, 0.18, 0.09], margin=5.0)
    assert made.pairs[0].verdict.value == "equivalent"
    assert "BO101" not in [f.code for f in made.findings]


def test_with_a_margin_the_verdict_after_the_removal_is_the_one_by_the_margin():
    made = compared([2.6, 2.2, 2.1, 2.4, 2.8, 2.3, 2.5], margin=2.0, level=0.9)
    (finding,) = (f for f in made.findings if f.code == "BO101")
    without = [d for d in range(7) if f"d{d + 1}" not in finding.detail["removing"]]
    z = [2.6, 2.2, 2.1, 2.4, 2.8, 2.3, 2.5]
    again = compared([z[d] for d in without], margin=2.0, level=0.9).pairs[0]
    assert finding.detail["becomes"] == again.verdict
    assert finding.detail["p_value"][1] == pytest.approx(again.result.p_value, rel=1e-12)


@pytest.mark.parametrize("wins", range(6, 31, 4))
def test_the_title_of_the_code_fits_every_number(wins):
    # All datasets but five must go before the signed-rank test is undecided: not "a few".
    (finding,) = dataset_choice([1.0 + i / 100 for i in range(wins)])
    assert finding.detail["flips_with"] == wins - 5
    assert "few" not in CODES["BO101"]
