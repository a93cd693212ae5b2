"""All code on the pages runs, and prints what the pages say."""

from pathlib import Path

import pytest

from docs.blocks import ROOT, blocks, run
from golden.cases import GROUPED

DOCS = ROOT / "docs"


NAMES = (
    "index",
    "start",
    "predictions",
    "evaluating-language-models",
    "leaderboards",
    "sequential",
    "reviewer",
    "which",
    "report",
    "paper",
    "migration",
    "teachers",
    "ci",
)
NOT_RUN = {
    "page": "it serves until it is stopped; tests/web serves and asks",
    "documents": "test_documents.py runs every command, and writes the page",
    "study": "test_study_page.py runs it",
}
PAGES = [
    ROOT / "README.md",
    *(DOCS / f"{name}.md" for name in NAMES),
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


def test_every_page_with_code_is_run_or_named_with_the_reason():
    with_code = {path.stem for path in DOCS.glob("*.md") if _languages(path) & {"sh", "python"}}
    assert with_code <= {*NAMES, *NOT_RUN}


def test_what_installs_or_serves_is_never_run(tmp_path):
    with pytest.raises(AssertionError, match="installs or serves"):
        run("```sh\nbakeoff serve\n```\n", tmp_path)


def _languages(path):
    return {block.language for block in blocks(path.read_text(encoding="utf-8"))}


def test_every_output_follows_a_block_that_runs():
    for path in PAGES:
        languages = [block.language for block in blocks(path.read_text(encoding="utf-8"))]
        for before, language in zip([None, *languages], languages, strict=False):
            assert language != "output" or before in ("sh", "python"), path


def test_a_page_that_prints_something_else_is_noticed(tmp_path):
    page = "```python\nprint(1)\n```\n```output\n2\n```\n"
    assert [(block.text, printed) for block, printed in run(page, Path(tmp_path))] == [("2\n", "1\n")]
