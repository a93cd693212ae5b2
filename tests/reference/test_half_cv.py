"""Half-CV against R, and against what its variance is by enumeration."""

from itertools import combinations

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.resampled.half_cv import half_cv, halves_t

HALVINGS, EXAMPLES = 24, 11
# Source: halves.R, R 4.2.2, 2026-11-18: mean, standard error, t, p, interval.
FROM_R = {
    "third": (
        0.3388888888888888506,
        0.0995740113580548258,
        3.4033869306549249245,
        0.0028192507464785432,
        (0.13118114089835042, 0.54659663687942728),
    ),
    "half": (
        0.3388888888888888506,
        0.1006721964861273799,
        3.3662610007281177360,
        0.0030710719248682869,
        (0.12889036686286010, 0.54888741091491755),
    ),
    "strict": (
        0.3388888888888888506,
        0.1022005814451983768,
        3.3159193822258887785,
        0.0030124619936713979,
        (0.12747087829302747, 0.55030689948475020),
    ),
    "third, floor of 1": (
        0.338888888888888851,
        0.141810735889027373,
        2.389726608245535733,
        0.026822302712560416,
        (0.04307687739450422, 0.63470090038327354),
    ),
    "halves alone": (
        0.3388888888888888506,
        0.1022005814451983768,
        3.3159193822258887785,
        0.0030124619936713979,
        (0.12747087829302747, 0.55030689948475020),
    ),
}


def made_up():
    """Return the advantages and halves of halves.R: one of eleven examples sits out each time."""
    i = np.arange(1, EXAMPLES + 1)
    halves, advantages = [], []
    for q in range(1, HALVINGS + 1):
        rank = np.argsort(np.argsort((i * (7 + q) + q * q) % 13 + i / 100)) + 1
        half = np.where(rank == EXAMPLES, np.nan, rank % 2)
        d = (i**2 * 5) % 7 / 9 - 0.2 + np.where((i + q) % 3 == 0, half, 0) / 2
        halves.append(half)
        advantages.append(np.where(np.isnan(half), np.nan, d))
    return np.array(advantages), np.array(halves)


def by_half(advantages, halves):
    return np.array(
        [[np.nanmean(d[h == half]) for half in (0, 1)] for d, h in zip(advantages, halves, strict=True)]
    )


def agrees(result, expected):
    mean, error, t, p, ends = expected
    assert result.estimate.value == pytest.approx(mean, rel=1e-12)
    assert result.steps["se"] == pytest.approx(error, rel=1e-12)
    assert result.statistic == pytest.approx(t, rel=1e-12)
    assert result.p_value == pytest.approx(p, rel=1e-10)
    assert (result.estimate.interval.low, result.estimate.interval.high) == pytest.approx(ends, rel=1e-10)


@pytest.mark.parametrize("caution", ["third", "half", "strict"])
def test_it_agrees_with_r(caution):
    advantages, halves = made_up()
    agrees(half_cv(advantages, halves=halves, caution=caution, reach=0.0), FROM_R[caution])


def test_with_an_example_added_for_each_side_it_agrees_with_r():
    agrees(half_cv(made_up()[0], halves=made_up()[1], reach=1.0), FROM_R["third, floor of 1"])


def test_the_floor_is_the_variance_of_a_mean_with_an_example_added_for_each_side():
    _, halves = made_up()
    silent = half_cv(np.where(np.isnan(halves), np.nan, 0.0), halves=halves, reach=1.0)
    assert silent.steps["se"] == pytest.approx(np.sqrt(2) / 11, rel=1e-12)
    assert half_cv(made_up()[0], halves=halves, reach=0.6).steps["se"] == pytest.approx(
        FROM_R["third"][1], rel=1e-12
    )


def test_classifiers_that_agree_on_every_example_are_not_known_to_be_equal():
    # 200 examples, none told apart: the share on which the two differ may still be 3/200 or so (the rule of three).
    halves = np.array([np.random.default_rng(q).permutation(200) % 2 for q in range(50)], dtype=float)
    ends = half_cv(np.zeros((50, 200)), halves=halves, reach=1.0).estimate.interval
    assert -3 / 200 < ends.low < -2 / 200
    assert ends.high == -ends.low


def test_the_largest_advantage_is_the_largest_that_was_seen_where_it_is_not_given():
    advantages, halves = made_up()
    seen = np.nanmax(np.abs(advantages))
    assert half_cv(advantages, halves=halves) == half_cv(advantages, halves=halves, reach=seen)


@pytest.mark.parametrize("reach", [-1.0, float("inf"), float("nan")])
def test_a_largest_advantage_that_is_none_is_refused(reach):
    advantages, halves = made_up()
    with pytest.raises(ProcedureError, match=r"largest advantage|reach") as refused:
        half_cv(advantages, halves=halves, reach=reach)
    assert refused.value.code == "BO053"


def test_halves_alone_agree_with_r():
    agrees(halves_t(by_half(*made_up())), FROM_R["halves alone"])


def test_over_all_halvings_the_variance_of_one_is_that_of_the_mean_of_examples():
    # For advantages that do not depend on the halving, the mean over all 20 halvings of 6 examples of ((a − b)/2)² is
    # that of a mean of 6 drawn without replacement twice: var/6, with n − 1 in the variance.
    d = np.array([0.3, -0.1, 0.5, 0.2, -0.4, 0.1])
    sides = np.array(
        [[1.0 if i in chosen else 0.0 for i in range(6)] for chosen in combinations(range(6), 3)]
    )
    result = half_cv(np.tile(d, (20, 1)), halves=sides, caution="strict")
    assert result.steps["variance_of_one_halving"] == pytest.approx(d.var(ddof=1) / 6, rel=1e-12)
    assert result.steps["variance_between_halvings"] == pytest.approx(0, abs=1e-30)


def test_classifiers_that_agree_on_every_example_do_not_differ():
    _, halves = made_up()
    assert half_cv(np.where(np.isnan(halves), np.nan, 0.0), halves=halves).p_value == 1
    assert halves_t(np.zeros((24, 2))).p_value == 1


def test_an_advantage_without_a_half_is_refused():
    advantages, halves = made_up()
    halves[0, np.flatnonzero(~np.isnan(halves[0]))[0]] = np.nan
    with pytest.raises(ProcedureError, match="where there is no half") as refused:
        half_cv(advantages, halves=halves)
    assert refused.value.code == "BO052"


def test_one_halving_is_refused():
    with pytest.raises(ProcedureError, match="two halvings or more") as refused:
        halves_t([[0.1, 0.2]])
    assert refused.value.code == "BO051"


def test_two_halvings_are_enough_and_one_is_refused():
    assert halves_t(np.array([[0.1, 0.2], [0.3, 0.1]])).n == 2
    with pytest.raises(ProcedureError, match="two halvings or more; there are 1"):
        halves_t(np.array([[0.1, 0.2]]))
