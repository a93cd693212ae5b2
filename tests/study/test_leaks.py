"""Leaks that can be seen in the data of a study are said, and can be muted but not dropped (UX cases 52, 54, 55)."""

import json
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.errors import RunError, UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.project.muting import mute_findings
from bakeoff.study.execution import load_datasets
from bakeoff.study.findings.leak_findings import leak_findings
from bakeoff.study.findings.leaks import find_leaks
from bakeoff.study.findings.search_edges import find_edge
from bakeoff.study.specification.frozen_text import freeze_specification

RNG = np.random.default_rng(52)
ROWS = 90
PLAIN = RNG.normal(size=(ROWS, 3))
CLASS = np.arange(ROWS) % 3
FOLDS = {"folds": 5}


def study_of(features, target=CLASS, **settings):
    guess = {"estimator": "DummyClassifier", "parameters": {"strategy": "uniform"}}
    return Study({"a": "GaussianNB", "b": guess}, {"data": (features, target)}, **settings)


def seen(features, target=CLASS, **settings):
    study = study_of(features, target, **settings)
    return find_leaks(study.specification.datasets[0], study.specification)


def said(features, target=CLASS, **settings):
    study = study_of(features, target, **settings)
    datasets = load_datasets(study.specification, base=study.base)
    return {f.code: f for f in leak_findings(json.loads(freeze_specification(study.specification, datasets)))}


def test_nothing_is_said_of_data_without_a_leak():
    assert seen(PLAIN) == {}


@pytest.mark.parametrize(
    "column",
    [CLASS, np.array([30.5, 10.0, 20.0])[CLASS], np.array(["c", "a", "b"], dtype=object)[CLASS]],
    ids=["copy", "numbers", "texts"],
)
def test_the_class_among_the_attributes_is_found_however_it_is_written(column):
    frame = pd.DataFrame(PLAIN, columns=list("xyz")).assign(told=column)
    finding = said(frame)["BO371"]
    assert finding.severity is Severity.WARNING
    assert "data ('told')" in finding.message


def test_one_column_for_each_class_is_the_class_too():
    frame = pd.DataFrame(PLAIN, columns=list("xyz")).assign(first=CLASS == 0, second=5.0 * (CLASS != 1))
    assert seen(frame) == {"class_among": ["first", "second"]}
    assert seen(frame.drop(columns="second")) == {}  # mammals give milk: one class of many may be set apart


def test_an_attribute_that_is_nearly_the_class_is_an_attribute():
    nearly = CLASS.astype(float)
    nearly[0] = 2.0
    assert seen(np.column_stack([PLAIN, nearly])) == {}


