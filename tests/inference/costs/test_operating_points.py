"""Thresholds and operating points end to end: chosen elsewhere, said, by least expected cost; words, JSON, faults."""

import json
from itertools import pairwise

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.inference.costs.operating_points import curves_objection

COSTS = {"costs": {"sick": {"well": 5}, "well": {"sick": 1}}}


def table(n=200, classifiers=2, seed=0, **more):
    rng = np.random.default_rng(seed)
    sick = rng.random(n) < 0.4
    columns = {
        f"m{j}:sick": (1 / (1 + np.exp(-rng.normal((2 * sick - 1) * (0.2 + 0.9 * j))))).round(5).tolist()
        for j in range(classifiers)
    }
    return {"id": list(range(n)), "y_true": np.where(sick, "sick", "well").tolist(), **columns, **more}


def compared(given=None, **settings):
    return bakeoff.compare(given or table(), **{"costs": COSTS, "positive": "sick", **settings})


def codes(comparison):
    return [f.code for f in comparison.findings]


def values(comparison):
    return {s.classifier: s.mean_score for s in comparison.ranking}


def test_a_threshold_that_is_said_makes_the_decisions():
    given = table()
    made = compared(given, threshold=0.3)
    scores, sick = np.array(given["m0:sick"]), np.array(given["y_true"]) == "sick"
    cost = np.where(sick, 5 * (scores < 0.3), scores >= 0.3).mean()
    assert values(made)["m0"] == pytest.approx(cost, rel=1e-12)
    assert "BO147" in codes(made)


def test_as_predicted_is_the_default():
    assert values(compared()) == values(compared(threshold="as-predicted"))
    assert not {"BO144", "BO145", "BO146", "BO147"} & set(codes(compared()))


def test_the_least_expected_cost_by_probabilities_is_the_threshold_of_the_costs():
    # With a miss five times as dear, sick is the cheaper answer from a probability of 1/6 on.
    assert values(compared(threshold="bayes")) == pytest.approx(values(compared(threshold=1 / 6)))
    assert "BO146" in codes(compared(threshold="bayes"))


def test_the_least_expected_cost_heeds_the_classes_of_deployment():
    # Shares of .4 and .6 in the test set (about) become .04 and .96: odds fall, and fewer are called sick.
    rare = {**COSTS, "priors": {"sick": 0.04, "well": 0.96}}
    usual, fewer = compared(threshold="bayes"), compared(threshold="bayes", costs=rare)
    assert (fewer.evidence.labels == 1).sum() < (usual.evidence.labels == 1).sum()


def test_three_classes_are_decided_by_least_expected_cost_too():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 3, 120)
    raw = rng.random((2, 120, 3)) + np.eye(3)[truth]
    share = raw / raw.sum(axis=2, keepdims=True)
    given = {"id": list(range(120)), "y_true": [f"c{t}" for t in truth]}
    for j, name in enumerate("ab"):
        given |= {f"{name}:c{c}": share[j, :, c].tolist() for c in range(3)}
    matrix = {"c0": {"c1": 1, "c2": 4}, "c1": {"c0": 1, "c2": 1}, "c2": {"c0": 9, "c1": 1}}
    made = bakeoff.compare(given, costs={"costs": matrix, "threshold": "bayes"})
    table_ = np.array([[0, 1, 4], [1, 0, 1], [9, 1, 0]])
    expected = table_[truth, (share[0] @ table_).argmin(axis=1)].mean()
    assert values(made)["a"] == pytest.approx(expected)
    assert made.operating_points is None


def test_thresholds_are_chosen_elsewhere_and_said_so():
    made = compared(threshold="chosen")
    assert "BO144" in codes(made)
    chosen = next(f for f in made.findings if f.code == "BO144")
    assert "10 parts, each judged by a threshold chosen on the others, in 5 divisions" in chosen.message
    given = table()
    sick = np.array(given["y_true"]) == "sick"
    for name, threshold in chosen.detail["thresholds"].items():
        said = np.array(given[f"{name}:sick"]) >= threshold
        # On the examples that it was chosen on, the threshold costs less than judged elsewhere.
        assert np.where(sick, 5 * ~said, said).mean() <= values(made)[name] + 1e-12


def test_the_choice_of_thresholds_widens_the_interval():
    made = compared(threshold="chosen")
    result = made.pairs[0].result
    assert result.steps["se"] > np.std(np.diff(_costs(made), axis=1), ddof=1) / np.sqrt(200) * 0.999


def _costs(made):
    labels, truth = made.evidence.labels, made.evidence.truth
    return np.where(truth[:, None] == 1, 5.0 * (labels == 0), 1.0 * (labels == 1))


