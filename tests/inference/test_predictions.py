"""Predictions through the whole inference: designs, defaults, findings; the numbers are counted by hand."""

import json
from math import comb, isclose

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import roc_auc_score

import bakeoff
from bakeoff.core.design import DesignName
from bakeoff.core.errors import BakeoffError
from bakeoff.core.predictions import ACCURACY, Predictions, TestSetCounts
from bakeoff.core.results import Verdict

TRUTH = ["x", "y"] * 30


def wrong_on(*places):
    return [("y" if t == "x" else "x") if i in places else t for i, t in enumerate(TRUTH)]


def table(**columns):
    return {"id": list(range(60)), "y_true": TRUTH, **columns}


def codes(comparison):
    return {f.code for f in comparison.findings}


def test_two_classifiers_on_one_test_set_are_judged_by_their_flips():
    # a alone is wrong on 10 examples, b alone on 2: by mid-p, twice P(at most 1 of 12) plus P(2 of 12).
    made = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0, 1, 20, 21)))
    pair = made.pairs[0]
    tail = (comb(12, 0) + comb(12, 1) + comb(12, 2) / 2) / 2**12
    assert made.design.name is DesignName.TWO_ONE_TEST_SET
    assert made.settings.test == "mcnemar-midp"
    assert (pair.flips.mends, pair.flips.breaks, pair.flips.both_right, pair.flips.both_wrong) == (
        10,
        2,
        46,
        2,
    )
    assert pair.result.p_value == pytest.approx(2 * tail, rel=1e-12)
    assert pair.result.estimate.value == pytest.approx(8 / 60)
    assert pair.verdict is Verdict.BETTER


def test_the_order_of_rows_is_irrelevant_where_examples_have_ids():
    columns = table(a=wrong_on(*range(12)), b=wrong_on(0, 1, 20, 21))
    order = np.random.default_rng(1).permutation(60)
    shuffled = {name: [values[i] for i in order] for name, values in columns.items()}
    one, other = bakeoff.compare(columns), bakeoff.compare(shuffled)
    assert one.pairs[0].result == other.pairs[0].result


def test_without_any_flip_the_p_value_is_one_and_a_finding_says_so():
    made = bakeoff.compare(table(a=wrong_on(3), b=wrong_on(3)))
    assert made.pairs[0].result.p_value == 1.0
    assert made.pairs[0].verdict is Verdict.UNDECIDED
    assert "BO134" in codes(made)


def test_agreements_that_swamp_disagreements_are_found():
    assert "BO135" in codes(bakeoff.compare(table(a=wrong_on(1, 2), b=wrong_on(1))))
    assert "BO135" not in codes(bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0))))


def test_nearly_alike_pairs_are_counted_by_hand():
    # a and b differ on one example of 60, a and c on two, b and c on three, which is 5 % and no longer below it.
    columns = {"a": wrong_on(1, 2), "b": wrong_on(1), "c": wrong_on(1, 2, 3, 4)}
    said = {
        len(names): next(
            f for f in bakeoff.compare(table(**{n: columns[n] for n in names})).findings if f.code == "BO135"
        )
        for names in ("ab", "abc")
    }
    assert "both right or both wrong on 59 of the 60 examples" in said[2].message
    assert "the other 1. Tests" in said[2].message
    assert said[3].detail["pairs"] == 2
    assert "; 1 of the other pairs is nearly as alike" in said[3].message


def test_agreement_and_kappa_are_between_the_predictions():
    # 10 predictions differ; half of each column is x up to the flips: kappa from the 2 × 2 table by hand.
    made = bakeoff.compare(table(a=wrong_on(*range(10)), b=wrong_on()))
    flips = made.pairs[0].flips
    assert flips.agreement == pytest.approx(50 / 60)
    assert flips.kappa == pytest.approx(2 / 3)


