"""Snapshots of columns: they say what the cells say, and never more or less than what is recorded."""

import pytest

from bakeoff.store import columns, runs, schema, snapshots
from bakeoff.store import store as module
from bakeoff.store.open import open_store
from store.cases import cell, cells, failed, scored


@pytest.fixture
def at_work(url):
    """A store with a study of four cells, three of them recorded, and the run that did it."""
    with open_store(url) as store:
        store.lock("study", text="{}", digest="d")
        store.plan("study", cells(4))
        run = store.begin("study")
        store.environment(run, "{}")
        for i in range(2):
            store.record(run, scored(cell(i)))
        store.record(run, failed(cell(2)))
        yield store, run


@pytest.fixture
def readings(monkeypatch):
    """Count how often all cells are read."""
    counted, read = [], module.read_columns

    def count(connection, name):
        counted.append(name)
        return read(connection, name)

    monkeypatch.setattr(module, "read_columns", count)
    return counted


def during(monkeypatch, happen):
    """Let something happen while a snapshot is made."""
    pack = snapshots.pack_columns

    def pack_meanwhile(columns):
        happen()
        return pack(columns)

    monkeypatch.setattr(snapshots, "pack_columns", pack_meanwhile)


def told(columns):
    """Return columns as plain values that can be compared."""
    plain = {name: getattr(columns, name).tolist() for name in ("repeat", "fold", "is_scored", "tried")}
    names = {name: getattr(columns, name) for name in ("classifier", "dataset", "condition", "split")}
    return {
        **plain,
        **{name: (each.names, each.codes.tolist()) for name, each in names.items()},
        "sizes": [repr(columns.n_train.tolist()), repr(columns.n_test.tolist())],
        "scores": [(metric, repr(values.tolist())) for metric, values in columns.scores.items()],
        "rest": (columns.chosen, dict(columns.warnings), columns.failures, dict(columns.environments)),
    }


def test_a_snapshot_says_what_the_cells_say(at_work, readings):
    store, run = at_work
    before = told(store.columns("study"))
    store.end(run)
    readings.clear()
    assert told(store.columns("study")) == before
    assert readings == []


def test_a_run_that_begins_makes_all_cells_be_read_again(at_work, readings):
    store, run = at_work
    store.end(run)
    again = store.begin("study")
    store.record(again, scored(cell(3)))
    assert len(store.columns("study")) == 4
    store.end(again)
    readings.clear()
    assert len(store.columns("study")) == 4
    assert readings == []


def test_no_snapshot_is_kept_while_another_run_may_record(at_work, readings):
    store, run = at_work
    other = store.begin("study")
    store.end(run)
    store.record(other, scored(cell(3)))
    readings.clear()
    assert len(store.columns("study")) == 4
    assert readings == ["study"]


def test_a_run_that_begins_while_a_snapshot_is_made_keeps_it_from_being_kept(at_work, readings, monkeypatch):
    store, run = at_work
    during(monkeypatch, lambda: store.begin("study"))
    store.end(run)
    readings.clear()
    assert len(store.columns("study")) == 3
    assert readings == ["study"]


def test_a_plan_that_is_replaced_while_a_snapshot_is_made_is_not_mistaken_for_the_one_it_is_of(
    at_work, readings, monkeypatch
):
    store, run = at_work
    during(monkeypatch, lambda: store.plan("study", cells(2)))
    store.end(run)
    assert len(store.columns("study")) == 2


def test_a_run_with_a_smaller_number_that_shows_later_makes_all_cells_be_read_again(at_work, readings):
    store, run = at_work
    store.end(run)
    with store._writing() as connection:  # as where a server gave the number out and was slow to commit
        row = connection.execute(schema.runs.select()).mappings().one()
        connection.execute(schema.runs.insert().values({**row, "id": run.id - 1}))
    readings.clear()
    assert len(store.columns("study")) == 3
    assert readings == ["study"]


def test_a_run_that_was_killed_leaves_no_snapshot_behind_and_the_next_one_makes_it(
    at_work, readings, monkeypatch
):
    store, run = at_work
    store.end(run)
    killed = store.begin("study")
    store.record(killed, scored(cell(3)))
    monkeypatch.setattr(runs, "is_gone", lambda process: True)
    readings.clear()
    assert len(store.columns("study")) == 4
    assert readings == ["study"]
    store.end(store.begin("study"))
    readings.clear()
    assert len(store.columns("study")) == 4
    assert readings == []


@pytest.mark.parametrize(
    "harm", [lambda blob: blob[: len(blob) // 2], lambda blob: b"", lambda blob: b"PK" + blob]
)
def test_a_damaged_snapshot_is_left_alone_and_the_cells_are_read(at_work, harm):
    store, run = at_work
    store.end(run)
    before = told(store.columns("study"))
    with store._writing() as connection:
        blob = connection.execute(schema.snapshots.select()).one().content
        connection.execute(schema.snapshots.update().values(content=harm(blob)))
    assert told(store.columns("study")) == before


def test_what_is_recorded_while_columns_are_read_is_seen_whole_or_not_at_all(at_work, monkeypatch):
    store, run = at_work
    read = columns._Reader._read_scores

    def record_first(self, *arguments):
        store.record(run, scored(cell(3)))
        return read(self, *arguments)

    monkeypatch.setattr(columns._Reader, "_read_scores", record_first)
    assert len(store.columns("study")) == 3
    monkeypatch.undo()
    assert len(store.columns("study")) == 4


def test_another_plan_makes_all_cells_be_read_again(at_work):
    store, run = at_work
    store.end(run)
    store.plan("study", cells(1))
    assert len(store.columns("study")) == 1
