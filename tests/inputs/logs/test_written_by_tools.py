"""Files that the installed tools write here and now, and tables in Parquet."""

import json
from pathlib import Path

import numpy as np
import optuna
import pyarrow
import pyarrow.parquet
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.logs.read import read_logs
from bakeoff.inputs.logs.registry import recognise_log
from bakeoff.inputs.options import ReadOptions


def test_a_storage_of_optuna_is_refused_with_its_studies(tmp_path):
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    storage = f"sqlite:///{tmp_path / 'study.db'}"
    study = optuna.create_study(study_name="first", storage=storage, direction="maximize")
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=3)
    before = (tmp_path / "study.db").read_bytes()
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path / "study.db")
    assert caught.value.code == "BO542"
    assert "'first' with 3 trials" in caught.value.what
    assert (tmp_path / "study.db").read_bytes() == before


def test_a_journal_of_optuna_is_a_search_too(tmp_path):
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    backend = optuna.storages.journal.JournalFileBackend(str(tmp_path / "journal.log"))
    study = optuna.create_study(storage=optuna.storages.JournalStorage(backend))
    study.optimize(lambda trial: trial.suggest_float("x", 0, 1), n_trials=2)
    assert recognise_log(tmp_path / "journal.log").tool == "Optuna"


def test_results_of_cross_validate_saved_model_by_model_are_joined(tmp_path):
    features, classes = load_iris(return_X_y=True)
    means = []
    for name, model in (("logreg", LogisticRegression(max_iter=500)), ("nb", GaussianNB())):
        result = cross_validate(model, features, classes, cv=5, scoring=("accuracy", "f1_macro"))
        rows = np.column_stack(list(result.values()))
        np.savetxt(
            tmp_path / f"cv_{name}.csv",
            rows,
            delimiter=",",
            header=",".join(result),
            comments="",
            fmt="%.17g",
        )
        means.append(result["test_accuracy"].mean())
    evidence = read_logs(tmp_path).evidence
    assert evidence.classifiers == ("logreg", "nb")
    assert evidence.measure.name == "accuracy"
    np.testing.assert_allclose(evidence.values, [means], rtol=1e-9)


def write_parquet(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


def test_details_of_lighteval_are_items(tmp_path):
    for model, scores in (("a", [1, 0]), ("b", [1, 1])):
        rows = [
            {
                "doc": {
                    "id": str(i),
                    "query": f"q{i}",
                    "choices": ["x", "y"],
                    "gold_index": 0,
                    "task_name": "lb|arc",
                },
                "metric": {"acc": float(s), "acc_norm": 1.0},
                "model_response": {"text": ["x"]},
            }
            for i, s in enumerate(scores)
        ]
        name = "details_lb|arc:easy|25|0_2026-01-01T00-00-00.000001.parquet"
        write_parquet(tmp_path / "details" / "org" / model / "2026-01-01T00-00-00.000001" / name, rows)
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.tasks, evidence.metric) == (("org/a", "org/b"), ("lb|arc:easy",), "acc")
    assert evidence.runs[0].settings["shots"] == "25"
    np.testing.assert_array_equal(evidence.mean_by_item(), [[1, 0], [1, 1]])


def test_older_details_of_lighteval_hold_text(tmp_path):
    for model, score in (("a", 1.0), ("b", 0.0)):
        row = {"example": "q", "hashes": "{}", "predictions": "['x']", "metrics": json.dumps({"em": score})}
        write_parquet(tmp_path / "details" / model / "details_gsm8k|5.parquet", [row])
    np.testing.assert_array_equal(read_logs(tmp_path).evidence.mean_by_item(), [[1.0], [0.0]])


def test_judgments_of_livebench_may_be_parquet(tmp_path):
    rows = [
        {"question_id": q, "task": "t", "model": m, "score": s, "tstamp": 1.0, "category": "c"}
        for m, scores in (("a", (1.0, 0.5)), ("b", (0.0, 0.5)))
        for q, s in zip("xy", scores, strict=True)
    ]
    write_parquet(tmp_path / "judgments.parquet", rows)
    np.testing.assert_array_equal(read_logs(tmp_path).evidence.mean_by_item(), [[1.0, 0.5], [0.0, 0.5]])


