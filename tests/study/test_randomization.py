"""Randomization tests: the whole method again on permuted labels, in waves, with the same answer whatever happens."""

import json
from threading import Event

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold, permutation_test_score
from sklearn.naive_bayes import GaussianNB

from bakeoff.api.study.study import Study
from bakeoff.cli.study_output import show_alone
from bakeoff.core.errors import ProcedureError, UsageError
from bakeoff.core.outcomes import Cell, CellPredictions, Scored
from bakeoff.inference.studies.randomization import run_randomization_tests
from bakeoff.procedures.resampled.randomization import optimism, randomization_p_value, waves
from bakeoff.store.open import open_store
from bakeoff.study.cells.splits import derive_seed
from bakeoff.study.cells.workpiece import Workpiece, permute_target
from bakeoff.study.execution import load_datasets
from bakeoff.study.specification.specification import Condition, Resampling
from study import faulty
from study.inline_engine import InlineEngine

WEAK = "artificial:linear?n=40&features=3&noise=0.3&seed=4"
FOLDS = 4


def study(permutations=19, datasets=(WEAK,), classifiers=None, folds=FOLDS, **settings):
    return Study(
        classifiers or {"bayes": {"estimator": "GaussianNB", "preprocessing": "none"}},
        list(datasets),
        resampling={"folds": folds},
        conditions={"permutations": permutations},
        **settings,
    )


class Fed(np.random.RandomState):
    """A source of randomness whose permutations were chosen beforehand."""

    def __init__(self, permutations):
        super().__init__(0)
        self.waiting = iter(permutations)

    def permutation(self, n):
        return next(self.waiting)


def test_a_study_of_one_classifier_has_its_randomization_in_json(tmp_path, capsys):
    results = study().run(tmp_path / "s.db", engine=InlineEngine())
    show_alone(results, results.scores(), as_json=True, quiet=False)
    document = json.loads(capsys.readouterr().out)
    (one,) = document["randomization"]["each"]
    assert one["p"] == results.randomization().each[0].p_value
    assert document["estimates"]["each"][0]["classifier"] == document["classifier"] == "bayes"


def both(tmp_path, dataset):
    """Return our test of a dataset, and scikit-learn's score, reference and p on the same splits and permutations."""
    made = study(datasets=(dataset,))
    only = made.run(tmp_path / "s.db", engine=InlineEngine()).randomization().each[0]
    piece = Workpiece(dataset=load_datasets(made.specification, base=tmp_path)[0], spec=made.specification)
    target, n = piece.dataset.target, piece.dataset.rows
    permutations = []
    for i in range(1, 20):
        seed = derive_seed(0, piece.dataset.digest, "permuted", float(i))
        permutations.append(np.random.default_rng(seed).permutation(n))
        ours = permute_target(piece, Condition.of(f"permuted labels {i}"))
        assert (target[permutations[-1]] == ours).all()
    splitter = StratifiedKFold(
        FOLDS, shuffle=True, random_state=derive_seed(0, piece.dataset.digest, Resampling.STRATIFIED, 0, "")
    )
    theirs = permutation_test_score(
        GaussianNB(), piece.features, target, cv=splitter, n_permutations=19, random_state=Fed(permutations)
    )
    return only, theirs


@pytest.mark.parametrize("seed", [1, 3])
def test_p_and_reference_are_those_of_scikit_learn_on_the_same_permutations(tmp_path, seed):
    only, (score, reference, p) = both(tmp_path, f"{WEAK[:-1]}{seed}")
    assert only.observed == pytest.approx(score, abs=1e-12)
    assert only.reference == pytest.approx(reference, abs=1e-12)
    assert sum(reference >= score) < 10  # nothing is stopped early
    assert only.p_value == pytest.approx(p, abs=1e-12)


