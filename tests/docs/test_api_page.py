"""The page of the Python functions leads by task, and has every public name once."""

import re
import sys
from collections import Counter
from pathlib import Path

import bakeoff
import bakeoff.procedures

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))

from make_pages import QUESTIONS, TASKS  # noqa: E402 - a script of the documentation


def test_every_public_name_stands_once_under_its_task():
    named = Counter(name for names in TASKS.values() for name in names)
    assert named == Counter(name for name in bakeoff.__all__ if name != "__version__")


def test_every_procedure_stands_once_under_its_question():
    assert Counter(n for names in QUESTIONS.values() for n in names) == Counter(bakeoff.procedures.__all__)


def _imported(text):
    """Yield the module and the names of every import from this package."""
    for module, names in re.findall(
        r"^\s*(?:>>> )?from (bakeoff[\w.]*) import ([\w, ]+)", text, re.MULTILINE
    ):
        yield module, [name.strip() for name in names.split(",")]
    for module in re.findall(r"^\s*(?:>>> )?import (bakeoff[\w.]*)", text, re.MULTILINE):
        yield module, []


def test_no_page_and_no_example_imports_a_private_name():
    known = {"bakeoff": [*bakeoff.__all__, "procedures"], "bakeoff.procedures": bakeoff.procedures.__all__}
    pages = [
        DOCS.parent / "README.md",
        *DOCS.glob("*.md"),
        *DOCS.glob("tests/bodies/*.md"),
        *DOCS.glob("gallery/*.py"),
    ]
    found = [
        (page.name, module, name)
        for page in pages
        for module, names in _imported(page.read_text(encoding="utf-8"))
        for name in (names or [""])
        if module not in known or (name and name not in known[module])
    ]
    assert found == []
