"""What `bakeoff run` shows beside the comparison: the plan, and a study of one classifier."""

import json

import pytest

from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.cli.study_forecast import show_forecast
from bakeoff.cli.study_output import show_alone, show_analyses
from study.faulty import Majority
from study.inline_engine import InlineEngine


def data(count):
    return [f"artificial:linear?n=40&seed={seed}" for seed in range(count)]


def study(classifiers, datasets):
    return Study({name: Majority() for name in classifiers}, data(datasets), resampling={"folds": 2})


def planned(classifiers, datasets, folder, *, as_json=False):
    plan = study(classifiers, datasets)
    return show_forecast(plan, str(folder / "s.db"), as_json=as_json, engine=InlineEngine())


def paragraph(text, word):
    """Return the paragraph that stands after a word of a plan, on one line."""
    start = text.index(f"\n  {word:<9}")
    return " ".join(text[start:].strip().removeprefix(word).split())


@pytest.fixture(autouse=True)
def _wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")


def test_a_plan_is_indented_as_every_screen_is(tmp_path, capsys):
    planned("ab", 6, tmp_path)
    out = capsys.readouterr().out
    assert out.startswith("\n  study: 2 classifiers × 6 datasets, 24 cells, 24 fits\n\n  linear?n=40&seed=0 ")
    assert all(line.startswith("  ") for line in out.splitlines() if line)
    assert max(map(len, out.splitlines())) <= 100
    # Source: all six must gain, qnorm(.8^(1/6)) = 1.79 in R 4.2.2 (with the smallest lost p = .0625).
    assert paragraph(out, "detects") == (
        "a mean difference of 1.79 standard deviations between datasets or more, in 80 % of cases at the 95 % level, "
        "by Wilcoxon's signed-rank test"
    )


def test_a_plan_of_too_few_datasets_does_not_promise_a_verdict(tmp_path, capsys):
    planned("abc", 5, tmp_path)
    # Source: two of the 2^5 flips of the signs are as extreme as all alike: 2/32 = .0625 is not below .05.
    assert paragraph(capsys.readouterr().out, "detects") == (
        "no difference: over 5 datasets no exact test can decide at the 95 % level, whatever the scores; "
        "at least 6 are needed"
    )
    planned("abc", 5, tmp_path, as_json=True)
    document = json.loads(capsys.readouterr().out)
    assert (document["detectable_in_sd"], document["fewest_datasets"]) == (None, 6)


def test_a_plan_of_one_classifier_on_one_dataset_counts_to_one(tmp_path, capsys):
    planned("a", 1, tmp_path)
    out = capsys.readouterr().out
    assert "  study: 1 classifier × 1 dataset, 2 cells, 2 fits\n" in out
    assert "(1 of 1 pair of classifier and dataset were tried)" in " ".join(out.split())
    assert paragraph(out, "detects") == "nothing: the only classifier has none to be compared with"


def test_what_a_study_says_beyond_its_comparison_keeps_to_the_width_of_the_terminal(
    tmp_path, capsys, monkeypatch
):
    results = study("ab", 2).run(tmp_path / "s.db", engine=InlineEngine())
    monkeypatch.setenv("COLUMNS", "66")
    show_analyses(results)
    out = capsys.readouterr().out
    paragraphs = [line for line in out.splitlines() if "hold" in line or "interval" in line]
    assert paragraphs
    assert max(map(len, paragraphs)) <= 66


def test_a_study_of_one_classifier_says_once_that_nothing_is_compared(tmp_path, capsys):
    results = study("a", 2).run(tmp_path / "s.db", engine=InlineEngine())
    show_alone(results, results.scores(), as_json=False, quiet=False)
    out = capsys.readouterr().out
    assert out.startswith("\n  a is the only classifier, so there is nothing to compare; its mean accuracy")
    assert all(line.startswith("  ") for line in out.splitlines() if line)
    assert "  BO254  " in out
    assert out.count("not tested") == 1


def test_an_export_that_cannot_be_written_is_refused_before_the_first_cell(tmp_path, capsys):
    (tmp_path / "s.toml").write_text(
        'datasets = ["iris"]\n[resampling]\nfolds = 2\n[classifiers.bayes]\nestimator = "GaussianNB"\n'
    )
    file = str(tmp_path / "s.toml")
    assert main(["run", file, "--export", str(tmp_path / "x.docx")]) == 2
    assert capsys.readouterr().err.startswith("error BO454: an export is a .csv or a .parquet file")
    assert main(["run", file, "--export", str(tmp_path / "none" / "x.csv")]) == 2
    assert capsys.readouterr().err.startswith("error BO410: there is no folder")
    assert not (tmp_path / "s.db").exists()


def test_failed_cells_have_an_exit_code_of_their_own(tmp_path, capsys):
    file = tmp_path / "study.toml"
    neighbours = '[classifiers.neighbours]\nestimator = "KNeighborsClassifier"\n'
    file.write_text(
        'datasets = ["iris"]\n[resampling]\nfolds = 4\n'
        '[classifiers.bayes]\nestimator = "GaussianNB"\n[classifiers.tree]\nestimator = "DecisionTreeClassifier"\n'
        f"{neighbours}parameters = {{n_neighbors = 1000}}\n"
    )
    assert main(["run", str(file), "-q"]) == 4  # neither a gate that was not passed (1), nor bad input (2)
    out, err = capsys.readouterr()
    assert "4 cells failed; the reasons: bakeoff run" in err
    assert out
