"""Properties of datasets and classifiers as factors, against R."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.many.split_plot import split_plot

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
    lines = {each.factor: each for each in (*made.properties, *made.classifiers, *made.interplays)}
    assert list(lines) == list(FROM_R)
    for factor, (df, squares, f, p) in FROM_R.items():
        assert lines[factor].df == df
        assert lines[factor].sum_of_squares == pytest.approx(squares, rel=1e-10)
        assert lines[factor].f == pytest.approx(f, abs=1e-5)
        assert lines[factor].p_value == pytest.approx(p, rel=2e-5)


# Source: the same script, where each setting has an error stratum of its own.
SETTINGS_FROM_R = {
    "noise": (0.0005041666666667, 0.02598, 0.87976),
    "depth": (0.00633750000000004, 8.79191, 0.041344),
    "crit": (0.00003750000000000, 0.02466, 0.88283),
    "depth × crit": (0.00050416666666666, 0.07577, 0.79675),
    "depth × noise": (0.00220416666666665, 3.05780, 0.155259),
    "crit × noise": (0.00000416666666667, 0.00274, 0.96077),
    "depth × crit × noise": (0.00000416666666667, 0.00063, 0.98123),
}


def test_settings_are_held_against_strata_of_their_own_as_in_aov():
    depth, crit = np.array([1, 1, -1, -1]) / 2, np.array([1, -1, 1, -1]) / 2
    contrasts = {"depth": depth, "crit": crit, "depth × crit": 2 * depth * crit}
    made = split_plot(
        SCORES.reshape(6, 4),
        properties={"noise": [0, 0, 0, 1, 1, 1]},
        contrasts={name: column[:, None] for name, column in contrasts.items()},
    )
    lines = {each.factor: each for each in (*made.properties, *made.classifiers, *made.interplays)}
    assert list(lines) == list(SETTINGS_FROM_R)
    for factor, (squares, f, p) in SETTINGS_FROM_R.items():
        assert lines[factor].sum_of_squares == pytest.approx(squares, rel=1e-9, abs=1e-16)
        assert lines[factor].f == pytest.approx(f, abs=1e-5)
        assert lines[factor].p_value == pytest.approx(p, abs=1e-5)
        assert (lines[factor].df, lines[factor].residual_df) == (1, 4)


def test_without_repetitions_nothing_is_tested():
    made = split_plot(SCORES[:2], properties={"noise": [0, 1]})
    assert [each.p_value for each in (*made.properties, *made.classifiers, *made.interplays)] == [None] * 3


def test_levels_must_be_as_many_as_datasets():
    with pytest.raises(ProcedureError, match="2 levels for 8 datasets"):
        split_plot(SCORES, properties={"noise": [0, 1]})
