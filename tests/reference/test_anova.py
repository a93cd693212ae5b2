"""Analysis of variance against R and the certified values of NIST."""

from fractions import Fraction
from math import log10
from pathlib import Path

import numpy as np
import pytest
import scipy

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.anova import anova, one_way_anova
from reference_values import TABLES, R


@pytest.mark.parametrize("table", TABLES)
def test_repeated_measures_match_r(table):
    # Source: many_classifiers.R, anova.mlm with test = "Spherical"; it prints epsilon to four decimals, and its F of
    # the waves is off by 4e-11 (see the exact one below).
    result = anova(TABLES[table])
    f, p, corrected = R[table, "anova"]
    assert result.statistic == pytest.approx(f, rel=1e-10)
    assert result.steps["p_sphericity"] == pytest.approx(p, rel=1e-9)
    assert result.p_value == result.steps["p_greenhouse_geisser"] == pytest.approx(corrected, rel=1e-9)
    assert result.steps["epsilon"] == pytest.approx(R[table, "epsilon"][0], abs=5e-5)
    assert anova(TABLES[table], sphericity=True).p_value == pytest.approx(p, rel=1e-9)


@pytest.mark.parametrize("table", TABLES)
def test_repeated_measures_match_exact_arithmetic(table):
    scores = [[Fraction(str(v)) for v in row] for row in TABLES[table].tolist()]
    n, k = len(scores), len(scores[0])
    rows = [sum(row) / k for row in scores]
    columns = [sum(column) / n for column in zip(*scores, strict=True)]
    grand = sum(rows) / n
    between = n * sum((c - grand) ** 2 for c in columns)
    deviations = (scores[i][j] - rows[i] - columns[j] + grand for i in range(n) for j in range(k))
    exact = between * (n - 1) / sum(d**2 for d in deviations)
    assert anova(TABLES[table]).statistic == pytest.approx(float(exact), rel=1e-14)


def test_two_classifiers_are_a_paired_t_test():
    # Difference 0.01, 0.02, 0.03: t = 2 sqrt(3), and for df = 2 p = 1 - t / sqrt(2 + t²).
    result = anova(np.array([[0.5, 0.51], [0.6, 0.62], [0.7, 0.73]]))
    assert result.statistic == pytest.approx(12, rel=1e-12)
    assert result.p_value == pytest.approx(1 - (12 / 14) ** 0.5, rel=1e-12)
    assert result.steps["epsilon"] == pytest.approx(1)


def test_identical_classifiers_have_p_one():
    result = anova(np.tile([[0.9], [0.5], [0.7]], (1, 4)))
    assert (result.statistic, result.p_value) == (0, 1)


def test_classifiers_that_differ_always_by_the_same_are_refused():
    # scipy 1.17.1: ttest_rel gives t = 1e16 for such a pair, from float noise.
    scores = np.array([0.8, 0.7, 0.6])[:, None] + np.array([0.01, 0.02, 0.04])
    with pytest.raises(ProcedureError) as error:
        anova(scores)
    assert error.value.code == "BO050"


NIST = Path(scipy.__file__).parent / "stats" / "tests" / "data" / "nist_anova"
DIGITS = {"Lower": 13, "Average": 10, "Higher": 4}


def certified(path):
    """Return difficulty, groups and certified F of a file of NIST's Statistical Reference Datasets."""
    lines = path.read_text(encoding="ascii").splitlines()
    difficulty = next(line.split()[0] for line in lines if "Level of Difficulty" in line)
    f = next(float(line.split()[-1]) for line in lines if line.startswith("Between"))
    start = max(i for i, line in enumerate(lines) if line.startswith("Data:")) + 1
    data = np.array([line.split() for line in lines[start:] if line.strip()], dtype=float)
    return difficulty, [data[data[:, 0] == g, 1] for g in np.unique(data[:, 0])], f


@pytest.mark.parametrize("path", sorted(NIST.glob("*.dat")), ids=lambda p: p.stem)
def test_one_way_keeps_the_digits_that_nist_certifies(path):
    difficulty, groups, f = certified(path)
    error = abs(one_way_anova(groups).statistic / f - 1)
    assert -log10(max(error, 1e-16)) >= DIGITS[difficulty]


def test_nist_has_eleven_files():
    assert len(list(NIST.glob("*.dat"))) == 11


def test_one_way_with_identical_groups_has_p_one():
    result = one_way_anova([np.array([0.5, 0.5]), np.array([0.5, 0.5, 0.5])])
    assert (result.statistic, result.p_value, result.df) == (0, 1, (1, 3))


@pytest.mark.parametrize(
    ("groups", "code"),
    [
        ([[1.0, 1.0], [2.0, 2.0]], "BO050"),
        ([[1.0, 2.0]], "BO051"),
        ([[1.0], [2.0]], "BO051"),
        ([[1.0, 2.0], []], "BO051"),
        ([[1.0, np.nan], [2.0, 3.0]], "BO052"),
    ],
)
def test_one_way_refuses_what_it_cannot_compare(groups, code):
    with pytest.raises(ProcedureError) as error:
        one_way_anova([np.array(g) for g in groups])
    assert error.value.code == code
