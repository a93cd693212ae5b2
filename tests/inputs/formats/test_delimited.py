import numpy as np
import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.formats import delimited
from bakeoff.inputs.formats.delimited import find_separator
from bakeoff.inputs.options import ReadOptions

ROWS = [["dataset", "rf", "svm"], ["iris", "0.95", "0.96"], ["sonar", "0.87", "0.86"]]


def table(separator: str) -> str:
    return "".join(separator.join(row) + "\n" for row in ROWS)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found(separator: str) -> None:
    assert find_separator(table(separator), source="here") == separator


def test_a_comma_in_names_does_not_confuse() -> None:
    text = "dataset;rf;svm\nheart, Cleveland;0.9;0.8\nheart, Hungary;0.7;0.6\n"
    assert read(text).datasets == ("heart, Cleveland", "heart, Hungary")


def test_a_separator_that_is_told_is_used() -> None:
    text = "dataset:rf:svm\niris:0.9:0.8\nsonar:0.7:0.6\n"
    assert read(text, options=ReadOptions(separator=":")).classifiers == ("rf", "svm")
    assert read(table("\t"), options=ReadOptions(separator="tab")).classifiers == ("rf", "svm")


def test_the_line_of_excel_that_names_the_separator_is_obeyed_and_counted() -> None:
    text = "sep=;\ndataset;rf;svm\niris;0,9;0,8\nsonar;x;0,6\nglass;0,5;0,4\n"
    with pytest.raises(InputError, match="line 4, column 2"):
        read(text)


def test_decimal_commas_are_said() -> None:
    scores = read("dataset;rf;svm\niris;0,9;0,8\nsonar;0,7;0,6\n")
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert [finding.code for finding in scores.findings] == ["BO301"]


def test_decimal_commas_that_were_told_need_no_saying() -> None:
    options = ReadOptions(separator=";", decimal=",")
    assert not read("dataset;rf;svm\niris;0,9;0,8\nsonar;0,7;0,6\n", options=options).findings


def test_quoted_cells_may_hold_separators_quotes_and_line_ends() -> None:
    text = 'dataset,"r ""f"", x",svm\n"a\nb",0.9,0.8\nsonar,0.7,x\nglass,0.5,0.6\n'
    with pytest.raises(InputError, match=r"(?s)'svm' on 'sonar'.*line 4, column 3"):
        read(text)
    scores = read(text.replace("x\nglass", "0.1\nglass"))
    assert scores.classifiers == ('r "f", x', "svm")
    assert scores.datasets == ("a b", "sonar", "glass")


def test_spaces_around_cells_do_not_matter() -> None:
    scores = read("dataset , rf , svm \n iris , 0.9 , NA \n sonar , 0.7 , 0.6 \n")
    assert scores.classifiers == ("rf", "svm")
    assert np.isnan(scores.values[0, 1])


def test_blank_lines_and_lines_of_separators_do_not_matter() -> None:
    scores = read("\ndataset,rf,svm\n\niris,0.9,0.8\n,,\nsonar,0.7,0.6\n\n\n")
    assert scores.datasets == ("iris", "sonar")


def test_line_numbers_count_blank_lines() -> None:
    with pytest.raises(InputError, match="line 6"):
        read("\ndataset,rf,svm\n\niris,0.9,0.8\n,,\nsonar,0.7,x\nglass,0.1,0.2\n")


def test_a_separator_too_many_at_the_end_of_lines_is_allowed_for() -> None:
    assert read("dataset,rf,svm,\niris,0.9,0.8,\nsonar,0.7,0.6,\n").classifiers == ("rf", "svm")
    assert read("dataset,rf,svm\niris,0.9,0.8,\nsonar,0.7,0.6,\n").classifiers == ("rf", "svm")


def test_titles_above_the_table_are_left_out_and_that_is_said() -> None:
    scores = read("Table 3: accuracy\n\ndataset,rf,svm\niris,0.9,0.8\nsonar,0.7,0.6\n")
    assert scores.datasets == ("iris", "sonar")
    assert [finding.code for finding in scores.findings] == ["BO322"]


@pytest.mark.parametrize("separator", [",", " ", "\t"])
def test_row_names_as_r_writes_them_are_the_datasets(separator: str) -> None:
    text = f'"rf"{separator}"svm"\n"iris"{separator}0.9{separator}0.8\n"so nar"{separator}0.7{separator}0.6\n'
    scores = read(text)
    assert (scores.datasets, scores.classifiers) == (("iris", "so nar"), ("rf", "svm"))
    assert [finding.code for finding in scores.findings] == ["BO320"]


def test_a_decimal_comma_is_not_taken_for_row_names() -> None:
    with pytest.raises(InputError) as caught:
        read("dataset,rf\niris,0,93\nsonar,0,85\n")
    assert caught.value.code == "BO017"


def test_latin_letters_in_another_encoding_are_read_when_told() -> None:
    text = "dataset,rf,svm\nMünze,0.9,0.8\nsonar,0.7,0.6\n".encode("latin-1")
    assert read(text, options=ReadOptions(encoding="latin-1")).datasets[0] == "Münze"


def test_a_large_plain_table_takes_the_short_way_to_the_same_result() -> None:
    rows = [f"d{i},{i / 7:.4f},{i / 11:.4f}" for i in range(3000)]
    plain = read("dataset,a,b\n" + "\n".join(rows), options=ReadOptions(allow_mixed_scale=True))
    quoted = read('dataset,a,"b"\n' + "\n".join(rows), options=ReadOptions(allow_mixed_scale=True))
    assert plain.digest == quoted.digest


LONG = "dataset,classifier,fold,score\n" + "".join(
    f"{name},{who},{fold},{(7 * i + 3 * j + fold) % 90 / 100 if i + j else ''}\n"
    for i, name in enumerate([" iris", "Zoo\u0308", "007"])
    for j, who in enumerate(["\\textbf{rf}", "svm"])
    for fold in range(3)
)


@pytest.mark.parametrize("text", [LONG, table(","), table(",").replace("0.87", "OOM")])
def test_a_large_table_is_read_as_a_small_one_is(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small = read(text)
    monkeypatch.setattr(delimited, "_LARGE", 0)
    large = read(text)
    assert (large.datasets, large.classifiers, large.findings) == (
        small.datasets,
        small.classifiers,
        small.findings,
    )
    np.testing.assert_equal(large.values, small.values)
    assert large.digest == small.digest
