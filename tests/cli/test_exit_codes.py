"""The exit codes of docs/ci.md through the door: 0, 1, 2, 3, 130; 4 is of studies (`tests/study/test_screens.py`)."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bakeoff.cli.main import main
from pipeline_cases import predictions

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    Path("main.csv").write_text(predictions("old", 0.8))
    for name, right in (("up", 0.93), ("down", 0.6), ("same", 0.8)):
        Path(f"{name}.csv").write_text(predictions("new", right, seed=3))


CASES = [("up", 0), ("down", 1), ("same", 3)]


@pytest.mark.parametrize(("candidate", "code"), CASES)
@pytest.mark.parametrize("more", [[], ["--sequential"]])
@pytest.mark.parametrize("gate", [["--gate", "better"], ["--gate", "not-worse", "--margin", "0.02"]])
def test_compare_ends_with_the_code_of_its_gate(candidate, code, more, gate, capsys):
    command = ["compare", f"{candidate}.csv", "--baseline-file", "main.csv", "-q", *gate, *more]
    assert main(command) == code
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(("candidate", "code"), CASES)
def test_a_gate_of_a_project_that_may_be_looked_at_at_any_time_ends_with_the_same_codes(
    candidate, code, capsys
):
    Path("bakeoff.toml").write_text(
        f'[gate.it]\nevidence = "{candidate}.csv"\nbaseline_file = "main.csv"\nkind = "better"\nsequential = true\n'
    )
    assert main(["gate", "--json"]) == code
    (answer,) = json.loads(capsys.readouterr().out)["gates"]
    assert answer["comparison"]["settings"]["test"] == "betting"


@pytest.mark.parametrize(
    "command",
    [
        ["compare", "nothing.csv", "--gate", "better"],
        ["compare", "up.csv", "--baseline-file", "main.csv", "--gate", "best"],
        ["compare", "up.csv", "--baseline-file", "main.csv", "--sequential", "--gate", "not-worse"],
        ["gate"],
        ["watch", "nothing.csv", "--gate", "better", "--once"],
        ["run", "nothing.toml"],
    ],
)
def test_what_cannot_be_asked_ends_with_2_and_prints_nothing(command, capsys):
    assert main(command) == 2
    told = capsys.readouterr()
    assert (told.out, "rror" in told.err) == ("", True)


def test_an_interrupted_watch_ends_with_130():
    command = [sys.executable, "-m", "bakeoff", "watch", "later.csv", "--gate", "better", "--every", "0.1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env={**os.environ}, text=True) as child:
        assert "nothing to compare yet" in child.stderr.readline()
        child.send_signal(signal.SIGINT)
        try:
            assert child.wait(60) == 130
        finally:
            child.kill()


def test_the_page_lists_every_code():
    table = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8").partition("| exit code |")[2]
    assert re.findall(r"^\| (\d+) \|", table.partition("\n\n")[0], flags=re.MULTILINE) == [
        "0",
        "1",
        "2",
        "3",
        "4",
        "130",
    ]
