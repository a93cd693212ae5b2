"""A study is opened once: what is said of it is of one moment, and a running study is read anew."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest

import bakeoff
from bakeoff.api.study.stored import open_study
from bakeoff.cli.main import main
from bakeoff.core.errors import UsageError
from bakeoff.store.store import Store

pytestmark = pytest.mark.usefixtures("in_this_process")

STUDY = """\
name = "once"
seed = 7
datasets = ["iris", "wine"]
[resampling]
folds = 3
repeats = 2
[classifiers.stump]
estimator = "DecisionTreeClassifier"
parameters = { max_depth = 1 }
[classifiers.bayes]
estimator = "GaussianNB"
"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    file = tmp_path_factory.mktemp("once") / "once.toml"
    file.write_text(STUDY)
    bakeoff.Study.load(file).run(file.with_suffix(".db"))
    return file


@pytest.fixture
def openings(monkeypatch):
    """Count how often a store is opened."""
    opened, begin = [], Store.__init__

    def count(self, url, **options):
        opened.append(url)
        begin(self, url, **options)

    monkeypatch.setattr(Store, "__init__", count)
    return opened


@pytest.mark.parametrize("command", ["compare", "audit"])
def test_a_command_on_a_store_opens_it_once(finished, openings, command, capsys):
    assert main([command, str(finished.with_suffix(".db"))]) == 0
    assert len(openings) == 1


def test_a_store_is_compared_without_loading_what_runs_a_study_or_speaks_to_a_server(finished):
    code = (
        "import sys; from bakeoff.cli.main import main; assert main(sys.argv[1:]) == 0; "
        "unasked = {'bakeoff.study.execution', 'sqlalchemy.dialects.postgresql'}; "
        "sys.exit(', '.join(unasked & set(sys.modules)) or 0)"
    )
    ran = [sys.executable, "-c", code, "compare", str(finished.with_suffix(".db")), "-q"]
    done = subprocess.run(ran, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_run_opens_its_store_to_run_and_to_show(finished, openings, capsys):
    assert main(["run", str(finished)]) == 0
    assert len(openings) == 2


def test_a_test_of_examples_reads_the_predictions_besides(finished, openings):
    bakeoff.compare(finished.with_suffix(".db"), test="mcnemar-midp")
    assert len(openings) == 2


def test_the_record_is_frozen_and_short_to_look_at(finished):
    study = open_study(finished.with_suffix(".db"), study=None)
    assert (study.study, len(study.columns), study.columns.failures) == ("once", 24, ())
    assert len(repr(study)) < 1000
    with pytest.raises(dataclasses.FrozenInstanceError):
        study.study = "another"


def test_a_study_that_is_not_there_is_refused_with_those_that_are(finished):
    with pytest.raises(UsageError, match="has no study 'other'") as refused:
        bakeoff.Results(finished.with_suffix(".db"), name="other").estimates()
    assert "once" in refused.value.fix


def test_results_are_read_anew_and_opened_ones_stay_as_they_were(tmp_path):
    classifiers = {"stump": "DecisionTreeClassifier", "bayes": "GaussianNB"}
    store = tmp_path / "grows.db"
    results = bakeoff.Study(classifiers, ["iris"], name="grows", resampling={"folds": 3}).run(store)
    opened = results.snapshot()
    bakeoff.Study(classifiers, ["iris", "wine"], name="grows", resampling={"folds": 3}).run(store)
    assert results.scores().datasets == ("iris", "wine")
    assert opened.scores().datasets == ("iris",)
    assert len(list(opened.outcomes())) == 6


def test_columns_hold_what_the_single_outcomes_say(finished, tmp_path):
    classifiers = {
        "tuned": {"estimator": "DecisionTreeClassifier", "search": {"max_depth": [1, 2]}},
        "broken": {"estimator": "KNeighborsClassifier", "parameters": {"n_neighbors": 1000}},
    }
    settings = {"metrics": ["log_loss", "accuracy"], "tuning": {"search": "grid"}, "resampling": {"folds": 2}}
    store = tmp_path / "columns.db"
    bakeoff.Study(classifiers, ["iris"], name="columns", **settings).run(store)
    bakeoff.Study({"bayes": "GaussianNB"}, ["wine"], name="beside", resampling={"folds": 2}).run(store)
    for path, study in ((finished.with_suffix(".db"), "once"), (store, "columns"), (store, "beside")):
        read = open_study(path, study=study)
        one_by_one = open_study(path, study=study, is_whole=True)
        assert read.findings == one_by_one.findings
        _require_equal(read.columns, one_by_one.columns)


def _require_equal(read, one_by_one):
    for name in ("classifier", "dataset", "condition", "split"):
        mine, other = getattr(read, name), getattr(one_by_one, name)
        assert mine.names == other.names
        assert mine.codes.tolist() == other.codes.tolist()
    for name in ("repeat", "fold", "is_scored", "tried", "n_train", "n_test"):
        np.testing.assert_array_equal(getattr(read, name), getattr(one_by_one, name))
    assert list(read.scores) == list(one_by_one.scores)
    for metric, values in read.scores.items():
        np.testing.assert_array_equal(values, one_by_one.scores[metric])
    assert (read.chosen or ("",) * len(read)) == one_by_one.chosen
    assert (read.warnings, read.failures) == (one_by_one.warnings, one_by_one.failures)