def test_a_table_of_items_may_be_parquet_or_records(tmp_path):
    rows = [{"model": m, "prompt": q, "correct": m == "a"} for m in "ab" for q in "xyz"]
    write_parquet(tmp_path / "p" / "items.parquet", rows)
    (tmp_path / "j").mkdir()
    (tmp_path / "j" / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    by_parquet, by_lines = (read_logs(tmp_path / folder).evidence for folder in "pj")
    assert by_parquet.digest == by_lines.digest
    assert by_lines.metric == "correct"


def test_details_of_opencompass_hold_a_list_of_attempts_in_every_field(tmp_path):
    """As BaseEvaluator.evaluate of OpenCompass 0.5 leaves them: n runs of an example side by side."""
    for model, runs in (("m1", [[True, False], [False, False]]), ("m2", [[True, True], [True, False]])):
        details = [
            {
                "example_abbr": f"None_{i}",
                "G-Pass@2_0.0": 1.0,
                "mG-Pass@2": 0.5,
                "pred": ["a"] * len(correct),
                "answer": [f"gold {i}"] * len(correct),
                "correct": correct,
            }
            for i, correct in enumerate(runs)
        ]
        folder = tmp_path / "20260101_000000" / "results" / model
        folder.mkdir(parents=True)
        (folder / "gsm8k.json").write_text(
            json.dumps({"accuracy (2 runs average)": 25.0, "details": details}, indent=4)
        )
    evidence = read_logs(tmp_path).evidence
    assert (evidence.attempts, evidence.items, evidence.paired_by) == (2, ["None_0", "None_1"], "item id")
    np.testing.assert_array_equal(evidence.mean_by_item(), [[0.5, 0.0], [1.0, 0.5]])


def opencompass_results(folder: Path, model: str, details: object) -> None:
    (folder / "results" / model).mkdir(parents=True)
    text = json.dumps({"accuracy": 50.0, "details": details}, indent=4)
    (folder / "results" / model / "winogrande.json").write_text(text)


def test_details_of_opencompass_without_answers_are_paired_by_their_order_only_when_asked(tmp_path):
    for model in ("m1", "m2"):
        details = {"type": "GEN"} | {
            str(i): {"predictions": "x", "correct": model == "m2" or i < 2} for i in range(4)
        }
        opencompass_results(tmp_path, model, details)
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path)
    assert caught.value.code == "BO602"
    assert "--pair-by position" in caught.value.fix
    evidence = read_logs(tmp_path, options=ReadOptions(pair_by="position")).evidence
    assert evidence.paired_by == "position in the file"
    assert "BO603" in {f.code for f in evidence.findings}
    np.testing.assert_array_equal(evidence.mean_by_item(), [[1, 1, 0, 0], [1, 1, 1, 1]])


def test_references_of_opencompass_check_that_places_are_the_same_items(tmp_path):
    for model, first in (("m1", "Paris"), ("m2", "Rome")):
        details = {str(i): {"prompt": f"{model} asks", "pred": "x", "refr": f"{first} {i}", "is_correct": True}
                   for i in range(3)}  # fmt: skip
        opencompass_results(tmp_path, model, details)
    for options in (ReadOptions(), ReadOptions(pair_by="position")):
        with pytest.raises(BakeoffError) as caught:
            read_logs(tmp_path, options=options)
        assert caught.value.code == ("BO544" if options.pair_by is None else "BO604")


def test_a_table_of_weights_and_biases_is_a_table(tmp_path):
    rows = [[m, f"q{i}", (i + (m == "b")) % 3 > 0] for m in "ab" for i in range(30)]
    whole = {"columns": ["model", "example_id", "correct"], "data": rows, "ncols": 3, "nrows": 60,
             "column_types": {"params": {"type_map": {}}, "wb_type": "typedDict"}}  # fmt: skip
    (tmp_path / "eval_0_ab12cd34.table.json").write_text(json.dumps(whole))
    found = bakeoff.compare(tmp_path / "eval_0_ab12cd34.table.json")
    assert found.evidence.classifiers == ("a", "b")
    assert found.design.examples == 30


def test_a_history_of_weights_and_biases_is_a_training(tmp_path):
    lines = [
        {"_step": i, "_runtime": 2.0 * i, "_timestamp": 1e9 + i, "loss": 1 / (i + 1), "acc": i / 10}
        for i in range(8)
    ]
    (tmp_path / "wandb-history.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(BakeoffError, match="course of"):
        bakeoff.compare(tmp_path / "wandb-history.jsonl")


def test_the_table_of_mlflow_is_read_by_the_score_and_not_by_the_loss_that_stands_first(tmp_path):
    """As `search_runs().to_csv` of MLflow 3.17 writes it: the order of metrics is that of the store."""
    head = (
        "run_id,experiment_id,status,artifact_uri,metrics.val/loss,metrics.accuracy,params.model,params.fold"
    )
    runs = [(m, k, 0.8 + 0.01 * ((k + len(m)) % 4)) for m in ("rf", "svm") for k in range(5)]
    rows = [f"r{m}{k},1,FINISHED,x,0.5,{score},{m},{k}" for m, k, score in runs]
    (tmp_path / "runs.csv").write_text("\n".join([head, *rows]) + "\n")
    evidence = read_logs(tmp_path / "runs.csv").evidence
    assert (evidence.measure.name, evidence.measure.higher_is_better) == ("accuracy", True)
    (other,) = [f for f in evidence.findings if f.code == "BO359"]
    assert "'val/loss'" in other.message
