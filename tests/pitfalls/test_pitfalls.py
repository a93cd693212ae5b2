"""Each pitfall by itself: where it speaks, what it says in numbers, and where it is silent."""

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.core.results import Alternative
from bakeoff.inputs.published import PUBLISHED
from bakeoff.pitfalls.impossible_scores import check_shares
from bakeoff.pitfalls.related_datasets import base_name
from bakeoff.pitfalls.round_digits import count_decimals
from bakeoff.pitfalls.t_paradox import t_of, turning_point
from bakeoff.pitfalls.wrong_test import approximate_signed_rank_p, welch_t

RNG = np.random.default_rng(7)


def audit_of(scores, **told):
    return bakeoff.audit(scores, **told)


def found(audit, code):
    return [f for f in audit.findings if f.code == code]


def table(a, b, names=None):
    return {"dataset": names or [f"d{i}" for i in range(len(a))], "A": list(a), "B": list(b)}


def test_beyond_the_turning_point_a_gain_lowers_t_and_below_it_raises_it():
    for _ in range(200):
        z = RNG.normal(1.0, 2.0, size=int(RNG.integers(4, 12)))
        if abs(z.sum()) < 0.5:
            continue
        z = z * np.sign(z.sum())
        point = turning_point(z)
        for i in range(z.size):
            more = z.copy()
            more[i] += 1e-6
            if abs(z[i] - point) > 1e-3:
                assert (t_of(more) < t_of(z)) == (z[i] > point)


def test_versions_of_one_dataset_are_found_and_numbers_are_not_taken_for_versions():
    a = np.round(RNG.uniform(0.6, 0.9, 12), 3)
    names = [
        "monks-1",
        "monks-2",
        "monks-3",
        "iris",
        "wine",
        "CricketX",
        "CricketY",
        "adult",
        "sonar",
        "zoo",
        "car",
        "yeast",
    ]
    (finding,) = found(audit_of(table(a, a + RNG.normal(0, 0.01, 12).round(3), names)), "BO102")
    assert finding.detail["families"] == [["monks-1", "monks-2", "monks-3"], ["CricketX", "CricketY"]]
    assert finding.detail["effective_at_least"] == 9
    numbered = table(a, a + 0.01 * np.arange(12))
    assert found(audit_of(numbered), "BO102") == []
    more = ["GunPoint", "GunPointAgeSpan", "GunPoint-Male", "Gunpowder", "wine", "wine-quality"]
    (finding,) = found(audit_of(table(a[:6], a[:6] + RNG.normal(0, 0.01, 6).round(3), more)), "BO102")
    assert finding.detail["families"] == [["GunPoint", "GunPointAgeSpan", "GunPoint-Male"]]
    assert base_name("breast-cancer") == "breast-cancer"


def test_a_verdict_that_hangs_on_who_else_takes_part_is_what_comparing_without_him_gives():
    text = PUBLISHED["demsar-2006"].text
    (finding,) = [f for f in found(audit_of(text, metric="AUC"), "BO103") if f.detail["carries_the_verdict"]]
    changes = finding.detail["pairs"]
    assert {(c["a"], c["b"], c["without"]) for c in changes} == {("C4.5+m", "C4.5+cf", "C4.5")}
    for change in changes:
        again = bakeoff.compare(text, metric="AUC", leave_out=(change["without"],))
        verdict = next(p.verdict for p in again.pairs if (p.a, p.b) == (change["a"], change["b"]))
        assert (change["verdict"], verdict) == ("undecided", change["becomes"])


def test_ranks_depend_on_the_company_in_the_published_table():
    # García and Herrera's table: CN2 against C4.5 is undecided by mean ranks among five, decided among four.
    (by_ranks,) = [
        f
        for f in found(audit_of(PUBLISHED["garcia-herrera-2008"].text), "BO103")
        if not f.detail["carries_the_verdict"]
    ]
    assert {
        "a": "C4.5",
        "b": "CN2",
        "without": "Kernel",
        "verdict": "undecided",
        "becomes": "worse",
    } in by_ranks.detail["pairs"]


def test_an_accuracy_must_be_a_share_of_the_test_records():
    # By hand: of 30 records 0.833 is 25 and 0.867 is 26; nothing gives 0.850.
    a = [0.833, 0.867, 0.900, 0.850, 0.700, 0.767]
    b = [0.867, 0.900, 0.933, 0.833, 0.733, 0.800]
    (finding,) = found(audit_of(table(a, b), test_records=30, metric="accuracy"), "BO121")
    assert [(c["dataset"], c["classifier"], c["score"]) for c in finding.detail["impossible"]] == [
        ("d3", "A", 0.85)
    ]
    assert found(audit_of(table(a, b), test_records=5000, metric="accuracy"), "BO121") == []


