"""Items on the page: the settings of the command line, and its answers."""

import json
import random

import pytest

import bakeoff


def item_table() -> str:
    draw = random.Random(4)
    rows = ["model,task,item,run,score"]
    for task, items in (("sums", 40), ("facts", 12), ("code", 25)):
        for i in range(items):
            hard = draw.random()
            for model, skill in (("A", 0.1), ("B", 0.35)):
                rows += [
                    f"{model},{task},q{i},{run},{int(draw.random() < skill + hard / 2)}" for run in (1, 2, 3)
                ]
    return "\n".join(rows) + "\n"


ITEMS = item_table()
ORDERED = "model,score\n" + "".join(
    f"{m},{(i * k) % 3 > 0:d}\n" for m, k in (("A", 1), ("B", 2)) for i in range(30)
)


def as_posted(client, text, options):
    answer = client.post("/api/compare", json={"text": text, "options": options})
    assert answer.status_code == 200, answer.text
    return answer.json()["comparison"]


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (ITEMS, {}),
        (ITEMS, {"over": "tasks"}),
        (ITEMS, {"average": "pooled"}),
        (ITEMS, {"metric": "pass@2"}),
        (ITEMS, {"metric": "majority-of-3", "level": 0.9}),
        (ITEMS, {"missing": "wrong", "margin": 0.05}),
        (ITEMS, {"without": ["facts"]}),
        (ORDERED, {"pair_by": "position"}),
    ],
    ids=["plain", "over tasks", "pooled", "pass@2", "majority", "missing wrong", "without", "by position"],
)
def test_the_page_answers_items_as_the_command_line_does(client, text, options):
    theirs = as_posted(client, text, options)
    mine = json.loads(json.dumps(bakeoff.compare(text, **options).to_dict()))
    for document in (mine, theirs):
        document["evidence"].pop("source")
    assert theirs == mine


def test_the_form_asks_what_the_claim_is_about(client):
    page = client.get("/").text
    for name, choice in (("over", "tasks"), ("average", "pooled"), ("pair_by", "position")):
        assert f'name="{name}"' in page
        assert f">{choice}<" in page


def test_the_view_says_whose_claim_it_is(client):
    these = client.post("/api/view", json={"text": ITEMS}).json()["view"]["headline"]
    such = client.post("/api/view", json={"text": ITEMS, "options": {"over": "tasks"}}).json()["view"][
        "headline"
    ]
    assert "these 3 tasks" in these
    assert "tasks like these" in such
