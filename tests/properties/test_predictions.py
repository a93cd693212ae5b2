"""Laws that every test on predictions keeps, whatever the predictions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.results import Alternative
from bakeoff.procedures.base.example_flips import four_counts
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.class_bootstrap import paired_bootstrap
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.bootstrap.metrics import COUNT_METRICS, find_metric
from bakeoff.procedures.bootstrap.permutation import flipped_advantages, paired_permutation
from bakeoff.procedures.bootstrap.rank_bootstrap import paired_rank_bootstrap
from bakeoff.procedures.predictions.clustered_mcnemar import cluster_counts, mcnemar_clustered
from bakeoff.procedures.predictions.losses import paired_losses
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar, mcnemar_midp
from bakeoff.procedures.predictions.roc_area import delong
from bakeoff.procedures.predictions.two_proportions import TwoSampleMethod, TwoTestSets, two_proportions

MIRROR = {
    Alternative.TWO_SIDED: Alternative.TWO_SIDED,
    Alternative.GREATER: Alternative.LESS,
    Alternative.LESS: Alternative.GREATER,
}


class Data:
    """A small test set: true classes, the predictions and scores of a and b, and clusters."""

    def __init__(self, seed, n, classes):
        rng = np.random.default_rng(seed)
        self.classes = classes
        self.truth = np.append(np.arange(2), rng.integers(0, classes, n - 2))
        right = rng.choice([0.3, 0.6, 0.9, 1.0], 2)
        self.predictions = np.where(
            rng.random((n, 2)) < right, self.truth[:, None], rng.integers(0, classes, (n, 2))
        )
        self.scores = np.round(rng.normal(size=(n, 2)) + (self.truth == 1)[:, None], int(rng.integers(0, 3)))
        self.clusters = np.append(np.arange(2), rng.integers(0, 8, n - 2))

    def swap(self):
        return self._changed(predictions=self.predictions[:, ::-1], scores=self.scores[:, ::-1])

    def shuffled(self, seed):
        order = np.random.default_rng(seed).permutation(self.truth.size)
        names = ("truth", "predictions", "scores", "clusters")
        return self._changed(**{name: getattr(self, name)[order] for name in names})

    def _changed(self, **fields):
        other = object.__new__(Data)
        other.__dict__ = {**self.__dict__, **fields}
        return other

    @property
    def right(self):
        return self.predictions == self.truth[:, None]

    @property
    def scored(self):
        return ScoredExamples(truth=(self.truth == 1).astype(int), scores=self.scores)

    @property
    def scored_clusters(self):
        return ScoredExamples(truth=(self.truth == 1).astype(int), scores=self.scores, clusters=self.clusters)

    def cells(self, *, clustered=False):
        clusters = self.clusters if clustered else None
        return tabulate(self.truth, self.predictions, classes=self.classes, clusters=clusters)


def rng():
    return np.random.default_rng(11)


def of_metric(test, metric, *, clustered=False):
    return lambda d, **asked: test(
        d.cells(clustered=clustered), metric=metric, rng=rng(), **{COUNT[test]: 300}, **asked
    )


COUNT = {paired_bootstrap: "resamples", paired_permutation: "flips"}
TESTS = {
    "binomial": lambda d, **asked: binomial(four_counts(*d.right.T), **asked),
    "mcnemar": lambda d, **asked: mcnemar(four_counts(*d.right.T), **asked),
    "mcnemar without correction": lambda d, **asked: mcnemar(
        four_counts(*d.right.T), continuity=False, **asked
    ),
    "mcnemar-midp": lambda d, **asked: mcnemar_midp(four_counts(*d.right.T), **asked),
    "mcnemar-clustered": lambda d, **asked: mcnemar_clustered(
        cluster_counts(*d.right.T, clusters=d.clusters), **asked
    ),
    "delong": lambda d, **asked: delong(d.scored, **asked),
    "delong, clusters": lambda d, **asked: delong(d.scored_clusters, **asked),
    "bootstrap of accuracy": of_metric(paired_bootstrap, "accuracy"),
    "bootstrap of F1": of_metric(paired_bootstrap, "f1_macro"),
    "bootstrap of MCC, clusters": of_metric(paired_bootstrap, "mcc", clustered=True),
    "permutation of accuracy": of_metric(paired_permutation, "accuracy"),
    "permutation of F1": of_metric(paired_permutation, "f1_macro"),
    "permutation of accuracy, clusters": of_metric(paired_permutation, "accuracy", clustered=True),
    "permutation of MCC, clusters": of_metric(paired_permutation, "mcc", clustered=True),
    "bootstrap of ROC AUC": lambda d, **asked: paired_rank_bootstrap(
        d.scored, rng=rng(), resamples=200, **asked
    ),
    "bootstrap of average precision, clusters": lambda d, **asked: paired_rank_bootstrap(
        d.scored_clusters, rng=rng(), resamples=200, metric="average_precision", **asked
    ),
}
every_test = pytest.mark.parametrize("run", TESTS.values(), ids=TESTS.keys())
data = st.builds(Data, st.integers(0, 10**6), st.integers(4, 40), st.sampled_from([2, 2, 3]))
few = settings(max_examples=12, deadline=None)


@every_test
@few
@given(data=data, alternative=st.sampled_from(Alternative), level=st.sampled_from([0.8, 0.95]))
def test_the_interval_agrees_with_the_p_value_about_zero(run, data, alternative, level):
    found = run(data, alternative=alternative, level=level)
    interval = found.estimate.interval
    if found.p_value < 1 - level - 1e-9:
        assert not interval.low < 0 < interval.high
    if found.p_value > 1 - level + 1e-9:
        assert interval.low <= 0 <= interval.high
    assert 0 < found.p_value <= 1


@every_test
@few
@given(data=data, alternative=st.sampled_from(Alternative))
def test_exchanging_a_and_b_mirrors_everything(run, data, alternative):
    one, other = run(data, alternative=alternative), run(data.swap(), alternative=MIRROR[alternative])
    assert other.p_value == one.p_value
    assert other.estimate.value == -one.estimate.value
    assert other.estimate.interval.low == -one.estimate.interval.high
    assert other.estimate.interval.high == -one.estimate.interval.low


@every_test
@few
@given(data=data, seed=st.integers(0, 100))
def test_the_order_of_the_examples_is_irrelevant(run, data, seed):
    assert run(data.shuffled(seed)) == run(data)


@every_test
@few
@given(data=data)
def test_a_higher_level_never_narrows_the_interval(run, data):
    narrow, wide = (run(data, level=level).estimate.interval for level in (0.8, 0.99))
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


@few
@given(data=data, metric=st.sampled_from(sorted(COUNT_METRICS)))
def test_every_interval_of_a_difference_stays_in_the_range_of_its_metric(data, metric):
    if COUNT_METRICS[metric].two_classes and data.classes != 2:
        return
    reach = COUNT_METRICS[metric].high - COUNT_METRICS[metric].low
    interval = paired_bootstrap(data.cells(), metric=metric, rng=rng(), resamples=300).estimate.interval
    assert -reach <= interval.low <= interval.high <= reach


counts = st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30), st.integers(0, 30)).map(
    lambda c: TwoTestSets(
        right_a=c[0] + 1, total_a=c[0] + c[1] + 2, right_b=c[2] + 1, total_b=c[2] + c[3] + 2
    )
)


@pytest.mark.parametrize("method", list(TwoSampleMethod))
@few
@given(sets=counts, alternative=st.sampled_from(Alternative), level=st.sampled_from([0.8, 0.95]))
def test_two_test_sets_mirror_and_agree(method, sets, alternative, level):
    one = two_proportions(sets, method=method, alternative=alternative, level=level)
    other = two_proportions(sets.swap(), method=method, alternative=MIRROR[alternative], level=level)
    assert other.p_value == one.p_value
    assert other.estimate.interval.low == -one.estimate.interval.high
    if abs(one.p_value - (1 - level)) > 1e-9:
        assert (one.p_value < 1 - level) == (0.0 not in one.estimate.interval)


@few
@given(seed=st.integers(0, 10**6), scale=st.sampled_from([100.0, 0.01]))
def test_scaling_losses_changes_no_p_value(seed, scale):
    losses = np.random.default_rng(seed).exponential(size=(20, 2))
    one, scaled = paired_losses(losses), paired_losses(losses * scale)
    assert scaled.p_value == pytest.approx(one.p_value, rel=1e-9)
    assert scaled.estimate.interval.low == pytest.approx(one.estimate.interval.low * scale, rel=1e-9)


@pytest.mark.parametrize("groups", [None, np.arange(60) // 3])
@pytest.mark.parametrize("flips", [1, 5, 1000])
def test_as_many_flips_are_drawn_as_were_asked_for(groups, flips):
    rng = np.random.default_rng(3)
    truth, answers = rng.integers(3, size=60), rng.integers(3, size=(60, 2))
    cells = tabulate(truth, answers, classes=3, clusters=groups)
    metric = find_metric("f1_macro", classes=3)
    assert flipped_advantages(cells, metric, flips=flips, rng=rng).size == flips
