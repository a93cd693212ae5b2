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
    whole = betting(KINDS.astype(float), looks=np.array([150, 300, 400]))
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


# Shown after 60 units, and gone again after 200: 16 wins, then nothing but ties and losses.
FADING = np.array([1] * 16 + [0] * 44 + [-1] * 12 + [0] * 328)


def fade(stop, **how):
    return bakeoff.compare(part(0, stop, kinds=FADING), sequential=True, **how)


def test_what_a_look_has_shown_stands_at_every_later_one(project, capsys):
    first, later = fade(60, gate="better"), fade(200, gate="better")
    assert betting(FADING[:200].astype(float)).p_value > 0.05, "by the last look alone nothing is shown"
    for comparison in (first, later):
        assert (comparison.pairs[0].verdict, comparison.gate.outcome) == ("better", "passed")
    here = later.sequential.pairs[0]
    assert (here.looks, here.decision.units, here.decision.entry) == ((60, 200), 60, 1)
    assert later.pairs[0].interval.low >= first.pairs[0].interval.low > 0
    assert "as a look after 60 examples showed (20" in later.summary
    message = next(f.message for f in later.findings if f.code == "BO655")
    assert "(entry 1, after 60 examples) decided it: new is better than main" in message
    assert "has become weaker since" in message
    plain = later.to_dict()["sequential"]["pairs"][0]
    assert (plain["decision"]["units"], plain["decision"]["entry"], plain["looks"]) == (60, 1, 2)
    assert main(["ledger"]) == 0
    assert "shown better on 20" in capsys.readouterr().out
    path = question_paths(_entries())[0]
    assert [point.verdict for point in path.points] == ["better", "better"]
    assert (path.decision.units, path.decision.entry) == (60, 1)


def test_an_early_look_taken_again_says_what_stands_now(project):
    fade(40)
    fade(60)
    assert fade(40).pairs[0].verdict == "better"
    assert len(question_paths(_entries())[0].points) == 2


def test_evidence_that_was_not_enough_then_is_not_claimed_afterwards(project):
    """The level of a question rises when an earlier one is claimed; a look counts at the level that it had."""
    for end, name in ((40, "old"), (40, "older")):
        look(0, end, names=("main", name))
    before = fade(60)
    assert (before.pairs[0].verdict, before.pairs[0].alone) == ("undecided", "better")
    for name in ("old", "older"):
        assert look(0, 400, names=("main", name)).pairs[0].verdict == "better"
    later = fade(200)
    assert later.sequential.pairs[0].levels[0] > later.sequential.pairs[0].levels[1]
    most = 1 - later.sequential.pairs[0].levels[1]
    assert betting(FADING[:60].astype(float)).p_value < most, "enough at the level of now"
    assert later.pairs[0].verdict == "undecided"


def test_a_claim_at_a_laxer_level_opens_no_other_question(project):
    bakeoff.compare(part(0, 90), sequential=True, level=0.6)
    second = bakeoff.compare(part(0, 90, names=("main", "other")), sequential=True)
    assert 1 - second.sequential.level == pytest.approx(0.05 / (2 * np.log(3) ** 2) / 3.38775)


def test_looks_that_contradict_each_other_claim_nothing(project):
    turning = np.array([1] * 60 + [-1] * 340)
    for stop in (60, 400):
        last = bakeoff.compare(part(0, stop, kinds=turning), sequential=True, gate="better")
    assert (last.pairs[0].verdict, last.gate.outcome) == ("undecided", "undecided")
    assert last.sequential.pairs[0].is_contradicted
    assert "BO660" in {f.code for f in last.findings}
    assert last.pairs[0].interval.low < 0 < last.pairs[0].interval.high


def test_units_that_are_gone_still_count_and_are_told(project):
    look(0, 200)
    rest = look(100, 300)
    assert (rest.sequential.pairs[0].gone, rest.sequential.pairs[0].units) == (100, 300)
    assert "100 examples of earlier looks are not in this evidence any more" in str(
        next(f.message for f in rest.findings if f.code == "BO655")
    )


def test_the_same_ids_with_another_content_are_another_question(project):
    fade(60)
    relabelled = part(0, 60, kinds=FADING)
    relabelled["y_true"][0] = OTHER[relabelled["y_true"][0]]
    for name in ("main", "new"):
        relabelled[name][0] = OTHER[relabelled[name][0]]  # who is right stays the same
    other = bakeoff.compare(relabelled, sequential=True)
    assert (other.sequential.variant, other.sequential.altered) == (2, "contents")
    assert other.sequential.pairs[0].units == 60, "the same examples are not counted twice"
    assert "does not carry over" in next(f.message for f in other.findings if f.code == "BO657")


def test_two_processes_that_wrote_the_same_units_count_them_once(project, monkeypatch):
    from bakeoff.project import question_ledger

    look(0, 150)
    known = question_ledger.read_entries(question_ledger.find_ledger())
    look(0, 250)
    monkeypatch.setattr(question_ledger, "read_entries", lambda _: known)  # it read before the other wrote
    look(0, 300)
    monkeypatch.undo()
    monkeypatch.chdir(project)
    assert look(0, 310).sequential.pairs[0].units == 310


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
