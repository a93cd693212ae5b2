"""The steps of action.yml, run as a runner of GitHub would: shell steps really, what others provide is noted."""

import re
import shutil
import subprocess
from pathlib import Path

import yaml

import typed

ROOT = Path(__file__).parents[1]
EVENTS = Path(__file__).parent / "cli" / "events"


class Run:
    """One run of the action: exit code, outputs, step summary, log.

    With `judged`, an earlier run on the same evidence, the step that judges is not done again: what it wrote and said
    is taken from there.
    """

    def __init__(self, workspace, temp, *, inputs=None, event="pull_request", api="", judged=None):
        self.workspace, self.temp, self.judged = Path(workspace), Path(temp), judged
        self.temp.mkdir(parents=True, exist_ok=True)
        self.action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
        defaults = {name: str(i.get("default", "")) for name, i in self.action["inputs"].items()}
        # The action's Python and package are those of the test.
        self.inputs = {**defaults, "install": "", "python-version": "", **(inputs or {})}
        self.environment = {
            **typed.environment(),
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": api,
            "GITHUB_REPOSITORY": "octo/models",
            "GITHUB_EVENT_PATH": str(EVENTS / f"{event}.json"),
            "MPLBACKEND": "agg",
            "PYTHONIOENCODING": "utf-8",
        }
        self.outputs, self.log, self.ran, self.code = {}, "", [], 0
        self.said = {}  # by step
        for step in self.action["runs"]["steps"]:
            if self._holds(step.get("if", "true")):
                self._step(step)
            if self.code:
                break

    @property
    def summary(self):
        path = self.temp / "summary"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def _value(self, expression):
        name = expression.strip()
        if name.startswith("inputs."):
            return self.inputs[name.removeprefix("inputs.")]
        if name.startswith("steps."):
            _, step, _, output = name.split(".")
            return self.outputs.get(step, {}).get(output, "")
        known = {
            "runner.temp": str(self.temp),
            "github.token": "token-of-the-job",
            "github.action_path": str(ROOT),
        }
        return known[name]

    def _filled(self, text):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda m: self._value(m[1]), str(text))

    def _holds(self, condition):
        if condition == "true":
            return True
        parts = [re.fullmatch(r"(\S+) (==|!=) '(.*)'", part) for part in condition.split(" && ")]
        return all((self._value(m[1]) == m[3]) == (m[2] == "==") for m in parts)

    def _step(self, step):
        self.ran.append(step["name"])
        if step["name"] == "judge" and self.judged is not None:
            self._take_over(self.judged)
            return
        if "uses" in step:
            if step["name"] == "upload":
                self.outputs["upload"] = {"artifact-url": "https://example.org/octo/models/artifacts/1"}
            return
        output = self.temp / f"output-{step['name']}"
        output.touch()
        own = {name: self._filled(value) for name, value in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self._filled(step["run"])],
            cwd=self.workspace / self._filled(step.get("working-directory", ".")),
            env={
                **self.environment,
                **own,
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(self.temp / "summary"),
            },
            capture_output=True,
            check=False,
            timeout=300,
        )
        self.said[step["name"]] = done.stdout.decode() + done.stderr.decode()
        self.log += self.said[step["name"]]
        self.code = done.returncode
        if "id" in step:
            lines = output.read_text(encoding="utf-8").splitlines()
            self.outputs[step["id"]] = dict(line.split("=", 1) for line in lines)

    def _take_over(self, judged):
        shutil.copytree(judged.temp / "bakeoff", self.temp / "bakeoff")
        shutil.copy(judged.temp / "summary", self.temp / "summary")
        self.said["judge"] = self.log = judged.said["judge"]
        written = str(self.temp / "bakeoff" / "result.json")
        self.outputs["judge"] = {**judged.outputs["judge"], "json": written}
