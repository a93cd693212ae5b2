"""The conformance page: made from what was measured, every difference explained, and the explanations true."""

import json
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from validation.campaign import Answer, compare_answers
from validation.campaign_cases import FAMILIES, draw_case
from validation.campaign_ours import answer
from validation.campaign_words import AGREES, DIFFERS, RULES
from validation.conformance import SAME, page
from validation.conformance_cases import COUNTS, TWO_SETS, inputs, ours
from validation.conformance_words import NOBODY, PAPERS, WHAT, WHY

from bakeoff.procedures.many.aligned_ranks import aligned_ranks
from bakeoff.procedures.many.friedman import friedman, iman_davenport
from bakeoff.procedures.many.quade import quade
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from bakeoff.procedures.predictions.mcnemar import mcnemar
from bakeoff.procedures.registry import REGISTRY

DOCS = Path(__file__).parents[2] / "docs"
MADE = json.loads((DOCS / "conformance.json").read_text(encoding="utf-8"))
CAMPAIGN = json.loads((DOCS / "validity" / "campaign.json").read_text(encoding="utf-8"))
VALUES = MADE["values"]


def test_the_page_is_the_one_made_from_the_values():
    assert (DOCS / "conformance.md").read_text(encoding="utf-8") == page(MADE, CAMPAIGN)


def test_our_values_are_still_those_on_the_page():
    found = ours(inputs())
    assert set(found) == set(WHAT)
    assert found == pytest.approx({case: VALUES["bakeoff"][case] for case in WHAT}, rel=1e-9)


def test_every_registered_procedure_has_its_section():
    assert {procedure.key for procedure in REGISTRY} <= set(WHAT)


def test_every_case_has_a_value_from_outside_or_the_reason_why_there_is_none():
    outside = {case for name, of in VALUES.items() if name != "bakeoff" for case in of}
    assert set(WHAT) - outside - set(PAPERS) == set(NOBODY)


def test_every_difference_is_explained():
    differs = {
        case
        for name, of in VALUES.items()
        for case in set(of) & set(WHAT)
        if name != "bakeoff"
        and (
            isinstance(of[case], str)
            or abs(of[case] - VALUES["bakeoff"][case]) > SAME * abs(VALUES["bakeoff"][case])
        )
    }
    assert differs - set(WHY) == set()
    assert set(WHY) - differs == {"max-t"}  # says which statistic is compared


def test_no_package_failed_to_run():
    refused = {(name, case) for name, of in VALUES.items() for case, value in of.items() if value == "NaN"}
    words = {
        (n, c) for n, of in VALUES.items() for c, v in of.items() if isinstance(v, str) and c != "version"
    }
    assert words == refused == {("R", "mcnemar-none")}


def test_scipy_drops_zeros_first_and_autorank_halves_its_p():
    dropped = wilcoxon(inputs().bramer, zeros="wilcox").p_value
    assert dropped == pytest.approx(VALUES["scipy"]["wilcoxon-ties"], rel=1e-12)
    assert dropped == pytest.approx(VALUES["pingouin"]["wilcoxon-ties"], rel=1e-12)
    assert dropped / 2 == pytest.approx(VALUES["autorank"]["wilcoxon-ties"], rel=1e-12)
    approximate = stats.wilcoxon(inputs().bramer, correction=True, method="approx").pvalue
    assert approximate == pytest.approx(VALUES["R"]["wilcoxon-ties"], rel=1e-12)


def test_scmamp_does_not_correct_for_ties():
    given, theirs = inputs(), VALUES["R: scmamp"]
    for case, test, table in (
        ("friedman", friedman, given.demsar),
        ("iman-davenport", iman_davenport, given.garcia_herrera),
        ("quade", quade, given.garcia_herrera),
    ):
        assert test(table, tie_correction=False).statistic == pytest.approx(theirs[case], rel=1e-12)


def test_scmamps_aligned_ranks_break_ties_by_noise():
    table = inputs().garcia_herrera
    (n, k), statistics = table.shape, []
    noisy = table - table.mean(axis=1, keepdims=True)
    for aligned in (noisy, np.round(noisy, 9)):
        ranks = stats.rankdata(-aligned).reshape(n, k)
        above = (k - 1) * ((ranks.sum(axis=0) ** 2).sum() - k * n * n / 4 * (k * n + 1) ** 2)
        below = k * n * (k * n + 1) * (2 * k * n + 1) / 6 - (ranks.sum(axis=1) ** 2).sum() / k
        statistics.append(above / below)
    assert statistics[0] < statistics[1]
    assert statistics[1] == pytest.approx(41.72838, abs=5e-6)
    assert statistics[1] == pytest.approx(aligned_ranks(table, tie_correction=False).statistic, rel=1e-12)


