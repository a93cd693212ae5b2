"""An earlier run is paired with that of now by id, and refused where the two are not of the same data."""

import json

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from pipeline_cases import items, predictions, scores


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name, text):
    with open(name, "w", encoding="utf-8") as stream:
        stream.write(text)
    return name


KINDS = {
    "predictions": (predictions("old", 0.8), predictions("new", 0.9, seed=1)),
    "scores": (scores("old", 80), scores("new", 84, seed=1)),
    "items": (items("old", 0.7), items("new", 0.8, seed=1)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_baseline_file_gives_what_one_table_of_both_gives(kind, folder):
    old, new = (write(f"{n}.csv", text) for n, text in zip(("main", "now"), KINDS[kind], strict=True))
    (pair,) = bakeoff.compare(new, baseline_file=old).pairs
    (both,) = bakeoff.compare([old, new]).pairs
    assert (pair.advantage, pair.interval, pair.p_value) == (both.advantage, both.interval, both.p_value)
    assert pair.verdict.value == "better"


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_saved_stands_for_the_file_that_it_was_read_from(kind, folder, capsys):
    old, new = (write(f"{n}.csv", text) for n, text in zip(("main", "now"), KINDS[kind], strict=True))
    assert main(["compare", new, "--baseline-file", old, "-q", "--export", "evidence=saved.json"]) == 0
    first = capsys.readouterr().out
    name = json.loads((folder / "saved.json").read_text())["pairs"][0]["a"]
    assert main(["compare", new, "--baseline-file", "saved.json", "--baseline", name, "-q"]) == 0
    assert capsys.readouterr().out == first


def test_the_same_name_in_both_files_is_told_apart_by_the_file(folder):
    write("main.csv", scores("model", 80))
    write("now.csv", scores("model", 84, seed=1))
    comparison = bakeoff.compare("now.csv", baseline_file="main.csv")
    assert (comparison.pairs[0].a, comparison.pairs[0].b) == ("model (main)", "model")
    comparison.save("saved.json")
    again = bakeoff.compare("now.csv", baseline_file="saved.json")  # of two the one with the name of now
    assert (again.pairs[0].a, again.pairs[0].wins) == ("model (saved)", 0)


def test_folds_are_paired_where_both_files_have_the_same_ones(folder):
    def folds(name, mean, count):
        return "dataset,classifier,fold,accuracy\n" + "".join(
            f"iris,{name},{f},{mean + (f * 7 % 5) / 100:.3f}\n" for f in range(count)
        )

    write("main.csv", folds("old", 0.7, 10))
    write("now.csv", folds("new", 0.75, 10).replace("0.780", "0.785"))
    comparison = bakeoff.compare("now.csv", baseline_file="main.csv")
    assert (str(comparison.design.name), comparison.design.resamples) == (
        "two-classifiers-one-dataset-resampled",
        10,
    )
    write("main.csv", folds("old", 0.7, 5))
    with pytest.raises(BakeoffError):  # means of one dataset show nothing
        bakeoff.compare("now.csv", baseline_file="main.csv")


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_both_have_is_compared_and_the_rest_is_told(kind, folder):
    old, new = KINDS[kind]
    write("main.csv", old)
    write("now.csv", "\n".join(new.splitlines()[:-2]) + "\n")
    comparison = bakeoff.compare("now.csv", baseline_file="main.csv")
    (finding,) = [f for f in comparison.findings if f.code == "BO676"]
    assert (finding.detail["only_in_baseline"], finding.detail["only_in_evidence"]) == (2, 0)


REFUSED = {
    "BO671": (items("old", 0.7), predictions("new", 0.9)),
    "BO673": (scores("old", 80, first=100), scores("new", 84)),
    "BO674": (predictions("old", 0.8, flip_truth=(3, 4)), predictions("new", 0.9)),
    "BO672": ("dataset,a,b\n" + "".join(f"d{i},{70 + i},{71 + i}\n" for i in range(9)), scores("new", 84)),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_be_paired_is_refused_with_nothing_on_standard_output(code, folder, capsys):
    old, new = REFUSED[code]
    write("main.csv", old)
    write("now.csv", new)
    assert main(["compare", "now.csv", "--baseline-file", "main.csv", "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"error {code}: " in err
    assert "main.csv" in err


def test_another_measure_is_another_question(folder, capsys):
    long = "dataset,classifier,{}\n" + "".join(f"d{i},m{{}},0.{70 + i}\n" for i in range(9))
    write("main.csv", long.format("accuracy", *[1] * 9))
    write("now.csv", long.format("f1", *[2] * 9))
    assert main(["compare", "now.csv", "--baseline-file", "main.csv"]) == 2
    assert "error BO671: the baseline file was measured by 'accuracy'" in capsys.readouterr().err


def test_verdicts_without_their_evidence_cannot_be_paired(folder, capsys):
    write("both.csv", "dataset,a,b\n" + "".join(f"d{i},{70 + i},{72 + i % 3 + i}\n" for i in range(9)))
    main(["compare", "both.csv", "--json"])
    write("main.json", capsys.readouterr().out)
    assert main(["compare", "both.csv", "--baseline-file", "main.json", "--baseline", "a"]) == 2
    assert "error BO670: " in capsys.readouterr().err
    broken = json.loads((folder / "main.json").read_text()) | {"saved_evidence": {"kind": "scores"}}
    write("main.json", json.dumps(broken))
    assert main(["compare", "both.csv", "--baseline-file", "main.json", "--baseline", "a"]) == 2
    assert "damaged" in capsys.readouterr().err
