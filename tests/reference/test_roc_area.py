from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.predictions.roc_area import (
    area_variance,
    auc_interval,
    auc_of,
    classes_of,
    delong,
    half_wins,
)
from prediction_cases import ranked_case
from reference_values import rows

R = rows("predictions.csv")
# Obuchowski (1997), by the R function doAUCcluster of DIDSR/mitoticFigureCounts (commit 6fd61ae; adapted there from
# the Cleveland Clinic's funcs_clusteredROC.R), R 4.2.2, 2026-11-15, on ranked_case(60, digits) with clusters i² mod 11:
# digits, areas of b and a, their variances, that of the difference, p-value.
CLUSTERED = [
    (
        1,
        0.947916666667,
        0.831018518519,
        0.000106296617798,
        0.00174887196439,
        0.00138787427206,
        0.00170190313046,
    ),
    (
        6,
        0.950231481481,
        0.829861111111,
        0.000101754408944,
        0.00162108481939,
        0.00126060559874,
        0.000698323795247,
    ),
]


def scored(n, digits, clusters=None):
    truth, a, b = ranked_case(n, digits)
    return ScoredExamples(truth=truth, scores=np.column_stack([a, b]), clusters=clusters)


def of(case):
    n, digits = (int(word) for word in case.split())
    return scored(n, digits)


@pytest.mark.parametrize(
    "row", [r for r in R if r["test"] == "auc"], ids=lambda r: f"{r['case']} {r['what']}"
)
def test_areas_and_their_variances_agree_with_proc(row):
    examples = of(row["case"])
    classes = classes_of(examples.positive)
    wins = half_wins(examples.scores[:, 0 if row["what"].endswith("a") else 1], classes)
    found = (
        area_variance(wins, classes, None) if row["what"].startswith("variance") else auc_of(wins, classes)
    )
    assert found == pytest.approx(float(row["value"]), rel=1e-10)


@pytest.mark.parametrize(
    "row", [r for r in R if r["test"] == "delong"], ids=lambda r: str(list(r.values())[1:4])
)
def test_the_test_and_its_interval_agree_with_proc(row):
    found = delong(of(row["case"]), level=float(row["level"]))
    value = {
        "z": found.statistic,
        "p_value": found.p_value,
        "low": found.estimate.interval.low,
        "high": found.estimate.interval.high,
    }[row["what"]]
    assert value == pytest.approx(float(row["value"]), rel=1e-9)


@pytest.mark.parametrize("numbers", CLUSTERED)
def test_the_clustered_variances_agree_with_obuchowskis(numbers):
    digits, area_b, area_a, variance_b, variance_a, variance, p_value = numbers
    i = np.arange(1, 61)
    examples = scored(60, digits, clusters=i * i % 11)
    classes = classes_of(examples.positive)
    for column, area, expected in ((0, area_a, variance_a), (1, area_b, variance_b)):
        wins = half_wins(examples.scores[:, column], classes)
        assert auc_of(wins, classes) == pytest.approx(area, rel=1e-11)
        assert area_variance(wins, classes, examples.cluster_code) == pytest.approx(expected, rel=1e-10)
    found = delong(examples)
    assert found.steps["se"] == pytest.approx(sqrt(variance), rel=1e-10)
    assert found.p_value == pytest.approx(p_value, rel=1e-9)


def test_placements_by_their_definition_in_exact_arithmetic():
    truth, a, _ = ranked_case(40, 1)
    classes = classes_of(truth == 1)
    wins = half_wins(a, classes)
    for i, own in enumerate(a):
        rivals = a[truth != truth[i]]
        signed = rivals if truth[i] else 2 * own - rivals
        assert wins[i] == 2 * np.sum(signed < own) + np.sum(rivals == own)
    # DeLong's variance from the same placements, as fractions.
    x = [Fraction(int(w), 2 * classes.negatives) for w in wins[truth == 1]]
    y = [Fraction(int(w), 2 * classes.positives) for w in wins[truth == 0]]
    spread = [sum((v - sum(s) / len(s)) ** 2 for v in s) / (len(s) - 1) / len(s) for s in (x, y)]
    assert area_variance(wins, classes, None) == pytest.approx(float(sum(spread)), rel=1e-15)


def test_the_order_of_examples_changes_nothing_at_all():
    examples = scored(200, 1)
    order = np.random.default_rng(1).permutation(200)
    shuffled = ScoredExamples(truth=examples.truth[order], scores=examples.scores[order])
    assert delong(shuffled) == delong(examples)


