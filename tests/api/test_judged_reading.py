"""How a table of judged answers is read: columns, models and groups as the user names them."""

import random

import pytest

import bakeoff
from bakeoff.core.errors import BakeoffError


def judged(models="ab", scale=1):
    draw = random.Random(2)
    rows = []
    for doc in range(20):
        for i in range(6):
            for k, model in enumerate(models):
                right = int(draw.random() < 0.5 + 0.1 * k * (doc % 4 - 1))
                said = scale * (right if draw.random() < 0.9 else 1 - right)
                rows.append(f"{doc}_{i},d{doc},{model},{said},{right if doc % 2 else ''}")
    return rows


def table(head, rows):
    return "\n".join([head, *rows]) + "\n"


PLAIN = table("id,doc,model,score,gold", judged())


def estimate(text, **told):
    return bakeoff.compare(text, gold_column="gold", **told).to_dict()["corrected"]


def test_groups_of_items_are_heeded_by_either_name():
    by_group = estimate(PLAIN, group_column="doc")
    assert by_group == estimate(PLAIN, cluster_column="doc")
    assert by_group != estimate(PLAIN)


def test_columns_of_other_names_are_named():
    text = table("number,doc,which,score,gold", judged())
    assert estimate(text, id_column="number", classifier_column="which") == estimate(PLAIN)


def test_a_third_model_is_left_out_when_asked_and_the_refusal_says_how():
    text = table("id,doc,model,score,gold", judged("abc"))
    with pytest.raises(BakeoffError) as caught:
        estimate(text)
    assert "leave_out 'c'" in caught.value.fix
    two = table("id,doc,model,score,gold", [row for row in judged("abc") if ",c," not in row])
    assert estimate(text, leave_out=["c"]) == estimate(two)
    with pytest.raises(BakeoffError, match="no model 'd'"):
        estimate(text, leave_out=["d"])


def test_a_judge_on_another_scale_than_people_is_refused():
    with pytest.raises(BakeoffError, match="people scored from 0 to 1 and the judge up to 100"):
        estimate(table("id,doc,model,score,gold", judged(scale=100)))