def test_a_tie_counts_whatever_the_last_digit_of_the_means(tmp_path):
    # scikit-learn misses that .7 is as large as .7000000000000001, and gives 1/20 in place of 2/20.
    only, (score, reference, p) = both(tmp_path, WEAK)
    assert max(reference) == pytest.approx(score, abs=1e-12)
    assert (only.p_value, p) == (2 / 20, 1 / 20)


def test_p_by_hand_when_all_permutations_are_used():
    # Two of four are at least as large: (2 + 1) / (4 + 1).
    made = randomization_p_value(np.array([0.5, 0.7, 0.8, 0.6]), observed=0.7, permutations=4)
    assert (made.p_value, made.used, made.stopped, made.finished) == (3 / 5, 4, False, True)


def test_p_by_hand_when_the_answer_is_clear_early():
    # Besag and Clifford: the h-th score as large as the observed came at permutation l = 5, so p = h/l = 3/5.
    reference = np.array([0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.1])
    made = randomization_p_value(reference, observed=0.5, permutations=99, exceedances=3)
    assert (made.p_value, made.used, made.exceedances) == (3 / 5, 5, 3)
    assert made.stopped
    assert made.finished


def test_a_method_that_failed_on_permuted_labels_counts_against_the_observed_score():
    made = randomization_p_value(np.array([0.1, np.nan, 0.1]), observed=0.9, permutations=3)
    assert made.p_value == 2 / 4


def test_stopping_early_keeps_the_level():
    # Under the null the observed score is one more draw. Exact: P(p <= 0.1) must not exceed 0.1.
    rng = np.random.default_rng(5)
    draws = rng.random((4000, 100))
    p = [randomization_p_value(row[1:], observed=row[0], permutations=99).p_value for row in draws]
    share = np.mean(np.array(p) <= 0.1)
    assert abs(share - 0.1) < 3 * np.sqrt(0.1 * 0.9 / 4000)


def test_waves_end_where_p_values_are_round():
    assert waves(99) == (19, 39, 79, 99)
    assert waves(19) == (19,)
    assert waves(0) == ()


def test_a_classifier_that_says_nothing_is_stopped_after_the_first_wave(tmp_path):
    made = study(99, classifiers={"majority": faulty.Majority()})
    results = made.run(tmp_path / "s.db", engine=InlineEngine())
    only = results.randomization().each[0]
    assert (only.p_value, only.permutations, only.stopped, only.finished) == (1.0, 10, True, True)
    assert len(only.reference) == 19  # the whole wave was run, and is kept
    assert sum(1 for _ in results.outcomes()) == FOLDS * (1 + 19)


def plan_of(path):
    with open_store(path) as store:
        return [(o.cell, o.scores) for o in store.outcomes("study")]


def test_interruptions_change_neither_the_plan_nor_the_answer(tmp_path):
    two = {"bayes": "GaussianNB", "majority": faulty.Majority()}
    whole = study(39, classifiers=two, folds=2).run(tmp_path / "whole.db", engine=InlineEngine())
    for moment in (2, 50):  # in the cells themselves, in the second wave
        stop, heard = Event(), []

        def hear(outcome, heard=heard, stop=stop, moment=moment):
            heard.append(outcome)
            if len(heard) == moment:
                stop.set()

        path = tmp_path / f"{moment}.db"
        first = study(39, classifiers=two, folds=2).run(path, engine=InlineEngine(), heard=hear, stop=stop)
        assert first.tally.interrupted
        again = study(39, classifiers=two, folds=2).run(path, engine=InlineEngine())
        assert plan_of(path) == plan_of(tmp_path / "whole.db")
        assert again.randomization() == whole.randomization()
        assert study(39, classifiers=two, folds=2).run(path, engine=InlineEngine()).tally.scored == 0


def outcome(condition, truth, labels, *, fold=0):
    cell = Cell(
        classifier="a",
        dataset="d",
        repeat=0,
        fold=fold,
        key=f"{condition}{fold}",
        split="",
        condition=condition,
    )
    kept = CellPredictions(
        rows=np.arange(len(truth)), truth=np.array(truth), labels=np.array(labels), classes=("x", "y")
    )
    accuracy = float(np.mean(np.array(truth) == np.array(labels)))
    return Scored(cell=cell, scores={"accuracy": accuracy}, n_train=4, n_test=4, predictions=kept)


