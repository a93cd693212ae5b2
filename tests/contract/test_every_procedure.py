"""What every registered procedure promises, whatever it computes."""

import inspect
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, OmnibusResult, Posterior, TestResult, significance
from bakeoff.inference.bench.bench import ScoreBench
from bakeoff.inference.bench.examples import CountBench, ExampleBench
from bakeoff.inference.items.bench import ItemBench
from bakeoff.procedures.base.example_flips import ClusterCounts, FourCounts
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.contingency import Contingency, tabulate
from bakeoff.procedures.predictions.two_proportions import TwoTestSets
from bakeoff.procedures.procedure import Kind
from bakeoff.procedures.registry import REGISTRY
from bakeoff.render.paper.phrases import TESTS

REFERENCES = Path(__file__).parents[2] / "src" / "bakeoff" / "render" / "refs.bib"
MIRROR = {
    Alternative.GREATER: Alternative.LESS,
    Alternative.LESS: Alternative.GREATER,
    Alternative.TWO_SIDED: Alternative.TWO_SIDED,
}


def scores_of(n, k, *, places=2):
    elements = st.integers(0, 10**places).map(lambda x: x / 10**places)
    return hnp.arrays(np.float64, st.tuples(n, k), elements=elements)


steps = st.integers(-40, 40).map(lambda x: x / 100)
few_differences = hnp.arrays(np.float64, st.integers(3, 14), elements=steps)
ten_folds = hnp.arrays(np.float64, 10, elements=steps)
tables = scores_of(st.integers(4, 10), st.integers(3, 5))
ratio = st.sampled_from([1 / 9, 0.25, 0.5])
seeds = st.integers(0, 5)


def pairs_of(table):
    k = table.shape[1]
    return tuple((i, j) for i in range(k) for j in range(i + 1, k))


def inputs_for(**strategies):
    return st.fixed_dictionaries(strategies)


few = st.integers(0, 12)
four_counts = st.builds(FourCounts, both_right=few, mends=few, breaks=few, both_wrong=st.integers(1, 12))
right_and_wrong = hnp.arrays(np.bool_, st.tuples(st.integers(5, 30), st.integers(3, 5)))


@st.composite
def two_test_sets(draw):
    a, b = draw(st.integers(3, 60)), draw(st.integers(3, 60))
    return TwoTestSets(right_a=draw(st.integers(0, a)), total_a=a, right_b=draw(st.integers(0, b)), total_b=b)


@st.composite
def clusters(draw):
    mends, breaks, rest = draw(
        hnp.arrays(np.int64, (3, draw(st.integers(3, 12))), elements=st.integers(0, 4))
    )
    return ClusterCounts(mends=mends, breaks=breaks, sizes=mends + breaks + rest + 1)


@st.composite
def cells(draw):
    table = draw(hnp.arrays(np.int64, (draw(st.integers(8, 30)), 3), elements=st.integers(0, 2)))
    return tabulate(table[:, 0], table[:, 1:], classes=3)


@st.composite
def scored(draw):
    n = draw(st.integers(8, 24))
    truth = np.arange(n) % 2
    scores = draw(hnp.arrays(np.float64, (n, 2), elements=st.integers(0, 9).map(lambda x: x / 10)))
    return ScoredExamples(truth=truth, scores=scores)


@st.composite
def items_in(draw, *, groups=False, tasks=False):
    """Draw differences of items, in groups or tasks of two items or more."""
    d = draw(hnp.arrays(np.float64, st.integers(8, 24), elements=steps))
    found = {"item_differences": d}
    if tasks:
        found["item_tasks"] = np.arange(d.size) * 3 // d.size
    if groups:
        found["item_groups"] = np.arange(d.size) * 5 // d.size
    return found


@st.composite
def halved(draw):
    """Draw advantages on examples in six halvings of sixteen, one of which sits out now and then."""
    rng = np.random.default_rng(draw(st.integers(0, 999)))
    halves = np.array([rng.permutation(16) % 2 for _ in range(6)], dtype=np.float64)
    d = draw(hnp.arrays(np.float64, (6, 16), elements=steps))
    if draw(st.booleans()):
        halves[0, 0] = d[0, 0] = np.nan
    return {"half_examples": d, "halves": halves}


