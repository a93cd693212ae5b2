"""The paragraphs of a paper against the JSON of the same comparison: counts, levels, tests, p-values, decimals."""

import re

import pytest

import bakeoff
from bakeoff.render.numbers import p_text
from bakeoff.render.paper.numbers import spell_number
from bakeoff.render.paper.phrases import ADJUSTMENTS, TESTS
from kit_cases import CASES, comparison_of
from paper_designs import DESIGNS, battles_of, compare_design

ALL = [*((comparison_of, name) for name in CASES), *((compare_design, name) for name in DESIGNS)]
EVERY = pytest.mark.parametrize(("find", "name"), ALL, ids=[name for _, name in ALL])
VERDICTS = ("better", "worse")
SLIPS = (
    r"\b[Oo]f the (\w+) pairs, \1\b", r"\b(one|1) (pairs|datasets|examples|items|resamples|classifiers|models)\b",
    r"\b(one|1) (were|are)\b", r"\b1 of\b.* were\b", r"[.!?] \d", r"\d \\%", r"\band \d more\b(?! )", r"\(\)", r" ;",
)  # fmt: skip


def paragraphs(find, name):
    comparison = find(name)
    kit = comparison.paper()
    return comparison.to_dict(), kit.methods, kit.results


def tally(data):
    each = [pair["verdict"] for pair in data["pairs"]]
    return len(each), sum(v in VERDICTS for v in each), each.count("equivalent"), each.count("undecided")


@EVERY
def test_the_methods_name_the_test_the_level_and_the_adjustment_that_the_json_has(find, name):
    data, methods, _ = paragraphs(find, name)
    first, settings = data["pairs"][0], data["settings"]
    assert TESTS[first["test"]] in methods
    level = first["estimate"]["level"]
    assert rf"{level * 100:.10g}\% con" in methods or rf"{level * 100:.10g}\% cred" in methods
    if first.get("p_adjusted") is None:  # posteriors are not adjusted
        return
    assert f"$p$-value is below {1 - settings['level']:.10g}".replace(" 0.", " .") in methods
    named = [how for how, (words, _) in ADJUSTMENTS.items() if f"adjusted by {words}," in methods]
    assert named == (
        [settings["adjust"]] if settings["adjust"] in ADJUSTMENTS and len(data["pairs"]) > 1 else []
    )


@EVERY
def test_the_methods_count_what_the_json_counts(find, name):
    data, methods, _ = paragraphs(find, name)
    evidence = data["evidence"]
    assert re.match(
        rf"We compared {spell_number(len(evidence['classifiers']))} (classifiers|models)\b", methods
    )
    pairs = len(data["pairs"])
    told = re.findall(r"of the (\S+) pairs|comparisons \((\d+)\)", methods)
    assert {a or spell_number(int(b)) for a, b in told} <= {spell_number(pairs)}


@EVERY
def test_the_results_count_the_verdicts_of_the_json(find, name):
    data, _, results = paragraphs(find, name)
    pairs, differing, alike, undecided = tally(data)
    if pairs == 1:
        assert ("undecided" in results) == (undecided == 1)
        return
    if undecided == pairs:
        assert re.search(rf"N\w+ of the {spell_number(pairs)} pairs was decided", results)
        return
    opening = results.partition(" found to differ")[0]
    expected = {
        0: "None of the|Neither of the",
        pairs: "Both|All",
    }.get(
        differing,
        rf"{spell_number(differing).capitalize()} of the|Of the \S+ pairs, {spell_number(differing)}",
    )
    assert re.search(rf"({expected})\b", opening), opening
    assert results.count(" and ") >= alike if alike and alike <= 12 else True
    count = re.search(r"(?:In all, (\S+) of|The other (\S+) pairs are|The (other) pair is)", results)
    said = next((g for g in count.groups() if g), "") if count else "no"
    assert said == ("other" if said == "other" and undecided == 1 else spell_number(undecided))


@EVERY
def test_every_p_value_and_estimate_in_the_results_is_one_of_the_json(find, name):
    data, _, results = paragraphs(find, name)
    results = re.sub(r"With \S+ \w+ no exact \S+ test can reach[^:]*:", "", results)  # what no result is
    own = re.split(r" In the calibration of| Which of | The gate \(| By \w+, | There are ", results)[0]
    p_values = {p_text(p) for pair in data["pairs"] for p in (pair.get("p_adjusted"), pair.get("p_value"))}
    assert set(re.findall(r"\$(p [=<] [.\d]+)\$", own)) <= p_values | {p_text(1.0)}
    values = [abs(pair["estimate"]["value"]) for pair in data["pairs"]]
    for text in re.findall(r"(?:advantage|was|half|score|accuracy|AUC|\() \$[+-]([\d.]+)\$", own):
        decimals = len(text.partition(".")[2])
        assert any(f"{value:.{decimals}f}" == text for value in values), text


@EVERY
def test_the_pairs_of_a_paper_have_the_same_decimals_everywhere(find, name):
    comparison = find(name)
    kit = comparison.paper()
    body = kit.pairs.partition(r"\midrule")[2].partition(r"\bottomrule")[0]
    cells = re.findall(r"& \$[+-]?[\d.]+\$ & \$[\[(][^$]*[\])]\$", body)
    assert len({len(d) for cell in cells for d in re.findall(r"\d\.(\d+)", cell)}) <= 1, cells


@EVERY
def test_no_sentence_has_a_slip_of_number_or_begins_with_a_figure(find, name):
    _, methods, results = paragraphs(find, name)
    found = [(slip, text) for slip in SLIPS for text in (methods, results) if re.search(slip, text)]
    assert not found


def test_scores_without_right_and_wrong_have_no_counts_of_right_answers():
    assert "gets right" not in compare_design("ROC AUC").paper().results
    assert "gets right" in compare_design("predictions").paper().results


def test_a_paper_says_on_how_many_datasets_two_were_compared_where_a_score_is_missing():
    assert (
        "compared on the 11 datasets on which both have a score"
        in compare_design("missing, two").paper().methods
    )


def test_a_board_of_battles_counts_entries_battles_and_separated_pairs():
    board = bakeoff.leaderboard(battles_of())
    kit = board.paper()
    assert kit.methods.startswith("We ranked four entries that met in 400 battles.")
    assert f"Of the six pairs, {spell_number(board.separated_pairs)} are separated." in kit.results
