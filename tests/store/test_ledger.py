"""The ledger: one chain, whoever writes; whatever is done to it afterwards is seen."""

import json
import sqlite3
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256

import pytest
from sqlalchemy import create_engine

from bakeoff.core.ledger import GENESIS, Anchor, chain_problems
from bakeoff.store.addresses import parse_address
from bakeoff.store.open import open_store
from store.cases import look
from store.starting import TESTS

WRITER = """
import sys
sys.path.insert(0, sys.argv[1])
from bakeoff.store.open import open_store
from store.cases import look
with open_store(sys.argv[2]) as store:
    for i in range(25):
        store.enter(look(f"{sys.argv[3]} {i}"))
"""


def _filled(url, n=5):
    with open_store(url) as store:
        for i in range(n):
            store.enter(look(f"look {i}", p_value=0.01 * (i + 1)))
        return store.ledger()


def _changed(url, *statements):
    engine = create_engine(parse_address(url).url)
    table = "bakeoff.ledger" if engine.dialect.name == "postgresql" else "ledger"
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement.format(ledger=table))
    engine.dispose()
    with open_store(url) as store:
        return store.ledger()


def test_entries_are_chained_by_hashes_that_anyone_can_compute(url):
    entries = _filled(url)
    before = GENESIS
    for number, entry in enumerate(entries, start=1):
        # The definition, written out once more: SHA-256 of the JSON of number, time, body and the hash before.
        text = json.dumps([number, entry.at, entry.body, before], separators=(",", ":"))
        before = f"sha256:{sha256(text.encode()).hexdigest()}"
        assert (entry.sequence, entry.hash) == (number, before)
    assert chain_problems(entries, Anchor(count=5, head=before)) == ()


def test_what_was_written_is_read_back(store):
    entry, new = store.enter(look("first"))
    assert new
    assert entry.look == look("first")
    assert store.ledger() == (entry,)


def test_the_same_look_again_is_not_another_entry(store):
    first, _ = store.enter(look("first"))
    store.enter(look("second"))
    assert store.enter(look("first")) == (first, False)
    assert len(store.ledger()) == 2


def test_a_changed_entry_is_seen(url):
    _filled(url)
    entries = _changed(url, "UPDATE {ledger} SET body = replace(body, '0.03', '0.9') WHERE sequence = 3")
    assert chain_problems(entries) == ("entry 3 was changed after it was written",)


def test_a_changed_time_is_seen(url):
    _filled(url)
    entries = _changed(url, "UPDATE {ledger} SET at = '2001-01-01' WHERE sequence = 1")
    assert chain_problems(entries) == ("entry 1 was changed after it was written",)


def test_a_removed_entry_is_seen(url):
    _filled(url)
    entries = _changed(url, "DELETE FROM {ledger} WHERE sequence = 3")
    assert chain_problems(entries) == ("entry 3 is missing: entry 4 stands in its place",)


def test_a_removed_entry_is_seen_when_the_others_are_numbered_anew(url):
    _filled(url)
    entries = _changed(
        url,
        "DELETE FROM {ledger} WHERE sequence = 2",
        "UPDATE {ledger} SET sequence = 2 WHERE sequence = 3",
        "UPDATE {ledger} SET sequence = 3 WHERE sequence = 4",
        "UPDATE {ledger} SET sequence = 4 WHERE sequence = 5",
    )
    problems = chain_problems(entries)
    assert "entry 2 was changed after it was written" in problems
    assert "entry 2 does not follow from the entry before it" in problems


def test_entries_that_changed_places_are_seen(url):
    _filled(url)
    entries = _changed(
        url,
        "UPDATE {ledger} SET sequence = 9 WHERE sequence = 2",
        "UPDATE {ledger} SET sequence = 2 WHERE sequence = 3",
        "UPDATE {ledger} SET sequence = 3 WHERE sequence = 9",
    )
    assert "entry 2 does not follow from the entry before it" in chain_problems(entries)


def test_a_cut_end_is_seen_by_the_anchor_and_by_nothing_else(url):
    whole = _filled(url)
    entries = _changed(url, "DELETE FROM {ledger} WHERE sequence > 3")
    assert chain_problems(entries) == ()
    assert chain_problems(entries, Anchor(count=5, head=whole[-1].hash)) == (
        "the ledger had 5 entries, and has 3: the last 2 are gone",
    )


def test_a_chain_that_was_written_anew_is_seen_by_the_anchor(url, tmp_path):
    old = _filled(url)
    other = _filled(tmp_path / "other.db", n=7)
    assert chain_problems(other) == ()
    (problem,) = chain_problems(other, Anchor(count=5, head=old[-1].hash))
    assert "entry 5 is not the one that was written" in problem


def test_an_anchor_that_lags_behind_agrees(url):
    entries = _filled(url)
    assert chain_problems(entries, Anchor(count=2, head=entries[1].hash)) == ()


def test_a_spoilt_entry_is_passed_over_and_seen(url):
    _filled(url)
    entries = _changed(url, "UPDATE {ledger} SET body = 'no JSON' WHERE sequence = 2")
    assert entries[1].look is None
    assert chain_problems(entries) == ("entry 2 was changed after it was written",)
    with open_store(url) as store:
        assert store.enter(look("more"))[0].sequence == 6


def test_two_processes_that_write_at_once_keep_one_chain(url):
    open_store(url).close()
    words = [sys.executable, "-c", WRITER, str(TESTS), url]
    both = [subprocess.Popen([*words, name], stderr=subprocess.PIPE) for name in ("first", "second")]
    for process in both:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    with open_store(url) as store:
        entries = store.ledger()
    assert len(entries) == 50
    assert chain_problems(entries) == ()
    assert len({entry.look.identity for entry in entries}) == 50


def test_no_entry_can_have_two_successors(tmp_path):
    first, second, *_ = _filled(tmp_path / "ledger.db")
    twin = replace(second, sequence=99, hash="sha256:x")
    connection = sqlite3.connect(tmp_path / "ledger.db")
    values = (twin.sequence, twin.at, twin.body, twin.previous, twin.hash)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO ledger VALUES (?, ?, ?, ?, ?)", values)
    connection.close()
    assert first.previous == GENESIS
