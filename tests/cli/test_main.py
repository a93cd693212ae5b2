"""The command line from outside: exit codes, where output goes, what is imported."""

import json
import os
import subprocess
import sys

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.inputs.published import PUBLISHED

TWO = PUBLISHED["figure-15.2"].text
BETTER = PUBLISHED["figure-15.7"].text
HEAVY = (
    "scipy.stats",
    "sklearn",
    "pandas",
    "polars",
    "matplotlib",
    "pyarrow",
    "numba",
    "rich",
    "narwhals",
    "jinja2",
    "statistics",
    "bakeoff.core.outcomes",
    "bakeoff.core.datasets",
    "bakeoff.core.answers.gate",
)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(TWO, encoding="utf-8")
    return path


def process(*arguments, text="", **environment):
    command = [
        sys.executable,
        "-c",
        "import sys; from bakeoff.cli.main import main; sys.exit(main())",
        *arguments,
    ]
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run(command, input=text.encode(), capture_output=True, env=env, check=False)


def test_an_answer_ends_in_0_and_writes_nothing_to_standard_error(table, capsys):
    assert main(["compare", str(table)]) == 0
    out, err = capsys.readouterr()
    assert "Undecided" in out
    assert err == ""


def test_bad_input_ends_in_2_with_one_message_and_no_output(tmp_path, capsys):
    bad = tmp_path / "bad.csv"
    bad.write_text("dataset,A,B\nx,0.8,0.9\ny,so so,0.7\nz,0.6,0.5\n", encoding="utf-8")
    assert main(["compare", str(bad)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error BO012: ")
    assert "line 3" in err
    assert "fix:" in err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--level", "0"], "BO065", "between 0 and 1"),
        (["--level", "1.5"], "BO065", "between 0 and 1"),
        (["--level", "0.05"], "BO065", "did you mean 0.95"),
        (["--level", "nonsense"], "BO065", "0.95 or 95%"),
        (["--margin", "-1"], "BO065", "at least 0"),
        (["--margin", "inf"], "BO065", "margin"),
        (["--test", "wilcoxn"], "BO060", "did you mean 'wilcoxon'"),
        (["--test", "nemenyi"], "BO061", "three classifiers"),
        (["--test", "friedman"], "BO061", "cannot judge a pair"),
        (["--adjust", "holmm"], "BO062", "did you mean 'holm'"),
        (["--adjust", "max-t"], "BO064", "cannot be adjusted"),
        (["--baseline", "a"], "BO063", "use one of: A, B"),
        (["--only", "nonsense"], "BO065", "COLUMN=VALUE"),
        (["--nonsense"], "BO065", "No such option"),
        (["--seed", "-1"], "BO065", "seed"),
        (["--test-train-ratio", "0"], "BO067", "more than 0"),
    ],
)
def test_an_option_that_cannot_be_meant_is_refused_with_the_range(arguments, code, words, table, capsys):
    assert main(["compare", str(table), *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"error {code}: ")
    assert words in err
    assert "where:" in err
    assert "fix:" in err


def test_percent_signs_in_a_level_are_understood(table, capsys):
    assert main(["compare", str(table), "--level", "90%", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["settings"]["level"] == 0.9


def test_files_of_one_classifier_each_are_joined_and_named_after_their_files(tmp_path, capsys):
    rows = range(6)
    for name, base in (("rf", 0.8), ("svm", 0.7)):
        lines = [f"d{i},{base + i / 100:.2f}" for i in rows]
        (tmp_path / f"{name}.csv").write_text("\n".join(["dataset,accuracy", *lines]) + "\n")
    files = [str(tmp_path / "rf.csv"), str(tmp_path / "svm.csv")]
    for given in (files, [str(tmp_path)]):
        assert main(["compare", *given, "--json"]) == 0
        evidence = json.loads(capsys.readouterr().out)["evidence"]
        assert (evidence["classifiers"], evidence["metric"], evidence["datasets"]) == (
            ["rf", "svm"],
            "accuracy",
            6,
        )


def test_no_command_at_all_shows_the_help_on_standard_error(capsys):
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Usage: bakeoff")


def test_two_classifiers_without_a_dataset_in_common_are_refused_by_name(tmp_path, capsys):
    path = tmp_path / "disjoint.csv"
    path.write_text("dataset,A,B,C\na,80,,71\nb,70,,72\nc,,60,73\nd,,50,74\n", encoding="utf-8")
    assert main(["compare", str(path)]) == 2
    assert "error BO084: 'A' and 'B' have no dataset" in capsys.readouterr().err
    assert main(["compare", str(path), "--leave-out", "B"]) == 0


def test_a_classifier_is_left_out_of_a_long_table_and_a_slip_in_its_name_is_told(tmp_path, capsys):
    path = tmp_path / "long.csv"
    rows = (
        f"{dataset},{name},0.{i}{j}" for i, dataset in enumerate("abc", 5) for j, name in enumerate("XYZ")
    )
    path.write_text("\n".join(["dataset,classifier,score", *rows]), encoding="utf-8")
    assert main(["compare", str(path), "--leave-out", "Z", "--json"]) == 0
    (pair,) = json.loads(capsys.readouterr().out)["pairs"]
    assert {pair["a"], pair["b"]} == {"X", "Y"}
    assert main(["compare", str(path), "--leave-out", "W"]) == 2
    assert "error BO045: there is no classifier or dataset 'W' to leave out" in capsys.readouterr().err


def test_an_unknown_command_is_a_usage_error(capsys):
    assert main(["compaer"]) == 2
    assert "error BO065" in capsys.readouterr().err


def test_json_is_one_strict_document_and_nothing_else(table, capsys):
    assert main(["compare", str(table), "--json"]) == 0
    out, err = capsys.readouterr()

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    document = json.loads(out, parse_constant=refuse)
    assert document["schema"] == "bakeoff/comparison/1"
    assert err == ""


def test_a_number_that_does_not_exist_is_null_with_a_finding(table, capsys):
    assert main(["compare", str(table), "--json", "--alternative", "greater"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["pairs"][0]["estimate"]["high"] is None
    assert "BO340" in {f["code"] for f in document["findings"]}


def test_a_gate_that_asks_for_a_decision_tells_undecided_from_not_passed(table, tmp_path, capsys):
    assert main(["compare", str(table), "--gate", "better", "-q"]) == 3
    assert "gate better: not passed, undecided: B against A is undecided" in capsys.readouterr().err
    turned = tmp_path / "turned.csv"
    turned.write_text(BETTER, encoding="utf-8")
    second = BETTER.splitlines()[0].split(",")[2]
    assert main(["compare", str(turned), "--baseline", second, "--gate", "better", "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["gate"]["outcome"] == "not passed"
    assert "gate better: not passed: " in err


def test_the_gate_better_passes_on_a_better_one(tmp_path):
    path = tmp_path / "better.csv"
    path.write_text(BETTER, encoding="utf-8")
    assert main(["compare", str(path), "--gate", "better", "-q"]) == 0
    assert main(["compare", str(path), "--gate", "not-worse", "-q"]) == 0


def test_the_gate_not_worse_with_a_margin_asks_for_proof(table):
    assert main(["compare", str(table), "--gate", "not-worse", "-q"]) == 0
    assert main(["compare", str(table), "--gate", "not-worse", "--margin", "2", "-q"]) == 3
    assert main(["compare", str(table), "--gate", "not-worse", "--margin", "6", "-q"]) == 0


def test_standard_input_is_read_as_a_file_is(table):
    assert process("compare", "-", "-q", text=TWO).stdout == process("compare", str(table), "-q").stdout


def test_no_colour_and_no_escape_sequence_without_a_terminal(table):
    assert b"\x1b" not in process("compare", str(table)).stdout


def test_a_terminal_that_knows_only_ascii_gets_ascii(table):
    done = process("compare", str(table), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"-5.0 to +6.0" in done.stdout


def test_a_reader_that_goes_away_is_no_error(table):
    program = "import sys; from bakeoff.cli.main import main; sys.exit(main())"
    command = f"{sys.executable} -c '{program}' compare {table} --explain"
    done = subprocess.run(
        f"{command} | head -1; exit ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["compare", "--help"]])
def test_help_imports_no_scientific_library(arguments):
    code = f"import sys\nfrom bakeoff.cli.main import main\nmain({arguments!r})\nprint(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = done.stdout.splitlines()[-1]
    assert not [name for name in (*HEAVY, "numpy", "scipy") if f"'{name}'" in loaded]


def test_a_comparison_imports_only_numpy_and_scipy_special(table):
    call = f"main(['compare', {str(table)!r}])"
    code = f"import sys\nfrom bakeoff.cli.main import main\n{call}\nprint(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = done.stdout.splitlines()[-1]
    assert "'scipy.special'" in loaded
    assert not [name for name in HEAVY if f"'{name}'" in loaded]


def test_the_same_input_gives_the_same_bytes(table):
    once, again = (process("compare", str(table), "--json", PYTHONHASHSEED=str(i)).stdout for i in (1, 2))
    assert once == again


@pytest.mark.parametrize("command", ["estimate", "plan", "ledger", "explain"])
def test_help_keeps_the_lines_of_its_examples(command, capsys):
    assert main([command, "--help"]) == 0
    help_text = capsys.readouterr().out
    assert "\\b" not in help_text
    assert "\b" not in help_text


def test_no_flips_of_an_unknown_number_of_examples_ask_for_the_total(capsys):
    assert main(["compare", "--mends", "0", "--breaks", "0"]) == 2
    assert "give --total" in capsys.readouterr().err


def test_an_audit_mutes_what_it_is_told_to(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text(PUBLISHED["figure-15.2"].text, encoding="utf-8")
    assert main(["audit", str(path)]) == 0
    assert "BO113  Nothing says" in capsys.readouterr().out
    assert main(["audit", str(path), "--mute", "BO113"]) == 0
    shown = capsys.readouterr().out
    assert "BO113  Nothing says" not in shown
    assert "muted: BO113" in shown


def test_the_command_line_and_python_ask_the_same_of_the_same_words(tmp_path, capsys):
    path = tmp_path / "scores.csv"
    path.write_text("kind,name,A,B\nx,u,5,6\nx,v,7,5\nx,w,3,9\ny,z,1,4\n", encoding="utf-8")
    words = [
        "--only",
        "kind=x",
        "--dataset-column",
        "kind+name",
        "--lower-is-better",
        "--level",
        "90%",
        "--seed",
        "3",
    ]
    assert main(["compare", str(path), *words, "--json"]) == 0
    asked = {"only": [("kind", "x")], "dataset_column": "kind+name", "higher_is_better": False}
    comparison = bakeoff.compare(str(path), **asked, level=0.9, seed=3)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(comparison.to_dict()))


def test_a_second_command_in_one_process_leaves_it_as_the_first_one_did(table, capsys):
    # Each added a level to a class of scipy, and after some five hundred of them Python's stack was too small for it.
    from scipy._lib import _docscrape

    assert main(["compare", str(table)]) == 0
    first = _docscrape.FunctionDoc
    assert main(["audit", str(table)]) == 0
    assert _docscrape.FunctionDoc is first
    capsys.readouterr()
