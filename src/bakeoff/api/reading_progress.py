"""How far a large log has been read, on one line of a terminal that is cleared at the end."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from bakeoff.core.words import shorten

_STEP = 5_000_000  # bytes: a log that is read in a moment shows nothing


class ReadingLine:
    """A line that says which file is read and how much of all files was, renewed every so many bytes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._read, self._shown = stream, 0, 0

    def __call__(self, name: str, size: int) -> None:
        """Count bytes of a file."""
        self._read += size
        if self._read - self._shown >= _STEP:
            self._shown = self._read
            self._stream.write(f"\r\x1b[2K  reading {shorten(name)}: {self._read / 1e6:,.0f} MB")
            self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()


@contextmanager
def show_reading() -> Iterator[ReadingLine | None]:
    """Give a line on standard error where it is a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    line = ReadingLine(sys.stderr)
    try:
        yield line
    finally:
        line.clear()
