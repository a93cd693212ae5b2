"""Bradley–Terry strengths against R's logistic regression, BradleyTerry2 and a published table."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.bradley_terry import bradley_terry, strengths_from_wins

# American League East, 1987: rows beat columns. Baltimore, Boston, Cleveland, Detroit, Milwaukee, New York, Toronto.
BASEBALL = np.array(
    [
        [0, 1, 7, 4, 2, 3, 1],
        [12, 0, 7, 2, 6, 7, 6],
        [6, 6, 0, 4, 4, 6, 5],
        [9, 11, 9, 0, 6, 5, 7],
        [11, 7, 9, 7, 0, 7, 9],
        [10, 6, 7, 8, 6, 0, 6],
        [12, 7, 8, 6, 4, 7, 0],
    ],
    dtype=np.float64,
)
SWEEP = np.array([[0, 5, 5], [0, 0, 3], [0, 2, 0]], dtype=np.float64)
SCORES = np.array(
    [
        [0.81, 0.84, 0.79],
        [0.66, 0.71, 0.71],
        [0.90, 0.92, 0.88],
        [0.75, 0.74, 0.77],
        [0.58, 0.63, 0.60],
        [0.87, 0.87, 0.85],
        [0.93, 0.95, 0.91],
        [0.70, 0.69, 0.73],
    ]
)


def values(ratings):
    return [s.value for s in ratings.strengths]


def test_baseball_strengths_are_those_that_agresti_prints():
    # Source: Agresti (2002), table 10.11, strengths less Baltimore's, to two decimals.
    found = values(strengths_from_wins(BASEBALL, prior=0.0))
    assert np.round(np.array(found[1:]) - found[0], 2).tolist() == [1.11, 0.68, 1.44, 1.58, 1.25, 1.29]


# Source of the next four: bradley_terry.R, R 4.2.2, BradleyTerry2 1.1-2, 2026-11-15.
def test_baseball_agrees_with_bradleyterry2_and_logistic_regression():
    ratings = strengths_from_wins(BASEBALL, prior=0.0)
    less_baltimore = [1.10769770537776, 0.68385276915832, 1.43640843181150, 1.58135587666045]
    less_baltimore += [1.24761784514047, 1.29448512391088]
    errors = [0.232462296013389, 0.200919071453576, 0.205044319249080, 0.204156558573275]
    errors += [0.207419476292009, 0.201603748009990, 0.202061520614885]
    assert [v - values(ratings)[0] for v in values(ratings)[1:]] == pytest.approx(less_baltimore, rel=1e-10)
    assert ratings.standard_errors == pytest.approx(errors, rel=1e-9)


def test_imaginary_games_agree_with_logistic_regression_on_added_games():
    ratings = strengths_from_wins(BASEBALL, prior=2.0)
    strengths = [-1.019777953172067, 0.055414127884471, -0.357342318057253, 0.375697586139299]
    strengths += [0.516798059629775, 0.191770508591069, 0.237439988984705]
    assert values(ratings) == pytest.approx(strengths, rel=1e-10)
    assert ratings.standard_errors[0] == pytest.approx(0.227479264729941, rel=1e-9)


def test_a_player_who_wins_everything_is_finite_with_a_prior():
    ratings = strengths_from_wins(SWEEP, prior=1.0)
    assert values(ratings) == pytest.approx(
        [2.113234248679637, -0.882813997386381, -1.230420251293256], rel=1e-10
    )
    assert ratings.standard_errors == pytest.approx(
        [0.983153875158463, 0.633730977536174, 0.660246057392066], rel=1e-9
    )


def test_on_scores_the_larger_of_the_models_and_the_sandwich_error_is_taken():
    ratings = bradley_terry(SCORES, prior=0.0)
    assert values(ratings) == pytest.approx(
        [-0.262819120121423, 0.525638240242847, -0.262819120121423], rel=1e-10
    )
    # The model's errors are .346, .360, .346, the sandwich's .268, .481, .476.
    assert ratings.standard_errors == pytest.approx(
        [0.346056247324482, 0.480674675612744, 0.476454455468842], rel=1e-9
    )
    first = ratings.strengths[0]
    reach = 2.36462425159278 * 0.346056247324482
    assert (first.interval.low, first.interval.high) == pytest.approx(
        (first.value - reach, first.value + reach)
    )


def test_with_two_players_the_strength_is_half_the_log_odds():
    # By hand: 7 wins to 3 have log-odds log(7/3), split evenly about zero.
    assert values(strengths_from_wins(np.array([[0.0, 7], [3, 0]]), prior=0.0))[0] == pytest.approx(
        np.log(7 / 3) / 2
    )


def test_a_lopsided_table_comes_to_rest():
    wins = SWEEP.copy()
    wins[0, 1] = 1e6
    found = values(strengths_from_wins(wins, prior=0.1))
    assert np.isfinite(found).all()
    assert found[0] > found[1] > found[2]


@pytest.mark.parametrize(
    ("wins", "prior", "code"),
    [
        (SWEEP, 0.0, "BO053"),
        (BASEBALL, -1.0, "BO053"),
        (BASEBALL[:3], 1.0, "BO052"),
        (np.eye(3), 1.0, "BO052"),
        (-BASEBALL, 1.0, "BO052"),
    ],
)
def test_what_cannot_be_rated_is_refused_with_its_code(wins, prior, code):
    with pytest.raises(ProcedureError) as caught:
        strengths_from_wins(wins, prior=prior)
    assert caught.value.code == code
