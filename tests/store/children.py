"""Work for processes that are killed, or that all start at once. Run as a program: children.py COMMAND ARGUMENTS.

The parent forks one child for each try, so that the libraries are loaded once.
"""

import os
import resource
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow  # noqa: F401  (loaded once, before any fork)
from sqlalchemy import Engine, create_engine, event

from bakeoff.core.errors import StoreError
from bakeoff.store.addresses import parse_address
from bakeoff.store.open import open_store
from bakeoff.store.store import Store
from store.cases import cells, failed, said, scored

KILLED = 77


def study(store: Store, name: str, *, heard: Callable[[str], None]) -> None:
    """Run a small study from lock to end, or what is left of it; `heard` is told each key that was acknowledged."""
    planned = cells(5, prefix=f"{name}-")
    store.lock(name, text="t", digest="d")
    store.plan(name, planned)
    run = store.begin(name)
    store.environment(run, "{}")
    mine = store.claim(run, [cell.key for cell in planned])
    for i, cell in enumerate(planned):
        if cell.key in mine:
            store.record(run, failed(cell) if i == 3 else _outcome(cell))
            heard(cell.key)
    store.end(run)


def _outcome(cell):
    return replace(scored(cell), predictions=said())


def act_at(n: int, act: Callable[[], None]) -> Callable[[], int]:
    """Act before the Nth statement or commit of any store; return how to ask how many there were."""
    seen = [0]

    def count(*_: object) -> None:
        seen[0] += 1
        if seen[0] == n:
            act()

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    return lambda: seen[0]


def _in_children(tries: range, work: Callable[[int], None]) -> list[int]:
    codes = []
    for n in tries:
        pid = os.fork()
        if pid == 0:
            try:
                work(n)
            except BaseException as error:
                sys.stderr.write(f"{n}: {error!r}\n")
                os._exit(1)
            os._exit(0)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    return codes


def _load_everything(address: str) -> None:
    """Have the libraries in memory before any fork: loading them takes longer than a study."""
    with TemporaryDirectory() as folder, open_store(f"{folder}/study.db") as store:
        study(store, "loading", heard=lambda _: None)
    create_engine(parse_address(address).url).dispose()


def kill_everywhere(address: str, folder: str, only_opening: str = "") -> None:
    """Kill a study before every statement and commit; an address with {n} means a new store each time."""

    def work(n: int) -> None:
        act_at(n, lambda: os._exit(KILLED))
        log = (Path(folder) / f"{n}.log").open("a")
        store = open_store(address.format(n=n))
        if only_opening:
            return
        study(store, f"study{n}", heard=lambda key: (log.write(f"{key}\n"), log.flush()))
        store.close()

    _load_everything(address)
    for n in range(1, 400):
        (code,) = _in_children(range(n, n + 1), work)
        if code != KILLED:
            sys.stdout.write(f"{n} {code}\n")
            return


def start_together(address: str, number: str) -> None:
    """Open a new store in many processes at the same moment, and have each record a cell of one study."""
    wait, go = os.pipe()
    children = []
    for i in range(int(number)):
        pid = os.fork()
        if pid == 0:
            os.close(go)
            os.read(wait, 1)
            code = 1
            try:
                with open_store(address) as store:
                    store.lock("together", text="t", digest="d")
                    run = store.begin("together")
                    store.record(run, scored(cells(i + 1)[i]))
                    store.end(run)
                code = 0
            except BaseException as error:
                sys.stderr.write(f"{error!r}\n")
            os._exit(code)
        children.append(pid)
    os.close(go)
    codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children]
    sys.stdout.write(f"{codes.count(0)}\n")


def run_out_of_room(path: str, size: str) -> None:
    """Record cells until the file may not grow any more; print the code of the error and what was acknowledged."""
    store = open_store(path)
    store.lock("full", text="t", digest="d")
    planned = cells(500)
    store.plan("full", planned)
    run = store.begin("full")
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), resource.RLIM_INFINITY))
    acknowledged = 0
    try:
        for cell in planned:
            store.record(run, _outcome(cell))
            acknowledged += 1
    except StoreError as error:
        sys.stdout.write(f"{error.code} {acknowledged}\n")


def open_as_nobody(path: str) -> None:
    """Open a store as a user without rights; print the code of the error."""
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    try:
        with open_store(path) as store:
            store.lock("new", text="t", digest="d")
    except StoreError as error:
        sys.stdout.write(f"{error.code}\n")


COMMANDS = {f.__name__: f for f in (kill_everywhere, start_together, run_out_of_room, open_as_nobody)}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
