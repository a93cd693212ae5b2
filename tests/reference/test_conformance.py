"""The conformance page: made from what was measured, every difference explained, and the explanations true."""

import json
from math import sqrt
from pathlib import Path

import pytest
from scipy import stats
from validation.conformance import COUNTS, SAME, inputs, ours, page
from validation.conformance_words import WHAT, WHY

from bakeoff.procedures.friedman import friedman
from bakeoff.procedures.mcnemar import mcnemar
from bakeoff.procedures.quade import quade
from bakeoff.procedures.signed_rank import wilcoxon

DOCS = Path(__file__).parents[2] / "docs"
MADE = json.loads((DOCS / "conformance.json").read_text(encoding="utf-8"))
VALUES = MADE["values"]


def test_the_page_is_the_one_made_from_the_values():
    assert (DOCS / "conformance.md").read_text(encoding="utf-8") == page(MADE)


def test_our_values_are_still_those_on_the_page():
    found = ours(inputs())
    assert set(found) == set(WHAT)
    assert found == pytest.approx({case: VALUES["bakeoff"][case] for case in WHAT}, rel=1e-9)


def test_every_difference_is_explained():
    differs = {
        case
        for name, of in VALUES.items()
        for case in set(of) & set(WHAT)
        if name != "bakeoff"
        and (
            isinstance(of[case], str)
            or abs(of[case] - VALUES["bakeoff"][case]) > SAME * VALUES["bakeoff"][case]
        )
    }
    assert differs == {"wilcoxon-ties", "critical-difference", "tukey", "mcnemar-none", "bayes-signed-rank"}
    assert differs <= set(WHY)


def test_no_package_failed_to_run():
    assert not [name for name, of in VALUES.items() if "import" in of]


def test_scipy_drops_zeros_first_and_autorank_halves_its_p():
    dropped = wilcoxon(inputs().bramer, zeros="wilcox").p_value
    assert dropped == VALUES["scipy"]["wilcoxon-ties"] == VALUES["pingouin"]["wilcoxon-ties"]
    assert dropped / 2 == VALUES["autorank"]["wilcoxon-ties"]
    approximate = stats.wilcoxon(inputs().bramer, correction=True, method="asymptotic").pvalue
    assert approximate == pytest.approx(VALUES["R"]["wilcoxon-ties"], rel=1e-12)


def test_papers_differ_by_ties_and_an_unprinted_digit():
    given = inputs()
    as_ranked = given.demsar.copy()
    as_ranked[12, 2] += 1e-4
    statistic = friedman(as_ranked, tie_correction=False, reference="approximate").statistic
    assert statistic == pytest.approx(9.28, abs=0.005)
    assert quade(given.garcia_herrera, tie_correction=False).statistic == pytest.approx(10.802, abs=5e-4)


def test_autoranks_critical_value_is_interpolated():
    from statsmodels.stats.libqsturng import qsturng

    theirs = qsturng(0.95, 4, float("inf")) / sqrt(2) * sqrt(4 * 5 / (6 * 14))
    assert theirs == pytest.approx(VALUES["autorank"]["critical-difference"], rel=1e-12)


def test_others_take_the_scores_of_tukeys_test_as_independent():
    theirs = stats.tukey_hsd(*inputs().garcia_herrera.T).pvalue[0, 1]
    assert theirs == pytest.approx(VALUES["statsmodels"]["tukey"], rel=1e-6)


def test_the_two_simulations_of_signed_ranks_agree_within_their_errors():
    ours_, theirs = (VALUES[name]["bayes-signed-rank"] for name in ("bakeoff", "baycomp"))
    assert abs(ours_ - theirs) < 4 * sqrt(2 * ours_ * (1 - ours_) / 50_000)


def test_mcnemars_statistic_is_the_textbooks():
    assert mcnemar(COUNTS).statistic == pytest.approx((abs(35 - 15) - 1) ** 2 / 50)
