"""Every recipe of the page on gates is run; its shell blocks by test_commands.py."""

import json
import os
import re
import subprocess
import sys

import pytest
import yaml

import typed
from action_runner import ROOT, Run
from github_server import serving
from pipeline_cases import predictions

PAGE = ROOT / "docs" / "ci.md"
GATES = """
[gate.accuracy]
evidence = "candidate.csv"
baseline_file = "main.csv"
margin = 0.01
[gate.f1]
evidence = "candidate.csv"
baseline_file = "main.csv"
metric = "f1"
kind = "better"
"""


def recipes(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)


WORKFLOW, GITLAB, HOOKS = (yaml.safe_load(text) for text in recipes("yaml"))


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "bakeoff.toml").write_text(GATES)
    (folder / "main.csv").write_text(predictions("current", 0.75))
    return folder


def candidate(folder, right):
    (folder / "candidate.csv").write_text(predictions("candidate", right, seed=2))


def test_the_workflow_passes_and_fails_as_it_should(project, tmp_path):
    own, asked = (WORKFLOW["jobs"]["gate"]["steps"][i] for i in (0, -1))
    assert re.fullmatch(r"actions/checkout@[0-9a-f]{40}", own["uses"])
    assert WORKFLOW["permissions"]["pull-requests"] == "write"
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert set(asked["with"]) <= set(action["inputs"])
    with serving() as server:
        for right, code in ((0.95, 0), (0.5, 1)):
            candidate(project, right)
            done = Run(project, tmp_path / f"temp{code}", inputs=asked["with"], api=server.address)
            assert done.code == code, done.log
        assert len(server.ours) == 1


def test_the_table_of_inputs_has_every_input():
    section = PAGE.read_text(encoding="utf-8").partition("| input |")[2].partition("\n\n")[0]
    names = {
        name
        for row in section.splitlines()
        for name in re.findall(r"`([a-z-]+)`", row.split("|")[1] if "|" in row else "")
    }
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert names == set(action["inputs"])


def in_shell(script, folder):
    return subprocess.run(
        ["bash", "-ec", script], cwd=folder, env=typed.environment(), capture_output=True, check=False
    )


@pytest.mark.parametrize(("right", "code"), [(0.95, 0), (0.5, 1), (0.75, 3)])
def test_the_script_of_gitlab_ends_with_the_code_of_the_gates(project, right, code):
    job = GITLAB["model gate"]
    installs, *script = job["script"]
    assert installs.startswith(
        'pip install "bakeoff[plots] @ git+'
    )  # by its address, never by a name of the index
    candidate(project, right)
    done = in_shell("\n".join(script), project)
    assert done.returncode == code, done.stderr.decode()
    assert json.loads((project / "gates.json").read_text())["exit_code"] == code
    assert all((project / path).exists() for path in job["artifacts"]["paths"])
    assert job["allow_failure"] == {"exit_codes": 3}


def test_the_tests_of_the_page_pass(tmp_path):
    (text,) = recipes("py")
    (tmp_path / "test_model.py").write_text(text)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "bakeoff.api.pipelines.pytest_plugin",
        "test_model.py",
    ]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout


def test_the_hook_of_the_page_is_one_that_there_is():
    hooks = [hook["id"] for repository in HOOKS["repos"] for hook in repository["hooks"]]
    offered = [hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())]
    assert hooks == offered


def test_evidence_that_cannot_be_read_is_neither_passed_nor_failed(project):
    assert in_shell("bakeoff gate", project).returncode == 2
