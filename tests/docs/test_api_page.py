"""The page of the Python functions leads by task, and has every public name once."""

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
