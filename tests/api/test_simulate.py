"""Simulations in the terminal and in notebooks: the rates, their errors, their pictures, and what is refused."""

import json
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import bakeoff
from bakeoff.api.teaching.simulate import list_simulations
from bakeoff.cli.main import main


@pytest.mark.parametrize("key", [s.key for s in list_simulations()])
def test_every_simulation_shows_bars_a_table_and_a_lesson(key):
    rates = bakeoff.simulate(key, trials=200)
    assert rates.lesson.split()[0] in str(rates)
    assert "■" in str(rates) or "│" in str(rates)
    shown = rates._repr_html_()
    assert "<svg" in shown
    assert all(series.name in shown for series in rates.series)


def test_the_power_that_is_simulated_is_the_noncentral_t_distributions():
    # Source: the noncentral t distribution of scipy, an independent computation of the same chance.
    rates = bakeoff.simulate("power", effect=0.5, datasets=20, trials=2000)
    point = rates.series[0].points[-1]
    edge, shift = stats.t.ppf(0.975, 19), 0.5 * 20**0.5
    truth = stats.nct.sf(edge, 19, shift) + stats.nct.cdf(-edge, 19, shift)
    assert point.x == 20
    assert abs(point.rate - truth) < 4 * point.error


def test_a_true_null_is_rejected_as_often_as_the_level_says():
    point = bakeoff.simulate("null", datasets=20, trials=2000).series[0].points[-1]
    assert abs(point.rate - 0.05) < 4 * point.error


def test_the_terminal_and_the_json_have_the_same_rates(capsys):
    assert main(["simulate", "best-of-k", "--variants", "5", "--trials", "200"]) == 0
    shown = capsys.readouterr().out
    assert main(["simulate", "best-of-k", "--variants", "5", "--trials", "200", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "bakeoff/simulation/1"
    for series in document["series"]:
        for point in series["points"]:
            assert f"{point['rate']:.3f}".removeprefix("0") in shown


def test_without_a_name_the_simulations_are_listed(capsys):
    assert main(["simulate"]) == 0
    shown = capsys.readouterr().out
    assert all(s.question in shown for s in list_simulations())


def test_the_figure_goes_where_it_is_asked(tmp_path, capsys):
    assert main(["simulate", "coverage", "--trials", "200", "--figures", str(tmp_path / "out")]) == 0
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [
        "coverage.pdf",
        "coverage.png",
        "coverage.svg",
    ]


@pytest.mark.parametrize(
    ("words", "code"),
    [(["best-of"], "BO781"), (["null", "--variants", "3"], "BO782"), (["power", "--effect", "9"], "BO782")],
)
def test_a_slip_is_refused_with_what_can_be_set(words, code, capsys):
    assert main(["simulate", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert code in printed.err


def test_dropping_datasets_is_what_scipy_says_of_every_choice_of_them():
    made = bakeoff.simulate("dropping", datasets=6, dropped=2, trials=200, seed=3)
    rows = np.random.default_rng(3).standard_normal((200, 6))
    hits, expected = np.zeros(200, dtype=bool), []
    for gone in range(3):
        for kept in combinations(range(6), 6 - gone):
            hits |= stats.ttest_1samp(rows[:, kept], 0, axis=1).pvalue < 0.05
        expected.append(hits.mean())
    points = made.series[0].points
    assert [point.x for point in points] == [0, 1, 2]
    assert [point.rate for point in points] == pytest.approx(expected)