def test_many_classifiers_are_judged_together_and_cochrans_q_informs():
    made = bakeoff.compare(table(a=wrong_on(*range(20)), b=wrong_on(0, 1), c=wrong_on(0, 2)))
    assert made.design.name is DesignName.MANY_ONE_TEST_SET
    assert made.settings.test == "max-t-predictions"
    assert [o.procedure for o in made.omnibus] == ["cochran-q"]
    verdicts = {(p.a, p.b): p.verdict for p in made.pairs}
    assert verdicts == {
        ("a", "b"): Verdict.BETTER,
        ("a", "c"): Verdict.BETTER,
        ("b", "c"): Verdict.UNDECIDED,
    }
    assert all(p.p_adjusted >= p.result.p_value for p in made.pairs)


def test_groups_take_the_verdict_from_the_plain_test_with_the_reason():
    patients = [f"p{i // 3}" for i in range(60)]
    many = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0, 1), patient=patients))
    assert many.settings.test == "mcnemar-clustered"  # twenty patients
    patients = [f"p{i // 5}" for i in range(60)]
    made = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0, 1), patient=patients))
    assert made.settings.test == "paired-permutation"
    reasons = {o.test: o.reason for o in made.objections}
    assert "groups" in reasons["mcnemar-midp"]
    assert "BO141" in codes(made)  # twelve patients are few


