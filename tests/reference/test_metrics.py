import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.rankings import rank_examples, weighted_auc, weighted_average_precision
from bakeoff.procedures.bootstrap.contingency import as_one_resample, tabulate, tally
from bakeoff.procedures.bootstrap.metrics import COUNT_METRICS, find_metric
from bakeoff.procedures.predictions.losses import brier_losses, log_losses, mean_loss_interval, paired_losses
from prediction_cases import CASES
from reference_values import rows

SKLEARN = rows("predictions_sklearn.csv")
COUNTED = [r for r in SKLEARN if r["metric"].removesuffix(" weighted") in COUNT_METRICS]


@pytest.mark.parametrize("row", COUNTED, ids=lambda r: f"{r['case']} {r['metric']}")
def test_count_metrics_agree_with_scikit_learn(row):
    truth, predicted, probabilities, weights = CASES[row["case"]]
    name = row["metric"].removesuffix(" weighted")
    classes = probabilities.shape[1]
    cells = tabulate(
        truth, predicted[:, None], classes=classes, weights=weights if name != row["metric"] else None
    )
    value = find_metric(name, classes=classes).of(tally(cells, as_one_resample(cells), classifier=0))
    assert value[0] == pytest.approx(float(row["value"]), abs=1e-13)


@pytest.mark.parametrize(
    "row", [r for r in SKLEARN if r["metric"] in ("log_loss", "brier")], ids=lambda r: str(r)
)
def test_mean_losses_agree_with_scikit_learn(row):
    truth, _, probabilities, _ = CASES[row["case"]]
    losses = log_losses if row["metric"] == "log_loss" else brier_losses
    assert losses(probabilities, truth=truth).mean() == pytest.approx(float(row["value"]), rel=1e-12)


RANKED = [r for r in SKLEARN if r["metric"] in ("roc_auc", "average_precision")]


@pytest.mark.parametrize("row", RANKED, ids=lambda r: f"{r['case']} {r['metric']}")
def test_metrics_of_rankings_agree_with_scikit_learn(row):
    truth, _, probabilities, _ = CASES[row["case"]]
    score = weighted_auc if row["metric"] == "roc_auc" else weighted_average_precision
    columns = [1] if probabilities.shape[1] == 2 else range(probabilities.shape[1])
    once = np.ones(truth.size, dtype=np.uint8)
    values = [score(rank_examples(probabilities[:, c], truth == c), once) for c in columns]
    assert np.mean(values) == pytest.approx(float(row["value"]), rel=1e-12)


def test_every_reference_value_is_used():
    assert len(COUNTED) + len(RANKED) + 2 * len(CASES) == len(SKLEARN)


def test_the_error_rate_and_the_specificity_by_hand():
    # 2 of 5 wrong; of the three of class 0 two are predicted so.
    cells = tabulate(np.array([0, 0, 0, 1, 1]), np.array([[0], [0], [1], [1], [0]]), classes=2)
    tallies = tally(cells, as_one_resample(cells), classifier=0)
    assert find_metric("error_rate", classes=2).of(tallies)[0] == pytest.approx(2 / 5)
    assert find_metric("specificity", classes=2).of(tallies)[0] == pytest.approx(2 / 3)


@pytest.mark.parametrize("classes", [2, 3, 300])
def test_cells_are_the_rows_of_the_test_set_counted(classes):
    # 2 and 3 classes are counted by bytes, 300 by sorting; an odd number of examples leaves a byte over.
    rng = np.random.default_rng(classes)
    truth, predictions = rng.integers(0, classes, 1001), rng.integers(0, classes, (1001, 2))
    cells = tabulate(truth, predictions, classes=classes)
    distinct, counts = np.unique(np.column_stack([truth, predictions]), axis=0, return_counts=True)
    assert np.array_equal(np.column_stack([cells.truth, cells.predictions]), distinct)
    assert np.array_equal(cells.counts, counts)


def test_so_many_classifiers_that_codes_overflow_are_counted_all_the_same():
    rng = np.random.default_rng(1)
    truth, predictions = rng.integers(0, 100, 50), rng.integers(0, 100, (50, 12))
    cells = tabulate(truth, predictions, classes=100)
    assert cells.counts.sum() == 50
    assert np.array_equal(np.sort(cells.predictions[:, 5]), np.sort(predictions[:, 5]))


def test_clusters_keep_their_own_counts():
    truth, predictions = np.array([0, 1, 1, 0]), np.array([[0], [1], [1], [0]])
    cells = tabulate(truth, predictions, classes=2, clusters=np.array(["q", "p", "q", "q"]))
    assert cells.clusters.tolist() == [[0, 1], [2, 1]]
    assert cells.units == 2


@pytest.mark.parametrize(
    ("truth", "predictions", "said"),
    [
        (np.array([0, 1]), np.array([[0], [2]]), "numbered from 0 to 1"),
        (np.array([0, -1]), np.array([[0], [1]]), "numbered from 0 to 1"),
        (np.array([0.0, 2.0]), np.array([[0], [1]]), "numbered from 0 to 1"),
        (np.array([0, 1]), np.array([[0], [1], [1]]), "do not belong to 2 true classes"),
    ],
)
def test_classes_that_do_not_fit_are_refused(truth, predictions, said):
    with pytest.raises(ProcedureError, match=said) as caught:
        tabulate(truth, predictions, classes=2)
    assert caught.value.code == "BO052"


