"""The wheel, built here without a network, has everything that the program reads, and nothing else."""

import subprocess
import sys
import tarfile
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return ZipFile(built("wheel", tmp_path_factory.mktemp("wheel")))


def built(target, folder):
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.iterdir())


def test_every_file_of_the_package_is_in_the_wheel(wheel):
    files = (p for p in (SOURCES / "bakeoff").rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    wanted = {p.relative_to(SOURCES).as_posix() for p in files if p.suffix != ".pyc"}
    assert {name for name in wheel.namelist() if ".dist-info/" not in name} == wanted


@pytest.mark.parametrize(
    "name",
    [
        "py.typed",
        "__main__.py",
        "render/refs.bib",
        "render/templates/report.html",
        "web/templates/frame.html",
    ],
)
def test_what_is_read_at_run_time_is_there(wheel, name):
    assert f"bakeoff/{name}" in wheel.namelist()


def test_the_wheel_says_its_command_its_licence_and_its_extras(wheel):
    kept = {name.partition(".dist-info/")[2]: name for name in wheel.namelist() if ".dist-info/" in name}
    assert "bakeoff = bakeoff.cli.main:main" in wheel.read(kept["entry_points.txt"]).decode()
    assert "licenses/LICENSE" in kept
    told = Parser().parsestr(wheel.read(kept["METADATA"]).decode("utf-8"))
    assert told["License-Expression"] == "BSD-3-Clause"
    assert told["Requires-Python"] == ">=3.11"
    assert {"all", "plots", "study", "web"} <= set(told.get_all("Provides-Extra"))


def test_the_source_distribution_has_what_its_tests_need(tmp_path):
    with tarfile.open(built("sdist", tmp_path)) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    for needed in (
        "validation/conformance.R",
        "benchmarks/peers.txt",
        "docs/conformance.json",
        "docs/refs.bib",
    ):
        assert needed in names
    assert "tests/core/test_wheel.py" in names