def in_patients(patients, *, each=40, more=(), **options):
    """Compare a, wrong on every third example, with b, always right, on so many patients."""
    n = patients * each
    truth = ["x", "y"] * (n // 2)
    other = {"x": "y", "y": "x"}
    given = {"patient_id": [f"p{i // each}" for i in range(n)], "y_true": truth}
    wrong = {"a": 3, "b": n, **{name: 4 + i for i, name in enumerate(more)}}
    answers = {
        name: [other[t] if i % k == 1 else t for i, t in enumerate(truth)] for name, k in wrong.items()
    }
    return bakeoff.compare(given | answers, **options)


def finding_of(made, code):
    return next(f for f in made.findings if f.code == code)


def test_with_five_groups_no_test_is_recommended_that_cannot_decide():
    made = in_patients(5)
    told = finding_of(made, "BO141")
    # All five flipped or not, both ways: 2 of 2^5 flips; six groups have 2 of 64.
    assert told.detail["smallest_p"] == 2 / 2**5 >= 0.05
    assert told.detail["groups_needed"] == 6
    assert "paired-permutation" not in told.message
    assert "the smallest p is .062, and it takes 6 patients or more" in told.message
    assert made.pairs[0].result.p_value == pytest.approx(2 / 2**5, rel=1e-12)
    assert made.pairs[0].verdict == "undecided"


def test_the_normal_approximation_over_five_groups_has_to_be_forced_and_is_a_problem_then():
    made = in_patients(5, test="mcnemar-clustered")
    assert made.pairs[0].result.p_value < 0.05  # below the smallest p of any flips of five patients
    forced = finding_of(made, "BO130")
    assert forced.severity == "problem"
    assert "fewer than 20 groups" in forced.message


def test_with_six_groups_the_test_that_flips_them_decides():
    made = in_patients(6)
    told = finding_of(made, "BO141")
    assert "paired-permutation flips whole patients, and its smallest p is .031 here" in told.message
    assert made.pairs[0].result.p_value == pytest.approx(2 / 2**6, rel=1e-12)
    assert made.pairs[0].verdict == "better"
    named = finding_of(in_patients(6, test="mcnemar-clustered"), "BO141")
    assert (
        "--test paired-permutation instead flips whole patients, and its smallest p is .031 here"
        in named.message
    )


def test_one_side_at_another_level_needs_another_number_of_groups():
    one_sided = finding_of(in_patients(5, alternative="greater"), "BO141")
    assert (one_sided.detail["smallest_p"], one_sided.detail["groups_needed"]) == (1 / 2**5, 5)
    strict = finding_of(in_patients(6, level=0.99), "BO141")
    assert (strict.detail["smallest_p"], strict.detail["groups_needed"]) == (2 / 2**6, 8)


def test_single_tests_of_several_pairs_need_more_groups():
    told = finding_of(in_patients(7, more=("c",), test="mcnemar-clustered"), "BO141")
    assert told.detail["smallest_p"] == 3 * 2 / 2**7
    assert told.detail["groups_needed"] == 7
    by_flips = finding_of(in_patients(7, more=("c",)), "BO141")
    assert by_flips.detail["smallest_p"] == 2 / 2**7
    assert "normal approximation" not in by_flips.message


def test_a_subgroup_of_few_groups_is_judged_by_flips_of_them():
    n, each = 1200, 40  # thirty patients, six of them in the small ward
    truth = ["x", "y"] * (n // 2)
    given = {
        "patient_id": [f"p{i // each}" for i in range(n)],
        "y_true": truth,
        "ward": ["small" if i // each < 6 else "large" for i in range(n)],
        "a": ["y" if t == "x" and i % 3 == 1 else t for i, t in enumerate(truth)],
        "b": truth,
    }
    (pair,) = bakeoff.compare(given, subgroup_column="ward").pairs
    by = {s.subgroup: s.result for s in pair.by_subgroup}
    assert pair.result.procedure == by["large"].procedure == "mcnemar-clustered"
    assert by["small"].procedure == "paired-permutation"
    assert by["small"].p_value == pytest.approx(2 / 2**6, rel=1e-12)


def test_groups_in_which_nothing_differs_are_not_counted_on():
    patients = [f"p{i // 5}" for i in range(60)]
    made = bakeoff.compare(table(a=wrong_on(0, 5, 10), b=wrong_on(), patient=patients))
    told = finding_of(made, "BO141").detail
    assert (told["groups"], told["groups_that_differ"], told["smallest_p"]) == (12, 3, 2 / 2**3)


def test_the_headline_counts_what_is_independent():
    made = in_patients(5, test="paired-permutation")
    assert made.summary.startswith(
        "Undecided: these 5 patients (200 examples) do not show that b differs from a."
    )
    assert "on the same 5 patients (200 examples)" in made.paper().methods
    evidence = made.to_dict()["evidence"]
    assert (evidence["examples"], evidence["groups"]) == (200, 5)
    audit = bakeoff.audit(in_patients(8))
    assert str(audit).lstrip().startswith("b is better than a on 8 patients (320 examples).")
    assert "BO112" not in [
        f.code for f in audit.findings
    ]  # new examples of the same patients are no new patients
    assert "new patients from the same source" in next(f.message for f in audit.findings if f.code == "BO113")


def test_attempts_are_counted_as_what_they_attempt_within_their_groups():
    rows = [
        {
            "question_id": f"q{q}",
            "attempt": t,
            "document": f"d{q % 4}",
            "model": m,
            "correct": (q + t + (m == "B")) % 2,
        }
        for m in "AB"
        for q in range(20)
        for t in range(3)
    ]
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    made = bakeoff.compare(columns)
    assert "20 questions (60 attempts) in 4 documents" in made.summary
    del columns["document"]
    made = bakeoff.compare(columns)
    assert "20 questions (60 attempts)" in made.summary
    assert " in " not in made.summary.split("attempts)")[1].split(".")[0]


def test_a_pilot_in_groups_is_not_planned_by_its_examples():
    truth = ["x", "y"] * 20
    given = {"patient": [f"p{i // 5}" for i in range(40)], "y_true": truth, "a": ["x"] * 40, "b": truth}
    with pytest.raises(bakeoff.BakeoffError, match="8 patients"):
        bakeoff.plan(given, difference=0.1)


def test_a_plain_test_can_be_forced_on_groups_and_is_called_a_problem():
    patients = [f"p{i // 5}" for i in range(60)]
    made = bakeoff.compare(
        table(a=wrong_on(*range(12)), b=wrong_on(0), patient=patients), test="mcnemar-midp"
    )
    assert made.settings.test == "mcnemar-midp"
    assert "BO130" in codes(made)


def test_predictions_pooled_over_folds_are_judged_fold_by_fold():
    folds = [i // 6 for i in range(60)]
    made = bakeoff.compare(table(a=wrong_on(*range(0, 60, 4)), b=wrong_on(1, 2), fold=folds))
    assert made.design.name is DesignName.TWO_ONE_DATASET_RESAMPLED
    assert made.settings.test == "corrected-t"
    assert made.design.test_train_ratio == pytest.approx(1 / 9)
    assert "BO136" in codes(made)
    reasons = {o.test: o.reason for o in made.objections}
    assert "pooled over folds" in reasons["mcnemar-midp"]


def test_several_datasets_become_scores_with_a_verdict_for_each():
    datasets = [f"d{i // 10}" for i in range(60)]
    made = bakeoff.compare(
        table(a=wrong_on(*range(8), 14, 25, 36, 47, 58), b=wrong_on(9, 19), dataset=datasets)
    )
    pair = made.pairs[0]
    assert made.design.name is DesignName.TWO_MANY_DATASETS
    assert made.settings.test == "wilcoxon"
    assert pair.a_scores.tolist() == [0.2, 0.9, 0.9, 0.9, 0.9, 0.9]
    # On the first dataset b mends eight and breaks one: mid-p by hand, times six by Holm.
    first = next(d for d in pair.by_dataset if d.dataset == "d0")
    assert first.result.p_value == pytest.approx(2 * (1 + 9 / 2) / 2**9, rel=1e-12)
    assert first.p_adjusted == pytest.approx(6 * first.result.p_value, rel=1e-12)


def test_subgroups_are_judged_apart_with_holms_adjustment():
    sex = ["f" if i < 30 else "m" for i in range(60)]
    made = bakeoff.compare(
        table(a=wrong_on(*range(12)), b=wrong_on(59), sex=sex), subgroup_column="sex", leave_out=("sex",)
    )
    by_name = {s.subgroup: s for s in made.pairs[0].by_subgroup}
    assert by_name["f"].verdict is Verdict.BETTER
    assert by_name["m"].verdict is Verdict.UNDECIDED
    assert by_name["f"].result.p_value == pytest.approx(2**-12, rel=1e-12)  # all 12 flips one way, mid-p
    assert by_name["f"].p_adjusted == pytest.approx(2**-11, rel=1e-12)


@pytest.mark.parametrize(
    ("metric", "test"),
    [("f1_macro", "paired-bootstrap"), ("mcc", "paired-bootstrap"), ("error", "mcnemar-midp")],
)
def test_another_metric_is_carried_by_a_test_of_that_metric(metric, test):
    made = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0)), metric=metric)
    assert made.settings.test == test
    assert made.pairs[0].verdict is Verdict.BETTER


def test_the_area_under_the_curve_is_carried_by_delong():
    rng = np.random.default_rng(2)
    positive = np.array([t == "y" for t in TRUTH])
    columns = {}
    for name, signal in (("a", 0.2), ("b", 3.0)):
        share = 1 / (1 + np.exp(-(positive * 2 - 1) * signal - rng.normal(size=60)))
        columns |= {f"{name}:x": (1 - share).tolist(), f"{name}:y": share.tolist()}
    made = bakeoff.compare(table(**columns), metric="auc")
    assert made.settings.test == "delong"
    assert made.pairs[0].verdict is Verdict.BETTER
    loss = bakeoff.compare(table(**columns), metric="log_loss")
    assert loss.settings.test == "paired-losses"
    assert loss.pairs[0].result.estimate.value > 0  # b loses less: the advantage is positive


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"metric": "sharpness"}, "BO075"),
        ({"metric": "roc_auc"}, "BO076"),
        ({"positive": "z"}, "BO077"),
        ({"test": "paired-t"}, "BO061"),
        ({"test": "two-proportions"}, "BO061"),
        ({"test": "mcnemar-clustered"}, "BO061"),
        ({"test": "cochran-q"}, "BO061"),
    ],
)
def test_what_the_predictions_do_not_support_is_refused(options, code):
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(table(a=wrong_on(1), b=wrong_on(2)), **options)
    assert refused.value.code == code


