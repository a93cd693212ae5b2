"""Exports: full precision, no formulas, and a table of scores that reads back as the same evidence."""

import csv
import io
import json
import sys

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import UsageError
from bakeoff.core.spreadsheets import guard_cell
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.clean_names import clean_names
from bakeoff.render.exports import TABLES, csv_text, markdown_text, scores_table
from kit_cases import CASES, FOUR, TWO, comparison_of

NAMES = pytest.mark.parametrize("name", CASES)
FORMULAS = ("=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "'=x", "''+y", "plain", "'quoted'", "3'5")
SPREADSHEET = ("=", "+", "-", "@", "\t", "\r")


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def with_formulas():
    rows = "".join(f'"{name}",{70 + i},{71 + (i * 7) % 5}\n' for i, name in enumerate(FORMULAS))
    return bakeoff.compare(f"dataset,=A1+1,-b\n{rows}")


@NAMES
def test_the_pairs_are_there_in_full_precision(name):
    comparison = comparison_of(name)
    rows = read(csv_text(TABLES["pairs"](comparison)))
    for row, pair in zip(rows, comparison.pairs, strict=True):
        assert (row["a"], row["b"], row["verdict"]) == (pair.a, pair.b, str(pair.verdict))
        assert float(row["advantage"]) == pair.result.estimate.value
        assert row["p_adjusted"] == ("" if pair.p_adjusted is None else repr(float(pair.p_adjusted)))


@NAMES
def test_no_table_holds_an_infinite_or_missing_number_as_text(name):
    for make in TABLES.values():
        cells = [str(cell) for row in make(comparison_of(name)).rows for cell in row]
        assert not {"nan", "inf", "-inf", "None"} & {c for c in cells if c != "None"}


@pytest.mark.parametrize(
    "name", ["undecided", "many", "missing", "many, missing", "lower is better", "folds", "five by two"]
)
def test_exported_scores_read_back_as_the_same_evidence_with_the_same_verdicts(name, tmp_path):
    comparison = comparison_of(name)
    path = comparison.to_csv(tmp_path / "scores.csv", table="scores")
    settings = comparison.settings
    again = bakeoff.compare(path, margin=settings.margin, level=settings.level, test=settings.test)
    assert again.evidence.digest == comparison.evidence.digest
    assert again.evidence.measure.higher_is_better == comparison.evidence.measure.higher_is_better
    assert [p.verdict for p in again.pairs] == [p.verdict for p in comparison.pairs]
    found = [p.result.p_value for p in again.pairs]
    assert found == pytest.approx([p.result.p_value for p in comparison.pairs], rel=1e-12)


def test_a_workbook_has_five_sheets_and_its_scores_read_back(tmp_path):
    comparison = comparison_of("many")
    path = comparison.to_excel(tmp_path / "all.xlsx")
    of_predictions = {"subgroups", "calibration"}
    assert CalamineWorkbook.from_path(path).sheet_names == [
        name for name in TABLES if name not in of_predictions
    ]
    assert read_evidence(path, options=ReadOptions(sheet="scores")).digest == comparison.evidence.digest


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_no_cell_of_text_is_a_formula_and_names_survive_the_way_there_and_back(form, tmp_path):
    comparison = with_formulas()
    path = tmp_path / f"scores.{form}"
    if form == "csv":
        comparison.to_csv(path, table="scores")
        cells = [cell for row in csv.reader(path.read_text(encoding="utf-8").splitlines()) for cell in row]
    else:
        comparison.to_excel(path)
        book = CalamineWorkbook.from_path(path)
        cells = [
            c for name in book.sheet_names for row in book.get_sheet_by_name(name).to_python() for c in row
        ]
        assert b"<f>" not in path.read_bytes()
    assert not [c for c in cells if isinstance(c, str) and c.startswith(SPREADSHEET)]
    options = {"sheet": "scores"} if form == "xlsx" else {}
    again = bakeoff.compare(path, **options)
    assert again.evidence.datasets == comparison.evidence.datasets
    assert again.evidence.classifiers == ("=A1+1", "-b")
    assert again.evidence.digest == comparison.evidence.digest


@given(st.text(alphabet="'=+-@ab1 ", min_size=1).map(str.strip).filter(bool))
def test_a_guard_is_taken_off_again_whatever_the_name(name):
    first = clean_names([name], kind="dataset", where="here").clean[0]
    assert clean_names([guard_cell(first)], kind="dataset", where="here").clean[0] == first
    assert not str(guard_cell(name)).startswith(SPREADSHEET)


def test_a_guard_leaves_no_finding_and_numbers_as_they_are():
    assert clean_names(["'=x", "y"], kind="dataset", where="here").findings == ()
    assert guard_cell(-0.5) == -0.5


def test_markdown_says_the_answer_and_shows_names_as_text():
    text = markdown_text(comparison_of("many"))
    assert text.startswith("C4.5+m and C4.5+m+cf are better than C4.5")
    assert "| C4.5+m over C4.5 | better | +0.016 |" in text
    odd = markdown_text(bakeoff.compare({"a|b_c": [1, 2, 3, 5], "<b>": [2, 3, 5, 9]}, margin=0.1))
    assert r"\<b\> over a\|b\_c" in odd
    assert all(line.count("|") - line.count(r"\|") == 7 for line in odd.splitlines() if line.startswith("|"))


def test_the_json_is_the_document_of_the_contract(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text(TWO, encoding="utf-8")
    assert main(["compare", str(table), "--json", "--export", str(tmp_path / "x.json")]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert "written: " in err


def test_several_exports_are_written_at_once(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text(FOUR, encoding="utf-8")
    asked = [tmp_path / "p.csv", tmp_path / "p.MD", tmp_path / "p.xlsx", f"scores={tmp_path / 's.csv'}"]
    flags = [part for path in asked for part in ("--export", str(path))]
    assert main(["compare", str(table), "--metric", "AUC", "--quiet", *flags]) == 0
    assert {p.name for p in tmp_path.iterdir()} == {"t.csv", "p.csv", "p.MD", "p.xlsx", "s.csv"}
    assert read((tmp_path / "s.csv").read_text())[0]["metric"] == "AUC"
    capsys.readouterr()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x.tex", "BO418"),
        ("tests=x.tex", "BO418"),
        ("x.docx", "BO416"),
        ("x", "BO416"),
        ("none/x.csv", "BO410"),
    ],
    ids=str,
)
def test_what_cannot_be_exported_is_refused_before_anything_is_read(
    text, code, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["compare", "no-such-file.csv", "--export", text]) == 2
    assert f"error {code}: " in capsys.readouterr().err


def test_a_table_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(UsageError) as refused:
        comparison_of("many").to_csv(tmp_path / "x.csv", table="paris")
    assert refused.value.code == "BO418"
    assert "did you mean 'pairs'?" in str(refused.value)


def test_a_frame_is_of_pandas_else_of_polars_else_refused(monkeypatch):
    comparison = comparison_of("many")
    frame = comparison.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert frame["verdict"].tolist() == [str(p.verdict) for p in comparison.pairs]
    monkeypatch.setitem(sys.modules, "pandas", None)
    assert isinstance(comparison.to_frame(table="scores"), pl.DataFrame)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(UsageError) as refused:
        comparison.to_frame()
    assert refused.value.code == "BO417"


def test_excel_without_its_library_is_refused_before_anything_is_computed(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    assert main(["compare", "no-such-file.csv", "--export", str(tmp_path / "x.xlsx")]) == 2
    assert "error BO417: " in capsys.readouterr().err


def test_predictions_export_the_metric_of_each_classifier():
    table = scores_table(comparison_of("one test set"))
    assert table.columns == ("classifier", "metric", "score", "low", "high")
    assert [row[0] for row in table.rows] == ["new", "old"]


def test_the_scores_are_a_table_for_a_paper_that_stands_alone(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text(
        "dataset,A,B,C\nx,90.1,80.2,70.3\ny,91.1,82.2,71.3\nz,89.1,79.2,72.3\n", encoding="utf-8"
    )
    target = tmp_path / "scores.tex"
    assert main(["compare", str(table), "--metric", "accuracy", "--export", f"scores={target}"]) == 0
    text = target.read_text(encoding="utf-8")
    assert text.startswith("% Made by bakeoff ")
    assert r"x & \textbf{90.1} & \underline{80.2} & 70.3 \\" in text.splitlines()
    assert r"\ref{" not in text  # of a table that is elsewhere


def test_a_table_of_somebody_else_is_not_overwritten(tmp_path, capsys):
    table, theirs = tmp_path / "t.csv", tmp_path / "scores.tex"
    table.write_text("dataset,A,B\nx,90,80\ny,91,82\n", encoding="utf-8")
    theirs.write_text("my table", encoding="utf-8")
    assert main(["compare", str(table), "--metric", "accuracy", "--export", f"scores={theirs}"]) == 2
    assert "error BO410: " in capsys.readouterr().err
    assert theirs.read_text(encoding="utf-8") == "my table"
