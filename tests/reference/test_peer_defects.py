"""Reproduced defects of other packages, their wrong value beside the right one: those about words and whole runs.

The others stand with their procedures: test_peer_defects_many.py (2, 11–15, 20, 21, 23), test_peer_defects_resampled.py
(9, 10, 19, 24), test_peer_defects_bayes.py (17) and test_peer_defects_predictions.py (7, 8, 18).
"""

import random

import numpy as np
import pytest

import bakeoff
from bakeoff.core.results import Alternative
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.sign_flip import sign_flip
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from bakeoff.procedures.resampled.bootstrap_632 import point_632, point_632_plus
from bakeoff.render.lines import plain_text
from bakeoff.render.text.comparison import comparison_lines

TABLE = {
    "dataset": [f"d{i}" for i in range(8)],
    "poor": [60, 61, 62, 63, 64, 65, 66, 67],
    "good": [80, 82, 81, 85, 84, 86, 83, 88],
    "fair": [70, 73, 72, 75, 71, 77, 76, 74],
}


def test_defect_1_the_signed_rank_test_is_two_sided_whoever_looks_better():
    # autorank 1.3.0 tests one-sided in the direction of the larger median: half of the right p-value.
    d = np.array([5.0, -3, 2, 6, -1, 4, 7, 9, -8, 10])
    two_sided = wilcoxon(d).p_value
    favoured = wilcoxon(d, alternative=Alternative.GREATER).p_value
    assert two_sided == pytest.approx(2 * favoured)
    assert two_sided == wilcoxon(-d).p_value
    assert two_sided == pytest.approx(0.130859375)  # R 4.2.2: wilcox.test(d)$p.value
    assert favoured == pytest.approx(0.0654296875)  # what autorank would report


def test_defect_3_the_interval_of_a_median_is_as_wide_as_its_level_says():
    # autorank 1.3.0 takes sqrt(n/2) for sqrt(n)/2 and covers .989 to .997 instead of .95. For n = 20 the 6th and the
    # 15th value cover .9586 (binomial: 1 − 2·P(X ≤ 5)); autorank's 4th and 17th would cover .9974.
    interval = sign(np.arange(1.0, 21.0)).estimate.interval
    assert (interval.low, interval.high) == (6.0, 15.0)


@pytest.mark.parametrize(("higher", "first"), [(True, "good"), (False, "poor")])
def test_defect_4_the_best_classifier_is_listed_first(higher, first):
    # autorank 1.3.0 lists the worst first, and measures effects from it.
    comparison = bakeoff.compare(TABLE, higher_is_better=higher)
    assert comparison.ranking[0].classifier == first
    assert plain_text(comparison_lines(comparison)).splitlines()[4].split()[1] == first


def test_defect_5_a_posterior_needs_a_probability_of_the_level_not_of_alpha():
    # autorank 1.3.0 writes "at least alpha=0.050" where its rule is 1 − alpha.
    text = plain_text(comparison_lines(bakeoff.compare(TABLE, test="bayes-signed-rank", margin=1)))
    assert "needs a probability of 95 %" in " ".join(text.split())


def test_defect_6_the_632_bootstrap_takes_the_apparent_error_of_the_full_fit():
    # mlxtend 0.25.0, nearest neighbour on noise: .614 where Efron's formula gives .681, and a .632+ of .478, worse
    # than the out-of-bag accuracy of .496 itself, for want of bounds.
    assert 1 - point_632(0.0, 1 - 0.496) == pytest.approx(0.681, abs=0.0006)
    assert 1 - point_632_plus(0.0, 1 - 0.496, no_information=0.5) == pytest.approx(0.5)
    assert 1 - point_632_plus(0.0, 1 - 0.496, no_information=0.5) > 0.496


def test_defect_16_a_seed_decides_everything_that_is_drawn():
    # rliable 1.2.0 ignores its random_state: same seed, different interval.
    d = np.random.default_rng(0).normal(0.1, 1.0, 300)
    once, again, other = (sign_flip(d, rng=np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert once == again
    assert once.estimate.interval != other.estimate.interval


def test_defect_22_scores_are_paired_by_the_name_of_the_dataset():
    # hfawaz/cd-diagram pairs by the order of rows.
    rows = [
        f"{name},{dataset},{score}"
        for name in ("good", "fair")
        for dataset, score in zip(TABLE["dataset"], TABLE[name], strict=True)
    ]
    shuffled = random.Random(3).sample(rows, len(rows))
    texts = ["classifier,dataset,score\n" + "\n".join(order) + "\n" for order in (rows, shuffled)]
    ordered, mixed = (bakeoff.compare(text, baseline="fair").pairs[0].result for text in texts)
    assert mixed.p_value == ordered.p_value
    assert mixed.estimate == ordered.estimate
