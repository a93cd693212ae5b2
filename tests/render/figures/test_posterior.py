"""Posteriors: the density against mpmath, draws against the exact moments of the Dirichlet distribution."""

import mpmath
import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.inputs.published import PUBLISHED
from bakeoff.procedures.bayes.bayes_hierarchical import bayes_hierarchical, hierarchical_shares
from bakeoff.procedures.bayes.bayes_sign import sign_shares
from bakeoff.procedures.bayes.bayes_signed_rank import signed_rank_shares
from drawing_checks import assert_is_well_drawn

KIND = next(figure for figure in FIGURES if figure.key == "posterior")
LONG = "GradientBoostedTrees(learning_rate=0.01 depth=12 trees=500)xx"
CHAPTER = np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7])  # differences of bramer2020, figure 15.2
DRAWS = 40_000


def folds(datasets, *, names=("tree", "forest"), gain=0.02):
    rng = np.random.default_rng(3)
    rows = [
        (
            f"d{d}",
            name,
            fold,
            0.8 + 0.02 * np.sin(7 * fold + d) + (gain + rng.normal(0, 0.015)) * (name == names[1]),
        )
        for d in range(datasets)
        for fold in range(10)
        for name in names
    ]
    text = "".join(f"{d},{name},{fold},{score:.5f}\n" for d, name, fold, score in rows)
    return bakeoff.compare(f"dataset,classifier,fold,accuracy\n{text}", margin=0.01, test_train_ratio=1 / 9)


def of_differences(differences, *, margin, names=("a", "b"), **options):
    base = 70 + np.cos(np.arange(len(differences)))
    table = {"dataset": [f"d{i}" for i in range(len(base))], names[0]: base, names[1]: base + differences}
    return bakeoff.compare(table, metric="accuracy", margin=margin, **options)


def data_of(comparison):
    return KIND.data(comparison, comparison.pairs[0])


def test_the_density_of_the_correlated_t_test_is_students_t():
    picture = data_of(folds(1)).picture
    steps, centre = picture.posterior.steps, picture.posterior.estimate.value
    df, scale = mpmath.mpf(steps["df"]), mpmath.mpf(steps["scale"])
    height = mpmath.gamma((df + 1) / 2) / (mpmath.sqrt(df * mpmath.pi) * mpmath.gamma(df / 2) * scale)
    for x, density in list(zip(picture.at, picture.density, strict=True))[::40]:
        u = (mpmath.mpf(float(x)) - mpmath.mpf(centre)) / scale
        assert density == pytest.approx(float(height * (1 + u**2 / df) ** (-(df + 1) / 2)), rel=1e-9)


def test_the_areas_of_the_density_are_the_probabilities():
    picture = data_of(folds(1)).picture
    margin = picture.posterior.margin
    for low, high, chance in (
        (-np.inf, -margin, picture.posterior.worse),
        (-margin, margin, picture.posterior.equivalent),
        (margin, np.inf, picture.posterior.better),
    ):
        inside = (picture.at >= low) & (picture.at <= high)
        # Trapezoids over the drawn range, which leaves out .0005 at either end.
        heights, widths = picture.density[inside], np.diff(picture.at[inside])
        assert (heights[1:] + heights[:-1]) @ widths / 2 == pytest.approx(chance, abs=0.0006)


def test_draws_of_the_sign_test_have_the_moments_of_their_dirichlet_distribution():
    # Within 1: the two zeros, and one pseudo-dataset; 5 better, 3 worse. Dirichlet(3, 3, 5): mean a_i/11,
    # variance a_i (11 - a_i) / (11² · 12).
    shares = sign_shares(CHAPTER, margin=1.0, rng=np.random.default_rng(1), draws=DRAWS)
    for column, weight in zip(shares.T, (3, 3, 5), strict=True):
        spread = np.sqrt(weight * (11 - weight) / (121 * 12))
        assert column.mean() == pytest.approx(weight / 11, abs=4 * spread / np.sqrt(DRAWS))
        assert column.std() == pytest.approx(spread, rel=0.02)


