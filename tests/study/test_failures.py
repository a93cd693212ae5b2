"""A cell that fails is recorded with its reason, and costs no other cell (UX cases 36–51)."""

import os
import time

import numpy as np
import pytest

from bakeoff.api.study.study import Study
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.outcomes import Failed, Reason, Scored
from study import faulty
from study.cases import is_running

BY_THE_ESTIMATOR = {
    "raises": (
        faulty.Raises(),
        Reason.RAISED,
        "ValueError: the matrix is singular and this is the second line",
    ),
    "raises in predict": (faulty.RaisesInPredict(), Reason.RAISED, "KeyError: 'b'"),
    "exits": (faulty.Exits(), Reason.RAISED, "SystemExit: 3"),
    "wrong length": (
        faulty.WrongLength(),
        Reason.PREDICTIONS,
        "predict gave 74 labels for 75 test rows",
    ),
    "not a number": (
        faulty.NotANumber(),
        Reason.PREDICTIONS,
        "predict gave labels that are not numbers (NaN)",
    ),
    "nothing": (faulty.Nothing(), Reason.PREDICTIONS, "predict gave None for 75 test rows"),
    "two dimensions": (
        faulty.TwoDimensional(),
        Reason.PREDICTIONS,
        "predict gave an array of 2 dimensions for 75 test rows",
    ),
    "ragged": (faulty.Ragged(), Reason.PREDICTIONS, "predict gave rows of different lengths"),
    "texts": (faulty.Texts(), Reason.PREDICTIONS, "predict gave labels of type <U21, and was taught numbers"),
    "objects": (
        faulty.Objects(),
        Reason.PREDICTIONS,
        "predict gave labels of type object, and was taught numbers",
    ),
    "unseen label": (
        faulty.UnseenLabel(),
        Reason.PREDICTIONS,
        "predict gave a label that the training rows do not have: np.int64(100)",
    ),
}


@pytest.fixture(scope="module")
def by_the_estimator(here, tmp_path_factory):
    classifiers = {name: estimator for name, (estimator, *_) in BY_THE_ESTIMATOR.items()}
    study = Study({"good": faulty.Majority(), **classifiers}, ["iris"], resampling={"folds": 2})
    return study.run(tmp_path_factory.mktemp("estimator") / "study.db", engine=here)


def of(results, classifier):
    return [o for o in results.outcomes() if o.cell.classifier == classifier]


@pytest.mark.parametrize("name", BY_THE_ESTIMATOR)
def test_an_estimator_that_misbehaves_fails_with_its_reason(name, by_the_estimator):
    _, reason, words = BY_THE_ESTIMATOR[name]
    failed = of(by_the_estimator, name)
    assert len(failed) == 2
    assert all(isinstance(o, Failed) for o in failed)
    assert (failed[0].reason, failed[0].message) == (reason, words)
    assert "Traceback" in failed[0].detail


def test_the_good_estimator_beside_them_is_scored_and_the_others_are_not_averaged(by_the_estimator):
    assert all(isinstance(o, Scored) for o in of(by_the_estimator, "good"))
    assert by_the_estimator.tally.scored == 2
    assert by_the_estimator.tally.failed == 2 * len(BY_THE_ESTIMATOR)
    scores = by_the_estimator.scores()
    assert scores.classifiers == ("good",)
    assert "BO230" in {f.code for f in scores.findings}


@pytest.fixture(scope="module")
def by_the_process(worker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("process")
    study = Study(
        {
            "good": faulty.Majority(),
            "hangs": faulty.HangsWithChildren(str(folder / "child")),
            "killed": faulty.IsKilled(str(folder / "killed"), times=2),
            "crashes": faulty.Crashes(),
            "leaves": faulty.LeavesQuietly(),
            "greedy": faulty.Greedy(),
            "heavy": faulty.Heavy(),
            "prints": faulty.Prints(),
            "threads": faulty.Threads(),
        },
        ["iris"],
        resampling={"kind": "hold-out"},
        limits={"seconds": 6.0, "memory_gb": 4.0},
    )
    return study.run(folder / "study.db", engine=worker), folder


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("hangs", Reason.HUNG, "it was stopped after 6 s, the time limit"),
        (
            "crashes",
            Reason.DIED,
            "it ended its worker, and its process when it ran alone (SIGSEGV(-11))",
        ),
        ("leaves", Reason.DIED, "it ended its worker, and its process when it ran alone (EXIT(0))"),
        ("greedy", Reason.MEMORY, "Unable to allocate 14.9 GiB"),
    ],
)
def test_what_ends_its_process_fails_with_its_reason(name, reason, words, by_the_process):
    (failed,) = of(by_the_process[0], name)
    assert isinstance(failed, Failed)
    assert failed.reason is reason
    assert words in failed.message


