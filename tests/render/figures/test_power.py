"""Power curves: against R's power.t.test (power_curve.R), for plans and for what a comparison can show."""

import csv
from pathlib import Path

import pytest

import bakeoff
from bakeoff.api.deliveries.figures import Drawing
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.api.plan import power_figure
from bakeoff.core.errors import UsageError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.figures.power import draw_power, power_size
from drawing_checks import assert_is_well_drawn

KINDS = {figure.key: figure for figure in FIGURES}
KIND = Drawing(draw_power, power_size)
ROWS = [
    {name: float(value) for name, value in row.items()}
    for row in csv.DictReader(Path(__file__).with_name("power_curve.csv").read_text().splitlines())
]
SD = 6.929005059249929  # of the ten differences of Fig. 15.2


def of_chapter(key, **options):
    options = {"test": "paired-t", **options}
    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy", **options)
    return KINDS[key].data(comparison, comparison.pairs[0])


def between(picture, where):
    """Return the height of the curve as it is drawn, in straight lines between its points."""
    right = int(picture.at.searchsorted(where))
    if picture.at[right] == where:
        return picture.power[right], 1e-6
    left = right - 1
    share = (where - picture.at[left]) / (picture.at[right] - picture.at[left])
    return picture.power[left] + share * (picture.power[right] - picture.power[left]), 0.005


@pytest.mark.parametrize("row", [r for r in ROWS if r["delta"] == 0.7], ids=lambda r: f"n={r['n']:g}")
def test_the_curve_against_the_number_is_that_of_r(row):
    picture = of_chapter("power", margin=0.7).picture
    height, tolerance = between(picture, row["n"])
    assert height == pytest.approx(row["power"], abs=tolerance)


@pytest.mark.parametrize("row", [r for r in ROWS if r["delta"] != 0.7], ids=lambda r: f"d={r['delta']:g}")
def test_the_curve_against_the_difference_is_that_of_r(row):
    height, tolerance = between(of_chapter("power-by-difference").picture, row["delta"])
    assert height == pytest.approx(row["power"], abs=tolerance)


def test_a_comparison_marks_its_own_datasets_and_the_numbers_of_its_finding():
    by_number, by_difference = of_chapter("power", margin=0.7), of_chapter("power-by-difference")
    assert by_number.picture.number == 10
    assert by_number.picture.power_here == pytest.approx(0.0594826067705537, abs=1e-6)  # power_curve.csv
    assert by_number.picture.reached_at == pytest.approx(
        771, abs=2
    )  # R's power.t.test, for scores not rounded
    assert by_difference.picture.reached_at == pytest.approx(6.9, abs=0.05)


def test_without_a_margin_the_curve_does_not_ask_about_the_difference_that_was_seen():
    comparison = bakeoff.compare(PUBLISHED["figure-15.2"].text, metric="accuracy")
    picture = KINDS["power"].data(comparison, comparison.pairs[0]).picture
    (said,) = [f.detail["detectable_difference"] for f in comparison.findings if f.code == "BO204"]
    assert picture.test == "Wilcoxon's signed-rank test"
    assert picture.difference == pytest.approx(said, rel=0.03)
    assert picture.power_here == pytest.approx(0.8, abs=0.03)


def test_a_margin_takes_the_place_of_the_difference_that_was_seen():
    assert of_chapter("power", margin=3).picture.difference == 3


def test_one_sided_power_is_that_of_a_one_sided_test():
    one, two = of_chapter("power-by-difference", alternative="greater"), of_chapter("power-by-difference")
    assert one.picture.reached_at < two.picture.reached_at
    assert "one-sided" in one.curve


def test_predictions_are_asked_about_examples():
    rows = "".join(f"{i},{i % 2},{(i % 2) ^ (i % 10 == 0)},{(i % 2) ^ (i % 17 == 0)}\n" for i in range(300))
    comparison = bakeoff.compare(f"id,y_true,a,b\n{rows}")
    picture = KINDS["power"].data(comparison, comparison.pairs[0]).picture
    assert (picture.units, picture.number) == ("examples", 300)


def test_a_pair_that_never_differs_has_no_power_curve():
    comparison = bakeoff.compare({"dataset": list("wxyz"), "a": [1.0, 2, 3, 4], "b": [1.0, 2, 3, 4]})
    assert "power" not in comparison.figures()
    with pytest.raises(UsageError) as refused:
        KINDS["power"].data(comparison, comparison.pairs[0])
    assert refused.value.code == "BO401"


def test_a_plan_of_tests_has_no_power_curve():
    planned = bakeoff.plan(tests=20)
    assert planned.figures() == ()
    with pytest.raises(UsageError, match="no power curve"):
        planned.plot()


def test_a_figure_of_a_plan_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(UsageError, match="power-by-difference"):
        bakeoff.plan(difference=0.7, sd=6.9).plot("pwoer")


def test_a_plan_prints_as_the_command_line_does_and_draws_on_given_axes():
    from matplotlib.figure import Figure

    planned = bakeoff.plan(difference=0.7, sd=SD)
    axes = Figure().subplots()
    assert "808 datasets are needed by Wilcoxon's signed-rank test" in str(planned)
    assert (planned.to_dict()["datasets"], planned.to_dict()["datasets_by_paired_t"]) == (808, 771)
    assert planned.plot("power-by-difference", ax=axes) is axes


@pytest.mark.parametrize(
    "asked",
    [
        {"difference": 0.7, "sd": SD},
        {"datasets": 2, "sd": 0.012},
        {"difference": 0.0001, "sd": 1.0},
        {"examples": 4, "discordance": 0.1},
        {"difference": 0.01, "discordance": 0.1},
    ],
    ids=str,
)
@pytest.mark.parametrize("key", ["power", "power-by-difference"])
def test_it_is_well_drawn(asked, key):
    assert_is_well_drawn(power_figure(bakeoff.plan(**asked).answer, key), KIND)


@pytest.mark.parametrize(
    ("options", "reason"),
    [({"metric": "f1_macro"}, "test of accuracy"), ({"alternative": "greater"}, "two-sided test")],
    ids=["another metric", "one-sided"],
)
def test_over_examples_power_is_drawn_only_where_it_is_known(options, reason):
    rows = "".join(f"{i},{i % 2},{(i % 2) ^ (i % 10 == 0)},{(i % 2) ^ (i % 17 == 0)}\n" for i in range(300))
    comparison = bakeoff.compare(f"id,y_true,a,b\n{rows}", **options)
    assert "power" not in comparison.figures()
    assert reason in (KINDS["power"].objection(comparison) or "")
