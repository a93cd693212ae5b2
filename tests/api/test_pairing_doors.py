"""What is paired, at the door: folders with unrelated runs, answers without ids, models that are left out."""

import json
import random

import pytest

import bakeoff
from bakeoff.cli.main import main

RUNS = {"A": ("t1", "t2"), "B": ("t1",), "C": ("t2",), "D": ("t9",)}


def samples(folder, runs=RUNS, items=20):
    """Write files as lm-evaluation-harness does, of the runs {model: tasks}."""
    for model, tasks in runs.items():
        draw = random.Random(model)
        for task in tasks:
            lines = [
                {"doc_id": i, "doc": {"q": f"{task} {i}"}, "target": "x", "arguments": [], "resps": [],
                 "filtered_resps": [], "filter": "none", "metrics": ["acc"], "acc": float(draw.random() < 0.6)}
                for i in range(items)
            ]  # fmt: skip
            path = folder / model / f"samples_{task}_2026-01-01T00-00-00.000001.jsonl"
            path.parent.mkdir(exist_ok=True)
            path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


@pytest.fixture
def run(capsys):
    """Run the command line, and return its code and what it printed."""

    def typed(*words):
        code = main(["compare", *map(str, words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return typed


def test_groups_of_models_that_share_tasks_are_named_with_a_command_that_works(tmp_path, run):
    code, _, error = run(samples(tmp_path))
    assert code == 2
    said = " ".join(error.split())
    assert "BO600" in said
    assert "2 groups of models can be compared; 'D' with nobody" in said
    commands = [line.strip() for line in error.splitlines() if line.strip().startswith("bakeoff compare")]
    assert len(commands) == 2
    for command, (models, task) in zip(commands, (({"A", "B"}, "t1"), ({"A", "C"}, "t2")), strict=True):
        code, answer, error = run(*command.split()[2:], "--json")
        assert code == 0, error
        found = json.loads(answer)
        assert set(found["evidence"]["classifiers"]) == models
        assert found["evidence"]["task_names"] == [task]


def test_a_model_that_nobody_can_be_compared_with_is_left_out_and_said(tmp_path):
    folder = samples(tmp_path, {"A": ("t1", "t2"), "B": ("t1", "t2"), "stranger": ("other",)})
    found = bakeoff.compare(folder)
    assert found.evidence.models == ("A", "B")
    (finding,) = [f for f in found.findings if f.code == "BO601"]
    assert "'stranger' (on 'other')" in finding.message
    assert found.design.items == 40


def test_models_without_any_item_in_common_are_refused_as_before(tmp_path):
    with pytest.raises(bakeoff.BakeoffError) as caught:
        bakeoff.compare(samples(tmp_path, {"A": ("t1",), "B": ("t2",), "C": ("t3",)}))
    assert caught.value.code == "BO263"


def test_models_and_tasks_and_items_of_logs_can_be_left_out(tmp_path):
    folder = samples(tmp_path, {"A": ("t1", "t2"), "B": ("t1", "t2"), "C": ("t1", "t2")})
    found = bakeoff.compare(folder, leave_out=["C"], without=["t2", "7"])
    assert found.evidence.models == ("A", "B")
    assert found.evidence.tasks == ("t1",)
    assert found.design.items == 19
    with pytest.raises(bakeoff.BakeoffError, match="no model, task or item called 'nobody'"):
        bakeoff.compare(folder, leave_out=["nobody"])


def lines(folder, name, scores, **more):
    path = folder / f"{name}.jsonl"
    records = ({"correct": bool(s), **{k: v[i] for k, v in more.items()}} for i, s in enumerate(scores))
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


A, B = [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1], [1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1]


def test_files_without_ids_are_paired_by_their_order_only_when_asked(tmp_path, run):
    files = [lines(tmp_path, "a", A), lines(tmp_path, "b", B)]
    code, _, error = run(*files)
    assert code == 2
    assert "--pair-by position" in error
    _, answer, _ = run(*files, "--pair-by", "position")
    assert "paired by position in the file" in " ".join(answer.split())
    assert "BO603" in answer
    found = bakeoff.compare(files, pair_by="position")
    assert (found.pairs[0].wins, found.pairs[0].losses) == (3, 0)
    assert found.to_dict()["evidence"]["paired_by"] == "position in the file"


def test_a_long_table_without_items_is_paired_by_its_order_only_when_asked():
    table = {"model": ["A"] * 12 + ["B"] * 12, "score": A + B}
    with pytest.raises(bakeoff.BakeoffError, match="pair_by"):
        bakeoff.compare(table)
    assert bakeoff.compare(table, pair_by="position").pairs[0].wins == 3


def test_an_order_that_ids_contradict_is_refused(tmp_path):
    ids = [f"q{i}" for i in range(12)]
    files = [lines(tmp_path, "a", A, id=ids), lines(tmp_path, "b", B, id=ids[::-1])]
    with pytest.raises(
        bakeoff.BakeoffError, match="contradicts them: row 1 is 'q0' of 'a' and 'q11' of 'b'"
    ) as caught:
        bakeoff.compare(files, pair_by="position")
    assert caught.value.code == "BO604"


def test_different_numbers_of_answers_have_no_order(tmp_path):
    files = [lines(tmp_path, "a", A), lines(tmp_path, "b", B[:-1])]
    with pytest.raises(bakeoff.BakeoffError, match="'a' 12 and 'b' 11") as caught:
        bakeoff.compare(files, pair_by="position")
    assert caught.value.code == "BO604"
