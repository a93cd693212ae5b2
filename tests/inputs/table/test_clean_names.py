import pytest

from bakeoff.core.errors import InputError
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
