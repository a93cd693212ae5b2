"""Slips that other programs make with Bayesian tests, each tested for here."""

import os

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.bayes.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes.bayes_hierarchical import bayes_hierarchical
from bakeoff.procedures.bayes.bayes_sign import bayes_sign
from bakeoff.procedures.bayes.bayes_signed_rank import bayes_signed_rank, bayes_signed_rank_pairs

SCORES = np.array([0.81, 0.77, 0.92, 0.68, 0.85, 0.79, 0.9, 0.73])


def over_datasets(differences, **options):
    rng = np.random.default_rng(1)
    return bayes_sign(differences, **options), bayes_signed_rank(differences, rng=rng, **options)


def seeded(evidence, seed, **options):
    return bayes_hierarchical(evidence, test_train_ratio=1 / 9, rng=np.random.default_rng(seed), **options)


@pytest.mark.parametrize("margin", [0.0, 0.01])
def test_nobody_beats_themselves(margin):
    # baycomp 1.0.3 two_on_multiple(x, x, rope=0, random_state=1), run 2026-11-15: 69 percent sure that the first beats
    # itself, by the rounding of weights that add up to one.
    for found in over_datasets(SCORES - SCORES, margin=margin):
        assert (found.worse, found.equivalent, found.better) == (0, 1, 0)
        assert found.estimate.value == found.estimate.interval.low == found.estimate.interval.high == 0


def test_a_missing_score_is_refused():
    # baycomp 1.0.3 takes nan for a number and answers as if nothing were missing.
    missing = np.append(SCORES - 0.75, np.nan)
    for run in (
        over_datasets,
        lambda d: bayes_correlated_t(d, test_train_ratio=1 / 9),
        lambda d: seeded([d] * 3, 1),
    ):
        with pytest.raises(ProcedureError) as caught:
            run(missing)
        assert caught.value.code == "BO052"


def test_one_dataset_is_no_sample_of_datasets():
    # baycomp 1.0.3 SignedRankTest on one dataset with a difference of 0.05: 0.84 at a rope of 0.01, 1 without.
    for run in (bayes_sign, lambda d: bayes_signed_rank(d, rng=np.random.default_rng(1))):
        with pytest.raises(ProcedureError) as caught:
            run(np.array([0.05]))
        assert caught.value.code == "BO051"


def test_the_form_of_the_answer_does_not_depend_on_the_margin():
    # baycomp 1.0.3 two_on_multiple(rope=0) returns three numbers where its documentation says two.
    for margin in (0.0, 0.01):
        for found in over_datasets(SCORES - 0.8, margin=margin):
            assert found.worse + found.equivalent + found.better == pytest.approx(1, abs=1e-12)
            assert (found.equivalent == 0) == (margin == 0)


def test_a_tie_with_the_margin_is_a_tie_in_percent_and_in_fractions():
    # baycomp 1.0.3 SignedRankTest, random_state=1, run 2026-11-15: differences 1 and -3 at a rope of 1 are worse with
    # probability 0.496, the same as fractions with 0.307, for 0.01 - 0.03 is not -0.02 in binary.
    for unit in (1.0, 0.01):
        _, found = over_datasets(np.array([1.0, -3.0]) * unit, margin=unit)
        assert found.worse == pytest.approx(0.49562, abs=4 * found.monte_carlo_error + 4 * 0.0023)


def test_the_same_seed_gives_the_same_answer_and_another_seed_another():
    # baycomp 1.0.3 HierarchicalTest never hands its random_state to Stan.
    evidence = [SCORES - 0.8, SCORES[::-1] - 0.78, SCORES**2 - 0.65]
    first, again, other = (seeded(evidence, seed, margin=0.01, draws=2000) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert first.better == pytest.approx(
        other.better, abs=6 * (first.monte_carlo_error + other.monte_carlo_error)
    )


def test_more_draws_are_drawn_when_asked_for_and_nothing_is_left_behind(tmp_path, monkeypatch):
    # baycomp 1.0.3 HierarchicalTest keeps its draws in the working directory, under a key that does not hold their
    # number: asked for more, it returns the old ones.
    monkeypatch.chdir(tmp_path)
    evidence = [SCORES - 0.8, SCORES[::-1] - 0.78, SCORES**2 - 0.65]
    few, many = (seeded(evidence, 1, margin=0.01, draws=draws) for draws in (1000, 4000))
    assert (few.steps["draws"], many.steps["draws"]) == (1024, 4032)
    assert few.monte_carlo_error > many.monte_carlo_error
    assert os.listdir(tmp_path) == []


def test_splits_need_not_be_cross_validation():
    # baycomp 1.0.3 CorrelatedTTest knows only k folds, 1/(k - 1), and takes k to be the number of scores per run.
    hold_outs = np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.0])
    third, tenth = (bayes_correlated_t(hold_outs, test_train_ratio=r) for r in (0.5, 1 / 9))
    assert third.steps["scale"] / tenth.steps["scale"] == pytest.approx(
        np.sqrt((1 / 6 + 1 / 2) / (1 / 6 + 1 / 9))
    )


def test_many_pairs_need_no_loop_of_the_caller():
    # baycomp compares two classifiers only; autorank 1.3.0 loops over it, unseeded.
    columns = np.column_stack([SCORES - 0.8, 0.8 - SCORES, SCORES - SCORES])
    ahead, behind, same = bayes_signed_rank_pairs(
        columns, margin=0.01, rng=np.random.default_rng(1), draws=2000
    )
    assert (ahead.worse, ahead.equivalent, ahead.better) == (behind.better, behind.equivalent, behind.worse)
    assert same.equivalent == 1