def test_draws_of_the_signed_rank_test_have_the_mean_of_their_dirichlet_process():
    # Weights are Dirichlet with one for each difference and a half for zero: E[w_i w_j] = a_i a_j / (A (A + 1)) and
    # E[w_i²] = a_i (a_i + 1) / (A (A + 1)), summed over all pairs whose average lies in each region.
    values, weights = np.append(CHAPTER, 0.0), np.append(np.ones(10), 0.5)
    total = weights.sum()
    moments = (np.outer(weights, weights) + np.diag(weights)) / (total * (total + 1))
    averages = np.add.outer(values, values) / 2
    exact = [
        (moments * ((averages < -1) + 0.5 * (averages == -1))).sum(),
        (moments * ((np.abs(averages) < 1) + 0.5 * (np.abs(averages) == 1))).sum(),
        (moments * ((averages > 1) + 0.5 * (averages == 1))).sum(),
    ]
    shares = signed_rank_shares(CHAPTER, margin=1.0, rng=np.random.default_rng(1), draws=DRAWS)
    assert shares.mean(axis=0) == pytest.approx(exact, abs=0.004)


def test_draws_of_the_hierarchical_test_are_those_it_judges_by():
    rng = np.random.default_rng(5)
    evidence = list(rng.normal(0.01, 0.02, (6, 1)) + rng.normal(0, 0.02, (6, 10)))
    asked = {"test_train_ratio": 1 / 9, "margin": 0.01, "draws": 2_000}
    told = bayes_hierarchical(evidence, rng=np.random.default_rng(0), **asked)
    shares = hierarchical_shares(evidence, rng=np.random.default_rng(0), **asked)
    largest = np.bincount(shares.argmax(axis=1), minlength=3) / len(shares)
    assert largest == pytest.approx([told.worse, told.equivalent, told.better], abs=1e-12)
    mirrored = hierarchical_shares([-each for each in evidence], rng=np.random.default_rng(0), **asked)
    np.testing.assert_allclose(mirrored[:, ::-1], shares, rtol=0, atol=1e-12)


def test_corners_of_the_triangle_are_worse_equal_and_better():
    data = data_of(of_differences(CHAPTER, margin=1.0))
    shares = data.picture.shares
    for (across, up), (worse, equal, better) in zip(data.points[:20], shares[:20], strict=True):
        corners = np.array([[0, 0], [0.5, np.sqrt(3) / 2], [1, 0]])
        assert (across, up) == pytest.approx(np.array([worse, equal, better]) @ corners)


def test_the_same_seed_gives_the_same_points_and_another_seed_others():
    one, two, other = (data_of(of_differences(CHAPTER, margin=1.0, seed=seed)).points for seed in (1, 1, 2))
    assert one == two
    assert one != other


def test_the_posterior_that_carries_the_verdict_is_the_one_that_is_drawn():
    comparison = bakeoff.compare(
        PUBLISHED["figure-15.2"].text, metric="accuracy", margin=1, test="bayes-sign"
    )
    assert data_of(comparison).picture.posterior.procedure == "bayes-sign"


def test_simulated_probabilities_are_never_called_certain():
    data = data_of(of_differences(np.linspace(5, 6, 12), margin=1.0))
    assert data.title.endswith("with probability above .999")
    assert data.worse.endswith("below .001")


def test_without_a_margin_there_is_no_such_figure():
    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy")
    assert "posterior" not in comparison.figures()
    assert KIND.objection(comparison) == "without a margin there is no region of practical equivalence"


@pytest.mark.parametrize(
    "make",
    [
        lambda: folds(1),
        lambda: folds(1, gain=-0.3),
        lambda: folds(5, names=("$x_1$", LONG)),
        lambda: of_differences(CHAPTER, margin=1.0, names=("随机森林", LONG)),
        lambda: of_differences(np.full(4, 0.1) + np.arange(4) / 1e3, margin=20.0),
        lambda: of_differences(np.tile(CHAPTER, 100) + np.arange(1000) / 1e3, margin=1.0),
    ],
    ids=["density", "far out", "hierarchical", "long names", "at a corner", "a thousand datasets"],
)
def test_it_is_well_drawn(make):
    assert_is_well_drawn(data_of(make()), KIND)
