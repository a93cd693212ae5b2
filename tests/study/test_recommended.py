"""A study judged by its predictions: a single hold-out, and the approach that Salzberg (1997) recommends."""

import csv
import json
from math import comb

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import DesignError, UsageError

pytestmark = pytest.mark.usefixtures("in_this_process")

STUDY = """
name = "s"
datasets = {datasets}
baseline = "tree"
{more}
[resampling]
{resampling}
[tuning]
folds = 1
[classifiers.tree]
estimator = "DecisionTreeClassifier"
search = {{ max_depth = [1, 3] }}
[classifiers.bayes]
estimator = "GaussianNB"
"""


def ran(folder, *, datasets='["iris", "wine"]', resampling="folds = 4", more="", options=()):
    file = folder / "s.toml"
    file.write_text(STUDY.format(datasets=datasets, resampling=resampling, more=more))
    assert main(["run", str(file), *options]) == 0
    return folder / "s.db"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return ran(tmp_path_factory.mktemp("study"), more='most_similar = "tree"\nmeant_for = "small data"')


def compared(capsys, *arguments):
    capsys.readouterr()
    assert main(["compare", *map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def binomial_p(mends, breaks):
    """The exact two-sided p-value, by its sum."""
    n, most = mends + breaks, max(mends, breaks)
    return min(1.0, 2 * sum(comb(n, k) for k in range(most, n + 1)) / 2**n)


def test_a_single_hold_out_is_judged_by_its_predictions(tmp_path, capsys):
    store = ran(tmp_path, datasets='["breast_cancer"]', resampling='kind = "hold-out"', options=["--json"])
    said = json.loads(capsys.readouterr().out)
    assert said["design"] == "two-classifiers-one-test-set"
    assert said["evidence"]["examples"] == 171
    assert said["pairs"][0]["test"] == "mcnemar-midp"
    again = compared(capsys, store)
    assert again["pairs"] == compared(capsys, store, "--baseline", "tree")["pairs"]
    assert bakeoff.compare(store).pairs[0].flips is not None
    page = tmp_path / "r.html"
    assert main(["compare", str(store), "--report", str(page)]) == 0
    assert "171 test examples" in page.read_text()
    other = compared(capsys, store, "--metric", "accuracy")
    assert other["pairs"][0]["p_value"] == pytest.approx(again["pairs"][0]["p_value"])


def test_a_single_hold_out_without_predictions_is_refused_as_before(tmp_path, capsys):
    file = tmp_path / "s.toml"
    file.write_text(
        STUDY.format(datasets='["iris"]', resampling='kind = "hold-out"', more='keep = "nothing"')
    )
    assert main(["run", str(file)]) == 2
    assert "BO081" in capsys.readouterr().err


@pytest.mark.parametrize("test", ["binomial", "mcnemar", "mcnemar-midp"])
def test_a_test_of_flips_judges_every_dataset_of_a_study(store, capsys, test):
    said = compared(capsys, store, "--test", test, "--baseline", "tree")
    rows = said["pairs"][0]["by_dataset"]["datasets"]
    assert [row["dataset"] for row in rows] == ["iris", "wine"]
    for row, total in zip(rows, (150, 178), strict=True):
        flips = row["flips"]
        assert flips["mends"] + flips["breaks"] + flips["both_right"] + flips["both_wrong"] == total
        assert row["test"] == test
        assert row["p_adjusted"] == pytest.approx(min(1, 2 * row["p_value"]))
        assert [spread["folds"] for spread in row["folds"]] == [4, 4]
        if test == "binomial":
            assert row["p_value"] == pytest.approx(binomial_p(flips["mends"], flips["breaks"]))
    assert [f["code"] for f in said["findings"]].count("BO130") == 1
    assert said["summary"].startswith(f"By the {test} test on each dataset")


def test_the_steps_say_what_was_done_and_what_was_not(store, capsys):
    approach = compared(capsys, store, "--test", "binomial", "--baseline", "tree")["approach"]
    met = {step["number"]: step["met"] for step in approach["steps"]}
    assert list(met) == ["1", "2", "3", "4A", "4B", "4C", "4D", "4E", "5"]
    assert [number for number, ok in met.items() if not ok] == ["2"]  # why these datasets was not said
    done = {step["number"]: step["done"] for step in approach["steps"]}
    assert "most similar: tree" in done["1"]
    assert "small data" in done["2"]
    assert "a larger k leaves more to train on" in done["3"]
    assert "one split into T1 and T2; settings tried: tree 2 (max_depth); nothing was tuned of" in done["4B"]
    assert approach["experiments"] == 4  # two datasets, two settings of the tree, one of the other
    for row in approach["tests"]:
        assert row["p_all"] == pytest.approx(min(1, 4 * row["p_value"]))


def test_a_missing_most_similar_algorithm_is_said(tmp_path, capsys):
    store = ran(tmp_path)
    steps = compared(capsys, store, "--test", "binomial")["approach"]["steps"]
    assert not steps[0]["met"]
    assert "most_similar" in steps[0]["done"]


def test_pairs_with_the_most_similar_algorithm_come_first(tmp_path):
    study = bakeoff.Study(
        {"a": "DummyClassifier", "b": "GaussianNB", "c": "DecisionTreeClassifier"},
        ["iris"],
        resampling={"folds": 3},
        most_similar="c",
    )
    made = study.run(tmp_path / "x.db").compare(test="binomial").approach
    assert made is not None
    assert [{t.a, t.b} for t in made.tests] == [{"a", "c"}, {"b", "c"}, {"a", "b"}]


def test_the_predictions_of_a_study_are_exported_and_give_the_same_answer(store, capsys, tmp_path):
    file = tmp_path / "p.csv"
    said = compared(capsys, store, "--test", "binomial", "--export", f"predictions={file}")
    with file.open() as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 328
    assert {row["y_true"] for row in rows if row["dataset"] == "wine"} <= {"class_0", "class_1", "class_2"}
    again = compared(capsys, file, "--test", "binomial")
    flips = [[d["flips"] for d in each["pairs"][0]["by_dataset"]["datasets"]] for each in (said, again)]
    assert flips[0] == flips[1]


def test_predictions_are_exported_of_a_store_alone(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text("dataset,A,B\n" + "".join(f"set {c},71,72\n" for c in "abcdef"))
    assert main(["compare", str(table), "--export", f"predictions={tmp_path / 'p.csv'}"]) == 2
    said = capsys.readouterr()
    assert "BO418" in said.err
    assert not said.out


def test_the_recommended_approach_is_written_and_run_from_a_few_words(tmp_path, capsys):
    file = tmp_path / "n.toml"
    words = [
        "--algorithm",
        "new=RandomForestClassifier",
        "--similar",
        "DecisionTreeClassifier",
        "--on",
        "iris",
    ]
    words += ["--meant-for", "few rows", "--why", "it is small"]
    assert main(["run", str(file), "--recommended", *words, "--plan"]) == 0
    text = file.read_text()
    assert "folds = 1" in text
    assert "folds = 10" in text
    text = text.replace("[0.3, 0.6, 1.0]", "[1.0]").replace("folds = 10", "folds = 3")
    file.write_text(text.replace("[2, 4, 8, 16]", "[2, 4]"))
    page = tmp_path / "r.html"
    assert main(["run", str(file), "--recommended", "--json", "--report", str(page)]) == 0
    out = capsys.readouterr().out
    said = json.loads(out[out.index("{") :])
    assert all(step["met"] for step in said["approach"]["steps"])
    assert "few rows" in page.read_text()
    assert 'id="approach"' in page.read_text()
    assert main(["run", str(file), "--recommended", *words]) == 2  # it is there already
    assert "BO487" in capsys.readouterr().err


def test_the_recommended_approach_asks_for_what_it_lacks(tmp_path, capsys):
    assert main(["run", str(tmp_path / "n.toml"), "--recommended", "--algorithm", "SVC"]) == 2
    assert "BO250" in capsys.readouterr().err


def test_distinct_samples_are_not_paired_by_example(tmp_path):
    study = bakeoff.Study(
        {"a": "DummyClassifier", "b": "GaussianNB"}, ["iris"], resampling={"folds": 3, "distinct": True}
    )
    results = study.run(tmp_path / "x.db")
    with pytest.raises(DesignError, match="not trained and tested on the same rows"):
        results.predictions()


def test_the_verdict_if_every_tuning_run_counted_stands_beside_the_answer(store, capsys, tmp_path):
    page, tex = tmp_path / "r.html", tmp_path / "p.tex"
    arguments = [store, "--test", "binomial", "--baseline", "tree"]
    said = compared(capsys, *arguments, "--report", page, "--latex", tex)
    sentence = said["approach"]["if_every_tuning_run_counted"]
    assert "counted as an experiment (4 in place of 2), the verdicts would be: " in sentence
    for row in said["approach"]["tests"]:
        expected = "undecided" if row["p_all"] >= 0.05 else row["verdict_all"]
        assert row["verdict_all"] == expected
        assert f"on {row['dataset']} {row['verdict_all']} (p " in sentence
        assert row["p_adjusted"] == pytest.approx(min(1, 2 * row["p_value"]))  # which the verdict is by
        assert (row["verdict"] == "undecided") == (row["p_adjusted"] >= 0.05)
    assert sentence in said["summary"]
    assert "the verdicts would be" in page.read_text()
    methods = tex.read_text()
    methods = methods[methods.index(r"\section*{Methods}") : methods.index(r"\section*{Results}")]
    assert r"approach recommended by Salzberg \cite{salzberg1997}; of its steps, 2 was not met" in methods
    assert "The conditions of the binomial test are not met here" in methods  # wilcoxon carries the verdict
    assert r"the binomial test, and McNemar's with the continuity correction, in 5\%" in methods
    assert "the verdicts would be" in methods
    assert "salzberg1997" in (tmp_path / "p.bib").read_text()
    assert main(["compare", *map(str, arguments)]) == 0
    assert "the verdicts would be" in " ".join(capsys.readouterr().out.split())


def test_without_tuning_there_are_no_more_experiments(tmp_path):
    study = bakeoff.Study(
        {"a": "DummyClassifier", "b": "GaussianNB"}, ["iris"], resampling={"folds": 3}, most_similar="a"
    )
    results = study.run(tmp_path / "x.db")
    made = results.compare(test="binomial").approach
    assert made is not None
    assert made.answer_all.startswith("No settings were tuned")


@pytest.mark.parametrize("gate", ["better", "not-worse"])
def test_a_gate_by_a_test_of_each_dataset_is_refused(store, capsys, gate):
    assert main(["compare", str(store), "--test", "mcnemar", "--baseline", "tree", "--gate", gate]) == 2
    said = capsys.readouterr()
    assert "BO255" in said.err
    assert "mcnemar judges every dataset by itself" in said.err
    with pytest.raises(UsageError, match="every dataset by itself"):
        bakeoff.compare(store, test="binomial", gate=gate)


def test_a_gate_on_one_dataset_follows_the_test_that_is_named(tmp_path, capsys):
    study = bakeoff.Study({"a": "DummyClassifier", "b": "GaussianNB"}, ["iris"], resampling={"folds": 3})
    study.run(tmp_path / "x.db")
    said = compared(capsys, tmp_path / "x.db", "--test", "binomial", "--gate", "better")
    assert said["pairs"][0]["test"] == "binomial"
    assert said["gate"]["passed"] == (said["pairs"][0]["verdict"] == "better")