def test_copies_of_test_rows_among_training_rows_are_counted_by_the_splits_of_the_study():
    features, target = np.repeat(PLAIN, 2, axis=0), np.repeat(CLASS, 2)
    spec = study_of(features, target, resampling={"folds": 2}).specification
    share = find_leaks(spec.datasets[0], spec)["copies"]
    # A copy of a row lies in the other of two folds with a chance of about one half: by hand from the splits.
    from bakeoff.study.cells.splits import make_splits

    splits = make_splits(spec.datasets[0], spec.splitting, seed=0, repeat=0)
    by_hand = [any(row // 2 == other // 2 for other in split.train) for split in splits for row in split.test]
    assert share == pytest.approx(np.mean(by_hand), abs=1e-4)
    assert 0.3 < share < 0.7
    assert said(features, target)["BO372"].severity is Severity.WARNING


def test_copies_that_stay_together_are_none_and_nor_are_rows_with_another_class():
    features = np.repeat(PLAIN, 2, axis=0)
    assert seen(features, np.arange(2 * ROWS) % 2) == {}


def test_rows_that_agree_by_chance_are_not_called_copies():
    few = RNG.integers(2, size=(400, 3)).astype(float)
    assert seen(few, np.arange(400) % 2) == {}


def test_columns_that_were_standardised_over_the_whole_table_are_seen():
    scaled = (PLAIN - PLAIN.mean(axis=0)) / PLAIN.std(axis=0)
    finding = said(np.column_stack([scaled, np.arange(ROWS) % 2]))["BO373"]  # beside a column of yes and no
    assert finding.severity is Severity.NOTE
    assert "data (3)" in finding.message
    assert seen(np.column_stack([scaled, PLAIN])) == {}


@pytest.mark.parametrize("kind", ["k-fold", "time-series"])
def test_dates_among_the_attributes_are_a_warning_unless_splits_heed_time(kind):
    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(ROWS), unit="D")
    frame = pd.DataFrame(PLAIN, columns=list("xyz")).assign(when=days)
    found = said(frame, resampling={"kind": kind})
    assert ("BO374" in found) is (kind == "k-fold")
    if found:
        assert "data ('when')" in found["BO374"].message
        assert "#time=when" in found["BO374"].message


def test_numbers_are_dates_by_their_name_and_months_are_not():
    numbered = {"date": np.arange(ROWS) / 7.0, "season": np.arange(ROWS) % 4}
    assert seen(pd.DataFrame(numbered)) == {"dates": ["date"]}
    assert seen(pd.DataFrame(PLAIN).assign(date=np.arange(ROWS) % 12)) == {}
    named = np.array(["april", "may", "june"], dtype=object)[RNG.integers(3, size=ROWS)]
    assert seen(pd.DataFrame(PLAIN).assign(date=named)) == {}


def test_dates_of_a_frame_are_days_as_those_of_a_file_are():
    days = pd.to_datetime(["1970-01-02 00:00", None, "1970-01-03 12:00"])
    study = Study({"a": "GaussianNB"}, {"data": (pd.DataFrame({"when": days}), [0, 1, 0])})
    assert study.specification.datasets[0].features[0].values == pytest.approx(
        [1.0, np.nan, 2.5], nan_ok=True
    )


@pytest.mark.parametrize(
    ("value", "space", "edge"),
    [
        (1, [1, 10, 100], "the smallest"),
        (100, [1, 100, 10], "the largest"),
        (10, [1, 10, 100], ""),
        (1, [1, 2], ""),
        (True, [True, False, True], ""),
        ("a", ["a", "b", "c"], ""),
        (8, [2, 4, 8, None], ""),
        (0.99, {"low": 0, "high": 1, "log": False}, "the largest"),
        (1.05e-4, {"low": 1e-4, "high": 1e4, "log": True}, "the smallest"),
        (1e-2, {"low": 1e-4, "high": 1e4, "log": True}, ""),
    ],
)
def test_the_edge_of_a_search_is_named(value, space, edge):
    assert find_edge(value, space) == edge


def test_a_search_that_ends_at_its_edge_is_said_with_its_parameter_edge_and_counts(here, tmp_path):
    tree = {"estimator": "DecisionTreeClassifier", "search": {"max_depth": [1, 2, 3]}}
    study = Study({"tree": tree}, ["digits"], resampling={"folds": 2}, tuning={"folds": 2})
    (finding,) = [f for f in study.run(tmp_path / "s.db", engine=here).scores().findings if f.code == "BO235"]
    assert "max_depth of tree (the largest, 2 of 2 cells)" in finding.message
    assert finding.detail["edges"] == [
        {"classifier": "tree", "parameter": "max_depth", "edge": "the largest", "cells": 2, "of": 2}
    ]


@pytest.fixture(scope="module")
def leaky(here, tmp_path_factory):
    store = tmp_path_factory.mktemp("leaky") / "s.db"
    features = np.column_stack([PLAIN, CLASS])
    study = study_of(features, resampling=FOLDS, mute=["BO371"])
    return study.run(store, engine=here), store


def codes(comparison):
    return [f.code for f in comparison.findings]


def test_what_a_study_mutes_is_listed_and_kept_with_its_words(leaky):
    comparison = leaky[0].compare()
    assert "BO371" not in codes(comparison)
    (told,) = [f for f in comparison.findings if f.code == "BO375"]
    assert told.message == "muted: BO371 (attributes that give the class away)"
    assert "data ('x4')" in told.detail["muted"][0]["message"]


def test_the_command_line_mutes_what_it_is_told_and_refuses_what_there_is_not(leaky, capsys):
    store = str(leaky[1])
    assert main(["compare", store]) == 0
    assert "BO371" in capsys.readouterr().out  # a store does not mute
    assert main(["compare", store, "--mute", "BO371", "--mute", "BO234"]) == 0
    assert "BO375  muted: BO234 (an opportunity sample of datasets), BO371" in capsys.readouterr().out
    assert main(["compare", store, "--mute", "BO999"]) == 2
    assert "error BO460: there is no code 'BO999'" in capsys.readouterr().err


def test_the_report_of_a_store_lists_what_is_muted(leaky, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # figures have no findings
    file = tmp_path / "report.html"
    muting = ["--mute", "BO234", "--mute", "BO371"]
    assert main(["compare", str(leaky[1]), *muting, "--report", str(file), "--quiet"]) == 0
    text = file.read_text(encoding="utf-8")
    assert "What BO234 means" not in text
    assert "What BO371 means" not in text
    assert "What BO375 means" in text
    assert (
        "muted: BO234 (an opportunity sample of datasets), BO371 (attributes that give the class away)"
        in text
    )


def test_what_is_muted_twice_is_listed_once():
    finding = Finding(code="BO371", severity=Severity.WARNING, message="one")
    first = mute_findings([finding, replace(finding, code="BO234")], ["BO371"])
    again = mute_findings([*first, finding, replace(finding, message="two")], ["BO371", "BO375"])
    assert [f.code for f in again] == ["BO234", "BO375"]
    assert again[1].message == "muted: BO371 (attributes that give the class away, 2 times)"
    assert [word["message"] for word in again[1].detail["muted"]] == ["one", "two"]
    assert mute_findings(again, ["BO371"]) == again


def test_muting_is_no_amendment_and_a_wrong_code_is_a_mistake(leaky, here):
    features = np.column_stack([PLAIN, CLASS])
    results = study_of(features, resampling=FOLDS).run(leaky[1], engine=here)
    assert results.tally.scored == 0
    assert {"BO371"} <= {f.code for f in results.scores().findings}
    assert "BO232" not in {f.code for f in results.scores().findings}
    with pytest.raises(UsageError, match="there is no code 'BO998'"):
        study_of(features, mute=["BO998"])


def test_a_dataset_that_is_not_the_one_that_was_drawn_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    for factor, name in enumerate("abc", 7):
        table(tmp_path / "data" / f"{name}.csv", factor)
    assert main(["datasets", "sample", "--n", "2", "--by", "rows", "--from", "data", "-o", "s.toml"]) == 0
    study = Study({"a": "GaussianNB"}, "s.toml", resampling={"folds": 2})
    assert len(study.cells()) == 4
    for factor, name in enumerate("abc", 3):
        table(tmp_path / "data" / f"{name}.csv", factor)
    with pytest.raises(RunError, match="is not the dataset that was drawn") as refused:
        study.cells()
    assert refused.value.code == "BO469"


def table(path, factor):
    rows = [f"{(i * factor) % 11},{i % 5},{'ab'[i % 2]}" for i in range(20)]
    path.write_text("x,z,class\n" + "\n".join(rows) + "\n")
