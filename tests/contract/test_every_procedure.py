"""What every registered procedure promises, whatever it computes."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, OmnibusResult, Posterior, TestResult, significance
from bakeoff.inference.bench import Bench
from bakeoff.procedures.procedure import Kind
from bakeoff.procedures.registry import REGISTRY

REFERENCES = Path(__file__).parents[2] / "docs" / "refs.bib"
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
    "max-t": inputs_for(scores=tables, rng=seeds),
    "nemenyi": inputs_for(scores=tables),
    "bonferroni-dunn": inputs_for(scores=tables),
    "tukey": inputs_for(scores=tables),
    "friedman": inputs_for(scores=tables),
    "iman-davenport": inputs_for(scores=tables),
    "quade": inputs_for(scores=tables),
    "aligned-ranks": inputs_for(scores=tables),
    "anova": inputs_for(scores=tables),
    "skillings-mack": inputs_for(sparse_scores=tables),
}
# Folds belong to repeats: which two stand together is part of the 5×2cv statistics.
ORDER_MATTERS = {"t-5x2cv", "f-5x2cv"}
DATA = ("differences", "fold_differences", "resampled_differences", "scores", "sparse_scores")


def of_kind(*kinds, but=()):
    chosen = [p for p in REGISTRY if p.kind in kinds and p.key not in but]
    return pytest.mark.parametrize("procedure", chosen, ids=lambda p: p.key)


def run(procedure, inputs, **changes):
    """Run a procedure on lawful inputs, or give the example up where it declines degenerate ones."""
    wanted = dict(inputs)
    if "rng" in wanted:
        wanted["rng"] = np.random.default_rng(wanted["rng"])
    if "scores" in wanted and procedure.kind is Kind.FAMILY:
        pairs = pairs_of(wanted["scores"])
        against_one = procedure.key == "bonferroni-dunn"
        wanted["pairs"] = [pair for pair in pairs if pair[0] == 0] if against_one else pairs
    try:
        return procedure.run(**wanted, **changes)
    except ProcedureError:
        assume(False)


def takes(procedure, name):
    return name in inspect.signature(procedure.run).parameters


def transformed(inputs, change):
    data = next(name for name in DATA if name in inputs)
    value = inputs[data]
    return {**inputs, data: [change(v) for v in value] if isinstance(value, list) else change(value)}


def obeys_the_interval_law(p, interval):
    if p < significance(interval.level):
        return not interval.low < 0 < interval.high
    return interval.low <= 0 <= interval.high


def test_every_procedure_has_lawful_inputs():
    assert {p.key for p in REGISTRY} == LAWFUL.keys()


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
    other = run(
        procedure, transformed(inputs, np.negative), **({"alternative": MIRROR[alternative]} if sided else {})
    )
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)
    assert other.estimate.value == pytest.approx(-one.estimate.value, rel=1e-9, abs=1e-12)
    mirrored = (-one.estimate.interval.high, -one.estimate.interval.low)
    assert (other.estimate.interval.low, other.estimate.interval.high) == pytest.approx(
        mirrored, rel=1e-9, abs=1e-12
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


@of_kind(Kind.PAIR, Kind.OMNIBUS)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_percent_and_fraction_give_the_same_p_value(procedure, data):
    inputs = data.draw(LAWFUL[procedure.key])
    one = run(procedure, inputs)
    other = run(procedure, transformed(inputs, lambda x: np.round(x * 100, 9)))
    assert other.p_value == pytest.approx(one.p_value, rel=1e-9)


@of_kind(Kind.PAIR, Kind.OMNIBUS, but=ORDER_MATTERS)
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


@of_kind(Kind.FAMILY)
@given(data=st.data(), level=st.sampled_from([0.8, 0.95]))
@settings(max_examples=25, deadline=None)
def test_simultaneous_intervals_agree_with_adjusted_p_values(procedure, data, level):
    results = run(procedure, data.draw(LAWFUL[procedure.key]), level=level)
    for result in results:
        assert isinstance(result, TestResult)
        assert result.p_adjusted >= result.p_value - 1e-12
        assert obeys_the_interval_law(result.p_adjusted, result.estimate.interval)


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
    offered = Bench(evidence=None, design=None, settings=None, pairs=()).offers((0, 1))
    assert required <= offered.keys()