def test_the_positive_class_is_the_one_that_is_named():
    columns = table(a=["x"] * 60, b=wrong_on(*range(0, 20, 2)))
    recall = {
        name: {
            s.classifier: s.mean_score
            for s in bakeoff.compare(columns, metric="recall", positive=name).ranking
        }
        for name in ("x", "y")
    }
    assert recall["x"]["a"] == 1.0
    assert recall["y"]["a"] == 0.0
    assert recall["x"]["b"] == pytest.approx(20 / 30)


def test_right_and_wrong_alone_are_enough_for_accuracy():
    right = np.random.default_rng(3).random((200, 2)) < (0.5, 0.9)
    given = Predictions(
        classifiers=("a", "b"),
        datasets=("d",),
        correct=right,
        dataset=np.zeros(200, dtype=np.int64),
        measure=ACCURACY,
        source="here",
        digest="",
    )
    made = bakeoff.compare(given)
    assert made.pairs[0].verdict is Verdict.BETTER
    assert made.pairs[0].flips.agreement is None
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(given, metric="f1_macro")
    assert refused.value.code == "BO076"


def test_weights_hand_the_verdict_to_the_bootstrap():
    made = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0), weight=[1.0, 2.0] * 30))
    assert made.settings.test == "paired-bootstrap"
    # b is right except on the first example, of weight 1 among 90.
    best = made.ranking[0]
    assert (best.classifier, best.mean_score) == ("b", pytest.approx(89 / 90))


