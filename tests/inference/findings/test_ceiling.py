"""BO191: decided near the bound of the scores, and not for the mean."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.findings import Severity

STEADY = [0.98, 0.981] * 10
# Better on 18 of 20 datasets, far behind on two: on average not better.
WILD = [0.995, 0.994, 0.993, 0.996, 0.992, 0.991, 0.9955, 0.9945, 0.9935, 0.9925, 0.9915, 0.9965, 0.997, 0.9975, 0.998,
        0.9985, 0.999, 0.988, 0.85, 0.86]  # fmt: skip


def _compare(a, b, scale=1.0, name="accuracy", **options):
    table = {
        "dataset": [f"d{i}" for i in range(len(a))],
        "a": [scale * x for x in a],
        "b": [scale * x for x in b],
    }
    return bakeoff.compare(table, metric=name, **options)


def _told(comparison):
    return [f for f in comparison.findings if f.code == "BO191"]


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_a_verdict_near_the_ceiling_that_the_mean_does_not_share_is_named(scale):
    made = _compare(STEADY, WILD, scale)
    assert str(made.pairs[0].verdict) == "better"
    (found,) = _told(made)
    assert found.severity is Severity.WARNING
    (pair,) = found.detail["pairs"]
    assert pair["near"] == 20
    assert pair["mean"] == pytest.approx(scale * (np.mean(WILD) - np.mean(STEADY)), rel=1e-9)
    assert pair["mean_may_be"] < 0
    assert "symmetric" in found.message


def test_errors_near_zero_and_the_other_direction_count_alike():
    errors = [1 - x for x in STEADY], [1 - x for x in WILD]
    made = _compare(*errors, name="error rate")
    assert str(made.pairs[0].verdict) == "better"
    assert len(_told(made)) == 1
    made = _compare(WILD, STEADY)
    assert str(made.pairs[0].verdict) == "worse"
    (found,) = _told(made)
    assert found.detail["pairs"][0]["mean_may_be"] > 0


def test_silent_away_from_the_bound_undecided_or_with_the_mean_decided_too():
    assert _told(_compare([x - 0.3 for x in STEADY], [x - 0.3 for x in WILD])) == []
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 0.003, (2, 20))
    assert _told(_compare((0.97 + noise[0]).tolist(), (0.97 + noise[1]).tolist())) == []
    made = _compare((0.96 + noise[0]).tolist(), (0.98 + noise[1]).tolist())
    assert str(made.pairs[0].verdict) == "better"
    assert _told(made) == []


def test_scores_without_a_known_range_have_no_ceiling():
    assert _told(_compare([-np.log(x) for x in STEADY], [-np.log(x) for x in WILD], name="log_loss")) == []
