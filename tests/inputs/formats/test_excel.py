import io
from collections.abc import Callable
from datetime import date

import pytest
from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

TABLE = [["dataset", "rf", "svm"], ["iris", 0.95, 0.96], ["sonar", 0.87, 0.86]]


def workbook(**sheets: Callable[[Worksheet], object]) -> bytes:
    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True, "default_date_format": "yyyy-mm-dd"})
    for name, fill in sheets.items():
        fill(book.add_worksheet(name))
    book.close()
    return stream.getvalue()


def filled(rows: list[list[object]], *, top: int = 0, left: int = 0) -> Callable[[Worksheet], object]:
    return lambda sheet: [sheet.write_row(top + i, left, row) for i, row in enumerate(rows)]


def test_the_only_sheet_is_read() -> None:
    scores = read(workbook(scores=filled(TABLE)))
    assert (scores.datasets, scores.classifiers) == (("iris", "sonar"), ("rf", "svm"))
    assert not scores.findings


def test_a_named_sheet_is_read() -> None:
    book = workbook(one=filled(TABLE), two=filled([*TABLE, ["glass", 0.5, 0.6]]))
    assert len(read(book, options=ReadOptions(sheet="two")).datasets) == 3


def test_empty_and_hidden_sheets_do_not_count_and_that_is_said() -> None:
    def hidden(sheet: Worksheet) -> None:
        filled(TABLE)(sheet)
        sheet.hide()

    scores = read(workbook(one=filled(TABLE), two=lambda _: None, three=hidden))
    assert [finding.code for finding in scores.findings] == ["BO325"]


def test_a_table_may_stand_anywhere_below_a_title() -> None:
    book = workbook(one=filled([["Results of May"], [], *TABLE], top=3, left=2))
    scores = read(book)
    assert scores.datasets == ("iris", "sonar")
    assert [finding.code for finding in scores.findings] == ["BO322"]


def test_formulas_give_their_values() -> None:
    def fill(sheet: Worksheet) -> None:
        filled(TABLE)(sheet)
        sheet.write_formula("B2", "=1/4", value=0.25)

    assert read(workbook(one=fill)).values[0, 0] == 0.25


def test_cells_merged_downwards_count_for_each_row() -> None:
    def fill(sheet: Worksheet) -> None:
        filled(
            [
                ["dataset", "fold", "rf", "svm"],
                ["", 1, 0.1, 0.2],
                ["", 2, 0.3, 0.4],
                ["b", 1, 0.5, 0.6],
                ["b", 2, 0.7, 0.8],
            ]
        )(sheet)
        sheet.merge_range("A2:A3", "a")

    scores = read(workbook(one=fill))
    assert scores.datasets == ("a", "b")
    assert scores.resamples is not None


def test_whole_numbers_are_names_without_a_point() -> None:
    assert read(workbook(one=filled([["dataset", "a", "b"], [3, 0.1, 0.2], [6, 0.3, 0.4]]))).datasets == (
        "3",
        "6",
    )


def test_a_date_in_a_column_of_scores_is_refused_with_its_row() -> None:
    with pytest.raises(BakeoffError, match="row 4, column 'svm'") as caught:
        read(workbook(one=filled([*TABLE, ["glass", 0.5, date(2024, 5, 1)]])))
    assert caught.value.code == "BO014"


def test_messages_name_the_sheet_where_there_are_several() -> None:
    book = workbook(one=filled(TABLE), two=filled([*TABLE, ["glass", 0.5, "x"]]))
    with pytest.raises(BakeoffError, match="sheet 'two', row 4"):
        read(book, options=ReadOptions(sheet="two"))


def test_a_few_labels_in_very_many_cells_are_read() -> None:
    """The part with the texts is smaller than the number of cells that have them."""
    labels = [["yes", "no", "no"], ["no", "no", "yes"], ["yes", "yes", "yes"]]
    found = read(workbook(predictions=filled([["y_true", "rf", "svm"], *labels * 200])))
    assert found.labels.shape[0] == 600