def test_a_margin_can_make_two_classifiers_equivalent():
    counts = TestSetCounts(
        classifiers=("a", "b"), correct=(20.0, 22.0), total=(5000.0, 5000.0), mends=22, breaks=20
    )
    alike = bakeoff.compare(counts, margin=0.01).pairs[0]
    assert (alike.verdict, alike.verdicts_at["0.95"]) == (Verdict.EQUIVALENT, Verdict.EQUIVALENT)
    assert bakeoff.compare(counts).pairs[0].verdict is Verdict.UNDECIDED


def test_swapping_the_classifiers_mirrors_everything():
    a, b = wrong_on(*range(9)), wrong_on(0, 1, 40)
    one = bakeoff.compare(table(a=a, b=b)).pairs[0]
    other = bakeoff.compare(table(b=b, a=a)).pairs[0]
    assert other.result.p_value == pytest.approx(one.result.p_value, rel=1e-12)
    assert isclose(other.result.estimate.value, -one.result.estimate.value)
    assert (other.flips.mends, other.flips.breaks) == (one.flips.breaks, one.flips.mends)


PROBABILITIES = {
    "p_a": [0.2 + 0.6 * (t == "y") - 0.01 * (i % 7) for i, t in enumerate(TRUTH)],
    "p_b": [0.3 + 0.3 * (t == "y") + 0.02 * (i % 13) for i, t in enumerate(TRUTH)],
}


def of_probabilities(**columns):
    truth = [int(t == "y") for t in TRUTH]
    return {"id": list(range(60)), "y_true": truth, **PROBABILITIES, **columns}


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision"])
def test_weights_are_refused_where_no_test_of_the_metric_heeds_them(metric):
    with pytest.raises(BakeoffError, match=f"no test of {metric} heeds them") as caught:
        bakeoff.compare(of_probabilities(weight=[1.0, 2.0] * 30), metric=metric)
    assert caught.value.code == "BO406"


@pytest.mark.parametrize("metric", ["log_loss", "brier"])
def test_losses_are_means_by_weight(metric):
    weighted = bakeoff.compare(of_probabilities(weight=[1.0, 2.0] * 30), metric=metric)
    plain = of_probabilities()
    twice = [i for i in range(60) for _ in range(2 if i % 2 else 1)]
    doubled = {name: [values[i] for i in twice] for name, values in plain.items()} | {"id": list(range(90))}
    by_hand = bakeoff.compare(doubled, metric=metric)
    assert [s.mean_score for s in weighted.ranking] == pytest.approx([s.mean_score for s in by_hand.ranking])
    # Ninety examples that are sixty twice would pretend to know more than sixty.
    ends = [c.pairs[0].result.estimate.interval for c in (weighted, by_hand)]
    assert ends[0].high - ends[0].low > ends[1].high - ends[1].low


