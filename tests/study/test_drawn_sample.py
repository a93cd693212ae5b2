"""A sample of datasets from the draw to the paper: what was drawn, left out and why stands in every output."""

import json

import pytest

from bakeoff.cli.main import main

pytestmark = pytest.mark.usefixtures("in_this_process")

STUDY = """
name = "s"
datasets = "sample.toml"
[resampling]
folds = 2
[tuning]
folds = 2
[classifiers.tree]
estimator = "DecisionTreeClassifier"
search = { max_depth = [1, 3] }
[classifiers.bayes]
estimator = "GaussianNB"
"""
REASON = "small tables such as ours"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("drawn")
    frame = made / "frame"
    frame.mkdir()
    for number in range(9):
        rows = "".join(
            f"{(i * (number + 3)) % 17},{(i * 7 + number) % 5},{'yes' if (i + i // 3) % 2 else 'no'}\n"
            for i in range(24 + 6 * number)
        )
        (frame / f"set_{number}.csv").write_text(f"x,y,class\n{rows}")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        drawn = [
            "datasets",
            "sample",
            "--from",
            "frame",
            "--n",
            "6",
            "--by",
            "rows",
            "--reason",
            REASON,
            "--seed",
            "1",
        ]
        assert main([*drawn, "--output", "sample.toml"]) == 0
        (made / "s.toml").write_text(STUDY)
        assert main(["run", "s.toml", "--json", "--report", "run.html"]) == 0
        assert main(["compare", "s.db", "--report", "compare.html", "--latex", "paper.tex"]) == 0
    return made


def left_out(folder):
    text = (folder / "sample.toml").read_text()
    drawn = [line.split('"')[1] for line in text.splitlines() if line.startswith("name = ")]
    return sorted({f"set_{i}" for i in range(9)} - set(drawn))


def test_the_json_of_the_run_has_the_draw_and_the_tuning(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    assert main(["run", "s.toml", "--json"]) == 0
    findings = {f["code"]: f for f in json.loads(capsys.readouterr().out)["findings"]}
    detail = findings["BO253"]["detail"]
    assert detail["reason"] == REASON
    assert sorted(detail["names_left_out"]) == left_out(folder)
    assert [(each["size"], each["drawn"]) for each in detail["strata"]] == [(3, 2)] * 3
    assert detail["strata"][0]["stratum"] == "rows ≤ 36"
    assert detail["strata"][1]["stratum"] == "36 < rows ≤ 54"
    assert detail["strata"][2]["stratum"] == "rows > 54"
    tuned = findings["BO256"]["detail"]
    (way,) = tuned["ways"]
    assert way["parameters"] == {"tree": ["max_depth"]}
    assert tuned["not_tuned"] == ["bayes"]


@pytest.mark.parametrize("page", ["run.html", "compare.html"])
def test_both_reports_have_them(folder, page):
    text = (folder / page).read_text()
    assert REASON in text
    for name in left_out(folder):
        assert name in text
    assert "2 of 3 with rows" in text
    assert "parameters were tuned inside each training set" in text


def test_the_methods_paragraph_has_them(folder):
    text = (folder / "paper.tex").read_text()
    methods = text[text.index(r"\section*{Methods}") : text.index(r"\section*{Results}")]
    assert (
        "drawn at random, before anything was run, as 6 of the 9 in frame, stratified by rows (seed 1)"
        in methods
    )
    assert REASON in methods
    for name in left_out(folder):
        assert name.replace("_", r"\_") in methods
    assert "2 of 3 with" in methods
    assert "Parameters were tuned inside each training set only, by grid search" in methods
    assert "tree (max\\_depth)" in methods
