"""Where nothing says how many cores are physical, as in many containers, nobody hears of it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

DESCRIBED = "from bakeoff.cli.main import main; raise SystemExit(main(['datasets', 'describe', 'iris']))"
RUN = """
import bakeoff
from study.here import Here
from sklearn.neighbors import KNeighborsClassifier

study = bakeoff.Study(
    classifiers={"a": KNeighborsClassifier(1, algorithm="brute"), "b": KNeighborsClassifier(5, algorithm="brute")},
    datasets=["iris"], resampling={"folds": 2},
)
cells = list(study.run("study.db", engine=Here()).outcomes())
assert len(cells) == 4, cells
assert not any(cell.warnings for cell in cells), cells
"""


@pytest.fixture
def container(tmp_path):
    """Return the environment of a machine on which `lscpu` finds no cores."""
    (tmp_path / "bin").mkdir()
    silent = tmp_path / "bin" / "lscpu"
    silent.write_text("#!/bin/sh\nexit 1\n")
    silent.chmod(0o755)
    path = f"{silent.parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "PYTHONPATH": str(Path(__file__).parents[1])}


@pytest.mark.parametrize("program", [DESCRIBED, RUN], ids=["describe", "study"])
def test_nobody_hears_that_the_cores_cannot_be_counted(program, container, tmp_path):
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=container,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
