"""Adjusted p-values against R, published tables, hand work and closed testing by brute force."""

from itertools import chain, combinations

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.adjust import Adjustment, adjust, possible_true_nulls
from reference_values import series

LISTS = {
    "short": [0.01, 0.04, 0.03],
    "ties": [0.02, 0.02, 0.5, 0.001, 0.5, 0.02],
    "ends": [0, 1, 0.3, 1e-20, 1],
    "long": [round((abs(np.sin(i)) / 2) ** 3, 5) for i in range(1, 41)],
    "garcia_herrera": [
        4.486991e-08, 1.736118e-07, 0.002880485, 0.004848763, 0.007963489,
        0.01011233, 0.012763008, 0.024744672, 0.743971478, 0.8064959,
    ],
}  # fmt: skip
R = series("adjust.csv", "list", "method")


@pytest.mark.parametrize(("name", "method"), R)
def test_matches_r(name, method):
    # Source: adjust.R.
    assert adjust(np.array(LISTS[name]), method) == pytest.approx(R[name, method], rel=1e-13, abs=0)


# García & Herrera (2008), all pairs of five classifiers, to three decimals as the unit tests of the precursor of STAC
# (A. Canosa, 2014) give them. Their "Nemenyi" is Bonferroni over the ten pairs.
GARCIA_HERRERA_P = LISTS["garcia_herrera"]
GARCIA_HERRERA_ADJUSTED = {
    "bonferroni": [0.0, 0.0, 0.029, 0.048, 0.08, 0.101, 0.127, 0.247, 1.0, 1.0],
    "holm": [0.0, 0.0, 0.023, 0.034, 0.048, 0.051, 0.051, 0.074, 1.0, 1.0],
    "hochberg": [0.0, 0.0, 0.023, 0.034, 0.048, 0.051, 0.051, 0.074, 0.806, 0.806],
    "finner": [0.0, 0.0, 0.01, 0.012, 0.016, 0.017, 0.018, 0.031, 0.781, 0.806],
    "shaffer": [0.0, 0.0, 0.017, 0.029, 0.048, 0.048, 0.051, 0.074, 1.0, 1.0],
}


@pytest.mark.parametrize("method", GARCIA_HERRERA_ADJUSTED)
def test_matches_garcia_and_herrera_on_all_pairs(method):
    adjusted = adjust(np.array(GARCIA_HERRERA_P), method, classifiers=5)
    assert adjusted == pytest.approx(GARCIA_HERRERA_ADJUSTED[method], abs=0.0015)


# The vignette of the R package scmamp, on the same table: p-values of aligned ranks for the pairs (0, 1), (0, 2), …,
# and what Shaffer's static and Bergmann and Hommel's procedures make of them.
ALIGNED_P = [
    0.00117485, 0.3341698, 2.843421e-10, 0.01845167, 0.02265711,
    0.002197407, 0.3742777, 9.226472e-08, 0.1643229, 7.793722e-05,
]  # fmt: skip
ALIGNED_ADJUSTED = {
    "shaffer": [
        0.007049103, 0.6683396, 2.843421e-09, 0.0738066768, 0.09062842,
        0.01318444, 0.6683396134, 5.535883e-07, 0.4929687992, 0.0004676233,
    ],
    "bergmann-hommel": [
        0.007049103, 0.6683396, 2.843421e-09, 0.0553550076, 0.06797132,
        0.008789629, 0.6683396134, 5.535883e-07, 0.1643229331, 0.0003117489,
    ],
}  # fmt: skip


@pytest.mark.parametrize("method", ALIGNED_ADJUSTED)
def test_matches_scmamp_where_hypotheses_are_related(method):
    adjusted = adjust(np.array(ALIGNED_P), method, classifiers=5)
    assert adjusted == pytest.approx(ALIGNED_ADJUSTED[method], rel=1e-6)


# The same vignette: p-values against a control by Quade's ranks. Its "Holland" is our holm-sidak.
CONTROL_P = [0.0895800568, 0.1090468582, 0.071339287, 0.7090122]
CONTROL_ADJUSTED = {
    "holm-sidak": [0.2562478, 0.2562478, 0.2562478, 0.7090122],
    "finner": [0.2562478, 0.2562478, 0.2562478, 0.7090122],
    "li": [0.2353852, 0.2725935, 0.196892, 0.7090122],
}


@pytest.mark.parametrize("method", CONTROL_ADJUSTED)
def test_matches_scmamp_against_a_control(method):
    assert adjust(np.array(CONTROL_P), method) == pytest.approx(CONTROL_ADJUSTED[method], abs=1e-6)


def test_sidak_by_hand():
    # 1 - (1 - 0.5)^2 = 0.75 and 1 - (1 - 0.1)^2 = 0.19; stepping down, the larger stands alone: max(0.19, 0.5).
    assert adjust(np.array([0.5, 0.1]), "sidak") == pytest.approx([0.75, 0.19])
    assert adjust(np.array([0.5, 0.1]), "holm-sidak") == pytest.approx([0.5, 0.19])


