"""Studies in the stores of the working folder: what is there, how far they are, what failed; inside a worker."""

import re
from pathlib import Path
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.render.names import shown
from bakeoff.store.open import is_store, open_store

MOST_STORES = 50
MOST_FAILURES = 200
KEPT_COPY = re.compile(
    r"\.version-\d+$"
)  # what a migration leaves of a store as it was: opened, it would migrate too
PATIENCE = 2.0  # seconds to wait for a lock; a reader seldom needs to


def stores_of(folder: str) -> list[dict[str, Any]]:
    """Return the stores of a folder with their studies; one that cannot be read says why."""
    return [_store(path) for path in store_files(Path(folder))]


def store_files(folder: Path) -> list[Path]:
    """Return the stores that lie in a folder itself: files, and no links out of it."""
    try:
        home = folder.resolve()
        files = [p for p in sorted(home.iterdir()) if p.is_file() and p.resolve().parent == home]
    except OSError:
        return []
    return [path for path in files if is_store(path) and not KEPT_COPY.search(path.name)][:MOST_STORES]


def _store(path: Path) -> dict[str, Any]:
    try:
        with open_store(path, patience=PATIENCE) as store:
            studies = [_study(store, lock) for lock in store.studies()]
            return {"store": path.name, "studies": studies, "looks": len(store.ledger()), "problem": None}
    except BakeoffError as error:
        return {"store": path.name, "studies": [], "looks": 0, "problem": f"{error.what}: {error.fix}"}


def _study(store: Any, lock: Any) -> dict[str, Any]:  # noqa: ANN401 - the database library is loaded late
    progress = store.progress(lock.name)
    return {
        "study": lock.name,
        "frozen": lock.at.isoformat(timespec="seconds"),
        "amendments": len(lock.amendments),
        "planned": sum(c.planned for c in progress),
        "scored": sum(c.scored for c in progress),
        "failed": sum(c.failed for c in progress),
        "running": len(store.runs(lock.name)),
    }


def progress_of(path: str, name: str) -> dict[str, Any]:
    """Return how far a study is: cells by classifier and dataset, failures, times, and who is at work."""
    with open_store(path, patience=PATIENCE) as store:
        cells = store.progress(name)
        lock = next(lock for lock in store.studies() if lock.name == name)
        runs = store.runs(name)
        failures = store.failures(name, most=MOST_FAILURES)
        return {
            **_study(store, lock),
            "cells": [
                {
                    "classifier": c.classifier,
                    "dataset": c.dataset,
                    "planned": c.planned,
                    "scored": c.scored,
                    "failed": c.failed,
                    "seconds": c.seconds,
                }
                for c in cells
            ],
            "failures": [
                {"classifier": f.classifier, "dataset": f.dataset, "repeat": f.repeat, "fold": f.fold,
                 "reason": f.reason, "message": shown(f.message)}
                for f in failures
            ],
            "runs": [{"host": r.host, "pid": r.pid, "since": r.since.isoformat(timespec="seconds")} for r in runs],
        }  # fmt: skip


def ledger_of(path: str) -> dict[str, Any]:
    """Return the ledger of a store: every look at the data, and whether the chain is whole."""
    from bakeoff.core.ledger import chain_problems

    with open_store(path, patience=PATIENCE) as store:
        entries = store.ledger()
    return {"entries": [_entry(entry) for entry in entries], "problems": list(chain_problems(entries))}


def _entry(entry: Any) -> dict[str, Any]:  # noqa: ANN401
    look = entry.look
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "hash": entry.hash,
        "kind": None if look is None else str(look.kind),
        "source": None if look is None else look.source,
        "pairs": []
        if look is None
        else [{"a": p.a, "b": p.b, "verdict": p.verdict, "p_value": p.p_value} for p in look.pairs],
    }
