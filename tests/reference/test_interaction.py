"""Welch's test of interaction, against R's oneway.test."""

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.predictions.interaction import (
    SubgroupMean,
    mean_of_counts,
    mean_of_losses,
    welch_interaction,
)


def test_it_is_the_test_of_r():
    # Source: interaction.R, oneway.test of R 4.2.2.
    i = np.arange(1, 61)
    x = ((i * 37) % 101) / 101 + (i % 3) * ((i * 11) % 7) / 20
    parts = [x[i % 3 == g] for g in range(3)]
    means = [mean_of_losses(np.column_stack([part, np.zeros(part.size)])) for part in parts]
    result = welch_interaction(means, n=60)
    assert result.statistic == pytest.approx(2.301116528933, abs=1e-10)
    assert result.df[1] == pytest.approx(37.500571944520, abs=1e-8)
    assert result.p_value == pytest.approx(0.114120657027, abs=1e-10)


def test_a_subgroup_without_a_flip_is_not_known_without_error():
    mean = mean_of_counts(FourCounts(both_right=20, mends=0, breaks=0, both_wrong=5))
    assert mean.value == 0
    assert mean.error == pytest.approx(np.sqrt(1 / 27 / 27))


def test_one_subgroup_has_no_interaction():
    with pytest.raises(ProcedureError, match="two subgroups"):
        welch_interaction([SubgroupMean(0.1, 0.02, 20)], n=21)
