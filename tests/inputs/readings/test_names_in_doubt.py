"""Names that are one word and a number: folds in any language, or datasets."""

import csv
import io
import json
import re
import shlex

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import ReadingError

CLASSIFIERS = ("RF", "SVM", "NB")
FOLDS = {
    "Spanish": "pliegue{}",
    "Portuguese": "dobra {}",
    "Russian": "разбиение{}",
    "Chinese": "折{}",
    "German": "Durchlauf{}",
}


def write(place, names, *, turned=False, first="classifier"):
    rng = np.random.default_rng(5)
    scores = rng.uniform(0.7, 0.9, (len(CLASSIFIERS), len(names))).round(4)
    rows = [[first, *names], *([c, *own] for c, own in zip(CLASSIFIERS, scores, strict=True))]
    text = io.StringIO()
    csv.writer(text).writerows(zip(*rows, strict=True) if turned else rows)
    place.write_text(text.getvalue(), encoding="utf-8")
    return place


@pytest.mark.parametrize("form", FOLDS.values(), ids=FOLDS)
def test_folds_in_other_languages_are_resamples_of_one_dataset(tmp_path, form):
    place = write(tmp_path / "table.csv", [form.format(i) for i in range(1, 11)])
    read = bakeoff.read(place)
    assert (read.evidence.classifiers, len(read.evidence.datasets)) == (CLASSIFIERS, 1)
    assert read.evidence.resamples is not None
    assert len(read.evidence.resamples.fold) == 10


@pytest.mark.parametrize("form", ["bloque{}", "bloque_{}", "第{}轮"])
def test_columns_of_an_unknown_word_and_a_number_are_asked_about(tmp_path, form, capsys):
    place = write(tmp_path / "table.csv", [form.format(i) for i in range(10)])
    assert main(["compare", str(place)]) == 2
    message = capsys.readouterr().err
    assert "resamples of one dataset (folds, seeds, runs) or datasets" in message
    commands = [shlex.split(line)[1:] for line in re.findall(r"^ +(bakeoff .*)$", message, re.MULTILINE)]
    datasets = []
    for command in commands:
        assert main(["read", *command[1:], "--json"]) == 0
        datasets.append(json.loads(capsys.readouterr().out)["evidence"]["datasets"])
    assert datasets == [1, 10]


def test_rows_of_an_unknown_word_are_asked_about_where_no_header_calls_them_datasets(tmp_path):
    names = [f"bloque{i}" for i in range(10)]
    with pytest.raises(ReadingError, match="may be resamples of one dataset") as error:
        bakeoff.read(write(tmp_path / "table.csv", names, turned=True, first=""))
    assert [a.options for a in error.value.alternatives] == [
        ("--rows-are", "resamples"),
        ("--rows-are", "datasets"),
    ]
    told = bakeoff.read(write(tmp_path / "table.csv", names, turned=True, first="dataset"))
    assert told.evidence.datasets == tuple(names)


@pytest.mark.parametrize("form", ["dataset{}", "D{}", "task {}"])
def test_words_that_number_datasets_are_no_question(tmp_path, form):
    names = [form.format(i) for i in range(1, 11)]
    assert bakeoff.read(write(tmp_path / "table.csv", names)).evidence.datasets == tuple(names)


def test_rows_that_are_folds_are_called_resamples(tmp_path):
    place = write(tmp_path / "table.csv", [f"fold{i}" for i in range(10)], turned=True, first="")
    reading = bakeoff.read(place).evidence.reading
    assert [(c.name, c.role) for c in reading.columns][:2] == [("", "resample"), ("RF", "classifier")]
    assert not any("dataset" in why and "stand" in why for why in reading.reasons)


def test_rows_of_measures_that_contradict_each_other_are_judged_by_no_offered_command(tmp_path, capsys):
    names = [
        f"{d} ({m})" for d, m in (("iris", "AUC"), ("wine", "AUC"), ("car", "log loss"), ("zoo", "log loss"))
    ]
    place = write(tmp_path / "table.csv", names, turned=True, first="task")
    assert main(["compare", str(place)]) == 2
    message = capsys.readouterr().err
    assert "some should be high and others low" in message
    assert "bakeoff compare" not in message
