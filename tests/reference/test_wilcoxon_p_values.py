"""All pairs at once: p-values against enumeration, and against scipy's exact distribution."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from bakeoff.procedures.paired.wilcoxon_p_values import _Ranked, wilcoxon_p_values


def enumerated(differences):
    """The two-sided p-value by Pratt's rule, by trying every pattern of signs."""
    sizes = stats.rankdata(np.abs(differences))  # zeros take part in the ranking …
    kept = sizes[differences != 0]  # … and not in the signs
    observed = sizes[differences > 0].sum()
    sums = np.array([np.dot(signs, kept) for signs in product((0, 1), repeat=kept.size)])
    return min(1.0, 2 * min((sums >= observed - 1e-9).mean(), (sums <= observed + 1e-9).mean()))


@pytest.mark.parametrize("seed", range(12))
def test_ties_and_zeros_agree_with_enumeration(seed):
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 6, size=(9, 4)) / 10
    pairs = list(combinations(range(4), 2))
    found = wilcoxon_p_values(scores, pairs=pairs)
    expected = [enumerated(np.round(scores[:, j] - scores[:, i], 9)) for i, j in pairs]
    assert found == pytest.approx(expected, rel=1e-12)


def test_without_ties_it_agrees_with_scipys_exact_distribution():
    scores = np.random.default_rng(3).normal(size=(40, 5)) + np.linspace(0, 0.8, 5)
    pairs = list(combinations(range(5), 2))
    found = wilcoxon_p_values(scores, pairs=pairs)
    expected = [stats.wilcoxon(scores[:, j], scores[:, i], method="exact").pvalue for i, j in pairs]
    assert found == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("n", [80, 300])
def test_beyond_sixty_datasets_it_is_close_to_the_exact_distribution(n):
    scores = np.random.default_rng(n).normal(size=(n, 5)) + np.linspace(0, 0.4, 5)
    pairs = list(combinations(range(5), 2))
    found = wilcoxon_p_values(scores, pairs=pairs)
    expected = [stats.wilcoxon(scores[:, j], scores[:, i], method="exact").pvalue for i, j in pairs]
    assert found == pytest.approx(expected, abs=1e-4)


def counted(differences):
    """The two-sided p-value by Pratt's rule, from the number of patterns of signs behind each rank sum."""
    doubled = np.rint(2 * stats.rankdata(np.abs(differences))).astype(int)
    chances = np.ones(1)
    for rank in doubled[differences != 0]:
        chances = (np.append(chances, np.zeros(rank)) + np.append(np.zeros(rank), chances)) / 2
    observed = doubled[differences > 0].sum()
    return min(1.0, 2 * min(chances[observed:].sum(), chances[: observed + 1].sum()))


@pytest.mark.parametrize("values", [4, 8, 30])
def test_beyond_sixty_datasets_with_ties_it_is_close_to_the_exact_distribution(values):
    rng = np.random.default_rng(values)
    scores = (rng.integers(0, values, size=(70, 4)) + np.arange(4) * (values // 4)) / 100
    pairs = list(combinations(range(4), 2))
    found = wilcoxon_p_values(scores, pairs=pairs)
    expected = [counted(np.round(scores[:, j] - scores[:, i], 9)) for i, j in pairs]
    assert found == pytest.approx(expected, abs=1e-4)


def test_the_sums_of_powers_behind_the_approximation_are_those_of_the_mean_ranks():
    differences = np.random.default_rng(5).integers(-6, 7, size=(8, 70))
    packed = np.sort(np.abs(differences) * 2 + (differences > 0), axis=1)
    found = _Ranked.of(packed)
    ranks = np.where(differences == 0, 0.0, stats.rankdata(np.abs(differences), axis=1))
    assert found.plus == pytest.approx((ranks * (differences > 0)).sum(axis=1))
    assert found.total == pytest.approx(ranks.sum(axis=1))
    assert found.squares == pytest.approx((ranks**2).sum(axis=1))
    assert found.fourths == pytest.approx((ranks**4).sum(axis=1))


def test_noise_in_the_last_binary_digits_breaks_no_tie():
    scores = np.array([[0.80, 0.85], [0.85, 0.90], [0.10, 0.30], [0.40, 0.30], [0.50, 0.55], [0.20, 0.10]])
    assert wilcoxon_p_values(scores, pairs=[(0, 1)])[0] == pytest.approx(
        enumerated(np.array([5, 5, 20, -10, 5, -10])), rel=1e-12
    )


def test_swapping_a_and_b_changes_no_p_value():
    scores = np.random.default_rng(0).integers(0, 30, size=(70, 3)) / 100
    there = wilcoxon_p_values(scores, pairs=[(0, 1), (0, 2), (1, 2)])
    back = wilcoxon_p_values(scores, pairs=[(1, 0), (2, 0), (2, 1)])
    assert there.tolist() == pytest.approx(back.tolist(), rel=1e-12)
