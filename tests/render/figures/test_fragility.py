"""The fragility curve: the chapter's t of 0.32 that becomes 2.41, and every choice of datasets by enumeration."""

from itertools import combinations
from math import sqrt

import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.inputs.published import PUBLISHED
from drawing_checks import assert_is_well_drawn

KIND = next(figure for figure in FIGURES if figure.key == "fragility")
LONG = "GradientBoostedTrees(learning_rate=0.01, depth=12, trees=500)"


def of_chapter(**options):
    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy", **options)
    return comparison, KIND.data(comparison, comparison.pairs[0])


def of_sample(n, shift, *, names=("a", "b"), units="d{}", **options):
    z = np.sin(np.arange(1, n + 1) ** 2.0)
    base = 70 + np.cos(np.arange(n))
    table = {"dataset": [units.format(i) for i in range(n)], names[0]: base, names[1]: base + z + shift}
    comparison = bakeoff.compare(table, metric="accuracy", rows_are="datasets", **options)
    return KIND.data(comparison, comparison.pairs[0])


def t_of(values):
    return values.mean() / (values.std(ddof=1) / sqrt(values.size))


def test_the_chapters_t_goes_from_0_32_to_2_41_without_two_datasets():
    # Source: bramer2020, section 15.3: leaving out datasets 5 and 6, t is 2.41 in place of 0.32.
    comparison, data = of_chapter(test="paired-t")
    names = comparison.pairs[0].units
    assert data.picture.flip == (names[4], names[5])
    assert data.picture.without_losses[0].statistic == pytest.approx(0.32, abs=0.005)
    assert data.picture.after is not None
    assert data.picture.after.statistic == pytest.approx(2.41, abs=0.005)
    assert data.turning.endswith("t 0.32 → 2.41")
    assert data.title == "B over A: undecided; without 2 datasets better"


def test_each_point_is_the_largest_and_the_smallest_t_of_all_choices():
    # All choices of the chapter's ten datasets, one by one.
    comparison, data = of_chapter(test="paired-t")
    z = comparison.pairs[0].advantages
    for best, worst in zip(data.picture.without_losses, data.picture.without_wins, strict=True):
        if best.removed > 5:
            continue  # fewer than five left: some choices have no spread to divide by
        ts = [t_of(np.delete(z, list(gone))) for gone in combinations(range(10), best.removed)]
        assert best.statistic == pytest.approx(max(ts), rel=1e-9)
        assert worst.statistic == pytest.approx(min(ts), rel=1e-9)


def test_heights_are_decades_of_p_upwards_where_b_is_ahead():
    _, data = of_chapter(test="paired-t")
    count, height = data.without_losses[0]
    assert count == 0
    assert height == pytest.approx(0.1211, abs=0.0002)  # -log10 of .7566, R's t.test of the ten differences
    assert data.thresholds == pytest.approx((1.30103, -1.30103), abs=1e-5)


def test_a_one_sided_test_has_one_line():
    assert len(of_sample(12, 0.6, alternative="greater").thresholds) == 1


def test_in_a_family_the_curves_are_adjusted_p_values_of_the_table_judged_again():
    rng = np.random.default_rng(1)
    base = rng.normal(70, 5, 20)
    table = {name: base + rng.normal(gain, 1, 20) for name, gain in (("a", 0), ("b", 0.5), ("c", 2.0))}
    options = {"metric": "accuracy", "test": "wilcoxon", "adjust": "bonferroni"}
    comparison = bakeoff.compare(table, **options)
    clear = next(pair for pair in comparison.pairs if (pair.a, pair.b) == ("a", "c"))
    data = KIND.data(comparison, clear)
    assert data.thresholds == pytest.approx((1.30103, -1.30103), abs=1e-5)
    assert data.height_label == "bonferroni-adjusted p of the signed-rank test"
    order = np.argsort(-clear.advantages)
    for removed in data.picture.without_wins[:6]:
        kept = np.delete(np.arange(20), order[: removed.removed])
        again = bakeoff.compare({name: values[kept] for name, values in table.items()}, **options)
        pair = next(pair for pair in again.pairs if (pair.a, pair.b) == ("a", "c"))
        assert (removed.verdict, removed.p_value) == (pair.verdict, pytest.approx(pair.p_adjusted, rel=1e-9))


def test_a_verdict_by_a_margin_has_no_such_curve():
    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy", margin=1)
    assert "margin" in (KIND.objection(comparison) or "")


def test_verdicts_that_rest_on_other_tests_have_no_such_curve():
    comparison = bakeoff.compare(
        PUBLISHED["figure-15.2"].text, metric="accuracy", margin=1, test="bayes-sign"
    )
    assert "fragility" not in comparison.figures()
    assert "bayes-sign" in (KIND.objection(comparison) or "")


@pytest.mark.parametrize(
    ("n", "shift", "options"),
    [
        (4, 0.1, {}),
        (12, 0.6, {"alternative": "greater"}),
        (30, 9.0, {"names": (LONG, LONG[::-1]), "units": LONG + " {}"}),
        (200, 0.02, {"names": ("$x_1$", "随机森林"), "test": "paired-t"}),
        (12, -0.8, {"alternative": "less", "test": "sign-flip"}),
    ],
    ids=["four", "one-sided", "all wins, long names", "many", "less"],
)
def test_it_is_well_drawn(n, shift, options):
    assert_is_well_drawn(of_sample(n, shift, **options), KIND)
