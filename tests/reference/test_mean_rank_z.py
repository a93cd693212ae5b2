"""The post-hoc z-tests of mean ranks: figures of R's scmamp and of the papers, through Python and the door."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import bakeoff
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.mean_rank_z import aligned_z, friedman_z, quade_z
from reference_values import GARCIA_HERRERA2008

NAMES = ("C4.5", "1-NN", "NaiveBayes", "Kernel", "CN2")
PAIRS = list(combinations(range(5), 2))
# R: scmamp 3cf4d8b, vignette "Statistical assessment of the differences", data.gh.2008: friedmanPost,
# friedmanAlignedRanksPost and quadePost, in the order of `combinations`. With aligned ranks ties depend on noise there.
VIGNETTE = {
    friedman_z: [
        0.004848763, 0.8064959, 4.486991e-08, 0.012763008, 0.01011233, 0.007963489, 0.743971478, 1.736118e-07,
        0.024744672, 0.002880485,
    ],
    aligned_z: [
        0.00117485, 0.3341698, 2.843421e-10, 0.01845167, 0.02265711, 0.002197407, 0.3742777, 9.226472e-08,
        0.1643229, 7.793722e-05,
    ],
    quade_z: [
        0.0895800568, 0.9242154655, 0.0004636398, 0.1853589437, 0.1090468582, 0.071339287, 0.7090122, 0.0006596961,
        0.2189560038, 0.0295182898,
    ],
}  # fmt: skip


@pytest.mark.parametrize("test", VIGNETTE)
def test_p_values_are_those_of_scmamp(test):
    found = [r.p_value for r in test(GARCIA_HERRERA2008, pairs=PAIRS)]
    assert found == pytest.approx(VIGNETTE[test], rel=0.025 if test is aligned_z else 1e-6)


# The same vignette: adjustSHAFFER and adjustBergmannHommel of the aligned ranks' p-values.
ALIGNED = {
    "shaffer": [
        0.007049103, 0.6683396, 2.843421e-09, 0.0738066768, 0.09062842, 0.01318444, 0.6683396134, 5.535883e-07,
        0.4929687992, 0.0004676233,
    ],
    "bergmann-hommel": [
        0.007049103, 0.6683396, 2.843421e-09, 0.0553550076, 0.06797132, 0.008789629, 0.6683396134, 5.535883e-07,
        0.1643229331, 0.0003117489,
    ],
}  # fmt: skip


def table():
    return {"dataset": [str(i) for i in range(30)]} | dict(
        zip(NAMES, GARCIA_HERRERA2008.T.tolist(), strict=True)
    )


@pytest.mark.parametrize("method", ALIGNED)
def test_all_pairs_of_aligned_ranks_through_the_door(method):
    comparison = bakeoff.compare(table(), test="aligned-z", adjust=method)
    found = {(p.a, p.b): p.p_adjusted for p in comparison.pairs}
    wanted = dict(zip(combinations(NAMES, 2), ALIGNED[method], strict=True))
    assert found == pytest.approx(wanted, rel=0.025, abs=0.004)


# The same vignette: against 1-NN by Quade's ranks, for C4.5, NaiveBayes, Kernel, CN2.
AGAINST_1NN = {
    "holland": [0.2562478, 0.2562478, 0.2562478, 0.7090122],
    "finner": [0.2562478, 0.2562478, 0.2562478, 0.7090122],
    "li": [0.2353852, 0.2725935, 0.196892, 0.7090122],
}


@pytest.mark.parametrize("method", AGAINST_1NN)
def test_comparisons_with_a_baseline_by_quades_ranks_through_the_door(method):
    comparison = bakeoff.compare(table(), test="quade-z", adjust=method, baseline="1-NN")
    found = {p.b: p.p_adjusted for p in comparison.pairs}
    wanted = dict(zip(("C4.5", "NaiveBayes", "Kernel", "CN2"), AGAINST_1NN[method], strict=True))
    assert found == pytest.approx(wanted, abs=1e-6)


# García and Herrera (2008), all pairs by mean ranks, three decimals: in the order of p, which is that of `ORDER`.
ORDER = [
    ("C4.5", "Kernel"), ("NaiveBayes", "Kernel"), ("Kernel", "CN2"), ("C4.5", "1-NN"), ("1-NN", "Kernel"),
    ("1-NN", "NaiveBayes"), ("C4.5", "CN2"), ("NaiveBayes", "CN2"), ("1-NN", "CN2"), ("C4.5", "NaiveBayes"),
]  # fmt: skip
BY_MEAN_RANKS = {
    "bonferroni-dunn": [
        0,
        0,
        0.029,
        0.048,
        0.08,
        0.101,
        0.127,
        0.247,
        1,
        1,
    ],  # which the paper calls Nemenyi's
    "holm": [0, 0, 0.023, 0.034, 0.048, 0.051, 0.051, 0.074, 1, 1],
    "hochberg": [0, 0, 0.023, 0.034, 0.048, 0.051, 0.051, 0.074, 0.806, 0.806],
    "finner": [0, 0, 0.01, 0.012, 0.016, 0.017, 0.018, 0.031, 0.781, 0.806],
    "shaffer": [0, 0, 0.017, 0.029, 0.048, 0.048, 0.051, 0.074, 1, 1],
}


@pytest.mark.parametrize("method", BY_MEAN_RANKS)
def test_all_pairs_by_mean_ranks_through_the_door(method):
    comparison = bakeoff.compare(table(), test="friedman-z", adjust=method)
    found = {frozenset((p.a, p.b)): p.p_adjusted for p in comparison.pairs}
    wanted = {frozenset(pair): p for pair, p in zip(ORDER, BY_MEAN_RANKS[method], strict=True)}
    assert found == pytest.approx(wanted, abs=0.0015)
    assert comparison.settings.adjust == ("bonferroni" if method == "bonferroni-dunn" else method)


@pytest.mark.parametrize(("k", "factor"), [(3, 1.0), (5, 2.0), (9, 4.0)])
def test_quades_published_standard_error_is_too_large_by_a_known_factor(k, factor):
    # Its square is (k − 1)/2 times the variance under the null, by enumeration of what ranks within a dataset do:
    # Var(r_a − r_b) = k(k + 1)/6, and the weights 1 … n have a sum of squares n(n + 1)(2n + 1)/6.
    n = 12
    scores = np.random.default_rng(k).normal(size=(n, k))
    error = quade_z(scores, pairs=[(0, 1)])[0].steps["standard_error"]
    exact = k * (k + 1) / 6 * n * (n + 1) * (2 * n + 1) / 6 / (n * (n + 1) / 2) ** 2
    assert error**2 / exact == pytest.approx(factor, rel=1e-12)


def test_it_says_that_verdicts_rest_on_who_else_takes_part():
    comparison = bakeoff.compare(table(), test="friedman-z", adjust="finner")
    codes = {f.code: f.message for f in comparison.findings}
    assert "friedman-z" in codes["BO200"]
    assert "the pairs of one table share classifiers" in codes["BO201"]
    assert "BO133" not in codes  # which says that the verdicts do not rest on mean ranks
    assert "BO200" not in {f.code for f in bakeoff.compare(table()).findings}


@pytest.mark.parametrize(
    ("method", "baseline", "told"),
    [
        ("holm", None, False),
        ("shaffer", None, False),
        ("hommel", None, True),
        ("hommel", "1-NN", False),
        ("rom", "1-NN", True),
        ("li", "1-NN", True),
    ],
)
def test_an_adjustment_says_where_it_is_not_proven(method, baseline, told):
    comparison = bakeoff.compare(table(), test="friedman-z", adjust=method, baseline=baseline)
    assert ("BO201" in {f.code for f in comparison.findings}) == told


def test_explain_prints_mean_ranks_and_unadjusted_statistics():
    text = bakeoff.compare(table(), test="aligned-z", adjust="bergmann-hommel").explain()
    assert "The mean aligned rank of each classifier" in text
    assert "46.6167" in text
    assert "z =  −6.30857   p < .0001" in text


def test_it_is_run_only_when_it_is_named():
    comparison = bakeoff.compare(table())
    assert not {t.result.procedure for t in comparison.tests} & {"friedman-z", "aligned-z", "quade-z"}
    reasons = {o.test: o.reason for o in comparison.objections}
    assert "which other classifiers" in reasons["friedman-z"]


# Source: rom_critical_values.py beside this file: by fractions from the definition, and by 60 digits of mpmath.
ROM_EXACTLY = {
    0.05: (
        0.05,
        0.025,
        0.016875,
        0.0127134765625,
        0.010192983562545777,
        0.008505122601534958,
        0.007296355471221352,
        0.006388215035876184,
        0.00568101582206134,
        0.005114736115874659,
    ),
    0.01: (
        0.01,
        0.005,
        0.003341666666666667,
        0.002508374895833333,
        0.0020075428547442304,
        0.0016733731891645054,
        0.0014345602560205484,
        0.0012553904486561204,
        0.0011160027701809707,
        0.001004472598983613,
    ),
    0.5: (
        0.5,
        0.25,
        0.1875,
        0.150390625,
        0.12517547607421875,
        0.10688149681664072,
        0.09305013738315172,
        0.08227256070120587,
        0.07366942213535468,
        0.0666616037273103,
    ),
}
ROM_OF_MANY = {
    0.01: (0.0005023839077503772, 5.2895098094591526e-05, 2.3103952837455308e-05),
    0.05: (0.0025612057950910646, 0.00026992807732053974, 0.0001179086514904167),
    0.5: (0.03403229369875881, 0.0036414614993593056, 0.0015921700164087844),
    0.99: (0.14066524453042498, 0.02316072169841937, 0.01050305181317871),
}


@pytest.mark.parametrize("level", ROM_EXACTLY)
def test_roms_critical_values(level):
    from bakeoff.procedures.base.adjust import rom_critical_values

    assert rom_critical_values(np.array([level]), 10)[:, 0] == pytest.approx(ROM_EXACTLY[level], rel=1e-12)


def test_the_values_are_those_of_the_generator_beside_them():
    from reference.rom_critical_values import exactly

    for level, values in ROM_EXACTLY.items():
        found = exactly(Fraction(level).limit_denominator(100), 5)
        assert [float(c) for c in found] == pytest.approx(values[:5], rel=1e-14)


@pytest.mark.parametrize("level", ROM_OF_MANY)
def test_roms_critical_values_of_hundreds_of_tests(level):
    from bakeoff.procedures.base.adjust import rom_critical_values

    found = rom_critical_values(np.array([level]), 435)[[19, 189, 434], 0]
    assert found == pytest.approx(ROM_OF_MANY[level], rel=1e-10)


@pytest.mark.parametrize(("m", "level"), [(2, 0.05), (4, 0.05), (5, 0.2), (7, 0.5)])
def test_roms_test_errs_exactly_at_its_level_among_independent_nulls(m, level):
    # The chance that no ordered uniform p falls below its critical value, by Steck's recursion for order statistics.
    from math import comb

    from bakeoff.procedures.base.adjust import rom_critical_values

    critical = rom_critical_values(np.array([level]), m)[::-1, 0]
    none = [1.0]  # of the largest i: all above their critical values, with the chance of i uniforms
    for i in range(1, m + 1):
        # Steck: P_i = Σ_j (−1)^(i−j+1) C(i, j) (1 − c_{m−i+1})… written for the complements u = 1 − p, ascending.
        bounds = 1 - critical[::-1][:i]  # u_(1) < …: the smallest u goes with the largest p
        none.append(sum((-1) ** (i - j + 1) * comb(i, j) * bounds[j] ** (i - j) * none[j] for j in range(i)))
    assert none[m] == pytest.approx(1 - level, rel=1e-9)


def test_roms_adjusted_p_values_reject_where_his_critical_values_do():
    from bakeoff.procedures.base.adjust import rom_critical_values

    p = np.array([0.0713392870, 0.0895800568, 0.1090468582, 0.7090122])
    for level in (0.05, 0.15, 0.21, 0.22, 0.25, 0.3, 0.8):
        critical = rom_critical_values(np.array([level]), 4)[::-1, 0]
        last = max((i for i in range(4) if p[i] <= critical[i]), default=-1)
        assert (adjust(p, "rom") <= level).tolist() == [i <= last for i in range(4)]
    # scmamp's adjustRom prints .2805656 for the first three: α/α₄ = 3.9328 times the smallest p, and then a running
    # maximum where a step-up test takes the minimum, as Hochberg's does.
    assert p[0] * 0.05 / rom_critical_values(np.array([0.05]), 4)[3, 0] == pytest.approx(0.2805656, abs=1e-6)
    assert adjust(p, "rom")[:3] == pytest.approx([2 * p[2]] * 3, rel=1e-9)


@pytest.mark.parametrize("test", ["friedman-z", "aligned-z", "quade-z", "nemenyi"])
def test_a_margin_in_the_unit_of_the_scores_is_no_margin_of_ranks(test):
    # With scores in percent a margin of 5 would have called every pair equivalent.
    percent = {
        name: column if name == "dataset" else [100 * x for x in column] for name, column in table().items()
    }
    with pytest.raises(bakeoff.BakeoffError, match="in units of the"):
        bakeoff.compare(percent, test=test, margin=5)
