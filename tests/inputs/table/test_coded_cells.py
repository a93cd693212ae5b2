"""Large tables as numbered texts: Arrow's reading of them is our own."""

from random import Random

import numpy as np
import pytest

from bakeoff.inputs.table import coded_cells
from bakeoff.inputs.table.coded_cells import read_coded_columns

CELLS = ("a", "b ", " c", "", "é", "0.5", "NA", "null", "007", "12", "'", "日本", "-", "#", "1e5")


def _columns(text: str, *, ids_as_numbers: bool = False) -> list[tuple[str, type, list[str]]]:
    found = read_coded_columns(text, ",", ids_as_numbers=ids_as_numbers)
    return [(column.name, type(column.cells), list(map(str, column.cells))) for column in found]


def _both(
    text: str, monkeypatch: pytest.MonkeyPatch, **options: bool
) -> list[list[tuple[str, type, list[str]]]]:
    own = _columns(text, **options)
    with monkeypatch.context() as patch:
        patch.setattr(coded_cells, "_VERY_LARGE", 0)
        return [own, _columns(text, **options)]


@pytest.mark.parametrize("seed", range(30))
def test_arrow_reads_the_cells_that_we_read(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    rows = [["x", *(rng.choice(CELLS) for _ in range(3))] for _ in range(rng.randint(1, 40))]
    text = "id,a,b,c\n" + "\n".join(map(",".join, rows)) + rng.choice(["", "\n"])
    own, by_arrow = _both(text, monkeypatch)
    assert own == by_arrow
    assert [cells for _, _, cells in own] == [list(column) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize(
    "below", ["1,2\n\n3,4\n", "1,2\n3\n", "1,2\n3,4,5\n", " ,2\n3,4\n", "1,2\n3,4\n\n", "\n", ""]
)
def test_what_is_not_regular_is_left_to_others_by_both(below: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own, by_arrow = _both("a,b\n" + below, monkeypatch)
    assert own == by_arrow


def test_texts_that_differ_in_most_rows_are_kept_as_numbers_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "id,label\n" + "".join(f"{i},{i % 2}\n" for i in range(6000))
    own, by_arrow = _both(text, monkeypatch, ids_as_numbers=True)
    assert own == by_arrow
    assert own[0][1] is np.ndarray
