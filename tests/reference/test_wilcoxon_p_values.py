"""All pairs at once: p-values against enumeration, and against scipy's exact distribution."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from bakeoff.procedures.paired.wilcoxon_p_values import wilcoxon_p_values


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