def test_every_share_of_n_records_passes_the_granularity_check():
    for n in (7, 30, 97, 250):
        shares = np.round(np.arange(n + 1)[None, :] / n, 3)
        possible, _ = check_shares(shares, np.array([float(n)]), 3, 1.0)
        assert possible.all()


def test_a_column_of_test_records_is_read():
    text = "dataset,n_test,A,B\n" + "".join(
        f"d{i},30,{a},{b}\n"
        for i, (a, b) in enumerate([(0.833, 0.867), (0.9, 0.85), (0.7, 0.733), (0.6, 0.667)])
    )
    (finding,) = found(bakeoff.audit(text, metric="accuracy"), "BO121")
    assert finding.detail["impossible"][0]["score"] == 0.85


def test_round_last_digits_of_one_column_stand_out():
    honest = np.round(RNG.uniform(0.5, 0.95, (60, 3)), 3)
    rounded = np.round(honest[:, 0] * 200) / 200
    scores = {"A": honest[:, 0], "B": honest[:, 1], "C": honest[:, 2], "D": rounded}
    (finding,) = found(audit_of(scores), "BO120")
    assert [c["name"] for c in finding.detail["classifiers"]] == ["D"]
    assert found(audit_of({k: v for k, v in scores.items() if k != "D"}), "BO120") == []
    assert count_decimals(np.array([0.5, 0.755])) == 3


def test_copied_cells_are_found():
    honest = np.round(RNG.uniform(0.5, 0.95, (20, 3)), 4)
    copied = honest[:, 0].copy()
    copied[::3] += 0.0123
    (finding,) = found(
        audit_of({"A": honest[:, 0], "B": honest[:, 1], "C": honest[:, 2], "D": copied}), "BO122"
    )
    assert [(p["a"], p["b"]) for p in finding.detail["pairs"]] == [("A", "D")]


def test_that_datasets_can_be_chosen_either_way_speaks_against_a_claim_and_not_against_an_open_question():
    spread = np.linspace(-3, 3, 24)
    (chosen,) = found(audit_of(table(np.full(24, 80.0), 80 + spread)), "BO105")
    assert chosen.severity == "note"
    assert chosen.message.startswith("Among the 24 datasets there are ")
    assert "could claim either" in chosen.message
    (turned,) = found(audit_of(table(np.full(24, 80.0), 80 + spread + 0.8)), "BO105")
    assert turned.severity == "warning"


def test_a_side_chosen_after_looking_is_named():
    # Figure 15.6 has two-sided p = .0625 by the exact signed-rank test: one-sided .03125.
    text = PUBLISHED["figure-15.6"].text
    (note,) = found(audit_of(text), "BO116")
    assert note.severity == "note"
    (warning,) = found(audit_of(text, alternative="greater"), "BO116")
    assert warning.severity == "warning"


def test_the_unpaired_test_is_welchs():
    # Source: R 4.2.2, t.test(b, a) on figure 15.2: t = 0.244899, df = 17.963, p-value = 0.8093105.
    a = np.array([80.0, 73, 85, 68, 82, 75, 73, 64, 75, 69])
    b = np.array([85.0, 70, 85, 74, 71, 65, 77, 73, 75, 76])
    t, p = welch_t(a, b)
    assert t == pytest.approx(0.244899, abs=1e-6)
    assert p == pytest.approx(0.8093105, abs=1e-7)


def test_the_normal_approximation_is_that_of_r():
    # Source: R 4.2.2, wilcox.test(d, exact = FALSE, correct = FALSE) on the differences of figure 15.6:
    # 0.04639946.
    z = np.array([5.0, -3, 0, 6, 4, 9, 0, 7])
    assert approximate_signed_rank_p(z, Alternative.TWO_SIDED) == pytest.approx(0.04639946, abs=1e-8)


def test_every_test_that_a_printed_p_may_be_of_has_the_value_of_scipy():
    a = np.array([80.0, 73, 85, 68, 82, 75, 73, 64])
    z = np.array([5.5, -3, 1, 6.2, 4.1, 9.3, -0.7, 7.4])
    t, sign = stats.ttest_1samp(z, 0), stats.binomtest(6, 8).pvalue
    (finding,) = found(audit_of(table(a, a + z), claim=".05"), "BO119")
    expected = {
        "paired t-test": t.pvalue,
        "a one-sided paired t-test": t.pvalue / 2,
        "a paired t-test with n − 2 degrees of freedom": 2 * stats.t.sf(t.statistic, 6),
        "Welch's unpaired t-test": stats.ttest_ind(a + z, a, equal_var=False).pvalue,
        "Student's unpaired t-test": stats.ttest_ind(a + z, a).pvalue,
        "signed-rank test": stats.wilcoxon(z, method="exact").pvalue,
        "a one-sided signed-rank test": stats.wilcoxon(z, method="exact").pvalue / 2,
        "sign test": sign,
        "a one-sided sign test": sign / 2,
        "the signed-rank test by its normal approximation": stats.wilcoxon(z, method="asymptotic").pvalue,
        "the sign test by its normal approximation": 2 * stats.norm.sf(4 / np.sqrt(8)),
    }
    assert finding.detail["p_values"] == pytest.approx(expected, rel=1e-9)


