"""A store that is killed or fails at any moment loses nothing that it acknowledged, and doubles nothing."""

import threading
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Engine, event
from sqlalchemy.exc import OperationalError

from bakeoff.core.errors import StoreError
from bakeoff.store.open import open_store
from bakeoff.store.store import Store
from store.cases import cell, cells, scored
from store.children import study
from store.starting import child


def _resumed(store: Store, name: str, *, acknowledged: set[str], folder: Path) -> bytes:
    """Finish a study that was cut off, and return its export."""
    known = {lock.name for lock in store.studies()}
    kept = {o.cell.key for o in store.outcomes(name)} if name in known else set()
    assert acknowledged <= kept
    again: list[str] = []
    study(store, name, heard=again.append)
    # The one that failed is tried again; what was scored is not.
    assert set(again) == {f"{name}-00{i}" for i in range(5)} - {key for key in kept if not key.endswith("3")}
    assert [o.cell.key for o in store.outcomes(name)] == [f"{name}-00{i}" for i in range(5)]
    store.export(name, folder / "resumed.csv")
    return (folder / "resumed.csv").read_bytes()


def _uninterrupted(folder: Path) -> bytes:
    with open_store(folder / "uninterrupted.db") as store:
        return _resumed(store, "whole", acknowledged=set(), folder=folder)


def _acknowledged(folder: Path, n: int) -> set[str]:
    return set((folder / f"{n}.log").read_text().split())


def test_a_study_killed_before_any_statement_or_commit_resumes_to_the_same_bytes(url, tmp_path):
    last, code = map(int, child("kill_everywhere", url, tmp_path).split())
    assert (code, last > 30) == (0, True)
    whole = _uninterrupted(tmp_path)
    with open_store(url) as store:
        for n in range(1, last):
            kept = _acknowledged(tmp_path, n)
            assert _resumed(store, f"study{n}", acknowledged=kept, folder=tmp_path) == whole
        assert store.check() == ()


def test_a_store_killed_while_it_is_made_is_whole_when_it_is_opened_again(tmp_path):
    last, code = map(int, child("kill_everywhere", f"{tmp_path}/{{n}}.db", tmp_path, 1).split())
    assert (code, last > 10) == (0, True)
    for n in range(1, last):
        with open_store(tmp_path / f"{n}.db") as store:
            study(store, "new", heard=lambda _: None)
            assert (len(store.scored_keys("new")), store.check()) == (4, ())


def test_a_statement_or_commit_that_fails_is_a_store_error_and_the_next_attempt_goes_on(url, tmp_path):
    whole = _uninterrupted(tmp_path)
    with open_store(url) as store:
        for n in count(1):
            heard: list[str] = []
            if _code_of_failure(store, n, heard=heard) is None:
                break
            for run in (
                store.runs(f"study{n}") if f"study{n}" in {lock.name for lock in store.studies()} else ()
            ):
                store.end(run)  # this process is alive, and so would be its claims
            assert _resumed(store, f"study{n}", acknowledged=set(heard), folder=tmp_path) == whole
        assert store.check() == ()
    assert n > 25


def _code_of_failure(store: Store, n: int, *, heard: list[str]) -> str | None:
    try:
        with _failing_at(n):
            study(store, f"study{n}", heard=heard.append)
    except StoreError as error:
        return error.code
    return None


class _failing_at:  # noqa: N801
    """Make the Nth statement or commit fail, as a database does that has lost its disk."""

    def __init__(self, n: int) -> None:
        self.n, self.seen = n, 0

    def _count(self, *_: object) -> None:
        self.seen += 1
        if self.seen == self.n:
            raise OperationalError("injected", None, Exception("disk I/O error"))

    def __enter__(self) -> None:
        event.listen(Engine, "before_cursor_execute", self._count)
        event.listen(Engine, "commit", self._count)

    def __exit__(self, *_: object) -> None:
        event.remove(Engine, "before_cursor_execute", self._count)
        event.remove(Engine, "commit", self._count)


def test_sixteen_processes_that_start_at_once_make_one_store(url):
    assert child("start_together", url, 16) == "16"
    with open_store(url) as store:
        store.plan("together", cells(16))
        assert len(store.scored_keys("together")) == 16
        assert [lock.amendments for lock in store.studies()] == [()]
        assert store.check() == ()


def test_a_store_that_may_not_grow_keeps_what_it_acknowledged(tmp_path):
    path = tmp_path / "study.db"
    code, acknowledged = child("run_out_of_room", path, 400_000).split()
    assert code == "BO447"
    with open_store(path) as store:
        assert len(store.scored_keys("full")) == int(acknowledged) > 10
        assert store.check() == ()
        run = store.begin("full")
        assert store.record(run, scored(cell(499)))


def test_readers_and_a_writer_do_not_hold_each_other_up(url):
    n = 300
    with open_store(url, patience=5) as store, open_store(url, patience=5) as other:
        store.lock("soak", text="t", digest="d")
        store.plan("soak", cells(n))
        run = store.begin("soak")
        finished, counts = threading.Event(), [0]

        def read() -> None:
            while not finished.is_set():
                counts.append(sum(1 for _ in other.outcomes("soak")))

        reader = threading.Thread(target=read)
        reader.start()
        try:
            for i in range(n):
                assert store.record(run, scored(cell(i)))
        finally:
            finished.set()
            reader.join()
        assert len(store.scored_keys("soak")) == n
    assert counts == sorted(counts)
    assert len(counts) > 3


@pytest.mark.parametrize("ending", ["", "-journal", "-wal"])
def test_a_store_cut_off_while_it_was_made_is_made_anew_or_refused(tmp_path, ending):
    """An empty file is a new store; an empty file with the log of a longer one has lost its contents."""
    (tmp_path / "study.db").touch()
    (tmp_path / f"study.db{ending}").touch()
    if ending == "-wal":
        with pytest.raises(StoreError) as refused:
            open_store(tmp_path / "study.db")
        assert refused.value.code == "BO444"
    else:
        with open_store(tmp_path / "study.db") as store:
            assert store.check() == ()