def test_ranks_on_several_datasets_do_not_lose_the_weights_in_silence():
    datasets = [f"d{i // 10}" for i in range(60)]
    with pytest.raises(BakeoffError, match="weights"):
        bakeoff.compare(of_probabilities(weight=[1.0, 2.0] * 30, dataset=datasets), metric="roc_auc")


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro", "mcc", "kappa", "recall_weighted"])
@pytest.mark.parametrize("test", ["paired-bootstrap", "paired-permutation"])
def test_an_example_of_weight_two_counts_as_two(metric, test):
    # Metrics of predicted classes are of weighted counts: twice the weight is the same as the example twice.
    twice = [i for i in range(60) for _ in range(2 if i % 2 else 1)]
    plain = table(a=wrong_on(*range(12)), b=wrong_on(0, 5, 30))
    doubled = {name: [values[i] for i in twice] for name, values in plain.items()}
    doubled["id"] = list(range(len(twice)))
    by_weight = bakeoff.compare({**plain, "weight": [1.0, 2.0] * 30}, metric=metric, test=test)
    by_hand = bakeoff.compare(doubled, metric=metric, test=test)
    assert by_weight.pairs[0].result.estimate.value == pytest.approx(
        by_hand.pairs[0].result.estimate.value, rel=1e-12
    )
    assert [s.mean_score for s in by_weight.ranking] == pytest.approx([s.mean_score for s in by_hand.ranking])


def test_weights_that_are_all_the_same_change_no_score():
    weighted = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0), weight=[3.0] * 60))
    plain = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0)), test="paired-bootstrap")
    assert weighted.pairs[0].result == plain.pairs[0].result


def test_it_is_said_what_heeds_the_weights():
    made = bakeoff.compare(table(a=wrong_on(*range(12)), b=wrong_on(0), weight=[1.0, 3.0] * 30))
    finding = next(f for f in made.findings if f.code == "BO150")
    assert finding.detail["effective_examples"] == pytest.approx(
        120**2 / 300
    )  # Kish: (30 + 90)² / (30 + 270)


def test_every_test_of_one_test_set_heeds_weights_or_objects_to_them():
    made = bakeoff.compare(
        table(a=wrong_on(*range(12)), b=wrong_on(0), c=wrong_on(7), weight=[1.0, 2.0] * 30)
    )
    assert {t.result.procedure for t in made.tests} == {"paired-bootstrap", "paired-permutation"}
    reasons = {o.test: o.reason for o in made.objections}
    for key in (
        "mcnemar", "mcnemar-midp", "mcnemar-uncorrected", "binomial", "mcnemar-clustered", "max-t-predictions",
        "cochran-q", "delong",
    ):  # fmt: skip
        assert "these have weights" in reasons[key]


def test_three_classifiers_on_one_test_set_come_with_a_matrix_of_their_agreement():
    made = bakeoff.compare(table(a=wrong_on(0, 1), b=wrong_on(1, 2, 3), c=wrong_on()))
    matrix = made.agreement
    assert (matrix.of, matrix.classifiers) == ("predicted class", ("a", "b", "c"))
    assert matrix.share.tolist() == [[1, 57 / 60, 58 / 60], [57 / 60, 1, 57 / 60], [58 / 60, 57 / 60, 1]]
    flips = {(p.a, p.b): p.flips for p in made.pairs}
    assert matrix.kappa[0, 1] == flips["a", "b"].kappa


def test_two_classifiers_need_no_matrix():
    assert bakeoff.compare(table(a=wrong_on(0, 1), b=wrong_on(1))).agreement is None


@pytest.mark.parametrize(("margin", "p"), [(0.5, 1e-9), (0.01, 1.0)])
def test_a_margin_brings_a_p_value_of_equivalence(margin, p):
    made = bakeoff.compare(table(a=wrong_on(0, 1), b=wrong_on(1, 2, 3)), margin=margin)
    assert made.pairs[0].equivalence_p == pytest.approx(p, abs=1e-4)


