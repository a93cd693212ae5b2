"""Categories beside predicted classes, and rows of several classifiers under one id."""

import csv
import re
import shlex

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import ReadingError, UsageError


def write(place, columns):
    with place.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([columns, *zip(*columns.values(), strict=True)])
    return place


def labels(n=80, **extra):
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, n)
    say = {
        who: np.where(rng.uniform(size=n) < share, truth, 1 - truth)
        for who, share in (("m1", 0.9), ("m2", 0.8))
    }
    return {"id": range(n), "y": truth, **say} | {who: make(rng, truth) for who, make in extra.items()}


def test_a_column_that_agrees_with_the_truth_by_chance_is_asked_about(tmp_path, capsys):
    place = write(tmp_path / "answers.csv", labels(urban=lambda rng, truth: rng.permutation(truth)))
    assert main(["compare", str(place)]) == 2
    message = capsys.readouterr().err
    assert "'urban' may be no classifier" in message
    commands = [shlex.split(line)[1:] for line in re.findall(r"^ +(bakeoff .*)$", message, re.MULTILINE)]
    found = []
    for command in commands:
        assert main(["read", *command[1:]]) == 0
        found.append(re.search(r"× (\d) classifiers", capsys.readouterr().out)[1])
    assert found == ["2", "3"]


@pytest.mark.parametrize("name", ["female", "smoker", "Geschlecht", "region"])
def test_columns_called_as_properties_of_people_and_places_are_no_classifiers(tmp_path, name):
    # Even where it goes with the truth, as smoking does with a disease.
    place = write(
        tmp_path / "answers.csv", labels(**{name: lambda rng, truth: truth ^ (rng.uniform(size=80) < 0.3)})
    )
    evidence = bakeoff.read(place).evidence
    assert evidence.classifiers == ("m1", "m2")
    (aside,) = (c for c in evidence.reading.columns if c.role == "left aside")
    assert (aside.name, aside.why) == (name, "it is called as what examples have, not what is said of them")


def test_one_label_throughout_is_what_a_majority_classifier_says(tmp_path):
    place = write(tmp_path / "answers.csv", labels(m3=lambda rng, truth: np.ones_like(truth)))
    assert bakeoff.read(place).evidence.classifiers == ("m1", "m2", "m3")


def test_a_known_classifier_may_be_as_bad_as_chance(tmp_path):
    place = write(tmp_path / "answers.csv", labels(svm=lambda rng, truth: rng.permutation(truth)))
    assert bakeoff.read(place).evidence.classifiers == ("m1", "m2", "svm")


def test_columns_that_are_named_are_the_only_ones(tmp_path):
    place = write(tmp_path / "answers.csv", labels(m3=lambda rng, truth: np.ones_like(truth)))
    assert bakeoff.read(place, columns=["m1", "m2"]).evidence.classifiers == ("m1", "m2")
    with pytest.raises(UsageError, match="m9"):
        bakeoff.read(place, columns=["m1", "m9"])


def stacked(**named):
    rng = np.random.default_rng(9)
    truth = rng.integers(0, 2, 40).tolist() * 2
    return {"id": [*range(40)] * 2, "y_true": truth, "prob": rng.uniform(size=80).round(4), **named}


@pytest.mark.parametrize("verb", ["read", "compare", "estimate"])
def test_contrary_probabilities_of_one_id_are_no_repeated_rows(tmp_path, verb, capsys):
    assert main([verb, str(write(tmp_path / "stacked.csv", stacked()))]) == 2
    message = capsys.readouterr().err
    assert "example '0' has more than one number in 'prob'" in message
    assert "a column 'classifier'" in message


def test_equal_probabilities_of_one_id_are_repeated_rows(tmp_path):
    columns = {name: [*values[:40], *values[:5]] for name, values in stacked().items()}
    evidence = bakeoff.read(write(tmp_path / "stacked.csv", columns)).evidence
    assert [f.code for f in evidence.findings if f.code == "BO354"] == ["BO354"]


def test_runs_that_are_called_by_words_may_be_classifiers(tmp_path, capsys):
    place = write(tmp_path / "stacked.csv", stacked(run=["lr"] * 40 + ["gb"] * 40))
    assert main(["compare", str(place)]) == 2
    message = capsys.readouterr().err
    # What leaves one classifier is named for bakeoff estimate, and not offered to be compared.
    assert re.findall(r"^ +bakeoff compare \S+ (.*)$", message, re.MULTILINE) == ["--classifier-column run"]
    assert main(["compare", str(place), "--classifier-column", "run"]) == 0
    assert main(["estimate", str(place), "--repeat-column", "run"]) == 0


def test_rows_of_one_value_are_offered_where_they_hold_several_classifiers(tmp_path):
    columns = {
        "id": [1, 2, 3, 1, 2, 3],
        "y_true": list("abaaba"),
        "rf": list("abbaab"),
        "svm": list("aabbba"),
    }
    with pytest.raises(ReadingError, match="which differ in 'tongue'") as error:
        bakeoff.read(write(tmp_path / "answers.csv", {**columns, "tongue": ["en"] * 3 + ["de"] * 3}))
    assert [a.options for a in error.value.alternatives][-1] == ("--only", "tongue=en")


def test_seeds_are_attempts_and_no_classifier(tmp_path):
    reading = bakeoff.read(
        write(tmp_path / "stacked.csv", stacked(seed=[1] * 40 + [2] * 40))
    ).evidence.reading
    assert reading.columns_of("attempt") == ("seed",)
    assert reading.columns_of("classifier") == ()


def test_the_truth_is_known_in_other_languages(tmp_path):
    columns = labels()
    columns = {"Wahrheit": columns.pop("y"), **{k: v for k, v in columns.items() if k != "id"}}
    assert bakeoff.read(write(tmp_path / "answers.csv", columns)).evidence.classifiers == ("m1", "m2")
