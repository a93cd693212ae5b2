from pathlib import Path

import pytest

import bakeoff
from bakeoff.core.errors import InputError, UsageError
from bakeoff.core.plain_names import plain_name
from bakeoff.inputs.table.clean_names import case_findings, clean_names, find_duplicates


@pytest.mark.parametrize(
    "name",
    [
        "NA",
        "null",
        "None",
        "nan",
        "True",
        "007",
        "1e5",
        "=1+1",
        "<b>",
        "a|b",
        "a b",
        "données",
        "数据",
        "🙂",
        "קובץ",
        "a\u200db",
    ],
)
def test_a_name_is_kept_exactly(name: str) -> None:
    names = clean_names([name, "other"], kind="dataset", where="here")
    assert names.clean == (name, "other")
    assert not names.findings


@pytest.mark.parametrize("given", [" rf", "rf ", "\u00a0rf\u00a0", "\trf", "rf\n", "\u2003rf"])
def test_spaces_around_a_name_go_without_a_word(given: str) -> None:
    names = clean_names([given], kind="classifier", where="here")
    assert names.clean == ("rf",)


@pytest.mark.parametrize("given", ["\ufeffrf", "r\u200bf", "rf\u2060", "\u200brf"])
def test_invisible_characters_are_taken_out_and_that_is_said(given: str) -> None:
    names = clean_names([given], kind="classifier", where="here")
    assert names.clean == ("rf",)
    assert [finding.code for finding in names.findings] == ["BO319"]


def test_a_line_end_inside_a_name_becomes_a_space() -> None:
    assert clean_names(["random\nforest"], kind="classifier", where="here").clean == ("random forest",)


def test_a_change_of_writing_direction_becomes_visible() -> None:
    names = clean_names(["abc\u202edef"], kind="dataset", where="here")
    assert names.clean == ("abc\\u202edef",)
    assert [finding.code for finding in names.findings] == ["BO319"]


@pytest.mark.parametrize("given", ["a\x1b[31m", "a\x07", "a\x7fb", "a\x9bb"])
def test_control_characters_are_refused(given: str) -> None:
    with pytest.raises(InputError, match="control characters") as caught:
        clean_names([given], kind="dataset", where="here")
    assert caught.value.code == "BO039"
    assert given not in str(caught.value)


def test_the_same_letters_composed_differently_are_the_same_name() -> None:
    assert find_duplicates(["caf\u00e9", "x", "cafe\u0301"]) == {"caf\u00e9": [0, 2]}
    assert find_duplicates(["a", "b"]) == {}


def test_names_that_differ_in_case_only_get_a_warning() -> None:
    assert [f.code for f in case_findings(["Iris", "iris", "sonar"], kind="dataset")] == ["BO309"]
    assert case_findings(["iris", "sonar"], kind="dataset") == ()


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("$k$-NN", "k-NN"),
        ("$\\epsilon$-SVM", "ε-SVM"),
        ("\\textbf{Ours}", "Ours"),
        ("\\textsc{Cat}Boost$^{\\dagger}$", "CatBoost†"),
        ("$5 to $10", "$5 to $10"),
        ("US$ and AU$", "US$ and AU$"),
        ("a*b*c", "a*b*c"),
    ],
)
def test_latex_in_a_name_is_shown_plain_and_money_is_left_alone(given: str, plain: str) -> None:
    assert plain_name(given) == plain


LATEX_NAMES = "dataset,SVM,\\textbf{Ours},$k$-NN\n" + "".join(
    f"d{i},{0.7 + i / 100},{0.8 + i / 90},{0.6 + i / 70}\n" for i in range(8)
)


@pytest.mark.parametrize("baseline", ["Ours", "\\textbf{Ours}"])
def test_a_baseline_is_found_and_shown_by_either_spelling(tmp_path: Path, baseline: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text(LATEX_NAMES)
    made = bakeoff.compare(file, baseline=baseline)
    assert made.settings.baseline == "Ours"
    assert {pair.a for pair in made.pairs} == {"Ours"}
    assert made.to_dict()["settings"]["baseline"] == "Ours"


@pytest.mark.parametrize("spelling", ["k-NN", "$k$-NN"])
def test_a_column_is_left_aside_or_renamed_by_either_spelling(tmp_path: Path, spelling: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text(LATEX_NAMES)
    assert bakeoff.read(file, leave_aside=(spelling,)).evidence.classifiers == ("SVM", "Ours")
    for pairs in ({spelling: "neighbours"}, [(spelling, "neighbours")], [f"{spelling}=neighbours"]):
        assert bakeoff.read(file, rename=pairs).evidence.classifiers[-1] == "neighbours"
    assert bakeoff.read(file, columns=(spelling, "SVM")).evidence.classifiers == ("SVM", "k-NN")


def test_a_reading_has_ties_design_and_options(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("dataset,A,B,C\n" + "".join(f"d{i},0.8{i},0.8{i},0.8{i % 2}\n" for i in range(6)))
    document = bakeoff.read(file).to_dict()
    assert document["design"] == "many-classifiers-many-datasets"
    assert document["ties"] == 6 + 2 * 2
    assert "--lower-is-better" in document["options"]


@pytest.mark.parametrize("pairs", ["k-NN", ["k-NN"], [("k-NN",)], 3])
def test_a_renaming_without_two_names_is_one_clear_message(tmp_path: Path, pairs: object) -> None:
    file = tmp_path / "table.csv"
    file.write_text(LATEX_NAMES)
    with pytest.raises(UsageError, match="two texts") as caught:
        bakeoff.read(file, rename=pairs)  # type: ignore[arg-type]
    assert caught.value.code == "BO067"
