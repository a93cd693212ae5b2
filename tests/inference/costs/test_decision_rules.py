"""Thresholds without costs: said, or chosen by a rule on other examples than those that are judged."""

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.procedures.curves.cross_fitting import choose_by_rule

RNG = np.random.default_rng(2)
N = 300
CHANCE = RNG.random(N)
TRUTH = (RNG.random(N) < CHANCE).astype(int)
DEARER = {"costs": {"1": {"0": 4}, "0": {"1": 1}}, "threshold": "chosen"}
OTHER = np.clip(CHANCE + RNG.normal(0, 0.2, N), 0, 1)


def table(**more):
    return {"id": range(N), "y_true": TRUTH, "a_proba": CHANCE, "b_proba": OTHER, **more}


def accuracies(made):
    return {s.classifier: s.mean_score for s in made.ranking}


def test_a_threshold_that_is_said_decides_on_all_examples():
    made = bakeoff.compare(table(), threshold=0.3)
    assert made.design.examples == N
    for name, scores in (("a", CHANCE), ("b", OTHER)):
        assert accuracies(made)[name] == pytest.approx(np.mean((scores >= 0.3) == TRUTH))
    assert "an example counts as 1 where its score for 1 is at least 0.3" in " ".join(str(made).split())
    assert (
        "an example counts as 1 where its score for 1 is at least 0.3"
        in made.paper().methods.lower().replace("$", "")
    )
    assert [f.code for f in made.findings if f.code in ("BO147", "BO358")] == ["BO147"]


def test_the_positive_class_is_the_one_that_is_named():
    made = bakeoff.compare(table(), threshold=0.3, positive="0")
    assert accuracies(made)["a"] == pytest.approx(np.mean((1 - CHANCE >= 0.3) == (TRUTH == 0)))


@pytest.mark.parametrize(
    ("rule", "metric"), [("accuracy", "accuracy"), ("youden", "balanced_accuracy"), ("f1", "f1")]
)
def test_a_rule_is_judged_on_the_examples_that_did_not_choose(rule, metric):
    made = bakeoff.compare(table(), threshold=rule)
    found = next(f for f in made.findings if f.code == "BO921")
    assert found.detail["chosen_on"] + found.detail["judged_on"] == N
    assert made.design.examples == found.detail["judged_on"] == 200
    assert made.evidence.measure.name == metric
    assert "on 100 other examples" in " ".join(str(made).split())
    kept = made.evidence.ids.codes
    scores = {"a": CHANCE, "b": OTHER}
    judged = np.isin(np.arange(N), [int(made.evidence.ids.labels[code]) for code in kept])
    for name, threshold in found.detail["thresholds"].items():
        others = ~judged
        assert threshold == pytest.approx(choose_by_rule(scores[name][others], TRUTH[others] == 1, rule=rule))


def test_the_call_in_the_report_repeats_the_threshold(tmp_path):
    page = bakeoff.compare(table(), threshold="f1").report(tmp_path / "r.html").read_text(encoding="utf-8")
    assert "threshold=" in page


@pytest.mark.parametrize(
    ("of_a", "of_b"),
    [(CHANCE, OTHER), (CHANCE.round(1), OTHER.round(1)), (CHANCE, 1 - CHANCE)],
    ids=["no ties", "ties", "one turned"],
)
@pytest.mark.parametrize(
    ("said", "more"),
    [
        ({"threshold": "accuracy"}, {}),
        ({"costs": DEARER}, {}),
        ({"costs": DEARER}, {"weight": RNG.integers(1, 4, N)}),
    ],
    ids=["rule", "costs", "costs and weights"],
)
def test_the_order_of_the_rows_changes_nothing(of_a, of_b, said, more):
    columns = {"id": np.arange(N), "y_true": TRUTH, "a_proba": of_a, "b_proba": of_b, **more}
    mixed = np.random.default_rng(1).permutation(N)
    here, there = (
        bakeoff.compare({name: values[order] for name, values in columns.items()}, **said).pairs[0]
        for order in (np.arange(N), mixed)
    )
    assert there.advantage == pytest.approx(here.advantage, abs=1e-12)
    assert there.p_value == pytest.approx(here.p_value, rel=1e-9)


def test_whole_groups_choose_or_are_judged():
    made = bakeoff.compare(table(patient=np.arange(N) // 6), threshold="accuracy", group_column="patient")
    assert np.unique(made.evidence.group).size * 6 == made.design.examples


def test_folds_are_judged_by_thresholds_of_the_others():
    made = bakeoff.compare(table(fold=np.arange(N) % 5), threshold="f1")
    assert "BO145" in [f.code for f in made.findings]


@pytest.mark.parametrize(("rule", "best"), [("accuracy", 0.7), ("youden", 0.2), ("f1", 0.2)])
def test_the_best_threshold_by_each_rule(rule, best):
    # Of 3 positive and 7 negative: at .7 two are found without a false one (accuracy .9, Youden 2/3, F1 .8); at .2 all
    # three with one false (accuracy .9, Youden 6/7, F1 6/7). Of equals the highest threshold is taken.
    scores = np.array([0.9, 0.7, 0.3, 0.2, 0.1, 0.1, 0.1, 0.05, 0.05, 0.01])
    positive = np.array([True, True, False, True, *[False] * 6])
    assert choose_by_rule(scores, positive, rule=rule) == best


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--threshold", "0.3", "--metric", "roc_auc"], "BO922"),
        (["--threshold", "chosen"], "BO402"),
        (["--threshold", "half"], "BO402"),
    ],
)
def test_what_cannot_be_decided_is_refused(arguments, code, tmp_path, capsys):
    path = tmp_path / "p.csv"
    rows = [f"{i},{t},{a:.4f},{b:.4f}" for i, (t, a, b) in enumerate(zip(TRUTH, CHANCE, OTHER, strict=True))]
    path.write_text("\n".join(["id,y_true,a_proba,b_proba", *rows]), encoding="utf-8")
    assert main(["compare", str(path), *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, code in err) == ("", True)


def test_scores_of_datasets_have_no_threshold():
    with pytest.raises(bakeoff.BakeoffError, match="two classes"):
        bakeoff.compare(
            {"dataset": ["x", "y", "z"], "a": [0.7, 0.8, 0.9], "b": [0.6, 0.7, 0.9]}, threshold=0.5
        )
