"""Studies in the stores of the working folder: what is there, how far they are, what failed; inside a worker."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.core.errors import BakeoffError
from bakeoff.render.names import printable_name
from bakeoff.store.open import is_store, open_store
from bakeoff.web.refusals import make_refusal

if TYPE_CHECKING:
    from bakeoff.core.ledger import LedgerEntry, LookedPair

MOST_STORES = 50  # that are looked into for the list; the others are listed by their names
MOST_FAILURES = 200
# What a migration leaves of a store as it was: opened, it would migrate too.
KEPT_COPY = re.compile(r"\.version-\d+$")
PATIENCE = 2.0  # seconds to wait for a lock; a reader seldom needs to


def list_stores(folder: str) -> list[dict[str, Any]]:
    """Return the stores of a folder with their studies; one that cannot be read says why."""
    files = store_files(Path(folder))
    return [*map(_store_document, files[:MOST_STORES]), *map(_name_only, files[MOST_STORES:])]


def store_files(folder: Path) -> list[Path]:
    """Return the stores that lie in a folder itself: files, and no links out of it."""
    try:
        home = folder.resolve()
        files = [p for p in sorted(home.iterdir()) if p.is_file() and p.resolve().parent == home]
    except OSError:
        return []
    return [path for path in files if is_store(path) and not KEPT_COPY.search(path.name)]


def _name_only(path: Path) -> dict[str, Any]:
    problem = f"not looked into: the folder has more than {MOST_STORES} stores; serve one that has fewer"
    return {"store": path.name, "studies": [], "looks": 0, "problem": problem}


def _store_document(path: Path) -> dict[str, Any]:
    try:
        with open_store(path, patience=PATIENCE) as store:
            studies = [_study_document(store, lock) for lock in store.studies()]
            return {"store": path.name, "studies": studies, "looks": len(store.ledger()), "problem": None}
    except BakeoffError as error:
        return {"store": path.name, "studies": [], "looks": 0, "problem": f"{error.what}: {error.fix}"}


def _study_document(store: Any, lock: Any) -> dict[str, Any]:  # noqa: ANN401 - the database library is loaded late
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


def study_progress(path: str, name: str) -> dict[str, Any]:
    """Return how far a study is: cells by classifier and dataset, failures, times, and who is at work."""
    with _open_existing(path) as store:
        cells = store.progress(name)
        lock = next(lock for lock in store.studies() if lock.name == name)
        runs = store.runs(name)
        failures = store.failures(name, most=MOST_FAILURES)
        return {
            **_study_document(store, lock),
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
                 "reason": f.reason, "message": printable_name(f.message)}
                for f in failures
            ],
            "runs": [{"host": r.host, "pid": r.pid, "since": r.since.isoformat(timespec="seconds")} for r in runs],
        }  # fmt: skip


def _open_existing(path: str) -> Any:  # noqa: ANN401
    """Open a store that is there: to open one that was deleted meanwhile would make it anew."""
    if is_store(path):
        return open_store(path, patience=PATIENCE)
    name = Path(path).name
    raise make_refusal(
        404,
        f"the store {name!r} is no longer there",
        where="store",
        fix="put it back, or choose another: the list shows those that there are",
        code="BO512",
    )


def ledger_document(path: str) -> dict[str, Any]:
    """Return the ledger of a store: every look at the data, and whether the chain is whole."""
    from bakeoff.core.ledger import chain_problems
    from bakeoff.project.ledger import standing_pairs_by_entry

    with _open_existing(path) as store:
        entries = store.ledger()
    rows = zip(entries, standing_pairs_by_entry(entries), strict=True)
    return {"entries": [_entry_document(*row) for row in rows], "problems": list(chain_problems(entries))}


def _entry_document(entry: "LedgerEntry", pairs: "Sequence[LookedPair]") -> dict[str, Any]:
    look = entry.look
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "hash": entry.hash,
        "kind": None if look is None else str(look.kind),
        "source": None if look is None else look.source,
        "note": "" if look is None else look.note,
        "pairs": [
            {"a": p.a, "b": p.b, "verdict": p.verdict, "alone": p.alone, "p_value": p.p_value} for p in pairs
        ],
    }
