"""A cell that fails is recorded with its reason, and costs no other cell (UX cases 36–51)."""

import pytest

from bakeoff.app.study import Study
from bakeoff.core.outcomes import Failed, Reason, Scored
from study import faulty

LIMITS = {"seconds": 2.0, "memory_gb": 4.0}


def outcomes_of(bad, tmp_path, **settings):
    study = Study(
        {"good": faulty.Majority(), "bad": bad}, ["iris"], resampling={"folds": 2}, limits=LIMITS, **settings
    )
    results = study.run(tmp_path / "study.db")
    return list(results.outcomes()), results


@pytest.mark.parametrize(
    ("bad", "reason", "words"),
    [
        (faulty.Raises(), Reason.RAISED, "ValueError: the matrix is singular and this is the second line"),
        (faulty.Exits(), Reason.RAISED, "SystemExit: 3"),
        (faulty.Hangs(), Reason.HUNG, "stopped after 2 s"),
        (faulty.Dies(), Reason.DIED, "its worker died 2 times (SIGKILL"),
        (faulty.Greedy(), Reason.MEMORY, "Unable to allocate"),
        (faulty.WrongLength(), Reason.PREDICTIONS, "predict gave (74,) labels for 75 test rows"),
        (faulty.NotANumber(), Reason.PREDICTIONS, "labels that are not numbers"),
        (faulty.UnseenLabel(), Reason.PREDICTIONS, "a label that the training rows do not have"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, faulty.Majority) else "",
)
def test_a_bad_estimator_fails_with_its_reason_and_the_good_one_is_scored(bad, reason, words, tmp_path):
    outcomes, results = outcomes_of(bad, tmp_path)
    good = [o for o in outcomes if o.cell.classifier == "good"]
    failed = [o for o in outcomes if o.cell.classifier == "bad"]
    assert all(isinstance(o, Scored) for o in good)
    assert len(good) == len(failed) == 2
    assert all(isinstance(o, Failed) and o.reason is reason for o in failed)
    assert words in failed[0].message
    assert results.tally.scored == results.tally.failed == 2


def test_ten_thousand_warnings_are_two_lines(tmp_path):
    outcomes, _ = outcomes_of(faulty.Warns(), tmp_path)
    heard = next(o for o in outcomes if o.cell.classifier == "bad").warnings
    assert heard == (
        "5000 × UserWarning: not converged in 0 steps",
        "5000 × UserWarning: not converged in 1 steps",
    )


def test_a_worker_that_dies_costs_its_own_cell_even_in_a_batch(tmp_path):
    study = Study(
        {"good": faulty.Majority(), "bad": faulty.DiesOnSomeRows()},
        ["iris"],
        resampling={"folds": 10, "repeats": 3},
        limits=LIMITS,
    )
    results = study.run(tmp_path / "study.db")
    outcomes = list(results.outcomes())
    failed = [o for o in outcomes if isinstance(o, Failed)]
    assert len(outcomes) == 60
    assert all(isinstance(o, Scored) for o in outcomes if o.cell.classifier == "good")
    assert 0 < len(failed) < 30
    assert {o.reason for o in failed} == {Reason.DIED}


def test_failed_cells_are_tried_again_only_when_that_is_asked_for(tmp_path):
    outcomes_of(faulty.Raises(), tmp_path)
    study = Study(
        {"good": faulty.Majority(), "bad": faulty.Raises()}, ["iris"], resampling={"folds": 2}, limits=LIMITS
    )
    assert study.run(tmp_path / "study.db").tally.failed == 0
    assert study.run(tmp_path / "study.db", retry_failed=True).tally.failed == 2


def test_the_verdict_is_given_with_what_is_missing(tmp_path):
    study = Study(
        {"a": faulty.Majority(), "b": "GaussianNB", "bad": faulty.Raises()},
        ["iris", "wine"],
        resampling={"folds": 2},
    )
    comparison = study.run(tmp_path / "study.db").compare()
    assert comparison.evidence.classifiers == ("a", "b")
    assert any(
        f.code == "BO230" and "4 of 12 cells failed" in f.message and "left out: bad" in f.message
        for f in comparison.findings
    )
