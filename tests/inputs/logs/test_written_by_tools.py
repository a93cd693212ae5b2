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

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.logs.read import read_logs, recognise_log


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
