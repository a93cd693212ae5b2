"""All code on the pages runs, and prints what the pages say."""

from pathlib import Path

import pytest

from docs.blocks import ROOT, blocks, run
from golden.cases import GROUPED

DOCS = ROOT / "docs"


def _runs(path):
    return any(block.language in ("sh", "python") for block in blocks(path.read_text(encoding="utf-8")))


PAGES = [
    ROOT / "README.md",
    *filter(_runs, sorted(DOCS.glob("*.md"))),
    *sorted((DOCS / "tests" / "bodies").glob("*.md")),
]
# The files that a reader of the README has: predictions of two classifiers, costs, logs.
GIVEN = {
    "predictions.csv": GROUPED,
    "costs.toml": "[costs.sick]\nwell = 10\n[costs.well]\nsick = 1\n",
    "model_a.jsonl": "".join(f'{{"id": {i}, "correct": {str(i % 3 > 0).lower()}}}\n' for i in range(60)),
    "model_b.jsonl": "".join(f'{{"id": {i}, "correct": {str(i % 5 > 0).lower()}}}\n' for i in range(60)),
}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_code_of_a_page_runs_and_prints_what_the_page_says(path, tmp_path):
    for name, text in GIVEN.items() if path.name == "README.md" else ():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for block, printed in run(path.read_text(encoding="utf-8"), tmp_path):
        assert printed == block.text, (
            f"{path.name}, line {block.line}: python tests/docs/blocks.py writes it anew"
        )


def test_every_output_follows_a_block_that_runs():
    for path in PAGES:
        languages = [block.language for block in blocks(path.read_text(encoding="utf-8"))]
        for before, language in zip([None, *languages], languages, strict=False):
            assert language != "output" or before in ("sh", "python"), path


def test_a_page_that_prints_something_else_is_noticed(tmp_path):
    page = "```python\nprint(1)\n```\n```output\n2\n```\n"
    assert [(block.text, printed) for block, printed in run(page, Path(tmp_path))] == [("2\n", "1\n")]