def test_the_estimate_is_adjusted_by_what_is_known_to_be_optimism():
    # Classes 3:1. Permutation 1: all four right while x is said 3 times of 4; on new rows .75·.75 + .25·.25 = .625
    # would be right, so the optimism is .375. Permutation 2: x always said, 3 of 4 right, and .75 on new rows: none.
    # Their mean, .1875, is taken off the observed 1.0.
    outcomes = [
        outcome("", [0, 0, 0, 1], [0, 0, 0, 1]),
        outcome("permuted labels 1", [0, 0, 1, 0], [0, 0, 1, 0]),
        outcome("permuted labels 2", [0, 1, 0, 0], [0, 0, 0, 0]),
    ]
    made = run_randomization_tests(
        outcomes, metric="accuracy", permutations=2, level=0.95, dependent=False
    ).each[0]
    assert made.optimism == pytest.approx(0.1875, abs=1e-12)
    assert made.adjusted == pytest.approx(0.8125, abs=1e-12)
    assert made.p_value == 2 / 3  # one of two as large as the observed


def test_optimism_is_the_mean_difference():
    assert optimism(np.array([0.6, 0.7]), np.array([0.5, 0.5])) == pytest.approx(0.15)


def test_few_permutations_for_many_tests_are_found(tmp_path):
    made = study(19, datasets=(WEAK, "iris")).run(tmp_path / "s.db", engine=InlineEngine()).randomization()
    found = [f for f in made.findings if f.code == "BO236"]
    assert len(found) == 1
    assert found[0].detail["needed"] == 39  # 2 tests at .05: p <= .025 = 1/40
    assert "p = 0.05 at best" in found[0].message


def test_a_score_that_is_no_error_rate_is_not_adjusted_and_the_reason_is_given(tmp_path):
    made = study(2, metrics=["kappa"]).run(tmp_path / "s.db", engine=InlineEngine()).randomization().each[0]
    assert made.adjusted is None
    assert "kappa" in made.why_not_adjusted


def test_a_study_without_permutations_says_how_to_ask_for_them(tmp_path):
    results = Study({"bayes": "GaussianNB"}, ["iris"], resampling={"folds": 2}).run(
        tmp_path / "s.db", engine=InlineEngine()
    )
    with pytest.raises(UsageError, match="no permutations") as refused:
        results.randomization()
    assert refused.value.code == "BO489"


def test_optimism_needs_as_many_estimates_as_true_values_and_one_is_enough():
    assert optimism(np.array([0.6]), np.array([0.5])) == pytest.approx(0.1)
    for estimates, true_values in (([], []), ([0.6, 0.7], [0.5])):
        with pytest.raises(ProcedureError, match="cannot be held against"):
            optimism(np.array(estimates), np.array(true_values))


def test_one_permutation_and_one_exceedance_are_a_test_and_none_are_not():
    made = randomization_p_value(np.array([0.9]), observed=0.5, permutations=1, exceedances=1)
    assert (made.p_value, made.used, made.finished) == (1.0, 1, True)
    made = randomization_p_value(np.array([0.1, 0.9, 0.9]), observed=0.5, permutations=3, exceedances=1)
    assert (made.p_value, made.used, made.stopped) == (1 / 2, 2, True)
    for permutations, exceedances in ((0, 1), (1, 0)):
        with pytest.raises(ProcedureError, match="are no test"):
            randomization_p_value(
                np.zeros(0), observed=0.5, permutations=permutations, exceedances=exceedances
            )
    with pytest.raises(ProcedureError, match="cannot come of 1 permutations"):
        randomization_p_value(np.zeros(2), observed=0.5, permutations=1, exceedances=1)
