"""An experiment of MLflow is evidence, and takes the verdict back; laid out as MLflow 3 writes it."""

import json
import sqlite3

import pytest

import bakeoff
from bakeoff.cli.main import main
from pipeline_cases import predictions
from tracking_server import serving

TABLE = {
    name: predictions("y_pred", right, seed=seed)
    for name, right, seed in (("tree", 0.75, 0), ("forest", 0.93, 1))
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    return tmp_path


def log_run(folder, key, *, experiment, name, start, **logged):
    run = folder / "mlruns" / experiment / key
    for kind in ("tags", "params", "metrics", "artifacts"):
        (run / kind).mkdir(parents=True)
    (run / "meta.yaml").write_text(
        f"artifact_uri: file://{run}/artifacts\nend_time: 2\nexperiment_id: '{experiment}'\nlifecycle_stage: active\n"
        f"run_id: {key}\nrun_name: {name}\nstart_time: {start}\nstatus: 3\n"
    )
    for param, value in logged.get("params", {}).items():
        (run / "params" / param).write_text(str(value))
    for metric, value in logged.get("metrics", {}).items():
        (run / "metrics" / metric).write_text(f"1 {value} 0\n")
    for artifact, text in logged.get("artifacts", {}).items():
        (run / "artifacts" / artifact).write_text(text)
    return run


def log_experiment(folder, key, name):
    (folder / "mlruns" / key).mkdir(parents=True)
    (folder / "mlruns" / key / "meta.yaml").write_text(
        f"artifact_location: x\nexperiment_id: '{key}'\nlifecycle_stage: active\nname: {name}\n"
    )


@pytest.fixture
def runs(folder):
    """Return the folders of two runs with predictions; the first was started first, whatever its key."""
    log_experiment(folder, "7", "digits")
    return [
        log_run(folder, key, experiment="7", name=name, start=i, artifacts={"predictions.csv": TABLE[name]})
        for i, (key, name) in enumerate((("ff01", "tree"), ("aa02", "forest")))
    ]


def test_tables_of_runs_are_paired_and_named_after_them(runs):
    (pair,) = bakeoff.compare("mlflow:digits").pairs
    assert (pair.a, pair.b, pair.verdict.value) == ("tree", "forest", "better")


def test_metrics_are_compared_where_runs_have_no_table(folder, capsys):
    log_experiment(folder, "3", "folds")
    for fold in range(10):
        for i, (name, mean) in enumerate((("tree", 0.7), ("forest", 0.8))):
            log_run(
                folder, f"{fold}{i}", experiment="3", name=f"r{fold}", start=fold,
                params={"model": name, "fold": fold, "dataset": "iris"},
                metrics={"accuracy": mean + (fold * 7 % 5) / 100 + i * fold % 3 / 100},
            )  # fmt: skip
    assert main(["compare", "mlflow:folds", "--baseline", "tree", "--gate", "better", "-q"]) == 0
    assert "forest is better than tree on 10 resamples of one dataset" in capsys.readouterr().out


def test_the_verdict_is_logged_back_when_asked(runs, capsys):
    command = ["compare", "mlflow:digits", "--gate", "better", "-q"]
    assert main(command) == 0
    assert not any((run / "tags" / "bakeoff.gate").exists() for run in runs)
    assert main([*command, "--log-back"]) == 0
    assert "logged back: 2 runs of mlflow:digits" in capsys.readouterr().err
    for run in runs:
        assert (run / "tags" / "bakeoff.gate").read_text() == "better: passed"
        assert (run / "tags" / "bakeoff.verdicts").read_text() == "forest against tree: better"
        document = json.loads((run / "artifacts" / "bakeoff" / "comparison.json").read_text())
        assert document["schema"] == "bakeoff/comparison/1"
    assert main(command) == 0  # what was logged back is not taken for evidence


def test_a_database_is_read_by_experiment_and_not_written(folder, monkeypatch, capsys, runs):
    connection = sqlite3.connect("mlflow.db")
    connection.executescript(
        "CREATE TABLE experiments (experiment_id INTEGER, name TEXT, lifecycle_stage TEXT);"
        "CREATE TABLE runs (run_uuid TEXT, name TEXT, status TEXT, lifecycle_stage TEXT, artifact_uri TEXT,"
        " start_time INTEGER, experiment_id INTEGER);"
        "CREATE TABLE tags (run_uuid TEXT, key TEXT, value TEXT);"
        "CREATE TABLE params (run_uuid TEXT, key TEXT, value TEXT);"
        "CREATE TABLE latest_metrics (run_uuid TEXT, key TEXT, value REAL);"
    )
    connection.execute("INSERT INTO experiments VALUES (7, 'digits', 'active'), (8, 'other', 'active')")
    for i, (run, name) in enumerate(zip(runs, ("tree", "forest"), strict=True)):
        row = (run.name, name, "FINISHED", "active", f"file://{run}/artifacts", i, 7)
        connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    connection.execute("INSERT INTO runs VALUES ('x', 'stray', 'FINISHED', 'active', '', 9, 8)")
    connection.commit()
    connection.close()
    before = (folder / "mlflow.db").read_bytes()
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{folder}/mlflow.db")
    assert main(["compare", "mlflow:digits", "-q"]) == 0
    assert "forest is better than tree on 300 test examples" in capsys.readouterr().out
    assert main(["compare", "mlflow:digits", "-q", "--log-back"]) == 2
    out, err = capsys.readouterr()
    assert (out, "error BO682" in err) == ("", True)
    assert (folder / "mlflow.db").read_bytes() == before


REFUSED = {
    "mlflow:digitz": "error BO680: there is no experiment 'digitz'; did you mean 'digits'?",
    "mlflow:digits#none.csv": "error BO680: not every finished run has an artifact 'none.csv'",
}


@pytest.mark.parametrize("address", REFUSED)
def test_what_is_not_there_is_refused(address, runs, capsys):
    assert main(["compare", address]) == 2
    assert REFUSED[address] in capsys.readouterr().err


def test_several_tables_are_a_question_and_a_foreign_database_is_not_read(runs, capsys, monkeypatch):
    for run in runs:
        (run / "artifacts" / "more.csv").write_text("a,b\n1,2\n")
    assert main(["compare", "mlflow:digits"]) == 2
    assert "say which: mlflow:digits#more.csv" in capsys.readouterr().err
    assert main(["compare", "mlflow:digits#predictions.csv", "-q"]) == 0
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "databricks://profile")
    assert main(["compare", "mlflow:digits"]) == 2
    assert "error BO680: runs that are kept at databricks:// are not read" in capsys.readouterr().err


