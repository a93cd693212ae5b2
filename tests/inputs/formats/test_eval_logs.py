"""Logs of evaluations that say which answers were right."""

import json

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def read(source, **options):
    made = read_evidence(source, options=ReadOptions(**options))
    assert isinstance(made, Predictions)
    return made


@pytest.mark.parametrize("name", ["id", "doc_id", "sample_id", "question_id"])
@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        ("correct", True, False),
        ("is_correct", 1, 0),
        ("acc", 1.0, 0.0),
        ("exact_match", 1, 0),
        ("passed", "yes", "no"),
        ("score", 1, 0),
        ("correct", "correct", "incorrect"),
    ],
)
def test_a_field_says_right_or_wrong_of_each_example(tmp_path, name, field, right, wrong):
    (tmp_path / "a.jsonl").write_text(lines({name: 1, field: right}, {name: 2, field: wrong}))
    (tmp_path / "b.jsonl").write_text(lines({name: 2, field: right}, {name: 1, field: right}))
    made = read([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])
    assert made.classifiers == ("a", "b")
    assert made.correct.tolist() == [[True, True], [False, True]]
    assert (made.classes, made.truth, made.measure.name) == ((), None, field)


def test_scores_may_stand_one_level_below():
    record = {"doc": {"question": "why?"}, "resps": [["because"]], "target": "A"}
    made = read(
        lines({"doc_id": 0, **record, "metrics": {"acc": 1}}, {"doc_id": 1, **record, "metrics": {"acc": 0}})
    )
    assert made.correct.tolist() == [[True], [False]]


def test_scores_may_be_letters_with_more_beside_them():
    log = {
        "eval": {"model": "org/model", "task": "arith"},
        "samples": [
            {"id": 1, "epoch": 1, "input": "2+2", "scores": {"match": {"value": "C", "answer": "4"}}},
            {"id": 2, "epoch": 1, "input": "2+3", "scores": {"match": {"value": "I", "answer": "4"}}},
        ],
    }
    made = read(json.dumps(log, indent=1))
    assert made.classifiers == ("org/model",)
    assert made.correct.tolist() == [[True], [False]]


def test_one_log_may_hold_several_models():
    rows = [{"question_id": q, "model": m, "correct": q % 2 == 0 or m == "b"} for q in range(4) for m in "ab"]
    made = read(rows)
    assert made.classifiers == ("a", "b")
    assert made.correct.tolist() == [[True, True], [False, True], [True, True], [False, True]]


def test_one_of_several_measures_is_chosen_and_it_is_said():
    records = [{"doc_id": i, "acc": i % 2, "acc_norm": 1} for i in range(4)]
    made = read(lines(*records))
    assert made.measure.name == "acc"
    assert [f.code for f in made.findings] == ["BO359"]
    assert read(lines(*records), metric="acc_norm").correct.all()
    assert read(lines(*records), metric="accuracy").measure.name == "acc"
    with pytest.raises(BakeoffError) as caught:
        read(lines(*records), metric="acc_nrm")
    assert caught.value.code == "BO031"
    assert "did you mean 'acc_norm'" in caught.value.fix


def test_answers_may_be_partly_right():
    made = read(lines({"doc_id": 1, "score": 0.5}, {"doc_id": 2, "score": 1}, {"doc_id": 3, "score": 0}))
    assert made.outcome[:, 0].tolist() == [0.5, 1.0, 0.0]
    assert made.correct[:, 0].tolist() == [False, True, False]
    assert [f.code for f in made.findings] == ["BO360"]


def test_columns_may_say_whose_answers_are_right():
    made = read("id,gpt_correct,llama_correct\n1,1,0\n2,0,0\n")
    assert (made.classifiers, made.correct.tolist()) == (("gpt", "llama"), [[True, False], [False, False]])


def test_columns_of_true_and_false_are_outcomes():
    made = read("id,gpt,llama\nq1,true,false\nq2,True,TRUE\n")
    assert (made.classifiers, made.correct.tolist()) == (("gpt", "llama"), [[True, False], [True, True]])


def test_tasks_solved_by_programs_are_examples():
    made = read(
        lines({"task_id": "HumanEval/0", "passed": True}, {"task_id": "HumanEval/1", "passed": False})
    )
    assert made.correct.tolist() == [[True], [False]]


def test_marks_of_several_models_that_are_mostly_whole_are_a_log():
    rows = [{"id": q, "model": m, "score": [1, 0, 0.5][(q + (m == "b")) % 3]} for q in range(6) for m in "ab"]
    assert read(rows).outcome.shape == (6, 2)


@pytest.mark.parametrize("header", ["task_id,flow,acc", "data_id,algorithm,score"])
def test_scores_of_numbered_datasets_are_scores(header):
    rows = "".join(f"{d},{c},0.{d}{j + 1}\n" for d in (3, 11, 14) for j, c in enumerate(("rf", "svm")))
    assert isinstance(read_evidence(f"{header}\n{rows}"), Scores)


def test_a_benchmark_with_ids_of_runs_is_a_table_of_scores():
    rows = "".join(
        f"run{i}{c},{d},{c},0.{i}{j}\n" for i, d in enumerate("uvw") for j, c in enumerate(("rf", "svm"))
    )
    made = read_evidence("id,task,framework,acc\n" + rows)
    assert made.measure.name == "acc"
    assert made.datasets == ("u", "v", "w")
