"""Who is told how much of a table was read: a line on a terminal, or nobody."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Watch = Callable[[str, int], None]  # name of the file, bytes that were read since the last time
_WATCH: ContextVar[Watch | None] = ContextVar("watch", default=None)


@contextmanager
def watch_tables(watch: Watch | None) -> Iterator[None]:
    """Tell somebody of every piece of a table that is read meanwhile."""
    before = _WATCH.set(watch)
    try:
        yield
    finally:
        _WATCH.reset(before)


def tell_progress(name: str, size: int) -> None:
    """Say that so many bytes of a file were read."""
    watch = _WATCH.get()
    if watch is not None:
        watch(name, size)
