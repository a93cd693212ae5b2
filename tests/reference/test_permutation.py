from itertools import product

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.bootstrap.contingency import as_one_resample, tabulate, tally
from bakeoff.procedures.bootstrap.metrics import find_metric
from bakeoff.procedures.bootstrap.permutation import paired_permutation


def case(seed, classes, n=9):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    noisy = [np.where(rng.random(n) < right, truth, rng.integers(0, classes, n)) for right in (0.3, 0.7)]
    return truth, np.column_stack(noisy), rng.integers(0, 6, n)


def advantage(truth, predictions, metric, classes, weights=None):
    cells = tabulate(truth, predictions, classes=classes, weights=weights)
    a, b = (
        find_metric(metric, classes=classes).of(tally(cells, as_one_resample(cells), classifier=i))[0]
        for i in (0, 1)
    )
    return b - a


def every_flip(truth, predictions, metric, classes, clusters, weights=None):
    """Return the advantage after each of all exchanges of whole clusters, example by example and one by one."""
    names = np.unique(clusters)
    values = []
    for bits in product([False, True], repeat=names.size):
        swapped = np.array(bits)[np.searchsorted(names, clusters)]
        values.append(
            advantage(
                truth, np.where(swapped[:, None], predictions[:, ::-1], predictions), metric, classes, weights
            )
        )
    return np.array(values)


@pytest.mark.parametrize("metric", ["accuracy", "f1_macro", "mcc"])
@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize(("seed", "classes"), [(1, 2), (2, 3), (3, 3)])
def test_agrees_with_all_exchanges_counted_one_by_one(metric, clustered, seed, classes):
    truth, predictions, clusters = case(seed, classes)
    units = clusters if clustered else np.arange(truth.size)
    values = every_flip(truth, predictions, metric, classes, units)
    seen = advantage(truth, predictions, metric, classes)
    cells = tabulate(truth, predictions, classes=classes, clusters=clusters if clustered else None)
    for alternative, expected in (
        (Alternative.TWO_SIDED, np.mean(np.abs(values) >= abs(seen) - 1e-12)),
        (Alternative.GREATER, np.mean(values >= seen - 1e-12)),
        (Alternative.LESS, np.mean(values <= seen + 1e-12)),
    ):
        found = paired_permutation(
            cells, metric=metric, rng=np.random.default_rng(7), flips=4000, alternative=alternative
        )
        tolerance = 1e-12 if metric == "accuracy" else 4 * np.sqrt(0.25 / 4000)
        assert found.p_value == pytest.approx(expected, abs=tolerance)


def test_weighted_accuracy_agrees_with_all_exchanges():
    truth, predictions, _ = case(4, 2)
    weights = np.array([1.0, 2.0, 0.5] * 3)
    values = every_flip(truth, predictions, "accuracy", 2, np.arange(9), weights)
    seen = advantage(truth, predictions, "accuracy", 2, weights)
    cells = tabulate(truth, predictions, classes=2, weights=weights)
    found = paired_permutation(cells, metric="accuracy", rng=np.random.default_rng(7), flips=4000)
    assert found.p_value == pytest.approx(np.mean(np.abs(values) >= abs(seen) - 1e-12), abs=0.032)


def test_the_p_value_of_an_accuracy_is_the_binomial_one_at_a_million_examples():
    # Source: R, binom.test(350, 650)$p.value.
    truth = np.zeros(1_000_000, dtype=np.int8)
    predictions = np.zeros((1_000_000, 2), dtype=np.int8)
    predictions[:350, 0] = predictions[350:650, 1] = 1
    found = paired_permutation(
        tabulate(truth, predictions, classes=2), metric="accuracy", rng=np.random.default_rng(1)
    )
    assert found.method == "exact"
    assert found.p_value == pytest.approx(0.0545299417589238, rel=1e-12)
    assert found.monte_carlo_error is None


def test_many_clusters_are_flipped_at_random_and_agree_with_the_normal_limit():
    # 1,500 clusters with D = +1 (800), -1 (700): z = 100/√1500, too many for the exact count.
    truth = np.zeros(1500, dtype=int)
    predictions = np.zeros((1500, 2), dtype=int)
    predictions[:800, 0] = predictions[800:, 1] = 1
    cells = tabulate(truth, predictions, classes=2, clusters=np.arange(1500))
    found = paired_permutation(cells, metric="accuracy", rng=np.random.default_rng(1))
    assert found.p_value == pytest.approx(
        0.0106, abs=0.004
    )  # 2 * pnorm(-99/sqrt(1500)), continuity corrected


def test_too_few_flips_are_refused():
    truth, predictions, _ = case(1, 2)
    with pytest.raises(ProcedureError, match="too few") as caught:
        paired_permutation(
            tabulate(truth, predictions, classes=2), metric="mcc", rng=np.random.default_rng(1), flips=10
        )
    assert caught.value.code == "BO053"
