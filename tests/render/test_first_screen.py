"""The first screen of the report: who to choose, how much it is, one picture of the very quantity of the answer."""

import re

import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.report import report_page
from bakeoff.core.answers.pair_order import turn_pair
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.html import tables
from bakeoff.render.html.first_screen import (
    answer_badge,
    choice_sentence,
    effect_cards,
    effect_sentence,
    next_steps,
)
from bakeoff.render.html.gap_picture import MOST_ROWS, front_of, gap_picture


def table(steps, *, datasets=25, seed=1, noise=1.5):
    rng = np.random.default_rng(seed)
    base = rng.uniform(60, 85, datasets)
    return {n: (base + step + rng.normal(0, noise, datasets)).round(2).tolist() for n, step in steps.items()}


@pytest.fixture(scope="module")
def many():
    return bakeoff.compare(table({"a": 5.0, "b": 4.8, "c": 0.0, "d": -8.0}), margin=1.0)


@pytest.fixture(scope="module")
def two():
    return bakeoff.compare(PUBLISHED["figure-15.2"].text)


def test_the_lines_are_the_intervals_of_the_gaps_to_the_one_in_front(many):
    picture, front = gap_picture(many), front_of(many)
    assert picture.rows[0].name == front
    assert picture.rows[0].middle == picture.zero
    for row in picture.rows[1:]:
        pair = next(p for p in many.pairs if {p.a, p.b} == {front, row.name})
        gap = turn_pair(pair, b=row.name)
        assert (row.middle < picture.zero) == (gap.advantage < 0)
        assert (row.high < picture.zero) == (gap.interval.high < 0)
        assert row.low <= row.middle <= row.high


def test_those_tied_for_best_are_marked_and_only_those(many):
    assert sorted(row.name for row in gap_picture(many).rows if row.is_tied) == ["a", "b"]
    assert answer_badge(many).word == "Tied for best"
    assert choice_sentence(many).startswith("Choose between b and a by cost, speed or what you know best: ")
    assert choice_sentence(many).endswith(
        " Each of the other 2 is shown to be worse than at least one other."
    )


def test_of_very_many_the_first_are_seen_and_the_others_unfolded():
    comparison = bakeoff.compare(table({f"m{i:02d}": -i / 4 for i in range(30)}))
    picture = gap_picture(comparison)
    assert len(picture.rows) == MOST_ROWS
    assert len(picture.rows) + len(picture.rest) == 30


def test_a_margin_is_shaded_and_two_have_a_dot_for_each_dataset(two, many):
    low, high = gap_picture(many).margin
    assert low < gap_picture(many).zero < high
    assert gap_picture(two).margin is None
    assert len(gap_picture(two).dots) == len(two.pairs[0].units)


def test_an_undecided_pair_is_not_called_equal(two):
    comparison = bakeoff.compare(PUBLISHED["exercise-15"].text)
    assert answer_badge(comparison).word == "Not decided"
    assert "not the same as equal" in choice_sentence(comparison)
    assert next_steps(comparison)[0].when == "If a choice is needed now"


@pytest.mark.parametrize(
    ("measure", "words"), [("accuracy", "more of 100"), ("error", "fewer of 100"), ("f1", " points")]
)
def test_a_gap_is_counted_in_cases_only_where_the_score_counts_cases(measure, words):
    scores = table({"a": 0.0, "b": 6.0})
    rows = [
        {"dataset": i, "classifier": name, measure: value}
        for name, column in scores.items()
        for i, value in enumerate(column)
    ]
    assert words in effect_cards(bakeoff.compare(rows))[1].number


def test_the_column_of_a_test_never_mixes_adjusted_and_other_p_values(many):
    matrix = tables.tests_of_many(many.pairs, many)
    assert sum(count for _, count in matrix.kinds) == len(matrix.procedures)
    by_key = {
        key: {t.p_adjusted is None for t in many.tests if t.result.procedure == key}
        for key in matrix.procedures
    }
    assert all(len(kinds) == 1 for kinds in by_key.values())
    assert [kind for kind, _ in matrix.kinds] == sorted({kind for kind, _ in matrix.kinds})


def test_scores_that_are_missing_and_could_change_verdicts_stand_in_the_first_screen():
    scores = table({"a": 5.0, "b": 4.4, "c": 2.0})
    scores["b"][2] = scores["b"][5] = None
    made = bakeoff.compare(scores)
    assert "BO344" in {f.code for f in made.findings if f.severity == "warning"}
    page = report_page(made)
    first = page[: page.index("What to do next")]
    anchor = re.search(r'href="#(reading-\d+)">BO344<', first)
    assert anchor is not None
    assert f'id="{anchor[1]}"' in page


