"""One of a thing is told in the singular."""

import re
from pathlib import Path

import pytest

from bakeoff.cli.main import main
from bakeoff.core.ledger import Anchor, chain_problems


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["plan", "--tests", "1"], "1 test at 0.05"),
        (["estimate", "3/4", "--next", "1"], "in the next 1 record:"),
    ],
)
def test_one_is_told_in_the_singular(capsys, words, told):
    assert main(words) == 0
    assert told in " ".join(capsys.readouterr().out.split())


def test_one_entry_that_is_gone_is_one():
    assert chain_problems((), Anchor(count=1, head="sha256:0")) == (
        "the ledger had 1 entry, and has 0: the last one is gone",
    )


GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.t*x*"))
# What may follow a one although it ends in s: verbs, and words that are no plural.
NO_PLURAL = {
    "is",
    "has",
    "was",
    "as",
    "loses",
    "wins",
    "mends",
    "breaks",
    "draws",
    "losses",
    "less",
    "class",
    "this",
}


def plurals_of_one(text):
    """Return every plural that stands after the number one: '1 datasets', '+1 points'."""
    found = re.findall(r"(?<![\w.,·/])[+−]?1 ([a-z]+s)\b(?! \d)", text)
    return [word for word in found if word not in NO_PLURAL]


def test_the_search_finds_what_it_looks_for():
    assert plurals_of_one(
        "expect 1 false, +1 points and 1 datasets; 0.1 points, 11 pairs, wins 1 draws 0"
    ) == [
        "points",
        "datasets",
    ]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name)
def test_no_output_has_a_plural_of_one(path):
    assert plurals_of_one(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "words",
    [
        ["plan", "--tests", "1"],
        ["plan", "--tests", "20"],
        ["compare", "--mends", "1", "--breaks", "0"],
        ["compare", "1/1", "0/1"],
        ["estimate", "1/1"],
    ],
)
def test_no_answer_about_one_of_a_thing_has_a_plural_of_it(capsys, words):
    assert main(words) == 0
    assert plurals_of_one(capsys.readouterr().out) == []
