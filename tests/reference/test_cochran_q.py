import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.example_flips import four_counts
from bakeoff.procedures.predictions.cochran_q import cochran_q
from bakeoff.procedures.predictions.mcnemar import mcnemar
from reference_values import rows

R = {row["what"]: float(row["value"]) for row in rows("predictions.csv") if row["test"] == "cochran-q"}
SINES = np.array([[np.sin(3 * i + 5 * j) + j / 8 > 0 for j in range(1, 5)] for i in range(1, 41)])


@pytest.mark.parametrize("what", ["statistic", "p_value"])
def test_agrees_with_the_generalised_mantel_haenszel_test_of_r(what):
    assert getattr(cochran_q(SINES), what) == pytest.approx(R[what], rel=1e-10)


def test_for_two_classifiers_it_is_mcnemars_test_without_correction():
    two = mcnemar(four_counts(SINES[:, 0], SINES[:, 3]), continuity=False)
    found = cochran_q(SINES[:, [0, 3]])
    assert found.statistic == pytest.approx(two.statistic, rel=1e-13)
    assert found.p_value == pytest.approx(two.p_value, rel=1e-12)


def test_classifiers_that_never_differ_are_no_evidence():
    found = cochran_q(np.repeat(SINES[:, :1], 3, axis=1))
    assert (found.statistic, found.p_value, found.steps["informative"]) == (0.0, 1.0, 0.0)


@pytest.mark.parametrize("table", [np.ones((4, 1)), np.ones(4)])
def test_what_is_no_table_of_right_and_wrong_is_refused(table):
    with pytest.raises(ProcedureError, match="right and wrong") as caught:
        cochran_q(table)
    assert caught.value.code == "BO052"


def test_a_two_is_neither_right_nor_wrong():
    with pytest.raises(ProcedureError, match="right or wrong: 2 is neither") as caught:
        cochran_q(np.full((3, 3), 2))
    assert caught.value.code == "BO056"
