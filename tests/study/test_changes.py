"""What changes between two runs: files, the study, versions, the order; and what is refused before anything runs.

UX cases 40, 41, 53, 54, 67–71, 76, 94, 95.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bakeoff.study
from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.errors import RunError, UsageError
from bakeoff.core.outcomes import Scored
from bakeoff.study.cells.estimators import find_estimator_class, sklearn_homes
from bakeoff.study.engines import environment
from bakeoff.study.specification.specification import describe_classifier
from study import faulty
from study.cases import exported

FOLDS = {"folds": 2}


def codes(findings):
    return {f.code for f in findings}


def table(path, n=20, shift=0):
    rows = [f"{(i * 7 + shift) % 11},{i % 5},{'ab'[i % 2]}" for i in range(n)]
    path.write_text("x,z,class\n" + "\n".join(rows) + "\n")
    return str(path)


def test_a_dataset_file_that_was_changed_is_run_again_and_that_is_said(here, tmp_path):
    study = Study({"a": faulty.Majority(), "b": "GaussianNB"}, [table(tmp_path / "t.csv")], resampling=FOLDS)
    assert study.run(tmp_path / "study.db", engine=here).tally.scored == 4
    assert study.run(tmp_path / "study.db", engine=here).tally.scored == 0
    table(tmp_path / "t.csv", shift=1)
    results = study.run(tmp_path / "study.db", engine=here)
    assert results.tally.scored == 4
    (finding,) = [f.message for f in results.scores().findings if f.code == "BO232"]
    assert "after 4 cells; the contents of t)" in finding


def test_an_edited_study_runs_the_new_cells_and_hides_the_old(here, tmp_path):
    store = tmp_path / "study.db"
    both = {"a": faulty.Majority(), "b": "GaussianNB"}
    assert Study(both, ["iris"], resampling=FOLDS).run(store, engine=here).tally.scored == 4
    other = {"a": faulty.Majority(), "c": "DecisionTreeClassifier"}
    results = Study(other, ["iris"], resampling=FOLDS).run(store, engine=here)
    assert results.tally.scored == 2
    assert {o.cell.classifier for o in results.outcomes()} == {"a", "c"}
    (finding,) = [f.message for f in results.scores().findings if f.code == "BO232"]
    assert "changed 1 time after" in finding
    assert "classifiers)" in finding
    assert Study(both, ["iris"], resampling=FOLDS).run(store, engine=here).tally.scored == 0


def test_another_order_of_classifiers_and_datasets_gives_the_same_cells_and_verdict(here, tmp_path):
    def run(classifiers, datasets, name):
        study = Study(classifiers, datasets, resampling={"folds": 5}, seed=5)
        results = study.run(tmp_path / name, engine=here)
        head, *rows = exported(tmp_path / name, tmp_path, name="study").splitlines()
        return results.compare(baseline="a"), (head, *sorted(rows))

    tree = "DecisionTreeClassifier"
    one, rows = run({"a": "GaussianNB", "b": tree}, ["iris", "wine", "breast_cancer"], "1.db")
    two, others = run({"b": tree, "a": "GaussianNB"}, ["breast_cancer", "iris", "wine"], "2.db")
    assert rows == others
    assert [p.verdict for p in one.pairs] == [p.verdict for p in two.pairs]
    assert [p.result.p_value for p in one.pairs] == pytest.approx(
        [p.result.p_value for p in two.pairs], rel=1e-12
    )


def test_results_of_different_versions_are_mixed_with_a_finding(here, tmp_path, monkeypatch):
    store = tmp_path / "study.db"
    Study({"a": faulty.Majority()}, ["iris"], resampling=FOLDS).run(store, engine=here)
    monkeypatch.setattr(environment, "PACKAGES", ("numpy",))
    results = Study({"a": faulty.Majority(), "b": "GaussianNB"}, ["iris"], resampling=FOLDS).run(
        store, engine=here
    )
    assert results.tally.scored == 2
    assert "BO233" in codes(results.scores().findings)


def test_a_comparison_other_than_the_planned_one_is_noted(here, tmp_path):
    store = tmp_path / "study.db"
    two = {"a": faulty.Majority(), "b": "GaussianNB"}
    study = Study(
        two, ["iris", "wine"], resampling=FOLDS, margin=0.01, baseline="a", metrics=["accuracy", "f1_macro"]
    )
    results = study.run(store, engine=here)
    assert "BO244" not in codes(results.compare().findings)
    assert "BO244" not in codes(results.compare("f1_macro").findings)
    (note,) = [f for f in bakeoff.compare(store, level=0.9).findings if f.code == "BO244"]
    assert "margin 0.01, level 0.95 and baseline a" in note.message
    assert "margin none, level 0.9 and baseline none" in note.message
    assert note.detail["planned"] == {"margin": 0.01, "level": 0.95, "baseline": "a"}
    assert "BO244" not in codes(bakeoff.compare(store, margin=0.01, baseline="a").findings)
    (other,) = [f for f in bakeoff.compare(store, metric="f1_macro").findings if f.code == "BO244"]
    assert "margin" not in other.message


def test_a_study_that_is_not_finished_says_so(here, tmp_path):
    from threading import Event

    stop, store = Event(), tmp_path / "study.db"
    study = Study({"a": faulty.Majority(), "b": "GaussianNB"}, ["iris", "wine"], resampling={"folds": 5})
    study.run(store, engine=here, stop=stop, heard=lambda _: stop.set())
    results = study.run(store, engine=here, stop=stop)
    assert results.tally.interrupted
    assert "BO242" in codes(results.scores().findings)


def test_the_same_estimator_under_two_names_has_the_same_scores(here, tmp_path):
    study = Study({"a": "GaussianNB", "b": "GaussianNB"}, ["iris", "wine"], resampling=FOLDS)
    comparison = study.run(tmp_path / "study.db", engine=here).compare()
    assert (comparison.evidence.values[:, 0] == comparison.evidence.values[:, 1]).all()
    assert comparison.findings


def test_the_key_of_a_cell_knows_lambdas_and_long_arrays_and_not_addresses():
    def text(value):
        from sklearn.preprocessing import FunctionTransformer

        study = Study({"a": {"estimator": faulty.Slow(FunctionTransformer(value))}}, ["iris"])
        return json.dumps(describe_classifier(study.specification.classifiers[0]))

    long = np.zeros(5_000)
    changed = long.copy()
    changed[2_500] = 1
    assert text(lambda x: x + 1) != text(lambda x: x + 2)
    assert text(long) != text(changed)
    assert text(long) == text(long.copy())
    assert text(np.log) == text(np.log)
    assert " at 0x" not in text(lambda x: x + 1)


def test_no_module_of_the_study_asks_the_clock_on_the_wall():
    for file in Path(bakeoff.study.__path__[0]).glob("*.py"):
        assert not re.search(r"time\.time\(|datetime\.(now|utcnow)", file.read_text()), file.name


@pytest.mark.parametrize(
    ("target", "resampling", "words"),
    [
        (np.zeros(20, int), {"folds": 2}, "its 20 rows are all of one class"),
        (np.arange(20) % 2, {"folds": 30}, "it has 20 rows for 30 folds"),
        (
            np.arange(20) % 2,
            {"kind": "group-k-fold", "folds": 2},
            "no column says which rows belong together",
        ),
        (np.arange(20) % 2, {"kind": "given"}, "no splits came with it"),
        (np.arange(20) % 2, {"kind": "time-series", "folds": 20}, "it has 20 rows for 20 folds"),
    ],
)
def test_a_dataset_that_cannot_be_split_is_refused_before_any_fit(target, resampling, words, here, tmp_path):
    study = Study(
        {"a": faulty.Raises()}, {"d": (np.arange(40.0).reshape(20, 2), target)}, resampling=resampling
    )
    with pytest.raises(RunError) as refused:
        study.run(tmp_path / "study.db", engine=here)
    assert refused.value.code == "BO470"
    assert words in refused.value.what


def test_a_class_that_is_smaller_than_the_folds_and_rows_without_times_are_said(here, tmp_path):
    target = np.array([0] * 12 + [1] * 12 + [2])
    data = {"d": (np.arange(50.0).reshape(25, 2), target)}
    classifiers = {"a": faulty.Majority(), "b": "GaussianNB"}
    results = Study(classifiers, data, resampling={"folds": 5}).run(tmp_path / "1.db", engine=here)
    assert (results.tally.failed, "BO241" in codes(results.scores().findings)) == (0, True)
    timed = Study(
        classifiers, {"d": (data["d"][0], np.arange(25) % 2)}, resampling={"kind": "time-series", "folds": 3}
    )
    findings = timed.run(tmp_path / "2.db", engine=here).scores().findings
    assert "rows were taken in their order" in next(f.message for f in findings if f.code == "BO243")


def test_a_training_set_of_one_class_is_a_failure_of_the_split(here, tmp_path):
    target = np.array([0] * 19 + [1])
    data = {"d": (np.arange(40.0).reshape(20, 2), target)}
    study = Study({"a": faulty.Majority()}, data, resampling={"kind": "k-fold", "folds": 4})
    (failed,) = study.run(tmp_path / "study.db", engine=here).failures
    assert (failed.reason, failed.message) == ("split", "the training rows are all of one class")


def test_leave_one_out_does_not_hold_every_split_at_once(here, tmp_path):
    data = {"d": (np.arange(60.0).reshape(30, 2), np.arange(30) % 2)}
    study = Study({"a": faulty.Majority()}, data, resampling={"kind": "leave-one-out"})
    outcomes = list(study.run(tmp_path / "study.db", engine=here).outcomes(predictions=True))
    assert [o.predictions.rows.tolist() for o in outcomes] == [[i] for i in range(30)]
    assert all(isinstance(o, Scored) and o.n_train == 29 for o in outcomes)


def study_of_one(folder):
    (folder / "one.toml").write_text(
        'datasets = ["iris"]\n[resampling]\nfolds = 2\n[classifiers.bayes]\nestimator = "GaussianNB"\n'
    )
    return str(folder / "one.toml")


def test_a_study_of_one_classifier_shows_its_scores(tmp_path, capsys):
    file = study_of_one(tmp_path)
    assert main(["run", file, "-q"]) == 0
    assert capsys.readouterr().out == (
        "bayes is the only classifier, so there is nothing to compare; "
        "its mean accuracy over 1 dataset is 0.9533\n"
    )
    export = tmp_path / "cells.csv"
    assert main(["run", file, "--json", "--export", str(export)]) == 0
    out, err = capsys.readouterr()
    assert err.endswith(f"written: {export}\n")
    assert export.read_text(encoding="utf-8").startswith("dataset,classifier,repeat,fold,metric,score,")
    document = json.loads(out)
    assert document["schema"] == "bakeoff/study-scores/1"
    assert document["scores"] == [{"dataset": "iris", "score": pytest.approx(0.9533, abs=1e-4)}]


def test_names_of_scikit_learn_need_no_search():
    for name in sklearn_homes():
        assert find_estimator_class(name).__name__ == name


def test_estimators_that_the_page_on_studies_names_need_no_search():
    page = (Path(__file__).parents[2] / "docs" / "study.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r'estimator = "(\w+)"', page)}
    assert len(named) > 10
    assert named <= set(sklearn_homes())


def test_a_step_of_a_pipeline_is_no_classifier():
    assert "SelectKBest" in sklearn_homes()
    assert not {"SelectKBest", "Ridge"} & set(sklearn_homes("classifier"))
    assert not {"SelectKBest", "RidgeClassifier"} & set(sklearn_homes("regressor"))


@pytest.mark.parametrize("path", ["os.system", "subprocess.Popen", "study.marked.Estimator"])
def test_an_estimator_outside_the_list_is_refused_without_being_imported(path, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(f'datasets = ["iris"]\n[classifiers.a]\nestimator = "{path}"\n')
    with pytest.raises(UsageError) as refused:
        Study.load(file)
    assert refused.value.code == "BO464"
    assert "line 3, classifiers.a.estimator" in refused.value.what
    assert "study.marked" not in sys.modules


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#" * 1_000_001, "BO461"),
        ("a = " + "[" * 5_000 + "]" * 5_000, "BO463"),
        ("a = " + "{b=" * 5_000 + "1" + "}" * 5_000, "BO463"),
        ('datasets = "iris"\n[classifiers', "BO463"),
        ("\ud800", "BO462"),
    ],
    ids=["large", "deep lists", "deep tables", "cut off", "no text"],
)
def test_a_file_that_is_no_study_is_refused(text, code, tmp_path):
    file = tmp_path / "study.toml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(UsageError) as refused:
        Study.load(file)
    assert refused.value.code == code


def test_a_script_needs_no_guard_around_its_study(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from bakeoff.api.study.study import Study\n"
        "from sklearn.naive_bayes import GaussianNB\n"
        "class Mine(GaussianNB):\n    pass\n"
        "tally = Study({'mine': Mine()}, ['iris'], resampling={'folds': 2}).run('study.db').tally\n"
        "print(tally.scored, tally.failed)\n"
    )
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=900
    )
    assert (done.stdout, done.stderr) == ("2 0\n", "")