def test_p_of_removals_is_headed_by_what_it_is(many, tmp_path):
    two = bakeoff.compare(table({"a": 0, "b": 3}))
    for comparison, head in ((many, "adjusted p"), (two, "p")):
        page = comparison.report(tmp_path / "r.html").read_text(encoding="utf-8")
        heads = page.partition('id="spare-table"')[2].partition("</tr>")[0]
        assert f'<th scope="col">{head}</th>' in heads


def test_the_effect_of_one_pair_is_a_sentence_with_its_range_and_without_p(two):
    pair = two.pairs[0]
    text = effect_sentence(pair, two)
    low, high = (abs(end) for end in (pair.interval.low, pair.interval.high))
    assert f"{abs(pair.advantage):.1f} points ahead of" in text
    assert f"{low:.1f}" in text
    assert f"{high:.1f}" in text
    assert "p =" not in text


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        (None, "b is estimated to be 1.5 points behind a. 95 % interval: −"),
        ("accuracy", "1.5 fewer of 100 would be right with b in place of a. 95 % interval: −"),
        ("error", "1.5 fewer of 100 would be wrong with b in place of a. 95 % interval: +"),
    ],
)
def test_the_effect_has_the_signs_of_the_picture_beside_it(metric, words):
    scores = {"a": [70.5, 76, 82, 85.5, 93, 61, 67, 74], "b": [70.0, 75, 80, 85, 90, 60, 65, 72]}
    made = bakeoff.compare(scores, metric=metric)
    assert effect_sentence(made.pairs[0], made).startswith(words)
    held = bakeoff.compare(scores, metric=metric, margin=0.1)
    assert effect_sentence(held.pairs[0], held).endswith(": more than the 0.1 points that matter.")


@pytest.mark.parametrize(
    ("margin", "ending"),
    [
        (0.1, ": more than the 0.1 points that matter."),
        (1.0, "; 1 point matters."),
        (9.0, ": less than the 9 points that matter."),
    ],
)
def test_the_effect_is_held_against_the_difference_that_matters(margin, ending):
    scores = {"a": [70.0, 75, 80, 85, 90, 60, 65, 72], "b": [70.5, 76, 82, 85.5, 93, 61, 67, 74]}
    made = bakeoff.compare(scores, margin=margin)
    assert effect_sentence(made.pairs[0], made).endswith(ending)


def test_an_undecided_effect_says_that_either_may_be_ahead():
    made = bakeoff.compare(table({"a": 0.0, "b": 0.0}, noise=3))
    assert effect_sentence(made.pairs[0], made).endswith("Either may be ahead.")


def folds(step, *, names=("a", "b"), **sizes):
    rng = np.random.default_rng(4)
    rows = [
        ("some", name, repeat, fold, round(0.7 + step * place + rng.normal(0, 0.01), 4))
        for repeat in range(3)
        for fold in range(10)
        for place, name in enumerate(names)
    ]
    heads = ("dataset", "classifier", "repeat", "fold", "accuracy")
    columns = dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True))
    return bakeoff.compare(columns | {head: [size] * len(rows) for head, size in sizes.items()})


@pytest.mark.parametrize(
    ("sizes", "amount"), [({"n_train": 135, "n_test": 15}, "about 135 examples"), ({}, "as many examples")]
)
def test_a_choice_over_resamples_is_for_training_sets_as_large(sizes, amount):
    for comparison in (folds(0.1, **sizes), folds(0.1, names=("a", "b", "c"), **sizes)):
        assert choice_sentence(comparison).endswith(f"if your data are like these and you train on {amount}.")
    last = next_steps(folds(0.1, **sizes))[0]
    assert last.what == (
        f"Ask whether your data are like these and you train on {amount}; if not, compare again on yours."
    )


def test_a_paper_says_on_how_many_examples_learners_were_trained():
    from bakeoff.render.paper.methods import methods_paragraph
    from bakeoff.render.paper.results import results_paragraph

    known, unknown = folds(0.1, n_train=135, n_test=15), folds(0.1)
    assert "10-fold cross-validation), each trained on 135 examples." in methods_paragraph(known)
    assert "b was better than a, each trained on 135 examples." in results_paragraph(known)
    assert r"each trained on 90\% of the examples." in methods_paragraph(unknown)
    assert r"b was better than a, each trained on 90\% of the examples." in results_paragraph(unknown)
    undecided = results_paragraph(folds(0.0, n_train=135, n_test=15))
    assert "trained on" not in undecided


def test_the_advice_for_now_is_about_those_that_are_not_shown_to_be_worse():
    tied = bakeoff.compare(PUBLISHED["demsar-2006"].text, metric="AUC")
    now = next_steps(tied)[0]
    assert now.what.startswith("Take, of those tied for best, the one that is cheapest to run")
    undecided = bakeoff.compare(PUBLISHED["figure-15.2"].text)
    assert next_steps(undecided)[0].what.startswith("Take the one that is cheapest to run")
