"""Scores that are too coarse for what is said of them, and advantages too slight to matter, are said to be so."""

import numpy as np
import pytest

import bakeoff
from bakeoff.core.arrays import rounding_step

NAMES = list("abcdefgh")


def _code(comparison, code):
    return [finding for finding in comparison.findings if finding.code == code]


def _points(*advantages, step=1.0):
    base = np.array([80, 75, 60, 90, 70, 66, 81, 58])[: len(advantages)] * step
    scores = np.round(base + np.array(advantages), 9)
    return {"dataset": NAMES[: len(advantages)], "A": base.tolist(), "B": scores.tolist()}


@pytest.mark.parametrize(
    ("values", "step"),
    [([81.0, 79.0], 1.0), ([81.5, 79.25], 0.01), ([1 / 3, 0.5], None), ([0.1 + 0.2], None)],
)
def test_the_step_is_that_of_the_decimals(values, step):
    assert rounding_step(np.array(values)) == step


def test_equal_rounded_differences_have_no_interval_without_width():
    made = bakeoff.compare(_points(*[1] * 7))
    coarse = made.pairs[0].coarse
    assert (coarse.step, coarse.shakes_verdict) == (1.0, False)
    # Unrounded, each difference lies between 0 and 2: all seven stay above zero.
    assert 0 < coarse.interval.low < 0.9
    assert 1.1 < coarse.interval.high < 2
    assert "steps of 1 point; if they were rounded, that is too coarse for this interval" in made.summary
    (finding,) = _code(made, "BO182")
    assert finding.detail["other_verdicts"] == 0


def test_draws_of_rounded_scores_are_no_equivalence_within_less_than_a_step():
    made = bakeoff.compare(_points(*[0] * 7), margin=0.5)
    assert str(made.pairs[0].verdict) == "equivalent"
    assert made.pairs[0].coarse.shakes_verdict
    assert "too coarse for this verdict" in made.summary
    wide = bakeoff.compare(_points(*[0] * 7), margin=3.0)
    assert not wide.pairs[0].coarse.shakes_verdict


def test_what_is_said_to_happen_under_another_rounding_does():
    table = _points(*[0] * 7)
    made = bakeoff.compare(table, margin=0.5)
    (finding,) = _code(made, "BO182")
    rng, others = np.random.default_rng(99), 0
    for _ in range(100):  # known to ±.05, held to .15
        moved = {
            k: v if k == "dataset" else np.array(v) + rng.uniform(-0.5, 0.5, 7) for k, v in table.items()
        }
        others += str(bakeoff.compare(moved, margin=0.5).pairs[0].verdict) != "equivalent"
    assert others / 100 == pytest.approx(finding.detail["other_verdicts"] / finding.detail["draws"], abs=0.15)


def test_scores_with_enough_digits_are_not_called_coarse():
    rng = np.random.default_rng(4)
    advantages = np.round(rng.normal(2, 1, 8), 2)
    assert not _code(bakeoff.compare(_points(*advantages)), "BO182")
    assert not _code(bakeoff.compare(_points(*rng.normal(0, 3, 8))), "BO182")


def test_pairs_of_many_classifiers_are_named_where_scores_are_too_coarse():
    table = _points(*[0] * 7) | {"C": [float(i * 5) for i in range(7)]}
    made = bakeoff.compare(table, margin=0.5, test="wilcoxon")
    assert "too coarse for the verdict on B and A." in made.summary


@pytest.mark.parametrize(
    ("scale", "metric", "slight"),
    [(4e-12, "accuracy", True), (5e-4, "accuracy", True), (0.02, "accuracy", False), (1e-4, "loss", True)],
)
def test_a_shown_advantage_that_may_not_matter_is_said_to_be_so(scale, metric, slight):
    rng = np.random.default_rng(1)
    base = rng.uniform(0.6, 0.8, 12)
    table = {
        "dataset": [f"d{i}" for i in range(12)],
        "A": base,
        "B": base + scale * rng.uniform(0.5, 1.5, 12),
    }
    made = bakeoff.compare(table, metric=metric, higher_is_better=True)
    assert str(made.pairs[0].verdict) == "better"
    said = "B is ahead on all 12 datasets, but its advantage is at most" in made.summary
    assert said == slight == bool(_code(made, "BO183"))
    assert not slight or made.pairs[0].slight >= made.pairs[0].result.estimate.interval.high


def test_half_of_the_remaining_errors_is_not_slight():
    base = np.linspace(0.9985, 0.9992, 12)
    table = {"dataset": [f"d{i}" for i in range(12)], "A": base, "B": base + (1 - base) / 2}
    assert bakeoff.compare(table, metric="accuracy").pairs[0].slight is None


def test_with_a_margin_nothing_is_called_slight():
    base = np.linspace(0.6, 0.8, 12)
    table = {"dataset": [f"d{i}" for i in range(12)], "A": base, "B": base + np.linspace(3e-12, 6e-12, 12)}
    made = bakeoff.compare(table, margin=0.01)
    assert (str(made.pairs[0].verdict), made.pairs[0].slight) == ("equivalent", None)


def test_what_may_not_matter_stands_in_every_output(tmp_path):
    base = np.linspace(0.6, 0.8, 12)
    table = {"dataset": [f"d{i}" for i in range(12)], "A": base, "B": base + np.linspace(3e-12, 6e-12, 12)}
    made = bakeoff.compare(table)
    said = "which may not matter: give a margin."
    page = made.report(tmp_path / "page.html").read_text(encoding="utf-8")
    plain = " ".join(str(made).split())
    for text in (made.summary, plain, made._repr_html_(), page, made.to_markdown(), made.paper().results):
        assert said in text


@pytest.mark.parametrize(("seed", "others", "severity"), [(33, 25, "warning"), (43, 24, "note")])
def test_scores_are_too_coarse_for_a_verdict_from_a_quarter_of_the_draws_on(seed, others, severity):
    rng = np.random.default_rng(seed)
    a = rng.uniform(70, 90, 12).round(0)
    b = (a + rng.normal(1.1, 1.2, 12)).round(0)
    table = {"dataset": [f"set {letter}" for letter in "abcdefghijkl"], "a": a, "b": b}
    made = bakeoff.compare(table, higher_is_better=True, test="paired-t", rows_are="datasets")
    (finding,) = _code(made, "BO182")
    assert (finding.detail["other_verdicts"], finding.detail["draws"]) == (others, 100)
    assert finding.severity == severity


def test_an_end_that_is_moved_next_to_zero_is_told_without_digits_of_noise():
    rng = np.random.default_rng(0)
    base = rng.integers(60, 90, 10)
    table = {"dataset": list("abcdefghij")}
    for j, name in enumerate(["RF", "SVM", "GBM"]):
        table[name] = (base + np.round(rng.normal(j * 1.2, 1.5, 10))).tolist()
    (finding,) = _code(bakeoff.compare(table), "BO182")
    assert 0 < finding.detail["low"] < 1e-9
    assert "the interval is above 0 to +4.1, and the verdict changes in 4 of 40 draws" in finding.message
