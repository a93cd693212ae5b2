"""Agreement of two raters against irrCAC and krippendorff."""

import json
from pathlib import Path

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.judges.rater_agreement import rater_agreement

# Source: judges_ppi.py, irrCAC 0.4.4 and krippendorff 0.9.0, 2026-11-17.
CASES = json.loads(Path(__file__).with_name("judges_ppi.json").read_text(encoding="utf-8"))["ratings"]


def raters(table):
    pairs = [(i, j) for i, row in enumerate(table) for j, count in enumerate(row) for _ in range(count)]
    return np.array(pairs).T


@pytest.mark.parametrize("name", CASES)
def test_kappa_ac1_and_alpha_are_those_of_others(name):
    facts = CASES[name]
    found = rater_agreement(*raters(facts["table"]))
    assert found.kappa.value == pytest.approx(facts["kappa"], abs=1e-10)
    assert found.ac1.value == pytest.approx(facts["ac1"], abs=1e-10)
    assert found.alpha.value == pytest.approx(facts["alpha"], abs=1e-10)


@pytest.mark.parametrize("name", CASES)
def test_the_jackknifed_error_of_ac1_is_near_the_linearised_one(name):
    facts = CASES[name]
    a, b = raters(facts["table"])
    found = rater_agreement(a, b)
    from scipy import stats

    arm = stats.t.isf(0.025, a.size - 1) * facts["ac1_error"]
    assert found.ac1.value - found.ac1.interval.low == pytest.approx(arm, rel=0.06)


def test_raters_of_one_class_have_no_kappa():
    ones = np.ones(20, dtype=int)
    found = rater_agreement(ones, ones)
    assert found.kappa is None
    assert found.share.value == 1


def test_two_items_are_refused():
    with pytest.raises(ProcedureError, match="three items"):
        rater_agreement(np.array([0, 1]), np.array([0, 1]))
