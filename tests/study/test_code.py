"""Changed code of an estimator is noticed: the cells are run again, it is an amendment, and nothing mixes."""

import os
import shutil
import subprocess
import sys
import textwrap
from importlib import invalidate_caches, reload
from pathlib import Path
from threading import Event

import pytest

import bakeoff
from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.errors import RunError
from bakeoff.study.specification import classifier_code as code
from bakeoff.study.specification.classifier_code import find_code
from bakeoff.study.specification.specification import ClassifierSpec

ESTIMATOR = """
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from helper_of_mine import largest

class Mine(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.largest_ = {expression}
        return self

    def predict(self, X):
        return np.full(len(X), self.largest_)
"""
HELPER = """
import numpy as np

def largest(y):
    return np.bincount(y).{what}()
"""
STUDY = """
name = "s"
datasets = ["wine"]
[resampling]
folds = 5
[classifiers.mine]
estimator = "estimator_of_mine.Mine"
[classifiers.bayes]
estimator = "GaussianNB"
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with a user's estimator and a module that it uses, on the path."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    write(tmp_path, "largest(y)", "argmax")
    (tmp_path / "study.toml").write_text(STUDY)
    yield tmp_path
    for name in ("estimator_of_mine", "helper_of_mine"):
        sys.modules.pop(name, None)


def write(folder, expression, what):
    sources = {
        "estimator_of_mine": ESTIMATOR.format(expression=expression),
        "helper_of_mine": HELPER.format(what=what),
    }
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text)
    # Bytecode is known by the second and the size of its source: a change within one second would not be seen.
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    invalidate_caches()
    for name in reversed(sources):
        if name in sys.modules:
            reload(sys.modules[name])


def study():
    return Study.load("study.toml", trust=True)


@pytest.mark.parametrize(
    "changed", [("int(y.max())", "argmax"), ("largest(y)", "argmin")], ids=["class", "helper"]
)
def test_changed_code_is_an_amendment_and_its_cells_are_run_again(changed, project, here):
    first = study().run("study.db", engine=here)
    assert first.tally.scored == 10
    assert study().run("study.db", engine=here).tally.scored == 0
    old = first.scores().values[0]
    write(project, *changed)
    results = study().run("study.db", engine=here)
    assert results.tally.scored == 5
    values = results.scores().values[0]
    assert values[0] != old[0]
    assert values[1] == old[1]
    (finding,) = [f for f in bakeoff.compare("study.db").evidence.findings if f.code == "BO232"]
    which = "estimator_of_mine" if changed[1] == "argmax" else "helper_of_mine"
    assert f"after 10 cells; the code of mine ({which})" in finding.message


def test_old_and_new_cells_do_not_mix_where_the_run_is_cut_short(project, here):
    def mine(results):
        return {o.cell.key for o in results.outcomes() if o.cell.classifier == "mine"}

    old = mine(study().run("study.db", engine=here))
    write(project, "int(y.max())", "argmax")
    stop = Event()
    results = study().run("study.db", engine=here, stop=stop, heard=lambda _: stop.set())
    assert len(old) == 5
    assert not old & mine(results)  # what the old code yielded is hidden


def test_the_command_line_notices_it_too(project, capsys):
    assert main(["run", "study.toml", "--trust", "-q"]) == 0
    write(project, "int(y.max())", "argmax")
    assert main(["run", "study.toml", "--trust", "--json"]) == 0
    assert "the code of mine (estimator_of_mine)" in capsys.readouterr().out


def test_a_replication_needs_the_code_that_was_run(project, here):
    study().run("study.db", engine=here)
    write(project, "int(y.max())", "argmax")
    with pytest.raises(RunError, match="is not the one that was run"):
        study().replicate(["iris"], "study.db")


def test_another_version_of_the_package_is_an_amendment(here, tmp_path, monkeypatch):
    both = Study({"a": "GaussianNB", "b": "DecisionTreeClassifier"}, ["iris"], resampling={"folds": 2})
    both.run(tmp_path / "study.db", engine=here)
    monkeypatch.setattr(code, "_find_version", lambda package: "0.1")
    results = both.run(tmp_path / "study.db", engine=here)
    assert results.tally.scored == 4
    (finding,) = [f.message for f in results.scores().findings if f.code == "BO232"]
    assert "the code of a (scikit-learn" in finding
    assert "→ 0.1)" in finding


SCRIPT = """
import json, sys
from functools import partial
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer
from bakeoff.study.specification.classifier_code import find_code
from bakeoff.study.specification.specification import ClassifierSpec

{constant}

def unused(x):
    return {unused}

def scaled(x):
    return x * FACTOR if "a" in {{"a", "b", "c"}} else x  # {comment}

class Mine(GaussianNB):
    def fit(self, X, y):
        return super().fit(scaled(X), y)

estimator = {estimator}
print(json.dumps(find_code(ClassifierSpec(name="a", estimator=estimator))))
"""
AS_IT_WAS = {"constant": "FACTOR = 2", "unused": "1", "comment": "", "estimator": "Mine()"}
PIPELINE = 'Pipeline([("f", FunctionTransformer(partial(scaled))), ("m", GaussianNB())])'


def code_of_script(folder, **changes):
    script = folder / "script.py"
    script.write_text(textwrap.dedent(SCRIPT.format(**AS_IT_WAS | changes)))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


def test_of_a_script_what_the_estimator_uses_counts_and_nothing_else(tmp_path):
    first = code_of_script(tmp_path)
    assert "__main__.Mine" in first
    assert code_of_script(tmp_path, comment="said otherwise", unused="2") == first
    assert code_of_script(tmp_path, constant="FACTOR = 3") != first
    inside = code_of_script(tmp_path, estimator=PIPELINE)
    assert code_of_script(tmp_path, estimator=PIPELINE, constant="FACTOR = 3") != inside


def test_names_of_packages_are_not_imported_for_it():
    found = find_code(ClassifierSpec(name="a", estimator="xgboost.Nonesuch"))
    assert found["sources"] == {}
    assert "xgboost" not in sys.modules


def test_the_sources_of_bakeoff_itself_are_none_of_the_users(project):
    Path("estimator_of_mine.py").write_text("import bakeoff\n" + ESTIMATOR.format(expression="largest(y)"))
    found = find_code(ClassifierSpec(name="a", estimator="estimator_of_mine.Mine"))
    assert sorted(found["sources"]) == ["estimator_of_mine", "helper_of_mine"]
    assert set(found["packages"]) >= {"numpy", "scikit-learn"}
