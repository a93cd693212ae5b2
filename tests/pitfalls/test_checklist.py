"""The audit from end to end: the chapter's story, the contract's JSON, the command line."""

import json

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.codes import CODES
from bakeoff.core.errors import UsageError
from bakeoff.core.outcomes import Cell, Scored, Trial
from bakeoff.inputs.published import PUBLISHED
from bakeoff.store.open import open_store

FIGURE_15_7_BETTER = (
    PUBLISHED["figure-15.7"].text.replace("11,75,80", "11,75,95").replace("12,82,88", "12,82,99")
)


def codes(audit):
    return {f.code for f in audit.findings}


def found(audit, code):
    return next(f for f in audit.findings if f.code == code)


def t_of(audit):
    return next(t.result.statistic for t in audit.comparison.tests if t.result.procedure == "paired-t")


def test_the_chapters_story_is_told_from_its_own_tables():
    # Source: Bramer, Principles of Data Mining, chapter 15: t = 0.32, 2.41, 3.31, and 2.81 with two better results.
    texts = [PUBLISHED[f"figure-15.{n}"].text for n in (2, 6, 7)]
    first, second, third, fourth = (bakeoff.audit(t, test="paired-t") for t in (*texts, FIGURE_15_7_BETTER))
    assert [round(t_of(a), 2) for a in (first, second, third, fourth)] == [0.32, 2.41, 3.31, 2.81]
    (fragility,) = first.fragility
    assert (fragility.flips_with, fragility.removing) == (2, ("dataset 5", "dataset 6"))
    assert (fragility.verdict, fragility.becomes, fragility.exact) == ("undecided", "better", True)
    assert "without dataset 5 and dataset 6" in found(first, "BO101").message
    paradox = found(fourth, "BO106")
    assert set(paradox.detail["datasets"]) == {"dataset 11", "dataset 12"}
    assert paradox.detail["t_at_turning_point"] > paradox.detail["t"] == pytest.approx(2.807, abs=0.001)


def test_the_sums_that_figure_15_7_prints_are_caught():
    # Source: the figure prints 704 and 70.4 for A; the column adds up to 744 and 74.4. The sums of B are right.
    audit = bakeoff.audit(PUBLISHED["figure-15.7"].text + "total,704,783\naverage,70.4,78.3\n")
    wrong = found(audit, "BO123").detail["wrong"]
    assert [(w["row"], w["classifier"], w["printed"], w["computed"]) for w in wrong] == [
        ("total", "A", 704.0, 744.0),
        ("average", "A", 70.4, 74.4),
    ]
    right = bakeoff.audit(PUBLISHED["figure-15.7"].text + "total,744,783\naverage,74.4,78.3\n")
    assert "BO123" not in codes(right)


def test_what_is_told_is_answered_in_the_papers_numbers():
    # Source: Salzberg (1997): 154 tests, 7.7 expected, chance .9996, level .0003; the chapter: 100 groups, 5 and 1.
    audit = bakeoff.audit(PUBLISHED["figure-15.7"].text, tests=154, groups=100, tried={"B": 10})
    tests, groups, tried = (found(audit, code).detail for code in ("BO107", "BO111", "BO109"))
    assert tests["expected_false_positives"] == pytest.approx(7.7)
    assert round(tests["at_least_one"], 4) == 0.9996
    assert round(tests["sidak_level"], 4) == 0.0003
    assert tests["claims_that_pass"] == 0
    assert (groups["expected_flukes"], groups["expected_flukes_at_1_percent"]) == (5.0, 1.0)
    assert tried["level_of_each"] == pytest.approx(0.005)
    assert tried["p_bonferroni"] == pytest.approx(10 * 0.015625)


def test_the_json_is_the_contracts():
    audit = bakeoff.audit(PUBLISHED["figure-15.2"].text, test="paired-t")
    document = json.loads(json.dumps(audit.to_dict(), allow_nan=False))
    assert document["schema"] == "bakeoff/audit/1"
    assert {"code", "severity", "message", "detail"} == set(document["findings"][0])
    (fragility,) = document["fragility"]
    assert list(fragility)[:6] == ["a", "b", "verdict", "flips_with", "removing", "share_of_subsets"]
    assert fragility["removing"] == ["dataset 5", "dataset 6"]
    # Of the 45 parts with 8 datasets only the one without 5 and 6 calls B better.
    assert fragility["share_of_subsets"]["8"]["better"] == pytest.approx(1 / 45)
    assert len(fragility["leave_one_out"]) == 10


