"""Items judged: which question is answered, what a task says, what is missing, and in whose words."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.core.items import ItemEvidence
from bakeoff.inputs.items.columns import ItemColumns, make_item_evidence
from bakeoff.procedures.items.paired_means import (
    items_clustered,
    items_stratified,
    tasks_t,
)


def answers(models=("A", "B"), *, tasks=("one",), items=60, attempts=1, shift=0.15, seed=1, graded=False):
    """Return columns of answers, the later models better by `shift` each."""
    rng = np.random.default_rng(seed)
    rows = []
    for task in tasks:
        easy = rng.random(items)
        for k, model in enumerate(models):
            for i in range(items):
                for e in range(attempts):
                    p = min(1.0, easy[i] + shift * k)
                    score = (
                        float(rng.beta(4 * p + 0.1, 4 * (1 - p) + 0.1)) if graded else float(rng.random() < p)
                    )
                    rows.append((model, task, f"q{i}", str(e), f"{task} d{i // 5}", score))
    names = ("model", "task", "item", "attempt", "document", "score")
    return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


def without(columns, *names):
    return {name: values for name, values in columns.items() if name not in names}


def written(columns, path):
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def w2():
    pairs = [(1, 0)] * 150 + [(0, 1)] * 190 + [(1, 1)] * 400 + [(0, 0)] * 260
    return {
        "model": ["A"] * 1000 + ["B"] * 1000,
        "input": [f"q{i}" for i in range(1000)] * 2,
        "score": [a for a, _ in pairs] + [b for _, b in pairs],
    }


def test_a_plain_table_of_items_is_judged_as_items_and_not_as_datasets():
    # Source: discordant 150 and 190 of 1,000: difference .040, mid-p .0302, as the survey of tools has it.
    found = bakeoff.compare(w2())
    pair = found.pairs[0]
    assert pair.advantage == pytest.approx(0.04)
    assert pair.p_value == pytest.approx(0.0302, abs=5e-5)
    assert (pair.interval.low, pair.interval.high) == pytest.approx((0.0039, 0.0761), abs=5e-4)
    assert found.to_dict()["evidence"]["kind"] == "items"
    assert "dataset" not in found.summary


def test_a_wide_table_of_items_says_the_same():
    columns = w2()
    wide = {"item": columns["input"][:1000], "A": columns["score"][:1000], "B": columns["score"][1000:]}
    assert bakeoff.compare(wide).pairs[0].p_value == bakeoff.compare(columns).pairs[0].p_value


def test_evidence_of_items_is_taken_as_it_is():
    evidence = make_item_evidence(
        ItemColumns(
            model=["A", "A", "B", "B"] * 10,
            item=[f"q{i // 4}{i % 2}" for i in range(40)],
            score=[1.0, 0, 1, 1] * 10,
        )
    )
    assert isinstance(evidence, ItemEvidence)
    assert bakeoff.compare(evidence).design.items == 20


@pytest.mark.parametrize(
    ("columns", "asked", "test", "words"),
    [
        (without(answers(), "document"), {}, "mcnemar-midp", "on this task (60 items)"),
        (without(answers(attempts=3), "document"), {}, "items-t", "on this task (60 items, 3 attempts each)"),
        (answers(), {}, "items-clustered", "on this task (60 items, in 12 documents)"),
        (without(answers(tasks=("x", "y", "z")), "document"), {}, "items-stratified", "on these 3 tasks, each"),
        (answers(tasks=("x", "y", "z")), {"over": "tasks"}, "tasks-t", "on tasks like these 3"),
        (without(answers(tasks=("x", "y")), "document"), {"average": "pooled"}, "mcnemar-midp", "the pooled items of"),
        (without(answers(("A", "B", "C")), "document"), {}, "max-t-items", "on this task (60 items)"),
    ],
)  # fmt: skip
def test_the_design_chooses_the_test_and_the_sentence_names_the_question(columns, asked, test, words):
    found = bakeoff.compare(columns, **asked)
    assert found.settings.test == test
    assert words in found.summary.replace("On ", "on ")
    assert "dataset" not in str(found)


def test_the_mean_over_these_tasks_and_over_tasks_like_these_have_their_own_intervals():
    columns = without(answers(tasks=("x", "y", "z"), items=40), "document")
    these, such = bakeoff.compare(columns), bakeoff.compare(columns, over="tasks")
    scores = np.array(columns["score"]).reshape(3, 2, 40)
    d, task = (scores[:, 1] - scores[:, 0]).ravel(), np.repeat([0, 1, 2], 40)
    assert these.pairs[0].p_value == pytest.approx(items_stratified(d, item_tasks=task).p_value)
    assert such.pairs[0].p_value == pytest.approx(tasks_t(d, item_tasks=task).p_value)
    assert these.pairs[0].advantage == pytest.approx(such.pairs[0].advantage)


def test_groups_carry_the_standard_error():
    columns = answers(items=60)
    scores = np.array(columns["score"]).reshape(2, 60)
    one = items_clustered(scores[1] - scores[0], item_groups=np.arange(60) // 5)
    assert bakeoff.compare(columns).pairs[0].p_value == pytest.approx(one.p_value)


def test_a_test_of_items_keeps_its_own_null_and_assumptions():
    grouped, tasks = answers(items=60), without(answers(tasks=("x", "y", "z"), items=40), "document")
    d, of = np.arange(120) % 3 - 1.0, np.repeat([0, 1, 2], 40)
    for found, own in (
        (bakeoff.compare(grouped), items_clustered(d, item_groups=of)),
        (bakeoff.compare(tasks), items_stratified(d, item_tasks=of)),
        (bakeoff.compare(tasks, over="tasks"), tasks_t(d + of, item_tasks=of)),
    ):
        result = found.pairs[0].result
        assert (result.procedure, result.null, result.assumptions) == (
            own.procedure,
            own.null,
            own.assumptions,
        )


def test_every_task_has_a_verdict_adjusted_over_the_tasks_and_tasks_that_disagree_are_named():
    up, down = (
        answers(tasks=("x", "y"), items=80, shift=0.4),
        answers(tasks=("z",), items=80, shift=-0.5, seed=2),
    )
    both = {name: up[name] + down[name] for name in up if name != "document"}
    found = bakeoff.compare(both)
    verdicts = {v.dataset: str(v.verdict) for v in found.pairs[0].by_dataset}
    assert verdicts == {"x": "better", "y": "better", "z": "worse"}
    finding = next(f for f in found.findings if f.code == "BO271")
    assert "z" in finding.message
    assert found.to_dict()["pairs"][0]["by_task"]["tasks"][0]["task"] == "x"


def test_attempts_are_averaged_and_their_part_of_the_variance_is_told():
    found = bakeoff.compare(without(answers(attempts=4), "document"))
    assert found.pairs[0].result.n == 60
    (parts,) = found.item_facts.variance
    assert parts.items + parts.attempts + parts.groups == pytest.approx(1)
    assert "variance of the difference: items" in str(found)


def test_pass_at_k_is_the_unbiased_one_and_refused_beyond_the_attempts():
    columns = without(answers(attempts=4), "document")
    found = bakeoff.compare(columns, metric="pass@2")
    right = np.array(columns["score"]).reshape(2, 60, 4).sum(axis=2)
    expected = 1 - (4 - right) * (3 - right) / 12
    assert found.pairs[0].advantage == pytest.approx(expected[1].mean() - expected[0].mean())
    assert found.evidence.metric == "pass@2"
    with pytest.raises(BakeoffError, match="needs 5 attempts"):
        bakeoff.compare(columns, metric="pass@5")


def test_five_groups_are_told_to_be_too_few():
    found = bakeoff.compare(answers(items=25))
    finding = next(f for f in found.findings if f.code == "BO267")
    assert finding.detail["smallest_p"] == pytest.approx(2 / 2**5)


def test_missing_answers_are_counted_by_status_and_bound_the_verdict():
    columns = without(answers(items=100, shift=0.12), "document")
    columns["status"] = ["answered"] * 200
    for i in range(30):
        columns["score"][100 + i], columns["status"][100 + i] = (
            float("nan"),
            "refused" if i < 20 else "timed out",
        )
    found = bakeoff.compare(columns)
    (lacking,) = found.item_facts.lacking
    assert (lacking.model, dict(lacking.statuses)) == ("B", {"refused": 20, "timed out": 10})
    (bound,) = found.item_facts.bounds
    interval = found.pairs[0].interval
    assert interval.low == bound.worst.estimate.interval.low
    assert interval.high == bound.best.estimate.interval.high
    wrong = bakeoff.compare(columns, missing="wrong")
    assert wrong.pairs[0].advantage == pytest.approx(bound.worst.estimate.value)
    with pytest.raises(BakeoffError, match="missing"):
        bakeoff.compare(columns, missing="refuse")


def test_a_lower_score_may_be_better():
    columns = without(answers(), "document")
    errors = {**columns, "score": [1 - x for x in columns["score"]]}
    right, wrong = bakeoff.compare(columns), bakeoff.compare(errors, higher_is_better=False)
    assert wrong.pairs[0].advantage == pytest.approx(right.pairs[0].advantage)
    assert wrong.pairs[0].p_value == pytest.approx(right.pairs[0].p_value)


def test_swapping_the_models_mirrors_the_answer():
    columns = answers(tasks=("x", "y"))
    one = bakeoff.compare(columns, baseline="A").pairs[0]
    other = bakeoff.compare(columns, baseline="B").pairs[0]
    assert (other.interval.low, other.interval.high) == pytest.approx((-one.interval.high, -one.interval.low))


def test_the_order_of_rows_changes_nothing():
    columns = answers(tasks=("x", "y"), attempts=2)
    order = np.random.default_rng(3).permutation(len(columns["score"]))
    mixed = {name: [values[i] for i in order] for name, values in columns.items()}
    assert bakeoff.compare(mixed, baseline="A").pairs[0].p_value == pytest.approx(
        bakeoff.compare(columns).pairs[0].p_value
    )


def test_the_command_line_says_items_and_tasks_on_every_face(tmp_path, capsys):
    file = written(answers(("A", "B", "C"), tasks=("x", "y"), attempts=2), tmp_path / "items.csv")
    paths = {name: str(tmp_path / name) for name in ("r.html", "r.tex", "r.md", "r.csv", "s.csv")}
    code = main(
        ["compare", file, "--json", "--report", paths["r.html"], "--latex", paths["r.tex"], "--export", paths["r.md"],
         "--export", paths["r.csv"], "--export", f"scores={paths['s.csv']}"]
    )  # fmt: skip
    document = json.loads(capsys.readouterr().out)
    assert code == 0
    assert {k: document["evidence"][k] for k in ("kind", "items", "tasks", "attempts", "groups")} == {
        "kind": "items", "items": 120, "tasks": 2, "attempts": 2, "groups": 24,
    }  # fmt: skip
    assert "datasets" not in document["evidence"]
    for name in ("r.tex", "r.md", "r.csv", "s.csv"):
        assert "dataset" not in (tmp_path / name).read_text(encoding="utf-8"), name
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "By task" in page
    assert " datasets" not in page.partition("<script")[0]


def test_gates_and_margins_work_on_items(tmp_path, capsys):
    file = written(without(answers(items=400, shift=0.2), "document"), tmp_path / "items.csv")
    assert main(["compare", file, "--gate", "better", "-q"]) == 0
    assert main(["compare", file, "--gate", "not-worse", "--margin", "0.05", "-q"]) == 0
    assert main(["compare", file, "--baseline", "B", "--gate", "better", "-q"]) == 1
    capsys.readouterr()


def test_plan_answers_in_items_and_attempts(tmp_path, capsys):
    file = written(without(answers(attempts=2), "document"), tmp_path / "items.csv")
    assert main(["plan", file, "--difference", "0.05", "--item-cost", "5", "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["question"] == "items and attempts"
    assert plan["attempts"] > 1
    assert plan["cost"] <= plan["cost_with_one_attempt"]
    assert main(["plan", "--items", "500", "--attempts", "2"]) == 2
    capsys.readouterr()


def test_a_pilot_with_one_attempt_plans_no_attempts(tmp_path, capsys):
    file = written(without(answers(), "document"), tmp_path / "items.csv")
    assert main(["plan", file, "--difference", "0.05", "--attempts", "3"]) == 2
    assert "BO279" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--over", "tasks"], "BO261"),
        (["--metric", "pass@3"], "BO260"),
        (["--metric", "f1"], "BO031"),
        (["--missing", "drop-dataset"], "BO067"),
        (["--group-column", "nothing"], "BO030"),
    ],
)
def test_what_items_cannot_answer_is_refused_with_a_fix(tmp_path, capsys, arguments, code):
    file = written(without(answers(), "document", "task"), tmp_path / "items.csv")
    assert main(["compare", file, *arguments]) == 2
    said = capsys.readouterr()
    assert code in said.err
    assert "fix:" in said.err
    assert said.out == ""


def test_graded_scores_near_a_bound_have_an_interval_within_the_bounds():
    found = bakeoff.compare(without(answers(items=12, graded=True), "document"))
    assert -1 <= found.pairs[0].interval.low <= found.pairs[0].interval.high <= 1
    assert all(0 <= s.score_interval.low <= s.score_interval.high <= 1 for s in found.ranking)


def test_a_score_that_is_no_number_is_refused_with_its_place(tmp_path, capsys):
    file = tmp_path / "items.csv"
    file.write_text("model,item,score\nA,1,x\nB,1,1\n", encoding="utf-8")
    assert main(["compare", str(file)]) == 2
    said = capsys.readouterr().err
    assert "the score of 'A' on item '1' is not a number: 'x'" in said
    assert "dataset" not in said


@pytest.mark.parametrize(("shift", "is_said"), [(0.3, True), (0.0, False)])
def test_a_decided_difference_over_few_groups_says_what_no_sample_of_them_shows(shift, is_said):
    rng = np.random.default_rng(2)
    rows = [
        f"{m},q{g}_{i},d{g},{np.clip(0.4 + (m == 'B') * shift + rng.normal(0, 0.2), 0, 1):.3f}"
        for g in range(12)
        for i in range(8)
        for m in "AB"
    ]
    made = bakeoff.compare("\n".join(["model,item,doc,score", *rows]) + "\n", group_column="doc")
    assert ("BO659" in {finding.code for finding in made.findings}) is is_said


def three_attempts():
    return {
        "model": ["A"] * 6 + ["B"] * 6,
        "item": (["q1"] * 3 + ["q2"] * 3) * 2,
        "attempt": ["0", "1", "2"] * 4,
        "score": [0.1, 0.5, 0.9, 0.2, 0.2, 0.8, 0.3, 0.4, 0.6, 0.7, 0.1, 0.0],
    }


def test_the_best_of_two_is_the_mean_over_all_pairs_of_attempts():
    # By hand, of A: (.5 + .9 + .9)/3 and (.2 + .8 + .8)/3; of B: (.4 + .6 + .6)/3 and (.7 + .7 + .1)/3.
    columns = {name: column + column[:6] for name, column in three_attempts().items()}
    columns["model"][12:] = ["C"] * 6  # which answers as A does: more models than items
    higher = bakeoff.compare(columns, metric="best-of-2")
    assert {higher.pairs[1].advantage, higher.pairs[1].a, higher.pairs[1].b} == {0, "A", "C"}
    assert higher.pairs[0].advantage == pytest.approx((1.6 / 3 - 2.3 / 3 + 0.5 - 0.6) / 2)
    # Where lower is better, of A: (.1 + .1 + .5)/3 and (.2 + .2 + .2)/3; of B: (.3 + .3 + .4)/3 and (.1 + 0 + 0)/3.
    lower = bakeoff.compare(three_attempts(), metric="best-of-2", higher_is_better=False)
    assert lower.pairs[0].advantage == pytest.approx((0.7 / 3 - 1.0 / 3 + 0.6 / 3 - 0.1 / 3) / 2)


@pytest.mark.parametrize(
    ("rows", "k", "says"),
    [
        (12, 4, "best-of-4 needs 4 attempts at an item, and there are 3"),
        (11, 3, "1 has fewer, such as item 'q2' of B with 2"),
        (10, 2, "1 has fewer, such as item 'q2' of B with 1"),
        (12, 3, None),
    ],
)
def test_attempts_that_are_too_few_are_counted_and_one_of_them_is_named(rows, k, says):
    columns = {name: column[:rows] for name, column in three_attempts().items()}
    if says is None:
        assert bakeoff.compare(columns, metric=f"best-of-{k}").evidence.metric == f"best-of-{k}"
        return
    with pytest.raises(BakeoffError, match=says):
        bakeoff.compare(columns, metric=f"best-of-{k}")
