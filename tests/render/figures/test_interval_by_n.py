"""The accuracy interval against the size of the test set: the textbook's table as a picture."""

import pytest

import bakeoff
from bakeoff.api.deliveries.figures import Drawing
from bakeoff.api.estimate import interval_figure
from bakeoff.core.errors import UsageError
from bakeoff.inference.estimates.accuracy import estimate_counts
from bakeoff.render.figures.interval_by_n import draw_interval_by_n, interval_by_n_size
from drawing_checks import assert_is_well_drawn

KIND = Drawing(draw_interval_by_n, interval_by_n_size)

# Source: tan2019, section 4.6.1 (the interval of an accuracy of 80 % at 95 %), to three digits.
TABLE = {
    20: (0.584, 0.919),
    50: (0.670, 0.888),
    100: (0.711, 0.867),
    500: (0.763, 0.833),
    1000: (0.774, 0.824),
    5000: (0.789, 0.811),
}


def of_counts(right, total):
    return interval_figure(estimate_counts([(right, total)], level=0.95).each[0], level=0.95)


def test_the_marked_intervals_are_those_of_the_textbook():
    table = {row.total: row.interval for row in of_counts(80, 100).picture.table}
    assert table.keys() == TABLE.keys()
    for total, (low, high) in TABLE.items():
        assert table[total].low == pytest.approx(low, abs=0.0005)
        assert table[total].high == pytest.approx(high, abs=0.0005)


def test_the_users_own_number_is_marked():
    data = of_counts(80, 100)
    assert data.own == "100 records: 0.711 to 0.867"
    assert data.title == "Accuracy: 0.800, 95 % interval 0.711 to 0.867"


@pytest.mark.parametrize(("right", "total"), [(2, 2), (0, 3), (9_700_000, 10_000_000)])
def test_the_band_reaches_from_the_smallest_to_the_largest_size_that_is_marked(right, total):
    picture = of_counts(right, total).picture
    assert picture.at[0] <= min(20, total)
    assert picture.at[-1] >= max(5_000, total)
    assert ((picture.low <= picture.rate) & (picture.rate <= picture.high)).all()


def test_one_of_several_classifiers_is_drawn_by_name():
    rows = "".join(f"{i},{i % 2},{i % 2},{(i + i // 7) % 2}\n" for i in range(40))
    estimates = bakeoff.estimate(f"id,y_true,tree,forest\n{rows}")
    assert "forest" in estimates.plot("forest").get_title(loc="left")
    with pytest.raises(UsageError, match="none of them was named"):
        estimates.plot()
    with pytest.raises(UsageError, match="did you mean 'forest'"):
        estimates.plot("forrest")


@pytest.mark.parametrize(("right", "total"), [(80, 100), (2, 2), (0, 3), (9_700_000, 10_000_000), (25.5, 30)])
def test_it_is_well_drawn(right, total):
    assert_is_well_drawn(of_counts(right, total), KIND)
