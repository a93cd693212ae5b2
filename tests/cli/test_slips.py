"""Slips of somebody in a hurry: one message that says what, where and how to mend it; nothing lost or half written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bakeoff
from bakeoff.api.deliveries.paper import require_tex
from bakeoff.cli.main import main
from bakeoff.core.errors import UsageError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.paper.document import MADE_BY

SCORES = PUBLISHED["figure-15.2"].text


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(SCORES, encoding="utf-8")
    return path


def refused(arguments, capsys):
    assert main([str(each) for each in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def process(*arguments, **given):
    command = [
        sys.executable,
        "-c",
        "import sys; from bakeoff.cli.main import main; sys.exit(main())",
        *arguments,
    ]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, **given)


@pytest.mark.parametrize("wanted", ["{}", "scores={}", "./../{folder}/{name}"])
def test_the_evidence_is_never_overwritten_by_an_export(wanted, table, capsys):
    text = wanted.format(table, folder=table.parent.name, name=table.name)
    text = str(table.parent / text) if text.startswith(".") else text
    err = refused(["compare", table, "--export", text], capsys)
    assert err.startswith("error BO410: ")
    assert "holds the evidence, and is not overwritten" in err
    assert "fix:   give the output another name" in err
    assert table.read_text(encoding="utf-8") == SCORES


def test_a_table_pasted_from_a_paper_is_not_overwritten_by_the_paper_kit(tmp_path, capsys):
    table = tmp_path / "table.tex"
    table.write_text(
        "% Made by bakeoff 0.0\nData & A & B \\\\\nx & 1 & 2 \\\\\ny & 2 & 4 \\\\\n", encoding="utf-8"
    )
    before = table.read_bytes()
    assert "holds the evidence" in refused(["compare", table, "--latex", table], capsys)
    assert table.read_bytes() == before


@pytest.mark.parametrize("name", ["paper.tex", "paper.bib"])
def test_a_manuscript_or_bibliography_of_somebodys_own_is_not_overwritten(name, table, capsys):
    own = table.with_name(name)
    own.write_text("@book{mine}", encoding="utf-8")
    err = refused(["compare", table, "--latex", table.with_name("paper.tex")], capsys)
    assert f"{own} is there already and was not made by bakeoff, so it is not overwritten" in err
    assert own.read_text(encoding="utf-8") == "@book{mine}"
    assert sorted(p.name for p in table.parent.iterdir()) == sorted([name, "scores.csv"])


def test_the_paper_kit_may_be_written_again(tmp_path):
    kit = bakeoff.compare({"A": [1, 3, 2, 5], "B": [2, 3, 5, 4]}).paper()
    for name, text in (("paper.tex", kit.document), ("paper.bib", f"{MADE_BY}0.1.0.\n\n{kit.bibtex}")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert require_tex(tmp_path / "paper.tex") == tmp_path / "paper.tex"


@pytest.mark.parametrize(
    ("option", "ending"),
    [("--export", ".csv"), ("--report", ".html"), ("--latex", ".tex"), ("--figures", "")],
)
def test_an_output_with_a_name_too_long_is_refused_before_the_work(
    option, ending, table, capsys, monkeypatch
):
    monkeypatch.chdir(table.parent)
    long = "x" * 300 + ending
    err = refused(["compare", table, option, long], capsys)
    assert err.startswith("error BO41")
    assert f"{long} cannot be written: File name too long" in err
    assert [each.name for each in table.parent.iterdir()] == ["scores.csv"]


@pytest.mark.parametrize("command", ["compare", "audit", "estimate", "run", "explain", "calibrate"])
@pytest.mark.parametrize("letter", ["x", "9"])
def test_evidence_with_a_name_too_long_is_one_message(command, letter, capsys):
    err = refused([command, letter * 300], capsys)
    assert err.startswith("error BO")
    assert "Errno" not in err


def test_a_file_that_the_system_refuses_is_one_message_and_no_failed_gate(capsys):
    err = refused(["datasets", "describe", "x" * 300], capsys)
    assert err.startswith("error BO413: the system refuses a file: File name too long\n  where: ")
    assert err.endswith("fix:   give another name, or mend the rights\n")


def test_a_link_to_itself_is_no_place_to_write(table, capsys):
    circle = table.with_name("circle.html")
    circle.symlink_to(circle)
    err = refused(["compare", table, "--report", circle], capsys)
    assert f"{circle} cannot be written: Too many levels of symbolic links" in err


def test_a_table_that_does_not_exist_is_not_taken_for_part_of_a_name(table, capsys, monkeypatch):
    monkeypatch.chdir(table.parent)
    err = refused(["compare", table, "--export", "score=x.csv"], capsys)
    assert err.startswith("error BO418: a comparison has no table called 'score'; did you mean 'scores'?")
    assert main(["compare", str(table), "-q", "--export", "./lr=0.1.csv"]) == 0
    assert Path("lr=0.1.csv").is_file()


def test_a_command_that_does_not_exist_is_guessed(capsys):
    assert "No such command 'compar'; did you mean 'compare'?" in refused(["compar", "x.csv"], capsys)


def test_a_full_disk_is_no_gate_that_was_not_passed(table):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = process("compare", str(table), "--json", stdout=full)
    assert done.returncode == 2
    assert done.stderr == (
        "error BO410: the output cannot be written: No space left on device\n"
        "  where: standard output\n  fix:   make room on the disk, or write to another one\n"
    )


def test_a_closed_standard_output_is_no_error(table):
    done = process("compare", str(table), "--gate", "not-worse", preexec_fn=lambda: os.close(1))
    assert done.returncode == 0
    assert done.stderr.startswith("gate not-worse: passed")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("predictions.csv", None),
        ("nothing.csv", None),
        ("score.csv", "scores.csv"),
        ("scores.xlsx", "scores.csv"),
    ],
)
def test_only_a_file_with_a_name_like_it_is_offered_instead(name, meant, table, capsys):
    err = refused(["compare", table.with_name(name)], capsys)
    fix = err.partition("fix:   ")[2].strip()
    assert fix == (f"did you mean '{meant}'? " if meant else "") + "check the name and the folder"


@pytest.mark.parametrize("text", ["80", "80%", "80.5 %", "0,8"])
def test_a_share_without_its_number_of_records_is_asked_for_it(text, capsys):
    err = refused(["estimate", text], capsys)
    assert err.startswith(f"error BO074: {text!r} does not say of how many records")
    assert "such as 80/100" in err


def test_an_estimate_of_scores_of_one_classifier_is_not_told_that_a_comparison_needs_two(tmp_path, capsys):
    (tmp_path / "one.csv").write_text("dataset,A\nx,0.8\ny,0.7\n", encoding="utf-8")
    err = refused(["estimate", tmp_path / "one.csv"], capsys)
    assert err.startswith("error BO074: an accuracy is estimated from predictions or counts")
    assert "bakeoff compare judges the scores of two or more" in err


def test_a_count_is_estimated_in_python_as_on_the_command_line():
    assert str(bakeoff.estimate("80/100")) == str(bakeoff.estimate(correct=80, total=100))


def test_one_dataset_is_spoken_of_as_one(tmp_path, capsys):
    (tmp_path / "one.csv").write_text("dataset,A,B\nx,0.8,0.9\ny,0.7,\n", encoding="utf-8")
    assert main(["compare", str(tmp_path / "one.csv"), "-q"]) == 0
    assert capsys.readouterr().out.startswith("Undecided: this dataset does not show that B differs from A.")


def test_the_gate_says_the_margin_in_the_unit_of_the_score(table, capsys):
    assert main(["compare", str(table), "-q", "--gate", "not-worse", "--margin", "6"]) == 0
    assert capsys.readouterr().err == (
        "gate not-worse: passed: B is shown to lose less than 6 points against A, by the mean advantage over datasets: "
        "+0.7 points, at least −5.71 points at 97.5 % (Student's t or Hall's for skew, the smaller); worst dataset 5, "
        "−11 points; 2 of 10 datasets lose more than 6 points, of all such datasets at most 56 %; losses too rare "
        "to show in 10 datasets are not bounded\n"
    )


def test_a_column_that_numbers_the_rows_is_named_where_it_leaves_one_classifier():
    with pytest.raises(
        bakeoff.BakeoffError, match="the column 'A' is taken as the datasets: it numbers the rows"
    ):
        bakeoff.compare({"A": [1, 2, 3, 4], "B": [2, 3, 5, 4]})


@pytest.mark.parametrize("setting", [{"margin": "1"}, {"level": "0.95"}, {"test_train_ratio": "1/9"}])
def test_a_number_in_quotes_is_refused_as_every_other_setting_is(setting):
    with pytest.raises(UsageError) as error:
        bakeoff.compare({"A": [1, 3, 2, 5], "B": [2, 3, 5, 4]}, **setting)
    ((name, value),) = setting.items()
    assert (error.value.code, error.value.what) == ("BO056", f"{name} must be a number, not {value!r}")


def test_a_misspelt_setting_is_guessed_as_a_misspelt_option_of_reading_is():
    with pytest.raises(UsageError, match="no argument 'marign'; did you mean 'margin'"):
        bakeoff.compare({"A": [1, 3, 2, 5], "B": [2, 3, 5, 4]}, marign=1)


def test_too_few_datasets_for_any_of_several_pairs_are_said_once():
    three = {"dataset": ["x", "y", "z"], "A": [0.8, 0.7, 0.6], "B": [0.9, 0.8, 0.75], "C": [0.7, 0.65, 0.5]}
    (found,) = [f for f in bakeoff.compare(three).findings if f.code == "BO205"]
    # Source: of 2^3 flips of the signs two are as extreme as all alike, 2/8 = .25; 2/2^n < .05 from n = 6 on.
    assert found.message == (
        "With 3 datasets no exact two-sided test can reach p < .05: the smallest p is .25. You need at least 6."
    )
    assert not [f for f in bakeoff.compare(three, test="nemenyi").findings if f.code == "BO205"]
