"""The beginning of a file: what it shows is enough to say which tool wrote it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.json_stream import entries_at, outline_json, stream_entries
from bakeoff.inputs.logs.json_values import not_as_written, parse_json

HEAD = 1 << 16  # bytes


@dataclass(frozen=True)
class Peek:
    """What the beginning of a file shows: enough to say which tool wrote it."""

    file: LogFile
    head: bytes

    @cached_property
    def text(self) -> str:
        """The beginning as text."""
        return self.head.decode("utf-8-sig", "replace")

    @cached_property
    def first_lines(self) -> tuple[str, ...]:
        """The first lines that hold something; the last of them may be cut off."""
        return tuple(line.rstrip("\r") for line in self.text.split("\n") if line.strip())[:50]

    @cached_property
    def is_json(self) -> bool:
        """Whether it begins as JSON does."""
        return self.text.lstrip()[:1] in ("{", "[") and self.text.lstrip()[:1] != ""

    @cached_property
    def document(self) -> Any:  # noqa: ANN401 - whatever the file holds
        """What the file holds as one JSON document; None where it is none, as JSON Lines are."""
        if not self.is_json or self.has_lines:
            return None
        try:
            return parse_json(self.file.read().removeprefix(b"\xef\xbb\xbf"))
        except BakeoffError:
            raise
        except ValueError:
            return None

    @cached_property
    def outline(self) -> Any:  # noqa: ANN401 - whatever the file holds
        """The document; of a large one the beginnings of its large parts only, which say what it is."""
        if not self.file.is_large:
            return self.document
        if not self.is_json or self.has_lines:
            return None
        try:
            with self.file.open() as stream:
                return outline_json(stream)
        except BakeoffError:
            raise
        except ValueError:
            return None

    def entries(self, *path: str, tool: str) -> Iterator[tuple[str, Any]]:
        """Yield the entries of the object or array at a path of the document: of a large one, one at a time."""
        if not self.file.is_large:
            yield from entries_at(self.document, *path)
            return
        try:
            with self.file.open() as stream:
                yield from stream_entries(stream, *path)
        except BakeoffError:
            raise
        except ValueError:
            raise not_as_written("it is not valid JSON", tool=tool, where=self.file.label) from None

    @cached_property
    def has_lines(self) -> bool:
        """Whether these are JSON Lines: the first line is an object of its own, and another stands below it."""
        if not self.text.lstrip().startswith("{"):
            return False
        first, second = self._two_lines()
        return second.lstrip().startswith(b"{") and isinstance(_parse_or_none(first), dict)

    def _two_lines(self) -> tuple[bytes, bytes]:
        lines = [line for line in self.head.removeprefix(b"\xef\xbb\xbf").split(b"\n") if line.strip()]
        if len(lines) < 3 and len(self.head) >= HEAD:  # cut off: ask the file
            lines = list(islice(self.file.lines(), 2))
        return (lines[0] if lines else b""), (lines[1] if len(lines) > 1 else b"")

    @cached_property
    def record(self) -> dict[str, Any]:
        """The first object of JSON Lines or of a JSON array; the document itself where it is an object."""
        first: object
        if self.has_lines:
            first = _parse_or_none(self._two_lines()[0])
        else:
            whole = self.outline
            first = whole[0] if isinstance(whole, list) and whole else whole
        return first if isinstance(first, dict) else {}

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The cells of the first line of a table; none where it is JSON or has no separators."""
        if self.is_json or not self.first_lines or "\0" in self.text[:1000]:
            return ()
        import csv

        first = self.first_lines[0]
        separator = max(",;\t", key=first.count)
        try:
            cells = next(csv.reader([first], delimiter=separator))
        except csv.Error:
            return ()
        return tuple(cell.strip() for cell in cells) if len(cells) > 1 else ()


def _parse_or_none(line: bytes) -> object:
    try:
        return parse_json(line)
    except ValueError:
        return None


def peek(file: LogFile) -> Peek:
    """Return the beginning of a file."""
    with file.open() as stream:
        return Peek(file, stream.read(HEAD))
