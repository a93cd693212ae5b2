import numpy as np

from bakeoff.inputs.table.grid import Column, Grid


def grid() -> Grid:
    columns = (
        Column(name="dataset", cells=["iris", "sonar"], position=1),
        Column(name="rf", cells=np.array([0.5, np.nan]), position=2),
        Column(name="svm", cells=np.array([1, 2]), position=4),
    )
    return Grid(columns=columns, lines=[2, 5], source="a.csv", header=1)


def test_a_cell_is_placed_by_line_and_column() -> None:
    assert grid().where(1, grid().columns[2]) == "a.csv, line 5, column 4"


def test_a_turned_grid_places_cells_where_they_stand() -> None:
    plain = grid()
    turned = plain.transpose(plain.columns[0])
    assert [c.name for c in turned.columns] == ["dataset", "iris", "sonar"]
    assert turned.columns[0].text() == ["rf", "svm"]
    assert turned.columns[2].text() == ["", "2"]
    assert turned.where(1, turned.columns[2]) == "a.csv, line 5, column 4"


def test_rows_can_be_kept() -> None:
    kept = grid().keep(np.array([False, True]))
    assert (kept.height, kept.lines) == (1, [5])
    assert [c.text() for c in kept.columns] == [["sonar"], [""], ["2"]]
    same = grid()
    assert same.keep(np.array([True, True])) is same
