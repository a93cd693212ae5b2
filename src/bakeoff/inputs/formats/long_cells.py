"""Long texts in large tables, such as prompts and answers: cut while they are read, so that they take no room."""

import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import chain

import numpy as np

_LARGE = 16_000_000  # bytes: smaller tables are read as they are
_LONG, _KEPT = 1000, 30  # bytes of a text
_NO_WORDS = re.compile(rb"[^A-Za-z0-9]+")
_BINARY = (
    b"PAR1",
    b"PK",
    b"\x1f\x8b",
    b"BZh",
    b"\xfd7zXZ",
    b"\x28\xb5\x2f\xfd",
    b"SQLite",
    b"\xff\xfe",
    b"\xfe\xff",
)
# A quoted text, or one that does not end here. In JSON a backslash protects what follows; elsewhere a quote is doubled.
_IN_JSON = re.compile(rb'"((?:[^"\\]++|\\.)*+)("?)', re.DOTALL)
_IN_CELLS = re.compile(rb'"((?:[^"]++|"")*+)("?)|[^",;\t|\n]{%d,}+' % _LONG)


def cut_long_texts(pieces: Iterable[bytes]) -> bytes:
    """Return the bytes of a table in pieces; of a large one, long texts by their beginnings and their digests."""
    waiting = iter(pieces)
    first: list[bytes] = []
    size = 0
    for piece in waiting:
        first.append(piece)
        size += len(piece)
        if size > _LARGE:
            break
    start = b"".join(first)
    if size <= _LARGE or start.startswith(_BINARY) or b"\0" in start[:1000]:
        return b"".join([start, *waiting])
    return b"".join(_cut_pieces(start, waiting))


def _cut_pieces(start: bytes, others: Iterator[bytes]) -> Iterator[bytes]:
    is_json = start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
    rest = b""
    for piece in chain([start], others):
        whole = rest + piece
        end = whole.rfind(b"\n") + 1  # a quote before it cannot be the first of two
        cut, left = _cut_texts(whole[:end], is_json=is_json)
        yield cut
        rest = left + whole[end:]
    yield rest


def _cut_texts(text: bytes, *, is_json: bool) -> tuple[bytes, bytes]:
    """Return a text with its long texts cut, and what stands behind a quote that does not close in it."""
    if (is_json or b'"' not in text) and _has_short_lines(text):  # as mostly
        return text, b""
    parts: list[bytes] = []
    place = 0
    for found in (_IN_JSON if is_json else _IN_CELLS).finditer(text):
        inside, closing = found[1], found[2]
        if inside is not None and not closing:
            parts.append(text[place : found.start()])
            return b"".join(parts), text[found.start() :]
        if found.end() - found.start() > _LONG:
            parts += [text[place : found.start()], _short_text(found[0], inside, is_json=is_json)]
            place = found.end()
    parts.append(text[place:])
    return b"".join(parts), b""


def _has_short_lines(text: bytes) -> bool:
    """Say whether no line is as long as a long text."""
    ends = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
    return bool(np.diff(ends, prepend=-1, append=len(text)).max() <= _LONG)


def _short_text(whole: bytes, inside: bytes | None, *, is_json: bool) -> bytes:
    """Return the first words of a text and its digest, in quotes where they are needed; its lines are counted on."""
    text = whole if inside is None else inside
    first = _NO_WORDS.sub(b" ", text[:_KEPT]).strip()
    known = first + b" ... " + blake2b(text, digest_size=8).hexdigest().encode()
    lines = b"\n" * text.count(b"\n")
    return b'"' + known + lines + b'"' if is_json or lines else known
