"""Strengths from battles against R's BradleyTerry2, and against a direct maximum of the likelihood."""

import numpy as np
import pytest
from scipy import optimize, special

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.preferences.battles import Battles, find_connections
from bakeoff.procedures.preferences.bounds import bound_entry
from bakeoff.procedures.preferences.strengths import battle_strengths, compare_strengths, expect_shares

# American League East, 1987: home team, away team, home wins, away wins. Source: battles.R.
BASEBALL = [
    (4, 3, 4, 3), (4, 6, 4, 2), (4, 5, 4, 3), (4, 1, 6, 1), (4, 2, 4, 2), (4, 0, 6, 0), (3, 4, 3, 3),
    (3, 6, 4, 2), (3, 5, 4, 3), (3, 1, 6, 0), (3, 2, 6, 1), (3, 0, 4, 3), (6, 4, 2, 5), (6, 3, 4, 3),
    (6, 5, 2, 4), (6, 1, 4, 3), (6, 2, 4, 2), (6, 0, 6, 0), (5, 4, 3, 3), (5, 3, 5, 1), (5, 6, 2, 5),
    (5, 1, 4, 3), (5, 2, 4, 2), (5, 0, 6, 1), (1, 4, 5, 1), (1, 3, 2, 5), (1, 6, 3, 3), (1, 5, 4, 2),
    (1, 2, 5, 2), (1, 0, 6, 0), (2, 4, 2, 5), (2, 3, 3, 3), (2, 6, 3, 4), (2, 5, 4, 3), (2, 1, 4, 2),
    (2, 0, 2, 4), (0, 4, 2, 5), (0, 3, 1, 5), (0, 6, 1, 6), (0, 5, 2, 4), (0, 1, 1, 6), (0, 2, 3, 4),
]  # fmt: skip


def baseball():
    rows = [(h, a, won) for h, a, w, x in BASEBALL for won in [1.0] * w + [0.0] * x]
    left, right, won = (np.array(column) for column in zip(*rows, strict=True))
    return Battles(left=left, right=right, won=won, entries=7)


def some_battles(seed=0, n=3000, k=6, covariates=None, **more):
    rng = np.random.default_rng(seed)
    left = rng.integers(0, k, n)
    right = (left + rng.integers(1, k, n)) % k
    x = np.linspace(1, -1, k)[left] - np.linspace(1, -1, k)[right] + 0.3
    if covariates is not None:
        x = x + covariates @ np.array([0.5])
    weights = np.column_stack([np.exp(x / 2), np.exp(-x / 2), np.full(n, 0.6)])
    shares = np.cumsum(weights / weights.sum(axis=1, keepdims=True), axis=1)
    won = np.array([1.0, 0.0, 0.5])[(rng.random(n)[:, None] > shares).sum(axis=1)]
    return Battles(left=left, right=right, won=won, entries=k, covariates=covariates, **more)


def direct_maximum(battles, ties):
    """Return the parameters at the summit of the log-likelihood, battle by battle, found by BFGS."""
    k = battles.entries
    z = np.zeros((battles.left.size, 0)) if battles.covariates is None else battles.covariates

    def loss(theta):
        s = np.append(theta[: k - 1], -theta[: k - 1].sum())
        x = s[battles.left] - s[battles.right] + theta[k - 1] + z @ theta[k : k + z.shape[1]]
        if not ties:
            return -(battles.won * special.log_expit(x) + (1 - battles.won) * special.log_expit(-x)).sum()
        total = np.logaddexp(np.logaddexp(x / 2, -x / 2), theta[-1])
        each = np.where(battles.won == 1, x / 2, np.where(battles.won == 0, -x / 2, theta[-1]))
        return (total - each).sum()

    start = np.zeros(k + z.shape[1] + ties)
    found = optimize.minimize(loss, start, method="BFGS", options={"gtol": 1e-7, "maxiter": 2000}).x
    return np.append(found[: k - 1], -found[: k - 1].sum()), found[k - 1 :]


# Source: battles.R, R 4.2.2, BradleyTerry2 1.1-2, 2026-11-17.
def test_baseball_with_the_home_advantage_agrees_with_bradleyterry2():
    found = battle_strengths(baseball())
    expected = [1.143802653297362, 0.704694456900153, 1.475357213585564, 1.619554993578357]
    expected += [1.281340403275514, 1.327110398071686]
    assert (found.strengths[1:] - found.strengths[0]).tolist() == pytest.approx(expected, rel=1e-9)
    assert found.position is not None
    assert found.position.value == pytest.approx(0.302260655527553, rel=1e-9)


def test_with_ties_the_summit_is_that_of_a_direct_search():
    battles = some_battles()
    strengths, others = direct_maximum(battles, ties=True)
    found = battle_strengths(battles)
    assert found.strengths.tolist() == pytest.approx(strengths.tolist(), abs=1e-6)
    assert found.position is not None
    assert found.position.value == pytest.approx(others[0], abs=1e-6)
    assert found.tie == pytest.approx(np.exp(others[-1]), abs=1e-6)


