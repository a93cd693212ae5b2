"""The workflow in the handbook is YAML, and its commands do what it says."""

import json
import re
import shlex
from pathlib import Path

import pytest
import yaml

from bakeoff.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "ci.md"


def _workflow():
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return yaml.safe_load(text)


def _gate():
    steps = _workflow()["jobs"]["gate"]["steps"]
    (command,) = [step["run"] for step in steps if step.get("name") == "gate"]
    words = shlex.split(command)
    assert words[0] == "bakeoff"
    assert words[-2] == ">"
    return words[1:-2], words[-1], next(s for s in steps if "upload-artifact" in s.get("uses", ""))


def _predictions(wrong_current, wrong_candidate):
    rows = [
        f"{i},{i % 2},{i % 2 ^ (i < wrong_current)},{i % 2 ^ (i >= 400 - wrong_candidate)}"
        for i in range(400)
    ]
    return "\n".join(["id,y_true,current,candidate", *rows])


@pytest.mark.parametrize(("wrong_current", "wrong_candidate", "code"), [(60, 4, 0), (4, 60, 1)])
def test_the_gate_of_the_workflow_passes_and_fails_as_it_should(
    tmp_path, monkeypatch, capsys, wrong_current, wrong_candidate, code
):
    monkeypatch.chdir(tmp_path)
    Path("predictions.csv").write_text(_predictions(wrong_current, wrong_candidate))
    words, printed, upload = _gate()
    assert main(words) == code
    out = capsys.readouterr().out
    assert json.loads(out)["schema"] == "bakeoff/comparison/1"
    Path(printed).write_text(out)
    assert upload["if"] == "always()"
    assert all(Path(name).stat().st_size for name in upload["with"]["path"].split())


def test_evidence_that_cannot_be_read_is_neither_passed_nor_failed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(_gate()[0]) == 2


def test_the_workflow_has_the_parts_that_make_it_run():
    made = _workflow()
    assert made[True] == "pull_request"  # YAML reads the word "on" as true; GitHub does not
    assert {"uses": "actions/checkout@v4"} in made["jobs"]["gate"]["steps"]