def test_clusters_of_one_example_change_next_to_nothing():
    plain, lone = delong(scored(200, 6)), delong(scored(200, 6, clusters=np.arange(200)))
    # No example is in both classes, so the cross term is the only difference: it is exactly zero.
    assert lone.steps["se"] == pytest.approx(plain.steps["se"], rel=1e-12)


def test_a_perfect_area_is_doubted_by_one_example_of_either_class():
    # By hand: of 13 positive placements twelve are 1 and one is 1/2; of 31 negative ones thirty are 1 and one is 1/2.
    m, n, z = 12, 30, 1.959963984540054
    truth = np.array([1] * m + [0] * n)
    estimate = auc_interval(ScoredExamples(truth=truth, scores=truth[:, None].astype(float)))
    area = 1 - 0.5 / (m + 1) - 0.5 / (n + 1)
    variance = sum(0.25 * (1 - 1 / (k + 1)) / k / (k + 1) for k in (m, n))
    odds = area / (1 - area) * np.exp(-z * sqrt(variance) / (area * (1 - area)))
    assert estimate.interval.low == pytest.approx(odds / (1 + odds), rel=1e-12)
    assert estimate.interval.high == 1.0
    worst = auc_interval(ScoredExamples(truth=truth, scores=1.0 - truth[:, None]))
    assert worst.interval.low == 0.0
    assert worst.interval.high == pytest.approx(1 / (1 + odds), rel=1e-12)


def test_the_interval_of_an_area_contains_the_one_by_delongs_variance_and_newcombes_model():
    # Newcombe (2006), method 5: A(1 - A)(1 + n*(1 - A)/(2 - A) + n* A/(1 + A))/(m n), n* = (m + n)/2 - 1.
    examples = scored(200, 6)
    classes = classes_of(examples.positive)
    m, n = classes.positives, classes.negatives
    wins = half_wins(examples.scores[:, 0], classes)
    area, others, rarer = auc_of(wins, classes), (m + n) / 2 - 1, min(m, n)
    model = area * (1 - area) * (1 + others * (1 - area) / (2 - area) + others * area / (1 + area)) / (m * n)
    mixed = (rarer * area_variance(wins, classes, None) + 4 * model) / (rarer + 4)
    odds = area / (1 - area) * np.exp(1.959963984540054 * sqrt(mixed) / (area * (1 - area)))
    assert auc_interval(examples).interval.high == pytest.approx(odds / (1 + odds), rel=1e-12)


@pytest.mark.parametrize("n", [30, 200])
def test_the_interval_of_one_area_lies_within_zero_and_one_around_it(n):
    for column in (0, 1):
        estimate = auc_interval(scored(n, 6), classifier=column)
        assert 0 < estimate.interval.low < estimate.value < estimate.interval.high < 1


@pytest.mark.parametrize("alternative", list(Alternative))
def test_two_perfect_rankings_are_no_evidence_and_leave_a_width(alternative):
    truth = np.arange(40) % 2
    scores = np.column_stack([truth, truth + 0.001 * np.arange(40)])
    found = delong(ScoredExamples(truth=truth, scores=scores), alternative=alternative)
    assert found.p_value == 1.0
    assert found.estimate.interval.low <= -0.1
    assert found.estimate.interval.high >= 0.1


def test_a_constant_against_a_perfect_ranking_is_evidence_but_no_certainty():
    truth = np.arange(40) % 2
    found = delong(ScoredExamples(truth=truth, scores=np.column_stack([np.zeros(40), truth])))
    assert found.estimate.value == 0.5
    assert 0 < found.p_value < 0.001
    assert 0 < found.estimate.interval.low < 0.5 < found.estimate.interval.high < 1


@pytest.mark.parametrize(
    ("truth", "scores", "code"),
    [
        (np.array([1, 1, 1]), np.zeros((3, 2)), "BO051"),
        (np.array([1, 0, 2]), np.zeros((3, 2)), "BO052"),
        (np.array([1, 0]), np.array([[0.1, np.nan], [0.2, 0.3]]), "BO052"),
        (np.array([1, 0]), np.zeros((3, 2)), "BO052"),
    ],
)
def test_what_cannot_be_ranked_is_refused(truth, scores, code):
    with pytest.raises(ProcedureError) as caught:
        ScoredExamples(truth=truth, scores=scores)
    assert caught.value.code == code


def test_three_classifiers_are_no_pair():
    with pytest.raises(ProcedureError, match="2 classifier"):
        delong(ScoredExamples(truth=np.array([1, 0]), scores=np.zeros((2, 3))))
