"""Means and ranks that stand side by side say on how many datasets each rests, and bars say what they are of."""

import re

from validation.removals import random_table

import bakeoff
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.api.deliveries.report import report_page
from bakeoff.core.evidence import Scores

KINDS = {figure.key: figure for figure in FIGURES}
EVERY = "the 18 datasets with a score of every classifier"
APART = f"mean ranks are over {EVERY}, mean scores over the 20 to 22 that each has"
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
    assert APART in one_line(str(made))
    assert APART.capitalize() in one_line(report_page(made))
    assert APART.capitalize() in one_line(made.paper().table)
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
    assert f"no pair is decided, {beside}." in one_line(made.paper().document)
    by_ranks = of_table(missing=False, test="nemenyi")
    assert "not on the ranks" not in one_line(str(by_ranks))
    assert "not on the ranks" not in KINDS["critical-difference"].data(by_ranks).statement


def test_with_a_baseline_the_hollow_dots_say_so_too():
    made = of_table(missing=False, baseline="c0")
    assert f"the baseline, {BESIDE.format('max-t')}" in one_line(str(made))
    assert f"the verdicts are {BESIDE.format('max-t')}" in KINDS["critical-difference"].data(made).statement
