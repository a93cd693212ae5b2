"""Cells that are run again must give the same; what cannot run beside its like does not; plans survive their trials."""

import json
from threading import Event

import pytest

import bakeoff
from bakeoff.api.study.study import Results, Study
from bakeoff.cli.main import main
from bakeoff.cli.study_forecast import show_forecast
from bakeoff.inputs.options import ReadOptions
from bakeoff.study import execution as carry_out
from bakeoff.study import forecast
from bakeoff.study.findings.determinism import CELLS, sample_cells
from bakeoff.web.worker.uploaded_stores import uploaded_evidence
from study import faulty
from study.here import Here

FOLDS = {"folds": 5, "repeats": 2}


@pytest.fixture(scope="module")
def verified(here, tmp_path_factory):
    study = Study(
        {"steady": "DecisionTreeClassifier", "restless": faulty.Restless()},
        ["iris", "wine"],
        resampling=FOLDS,
    )
    store = tmp_path_factory.mktemp("verified") / "s.db"
    return study, study.run(store, engine=here, verify_determinism=True)


def test_a_classifier_that_heeds_no_seed_is_named_with_how_far_it_moved(verified):
    findings = {f.code: f for f in verified[1].compare().findings}
    told = findings["BO370"]
    assert told.message.startswith(
        f"restless gave other results with the same seed in {CELLS} of {CELLS} cells"
    )
    assert "on iris and wine" in told.message or "on wine and iris" in told.message
    assert "accuracy moved by up to 0." in told.message
    assert "predictions changed" in told.message
    assert {one["dataset"] for one in told.detail["moved"]} == {"iris", "wine"}
    assert findings["BO376"].message == (
        f"{CELLS} cells of steady were run again and gave the same scores and predictions"
    )


def test_running_cells_again_records_no_outcome(verified, here):
    study, results = verified
    assert results.tally.scored == 40
    before = [o.scores for o in results.outcomes()]
    again = study.run(results.store, engine=here)
    assert again.tally.scored == 0
    assert [o.scores for o in again.outcomes()] == before
    assert checked(again.scores()) == [
        "BO370",
        "BO376",
    ]  # what was found of these cells is true of them still


def checked(of):
    return [f.code for f in of.findings if f.code in ("BO370", "BO376")]


