"""A comparison that may be looked at at any time, from the door: what it says, refuses and counts."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.answers.gate import GateOutcome
from bakeoff.core.errors import BakeoffError
from bakeoff.procedures import betting, sign_betting

SCORES = {
    "dataset": list("abcdefghij"),
    "A": [0.80, 0.70, 0.65, 0.90, 0.55, 0.77, 0.66, 0.81, 0.72, 0.60],
    "B": [0.84, 0.71, 0.70, 0.92, 0.60, 0.80, 0.71, 0.83, 0.79, 0.63],
}


def predictions(mends, breaks, alike):
    """Right and wrong predictions in a shuffled order, by id."""
    kinds = np.random.default_rng(7).permutation([1] * mends + [-1] * breaks + [0] * alike)
    return {
        "id": [f"ex-{i}" for i in range(kinds.size)],
        "y_true": ["yes"] * kinds.size,
        "main": ["no" if k == 1 else "yes" for k in kinds],
        "new": ["no" if k == -1 else "yes" for k in kinds],
    }


def answers(folder, flips, *, groups=None, tasks=None, only=None):
    """A file of items: what two models scored on each; `only` so many of the second."""
    rows = []
    for i, flip in enumerate(flips):
        own = {"id": f"q{i}"}
        own |= {} if groups is None else {"document": f"d{groups[i]}"}
        own |= {} if tasks is None else {"task": f"t{tasks[i]}"}
        right = {1: (0, 1), -1: (1, 0), 0: (i % 2, i % 2)}[int(flip)]
        rows += [own | {"model": m, "score": s} for m, s in zip(("main", "new"), right, strict=True)]
    rows = [
        row for place, row in enumerate(rows) if only is None or row["model"] == "main" or place < 2 * only
    ]
    file = folder / "items.csv"
    lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
    file.write_text("\n".join(lines))
    return file


def codes(comparison):
    return {f.code for f in comparison.findings}


def test_predictions_are_judged_by_bets_on_their_flips():
    comparison = bakeoff.compare(predictions(30, 10, 160), sequential=True)
    expected = betting([1.0] * 30 + [-1.0] * 10 + [0.0] * 160)
    assert comparison.settings.test == "betting"
    assert comparison.pairs[0].p_value == pytest.approx(expected.p_value, rel=1e-9)
    assert comparison.pairs[0].interval.low == pytest.approx(expected.estimate.interval.low, rel=1e-6)
    assert {"BO650", "BO651", "BO652"} <= codes(comparison)
    assert [t.result.procedure for t in comparison.tests] == ["betting"]


def test_datasets_are_judged_by_bets_on_signs():
    comparison = bakeoff.compare(SCORES, sequential=True)
    d = np.round(np.array(SCORES["B"]) - SCORES["A"], 12)
    assert comparison.pairs[0].p_value == pytest.approx(sign_betting(d).p_value, rel=1e-9)
    assert comparison.pairs[0].verdict == "better"


def test_without_it_nothing_is_said_of_bets():
    comparison = bakeoff.compare(SCORES)
    assert comparison.sequential is None
    assert not {o.test for o in comparison.objections} & {"betting", "sign-betting"}


def test_groups_are_units_and_the_claim_says_so(tmp_path):
    d = np.tile([1, 1, 0, 1], 30)
    comparison = bakeoff.compare(answers(tmp_path, d, groups=np.repeat(np.arange(30), 4)), sequential=True)
    pair = comparison.sequential.pairs[0]
    assert (pair.units, comparison.sequential.noun) == (30, "document")
    expected = betting(np.full(30, 0.75), averaged=True)
    assert comparison.pairs[0].p_value == pytest.approx(expected.p_value, rel=1e-9)
    assert "averaged over documents" in comparison.pairs[0].result.estimate.of
    assert "BO654" in codes(comparison)


def test_tasks_count_alike_by_blocks_and_items_of_larger_tasks_wait(tmp_path):
    d = np.tile([1, 0, 0, 1, -1], 10)
    comparison = bakeoff.compare(answers(tmp_path, d, tasks=np.repeat([0, 1], [20, 30])), sequential=True)
    assert (comparison.sequential.noun, comparison.sequential.pairs[0].units) == ("block", 20)
    assert comparison.sequential.left_over == 10


def test_items_that_one_model_has_not_tried_wait(tmp_path):
    comparison = bakeoff.compare(answers(tmp_path, np.tile([1, 0], 20), only=25), sequential=True)
    assert (comparison.sequential.pairs[0].units, comparison.sequential.waiting) == (25, 15)


@pytest.mark.parametrize(
    ("asked", "flips", "outcome"),
    [
        ({"gate": "better"}, (40, 5, 100), GateOutcome.PASSED),
        ({"gate": "better"}, (5, 40, 100), GateOutcome.NOT_PASSED),
        ({"gate": "better"}, (10, 6, 100), GateOutcome.UNDECIDED),
        ({"gate": "not-worse", "margin": 0.05}, (40, 20, 400), GateOutcome.PASSED),
        ({"gate": "not-worse", "margin": 0.02}, (10, 80, 300), GateOutcome.NOT_PASSED),
        # Shown to be worse, and perhaps by less than the margin: more items may still let it pass.
        ({"gate": "not-worse", "margin": 0.2}, (5, 40, 155), GateOutcome.UNDECIDED),
    ],
)
def test_a_gate_has_three_outcomes(asked, flips, outcome):
    assert bakeoff.compare(predictions(*flips), sequential=True, **asked).gate.outcome is outcome


@pytest.mark.parametrize(
    ("evidence", "asked", "code"),
    [
        (predictions(3, 1, 30), {"test": "mcnemar-midp"}, "BO641"),
        (predictions(3, 1, 30), {"gate": "not-worse"}, "BO641"),
        (predictions(3, 1, 30), {"metric": "f1_macro"}, "BO642"),
        (SCORES, {"only_if": "friedman"}, "BO641"),
        (SCORES, {"gate": "not-worse", "margin": 0.01, "bound": "mean"}, "BO641"),
        (
            {"dataset": list("abc"), "A": [1.0, 250.0, 3.0], "B": [2.0, 260.0, 4.0]},
            {"higher_is_better": True},
            "BO640",
        ),
        (
            {
                "dataset": ["x"] * 4,
                "fold": [1, 2, 3, 4],
                "A": [0.5, 0.6, 0.5, 0.7],
                "B": [0.6, 0.7, 0.8, 0.7],
            },
            {"test_train_ratio": 1 / 3},
            "BO642",
        ),
    ],
)
def test_what_holds_for_one_look_is_refused(evidence, asked, code):
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(evidence, sequential=True, **asked)
    assert refused.value.code == code


def test_units_in_the_order_of_their_outcome_are_warned_of(tmp_path):
    rising = answers(tmp_path, np.repeat([-1, 0, 1], 20))
    assert "BO653" in codes(bakeoff.compare(rising, sequential=True))


def test_screen_json_report_and_paper_say_the_same(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = predictions(30, 10, 160)
    lines = [",".join(table), *(",".join(row) for row in zip(*table.values(), strict=True))]
    (tmp_path / "p.csv").write_text("\n".join(lines))
    assert main(["compare", "p.csv", "--sequential", "--latex", "p.tex", "--report", "p.html", "-q"]) == 0
    said = capsys.readouterr().out
    assert main(["compare", "p.csv", "--sequential", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["pairs"][0]["verdict"] == "better"
    assert plain["summary"] == said.strip()
    pair = plain["sequential"]["pairs"][0]
    assert pair["log10_e_better"] > pair["log10_e_needed"]
    assert pair["path"][-1][0] == 200
    for document in ("p.html", "p.tex"):
        assert "hold at every look" in (tmp_path / document).read_text().replace("holds at", "hold at")


def test_a_comparison_of_three_is_adjusted_over_its_pairs():
    third = predictions(30, 10, 160) | {"old": predictions(5, 60, 135)["new"]}
    comparison = bakeoff.compare(third, sequential=True)
    assert comparison.settings.adjust == "holm"
    assert all(pair.p_value >= pair.result.p_value for pair in comparison.pairs)


def test_a_mean_over_tasks_waits_until_each_has_something_to_compare(tmp_path):
    file = answers(
        tmp_path, np.tile([1, 0], 20), tasks=np.repeat([0, 1], 20), only=15
    )  # nothing of the second yet
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(file, sequential=True)
    assert refused.value.code == "BO662"
    pooled = bakeoff.compare(file, sequential=True, average="pooled")
    assert pooled.sequential.pairs[0].units == 15


def test_a_gate_among_several_is_judged_with_its_share_of_the_error(tmp_path, monkeypatch):
    from bakeoff.api.gate import gate_request, judge_gate_among

    comparison = bakeoff.compare(predictions(30, 10, 160), sequential=True)
    p = comparison.pairs[0].result.p_value
    assert 0.025 < p < 0.05
    outcomes = [judge_gate_among(comparison, gate_request("better"), count=k).outcome for k in (1, 2)]
    assert outcomes == [GateOutcome.PASSED, GateOutcome.UNDECIDED]