def test_ties_as_half_wins_and_shares_agree_with_a_direct_search():
    battles = some_battles(n=1500)
    strengths, _ = direct_maximum(battles, ties=False)
    found = battle_strengths(battles, model="bradley-terry")
    assert found.strengths.tolist() == pytest.approx(strengths.tolist(), abs=1e-6)
    assert found.tie is None
    graded = Battles(left=battles.left, right=battles.right, won=0.1 + 0.8 * battles.won, entries=6)
    strengths, _ = direct_maximum(graded, ties=False)
    assert battle_strengths(graded).strengths.tolist() == pytest.approx(strengths.tolist(), abs=1e-6)


def test_a_covariate_is_estimated_beside_the_strengths():
    length = np.random.default_rng(9).normal(size=(3000, 1))
    battles = some_battles(covariates=length)
    strengths, others = direct_maximum(battles, ties=True)
    found = battle_strengths(battles)
    assert found.strengths.tolist() == pytest.approx(strengths.tolist(), abs=1e-6)
    assert found.slopes[0].value == pytest.approx(others[1], abs=1e-6)
    assert 0.3 < found.slopes[0].value < 0.7


def scores_by_hand(battles, found):
    """Return the scores of each battle by finite differences of its own log-likelihood."""
    k = battles.entries
    theta = np.concatenate([found.strengths, [found.position.value, np.log(found.tie)]])

    def logs(t):
        x = t[battles.left] - t[battles.right] + t[k]
        total = np.logaddexp(np.logaddexp(x / 2, -x / 2), t[k + 1])
        return np.where(battles.won == 1, x / 2, np.where(battles.won == 0, -x / 2, t[k + 1])) - total

    steps = np.eye(k + 2) * 1e-5
    slopes = np.column_stack([(logs(theta + s) - logs(theta - s)) / 2e-5 for s in steps])
    curve = np.array(
        [
            [
                -(logs(theta + s + r) - logs(theta + s - r) - logs(theta - s + r) + logs(theta - s - r)).sum()
                for r in steps
            ]
            for s in steps
        ]
    )
    curve /= 4e-10
    return slopes, curve


@pytest.mark.parametrize("by", [(), ("prompt",), ("prompt", "annotator")])
def test_the_covariance_is_the_sandwich_of_its_definition(by):
    rng = np.random.default_rng(2)
    more = {"prompt": rng.integers(0, 150, 3000), "annotator": rng.integers(0, 40, 3000)}
    battles = some_battles(**{name: more[name] for name in by})
    found = battle_strengths(battles)
    slopes, curve = scores_by_hand(battles, found)
    iid = slopes.T @ slopes
    meats = []
    for name in by:
        groups = int(more[name].max()) + 1
        sums = np.array([slopes[more[name] == g].sum(axis=0) for g in range(groups)])
        meats.append(sums.T @ sums * groups / (groups - 1))
    meat = {0: lambda: iid, 1: lambda: meats[0], 2: lambda: meats[0] + meats[1] - iid}[len(by)]()
    bread = np.linalg.pinv(curve, rcond=1e-6)
    covariance = (bread @ meat @ bread)[:6, :6]
    contrast = np.eye(6) - 1 / 6
    np.testing.assert_allclose(found.covariance, contrast @ covariance @ contrast, rtol=2e-3, atol=1e-5)


def test_an_undefeated_entry_has_a_lower_bound_and_leaves_the_others_as_they_were():
    battles = some_battles()
    newcomer = Battles(
        left=np.concatenate([battles.left, np.full(20, 6)]),
        right=np.concatenate([battles.right, np.arange(20) % 6]),
        won=np.concatenate([battles.won, np.ones(20)]),
        entries=7,
    )
    found = battle_strengths(newcomer)
    before = battle_strengths(battles)
    assert found.connections.above.tolist() == [False] * 6 + [True]
    assert found.high[6] == np.inf
    assert 0 < found.low[6] < found.strengths[6] < 10
    assert found.strengths[:6].tolist() == pytest.approx(before.strengths.tolist(), abs=1e-9)
    np.testing.assert_allclose(found.covariance[:6, :6], before.covariance, rtol=1e-9, atol=1e-12)


def test_the_bound_of_ten_wins_is_that_of_the_score_interval():
    # Source: against one opponent, Wilson's lower limit of 10 of 10 at 95 % is 10/(10 + 1.96²) = .7225.
    low, high = bound_entry(np.array([[0.0, 10.0], [0.0, 0.0]]), np.zeros(2), 0, level=0.95)
    assert special.expit(low) == pytest.approx(10 / (10 + 1.959963984540054**2), rel=1e-9)
    assert high == np.inf


def test_entries_that_never_met_are_rated_apart():
    battles = Battles(
        left=np.array([0, 1, 0, 2, 3, 2] * 5),
        right=np.array([1, 0, 1, 3, 2, 3] * 5),
        won=np.array([1.0, 1.0, 0.0, 1.0, 1.0, 0.0] * 5),
        entries=4,
    )
    found = battle_strengths(battles)  # the left one wins every battle of (1, 0): Firth keeps its gain finite
    assert found.position is not None
    assert 0 < found.position.value < 5
    assert found.connections.parts == 2
    assert found.covariance[0, 2] == 0
    assert found.strengths[:2].sum() == pytest.approx(0, abs=1e-9)


