"""Expected costs: worked by hand, and everything that cannot be meant refused."""

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.core.results import Verdict

TRUTH = ["sick"] * 10 + ["well"] * 30
CAREFUL = ["sick"] * 10 + ["sick"] * 12 + ["well"] * 18  # twelve false alarms, nobody missed
BOLD = ["well"] * 4 + ["sick"] * 6 + ["well"] * 30  # four missed, no false alarm
TABLE = {"id": list(range(40)), "y_true": TRUTH, "careful": CAREFUL, "bold": BOLD}
COSTS = {"costs": {"sick": {"well": 10}, "well": {"sick": 1}}}


def values(comparison):
    return {s.classifier: s.mean_score for s in comparison.ranking}


def test_the_expected_cost_is_the_mean_over_examples():
    made = bakeoff.compare(TABLE, costs=COSTS)
    assert values(made) == {"careful": pytest.approx(12 / 40), "bold": pytest.approx(40 / 40)}
    assert made.settings.test == "paired-losses"
    assert made.pairs[0].result.estimate.value == pytest.approx(12 / 40 - 40 / 40)


def test_accuracy_and_cost_may_disagree():
    assert bakeoff.compare(TABLE).pairs[0].result.estimate.value > 0
    assert bakeoff.compare(TABLE, costs=COSTS).pairs[0].result.estimate.value < 0


def test_the_classes_of_deployment_change_the_expected_cost():
    made = bakeoff.compare(TABLE, costs={**COSTS, "priors": {"sick": 0.01, "well": 0.99}})
    # 12 of 30 well are false alarms, 4 of 10 sick are missed.
    assert values(made) == {"careful": pytest.approx(0.99 * 0.4), "bold": pytest.approx(0.01 * 0.4 * 10)}
    assert made.pairs[0].verdict is Verdict.BETTER


def test_benefits_are_higher_when_better():
    made = bakeoff.compare(TABLE, costs={"benefits": {"sick": {"sick": 5}, "well": {"sick": -1}}})
    assert made.evidence.measure.higher_is_better
    assert values(made) == {"careful": pytest.approx((50 - 12) / 40), "bold": pytest.approx(30 / 40)}


def test_an_error_may_cost_the_weight_of_its_example():
    made = bakeoff.compare({**TABLE, "weight": [3.0] * 10 + [1.0] * 30}, costs={"errors_cost": "weight"})
    assert values(made) == {"careful": pytest.approx(12 / 40), "bold": pytest.approx(12 / 40)}


def test_expected_costs_heed_the_weights_of_examples():
    made = bakeoff.compare({**TABLE, "weight": [3.0] * 10 + [1.0] * 30}, costs=COSTS)
    # Of a weight of 60 in all, false alarms have 12 and those missed 4 · 3.
    assert values(made) == {"careful": pytest.approx(12 / 60), "bold": pytest.approx(10 * 12 / 60)}
    assert made.pairs[0].result.estimate.value == pytest.approx(12 / 60 - 2)


def test_expected_costs_on_several_datasets_heed_the_weights():
    of = ["x"] * 5 + ["y"] * 5 + ["x"] * 15 + ["y"] * 15
    made = bakeoff.compare({**TABLE, "dataset": of, "weight": [3.0] * 10 + [1.0] * 30}, costs=COSTS)
    # x: four missed of weight 3 among 30, and twelve false alarms of weight 1; y: none of either.
    assert values(made) == {"careful": pytest.approx(12 / 30 / 2), "bold": pytest.approx(10 * 12 / 30 / 2)}


def test_costs_are_read_from_a_file(tmp_path):
    path = tmp_path / "costs.toml"
    path.write_text("[costs.sick]\nwell = 10\n[costs.well]\nsick = 1\n", encoding="utf-8")
    assert values(bakeoff.compare(TABLE, costs=path))["bold"] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("costs", "code"),
    [
        ({"costs": {"sick": {"well": 10}}}, "BO078"),
        ({"costs": {"ill": {"well": 10}}}, "BO078"),
        ({**COSTS, "priors": {"dead": 1}}, "BO078"),
        ({"errors_cost": "weight"}, "BO078"),
        ({"cost": {}}, "BO079"),
        ({}, "BO079"),
        ({**COSTS, "priors": {"sick": -1}}, "BO079"),
        ({"costs": {"sick": {"well": "much"}}}, "BO079"),
        ({**COSTS, "benefits": {}}, "BO079"),
        ("no such file.toml", "BO001"),
        (7, "BO079"),
    ],
)
def test_costs_that_cannot_be_meant_are_refused(costs, code):
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(TABLE, costs=costs)
    assert refused.value.code == code


def test_a_missing_file_of_costs_says_what_where_and_how_to_write_one(tmp_path, capsys):
    (tmp_path / "cost.toml").write_text("", encoding="utf-8")
    (tmp_path / "p.csv").write_text("id,y_true,a,b\n1,x,x,y\n2,y,y,y\n", encoding="utf-8")
    assert main(["compare", str(tmp_path / "p.csv"), "--costs", str(tmp_path / "costs.toml")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "no costs: there is no file" in err
    assert "did you mean 'cost.toml'?" in err
    assert "[costs.TRUE] with PREDICTED = number" in err


def test_costs_of_scores_are_refused():
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare({"dataset": ["a", "b"], "svm": [1.0, 2.0], "forest": [2.0, 1.0]}, costs=COSTS)
    assert refused.value.code == "BO078"


def test_a_file_that_is_not_toml_is_refused(tmp_path):
    path = tmp_path / "costs.toml"
    path.write_text("costs = [", encoding="utf-8")
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(TABLE, costs=path)
    assert refused.value.code == "BO079"
