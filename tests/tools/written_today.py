"""Files that today's releases of other tools write, through the door: `make tools`.

Not part of `make test`, because the tools are large and change. Every writer runs in an environment of its own; what
it wrote is compared by the command line, whose answer must be the one that the tool's own numbers give.

    python tests/tools/written_today.py --tools .venv-tools/bin/python [--promptfoo 'npx promptfoo']
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
Answer = dict[str, object]


def compare(*words: str) -> Answer:
    """Return the answer of `bakeoff compare … --json`."""
    command = [sys.executable, "-m", "bakeoff", "compare", *words, "--json"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    if found.returncode:
        raise SystemExit(f"{shlex.join(command)}\n{found.stderr}")
    answer: Answer = json.loads(found.stdout)
    return answer


def means_of(answer: Answer) -> dict[str, float]:
    """Return the mean score of every model."""
    return {each["classifier"]: each["mean_score"] for each in answer["ranking"]}  # type: ignore[index, attr-defined]


def check(name: str, found: object, expected: object) -> None:
    """Say that a tool's file was read as expected, or end."""
    if found != expected:
        raise SystemExit(f"{name}: read {found}, expected {expected}")
    print(f"{name}: read as expected")  # noqa: T201


def inspect_ai(python: str, folder: Path) -> None:
    """Inspect AI with its mock model: three epochs, two scorers, archives and JSON."""
    for form in ("eval", "json"):
        _write(python, "write_inspect_ai.py", str(folder / form), form)
        said = json.loads((folder / form / "expected").read_text())
        (folder / form / "expected").unlink()
        answer = compare(str(folder / form))
        means = {model: round(mean, 9) for model, mean in means_of(answer).items()}
        check(f"Inspect AI, {form}", (means, answer["evidence"]["items"]), (said["means"], said["items"]))  # type: ignore[index]


def mlflow(python: str, folder: Path) -> None:
    """MLflow: a database, a folder and the table of `search_runs` give one answer."""
    _write(python, "write_mlflow.py", str(folder))
    answers = [means_of(compare(str(folder / name))) for name in ("mlflow.db", "mlruns", "runs.csv")]
    check("MLflow: metric", compare(str(folder / "runs.csv"))["evidence"]["metric"], "accuracy")  # type: ignore[index]
    rounded = [{k: round(v, 9) for k, v in each.items()} for each in answers]
    check("MLflow: folder and table as the database", rounded[1:], rounded[:1] * 2)


def aeon(python: str, folder: Path) -> None:
    """Classifiers of aeon run by tsml-eval: predictions, its folder of evaluation, and one table of it."""
    _write(python, "write_aeon.py", str(folder))
    said = json.loads((folder / "expected").read_text())
    for place in ("results", "evaluation", "evaluation/Accuracy/accuracy_mean.csv"):
        found = means_of(compare(str(folder / place)))
        check(f"aeon, {place}", {name.split(" (")[0]: round(mean, 9) for name, mean in found.items()}, said)


def promptfoo(command: str, folder: Path) -> None:
    """Promptfoo with the provider that echoes: two providers, two prompts, two repeats, JSON and CSV."""
    folder.mkdir()
    (folder / "promptfooconfig.yaml").write_text((HERE / "promptfoo.yaml").read_text())
    quiet = {
        "PROMPTFOO_DISABLE_TELEMETRY": "1",
        "PROMPTFOO_DISABLE_UPDATE": "1",
        "PROMPTFOO_CONFIG_DIR": str(folder),
    }
    words = [*shlex.split(command), "eval", "-o", "out.json", "-o", "out.csv", "--no-cache", "--repeat", "2"]
    # Its exit code says whether assertions failed, and some do on purpose.
    subprocess.run(words, cwd=folder, env=os.environ | quiet, capture_output=True, check=False)
    for name in ("out.json", "out.csv"):
        answer = compare(str(folder / name))
        seen = (means_of(answer), answer["evidence"]["items"], answer["evidence"]["attempts"])  # type: ignore[index]
        check(f"promptfoo, {name}", seen, ({"one": 0.5, "two": 0.5}, 8, 2))


def _write(python: str, script: str, *words: str) -> None:
    subprocess.run([python, str(HERE / script), *words], check=True, stdout=subprocess.DEVNULL)


def _npx() -> str:
    """Return what fetches and runs promptfoo, where Node is there."""
    return "npx --yes promptfoo@latest" if shutil.which("npx") else ""


def main() -> None:
    """Run every tool that is there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tools", required=True, help="the Python that has inspect_ai, mlflow and tsml-eval")
    parser.add_argument("--promptfoo", default=_npx(), help="the command that runs promptfoo")
    options = parser.parse_args()
    in_python: tuple[Callable[[str, Path], None], ...] = (inspect_ai, mlflow, aeon)
    with tempfile.TemporaryDirectory() as folder:
        for run in in_python:
            run(options.tools, Path(folder) / run.__name__)
        if options.promptfoo:
            promptfoo(options.promptfoo, Path(folder) / "promptfoo")


if __name__ == "__main__":
    main()
