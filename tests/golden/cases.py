"""The golden outputs: what a person sees, whole. Run this file to write them anew after a change that is meant.

python tests/golden/cases.py
"""

import os
import subprocess
import sys
from pathlib import Path

from bakeoff.inputs.published import PUBLISHED

HERE = Path(__file__).parent
MISSING = "dataset,forest,svm\n" + "".join(
    f"d{i},{x},{y}\n"
    for i, (x, y) in enumerate(
        zip([80, 73, 85, 68, 82, 75, 73, "", 75, 69], [85, 76, 86, 74, 85, 79, 77, 73, 75, 76])
    )
)
FOLDS = "dataset,classifier,fold,accuracy\n" + "".join(
    f"sonar,{name},{fold},{round(base + ((fold * 7) % 5 - 2) / 100 + (0.02 if name == 'forest' else 0) * (fold % 3), 3)}\n"
    for name, base in (("tree", 0.71), ("forest", 0.74))
    for fold in range(1, 11)
)
CASES = {
    "two": (["compare", "-"], PUBLISHED["figure-15.2"].text),
    "two_explained": (["compare", "-", "--explain"], PUBLISHED["figure-15.2"].text),
    "two_better": (["compare", "-", "--margin", "0.1"], PUBLISHED["figure-15.7"].text),
    "two_one_sided": (["compare", "-", "--alternative", "greater"], PUBLISHED["exercise-15"].text),
    "two_json": (["compare", "-", "--json"], PUBLISHED["figure-15.2"].text),
    "two_quiet": (["compare", "-", "--quiet"], PUBLISHED["exercise-15"].text),
    "two_missing": (["compare", "-"], MISSING),
    "many": (["compare", "-", "--metric", "AUC"], PUBLISHED["demsar-2006"].text),
    "many_baseline": (["compare", "-", "--baseline", "C4.5"], PUBLISHED["garcia-herrera-2008"].text),
    "folds": (["compare", "-"], FOLDS),
    "help": (["--help"], ""),
    "tests": (["tests"], ""),
    "critical_values": (["tests", "--df", "9"], ""),
}


def output(name: str) -> str:
    """Return what the command line prints for a case, as a pipe of 100 columns receives it."""
    arguments, text = CASES[name]
    command = [
        sys.executable,
        "-c",
        "import sys; from bakeoff.app.cli import main; sys.exit(main())",
        *arguments,
    ]
    env = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=True, env=env)
    return done.stdout.decode()


if __name__ == "__main__":
    for name in CASES:
        (HERE / f"{name}.txt").write_text(output(name), encoding="utf-8")
