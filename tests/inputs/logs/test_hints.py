"""The first look lets every file through that a reader knows."""

from pathlib import Path

import pytest

from bakeoff.inputs.logs.hints import may_be_log
from bakeoff.inputs.logs.registry import recognise_log

EXAMPLES = Path(__file__).parent / "examples"
FILES = sorted(p for p in EXAMPLES.rglob("*") if p.is_file() and p.name not in ("EXPECTED.json", "meta.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda p: str(p.relative_to(EXAMPLES)))
def test_no_file_that_is_known_is_turned_away(file):
    assert may_be_log(file.read_bytes()[:4096]) or recognise_log(file) is None


@pytest.mark.parametrize(
    "text",
    ["dataset,A,B\niris,0.9,0.8\n", "Dataset;RF;SVM\nx;1;2\n", "dataset RF SVM\niris 0.9 0.8\n",
     "data,rf,svm\na,81.2,79.0\n", "y_true,A,B\ncat,cat,dog\n", "| a | b |\n|---|---|\n"],
)  # fmt: skip
def test_a_plain_table_is_no_log(text):
    assert not may_be_log(text.encode())
