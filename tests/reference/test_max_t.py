"""The maximum over pairs, step-down and closed, against R and against its definition, written out."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import rankdata

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.many import dataset_flips as closed_maximum
from bakeoff.procedures.many import screened_flips, simultaneous_means
from bakeoff.procedures.many.dataset_flips import Pairing
from bakeoff.procedures.many.max_t import max_t
from bakeoff.procedures.many.simultaneous_means import simultaneous_reach
from published_tables import DEMSAR2006
from reference_values import TABLES, series

# Source: max_t.R, beside this file: R 4.2.2, 2026-11-16, all 2^n flips; step-down and closed test as they are defined.
R = series("max_t.csv", "table", "what")


def with_gaps(table, cells):
    gaps = np.array(table, dtype=float)
    gaps[tuple(np.array(cells).T)] = np.nan
    return gaps


MORE_TABLES = {
    **TABLES,
    "fading": np.array(
        [[round(0.7 + 0.1 * np.sin(i * j) ** 3 * 0.4**j, 3) for j in range(1, 4)] for i in range(1, 11)]
    ),
    "gaps": with_gaps(TABLES["waves"][:, :4], [(2, 0), (4, 1), (7, 1), (10, 3)]),
    "holes": with_gaps(
        DEMSAR2006[:11],
        [*((i, 0) for i in range(4)), *((i, 1) for i in range(5, 11)), (4, 2), (4, 3)],
    ),
}
NAMES = ("demsar", "waves", "ties", "fading", "gaps", "holes")
STATISTICS = ("adaptive", "t", "mean")


def all_pairs(table):
    return list(combinations(range(table.shape[1]), 2))


def judged(table, **options):
    return max_t(table, pairs=all_pairs(table), rng=np.random.default_rng(0), **options)


def column(results, name):
    return [getattr(r, name) for r in results]


@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("name", NAMES)
def test_p_values_are_those_of_every_flip_in_r(name, statistic, alternative):
    results = judged(MORE_TABLES[name], statistic=statistic, alternative=alternative)
    expected = R[name, f"{statistic} {alternative} p"], R[name, f"{statistic} {alternative} adjusted"]
    assert column(results, "p_value") == pytest.approx(expected[0], rel=1e-14)
    assert column(results, "p_adjusted") == pytest.approx(expected[1], rel=1e-14)


@pytest.mark.parametrize("name", NAMES)
def test_scores_adapt_as_they_do_in_r(name):
    results = judged(MORE_TABLES[name])
    found = [results[0].steps[step] for step in ("tail", "normal_share", "shrinkage")]
    assert found == pytest.approx(R[name, "choices"], rel=1e-12)
    assert column(results, "statistic") == pytest.approx(R[name, "adaptive statistic"], rel=1e-11)


@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("name", NAMES)
def test_step_down_is_that_of_every_flip_in_r(name, statistic, monkeypatch):
    monkeypatch.setattr(closed_maximum, "MOST_CLASSIFIERS", 2)
    expected = R[name, f"{statistic} two-sided step-down"]
    found = column(judged(MORE_TABLES[name], statistic=statistic), "p_adjusted")
    assert found == pytest.approx(expected, rel=1e-14)


def samples_of_r(datasets, rng):
    """Yield the samples of datasets that max_t.R makes by a rule."""
    sample, place = np.arange(400)[:, None], np.arange(1, datasets + 1)
    drawn = (31 * sample**2 + 17 * place**2 + 7 * sample * place) // 5 % datasets
    yield np.array([np.bincount(row, minlength=datasets) for row in drawn], dtype=float)


@pytest.mark.parametrize("level", [0.8, 0.9])
@pytest.mark.parametrize("statistic", STATISTICS)
@pytest.mark.parametrize("name", NAMES)
def test_intervals_reach_as_far_as_in_r(name, statistic, level, monkeypatch):
    monkeypatch.setattr(simultaneous_means, "_simultaneous_mean_samples", samples_of_r)
    table = MORE_TABLES[name]
    pairing = Pairing(table, *np.array(all_pairs(table)).T)
    reach = simultaneous_reach(
        pairing.differences,
        level=level,
        alternative=Alternative.TWO_SIDED,
        rule=statistic,
        rng=np.random.default_rng(0),
        pairing=pairing,
    )
    assert reach == pytest.approx(R[name, f"{statistic} reach {level}"], rel=1e-10)
    means = [r.estimate.value for r in judged(table, statistic=statistic)]
    assert means == pytest.approx(R[name, "mean"], rel=1e-12)


@pytest.mark.parametrize("alternative", list(Alternative))
def test_means_of_pairs_are_told_by_those_of_classifiers_unless_differences_were_rounded(alternative):
    rng = np.random.default_rng(0)
    table = rng.uniform(0.6, 0.9, (40, 1)) + rng.normal(0, 0.03, (40, 9))
    written = table.round(4)
    odd = table + 1e6 * np.eye(40, 9)  # twelve digits of a million are few
    for scores, is_told in ((written, True), (odd, False), (with_gaps(written, [(3, 4)]), False)):
        pairing = Pairing(scores, *np.array(all_pairs(scores)).T)
        differences = pairing.differences
        found = simultaneous_means._find_columns(pairing, 1.0, differences - differences.mean(axis=0))
        assert (found is not None) == is_told
        one, other = (
            simultaneous_reach(
                differences,
                level=0.95,
                alternative=alternative,
                rule="adaptive",
                rng=np.random.default_rng(1),
                pairing=given,
            )
            for given in (None, pairing)
        )
        assert one == pytest.approx(other, rel=1e-12)


def test_a_family_of_two_by_hand():
    # Advantages 1, 2, 3 and 1, 1, -1. Up to a change of all signs there are four flips: the sizes of the
    # sums are 6, 2, 0, 4 and 1, 1, 3, 1, their maxima 6, 2, 3, 4. So 6 is reached once in four, 1 always.
    table = np.array([[0, 1, 1], [0, 2, 1], [0, 3, -1]], dtype=float)
    first, second = max_t(table, pairs=[(0, 1), (0, 2)], rng=np.random.default_rng(0), statistic="mean")
    assert (first.p_value, first.p_adjusted) == (0.25, 0.25)
    assert (second.p_value, second.p_adjusted) == (1.0, 1.0)
    assert first.method == "exact, all 4 sign flips"


def test_step_down_gains_on_the_second_pair_by_hand():
    # Advantages 4, 4, 4, 4 and 3, 3, 3, -1: sums 16 and 8. Of the eight flips, the first pair reaches 16 once;
    # the second alone reaches 8 in 3 (sums 8, 2, 2, 2, 10, -4, -4, -4), of which 8 and 10, so 2 in 8.
    # In one step 8 would be reached by the first pair too (sums 16, 8, 8, 8, 8, 0, 0, 0), 5 times in 8.
    table = np.array([[0, 4, 3], [0, 4, 3], [0, 4, 3], [0, 4, -1]], dtype=float)
    first, second = max_t(table, pairs=[(0, 1), (0, 2)], rng=np.random.default_rng(0), statistic="mean")
    assert (first.p_adjusted, second.p_adjusted) == (1 / 8, 2 / 8)


def naive(values, statistic):
    """Return raw and adjusted p-values from all 2^n flips and the definition; `statistic` takes a flipped table."""
    flips = list(product([1, -1], repeat=len(values)))
    found = [statistic([[s * x for x in row] for s, row in zip(flip, values, strict=True)]) for flip in flips]
    observed = found[0]
    raw = [Fraction(sum(t[j] >= observed[j] for t in found), len(flips)) for j in range(len(observed))]
    adjusted, so_far = dict.fromkeys(range(len(observed))), Fraction(0)
    for j in sorted(adjusted, key=lambda j: -observed[j]):
        rest = [other for other in adjusted if observed[other] <= observed[j]]
        reached = sum(max(t[other] for other in rest) >= observed[j] for t in found)
        so_far = max(so_far, Fraction(reached, len(flips)))
        adjusted[j] = so_far
    return raw, [adjusted[j] for j in range(len(observed))]


def partitions(items):
    """Yield every way to split the items into sets."""
    if not items:
        yield []
        return
    for rest in partitions(items[1:]):
        yield [[items[0]], *rest]
        for place in range(len(rest)):
            yield [*rest[:place], [items[0], *rest[place]], *rest[place + 1 :]]


def naive_closed(values, pairs, statistic):
    """Return the largest p-value of a partition with the pair in one set, by the largest statistic within sets."""
    flips = list(product([1, -1], repeat=len(values)))
    found = [statistic([[s * x for x in row] for s, row in zip(flip, values, strict=True)]) for flip in flips]
    adjusted = [Fraction(0)] * len(pairs)
    for sets in partitions(sorted({i for pair in pairs for i in pair})):
        within = [j for j, (a, b) in enumerate(pairs) if any(a in some and b in some for some in sets)]
        if within:
            bar = max(found[0][j] for j in within)
            p = Fraction(sum(max(t[j] for j in within) >= bar for t in found), len(flips))
            adjusted = [max(old, p) if j in within else old for j, old in enumerate(adjusted)]
    return adjusted


@pytest.mark.parametrize("seed", range(6))
def test_ties_between_flips_are_counted_exactly(seed):
    # Whole numbers, so that the sums of the definition are exact and many flips tie with the observed one.
    scores = np.random.default_rng(seed).integers(0, 4, size=(7, 4))
    pairs = all_pairs(scores)
    advantages = [[int(row[b] - row[a]) for a, b in pairs] for row in scores]
    raw, stepped = naive(advantages, lambda rows: [abs(sum(c)) for c in zip(*rows, strict=True)])
    adjusted = naive_closed(advantages, pairs, lambda rows: [abs(sum(c)) for c in zip(*rows, strict=True)])
    results = judged(scores / 10, statistic="mean")
    assert column(results, "p_value") == pytest.approx([float(p) for p in raw], rel=1e-12)
    assert column(results, "p_adjusted") == pytest.approx([float(p) for p in adjusted], rel=1e-12)
    assert all(closed <= step for closed, step in zip(adjusted, stepped, strict=True))


@pytest.mark.parametrize("pairs", [[(0, 1), (1, 2), (0, 2), (2, 3)], [(0, 1), (1, 2), (2, 3), (3, 0)]])
def test_a_family_of_some_pairs_is_closed_over_what_can_be_true_of_them(pairs):
    scores = np.random.default_rng(3).integers(0, 9, size=(7, 4))
    advantages = [[int(row[b] - row[a]) for a, b in pairs] for row in scores]
    adjusted = naive_closed(advantages, pairs, lambda rows: [abs(sum(c)) for c in zip(*rows, strict=True)])
    results = max_t(scores / 10, pairs=pairs, rng=np.random.default_rng(0), statistic="mean")
    assert column(results, "p_adjusted") == pytest.approx([float(p) for p in adjusted], rel=1e-12)


def test_a_baseline_leaves_nothing_to_close():
    # Any of the others may equal the baseline or not: every combination of pairs is one that can be true.
    scores = np.random.default_rng(4).integers(0, 9, size=(7, 5))
    pairs = [(0, j) for j in range(1, 5)]
    advantages = [[int(row[b] - row[a]) for a, b in pairs] for row in scores]
    size = lambda rows: [abs(sum(c)) for c in zip(*rows, strict=True)]  # noqa: E731
    assert naive_closed(advantages, pairs, size) == naive(advantages, size)[1]


def naive_signed_ranks(rows):
    """Return sizes of the sums of signed ranks over all pairs together: the adaptive statistic of heavy tails."""
    d = np.array(rows)
    u = rankdata(np.abs(d)).reshape(d.shape)
    return np.round(
        np.abs((np.sign(d) * u).sum(axis=0)) * (np.sign(d * u).sum(axis=0) * d.sum(axis=0) > 0), 9
    )


def test_heavy_tails_and_like_spreads_give_the_sums_of_pooled_signed_ranks():
    scores = np.array(
        [[0, 1, -2], [0, 2, 1], [0, -1, 2], [0, 40, 3], [0, 1, 41], [0, 3, 2], [0, 2, -1]], dtype=float
    )
    pairs = [(0, 1), (0, 2)]
    results = max_t(scores, pairs=pairs, rng=np.random.default_rng(0))
    assert (results[0].steps["normal_share"], results[0].steps["shrinkage"]) == (0.0, 1.0)
    raw, adjusted = naive(scores[:, 1:].tolist(), naive_signed_ranks)
    assert column(results, "p_value") == [float(p) for p in raw]
    assert column(results, "p_adjusted") == [float(p) for p in adjusted]


def test_random_flips_come_close_to_all_flips():
    # The standard error of a p-value of .036 from 4,000 flips is .003.
    exact = R["demsar", "adaptive two-sided adjusted"]
    results = judged(DEMSAR2006, flips=4000)
    assert results[0].method == "Monte Carlo, 4,000 sign flips"
    assert column(results, "p_adjusted") == pytest.approx(exact, abs=0.03)
    assert results[0].p_adjusted == pytest.approx(exact[0], abs=0.01)
    assert results[0].monte_carlo_error == pytest.approx(0.0014, abs=0.0003)
    for each in results:  # of a share: √(p (1 − p) / flips)
        assert each.monte_carlo_error == pytest.approx((each.p_value * (1 - each.p_value) / 4000) ** 0.5)


def test_no_evidence_against_equality_where_scores_are_equal():
    results = judged(np.full((8, 3), 0.7))
    assert column(results, "p_adjusted") == [1.0, 1.0, 1.0]
    assert [(r.estimate.interval.low, r.estimate.interval.high) for r in results] == [(0.0, 0.0)] * 3


def test_a_pair_that_never_differs_stands_among_others():
    table = np.column_stack([TABLES["waves"][:, 0], TABLES["waves"]])
    twins = judged(table)[0]
    assert (twins.p_value, twins.p_adjusted, twins.statistic) == (1.0, 1.0, 0.0)


def test_too_few_datasets_for_the_level_give_no_bounds():
    interval = judged(TABLES["waves"][:5])[0].estimate.interval
    assert interval.is_unbounded


@pytest.mark.parametrize(
    ("options", "code"),
    [({"level": 1.0}, "BO053"), ({"flips": 0}, "BO053"), ({"statistic": "median"}, "BO053")],
)
def test_impossible_parameters_are_refused(options, code):
    with pytest.raises(ProcedureError) as caught:
        judged(TABLES["ties"], **options)
    assert caught.value.code == code


def test_a_pair_that_shares_no_dataset_is_refused_by_name():
    table = np.array([[0.1, np.nan, 0.3], [np.nan, 0.3, 0.2], [0.2, np.nan, 0.1]])
    with pytest.raises(ProcedureError, match="columns 0 and 1 share no dataset") as caught:
        judged(table)
    assert caught.value.code == "BO052"
    assert len(max_t(table, pairs=[(0, 2), (1, 2)], rng=np.random.default_rng(0))) == 2


@pytest.mark.parametrize("digits", [1, 2, 4])
@pytest.mark.parametrize("statistic", STATISTICS)
def test_what_single_precision_tells_changes_no_p_value(statistic, digits, monkeypatch):
    rng = np.random.default_rng(digits)
    effects = np.linspace(0, 0.2, 13)
    table = (rng.uniform(0.4, 0.7, (26, 1)) + effects + rng.normal(0, 0.1, (26, 13))).round(digits)
    looked_at = []
    screen = screened_flips._screen
    monkeypatch.setattr(screened_flips, "_screen", lambda *call: looked_at.append(call) or screen(*call))
    screened = judged(table, statistic=statistic)
    monkeypatch.setattr(screened_flips, "_SCREENED_FROM", np.inf)
    in_full = judged(table, statistic=statistic)
    assert looked_at
    assert column(screened, "p_value") == pytest.approx(column(in_full, "p_value"), rel=1e-14)
    assert column(screened, "p_adjusted") == pytest.approx(column(in_full, "p_adjusted"), rel=1e-14)
    assert len(set(column(screened, "p_adjusted"))) > 10
