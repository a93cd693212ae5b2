"""The store of the first bakeoff that could run a study is read today, with its scores and its verdict."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bakeoff.api.compare import compare
from bakeoff.cli.main import main
from bakeoff.store.open import open_store

FIRST = Path(__file__).with_name("first_study.sql")
# What that bakeoff exported.
SCORES = {
    ("iris", "tree"): [0.9333333333333333, 0.9733333333333334],
    ("iris", "bayes"): [0.9333333333333333, 0.9733333333333334],
    ("wine", "tree"): [0.8089887640449438, 0.8539325842696629],
    ("wine", "bayes"): [0.9887640449438202, 0.9662921348314607],
}


@pytest.fixture
def first(tmp_path):
    path = tmp_path / "study.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(FIRST.read_text(encoding="utf-8"))
    return path


def test_its_scores_are_those_that_it_exported(first):
    seen = {}
    with open_store(first) as store:
        for outcome in store.outcomes("old"):
            at = (outcome.cell.dataset, outcome.cell.classifier)
            seen.setdefault(at, []).append(outcome.scores["accuracy"])
        assert store.check() == ()
    assert seen == {at: pytest.approx(scores, abs=1e-15) for at, scores in SCORES.items()}
    assert first.with_name("study.db.version-2").exists()


def test_it_is_compared_and_its_predictions_are_judged(first):
    (pair,) = compare(str(first)).pairs
    assert {pair.a, pair.b} == {"tree", "bayes"}
    on_wine = sum(SCORES["wine", "bayes"]) / 2 - sum(SCORES["wine", "tree"]) / 2
    assert abs(pair.advantage) == pytest.approx(on_wine / 2, abs=1e-12)  # they are equal on the other
    assert compare(str(first), test="mcnemar").pairs


def test_a_specification_that_cannot_be_read_is_damage_that_is_named(first, capsys):
    with closing(sqlite3.connect(first)) as database, database:
        database.execute("UPDATE studies SET text = 'cut o'")
    assert main(["compare", str(first)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "the specification of 'old' cannot be read" in said.err
