"""A store that was dropped on the page: read from a private copy, which is gone when it has been read."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bakeoff.api.study.stored import open_study, study_evidence
from bakeoff.core.errors import BakeoffError
from bakeoff.core.predictions import Evidence
from bakeoff.inputs.omissions import leave_out_names
from bakeoff.inputs.options import ReadOptions
from bakeoff.store.open import is_store, open_store
from bakeoff.web.refusals import Refusal, make_refusal

MAGIC = b"SQLite format 3\0"
ACTIVE = "SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE '%VIRTUAL%'"


def is_store_content(content: bytes) -> bool:
    """Say whether bytes are a database, as a store of results is one."""
    return content.startswith(MAGIC)


def uploaded_evidence(
    content: bytes, name: str, options: ReadOptions, *, test: str | None = None
) -> Evidence:
    """Return the scores of a study in a store that was uploaded, or its predictions where they are judged."""
    with _private_copy(content, name) as path:
        evidence = study_evidence(open_study(path, study=options.study), metric=options.metric, test=test)
    evidence = replace(evidence, source=name, stored=None)  # the copy is gone
    return replace(leave_out_names(evidence, options), read_with=options.said)


def studies_in(fields: Mapping[str, Any], parts: Sequence[bytes]) -> list[str]:
    """Return the studies of a store, of the folder or uploaded; none where it is no store that can be read."""
    try:
        if fields.get("store") is not None:
            return _study_names(Path(fields["store"]))
        if not is_store_content(parts[0]):
            return []
        with _private_copy(parts[0], fields["names"][0]) as path:
            return _study_names(path)
    except (BakeoffError, Refusal):
        return []


def _study_names(path: Path) -> list[str]:
    with open_store(path) as store:
        return [lock.name for lock in store.studies()]


@contextmanager
def _private_copy(content: bytes, name: str) -> Iterator[Path]:
    """Give a store as a file in a private folder; what is said of that file is said of the name that it came with."""
    with TemporaryDirectory(prefix="bakeoff-") as folder:
        path = Path(folder) / "store.db"
        path.write_bytes(content)
        _require_passive(path, name)
        try:
            yield path
        except BakeoffError as error:
            what, fix = (text.replace(str(path), name) for text in (error.what, error.fix))
            raise type(error)(what, where=name, fix=fix, code=error.code) from None


def _require_passive(path: Path, name: str) -> None:
    """Refuse a database that is not a store of ours, or that holds views or triggers, which are code."""
    import sqlite3

    if is_store(path):
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as database:
                passive = database.execute(ACTIVE).fetchone()[0] == 0
        except sqlite3.Error:
            passive = False
        if passive:
            return
    raise make_refusal(
        422,
        "this database is not a store of results",
        where=name,
        fix="drop the store of a study, which bakeoff run writes, or a table of scores or predictions",
        code="BO520",
    )
