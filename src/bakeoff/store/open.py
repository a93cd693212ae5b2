"""The door of the store. Importing it costs nothing: the database library is loaded when a store is opened."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bakeoff.core.errors import StoreError

if TYPE_CHECKING:
    from bakeoff.store.store import Store

NOT_WRITABLE = "BO441"
_READABLE = (
    NOT_WRITABLE,
    "BO447",
)  # there, but nothing can be written to it or beside it: rights, a full disk
_MAGIC, _ID = b"SQLite format 3\0", b"BAKE"


def open_store(url: str | os.PathLike[str], *, patience: float = 30.0) -> "Store":
    """Open a store of results, making it where there is none.

    Parameters
    ----------
    url
        The name of a file such as ``study.db``, ``sqlite:///study.db``, or ``postgresql://user@host/database``.
    patience
        How many seconds to wait for a lock that another program holds.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, open_store(f"{folder}/study.db") as store:
    ...     frozen = store.lock("iris", text="[study]", digest="5f0c")
    ...     [study.name for study in store.studies()]
    ['iris']
    """
    try:
        from bakeoff.store.store import Store
    except ModuleNotFoundError as error:
        raise StoreError(
            f"a store of results needs {error.name}, which is not installed",
            where=str(url),
            fix="pip install '.[study]' in the folder of bakeoff",
            code="BO042",
        ) from None
    return Store(url, patience=patience)


@contextmanager
def open_store_to_read(url: str | os.PathLike[str]) -> "Iterator[Store]":
    """Open a store for one who only reads; where it cannot be written, a copy of it that is gone afterwards.

    SQLite writes beside a file with a log even to read it, and an older store is brought up to date first.
    """
    try:
        store = open_store(url)
    except StoreError as error:
        if error.code not in _READABLE:
            raise
        with (
            TemporaryDirectory(prefix="bakeoff-") as folder,
            open_store(_copy_files(url, Path(folder))) as copy,
        ):
            copy.url, copy.where = os.fspath(url), error.where
            yield copy
        return
    with store:
        yield store


def _copy_files(url: str | os.PathLike[str], folder: Path) -> Path:
    """Copy the file of a store, with its log where it has one."""
    from bakeoff.store.addresses import parse_address

    path = parse_address(url).path
    if path is None:
        raise StoreError(
            "this user may not even read the database as it is",
            where=os.fspath(url),
            fix="ask its owner for the right to read the schema bakeoff",
            code=NOT_WRITABLE,
        )
    copy = folder / path.name
    try:
        shutil.copyfile(path, copy)
        if path.with_name(f"{path.name}-wal").exists():
            shutil.copyfile(path.with_name(f"{path.name}-wal"), copy.with_name(f"{copy.name}-wal"))
    except OSError as error:
        raise StoreError(
            f"the store cannot be written, and a copy to read it from cannot be made: {error.strerror}",
            where=str(path),
            fix="make room in the folder for temporary files, or set TMPDIR to another one",
            code=NOT_WRITABLE,
        ) from None
    return copy


def is_store(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file is a store of ours, from its first bytes (https://sqlite.org/fileformat.html)."""
    try:
        with Path(path).open("rb") as file:
            start = file.read(72)
    except OSError:
        return False
    return start[:16] == _MAGIC and start[68:72] == _ID
