"""Predictions that other people's models made, from file to verdict; run with --shared DIR only.

Counts are taken from the files by csv alone, so that reader, alignment and inference are all under test.
"""

import csv

import numpy as np
import pytest
from scipy.stats import binom, rankdata

import bakeoff
from bakeoff.core.results import Verdict


@pytest.fixture(scope="module")
def folder(shared):
    return shared / "predictions"


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def midp(mends, breaks):
    fewer, flips = min(mends, breaks), mends + breaks
    return min(1.0, 2 * (binom.cdf(fewer, flips, 0.5) - binom.pmf(fewer, flips, 0.5) / 2))


def flips_of(table, a, b):
    right = [(r[a] == r["y_true"], r[b] == r["y_true"]) for r in table]
    return right.count((False, True)), right.count((True, False))


def test_two_weka_classifiers_on_three_test_sets(folder):
    path = folder / "weka_j48_nb_soybean_vote_labor.csv"
    made = bakeoff.compare(path)
    pair = made.pairs[0]
    assert made.evidence.datasets == ("soybean", "vote", "labor")
    for verdict in pair.by_dataset:
        table = [r for r in rows(path) if r["dataset"] == verdict.dataset]
        mends, breaks = flips_of(table, f"pred_{pair.a}", f"pred_{pair.b}")
        assert verdict.result.p_value == pytest.approx(midp(mends, breaks), rel=1e-9)


# What the author of the Weka predictions states: both wrong, only J48 wrong, only naive Bayes wrong, both right, and
# McNemar's statistic with continuity correction.
STATED = {
    "soybean": (9, 9, 11, 204, 0.05),
    "vote": (4, 4, 13, 127, 3.76470588235),
    "labor": (2, 2, 0, 16, 0.5),
}


@pytest.mark.parametrize("dataset", STATED)
def test_mcnemars_statistic_is_the_one_that_the_author_states(dataset, folder):
    path = folder / "weka_j48_nb_soybean_vote_labor.csv"
    made = bakeoff.compare(path, only=(("dataset", dataset),), test="mcnemar")
    flips, result = made.pairs[0].flips, made.pairs[0].result
    found = (flips.both_wrong, flips.breaks, flips.mends, flips.both_right)
    assert (*found, pytest.approx(result.statistic, rel=1e-9)) == STATED[dataset]


def test_seven_time_series_classifiers_on_one_test_set(folder):
    path = folder / "tsml_italypowerdemand_7classifiers.csv"
    made, table = bakeoff.compare(path), rows(path)
    assert len(made.pairs) == 21
    for pair in made.pairs:
        mends, breaks = flips_of(table, f"pred_{pair.a}", f"pred_{pair.b}")
        assert (pair.flips.mends, pair.flips.breaks) == (mends, breaks)
        assert pair.result.p_value == pytest.approx(midp(mends, breaks), rel=1e-9)
    assert sum(p.verdict is not Verdict.UNDECIDED for p in made.pairs) == 9


def test_the_area_under_the_curve_of_time_series_classifiers(folder):
    path = folder / "tsml_italypowerdemand_7classifiers.csv"
    table = rows(path)
    positive = np.array([r["y_true"] == "1" for r in table])
    for standing in bakeoff.compare(path, metric="roc_auc").ranking:
        ranks = rankdata([float(r[f"prob1_{standing.classifier}"]) for r in table])
        n, m = positive.sum(), (~positive).sum()
        area = (ranks[positive].sum() - n * (n + 1) / 2) / (n * m)  # Mann and Whitney's U
        assert standing.mean_score == pytest.approx(area, rel=1e-9)


def test_one_model_in_ten_folds_is_estimated_with_a_warning(folder):
    made = bakeoff.estimate(folder / "hpc_cv_4class_probabilities.csv.gz")
    assert (made.each[0].correct, made.each[0].total) == (2457, 3467)
    assert "BO142" in {f.code for f in made.findings}
