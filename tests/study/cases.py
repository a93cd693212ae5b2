"""Studies as files, run through the command line in processes of their own."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
STUDY = """\
name = "kill"
datasets = ["iris", "wine"]
metrics = ["accuracy", "balanced_accuracy"]
seed = 7
[resampling]
folds = 5
repeats = 4
[classifiers.slow]
estimator = "study.faulty.Slow"
parameters = { seconds = 0.01 }
[classifiers.bayes]
estimator = "GaussianNB"
"""
CELLS = 80


def study_file(folder, text=STUDY):
    path = folder / "study.toml"
    path.write_text(text)
    return path


def started(path, *options):
    """Start `bakeoff run` and return the process."""
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    words = [sys.executable, "-m", "bakeoff", "run", str(path), "--trust", "-q", *options]
    return subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=path.parent
    )


def ran(path, *options):
    """Run `bakeoff run` to its end and return its exit code, output and messages."""
    process = started(path, *options)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def is_running(pid):
    """Say whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
