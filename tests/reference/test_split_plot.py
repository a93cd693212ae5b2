"""Properties of datasets and classifiers as factors, against R."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.split_plot import split_plot

SCORES = np.array(
    [0.91, 0.85, 0.80, 0.90, 0.83, 0.82, 0.84, 0.80, 0.70, 0.81, 0.79, 0.71,
     0.93, 0.90, 0.85, 0.95, 0.88, 0.83, 0.80, 0.74, 0.72, 0.83, 0.75, 0.69]
).reshape(8, 3)  # fmt: skip
PROPERTIES = {"noise": [0, 0, 1, 1, 0, 0, 1, 1], "size": [1, 1, 1, 1, 2, 2, 2, 2]}

# Source: tests/reference/split_plot.R, R 4.2.2 (2026-11-15), printed with 15 digits of the squares and 5 of F.
FROM_R = {
    "noise": (1, 0.0672041666666668, 62.75875, 0.00051605),
    "size": (1, 0.0005041666666667, 0.47082, 0.52312789),
    "classifier": (2, 0.0451583333333335, 61.71982, 2.3636e-06),
    "classifier × noise": (2, 0.0006583333333333, 0.89977, 0.43719),
    "classifier × size": (2, 0.0002583333333333, 0.35308, 0.71094),
}


def test_every_line_is_that_of_aov_with_datasets_as_error_stratum():
    made = split_plot(SCORES, properties=PROPERTIES)
    assert (made.between_df, made.within_df) == (5, 10)
    lines = {each.factor: each for each in (*made.properties, made.classifier, *made.interplays)}
    assert list(lines) == list(FROM_R)
    for factor, (df, squares, f, p) in FROM_R.items():
        assert lines[factor].df == df
        assert lines[factor].sum_of_squares == pytest.approx(squares, rel=1e-10)
        assert lines[factor].f == pytest.approx(f, abs=1e-5)
        assert lines[factor].p_value == pytest.approx(p, rel=2e-5)


def test_without_repetitions_nothing_is_tested():
    made = split_plot(SCORES[:2], properties={"noise": [0, 1]})
    assert [each.p_value for each in (*made.properties, made.classifier, *made.interplays)] == [None] * 3


def test_levels_must_be_as_many_as_datasets():
    with pytest.raises(ProcedureError, match="2 levels for 8 datasets"):
        split_plot(SCORES, properties={"noise": [0, 1]})
