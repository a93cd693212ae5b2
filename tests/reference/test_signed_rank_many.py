"""Many pairs at once: against counting every choice of signs, and against one pair at a time."""

from itertools import product

import numpy as np
import pytest

from bakeoff.core.results import Alternative
from bakeoff.procedures.paired.signed_rank_interval import is_likelier
from bakeoff.procedures.paired.wilcoxon import wilcoxon, wilcoxon_pairs, wilcoxon_signs

# Rows of doubled ranks: without ties, with ties of two, of three, all tied, and with ranks that have no sign.
RANKS = np.array(
    [
        [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
        [3, 3, 6, 8, 10, 13, 13, 16, 18, 20],
        [4, 4, 4, 8, 11, 11, 15, 15, 18, 20],
        [11] * 10,
        [0, 0, 0, 8, 10, 13, 13, 17, 17, 20],
    ]
)


def counted(ranks, bound):
    """Source: every choice of signs of the ranks that have one is written out."""
    signed = [rank for rank in ranks.tolist() if rank]
    sums = [sum(choice) for choice in product(*((0, rank) for rank in signed))]
    return sum(s <= bound for s in sums) / len(sums)


@pytest.mark.parametrize("row", range(len(RANKS)))
def test_a_chance_is_judged_as_counting_judges_it(row):
    bounds = np.arange(0, 60, 3)
    exact = np.array([counted(RANKS[row], bound) for bound in bounds])
    weights = np.repeat(RANKS[row : row + 1], bounds.size, axis=0)
    for chance in (0.5, 0.05, 0.025, 0.001, exact[5]):  # the last is reached exactly
        assert is_likelier(weights, bounds, chance).tolist() == (exact >= chance).tolist()


def differences():
    """Return differences of many pairs: few and many datasets, fine and coarse scores, draws, one pair constant."""
    rng = np.random.default_rng(3)
    sizes, digits, means = (1, 2, 6, 11, 30, 64, 100), (1, 2, 4), (0.0, 0.3, 1.0)
    drawn = [np.round(rng.normal(m, 1, n), d) for n in sizes for d in digits for m in means]
    halves = np.concatenate([np.zeros(20), np.ones(3)])
    thirds = rng.choice([1 / 3, 2 / 3, -1 / 3], 40)
    return [*drawn, np.zeros(9), np.ones(9), halves, thirds, np.round(rng.normal(0.4, 1, 510), 0)]


@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize("level", [0.95, 0.99999])
def test_many_pairs_have_the_results_of_each_by_itself(alternative, level):
    pairs = differences()
    together = wilcoxon_pairs(pairs, level=level, alternative=alternative)
    assert together == tuple(wilcoxon(d, level=level, alternative=alternative) for d in pairs)


@pytest.mark.parametrize("alpha", [0.05, 0.0001, 1e-11])
def test_signs_are_those_of_the_whole_test(alpha):
    pairs = differences()
    results = [wilcoxon(d) for d in pairs]
    expected = [int(np.sign(r.estimate.value)) if r.p_value < alpha else 0 for r in results]
    assert wilcoxon_signs(pairs, alpha=alpha).tolist() == expected


def test_no_pairs_have_no_results():
    assert wilcoxon_pairs([]) == ()
    assert wilcoxon_signs([], alpha=0.05).tolist() == []
