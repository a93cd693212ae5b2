"""Tables as people have them, in batches that were made one after another: each is read as meant, or asked about."""

from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.inputs.tables_of_people.cases import ASKED, read_so

FOLDER = Path(__file__).parent / "tables_of_people"
BATCHES = [
    import_module(f"tests.inputs.tables_of_people.{path.stem}") for path in sorted(FOLDER.glob("batch_*.py"))
]
TABLES = {name: table for batch in BATCHES for name, table in batch.TABLES.items()}


@cache
def outcome(name):
    text, meant = TABLES[name]
    with TemporaryDirectory() as folder:
        return read_so(text, meant, Path(folder))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_read_as_it_was_meant_or_asked_about(name):
    assert outcome(name) in ("right", "asked")


def test_no_table_of_one_batch_hides_one_of_another():
    assert len(TABLES) == sum(len(batch.TABLES) for batch in BATCHES)


def test_a_reading_other_than_the_one_meant_is_seen(tmp_path):
    text, _ = TABLES["a plain table of AUCs"]
    assert read_so(text, ASKED, tmp_path).startswith("wrong")


def test_most_tables_that_hold_a_comparison_are_read():
    meant = [name for name, (_, meant) in TABLES.items() if meant is not ASKED]
    assert sum(outcome(name) == "right" for name in meant) >= 0.8 * len(meant)