def test_with_folds_the_threshold_of_each_is_chosen_on_the_others():
    given = table(fold=(np.arange(200) % 5).tolist())
    made = compared(given, threshold="chosen")
    assert "BO145" in codes(made)
    scores, sick = np.array(given["m0:sick"]), np.array(given["y_true"]) == "sick"
    fold, total = np.arange(200) % 5, 0.0
    for k in range(5):
        others = fold != k
        tried = np.append(np.unique(scores), np.inf)[::-1]
        costs = [np.where(sick, 5 * (scores < t), scores >= t)[others].sum() for t in tried]
        best = tried[int(np.argmin(costs))]
        total += np.where(sick, 5 * (scores < best), scores >= best)[~others].sum()
    assert values(made)["m0"] == pytest.approx(total / 200, rel=1e-9)


def test_an_error_that_costs_its_weight_can_choose_a_threshold():
    given = table(weight=np.linspace(0.5, 3, 200).tolist())
    made = compared(given, costs={"errors_cost": "weight", "threshold": "chosen"})
    assert "BO144" in codes(made)


def test_clusters_are_kept_together_in_choice_and_band():
    made = compared(table(group=(np.arange(200) // 4).tolist()), threshold="chosen")
    assert made.design.clustered
    assert made.operating_points is not None


def test_operating_points_say_who_is_preferable_where():
    made = compared(table(n=800))
    found = made.operating_points.differences[0]
    assert {r.preferable for r in found.regions} == {None, "m1"}
    ends = [(r.low, r.high) for r in found.regions]
    assert all(a[1] < b[0] for a, b in pairwise(ends))
    # A share of about .4 sick, a miss five times as dear.
    share = np.mean(np.array(table(n=800)["y_true"]) == "sick")
    assert made.operating_points.operating_point == pytest.approx(5 * share / (5 * share + 1 - share))
    assert "At its best threshold m1 costs less at" in str(made)


def test_bands_of_several_pairs_hold_together():
    made = compared(table(classifiers=4))
    assert len(made.operating_points.differences) == 6
    assert made.operating_points.differences[0].level == pytest.approx(1 - 0.05 / 6)


def test_the_json_has_costs_threshold_and_operating_points():
    body = json.loads(json.dumps(compared(threshold="chosen").to_dict(), allow_nan=False))
    assert body["costs"]["costs"]["sick"]["well"] == 5
    assert body["costs"]["threshold"] == "chosen"
    pair = body["operating_points"]["pairs"][0]
    assert len(pair["advantage"]) == len(pair["low"]) == len(pair["probability_cost"])
    assert bakeoff.compare(table()).to_dict()["operating_points"] is None


def test_the_command_line_takes_a_threshold(tmp_path):
    path, costs = tmp_path / "predictions.csv", tmp_path / "costs.toml"
    given = table()
    rows = zip(*given.values(), strict=True)
    path.write_text(
        "\n".join([",".join(given), *(",".join(map(str, row)) for row in rows)]), encoding="utf-8"
    )
    costs.write_text(
        'threshold = "chosen"\n[costs.sick]\nwell = 5\n[costs.well]\nsick = 1\n', encoding="utf-8"
    )
    read = bakeoff.compare(path, costs=costs, positive="sick")
    assert values(read) == values(compared(threshold="chosen"))
    assert main(["compare", str(path), "--costs", str(costs), "--threshold", "0.5", "-q"]) == 0


@pytest.mark.parametrize(
    ("given", "settings", "code"),
    [
        (table(), {"threshold": "best"}, "BO402"),
        (table(), {"threshold": float("nan")}, "BO402"),
        (table(), {"threshold": "chosen", "costs": None}, "BO402"),
        (table(), {"costs": {**COSTS, "threshold": True}}, "BO402"),
        (
            {"id": [1, 2, 3], "y_true": ["sick", "well", "sick"], "a": ["sick"] * 3, "b": ["well"] * 3},
            {"threshold": "chosen"},
            "BO403",
        ),
        (
            {"id": [1, 2, 3], "y_true": ["sick", "well", "sick"], "a": ["sick"] * 3, "b": ["well"] * 3},
            {"threshold": "bayes"},
            "BO403",
        ),
        (
            table(),
            {"threshold": "chosen", "costs": {"costs": {"sick": {"well": 5}, "well": {"sick": -1}}}},
            "BO404",
        ),
    ],
)
def test_thresholds_that_cannot_be_meant_are_refused(given, settings, code):
    with pytest.raises(BakeoffError) as refused:
        compared(given, **settings)
    assert refused.value.code == code


def test_two_classes_need_no_named_one_for_curves():
    comparison = bakeoff.compare(table(60), metric="accuracy")
    assert curves_objection(comparison) is None
