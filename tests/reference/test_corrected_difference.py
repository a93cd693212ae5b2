"""A judge corrected by labels: against ppi-python, and against what must hold."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.judges.corrected_difference import LEAST_LABELS, corrected_difference
from bakeoff.procedures.judges.label_choice import choose_labels

# Source: judges_ppi.py, ppi-python 0.2.3, 2026-11-17.
CASES = json.loads(Path(__file__).with_name("judges_ppi.json").read_text(encoding="utf-8"))["differences"]


def case(name):
    facts = CASES[name]
    judged = np.array(facts["on_gold"] + facts["rest"])
    gold = np.array(facts["gold"] + [np.nan] * len(facts["rest"]))
    return facts, judged, gold


@pytest.mark.parametrize("name", CASES)
def test_the_estimate_is_that_of_ppi_python_at_the_same_weight(name):
    facts, judged, gold = case(name)
    found = corrected_difference(judged, gold)
    labelled = np.isfinite(gold)
    at_one = gold[labelled].mean() - judged[labelled].mean() + judged[~labelled].mean()
    assert at_one == pytest.approx(facts["lambda_1"], abs=1e-12)
    # Between the labels alone (weight 0) and all of the judge (weight 1), in proportion to the weight.
    between = gold[labelled].mean() + found.weight * (facts["lambda_1"] - gold[labelled].mean())
    assert found.corrected.value == pytest.approx(between, abs=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_the_weight_is_near_that_of_ppi_python(name):
    facts, judged, gold = case(name)
    found = corrected_difference(judged, gold)
    assert found.corrected.value == pytest.approx(facts["tuned"], abs=0.012)


def test_a_useful_judge_makes_the_interval_shorter_than_labels_alone():
    _, judged, gold = case("2")
    found = corrected_difference(judged, gold)
    assert found.weight > 0.8
    assert _width(found.corrected) < 0.7 * _width(found.gold_only)


def test_a_judge_who_guesses_counts_next_to_nothing():
    rng = np.random.default_rng(3)
    gold = np.where(np.arange(2000) < 200, rng.choice([-1.0, 0.0, 1.0], size=2000), np.nan)
    found = corrected_difference(rng.choice([-1.0, 0.0, 1.0], size=2000), gold)
    assert found.weight < 0.15
    assert found.corrected.value == pytest.approx(found.gold_only.value, abs=0.03)


def test_a_constant_judge_leaves_the_labels():
    gold = np.where(np.arange(300) < 60, np.tile([1.0, 0.0, -1.0], 100), np.nan)
    found = corrected_difference(np.zeros(300), gold)
    assert found.weight == 0
    assert found.corrected.value == found.gold_only.value


def test_a_judge_who_favours_b_is_found_out():
    rng = np.random.default_rng(4)
    truth = rng.choice([-1.0, 0.0, 1.0], p=[0.2, 0.6, 0.2], size=4000)
    judged = np.minimum(truth + (rng.random(4000) < 0.3), 1.0)
    gold = np.where(np.arange(4000) < 400, truth, np.nan)
    found = corrected_difference(judged, gold)
    assert found.judge_bias.interval.low > 0.1
    assert found.judge_only.interval.low > 0.1
    assert 0 in found.corrected.interval


def test_labels_that_all_agree_with_the_judge_still_leave_a_width():
    judged = np.zeros(500)
    judged[:10] = 1.0
    gold = np.full(500, np.nan)
    gold[100:120] = 0.0
    found = corrected_difference(judged, gold)
    assert _width(found.corrected) > 0.1


def test_swapping_a_and_b_turns_the_sign():
    _, judged, gold = case("1")
    one, other = corrected_difference(judged, gold), corrected_difference(-judged, -gold)
    assert other.corrected.value == pytest.approx(-one.corrected.value, abs=1e-12)
    assert other.p_value == pytest.approx(one.p_value, abs=1e-12)


def test_groups_widen_the_interval_where_items_of_a_group_are_alike():
    rng = np.random.default_rng(5)
    group = np.repeat(np.arange(60), 20)
    truth = np.sign(rng.normal(size=60))[group] * (rng.random(1200) < 0.6)
    gold = np.where(rng.random(1200) < 0.25, truth, np.nan)
    judged = np.where(rng.random(1200) < 0.8, truth, 0.0)
    alone, grouped = corrected_difference(judged, gold), corrected_difference(judged, gold, item_groups=group)
    assert grouped.corrected.value == pytest.approx(alone.corrected.value, abs=1e-12)
    assert _width(grouped.corrected) > 1.5 * _width(alone.corrected)


def test_labels_drawn_within_strata_are_weighted_back():
    rng = np.random.default_rng(6)
    truth = rng.choice([-1.0, 0.0, 1.0], p=[0.1, 0.7, 0.2], size=20_000)
    judged = np.where(rng.random(20_000) < 0.8, truth, 0.0)
    chosen = choose_labels(judged, budget=2000, rng=rng, errors=np.array([1.0, 0.1, 1.0]))
    gold = np.full(20_000, np.nan)
    gold[chosen.items] = truth[chosen.items]
    found = corrected_difference(judged, gold, strata=chosen.stratum)
    assert truth.mean() in found.corrected.interval
    assert abs(truth[chosen.items].mean() - truth.mean()) > 3 * abs(found.corrected.value - truth.mean())
    assert truth.mean() in found.gold_only.interval  # weighted back as well


def test_the_budget_is_spent_and_chances_are_kept():
    judged = np.repeat([-1.0, 0.0, 1.0], [30, 900, 70])
    chosen = choose_labels(judged, budget=100, rng=np.random.default_rng(0))
    assert chosen.items.size == chosen.planned.sum() == 100
    assert chosen.chance.sum() == pytest.approx(100, abs=1e-9)
    assert len(set(chosen.items.tolist())) == 100


def test_few_labels_are_refused():
    gold = np.where(np.arange(100) < 5, 1.0, np.nan)
    with pytest.raises(ProcedureError, match="5 labels are too few"):
        corrected_difference(np.zeros(100), gold)


def _width(estimate):
    return estimate.interval.high - estimate.interval.low


@pytest.mark.parametrize("grouped", [False, True])
def test_the_judge_alone_has_the_mean_and_the_usual_error_of_its_groups(grouped):
    # Source: Σ over groups of (Σ (x − mean) / n)², times g/(g − 1); without groups that is the variance over n.
    rng = np.random.default_rng(4)
    judged, group = rng.normal(size=120), np.arange(120) // 6
    gold = np.where(np.arange(120) < 90, judged + rng.normal(size=120), np.nan)
    found = corrected_difference(judged, gold, item_groups=group if grouped else None).judge_only
    sums = np.array([(judged - judged.mean())[group == g].sum() / 120 for g in range(20)])
    error = np.sqrt(20 / 19 * (sums**2).sum()) if grouped else judged.std(ddof=1) / np.sqrt(120)
    arm = (2.093024 if grouped else 1.980100) * error  # Student's t of 19 and of 119
    assert found.value == pytest.approx(judged.mean(), rel=1e-12)
    assert found.interval.low == pytest.approx(judged.mean() - arm, rel=1e-5)
    assert found.interval.high == pytest.approx(judged.mean() + arm, rel=1e-5)


def test_as_many_labels_as_are_needed_are_enough_and_one_fewer_is_refused():
    judged = np.random.default_rng(6).normal(size=60)
    for labels in range(2, 60):
        gold = np.where(np.arange(60) < labels, judged + np.sin(np.arange(60)), np.nan)
        if labels < LEAST_LABELS:
            with pytest.raises(ProcedureError, match=f"^{labels} labels are too few"):
                corrected_difference(judged, gold)
        else:
            assert corrected_difference(judged, gold).labels == labels
            return


def test_a_budget_of_one_label_and_of_all_is_kept_and_none_or_more_is_refused():
    judged = np.array([1.0, 0.0, -1.0, 1.0])
    for budget in (1, 4):
        assert choose_labels(judged, budget=budget, rng=np.random.default_rng(0)).items.size == budget
    for budget in (0, 5):
        with pytest.raises(ProcedureError, match=f"a budget of {budget} labels for 4 items"):
            choose_labels(judged, budget=budget, rng=np.random.default_rng(0))