def test_a_t_test_without_an_answer_is_not_said_to_give_one():
    (finding,) = found(audit_of(table([80, 73, 85, 68], [81, 74, 86, 69]), claim=".05"), "BO119")
    assert finding.message.endswith("The paired t-test gives no answer, the signed-rank test 0.1250.")


def test_a_printed_p_is_recognised_and_a_slip_named():
    text = PUBLISHED["exercise-15"].text
    (right,) = found(audit_of(text, claim=".0355"), "BO119")
    assert right.detail["matches"] == ["paired t-test"]
    one_sided = found(audit_of(text, claim=".0177"), "BO119")[0]
    assert one_sided.severity == "warning"
    assert one_sided.detail["matches"] == ["a one-sided paired t-test"]
    (strange,) = found(audit_of(text, claim=".0001"), "BO119")
    assert strange.detail["matches"] == []


def test_folds_taken_as_independent_are_named_where_they_would_claim():
    # t = 3 on 10 × 10 folds; the corrected test divides it by √(1 + 100/9), which leaves 0.86.
    rng = np.random.default_rng(3)
    z = rng.normal(size=100)
    z = (z - z.mean()) / z.std(ddof=1) + 0.3
    rows = "".join(f"iris,{i // 10},{i % 10},{0.8:.4f},{0.8 + z[i] / 100:.4f}\n" for i in range(100))
    audit = bakeoff.audit("dataset,repeat,fold,A,B\n" + rows)
    (finding,) = found(audit, "BO114")
    assert finding.detail["folds"] == 100
    assert finding.detail["t"] == pytest.approx(3.0, abs=0.01)
    assert finding.detail["p_value"] < 0.05 <= audit.comparison.pairs[0].result.p_value


def test_a_gate_that_hides_pairs_is_named():
    text = PUBLISHED["demsar-2006"].text
    assert found(audit_of(text, metric="AUC", only_if="friedman"), "BO118") == []
    (finding,) = found(audit_of(text, metric="AUC", only_if="friedman", level=0.99), "BO118")
    assert finding.severity == "warning"


def test_a_leaderboard_is_held_against_the_best_of_equals():
    rng = np.random.default_rng(5)
    right = rng.binomial(1000, 0.8, size=50) / 1000  # fifty entries that are equally good
    text = "entry,accuracy\n" + "".join(f"team {i},{s}\n" for i, s in enumerate(right))
    (finding,) = found(bakeoff.audit(text, test_records=1000), "BO110")
    assert finding.severity == "warning"
    assert finding.detail["p_best_of_equals"] > 0.05
    assert finding.detail["true_score_at_least"] < 0.8
    assert len(finding.detail["not_told_from_best"]) == 49


def test_a_leaderboard_without_test_records_is_refused_as_before():
    with pytest.raises(bakeoff.BakeoffError) as refused:
        bakeoff.audit("entry,accuracy\nx,0.8\ny,0.9\n")
    assert refused.value.code == "BO022"


def test_predictions_are_audited_without_a_word_on_datasets():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 300)
    guess = lambda share: np.where(rng.random(300) < share, truth, 1 - truth)  # noqa: E731
    audit = bakeoff.audit({"y_true": truth, "A": guess(0.7), "B": guess(0.9)})
    assert audit.fragility == ()
    assert found(audit, "BO112")[0].detail["unit"] == "test example"
    assert "one test set" in found(audit, "BO113")[0].message


def test_a_thousand_datasets_are_asked_which_decide_but_not_one_by_one():
    a = np.round(RNG.uniform(0.6, 0.9, 1000), 4)
    scores = table(a, np.round(a + RNG.normal(0.002, 0.02, 1000), 4), [f"dataset {i}" for i in range(1000)])
    (fragility,) = audit_of(scores).fragility
    assert fragility.leave_one_out == ()
    assert fragility.shares == ()
    assert fragility.flips_with == len(fragility.removing) > 0


def test_three_classifiers_on_more_datasets_than_two_has_powers_are_audited():
    rows = [f"dataset {i}" for i in range(1100)]
    base = RNG.uniform(0.6, 0.9, 1100)
    columns = {
        name: np.round(base + RNG.normal(shift, 0.02, 1100), 4).tolist()
        for name, shift in (("a", 0), ("b", 0.002), ("c", 0.01))
    }
    audit = bakeoff.audit({"dataset": rows, **columns}, metric="accuracy", seed=1)
    assert len(audit.comparison.pairs) == 3