@pytest.mark.parametrize("level", [0.8, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("margin", [0.05, 0.1, 0.15, 0.2])
@pytest.mark.parametrize("metric", ["accuracy", "f1_macro"])
def test_equivalent_is_said_exactly_where_its_p_value_is_below_half_of_alpha(level, margin, metric):
    made = bakeoff.compare(
        table(a=wrong_on(0, 1, 5), b=wrong_on(1, 2)), margin=margin, level=level, metric=metric
    )
    pair = made.pairs[0]
    assert (pair.verdict is Verdict.EQUIVALENT) == (pair.equivalence_p < (1 - level) / 2)


def test_answers_that_are_partly_right_count_by_their_score():
    # Reference: scipy 1.17.1, stats.ttest_rel(b, a) of the scores themselves.
    rng = np.random.default_rng(5)
    a = np.round(rng.uniform(size=200), 2)
    b = np.round(np.clip(a + rng.normal(0.02, 0.1, size=200), 0, 1), 2)
    rows = [
        {"id": f"q{i}", "model": m, "score": float(v[i])} for i in range(200) for m, v in (("a", a), ("b", b))
    ]
    comparison = bakeoff.compare("\n".join(map(json.dumps, rows)))
    expected = stats.ttest_rel(b, a)
    assert comparison.pairs[0].result.p_value == pytest.approx(expected.pvalue, rel=1e-9)
    assert comparison.pairs[0].result.estimate.value == pytest.approx((b - a).mean())
    assert comparison.pairs[0].result.estimate.of == "difference in mean score"


def test_scores_without_bounds_rank_examples_as_well_as_probabilities_do():
    truth = [i % 2 for i in range(60)]
    scores = {
        name: [3.0 * t + (i * step % 17) / 2 - 4 for i, t in enumerate(truth)]
        for name, step in (("a", 5), ("b", 7))
    }
    columns = {"id": list(range(60)), "y_true": truth}
    for name, own in scores.items():
        columns |= {name: [int(s > 0) for s in own], f"{name}_score": own}
    made = bakeoff.compare(columns, metric="roc_auc")
    assert made.settings.test == "delong"
    for standing in made.ranking:
        # Source: scikit-learn's roc_auc_score of the same scores.
        assert standing.mean_score == pytest.approx(
            roc_auc_score(truth, scores[standing.classifier]), abs=1e-12
        )
    told = {m.of: m.value for m in bakeoff.estimate(columns).each[0].metrics}
    assert told["roc_auc"] == pytest.approx(roc_auc_score(truth, scores["a"]), abs=1e-12)
    with pytest.raises(BakeoffError, match="log_loss needs probabilities"):
        bakeoff.compare(columns, metric="log_loss")


def swapped(**more):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, size=200)
    noise = rng.normal(size=(2, 200))
    good, better = truth + 0.5 * noise[0], truth + 0.4 * noise[1]
    return {"y_true": truth.astype(str).tolist(), "good": good, "swapped": 1 - better} | more


def test_swapped_classes_are_noticed():
    given = swapped()
    labels = {name: (np.asarray(given[name]) > 0.5).astype(int).astype(str) for name in ("good", "swapped")}
    (found,) = [f for f in bakeoff.compare(given | labels).findings if f.code == "BO367"]
    assert found.detail == {"classifiers": ["swapped"]}
    # Source: chance agreement is the product of the shares, summed over the classes.
    truth, said = np.array(given["y_true"]), labels["swapped"]
    chance = sum((truth == c).mean() * (said == c).mean() for c in "01")
    assert f"swapped (accuracy {(truth == said).mean():.2g}, {chance:.2g} by chance)" in found.message


def test_two_groups_that_go_wrong_together_are_no_proof_of_swapped_classes():
    given = swapped()
    labels = {name: (np.asarray(given[name]) > 0.5).astype(int).astype(str) for name in ("good", "swapped")}
    patients = {"patient": ["left"] * 100 + ["right"] * 100}
    assert "BO367" not in codes(bakeoff.compare(given | labels | patients, group_column="patient"))


def test_scores_of_the_other_class_are_noticed():
    probabilities = {
        f"{name}:{c}": stats.norm.cdf(2 * (1 if c == "1" else -1) * (values - 0.5))
        for name, values in swapped().items()
        if name != "y_true"
        for c in "01"
    }
    found = bakeoff.compare({"y_true": swapped()["y_true"], **probabilities}, metric="roc_auc").findings
    (told,) = [f for f in found if f.code == "BO367"]
    assert "swapped (ROC AUC " in told.message
    assert "good" not in told.message


def test_a_classifier_that_guesses_is_not_called_worse():
    rng = np.random.default_rng(1)
    tables = (
        {"y_true": rng.choice(list("abc"), size=300), **{n: rng.choice(list("abc"), size=300) for n in "xyz"}}
        for _ in range(40)
    )
    assert not any("BO367" in codes(bakeoff.compare(each)) for each in tables)