def test_scmamps_critical_difference_has_finite_degrees_of_freedom():
    quantile = stats.studentized_range.ppf(0.95, 4, 4 * 13)
    expected = quantile / sqrt(2) * sqrt(4 * 5 / (6 * 14))
    assert expected == pytest.approx(VALUES["R: scmamp"]["critical-difference"], rel=1e-6)


def test_mlxtend_does_not_correct_the_t_test_over_folds():
    plain = stats.ttest_1samp(inputs().ten_by_ten, 0).pvalue
    assert plain == pytest.approx(VALUES["mlxtend"]["corrected-t"], rel=1e-9)


def test_mlxtend_gives_the_lower_tail_of_two_proportions():
    a, b = TWO_SETS.right_a / TWO_SETS.total_a, TWO_SETS.right_b / TWO_SETS.total_b
    error = sqrt(a * (1 - a) / TWO_SETS.total_a + b * (1 - b) / TWO_SETS.total_b)
    assert stats.norm.cdf((b - a) / error) == pytest.approx(
        VALUES["mlxtend"]["two-proportions-wald"], rel=1e-9
    )


def test_our_mid_p_limit_has_the_tail_that_defines_it():
    low = VALUES["bakeoff"]["mid-p"]
    tail = stats.binom.sf(80, 100, low) + stats.binom.pmf(80, 100, low) / 2
    assert tail == pytest.approx(0.025, abs=1e-12)


def test_drawn_flips_agree_with_counted_ones_within_their_error():
    for case, name in (("max-t-predictions", "R: multtest"), ("paired-permutation-f1", "scipy")):
        counted = VALUES[name][case]
        error = sqrt(counted * (1 - counted) / 100_000)
        assert abs(VALUES["bakeoff"][case] - counted) < 4 * error


def test_demsar_differs_by_ties_and_an_unprinted_digit():
    given = inputs()
    as_ranked = given.demsar.copy()
    as_ranked[12, 2] += 1e-4
    statistic = friedman(as_ranked, tie_correction=False, reference="approximate").statistic
    assert statistic == pytest.approx(9.28, abs=0.005)


def test_autoranks_critical_value_is_interpolated():
    from statsmodels.stats.libqsturng import qsturng

    theirs = qsturng(0.95, 4, float("inf")) / sqrt(2) * sqrt(4 * 5 / (6 * 14))
    assert theirs == pytest.approx(VALUES["autorank"]["critical-difference"], rel=1e-12)


def test_others_take_the_scores_of_tukeys_test_as_independent():
    theirs = stats.tukey_hsd(*inputs().garcia_herrera.T).pvalue[0, 1]
    assert theirs == pytest.approx(VALUES["statsmodels"]["tukey"], rel=1e-6)


@pytest.mark.parametrize("case", ["bayes-signed-rank", "bayes-sign"])
def test_the_simulations_of_posteriors_agree_within_their_errors(case):
    ours_, theirs = (VALUES[name][case] for name in ("bakeoff", "baycomp"))
    assert abs(ours_ - theirs) < 4 * sqrt(2 * ours_ * (1 - ours_) / 50_000)


def test_mcnemars_statistic_is_the_textbooks():
    assert mcnemar(COUNTS).statistic == pytest.approx((abs(35 - 15) - 1) ** 2 / 50)


def _outcomes() -> set[str]:
    return {
        outcome
        for family in CAMPAIGN["families"].values()
        for by in family["answers"].values()
        for counts in by.values()
        for outcome in counts
    }


def test_random_cases_are_many_and_none_differs_without_a_reason():
    assert sum(family["cases"] for family in CAMPAIGN["families"].values()) >= 20_000
    assert set(CAMPAIGN["families"]) == set(FAMILIES)
    assert DIFFERS not in _outcomes()
    assert {rule.name for rule in RULES} <= _outcomes()


@pytest.mark.parametrize("seed", range(12))
def test_random_cases_agree_with_scipy_today(seed):
    table = draw_case("tables", seed)
    mine, theirs = answer(table), stats.friedmanchisquare(*table.values.T)
    if np.ptp(table.values, axis=1).any():
        assert mine["friedman p"] == pytest.approx(theirs.pvalue, rel=1e-9)


def test_a_difference_is_foreseen_by_the_evidence_and_not_by_the_answer():
    seeds = range(200)
    cases = [draw_case("pairs", seed) for seed in seeds]
    odd = {compare_answers(1.0, Answer("pairs", 0, "statsmodels", "sign", 0.5), case) for case in cases}
    assert odd == {DIFFERS, "no difference"}
    assert compare_answers(0.5, Answer("pairs", 0, "statsmodels", "sign", 0.5), cases[0]) == AGREES