LOGGED = {name: {"tables/predictions.csv": text, "notes/plan.txt": "x"} for name, text in TABLE.items()}


@pytest.mark.parametrize("root", ["mlflow-artifacts:", "mlflow-artifacts://host:5000", "s3://bucket"])
def test_a_server_is_asked_for_runs_and_their_tables(folder, monkeypatch, capsys, root):
    with serving({**LOGGED, "third": LOGGED["tree"]}, root=root) as server:
        monkeypatch.setenv("MLFLOW_TRACKING_URI", f"{server.address}/")
        monkeypatch.setenv("MLFLOW_TRACKING_TOKEN", "let-me-in")
        assert main(["compare", "mlflow:digits", "--baseline", "tree", "--gate", "better", "-q"]) == 3
        assert "forest is better than tree" in capsys.readouterr().out
        assert {asked[2] for asked in server.asked} == {"Bearer let-me-in"}
        assert not server.tags
        assert main(["compare", "mlflow:digit"]) == 2
        assert "there is no experiment 'digit'; did you mean 'digits'?" in capsys.readouterr().err


def test_a_server_that_keeps_artifacts_takes_the_verdict_back(folder, monkeypatch, capsys):
    with serving(LOGGED) as server:
        monkeypatch.setenv("MLFLOW_TRACKING_URI", server.address)
        monkeypatch.setenv("MLFLOW_TRACKING_USERNAME", "ann")
        monkeypatch.setenv("MLFLOW_TRACKING_PASSWORD", "secret")
        assert main(["compare", "mlflow:digits", "--gate", "better", "-q", "--log-back"]) == 0
        assert "logged back: 2 runs of mlflow:digits" in capsys.readouterr().err
        assert server.tags["run1", "bakeoff.gate"] == "better: passed"
        assert server.tags["run0", "bakeoff.verdicts"] == "forest against tree: better"
        document = json.loads(server.files["7/run0/artifacts/bakeoff/comparison.json"])
        assert document["schema"] == "bakeoff/comparison/1"
        assert {asked[2] for asked in server.asked} == {"Basic YW5uOnNlY3JldA=="}
        assert main(["compare", "mlflow:digits", "-q"]) == 0  # what was logged back is not taken for evidence
    with serving(LOGGED, root="s3://bucket") as server:
        monkeypatch.setenv("MLFLOW_TRACKING_URI", server.address)
        assert main(["compare", "mlflow:digits", "--log-back"]) == 2
        assert "error BO682" in capsys.readouterr().err
        assert not server.tags


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"refuse": 401}, "it answers 401 (You are not authenticated)"),
        ({"text": "<html>"}, "it does not answer as MLflow does"),
        ({"text": "[]"}, "it does not answer as MLflow does"),
    ],
)
def test_a_server_that_cannot_be_read_is_told(folder, monkeypatch, capsys, options, message):
    with serving(LOGGED, **options) as server:
        monkeypatch.setenv("MLFLOW_TRACKING_URI", server.address)
        assert main(["compare", "mlflow:digits"]) == 2
    out, err = capsys.readouterr()
    assert (out, f"error BO664: the tracking server cannot be read: {message}" in err) == ("", True)
    assert main(["compare", "mlflow:digits"]) == 2  # nobody is there any more
    assert "it does not answer: " in capsys.readouterr().err


def test_only_an_experiment_takes_a_verdict_back(tmp_path, capsys):
    (tmp_path / "x.csv").write_text(TABLE["tree"])
    assert main(["compare", str(tmp_path / "x.csv"), "--log-back"]) == 2
    assert "error BO682" in capsys.readouterr().err


def test_a_table_that_mlflow_logged_as_json_is_read(runs):
    for run, name in zip(runs, ("tree", "forest"), strict=True):
        columns, *rows = (line.split(",") for line in TABLE[name].splitlines())
        (run / "artifacts" / "predictions.csv").unlink()
        (run / "artifacts" / "eval.json").write_text(json.dumps({"columns": columns, "data": rows}))
    assert bakeoff.compare("mlflow:digits").pairs[0].verdict.value == "better"
