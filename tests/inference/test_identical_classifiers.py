"""Two classifiers with the same scores everywhere are a result, in every design, and do not end the others."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main

RNG = np.random.default_rng(3)
BASE = np.round(RNG.uniform(60, 95, 12), 2)
OTHER = np.round(BASE + RNG.normal(3, 2, 12), 2)
NAMES = [f"set {chr(97 + i)}" for i in range(12)]


def _table(many):
    head = "dataset,A,B,C" if many else "dataset,A,B"
    rows = zip(NAMES, BASE, BASE, OTHER, strict=True)
    return "\n".join([head, *(",".join(map(str, row[: 4 if many else 3])) for row in rows)])


def _folds(many):
    rng = np.random.default_rng(4)
    rows = ["dataset,classifier,repeat,fold,score,n_train,n_test"]
    for repeat in range(5):
        for fold in range(2):
            score = round(rng.uniform(0.7, 0.9), 3)
            own = {"A": score, "B": score, "C": round(score + rng.normal(0.08, 0.01), 3)}
            rows += [f"iris,{n},{repeat},{fold},{s},75,75" for n, s in list(own.items())[: 3 if many else 2]]
    return "\n".join(rows)


def _predictions(many):
    rng = np.random.default_rng(5)
    rows = ["id,y_true,A,B,C" if many else "id,y_true,A,B"]
    for i in range(80):
        truth = int(rng.integers(2))
        a, c = (truth if rng.random() < share else 1 - truth for share in (0.75, 0.97))
        rows.append(",".join(map(str, [f"e{i}", truth, a, a, c][: 5 if many else 4])))
    return "\n".join(rows)


CASES = [
    *((_table, test) for test in (None, "paired-t", "wilcoxon", "sign", "sign-flip", "holm")),
    *((_folds, test) for test in (None, "corrected-t", "t-5x2cv", "f-5x2cv")),
    *((_predictions, test) for test in (None, "binomial", "mcnemar", "paired-bootstrap")),
]


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize(("evidence", "test"), CASES)
def test_identical_classifiers_are_a_result(tmp_path, monkeypatch, capsys, evidence, test, many):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case.csv").write_text(evidence(many) + "\n")
    named = [] if test is None else ["--adjust", "holm"] if test == "holm" else ["--test", test]
    if test == "holm" and not many:
        named = ["--test", "paired-t"]
    assert main(["compare", "case.csv", *named, "--json", "--latex", "k.tex", "--export", "p.md"]) == 0
    document = json.loads(capsys.readouterr().out)
    pair = next(p for p in document["pairs"] if {p["a"], p["b"]} == {"A", "B"})
    assert (pair["verdict"], pair["estimate"]["value"], pair["p_adjusted"]) == ("undecided", 0.0, 1.0)
    assert main(["compare", "case.csv", *named, "-q"]) == 0
    quiet = capsys.readouterr().out
    assert " ".join(quiet.split()) == document["summary"]
    if many:
        assert any("C" in (p["a"], p["b"]) and p["p_adjusted"] < 1 for p in document["pairs"])
    else:
        assert "have the same score everywhere" in quiet or "right and wrong in the same places" in quiet


def test_classifiers_that_only_rounding_makes_equal_are_not_called_the_same_model():
    rows = "\n".join(f"d{i},0.{70 + i},0.{70 + i}{1 + i % 4}1" for i in range(8))
    found = bakeoff.compare(f"dataset,coarse,fine\n{rows}\n", metric="accuracy")
    (message,) = [finding.message for finding in found.findings if finding.code == "BO341"]
    assert "only at the coarser" in message
    assert "same model" not in message


def messages(table):
    return [f.message for f in bakeoff.compare(table, metric="accuracy").findings if f.code == "BO341"]


def test_classifiers_that_are_each_the_same_as_a_third_only_are_not_called_the_same():
    rows = [f"d{i},0.{70 + 3 * i % 20},0.{70 + 3 * i % 20 if i < 2 else 60 + i}," for i in range(8)]
    third = [f"0.{70 + 3 * i % 20}" if i < 2 else "" for i in range(8)]
    found = messages("\n".join(["dataset,A,B,C", *(r + t for r, t in zip(rows, third, strict=True))]) + "\n")
    assert found == [
        "A and C have the same score on all 2 datasets: is it the same model twice?",
        "B and C have the same score on all 2 datasets: is it the same model twice?",
    ]


def test_one_dataset_on_which_two_tie_says_nothing_of_their_model():
    rows = [f"d{i},0.{70 + 3 * i % 20},0.{81 + i},{'0.70' if i == 0 else ''}" for i in range(8)]
    assert messages("\n".join(["dataset,A,B,C", *rows]) + "\n") == []


def test_a_mean_of_the_same_scores_in_another_order_is_the_same_score():
    rows = ["dataset,classifier,fold,score"]
    for i in range(7):
        for fold, (a, b) in enumerate(
            zip((0.98, 0.88, 0.1 * (i + 1)), (0.1 * (i + 1), 0.98, 0.88), strict=True)
        ):
            rows += [f"d{i},A,{fold},{a}", f"d{i},B,{fold},{b}"]
    assert messages("\n".join(rows) + "\n") == [
        "A and B have the same score on all 7 datasets: is it the same model twice?"
    ]