@pytest.mark.parametrize("name", ["good", "heavy", "prints", "threads", "killed"])
def test_what_is_only_bad_company_or_killed_by_others_is_scored(name, by_the_process):
    (scored,) = of(by_the_process[0], name)
    assert isinstance(scored, Scored)


def test_what_a_hanging_cell_has_started_is_ended_with_it(by_the_process):
    pid = int((by_the_process[1] / "child").read_text())
    for _ in range(600):
        if not is_running(pid):
            return
        time.sleep(0.1)
    pytest.fail("the child of the hanging cell is still there")


def test_a_huge_model_is_measured(by_the_process):
    (scored,) = of(by_the_process[0], "heavy")
    assert 80_000_000 <= scored.complexity["size_bytes"] < 81_000_000


def test_what_is_printed_is_counted_and_cut(by_the_process, capfd):
    (scored,) = of(by_the_process[0], "prints")
    (line,) = scored.warnings
    assert line.startswith("printed 13,898 characters: iteration 0 iteration 1 ")
    assert len(line) < 250
    assert "iteration" not in "".join(capfd.readouterr())


def test_an_estimator_that_asks_for_every_core_gets_one(by_the_process):
    (scored,) = of(by_the_process[0], "threads")
    (line,) = scored.warnings
    assert line.startswith("1 × UserWarning: (1, 1, 1) of ")


def test_a_worker_that_dies_costs_its_own_cell_even_in_a_batch(worker, tmp_path):
    features, target = np.arange(40.0).reshape(20, 2) / 2, np.arange(20) % 2
    features[:, 0] = np.arange(20)
    bad = {"estimator": faulty.DiesWithoutRow(), "preprocessing": "none"}
    study = Study({"bad": bad}, {"rows": (features, target)}, resampling={"folds": 10})
    results = study.run(tmp_path / "study.db", engine=worker)
    outcomes = list(results.outcomes())
    assert [type(o) for o in outcomes].count(Scored) == 9
    (failed,) = results.failures
    assert failed.reason is Reason.DIED


@pytest.mark.parametrize(
    ("metric", "kind", "words"),
    [
        ("roc_auc", "nan", "predict_proba gave values that are not numbers"),
        ("roc_auc", "narrow", "predict_proba gave 75 × 2 numbers for 75 test rows and 3 classes"),
        ("log_loss", "large", "predict_proba gave values from 33.3 to 33.3, which are no probabilities"),
        ("brier", "raises", "NotImplementedError: not today"),
        (
            "brier",
            None,
            "brier needs probabilities, and the classifier has no predict_proba: put it inside CalibratedClassifierCV",
        ),
    ],
)
def test_probabilities_that_a_metric_needs_must_be_some(metric, kind, words, here, tmp_path):
    bad = faulty.Majority() if kind is None else faulty.Probabilities(kind)
    study = Study({"bad": bad}, ["iris"], resampling={"folds": 2}, metrics=["accuracy", metric])
    failures = study.run(tmp_path / "study.db", engine=here).failures
    assert [f.message for f in failures] == [words, words]


def test_probabilities_that_no_metric_needs_cost_nothing_but_a_finding(here, tmp_path):
    study = Study({"bad": faulty.Probabilities("nan")}, ["iris"], resampling={"folds": 2})
    results = study.run(tmp_path / "study.db", engine=here)
    scored = next(results.outcomes(predictions=True))
    assert scored.warnings == (
        "1 × UserWarning: no probabilities are kept: predict_proba gave values that are not numbers",
    )
    assert scored.predictions.probabilities is None
    assert "BO240" in {f.code for f in results.scores().findings}


def test_ten_thousand_warnings_are_two_lines_and_one_finding(here, tmp_path):
    study = Study({"bad": faulty.Warns()}, ["iris"], resampling={"folds": 2})
    results = study.run(tmp_path / "study.db", engine=here)
    assert next(results.outcomes()).warnings == (
        "5000 × UserWarning: not converged in 0 steps",
        "5000 × UserWarning: not converged in 1 steps",
    )
    (finding,) = [f.message for f in results.scores().findings if f.code == "BO240"]
    assert finding == (
        "estimators gave warnings: bad in 2 cells; most often: UserWarning: not converged in 0 steps"
    )


