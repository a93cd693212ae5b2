"""The door of the store. Importing it costs nothing: the database library is loaded when a store is opened."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.core.errors import StoreError

if TYPE_CHECKING:
    from bakeoff.store.store import Store

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


def is_store(path: str | os.PathLike[str]) -> bool:
    """Tell whether a file is a store of ours, from its first bytes (https://sqlite.org/fileformat.html)."""
    try:
        with Path(path).open("rb") as file:
            start = file.read(72)
    except OSError:
        return False
    return start[:16] == _MAGIC and start[68:72] == _ID