def test_sidak_keeps_the_digits_of_tiny_p_values():
    # 1 - (1 - p)^m is m p to first order; written so it would be 0.
    assert adjust(np.array([1e-25, 0.5]), "sidak")[0] == pytest.approx(2e-25)


def test_finner_by_hand():
    # Sorted 0.1, 0.5: 1 - 0.9^(2/1) = 0.19, 1 - 0.5^(2/2) = 0.5.
    assert adjust(np.array([0.5, 0.1]), "finner") == pytest.approx([0.5, 0.19])


def test_shaffers_numbers_of_possibly_true_hypotheses():
    # Shaffer (1986), Table 1.
    assert possible_true_nulls(3) == (0, 1, 3)
    assert possible_true_nulls(4) == (0, 1, 2, 3, 6)
    assert possible_true_nulls(5) == (0, 1, 2, 3, 4, 6, 10)
    assert possible_true_nulls(6) == (0, 1, 2, 3, 4, 6, 7, 10, 15)


def subsets(items):
    return chain.from_iterable(combinations(items, size) for size in range(1, len(items) + 1))


def closed_bonferroni(p, possible):
    """Reject a hypothesis when every set that may be the true ones and contains it is rejected by Bonferroni."""
    adjusted = np.zeros(len(p))
    for together in possible:
        bound = min(1.0, len(together) * min(p[i] for i in together))
        for i in together:
            adjusted[i] = max(adjusted[i], bound)
    return adjusted


def closed_simes(p):
    adjusted = np.zeros(len(p))
    for together in subsets(range(len(p))):
        ordered = sorted(p[i] for i in together)
        simes = min(len(together) * value / (r + 1) for r, value in enumerate(ordered))
        for i in together:
            adjusted[i] = max(adjusted[i], min(1.0, simes))
    return adjusted


def sets_of_equalities(k):
    """Every set of pairs that can be equal at once: those closed under transitivity, by looking at all sets."""
    pairs = list(combinations(range(k), 2))
    for together in subsets(range(len(pairs))):
        equal = {pairs[i] for i in together}
        if all(
            tuple(sorted((a, c))) in equal
            for p, q in combinations(equal, 2)
            for a in set(p) - set(q)
            for c in set(q) - set(p)
            if set(p) & set(q)
        ):
            yield together


RNG = np.random.default_rng(20261115)


@pytest.mark.parametrize("m", [1, 2, 3, 5, 8])
def test_holm_is_closed_testing_with_bonferroni(m):
    p = RNG.random(m) ** 2
    assert adjust(p, "holm") == pytest.approx(closed_bonferroni(p, subsets(range(m))), rel=1e-12)


@pytest.mark.parametrize("m", [1, 2, 3, 5, 8])
def test_hommel_is_closed_testing_with_simes(m):
    p = RNG.random(m) ** 2
    assert adjust(p, "hommel") == pytest.approx(closed_simes(p), rel=1e-12)


@pytest.mark.parametrize("k", [3, 4, 5])
def test_bergmann_hommel_is_closed_testing_over_the_sets_that_can_be_true(k):
    possible = list(sets_of_equalities(k))
    assert sorted({0} | {len(s) for s in possible}) == list(possible_true_nulls(k))
    for _ in range(20):
        p = RNG.random(k * (k - 1) // 2) ** 3
        exact = closed_bonferroni(p, possible)
        assert adjust(p, "bergmann-hommel", classifiers=k) == pytest.approx(exact, rel=1e-12)
        shaffer = adjust(p, "shaffer", classifiers=k)
        assert (shaffer >= exact - 1e-12).all(), "Shaffer's is conservative"
        assert (shaffer <= adjust(p, "holm") + 1e-12).all(), "but less so than Holm's"


@pytest.mark.parametrize("classifiers", [None, 4, 20])
def test_shaffer_refuses_pairs_that_are_not_all(classifiers):
    with pytest.raises(ProcedureError, match="all pairs of the classifiers") as error:
        adjust(np.array([0.1] * 10), "shaffer", classifiers=classifiers)
    assert error.value.code == "BO053"
    assert "10 would be all pairs of 5" in error.value.what


def test_bergmann_hommel_refuses_more_than_ten_classifiers():
    with pytest.raises(ProcedureError, match="too many for 11"):
        adjust(np.full(55, 0.5), "bergmann-hommel", classifiers=11)


@pytest.mark.parametrize("p", [[0.1, np.nan], [-0.1], [1.1], [[0.1]]])
def test_what_is_no_list_of_p_values_is_refused(p):
    with pytest.raises(ProcedureError) as error:
        adjust(np.array(p), "holm")
    assert error.value.code == "BO052"


def test_an_unknown_method_is_refused_with_the_known_ones():
    with pytest.raises(ProcedureError, match="bonferroni, sidak, holm"):
        adjust(np.array([0.1]), "holms")


@pytest.mark.parametrize("method", Adjustment)
def test_no_comparisons_need_no_adjustment(method):
    assert adjust(np.array([]), method).size == 0
