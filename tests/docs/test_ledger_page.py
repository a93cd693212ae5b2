"""The page on the ledger says what was measured."""

import json
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
MEASURED = json.loads((DOCS / "validity" / "ledger.json").read_text(encoding="utf-8"))
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (DOCS / "ledger.md").read_text(encoding="utf-8").splitlines()
    if re.match(r"\| [^-]", line)
]


def _printed(rate):
    return f"{rate:.3f}".removeprefix("0") if 0 < rate < 1 else f"{rate:.0f}"


@pytest.mark.parametrize("row", MEASURED["grown"], ids=lambda row: row["how"])
def test_rates_with_data_that_grow_are_the_measured_ones(row):
    (told,) = [cells for cells in ROWS if cells[0] == row["how"]]
    rates = (row["by itself"], row["each as look 1"], row["alpha-spending"])
    assert told[1:] == [str(row["looks"]), *map(_printed, rates)]


@pytest.mark.parametrize(("kind", "rate"), MEASURED["recognised"].items())
def test_how_often_data_are_known_again_is_the_measured_share(kind, rate):
    (told,) = [cells for cells in ROWS if cells[0] == kind]
    assert told[1] == _printed(rate)


def test_enough_projects_were_simulated():
    assert MEASURED["grown_trials"] >= 2000
