from itertools import product
from math import exp, factorial, prod

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.rankings import rank_examples, weighted_auc, weighted_average_precision
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.rank_bootstrap import paired_rank_bootstrap, rank_metric_interval
from bakeoff.procedures.bootstrap.rank_urn import complete_weights, poisson_table, random_bits
from bakeoff.procedures.predictions.roc_area import delong
from prediction_cases import CASES, ranked_case


def scored(n, digits):
    truth, a, b = ranked_case(n, digits)
    return ScoredExamples(truth=truth, scores=np.column_stack([a, b]))


@pytest.mark.parametrize("n", [2, 100, 10**6])
def test_the_table_gives_poisson_counts(n):
    mean = max(0.5, 1 - 3 / np.sqrt(n))
    table = poisson_table(n)
    undecided = np.flatnonzero(table.counts == 255)
    for k in range(7):
        settled = np.count_nonzero(table.counts == k) / 65536
        # An undecided bucket is divided where the cumulative chance falls in it.
        edges = np.clip(
            np.array([table.chances[k - 1] if k else 0.0, table.chances[k]]) * 65536 - undecided[:, None],
            0,
            1,
        )
        assert settled + np.diff(edges, axis=1).sum() / 65536 == pytest.approx(
            exp(-mean) * mean**k / factorial(k), abs=1e-15
        )


def test_weights_are_multinomial_exactly():
    # All 27 sequences of three draws from three examples, as counts: 10 outcomes with chances 1/27, 3/27 and 6/27.
    rng, table, seen = np.random.default_rng(1), poisson_table(3), {}
    kept = 0
    while kept < 8_000:
        bits = random_bits(3, rng)
        weights = table.counts[bits]
        if complete_weights(weights, bits, table, np.arange(3), 3, rng):
            kept += 1
            seen[tuple(weights.tolist())] = seen.get(tuple(weights.tolist()), 0) + 1
    outcomes = [w for w in product(range(4), repeat=3) if sum(w) == 3]
    assert sorted(seen) == sorted(outcomes)
    for outcome in outcomes:
        chance = factorial(3) / prod(factorial(w) for w in outcome) / 27
        assert seen[outcome] / 8_000 == pytest.approx(chance, abs=5 * np.sqrt(chance / 8_000))


@pytest.mark.parametrize("digits", [0, 1, 6])
def test_weights_mean_so_many_copies_of_an_example(digits):
    # The area by all pairs of copies, one by one.
    truth, a, _ = ranked_case(25, digits)
    weights = (np.arange(25) % 4).astype(np.uint8)
    ranked = rank_examples(a, truth == 1)
    copies = np.repeat(np.arange(25), weights)
    high, low = a[copies][truth[copies] == 1], a[copies][truth[copies] == 0]
    area = np.mean(high[:, None] > low) + np.mean(high[:, None] == low) / 2
    assert weighted_auc(ranked, weights[ranked.order]) == pytest.approx(area, rel=1e-14)
    expected = np.mean([np.mean(truth[copies][a[copies] >= score]) for score in high])
    assert weighted_average_precision(ranked, weights[ranked.order]) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision"])
def test_numba_and_numpy_give_the_same_numbers(metric):
    for digits in (1, 6):
        found = [
            paired_rank_bootstrap(
                scored(60, digits), rng=np.random.default_rng(3), metric=metric, resamples=200, engine=engine
            )
            for engine in ("numpy", "numba")
        ]
        assert found[0] == found[1]


def test_the_bootstrap_and_delongs_formula_agree_in_a_large_test_set():
    examples = scored(2000, 6)
    resampled = paired_rank_bootstrap(
        examples, rng=np.random.default_rng(4), resamples=1000
    ).estimate.interval
    formula = delong(examples).estimate.interval
    width = formula.high - formula.low
    assert resampled.low == pytest.approx(formula.low, abs=0.1 * width)
    assert resampled.high == pytest.approx(formula.high, abs=0.1 * width)


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision"])
def test_a_perfect_ranking_has_an_interval_with_a_width(metric):
    truth = np.arange(80) % 2
    perfect = ScoredExamples(truth=truth, scores=truth[:, None] * 1.0)
    estimate = rank_metric_interval(perfect, rng=np.random.default_rng(5), metric=metric, resamples=500)
    assert estimate.value == estimate.interval.high == 1.0
    assert 0.8 < estimate.interval.low < 0.99


@pytest.mark.parametrize("case", ["three", "five"])
def test_several_classes_are_ranked_each_against_the_rest(case):
    # The value itself is compared with scikit-learn in test_metrics.py, class by class.
    truth, _, probabilities, _ = CASES[case]
    examples = ScoredExamples(truth=truth, scores=probabilities[:, None, :])
    estimate = rank_metric_interval(examples, rng=np.random.default_rng(6), resamples=300)
    ranks = [rank_examples(probabilities[:, c], truth == c) for c in range(probabilities.shape[1])]
    once = np.ones(truth.size, dtype=np.uint8)
    assert estimate.value == pytest.approx(np.mean([weighted_auc(r, once) for r in ranks]), rel=1e-14)
    assert 0 < estimate.interval.low < estimate.value < estimate.interval.high < 1


def test_clusters_widen_the_interval_when_examples_repeat_each_other():
    truth, a, b = ranked_case(60, 6)
    four = [np.repeat(column, 4) for column in (truth, a, b)]
    scores = np.column_stack(four[1:])
    widths = []
    for clusters in (None, np.repeat(np.arange(60), 4)):
        examples = ScoredExamples(truth=four[0], scores=scores, clusters=clusters)
        interval = paired_rank_bootstrap(
            examples, rng=np.random.default_rng(7), resamples=1000
        ).estimate.interval
        widths.append(interval.high - interval.low)
    assert widths[1] == pytest.approx(2 * widths[0], rel=0.15)


def test_the_order_of_examples_changes_nothing_at_all():
    examples = scored(50, 1)
    order = np.random.default_rng(1).permutation(50)
    shuffled = ScoredExamples(truth=examples.truth[order], scores=examples.scores[order])
    found = [
        paired_rank_bootstrap(e, rng=np.random.default_rng(8), resamples=300) for e in (examples, shuffled)
    ]
    assert found[0] == found[1]


def test_an_unknown_metric_is_refused():
    with pytest.raises(ProcedureError, match="metric"):
        paired_rank_bootstrap(scored(30, 6), rng=np.random.default_rng(1), metric="lift")
