"""Latency, price and tokens beside the score: each compared by itself, with the front."""

import json

import numpy as np
import pytest
from matplotlib.text import Text

import bakeoff
from bakeoff.cli.main import main

RNG = np.random.default_rng(4)
MODELS = {"small": (0.55, 0.1), "large": (0.8, 0.4), "waste": (0.6, 0.9)}


def table():
    columns = {"model": [], "item": [], "score": [], "cost_usd": []}
    for name, (chance, price) in MODELS.items():
        for i in range(120):
            columns["model"].append(name)
            columns["item"].append(f"q{i}")
            columns["score"].append(int(RNG.random() < chance))
            columns["cost_usd"].append(round(price * RNG.uniform(0.8, 1.2) / 2, 4))
    return columns


@pytest.fixture(scope="module")
def made():
    return bakeoff.compare(table(), beside=["cost_usd"])


def test_those_that_nothing_beats_are_on_the_front(made):
    (found,) = made.beside
    assert {p.name for p in found.trade_off.points if p.on_front} == {"small", "large"}
    assert "large and small are on the Pareto front" in " ".join(str(made).split())
    assert {str(pair.verdict) for pair in found.pairs} <= {"better", "worse"}


def test_a_price_below_one_is_no_share(made):
    point = next(p for p in made.beside[0].trade_off.points if p.name == "small")
    assert point.cost.high - point.cost.low < 0.005  # a share of 120 items would reach 0.08 and more


def test_the_other_outputs_have_it(made, tmp_path):
    document = json.loads(json.dumps(made.to_dict()))["beside"][0]
    assert document["column"] == "cost_usd"
    assert [c["classifier"] for c in document["classifiers"] if not c["on_front"]] == ["waste"]
    page = made.report(tmp_path / "r.html").read_text(encoding="utf-8")
    assert "score and cost_usd" in page
    assert made.plot("trade-off").get_ylabel().startswith("score")


def test_without_a_further_measure_there_is_none(tmp_path):
    plain = bakeoff.compare(table())
    assert plain.beside == ()
    assert "beside" not in plain.to_dict()
    with pytest.raises(bakeoff.BakeoffError, match="--beside"):
        plain.plot("trade-off")


def test_a_column_that_is_not_there_is_refused(tmp_path, capsys):
    path = tmp_path / "log.csv"
    path.write_text("model,item,score\n" + "".join(f"{m},q{i},{i % 2}\n" for m in "ab" for i in range(9)))
    assert main(["compare", str(path), "--beside", "latency"]) == 2
    out, err = capsys.readouterr()
    assert (out, "BO923" in err, "latency" in err) == ("", True, True)


def test_a_column_beside_the_score_is_not_said_to_be_left_aside(made):
    roles = {c["name"]: c["role"] for c in made.to_dict()["reading"]["columns"]}
    assert roles["cost_usd"] == "beside the score"
    assert "left aside" not in str(made)


def test_the_trade_off_of_items_speaks_of_models(made):
    axes = made.plot("trade-off")
    assert axes.get_title(loc="left").startswith("Score and cost_usd: large and small are on")
    assert "classifier" not in " ".join(text.get_text() for text in axes.figure.findobj(match=Text))


def test_prices_that_are_the_same_in_every_answer_need_no_test():
    columns = table()
    fixed = {"small": 0.01, "large": 0.4, "waste": 0.9}
    columns["cost_usd"] = [fixed[name] for name in columns["model"]]
    said = " ".join(str(bakeoff.compare(columns, beside=["cost_usd"])).split())
    assert "no test by cost_usd: its differences do not vary from answer to answer" in said
    assert "is shown to differ in cost_usd" not in said
    columns["cost_usd"] = [
        cost * (1 + i % 3 / 10 if name == "waste" else 1)
        for i, (name, cost) in enumerate(zip(columns["model"], columns["cost_usd"], strict=True))
    ]
    said = " ".join(str(bakeoff.compare(columns, beside=["cost_usd"])).split())
    assert "both pairs are shown to differ in cost_usd" in said
    assert "1 other pair needed no test, as neither varies" in said