def test_what_was_found_is_in_every_later_answer_from_the_store(verified, tmp_path, capsys):
    _, results = verified
    store = str(results.store)
    assert checked(bakeoff.compare(store)) == ["BO370", "BO376"]
    assert checked(bakeoff.audit(store)) == ["BO370", "BO376"]
    on_the_page = uploaded_evidence(results.store.read_bytes(), "s.db", ReadOptions())
    assert checked(on_the_page) == ["BO370", "BO376"]
    assert main(["compare", store]) == 0
    assert (
        "  BO370  restless gave other results with the same seed in 5 of 5 cells" in capsys.readouterr().out
    )
    assert main(["audit", store, "--json"]) == 0
    told = {f["code"]: f for f in json.loads(capsys.readouterr().out)["findings"]}
    assert told["BO370"]["severity"] == "warning"
    assert {one["dataset"] for one in told["BO370"]["detail"]["moved"]} == {"iris", "wine"}
    page = bakeoff.compare(store).report(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "restless gave other results with the same seed" in page
    assert main(["compare", store, "--mute", "BO370"]) == 0
    shown = capsys.readouterr().out
    assert "BO375  muted: BO370 (other results with the same seed)" in shown
    assert "restless gave other results" not in shown


def test_a_second_check_takes_the_place_of_the_first(here, url):
    steady, restless = {"a": "GaussianNB"}, {"b": faulty.Restless()}
    study = Study(steady | restless, ["iris"], name="s", resampling={"folds": 2})
    for _ in range(2):
        results = study.run(url, engine=here, verify_determinism=True)
        assert checked(results.scores()) == ["BO370", "BO376"]
    # Another classifier under the name: what was seen of the first one is no longer said.
    other = Study(steady | {"b": "DecisionTreeClassifier"}, ["iris"], name="s", resampling={"folds": 2})
    assert checked(other.run(url, engine=here).scores()) == ["BO376"]
    (told,) = [
        f for f in other.run(url, engine=here, verify_determinism=True).scores().findings if f.code == "BO376"
    ]
    assert told.detail == {"cells": {"a": 2, "b": 2}}
    # A margin changes no cell.
    looser = Study(steady | restless, ["iris"], name="s", resampling={"folds": 2}, margin=0.1)
    looser.run(url, engine=here, verify_determinism=True)
    assert checked(study.run(url, engine=here).scores()) == ["BO370", "BO376"]


def test_a_check_that_was_stopped_says_so_and_leaves_what_was_found_before(verified, here):
    study, results = verified
    stop = Event()

    class Stopped(Here):
        def collect(self, future):
            stop.set()
            return super().collect(future)

    again = study.run(results.store, engine=Stopped(), verify_determinism=True, stop=stop)
    assert again.tally.interrupted
    assert checked(again.scores()) == ["BO370", "BO376"]


def test_a_study_of_distinct_samples_keeps_what_was_found_too(here, tmp_path):
    split = {"folds": 2, "repeats": 2, "distinct": True}
    study = Study({"a": "GaussianNB", "b": "DecisionTreeClassifier"}, ["iris"], resampling=split)
    store = tmp_path / "s.db"
    study.run(store, engine=here, verify_determinism=True)
    assert checked(Results(store, name=study.specification.name).anova()) == ["BO376"]


def test_the_sample_is_spread_over_datasets_and_the_same_every_time(verified):
    study, _ = verified
    cells = study.cells()
    done = frozenset(cell.key for cell in cells)
    sample = sample_cells(study.specification, cells, done)
    assert sample == sample_cells(study.specification, cells, done)
    mine = [cell.dataset for cell in sample if cell.classifier == "steady"]
    assert sorted(mine.count(name) for name in ("iris", "wine")) == [2, 3]
    assert sample_cells(study.specification, cells, frozenset()) == []


def test_the_command_line_verifies_when_it_is_asked_to(here, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(carry_out, "open_engine", lambda where, jobs: here)  # no worker has to start
    file = tmp_path / "s.toml"
    file.write_text(
        # By chance two folds may differ alike, and nothing varies; five do not.
        'datasets = ["iris"]\n[resampling]\nfolds = 5\n[classifiers.a]\nestimator = "GaussianNB"\n'
        '[classifiers.b]\nestimator = "study.faulty.Restless"\n'
    )
    assert main(["run", str(file), "--trust", "--verify-determinism", "--mute", "BO376"]) == 0
    out = capsys.readouterr().out
    assert "BO370  b gave other results with the same seed in 5 of 5 cells" in out
    assert "BO376 (cells that were run again gave the same)" in out


def test_cells_of_exclusive_classifiers_run_one_at_a_time_in_one_process(tmp_path):
    gpu = {"estimator": faulty.NeverTwice(str(tmp_path / "gpu")), "exclusive": True}
    other = {"estimator": faulty.NeverTwice(str(tmp_path / "gpu")), "exclusive": True}
    study = Study(
        {"gpu": gpu, "other": other, "plain": "GaussianNB"}, ["iris", "wine"], resampling={"folds": 4}
    )
    results = study.run(tmp_path / "s.db", jobs=2)
    assert [f.message for f in results.failures] == []
    told = {line for o in results.outcomes() for line in o.warnings if "process" in line}
    assert len(told) == 1


def test_a_plan_survives_estimators_that_hang_or_die_and_says_so(worker, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(forecast, "PATIENCE", 600.0)  # a busy machine may take long to start a worker
    good = faulty.Majority()
    Study({"good": good}, ["iris"], resampling={"folds": 2}).run(
        tmp_path / "w.db", engine=worker
    )  # it imports now
    study = Study(
        {"good": good, "raises": faulty.Raises(), "dies": faulty.Dies(), "hangs": faulty.Hangs()},
        ["iris"],
        resampling={"folds": 2},
        limits={"seconds": 3.0},
    )
    assert show_forecast(study, str(tmp_path / "s.db"), as_json=False, engine=worker) == 0
    out = capsys.readouterr().out
    assert "without raises, dies and hangs: not tried successfully on any dataset" in " ".join(out.split())
    assert "  failed   raises on iris: ValueError: the matrix is singular" in out
    assert "           dies on iris: its worker died (SIGKILL(-9))" in out
    assert "           hangs on iris: it was stopped after 3 s, the time limit of a trial" in out
    assert "good on iris" not in out
    assert not (tmp_path / "s.db").exists()
