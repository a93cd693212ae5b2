"""Tables of answers to items, through the door."""

import pytest

import bakeoff
from bakeoff.core.errors import InputError
from bakeoff.inputs.items.columns import ItemColumns, make_item_evidence


def read(tmp_path, *texts, **options):
    places = []
    for n, text in enumerate(texts):
        places.append(tmp_path / f"table{n}.csv")
        places[-1].write_text(text, encoding="utf-8")
    return bakeoff.read(places if len(places) > 1 else places[0], **options)


def _answers(group):
    rows = [f"q{i},{m},{i * k % 2},{group(i, m)}\n" for k, m in ((1, "a"), (3, "b")) for i in range(10)]
    return "item,model,correct,group\n" + "".join(rows)


def test_an_item_in_two_groups_is_refused(tmp_path):
    whole = _answers(lambda i, m: "xy"[i > 4])
    assert read(tmp_path, whole, group_column="group").evidence.groups == ("x", "y")
    torn = _answers(lambda i, m: "y" if (i, m) == (3, "b") else "xy"[i > 4])
    with pytest.raises(InputError, match="'q3' is in two groups: 'x' and 'y'") as refused:
        read(tmp_path, torn, group_column="group")
    assert refused.value.code == "BO277"


def test_an_item_whose_group_one_model_lacks_has_that_of_the_other(tmp_path):
    found = read(
        tmp_path, _answers(lambda i, m: "" if (i, m) == (3, "b") else "xy"[i > 4]), group_column="group"
    )
    assert found.evidence.item_group.tolist() == [0] * 5 + [1] * 5


def test_the_metric_of_answers_paired_by_position_has_the_name_of_their_column(tmp_path):
    one, two = ("y,correct\n" + "".join(f"{i},{i % k % 2}\n" for i in range(12)) for k in (2, 3))
    assert read(tmp_path, one, two, pair_by="position").evidence.metric == "correct"


def test_ratings_without_a_name_are_taken_as_higher_is_better_and_that_is_said(tmp_path):
    text = "item,a,b\n" + "".join(f"q{i},{1 + i % 5},{1 + i * 3 % 5}\n" for i in range(12))
    found = read(tmp_path, text, rows_are="examples")
    assert [doubt.message for doubt in found.reading.doubts] == [
        "no name says what the scores from 1 to 5 measure; higher is taken as better"
    ]
    halves = text.replace(",3\n", ",3.5\n")
    assert read(tmp_path, halves, rows_are="examples").evidence.higher_is_better


@pytest.mark.parametrize(
    ("answers", "told"), [([(i < 7, i < 4) for i in range(12)] * 2, True), ([(1, 1)] * 24, False)]
)
def test_a_second_half_that_repeats_the_first_is_told_unless_nothing_varies(tmp_path, answers, told):
    found = read(tmp_path, "a,b\n" + "".join(f"{int(a)},{int(b)}\n" for a, b in answers))
    words = " ".join(finding.message for finding in found.evidence.findings)
    assert ("is the table there twice?" in words) is told


def test_an_item_in_two_groups_is_refused_of_given_columns_too():
    columns = ItemColumns(
        model=["a", "b"] * 3,
        item=["q0", "q0", "q1", "q1", "q2", "q2"],
        score=[0, 1] * 3,
        group=list("xxyxyy"),
    )
    with pytest.raises(InputError, match="'q1' is in two groups: 'y' and 'x'"):
        make_item_evidence(columns)
