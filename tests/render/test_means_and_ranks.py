"""Means and ranks that stand side by side say on how many datasets each rests, and bars say what they are of."""

import re

import pytest
from validation.removals import random_table

import bakeoff
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.api.deliveries.report import report_page
from bakeoff.core.evidence import Scores
from bakeoff.web.worker.answers import answer_document

KINDS = {figure.key: figure for figure in FIGURES}
EVERY = "the 18 datasets with a score of every classifier"
TOGETHER = f"means and mean ranks are over {EVERY}"
BESIDE = "by {} on the scores, not on the ranks"


def one_line(text):
    return re.sub(r"\s+", " ", text)


def of_table(*, missing, **options):
    table = random_table(6, datasets=22, classifiers=4, missing=missing, ties=False)
    return bakeoff.compare(table, **options)


def test_every_output_says_on_how_many_datasets_means_and_ranks_rest():
    made = of_table(missing=True)
    evidence = made.evidence
    assert isinstance(evidence, Scores)
    complete = int((evidence.values == evidence.values).all(axis=1).sum())
    for standing in made.ranking:
        column = evidence.values[:, evidence.classifiers.index(standing.classifier)]
        assert (standing.scored_on, standing.ranked_on) == (int((column == column).sum()), complete)
    assert complete == 18
    assert TOGETHER in one_line(str(made))
    assert TOGETHER.capitalize() in one_line(report_page(made))
    assert f"Means and mean ranks are over {EVERY}." in one_line(made.paper().table)
    whole = evidence.values[(evidence.values == evidence.values).all(axis=1)].mean(axis=0)
    assert [s.common_mean for s in made.ranking] == pytest.approx(
        [whole[evidence.classifiers.index(s.classifier)] for s in made.ranking]
    )
    assert [r["ranked_on"] for r in made.to_dict()["ranking"]] == [18] * 4
    assert "Mean rank over 18 datasets" in KINDS["ranks"].data(made).note
    assert "4 datasets are not ranked" in KINDS["critical-difference"].data(made).statement


def test_a_complete_table_has_nothing_to_say_of_it():
    made = of_table(missing=False)
    for said in (str(made), report_page(made), made.paper().table):
        assert "mean ranks are over" not in one_line(said).casefold()
    assert "Mean rank over 22 datasets with" in KINDS["ranks"].data(made).note


def test_bars_over_mean_ranks_say_by_which_test_they_are_unless_it_is_one_of_ranks():
    made = of_table(missing=False)
    beside = BESIDE.format("max-t")
    assert beside in one_line(str(made))
    assert beside in one_line(report_page(made))
    assert beside in KINDS["critical-difference"].data(made).statement
    by_scores = "the bars are by a permutation test of all pairs together on the scores, not on the ranks"
    assert by_scores in one_line(made.paper().document)
    by_ranks = of_table(missing=False, test="nemenyi")
    assert "not on the ranks" not in one_line(str(by_ranks))
    assert "not on the ranks" not in KINDS["critical-difference"].data(by_ranks).statement


def test_with_a_baseline_the_hollow_dots_say_so_too():
    made = of_table(missing=False, baseline="c0")
    assert f"the baseline, {BESIDE.format('max-t')}" in one_line(str(made))
    assert f"the verdicts are {BESIDE.format('max-t')}" in KINDS["critical-difference"].data(made).statement


NOBODY_EVERYWHERE = {
    "dataset": ["a", "b", "c", "d", "e", "f", "g"],
    "A": [0.81, 0.82, 0.83, 0.84, 0.85, None, None],
    "B": [None, 0.72, 0.73, 0.74, 0.75, 0.76, None],
    "C": [0.91, None, None, None, None, 0.96, 0.97],
}


def test_means_over_different_datasets_each_say_over_how_many_and_none_is_the_best():
    made = bakeoff.compare(NOBODY_EVERYWHERE)
    assert {s.classifier: s.scored_on for s in made.ranking} == {"A": 5, "B": 5, "C": 3}
    assert all(s.mean_rank is None for s in made.ranking)
    shown, page, table = one_line(str(made)), one_line(report_page(made)), made.paper().table
    for said in (shown, page):
        assert "each mean is over the datasets with a score of its own classifier (3 to 5)" in said.replace(
            "Each", "each"
        )
        assert "best first" not in said.casefold()
    assert re.search(r"A 0\.830\d* 5", shown)
    assert "over so many" in page
    assert re.search(r"Datasets &\s*5 & 5 & 3", table)
    assert "\\textbf" not in table.partition("Mean &")[2]


def test_a_page_shows_means_over_the_same_datasets_and_says_over_which():
    made = of_table(missing=True)
    picture = answer_document(made)["picture"]
    assert picture["basis"] == TOGETHER
    by_name = {s.classifier: s.common_mean for s in made.ranking}
    assert [float(row["mean"]) for row in picture["rows"]] == pytest.approx(
        [by_name[row["name"]] for row in picture["rows"]], abs=0.05
    )


def test_classifiers_that_agree_wherever_both_have_a_score_are_not_told_to_be_rounded():
    made = bakeoff.compare(
        {
            "dataset": list("abcdef"),
            "A": [None, 0.81, 0.82, None, 0.84, 0.85],
            "B": [0.80, None, 0.82, 0.83, None, 0.85],
            "C": [0.80, 0.81, None, 0.83, 0.84, None],
        }
    )
    said = next(f.message for f in made.findings if f.code == "BO341")
    assert said == "A, B and C have the same score on all their datasets: is it the same model 3 times?"
