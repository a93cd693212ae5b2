"""A JSON document that is larger than memory should be: its outline, and the entries of one part, one at a time."""

import json
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import IO, Any

_CHUNK = 1 << 20
_WHOLE = 1 << 23  # characters: a part of the document up to here is kept as it is
_INSIDE = 1 << 16  # the same of a part of such a part
_MOST_NAMED, _MOST_LISTED = 200, 20  # entries that an outline keeps of a part that is too large
_BLANK = " \t\r\n"
_OF_A_NUMBER = 4  # characters: what follows a number must be known, or it may go on: 12, 12.5, 12e+5


class _TooLargeError(Exception):
    """A value goes on beyond what is read of it at once."""


def outline_json(stream: IO[bytes]) -> Any:  # noqa: ANN401 - whatever the document holds
    """Return a document with its large parts cut down to their first entries; ValueError where it is not JSON."""
    text = _JsonText(stream)
    outline = _outline_value(text, most=0, inside=_WHOLE)
    if text.next_mark():
        raise ValueError("something follows the document")
    return outline


def stream_entries(stream: IO[bytes], *path: str) -> Iterator[tuple[str, Any]]:
    """Yield the entries of an object or array that lies at a path: names or places, and values, one at a time."""
    text = _JsonText(stream)
    for name in path:
        if text.next_mark() != "{" or not _go_to(text, name):
            return
    if text.next_mark() in ("{", "["):
        for name in text.names():
            yield name, text.read_value()


def entries_at(document: object, *path: str) -> Iterator[tuple[str, Any]]:
    """Yield the same entries of a document that was read already."""
    for name in path:
        document = document.get(name) if isinstance(document, dict) else None
    if isinstance(document, dict):
        yield from document.items()
    elif isinstance(document, list):
        yield from ((str(place), value) for place, value in enumerate(document))


def _outline_value(text: "_JsonText", *, most: int, inside: int) -> Any:  # noqa: ANN401
    """Return a value of at most so many characters as it is, a larger one by its first entries."""
    mark = text.next_mark()
    if mark not in ("{", "["):
        return text.read_value()
    if most:
        try:
            return text.read_value(most=most)
        except _TooLargeError:
            pass
    kept: dict[str, Any] = {}
    for name in text.names():
        if len(kept) < (_MOST_NAMED if mark == "{" else _MOST_LISTED):
            kept[name] = _outline_value(text, most=inside, inside=_INSIDE)
        else:
            text.skip_value()
    return kept if mark == "{" else list(kept.values())


def _go_to(text: "_JsonText", wanted: str) -> bool:
    for name in text.names():
        if name == wanted:
            return True
        text.skip_value()
    return False


class _JsonText:
    """The text of a document, read piece by piece, and a place in it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream, self._decoder = stream, getincrementaldecoder("utf-8-sig")()
        self._text, self._place, self._is_whole = "", 0, False
        self._scan = json.JSONDecoder().raw_decode

    def next_mark(self) -> str:
        """Return the next character that is not blank; an empty text at the end."""
        while True:
            text, place = self._text, self._place
            while place < len(text) and text[place] in _BLANK:
                place += 1
            self._place = place
            if place < len(text):
                return text[place]
            if not self._read_on():
                return ""

    def read_value(self, *, most: int = 0) -> Any:  # noqa: ANN401
        """Return the value that begins here; where it goes on beyond `most` characters, stay and raise."""
        after = 0 if self.next_mark() in ("{", "[", '"') else _OF_A_NUMBER
        while True:
            try:
                value, end = self._scan(self._text, self._place)
            except RecursionError:
                raise ValueError("too deeply nested") from None
            except ValueError:
                end = -1
            if end >= 0 and (end + after <= len(self._text) or self._is_whole):
                self._place = end
                return value
            if most and len(self._text) - self._place >= most:
                raise _TooLargeError
            if not self._read_on() and end < 0:
                raise ValueError("not valid JSON")

    def skip_value(self) -> None:
        """Go on to the end of the value that begins here."""
        if self.next_mark() not in ("{", "["):
            self.read_value()
            return
        try:
            self.read_value(most=_CHUNK)
        except _TooLargeError:
            for _ in self.names():
                self.skip_value()

    def names(self) -> Iterator[str]:
        """Yield the names or places of an object or array; whoever asks reads or skips each value."""
        is_object = self._take("{", "[") == "{"
        if self.next_mark() in ("}", "]"):
            self._take("}" if is_object else "]")
            return
        place = 0
        while True:
            if is_object:
                name = self.read_value()
                self._take(":")
            else:
                name = place
            yield str(name)
            place += 1
            if self._take(",", "}" if is_object else "]") != ",":
                return

    def _take(self, *marks: str) -> str:
        mark = self.next_mark()
        if mark not in marks or not mark:
            raise ValueError("not valid JSON")
        self._place += 1
        return mark

    def _read_on(self) -> bool:
        """Read a further piece, as long as what is kept at least; say whether there was any."""
        if self._is_whole:
            return False
        rest = self._text[self._place :]
        piece = self._stream.read(max(_CHUNK, len(rest)))
        self._is_whole = not piece
        self._text, self._place = rest + self._decoder.decode(piece, final=not piece), 0
        return True