def test_an_estimator_that_changes_its_surroundings_changes_no_other_cell(here, tmp_path):
    def predicted(classifiers, name):
        study = Study(classifiers, ["iris"], resampling={"folds": 5, "repeats": 2}, seed=3)
        results = study.run(tmp_path / f"{name}.db", engine=here)
        return [o.scores for o in results.outcomes() if o.cell.classifier == "around"]

    folder, state = os.getcwd(), np.geterr()
    alone = predicted({"around": faulty.Surroundings()}, "alone")
    beside = predicted({"vandal": faulty.Vandal(), "around": faulty.Surroundings()}, "beside")
    assert alone == beside
    assert len({o["accuracy"] for o in alone}) > 1
    assert (os.getcwd(), np.geterr(), os.environ.get("BAKEOFF_TEST")) == (folder, state, None)


@pytest.mark.parametrize(
    ("estimator", "code", "words"),
    [
        (faulty.ChangesItsParameters(), "BO497", "cannot be copied: RuntimeError"),
        (faulty.TakesAnything(), "BO497", "cannot be copied: RuntimeError"),
        (faulty.WithoutParameters(), "BO497", "cannot be copied: it has no get_params"),
        (faulty.HoldsALock(), "BO498", "cannot be sent to another process: TypeError"),
        (faulty.Majority, "BO485", "has no fit and predict"),
        ("nothing at all", "BO464", "scikit-learn has no classifier 'nothing at all'"),
    ],
)
def test_an_estimator_that_cannot_be_used_is_refused_before_anything_runs(estimator, code, words):
    with pytest.raises(UsageError) as refused:
        Study({"bad": estimator}, ["iris"])
    assert refused.value.code == code
    assert words in refused.value.what


def test_an_estimator_without_parameters_starts_anew_in_every_cell(here, tmp_path):
    bare = {"estimator": faulty.WithoutParameters(), "preprocessing": "none"}
    study = Study({"bare": bare}, ["iris"], resampling={"folds": 3})
    results = study.run(tmp_path / "study.db", engine=here)
    assert (results.tally.scored, results.tally.failed) == (3, 0)
    assert study.run(tmp_path / "study.db", engine=here).tally.scored == 0


def test_failed_cells_are_tried_again_only_when_that_is_asked_for(here, tmp_path):
    study = Study({"good": faulty.Majority(), "bad": faulty.Raises()}, ["iris"], resampling={"folds": 2})
    tallies = [
        study.run(tmp_path / "study.db", engine=here, retry_failed=again).tally
        for again in (False, False, True)
    ]
    assert [(t.scored, t.failed) for t in tallies] == [(2, 2), (0, 0), (0, 2)]


def test_a_classifier_with_no_whole_dataset_stands_in_nobodys_way(here, tmp_path):
    data = {name: (np.arange(42.0).reshape(21, 2) + i, np.arange(21) % 2) for i, name in enumerate("de")}
    classifiers = {"a": faulty.Majority(), "b": "GaussianNB", "bad": faulty.RaisesOnOddRows()}
    study = Study(classifiers, data, resampling={"folds": 2})
    comparison = study.run(tmp_path / "study.db", engine=here).compare()
    assert comparison.evidence.classifiers == ("a", "b")
    (found,) = [f for f in comparison.findings if f.code == "BO230"]
    assert "without all resamples of any dataset and left out: bad" in found.message
    alone = Study({name: classifiers[name] for name in ("a", "bad")}, data, resampling={"folds": 2})
    with pytest.raises(DesignError, match="'a' is the only classifier; 2 of 8 cells failed"):
        alone.run(tmp_path / "alone.db", engine=here).compare()


def test_the_verdict_is_given_with_what_is_missing(here, tmp_path):
    study = Study(
        {"a": faulty.Majority(), "b": "GaussianNB", "bad": faulty.Raises()},
        ["iris", "wine"],
        resampling={"folds": 2},
    )
    comparison = study.run(tmp_path / "study.db", engine=here).compare()
    assert comparison.evidence.classifiers == ("a", "b")
    assert any(
        f.code == "BO230" and "4 of 12 cells failed" in f.message and "left out: bad" in f.message
        for f in comparison.findings
    )


def test_what_a_worker_has_loaded_is_spared_by_its_garbage_collector_and_by_no_other(here, worker, tmp_path):
    study = Study({"a": faulty.WantsFrozenModules()}, ["iris"], resampling={"folds": 2})
    assert study.run(tmp_path / "worker.db", engine=worker).failed == 0
    assert study.run(tmp_path / "here.db", engine=here).failed == 2
