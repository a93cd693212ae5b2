"""Questions of a project that may be looked at at any time: only new units count, and questions are few."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.ledger import LedgerEntry
from bakeoff.procedures import betting
from bakeoff.project.ledger import read_entries
from bakeoff.project.question_ledger import question_paths


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "bakeoff.toml").write_text('[ledger]\nstore = "ledger.db"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


OTHER = {"cat": "dog", "dog": "cat"}
TRUTH = np.random.default_rng(2).choice(["cat", "dog"], 400).tolist()
SOME = 120
KINDS = np.random.default_rng(1).permutation([1] * 60 + [-1] * 20 + [0] * 320)


def part(start, stop, *, names=("main", "new"), kinds=KINDS):
    chosen = range(start, stop)
    return {
        "id": [f"ex-{i}" for i in chosen],
        "y_true": [TRUTH[i] for i in chosen],
        names[0]: [OTHER[TRUTH[i]] if kinds[i] == 1 else TRUTH[i] for i in chosen],
        names[1]: [OTHER[TRUTH[i]] if kinds[i] == -1 else TRUTH[i] for i in chosen],
    }


def look(*args, **how):
    return bakeoff.compare(part(*args, **how), sequential=True)


def test_new_units_add_to_what_was_counted_and_known_ones_do_not(project):
    look(0, 150)
    grown, overlapping = look(100, 300), look(250, 400)
    assert [c.sequential.pairs[0].units for c in (grown, overlapping)] == [300, 400]
    assert (overlapping.sequential.pairs[0].earlier, overlapping.sequential.pairs[0].again) == (300, 50)
    whole = betting(KINDS.astype(float))
    assert overlapping.pairs[0].result.p_value == pytest.approx(whole.p_value, rel=1e-9)
    assert overlapping.pairs[0].interval.low == pytest.approx(whole.estimate.interval.low, rel=1e-6)
    assert overlapping.sequential.question == 1
    assert "over all looks" in str(overlapping)


def test_the_same_comparison_again_is_no_new_look(project):
    look(0, 150)
    again = look(0, 150)
    assert again.sequential.pairs[0].units == 150
    assert len(question_paths(_entries())[0].points) == 1


def _entries() -> tuple[LedgerEntry, ...]:
    from bakeoff.project.configuration import require_ledger

    return read_entries(require_ledger())


def test_other_answers_under_the_same_names_are_another_question(project):
    look(0, 300)
    other = look(0, 300, kinds=-KINDS)
    assert (other.sequential.question, other.sequential.variant) == (2, 2)
    assert other.sequential.pairs[0].units == 300
    assert "BO657" in {f.code for f in other.findings}
    assert look(0, 400, kinds=-KINDS).sequential.pairs[0].units == 400


def test_a_new_question_costs_and_a_look_does_not(project):
    first = look(0, 200)
    again = look(0, 250)
    second = look(0, 250, names=("main", "newer"))
    assert first.sequential.level == pytest.approx(again.sequential.level)
    assert second.sequential.level > again.sequential.level
    (project / "bakeoff.toml").write_text('[ledger]\nstore = "ledger.db"\nquestions = "each"\n')
    alone = look(0, 260, names=("main", "newer"))
    assert alone.sequential.level == 0.95
    assert alone.look is None


def test_a_verdict_that_only_stands_by_itself_is_told_as_that(project):
    p = betting(KINDS[:SOME].astype(float)).p_value
    assert 0.001 < p < 0.05, "between what a fifth question has and the level by itself"
    for name in "vwxy":
        look(0, 50, names=("main", name))
    fifth = look(0, SOME)
    assert (fifth.pairs[0].verdict, fifth.pairs[0].alone) == ("undecided", "better")
    assert "question 5 of this project" in str(fifth)
    gate = bakeoff.compare(part(0, SOME), sequential=True, gate="better").gate
    assert not gate.passed
    assert "question 5 of this project" in gate.look


def test_looks_for_one_time_still_count_these_and_old_entries_are_read(project):
    bakeoff.compare(part(0, 100))
    look(0, 150)
    assert bakeoff.compare(part(0, 200)).look.number == 3
    assert main(["ledger", "check"]) == 0


def test_the_ledger_shows_the_evidence_over_looks(project, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    for end in (100, 200, 400):
        look(0, end)
    assert main(["ledger", "--figure", "evidence.svg"]) == 0
    out = capsys.readouterr().out
    assert "Evidence over looks" in out
    assert "new against main" in out
    assert (project / "evidence.svg").read_text().startswith("<?xml")
    assert main(["ledger", "--json"]) == 0
    questions = json.loads(capsys.readouterr().out)["questions"]
    assert [point["units"] for point in questions[0]["looks"]] == [100, 200, 400]
    assert questions[0]["claimed"] == "better"


def test_a_picture_of_nothing_or_of_an_unknown_kind_is_refused(project, capsys):
    assert main(["ledger", "--figure", "evidence.svg"]) == 2
    look(0, 100)
    assert main(["ledger", "--figure", "evidence.gif"]) == 2
    assert not (project / "evidence.svg").exists()