LAWFUL = {
    "wilcoxon": inputs_for(differences=few_differences),
    "paired-t": inputs_for(differences=few_differences),
    "sign-flip": inputs_for(differences=few_differences, rng=seeds),
    "sign": inputs_for(differences=few_differences),
    "bayes-signed-rank": inputs_for(
        differences=few_differences, rng=seeds, margin=st.sampled_from([0.0, 0.05])
    ),
    "bayes-sign": inputs_for(differences=few_differences, margin=st.sampled_from([0.0, 0.05])),
    "corrected-t": inputs_for(fold_differences=ten_folds, test_train_ratio=ratio),
    "half-cv": halved(),
    "halves-t": inputs_for(half_differences=hnp.arrays(np.float64, (6, 2), elements=steps)),
    "guarded-t": inputs_for(fold_differences=ten_folds, repeats=st.just(2), test_train_ratio=ratio),
    "t-5x2cv": inputs_for(fold_differences=ten_folds),
    "f-5x2cv": inputs_for(fold_differences=ten_folds),
    "bayes-correlated-t": inputs_for(
        fold_differences=ten_folds, test_train_ratio=ratio, margin=st.just(0.05)
    ),
    "bayes-hierarchical": inputs_for(
        resampled_differences=st.lists(ten_folds, min_size=3, max_size=4),
        test_train_ratio=ratio,
        margin=st.just(0.05),
        rng=seeds,
    ),
    "bayes-bradley-terry": inputs_for(sparse_scores=tables, rng=seeds, draws=st.just(2_000)),
    "max-t": inputs_for(sparse_scores=tables, rng=seeds),
    "nemenyi": inputs_for(scores=tables),
    "bonferroni-dunn": inputs_for(scores=tables),
    "friedman-z": inputs_for(scores=tables),
    "aligned-z": inputs_for(scores=tables),
    "quade-z": inputs_for(scores=tables),
    "tukey": inputs_for(scores=tables),
    "friedman": inputs_for(scores=tables),
    "iman-davenport": inputs_for(scores=tables),
    "quade": inputs_for(scores=tables),
    "aligned-ranks": inputs_for(scores=tables),
    "anova": inputs_for(scores=tables),
    "skillings-mack": inputs_for(sparse_scores=tables),
    "mcnemar-midp": inputs_for(counts=four_counts),
    "binomial": inputs_for(counts=four_counts),
    "mcnemar": inputs_for(counts=four_counts),
    "mcnemar-uncorrected": inputs_for(counts=four_counts),
    "mcnemar-clustered": inputs_for(cluster_counts=clusters()),
    "two-proportions": inputs_for(test_sets=two_test_sets()),
    "two-proportions-wald": inputs_for(test_sets=two_test_sets()),
    "max-t-predictions": inputs_for(correct=right_and_wrong, rng=seeds),
    "cochran-q": inputs_for(correct=right_and_wrong),
    "delong": inputs_for(scored=scored()),
    "paired-losses": inputs_for(losses=scores_of(st.integers(4, 20), st.just(2))),
    "paired-bootstrap": inputs_for(
        sample=cells(), metric=st.sampled_from(["f1_macro", "accuracy"]), rng=seeds
    ),
    "paired-permutation": inputs_for(
        cells=cells(), metric=st.sampled_from(["f1_macro", "accuracy"]), rng=seeds
    ),
    "items-t": items_in(),
    "items-clustered": items_in(groups=True),
    "items-stratified": items_in(tasks=True),
    "tasks-t": items_in(tasks=True),
    "max-t-items": inputs_for(item_scores=scores_of(st.integers(6, 20), st.integers(3, 4)), rng=seeds),
    "betting": inputs_for(unit_differences=few_differences),
    "sign-betting": inputs_for(unit_differences=few_differences),
}
# Folds belong to repeats: which two stand together is part of the 5×2cv statistics.
# Items belong to groups and tasks: which stand together is part of the question.
ORDER_MATTERS = {
    "t-5x2cv",
    "f-5x2cv",
    "guarded-t",
    "half-cv",
    "halves-t",
    "items-clustered",
    "items-stratified",
    "tasks-t",
}
DATA = (
    "differences", "fold_differences", "resampled_differences", "scores", "sparse_scores", "counts",
    "cluster_counts", "test_sets", "correct", "scored", "losses", "sample", "cells", "item_differences", "item_scores",
    "unit_differences", "half_examples", "half_differences",
)  # fmt: skip
# Data that are counts, or right and wrong, have no scale and no order of rows that could be changed.
COUNTED = {
    "mcnemar-midp", "binomial", "mcnemar", "mcnemar-uncorrected", "mcnemar-clustered", "two-proportions",
    "two-proportions-wald", "max-t-predictions", "cochran-q", "delong", "paired-bootstrap", "paired-permutation",
    "betting", "sign-betting",  # the range of the score is part of the question
}  # fmt: skip
ITEM_TESTS = ("items-t", "items-clustered", "items-stratified", "tasks-t")
# The distribution that a two-sided p-value is read from, by scipy: what is printed beside it must lead to it.
TAILS = {
    **dict.fromkeys(
        [
            "paired-t",
            "corrected-t",
            "guarded-t",
            "half-cv",
            "halves-t",
            "t-5x2cv",
            "paired-losses",
            *ITEM_TESTS,
        ],
        lambda t, df: 2 * stats.t.sf(abs(t), df),
    ),
    **dict.fromkeys(["mcnemar", "mcnemar-uncorrected"], stats.chi2.sf),
    **dict.fromkeys(["aligned-ranks", "skillings-mack", "cochran-q"], lambda x, df: stats.chi2.sf(x, *df)),
    **dict.fromkeys(["iman-davenport", "quade", "anova"], lambda f, df: stats.f.sf(f, *df)),
}


