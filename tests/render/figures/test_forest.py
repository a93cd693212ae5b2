"""The forest plot over datasets."""

import numpy as np
import pytest
from matplotlib.figure import Figure

import bakeoff
from bakeoff.core.results import Interval, Verdict
from bakeoff.render.figures.forest import ForestRow, draw_forest_row, reach_of
from figure_checks import check_figure, compared, data_of, objection


def folds(datasets, *, alike=False, seed=0):
    rng = np.random.default_rng(seed)
    rows = ["dataset,classifier,fold,accuracy"]
    for d in range(datasets):
        base, effect = rng.uniform(0.5, 0.8), 0.03 if alike else rng.normal(0.02, 0.05)
        for name, more in (("tree", 0.0), ("forest", effect)):
            rows += [f"set {d},{name},{i},{base + more + rng.normal(0, 0.02):.4f}" for i in range(1, 11)]
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def twelve():
    return bakeoff.compare(folds(12))


def test_rows_are_the_datasets_own_estimates_largest_first(twelve):
    data, pair = data_of(twelve, "forest"), twelve.pairs[0]
    own = dict(zip(pair.units, pair.advantages.tolist(), strict=True))
    assert [row.estimate for row in data.rows] == sorted((row.estimate for row in data.rows), reverse=True)
    assert {row.name: row.estimate for row in data.rows} == pytest.approx(own)
    assert all(row.estimate in row.interval for row in data.rows)


def test_the_next_dataset_is_less_certain_than_the_mean(twelve):
    data = data_of(twelve, "forest")
    assert data.mean is not None
    assert data.next_dataset.low < data.mean.interval.low < data.mean.value
    assert data.mean.value < data.mean.interval.high < data.next_dataset.high


def test_the_share_between_datasets_is_said_in_words(twelve):
    assert twelve.pairs[0].population.heterogeneity.share > 0.75
    assert "most of the variation lies between datasets" in data_of(twelve, "forest").note
    alike = bakeoff.compare(folds(12, alike=True))
    assert alike.pairs[0].population.heterogeneity.share < 0.25
    assert "hardly any of the variation lies between datasets" in data_of(alike, "forest").note


def test_single_scores_have_no_forest():
    assert "a single score has no interval" in objection(compared(10, 2), "forest")


def test_a_dataset_without_spread_is_left_out_and_told():
    flat = {"tree": 0.9, "forest": 0.8}
    text = folds(5) + "".join(f"flat,{name},{i},{s}\n" for name, s in flat.items() for i in range(1, 11))
    data = data_of(bakeoff.compare(text), "forest")
    assert len(data.rows) == 5
    assert "1 dataset is left out" in data.note


@pytest.mark.parametrize("datasets", [2, 12, 40, 200])
def test_few_and_many_datasets(datasets):
    check_figure(bakeoff.compare(folds(datasets)), "forest")


def lines_of(rows):
    """Return the ends of the drawn intervals, and of the arrows the signs."""
    ax = Figure().subplots()
    reach = reach_of(rows)
    for y, row in enumerate(rows):
        draw_forest_row(row, y, reach, ax, small=False)
    drawn = [line for line in ax.lines if len(line.get_xdata()) == 2]
    return [tuple(line.get_xdata()) for line in drawn], [
        m.get_marker() for m in ax.lines if m.get_marker() in "<>"
    ]


def row_of(estimate, low, high):
    return ForestRow(
        name="",
        estimate=estimate,
        interval=Interval(low=low, high=high, level=0.95),
        verdict=Verdict.UNDECIDED,
    )


def test_intervals_far_wider_than_the_estimates_are_drawn_whole():
    ends, arrows = lines_of(
        [row_of(-0.012, -0.051, 0.026), row_of(-0.01, -0.072, 0.052), row_of(-0.015, -0.08, 0.05)]
    )
    assert ends == [(-0.051, 0.026), (-0.072, 0.052), (-0.08, 0.05)]
    assert not arrows


def test_a_single_interval_far_out_is_cut_off_with_arrows_and_leaves_room_for_the_rest():
    rows = [row_of(0.01, -0.03, 0.05)] * 9 + [row_of(0.02, -8.0, 9.0)]
    ends, arrows = lines_of(rows)
    assert max(high for _, high in ends) < 0.5
    assert arrows == ["<", ">"]
