"""The fixture of pytest passes where something is shown, and fails with the words of the terminal."""

import os
import subprocess
import sys

import pytest
import yaml

from action_runner import ROOT
from bakeoff.api.pipelines.assertions import NotShownError, assert_better, assert_not_worse
from bakeoff.cli.main import main
from bakeoff.core.errors import UsageError
from pipeline_cases import predictions, scores

TESTS = """
RIGHT = [1] * 150 + [0] * 50
MORE = [1] * 190 + [0] * 10

def test_passes(bakeoff):
    assert bakeoff.assert_better(RIGHT, MORE).pairs[0].verdict == "better"
    bakeoff.assert_not_worse(RIGHT, RIGHT, margin=0.05)

def test_fails(bakeoff):
    bakeoff.assert_not_worse(MORE, RIGHT, margin=0.01)

def test_is_undecided(bakeoff):
    bakeoff.assert_better(RIGHT, RIGHT)
"""


def test_the_plug_in_gives_a_readable_failure(tmp_path):
    (tmp_path / "test_model.py").write_text(TESTS)
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "160"}
    plugin = ["-p", "bakeoff.api.pipelines.pytest_plugin", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), *plugin, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, check=False)
    assert "2 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "gate not-worse: not passed: b is not shown to lose less than 0.01 against a" in done.stdout
    assert "b is worse than a on this task (200 items)" in done.stdout
    assert "gate better: not passed, undecided: " in done.stdout
    assert "assertions.py" not in done.stdout  # the traceback ends in the test


def test_the_entry_point_names_the_plug_in():
    import tomllib

    points = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    assert points == {"pytest11": {"bakeoff": "bakeoff.api.pipelines.pytest_plugin"}}


def test_scores_by_id_predictions_and_files_say_the_same(tmp_path):
    right, more = [1] * 150 + [0] * 50, [1] * 190 + [0] * 10
    by_id = {f"q{i}": value for i, value in enumerate(more)}
    first = assert_better({f"q{i}": value for i, value in enumerate(right)}, dict(reversed(by_id.items())))
    truth = [i % 2 for i in range(200)]
    said = [[(t + 1 - r) % 2 for t, r in zip(truth, side, strict=True)] for side in (right, more)]
    second = assert_better(*said, y_true=truth)
    assert first.pairs[0].p_value == pytest.approx(second.pairs[0].p_value)
    for name, share in (("main", 0.75), ("now", 0.95)):
        (tmp_path / f"{name}.csv").write_text(predictions(name, share, count=200))
    assert assert_not_worse(tmp_path / "main.csv", tmp_path / "now.csv", margin=0.01).gate.passed


def test_scores_of_datasets_are_not_items():
    a = {f"d{i}": 70.0 + i for i in range(10)}
    comparison = assert_better(
        a, {name: value + 3 + len(name) / 10 for name, value in a.items()}, of="datasets"
    )
    assert comparison.design.datasets == 10


def test_what_does_not_fit_together_is_refused():
    with pytest.raises(UsageError, match="not of the same items"):
        assert_better([1, 0, 1], [1, 0])
    with pytest.raises(UsageError, match="must be numbers"):
        assert_better(["cat", "dog"], ["cat", "cat"])
    with pytest.raises(UsageError, match="not one of the choices"):
        assert_better([1, 0], [1, 1], of="folds")


def test_the_failure_carries_the_comparison():
    with pytest.raises(NotShownError) as caught:
        assert_not_worse([1] * 100 + [0] * 100, [0] * 60 + [1] * 40 + [0] * 100, margin=0.02)
    assert caught.value.comparison.pairs[0].verdict == "worse"


def test_the_hook_of_pre_commit_runs_the_gates(tmp_path, monkeypatch):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("bakeoff-gate", "python", False)
    command = hook["entry"].split()
    assert command[0] == "bakeoff"
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    (tmp_path / "main.csv").write_text(scores("model", 80))
    (tmp_path / "bakeoff.toml").write_text(
        "[gate.scores]\nevidence = 'now.csv'\nbaseline_file = 'main.csv'\nmargin = 1.0\n"
    )
    for mean, code in ((84, 0), (70, 1)):
        (tmp_path / "now.csv").write_text(scores("model", mean, seed=1))
        assert main(command[1:]) == code