def of_kind(*kinds, but=()):
    chosen = [p for p in REGISTRY if p.kind in kinds and p.key not in but]
    return pytest.mark.parametrize("procedure", chosen, ids=lambda p: p.key)


def run(procedure, inputs, **changes):
    """Run a procedure on lawful inputs, or give the example up where it declines degenerate ones."""
    wanted = dict(inputs)
    if "rng" in wanted:
        wanted["rng"] = np.random.default_rng(wanted["rng"])
    if procedure.kind in (Kind.FAMILY, Kind.RANKED, Kind.POSTERIORS):
        pairs = pairs_of(
            next(
                wanted[name]
                for name in ("scores", "sparse_scores", "correct", "item_scores")
                if name in wanted
            )
        )
        against_one = procedure.key == "bonferroni-dunn"
        wanted["pairs"] = [pair for pair in pairs if pair[0] == 0] if against_one else pairs
    try:
        return procedure.run(**wanted, **changes)
    except ProcedureError:
        assume(condition=False)


def takes(procedure, name):
    return name in inspect.signature(procedure.run).parameters


def transformed(inputs, change):
    data = next(name for name in DATA if name in inputs)
    value = inputs[data]
    return {**inputs, data: [change(v) for v in value] if isinstance(value, list) else change(value)}


def mirrored(value):
    """Return the same data with a and b exchanged."""
    if isinstance(value, (FourCounts, TwoTestSets, ClusterCounts, Contingency)):
        return value.swap()
    if isinstance(value, ScoredExamples):
        return ScoredExamples(truth=value.truth, scores=value.scores[:, ::-1])
    return value[:, ::-1] if value.ndim == 2 else np.negative(value)


def obeys_the_interval_law(p, interval):
    if p < significance(interval.level):
        return not interval.low < 0 < interval.high
    return interval.low <= 0 <= interval.high


def test_every_procedure_has_lawful_inputs():
    assert {p.key for p in REGISTRY} == LAWFUL.keys()


@of_kind(*Kind)
def test_a_paper_has_words_for_it(procedure):
    assert procedure.key in TESTS


@of_kind(*Kind)
def test_it_documents_itself(procedure):
    assert procedure.name
    assert procedure.requires
    assert re.search(r"\d|exact", procedure.measured), "an error rate, or why none is needed"
    assert len(procedure.run.__doc__) > 300, "what it tests, what it assumes, when another is better"