def test_groups_of_which_one_always_beats_the_other_are_named():
    wins = np.zeros((4, 4))
    wins[0, 1] = wins[1, 0] = wins[2, 3] = wins[3, 2] = 3
    wins[0, 2] = wins[1, 3] = 5
    found = find_connections(wins)
    assert (found.above | found.below).tolist() in ([True, True, False, False], [False, False, True, True])


def test_battles_that_are_always_shown_one_way_round_have_no_position():
    left, right = np.array([0, 1] * 10), np.array([1, 2] * 10)
    found = battle_strengths(
        Battles(
            left=left, right=right, won=np.array([1, 0, 0, 1, 1, 1, 0, 0, 1, 0] * 2, dtype=float), entries=3
        )
    )
    assert found.position is None


def test_turning_every_battle_round_turns_only_the_position():
    battles = some_battles()
    turned = Battles(left=battles.right, right=battles.left, won=1 - battles.won, entries=6)
    one, other = battle_strengths(battles), battle_strengths(turned)
    assert other.strengths.tolist() == pytest.approx(one.strengths.tolist(), abs=1e-9)
    assert other.position.value == pytest.approx(-one.position.value, abs=1e-9)


def test_expected_shares_sum_to_what_was_won():
    battles = some_battles()
    found = battle_strengths(battles, model="bradley-terry")
    assert expect_shares(battles, found).sum() == pytest.approx(battles.won.sum(), rel=1e-9)


def test_few_annotators_are_these_judges_and_not_a_sample():
    annotator = np.arange(3000) % 3
    found = battle_strengths(some_battles(annotator=annotator))
    assert not found.clustering.by_annotator


def test_pairs_are_compared_by_students_t():
    found = battle_strengths(some_battles())
    gaps, errors, p_values = compare_strengths(found, [(0, 1), (1, 0), (0, 5)])
    assert gaps[0] == -gaps[1]
    assert p_values[2] < p_values[0] < 0.05
    assert (errors > 0).all()


def test_an_entry_that_meets_itself_is_refused():
    with pytest.raises(ProcedureError, match="meets itself"):
        Battles(left=np.array([0]), right=np.array([0]), won=np.array([1.0]), entries=2)


def test_where_everybody_loses_to_those_above_nobody_has_a_certain_strength():
    left, right = np.repeat([0, 0, 1], 5), np.repeat([1, 2, 2], 5)
    found = battle_strengths(Battles(left=left, right=right, won=np.ones(15), entries=3))
    assert (np.diff(found.strengths) < 0).all()
    assert found.high[0] == np.inf
    assert found.low[2] == -np.inf
    assert found.high[2] - found.strengths[2] > 0.5
    assert found.high[1] - found.low[1] > 1


@pytest.mark.parametrize("kind", ["plain", "weights", "shares", "a covariate"])
def test_with_ties_as_half_wins_the_covariance_is_the_sandwich_of_its_definition(kind):
    # By definition: the information is Σ w p (1 − p) z zᵀ, and the score of a battle w (won − p) z.
    rng = np.random.default_rng(5)
    covariates = rng.normal(size=(3000, 1)) if kind == "a covariate" else None
    battles = some_battles(covariates=covariates)
    if kind == "weights":
        battles = some_battles(weight=rng.integers(1, 5, 3000).astype(float))
    if kind == "shares":
        battles = Battles(left=battles.left, right=battles.right, won=0.1 + 0.8 * battles.won, entries=6)
    found = battle_strengths(battles, model="bradley-terry")
    z = np.eye(6)[battles.left] - np.eye(6)[battles.right]
    z = np.column_stack([z, np.ones(3000), *([] if covariates is None else [covariates])])
    slopes = [found.position.value, *(each.value for each in found.slopes)]
    p = special.expit(z @ np.array([*found.strengths, *slopes]))
    scores = (battles.weights * (battles.won - p))[:, None] * z
    assert np.abs(scores.sum(axis=0)).max() < 1e-6  # the summit
    bread = np.linalg.pinv((battles.weights * p * (1 - p) * z.T) @ z, rcond=1e-9)
    covariance = bread @ scores.T @ scores @ bread
    np.testing.assert_allclose(found.covariance, covariance[:6, :6], rtol=1e-6, atol=1e-9)
    arm = (found.position.interval.high - found.position.interval.low) / 2
    assert arm == pytest.approx(1.9607758 * covariance[6, 6] ** 0.5, rel=1e-4)  # Student's t of 2,999


@pytest.mark.parametrize(
    ("left", "right"), [([0, -1], [1, 1]), ([0, 1], [1, -1]), ([0, 2], [1, 1]), ([0, 1], [1, 2])]
)
def test_an_entry_that_there_is_not_is_refused_on_either_side(left, right):
    with pytest.raises(ProcedureError, match="an entry that there is not"):
        Battles(left=np.array(left), right=np.array(right), won=np.array([1.0, 0.0]), entries=2)