def test_every_finding_has_a_title_and_the_gravest_come_first():
    audit = bakeoff.audit(PUBLISHED["demsar-2006"].text, tests=154)
    order = ["problem", "warning", "note"]
    places = [order.index(f.severity) for f in audit.findings]
    assert places == sorted(places)
    assert codes(audit) <= set(CODES)


def test_a_finished_comparison_is_audited_as_its_evidence_is():
    text = PUBLISHED["exercise-15"].text
    compared, read = bakeoff.audit(bakeoff.compare(text)), bakeoff.audit(text)
    assert compared.findings == read.findings
    assert compared.fragility == read.fragility
    with pytest.raises(UsageError, match="takes no 'level'"):
        bakeoff.audit(bakeoff.compare(text), level=0.9)


@pytest.mark.parametrize("said", [{"tests": 0}, {"groups": -1}, {"tried": {"B": 0}}, {"claim": "often"}])
def test_what_cannot_be_meant_is_refused(said):
    with pytest.raises(UsageError, match=r"is not possible|cannot be meant"):
        bakeoff.audit(PUBLISHED["exercise-15"].text, **said)


def test_a_classifier_that_is_not_there_was_not_tried():
    with pytest.raises(UsageError, match="no classifier 'C'"):
        bakeoff.audit(PUBLISHED["exercise-15"].text, tried={"C": 5})


def test_the_command_line_prints_what_the_object_prints(tmp_path, capsys):
    file = tmp_path / "scores.csv"
    file.write_text(PUBLISHED["figure-15.2"].text)
    assert main(["audit", str(file), "--test", "paired-t", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["fragility"][0]["flips_with"] == 2
    assert main(["audit", str(file), "--tried", "B"]) == 2
    assert "NAME=K" in capsys.readouterr().err


def test_the_report_of_an_audit_has_its_findings(tmp_path):
    audit = bakeoff.audit(PUBLISHED["figure-15.7"].text + "total,704,783\n")
    page = audit.report(tmp_path / "audit.html").read_text(encoding="utf-8")
    assert "BO123" in page
    assert "printed 704" in page


def test_a_store_says_how_many_configurations_were_tried_and_how_datasets_were_chosen(tmp_path):
    url = f"sqlite:///{tmp_path / 'study.db'}"
    _store_of(url, {"knn": 3, "tree": 0})
    audit = bakeoff.audit(url)
    assert found(audit, "BO108").detail == {
        "tried": {"knn": 3, "tree": 1},
        "inside_training_sets": True,
        "unequal": True,
    }
    assert found(audit, "BO113").detail["frame"] == "a catalogue"
    assert "may be carried to that frame" in found(audit, "BO113").message
    assert "BO109" not in codes(audit)


def _store_of(url, tried):
    """Store four datasets × two folds of two classifiers, with so many trials in each cell."""
    sampling = {"kind": "sampled", "frame": "a catalogue", "n_frame": 40, "n": 4, "by": ["rows"], "seed": 1}
    names = [{"name": name, "search": {}} for name in tried]
    splitting = {"kind": "stratified-k-fold", "folds": 2}
    text = json.dumps({"name": "s", "classifiers": names, "sampling": sampling, "splitting": splitting})
    plan = [
        Cell(classifier=c, dataset=f"data {d}", repeat=0, fold=f, key=f"{c}{d}{f}", split=f"{d}{f}")
        for d in "wxyz"
        for f in (0, 1)
        for c in tried
    ]
    with open_store(url) as store:
        store.lock("s", text=text, digest="sha256:0")
        store.plan("s", plan)
        run = store.begin("s")
        for i, cell in enumerate(plan):
            trials = tuple(
                Trial(number=k, parameters=f'{{"k": {k}}}', score=0.5, chosen=k == 1)
                for k in range(tried[cell.classifier])
            )
            scores = {"accuracy": 0.8 + i / 1000}
            store.record(run, Scored(cell=cell, scores=scores, n_train=90, n_test=10, trials=trials))
        store.end(run)


@pytest.mark.parametrize(("tried", "leads"), [("B", True), ("A", False)])
def test_effort_explains_a_lead_only_where_there_is_one(tried, leads):
    audit = bakeoff.audit(PUBLISHED["figure-15.7"].text, tried={tried: 10})  # B leads
    assert ("some of its lead may be that" in found(audit, "BO108").message) is leads
