"""The t distribution with its acceptance region: against mpmath, and the worked example of Figure 15.2."""

import mpmath
import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.inputs.published import PUBLISHED
from drawing_checks import assert_is_well_drawn

KIND = next(figure for figure in FIGURES if figure.key == "t-distribution")
LONG = "GradientBoostedTrees(learning_rate=0.01, depth=12, trees=500)"


def of_chapter(**options):
    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy", **options)
    return KIND.data(comparison, comparison.pairs[0])


def of_sample(n, t, *, names=("a", "b"), scale=1.0, **options):
    """Return the figure of n differences with a standard deviation of one hundredth, whose t is given."""
    z = np.sin(np.arange(1, n + 1) ** 2.0)
    z = (z - z.mean()) / z.std(ddof=1)
    base = 0.7 + 0.1 * np.cos(np.arange(n))
    b = base + 0.01 * (z + t / np.sqrt(n))
    table = {"dataset": [f"d{i}" for i in range(n)], names[0]: base * scale, names[1]: b * scale}
    comparison = bakeoff.compare(table, metric="accuracy", **options)
    return KIND.data(comparison, comparison.pairs[0])


def t_density(x, df):
    x, df = mpmath.mpf(float(x)), mpmath.mpf(df)
    scale = mpmath.gamma((df + 1) / 2) / (mpmath.sqrt(df * mpmath.pi) * mpmath.gamma(df / 2))
    return scale * (1 + x**2 / df) ** (-(df + 1) / 2)


@pytest.mark.parametrize("n", [2, 10, 1000])
def test_the_curve_is_the_density_of_students_t(n):
    picture = of_sample(n, 0.3).picture
    assert picture.df == n - 1
    for x, height in list(zip(picture.at, picture.density, strict=True))[::50]:
        assert height == pytest.approx(float(t_density(x, n - 1)), rel=1e-11)


def test_the_chapters_example_is_drawn_with_the_chapters_numbers():
    # Source: bramer2020, section 15.2: t = 0.32, acceptance region -2.26 to 2.26 and 0 ± 4.96.
    data = of_chapter()
    assert data.observed == "observed t = 0.32, mean advantage +0.7 points"
    assert data.acceptance == "acceptance region: t from −2.26 to 2.26, advantage from −5.0 to 5.0 points"
    assert data.picture.critical * data.picture.standard_error == pytest.approx(4.957, abs=0.0005)
    assert data.title == "B over A: “no difference” is not rejected at 95 %"


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_shaded_tails_have_the_area_of_the_p_value(alternative):
    data = of_chapter(alternative=alternative)
    reach = float(data.picture.at[-1])
    area = 0.0
    for low, high in data.beyond:
        ends = [-mpmath.inf if low == -reach else low, mpmath.inf if high == reach else high]
        area += float(
            mpmath.quad(lambda x: t_density(x, 9), [ends[0], 0, ends[1]] if ends[0] < 0 < ends[1] else ends)
        )
    assert area == pytest.approx(data.picture.p_value, rel=1e-10)


@pytest.mark.parametrize(("alternative", "sides"), [("two-sided", 2), ("greater", 1), ("less", 1)])
def test_the_rejection_region_has_the_area_of_the_level(alternative, sides):
    data = of_chapter(alternative=alternative)
    area = sum(
        float(mpmath.quad(lambda x: t_density(x, 9), [min(map(abs, ends)), mpmath.inf]))
        for ends in data.rejected
    )
    assert len(data.rejected) == sides
    assert area == pytest.approx(0.05, rel=1e-10)


def test_a_t_that_is_far_out_does_not_squeeze_the_curve():
    far, near = of_sample(30, 40.0), of_sample(30, 0.3)
    assert far.picture.at[-1] == near.picture.at[-1]
    assert far.beyond == ()
    assert far.tails == "as far out as the observed t: p < .0001"


def test_a_comparison_without_a_t_test_says_why():
    predictions = "id,y_true,a,b\n" + "".join(f"{i},{i % 2},{i % 2},{(i + i // 7) % 2}\n" for i in range(40))
    comparison = bakeoff.compare(predictions)
    assert "t-distribution" not in comparison.figures()
    assert "no t-test was made" in (KIND.objection(comparison) or "")


def test_resamples_of_one_dataset_show_the_corrected_t():
    rows = "".join(
        f"sonar,{name},{fold},{0.7 + 0.01 * (fold * 7 % 5) + gain * (fold % 3)}\n"
        for name, gain in (("tree", 0), ("forest", 0.02))
        for fold in range(1, 11)
    )
    comparison = bakeoff.compare(f"dataset,classifier,fold,accuracy\n{rows}", test_train_ratio=1 / 9)
    assert KIND.data(comparison, comparison.pairs[0]).picture.procedure == "corrected-t"


@pytest.mark.parametrize(
    ("n", "t", "names", "scale", "alternative"),
    [
        (2, 0.3, ("a", "b"), 100, "two-sided"),
        (10, 2.3, ("$x_1$", "随机森林"), 1, "greater"),
        (1000, 0.3, (LONG, LONG[::-1]), 100, "two-sided"),
        (30, 40.0, (LONG, "b"), 1, "two-sided"),
        (30, -40.0, ("a", LONG), 1, "less"),
        (2, 11.0, ("a", "b"), 1, "two-sided"),
    ],
)
def test_it_is_well_drawn(n, t, names, scale, alternative):
    assert_is_well_drawn(of_sample(n, t, names=names, scale=scale, alternative=alternative), KIND)