@of_kind(Kind.PAIR)
@given(
    data=st.data(), alternative=st.sampled_from(Alternative), level=st.sampled_from([0.8, 0.9, 0.95, 0.99])
)
@settings(max_examples=60, deadline=None)
def test_the_interval_inverts_the_test(procedure, data, alternative, level):
    inputs = data.draw(LAWFUL[procedure.key])
    options = {"alternative": alternative} if takes(procedure, "alternative") else {}
    result = run(procedure, inputs, level=level, **options)
    assert obeys_the_interval_law(result.p_value, result.estimate.interval)
    assert result.estimate.interval.low <= result.estimate.value <= result.estimate.interval.high


@of_kind(Kind.PAIR)
@given(data=st.data(), alternative=st.sampled_from(Alternative))
@settings(max_examples=40, deadline=None)
def test_swapping_a_and_b_mirrors_it(procedure, data, alternative):
    inputs = data.draw(LAWFUL[procedure.key])
    sided = takes(procedure, "alternative")
    one = run(procedure, inputs, **({"alternative": alternative} if sided else {}))
    exchanged = np.negative if procedure.key in ("half-cv", "halves-t") else mirrored
    other = run(
        procedure, transformed(inputs, exchanged), **({"alternative": MIRROR[alternative]} if sided else {})
    )
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)
    assert other.estimate.value == pytest.approx(-one.estimate.value, rel=1e-9, abs=1e-12)
    opposite = (-one.estimate.interval.high, -one.estimate.interval.low)
    assert (other.estimate.interval.low, other.estimate.interval.high) == pytest.approx(
        opposite, rel=1e-9, abs=1e-12
    )


@of_kind(Kind.POSTERIOR)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_swapping_a_and_b_mirrors_the_posterior(procedure, data):
    inputs = data.draw(LAWFUL[procedure.key])
    one, other = run(procedure, inputs), run(procedure, transformed(inputs, np.negative))
    error = 6 * ((one.monte_carlo_error or 0.0) + 1e-9)
    assert other.better == pytest.approx(one.worse, abs=error)
    assert other.equivalent == pytest.approx(one.equivalent, abs=error)


@of_kind(Kind.POSTERIOR)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_probabilities_add_up_to_one(procedure, data):
    posterior = run(procedure, data.draw(LAWFUL[procedure.key]))
    assert isinstance(posterior, Posterior)
    assert min(posterior.better, posterior.equivalent, posterior.worse) >= 0
    assert posterior.better + posterior.equivalent + posterior.worse == pytest.approx(1, abs=1e-9)


@of_kind(Kind.POSTERIORS)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_the_posteriors_of_all_pairs_add_up_mirror_and_name_their_source(procedure, data):
    inputs = data.draw(LAWFUL[procedure.key])
    results = run(procedure, inputs)
    turned = run(procedure, transformed(inputs, np.negative))
    for one, other in zip(results, turned, strict=True):
        assert isinstance(one, Posterior)
        assert one.procedure == procedure.key
        assert one.assumptions
        assert f"{{{one.citation}," in REFERENCES.read_text(encoding="utf-8")
        assert one.better + one.equivalent + one.worse == pytest.approx(1, abs=1e-9)
        error = 6 * (one.monte_carlo_error + other.monte_carlo_error)
        assert other.better == pytest.approx(one.worse, abs=error)
        assert one.estimate.value in one.estimate.interval


@of_kind(Kind.PAIR, Kind.OMNIBUS, but=COUNTED)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_percent_and_fraction_give_the_same_p_value(procedure, data):
    inputs = data.draw(LAWFUL[procedure.key])
    one = run(procedure, inputs)
    other = run(procedure, transformed(inputs, lambda x: np.round(x * 100, 9)))
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)


@of_kind(Kind.PAIR, Kind.OMNIBUS, but=ORDER_MATTERS | COUNTED - {"cochran-q"})
@given(data=st.data(), order=st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_the_order_of_rows_is_irrelevant(procedure, data, order):
    inputs = data.draw(LAWFUL[procedure.key])

    def shuffled(rows):
        places = list(range(len(rows)))
        order.shuffle(places)
        return rows[places]

    one, other = run(procedure, inputs), run(procedure, transformed(inputs, shuffled))
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)


