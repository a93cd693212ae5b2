"""Messages between the server and its workers: JSON and bytes, never a pickle.

A message is the length of its head as four bytes, the head as JSON, and the parts that the head announces the sizes
of. A worker reads what strangers upload; what it answers is therefore only ever data.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

PREFIX = 4  # bytes of the length of a head


@dataclass(frozen=True, slots=True)
class Message:
    """Fields that JSON can hold, and parts of bytes."""

    fields: Mapping[str, Any]
    parts: Sequence[bytes] = field(default_factory=tuple)


def pack_message(message: Message) -> bytes:
    """Return a message as it goes over a pipe.

    >>> from io import BytesIO
    >>> receive_message(BytesIO(pack_message(Message({"job": "compare"}, [b"a,b"]))))
    Message(fields={'job': 'compare'}, parts=(b'a,b',))
    """
    head = {"fields": dict(message.fields), "sizes": [len(part) for part in message.parts]}
    text = json.dumps(head, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")
    return b"".join([len(text).to_bytes(PREFIX, "big"), text, *message.parts])


def unpack_head(head: bytes) -> tuple[dict[str, Any], list[int]]:
    """Return the fields of a head, and the sizes of the parts that follow it."""
    read = json.loads(head)
    return read["fields"], read["sizes"]


def receive_message(stream: BinaryIO) -> Message | None:
    """Return the next message of a stream; None at its end."""
    prefix = stream.read(PREFIX)
    if len(prefix) < PREFIX:
        return None
    fields, sizes = unpack_head(stream.read(int.from_bytes(prefix, "big")))
    return Message(fields, tuple(stream.read(size) for size in sizes))