def test_weights_that_mean_nothing_are_refused():
    for weights in (np.array([1.0, -1.0]), np.array([0.0, 0.0]), np.array([1.0, np.nan]), np.array([1.0])):
        with pytest.raises(ProcedureError, match="weights are finite"):
            tabulate(np.array([0, 1]), np.array([[0], [1]]), classes=2, weights=weights)


def test_unknown_metrics_and_two_class_metrics_of_three_are_refused():
    with pytest.raises(ProcedureError, match="no metric of predicted classes"):
        find_metric("auc", classes=2)
    with pytest.raises(ProcedureError, match="f1 speaks of one class against another"):
        find_metric("f1", classes=3)


def test_a_certain_error_costs_36_and_not_infinity():
    loss = log_losses(np.array([[1.0, 0.0]]), truth=np.array([1]))
    assert loss[0] == pytest.approx(52 * np.log(2), rel=1e-12)


def test_probabilities_that_do_not_add_up_are_refused():
    with pytest.raises(ProcedureError, match="add up to 1"):
        log_losses(np.array([[0.5, 0.4]]), truth=np.array([1]))


def test_probabilities_that_were_rounded_are_brought_to_a_sum_of_one():
    # .333 of .999 is a third, and log loss of a third is ln 3; squared errors 4/9 + 1/9 + 1/9.
    rounded = np.array([[0.333, 0.333, 0.333]])
    assert log_losses(rounded, truth=np.array([1]))[0] == pytest.approx(np.log(3), rel=1e-12)
    assert brier_losses(rounded, truth=np.array([1]))[0] == pytest.approx(6 / 9, rel=1e-12)


def test_paired_losses_are_students_t_by_hand():
    # Differences .1 .2 0 .3: mean .15, s² = .05/3, t = .15/√(.05/12) = 2.32379.
    losses = np.array([[0.3, 0.2], [0.5, 0.3], [0.4, 0.4], [0.6, 0.3]])
    found = paired_losses(losses)
    assert found.statistic == pytest.approx(0.15 / np.sqrt(0.05 / 12), rel=1e-12)
    assert found.df == 3
    # R: 2 * pt(-0.15/sqrt(0.05/12), 3)
    assert found.p_value == pytest.approx(0.1027281, abs=1e-6)


def test_losses_in_clusters_are_judged_by_the_clusters():
    # Doubling every example, as a cluster of two, must not double the evidence.
    losses = np.array([[0.3, 0.2], [0.5, 0.3], [0.4, 0.4], [0.6, 0.3]])
    doubled = paired_losses(np.repeat(losses, 2, axis=0), clusters=np.repeat(np.arange(4), 2))
    assert doubled.statistic == pytest.approx(paired_losses(losses).statistic, rel=1e-12)


def test_losses_that_differ_by_a_constant_are_refused():
    with pytest.raises(ProcedureError, match="do not vary") as caught:
        paired_losses(np.array([[0.3, 0.2], [0.5, 0.4], [0.4, 0.3]]))
    assert caught.value.code == "BO050"


@pytest.mark.parametrize("clusters", [None, np.array([0, 0, 1, 2, 2, 2, 3])])
def test_weighted_losses_have_the_error_of_the_jackknife_by_enumeration(clusters):
    losses = np.array([[0.3, 0.2], [0.5, 0.1], [0.4, 0.6], [0.9, 0.2], [0.2, 0.2], [0.7, 0.5], [0.1, 0.3]])
    weights = np.array([1.0, 2.0, 0.5, 4.0, 1.0, 3.0, 0.0])
    d, units = losses[:, 0] - losses[:, 1], np.arange(7) if clusters is None else clusters
    mean = np.average(d, weights=weights)
    without = np.array([np.average(d[units != u], weights=weights[units != u]) for u in np.unique(units)])
    error = np.sqrt((without.size - 1) / without.size * ((without - mean) ** 2).sum())
    found = paired_losses(losses, clusters=clusters, weights=weights * 10)
    assert found.estimate.value == pytest.approx(mean, rel=1e-12)
    assert found.steps["se"] == pytest.approx(error, rel=1e-12)


def test_all_the_weight_on_one_example_is_no_evidence():
    with pytest.raises(ProcedureError, match="all the weight"):
        paired_losses(np.array([[0.3, 0.2], [0.5, 0.4]]), weights=np.array([1.0, 0.0]))


@pytest.mark.parametrize("most", [1.0, np.inf])
def test_intervals_of_mean_losses_stay_in_their_range(most):
    estimate = mean_loss_interval(np.array([0.0, 0.0, 0.9, 0.0, 0.01]), of="loss", most=most)
    assert 0 < estimate.interval.low < estimate.value < estimate.interval.high < most


def test_a_brier_score_of_nothing_but_zeros_leaves_doubt():
    estimate = mean_loss_interval(np.zeros(20), of="Brier score", most=1.0)
    assert (estimate.value, estimate.interval.low) == (0.0, 0.0)
    assert estimate.interval.high == pytest.approx(
        1.959963984540054**2 / (20 + 1.959963984540054**2), rel=1e-12
    )
    with pytest.raises(ProcedureError, match="no interval"):
        mean_loss_interval(np.zeros(20), of="log loss")


def test_the_same_losses_everywhere_are_a_result():
    found = paired_losses(np.array([[0.3, 0.3], [0.5, 0.5], [0.4, 0.4]]))
    assert (found.statistic, found.p_value, found.estimate.value) == (0.0, 1.0, 0.0)