@pytest.mark.parametrize("procedure", [p for p in REGISTRY if p.key in TAILS], ids=lambda p: p.key)
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_the_p_value_is_the_tail_beyond_the_statistic_with_the_degrees_of_freedom_it_states(procedure, data):
    result = run(procedure, data.draw(LAWFUL[procedure.key]))
    assume(np.isfinite(result.statistic))
    assert result.p_value == pytest.approx(TAILS[procedure.key](result.statistic, result.df), rel=1e-9)


@of_kind(Kind.FAMILY)
@given(data=st.data(), level=st.sampled_from([0.8, 0.95]))
@settings(max_examples=25, deadline=None)
def test_simultaneous_intervals_agree_with_adjusted_p_values(procedure, data, level):
    results = run(procedure, data.draw(LAWFUL[procedure.key]), level=level)
    for result in results:
        assert isinstance(result, TestResult)
        assert result.p_adjusted >= result.p_value - 1e-12
        assert obeys_the_interval_law(result.p_adjusted, result.estimate.interval)


@of_kind(Kind.RANKED)
@given(data=st.data(), alternative=st.sampled_from(Alternative), level=st.sampled_from([0.8, 0.95]))
@settings(max_examples=25, deadline=None)
def test_the_intervals_of_ranked_pairs_invert_their_tests_and_mirror(procedure, data, alternative, level):
    inputs = data.draw(LAWFUL[procedure.key])
    pairs = pairs_of(inputs["scores"])
    results = run(procedure, inputs, level=level, alternative=alternative)
    turned = procedure.run(
        **inputs, pairs=[(b, a) for a, b in pairs], level=level, alternative=MIRROR[alternative]
    )
    for result, other in zip(results, turned, strict=True):
        assert result.p_adjusted is None
        assert obeys_the_interval_law(result.p_value, result.estimate.interval)
        assert other.p_value == pytest.approx(result.p_value, rel=1e-9)
        assert other.estimate.value == pytest.approx(-result.estimate.value, rel=1e-9, abs=1e-12)


@of_kind(Kind.RANKED)
@given(data=st.data(), order=st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_ranked_pairs_do_not_depend_on_unit_or_order(procedure, data, order):
    inputs = data.draw(LAWFUL[procedure.key])
    rows = list(range(len(inputs["scores"])))
    order.shuffle(rows)
    changed = {"scores": np.round(100 * inputs["scores"][rows], 9)}
    found = [r.p_value for r in run(procedure, changed)]
    assert found == pytest.approx([r.p_value for r in run(procedure, inputs)], rel=1e-9)


@of_kind(Kind.OMNIBUS)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_an_omnibus_test_is_indifferent_to_the_order_of_classifiers(procedure, data):
    inputs = data.draw(LAWFUL[procedure.key])
    one = run(procedure, inputs)
    other = run(procedure, transformed(inputs, lambda table: table[:, ::-1]))
    assert isinstance(one, OmnibusResult)
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)


@of_kind(Kind.PAIR, Kind.POSTERIOR, Kind.OMNIBUS)
@given(data=st.data())
@settings(max_examples=3, deadline=None)
def test_it_names_its_source_and_its_assumptions(procedure, data):
    result = run(procedure, data.draw(LAWFUL[procedure.key]))
    assert result.procedure == procedure.key
    assert result.assumptions
    assert result.method
    assert f"{{{result.citation}," in REFERENCES.read_text(encoding="utf-8")


@of_kind(*Kind)
def test_the_bench_offers_everything_it_asks_for(procedure):
    parameters = inspect.signature(procedure.run).parameters.values()
    required = {p.name for p in parameters if p.default is inspect.Parameter.empty}
    benches = (
        kind(evidence=None, design=None, settings=None, pairs=())
        for kind in (ScoreBench, ExampleBench, CountBench, partial(ItemBench, table=None))
    )
    assert any(required <= bench.offers((0, 1)).keys() for bench in benches)
