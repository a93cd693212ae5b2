"""Files of logs: on disk or inside a .zip, plain or compressed, opened as streams that keep to limits."""

import bz2
import gzip
import lzma
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BufferedReader, RawIOBase
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError  # noqa: N812  a class in spite of its name

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats.compression import check_size
from bakeoff.inputs.formats.origin import size_error
from bakeoff.inputs.logs.json_stream import stream_entries
from bakeoff.inputs.logs.json_values import not_as_written, parse_json, parse_plain_json
from bakeoff.inputs.logs.zstandard import MAGIC as ZSTANDARD
from bakeoff.inputs.logs.zstandard import open_member, open_zstandard
from bakeoff.inputs.messages import shorten_path
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.progress import Watch

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK = 1 << 20
_LARGE = 4_000_000  # bytes
_LONGEST_LINE = 1 << 24  # bytes
_USUAL = ReadOptions()
_PACKED = (".gz", ".bz2", ".xz", ".zst")
_DAMAGE = (
    BadZipFile,
    ZlibError,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)


_BROKEN = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFile:
    """One file that may hold a log: where it lies, and how to open it."""

    path: Path
    member: str = ""  # inside the archive at `path`
    limits: ReadOptions = _USUAL
    watch: Watch | None = None  # is told how many bytes of the file were read
    cut_lines: list[int] = field(
        default_factory=list, compare=False
    )  # last lines that were cut off, found when read

    @property
    def is_large(self) -> bool:
        """Whether it holds too much to be kept in memory as a whole: it is gone through piece by piece."""
        size = self.path.stat().st_size
        return size > _LARGE or (
            (bool(self.member) or self.place.name != self.path.name) and size * 20 > _LARGE
        )

    @property
    def label(self) -> str:
        """What to call the file in messages."""
        return shorten_path(self.path) + (f", {shorten_path(self.member)}" if self.member else "")

    @property
    def place(self) -> PurePosixPath:
        """The path with folders, that of an archive as one more folder; without the suffix of a compression."""
        whole = PurePosixPath(self.path.as_posix())
        inside = whole / self.member if self.member else whole
        return inside.with_suffix("") if inside.suffix.lower() in _PACKED else inside

    @property
    def name(self) -> str:
        """The name of the file without its folders and its compression."""
        return self.place.name

    @property
    def folders(self) -> tuple[str, ...]:
        """The names of the folders that it lies in, outermost first."""
        return self.place.parts[:-1]

    def beside(self, name: str) -> "LogFile | None":
        """Return another file of the same folder, if it is there."""
        if self.member:
            other = str(PurePosixPath(self.member).with_name(name))
            return replace(self, member=other, cut_lines=[]) if _has_member(self.path, other) else None
        near = self.path.with_name(name)
        return replace(self, path=near, cut_lines=[]) if near.is_file() else None

    def open(self) -> BufferedReader:
        """Return a stream of what the file holds, decompressed; more than the limits allow is refused on the way."""
        raw, packed = _open_raw(self)
        stream = raw if self.member else _open_decompressed(raw, self.label)
        is_plain = stream is raw and not self.member
        return BufferedReader(_Bounded(stream, self, plain=is_plain, packed=packed, below=raw), _CHUNK)

    def read(self) -> bytes:
        """Return everything that the file holds."""
        with self.open() as stream:
            return stream.read()

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that hold something, one at a time, until one is too long: a document without lines."""
        with self.open() as stream:
            while (line := stream.readline(_LONGEST_LINE)) and len(line) < _LONGEST_LINE:
                if line.strip():
                    yield line

    def records(self, tool: str) -> Iterator[dict[str, Any]]:
        """Yield the JSON objects of JSON Lines one at a time, or those of one list, which some versions write."""
        with self.open() as stream:
            is_list = stream.peek(64).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")
        return self._list_records(tool) if is_list else self._line_records(tool)

    def _list_records(self, tool: str) -> Iterator[dict[str, Any]]:
        """Yield the objects of a JSON list, one at a time."""
        try:
            with self.open() as stream:
                yield from (entry for _, entry in stream_entries(stream) if isinstance(entry, dict))
        except BakeoffError:
            raise
        except ValueError:
            raise not_as_written("it is not valid JSON", tool=tool, where=self.label) from None

    def _line_records(self, tool: str) -> Iterator[dict[str, Any]]:
        """Yield the JSON objects of JSON Lines, one at a time; a last line that is cut off is left out."""
        broken = 0
        with self.open() as stream:
            for number, line in enumerate(stream, start=1):
                try:
                    record = parse_plain_json(line)
                except (ValueError, RecursionError):
                    record = _parse_odd_line(line)
                if record is _BROKEN:
                    if line.strip() not in (b"", b"\xef\xbb\xbf"):
                        broken = (
                            broken or number
                        )  # fine if nothing follows: the program was stopped while it wrote
                    continue
                if broken:
                    break
                if isinstance(record, dict):
                    yield record
            else:
                if broken:
                    self.cut_lines[:] = [broken]
                return
        raise not_as_written(f"line {broken:,} is not valid JSON", tool=tool, where=self.label)


def _parse_odd_line(line: bytes) -> object:
    """Return what a line holds that is no plain JSON, such as NaN; `_BROKEN` where it is none at all."""
    try:
        return parse_json(line)
    except ValueError:
        return _BROKEN


class _Bounded(RawIOBase):
    """A stream that refuses to give more bytes than the limits allow, and says what is damaged."""

    def __init__(
        self, stream: IO[bytes], file: LogFile, *, plain: bool, packed: int, below: IO[bytes]
    ) -> None:
        self._stream, self._file, self._plain, self._packed, self._size = stream, file, plain, packed, 0
        self._below = below  # a compressed stream does not close what it reads from

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        try:
            size = _fill(buffer, self._stream)
        except BakeoffError:
            raise
        except _DAMAGE:
            raise _damaged_error(self._file.label) from None
        self._size += size
        self._check_size()
        if self._file.watch is not None:
            self._file.watch(self._file.name, size)
        return size

    def _check_size(self) -> None:
        limits = self._file.limits
        if not self._plain:
            check_size(self._file.label, packed=self._packed, unpacked=self._size, most=limits.max_unpacked)
        elif self._size > limits.max_bytes:
            raise size_error(self._size, limits.max_bytes, self._file.label)

    def close(self) -> None:
        self._stream.close()
        self._below.close()
        super().close()


def _fill(buffer: "WriteableBuffer", stream: IO[bytes]) -> int:
    """Read into a buffer, without a copy where the stream can; return how many bytes came."""
    if isinstance(stream, BufferedReader):
        return stream.readinto(buffer)
    room = memoryview(buffer).cast("B")
    piece = stream.read(len(room))
    room[: len(piece)] = piece
    return len(piece)


def bounded_member(archive: ZipFile, member: ZipInfo, file: LogFile) -> BufferedReader:
    """Return a stream of a file inside an archive that is open, with the limits of the log that it belongs to."""
    packed = member.compress_size
    check_size(file.label, packed=packed, unpacked=member.file_size, most=file.limits.max_unpacked)
    stream = open_member(archive, member, file.label)
    return BufferedReader(_Bounded(stream, file, plain=False, packed=packed, below=stream), _CHUNK)


def _open_raw(file: LogFile) -> tuple[IO[bytes], int]:
    """Return the bytes as they lie on disk or in the archive, and how many there are."""
    try:
        if not file.member:
            return file.path.open("rb"), file.path.stat().st_size
        with ZipFile(file.path) as archive:  # the stream of a member outlives it
            member = archive.getinfo(file.member)
            check_size(
                file.label,
                packed=member.compress_size,
                unpacked=member.file_size,
                most=file.limits.max_unpacked,
            )
            return open_member(archive, member, file.label), member.compress_size
    except BakeoffError:
        raise
    except PermissionError:
        raise InputError(
            f"{quote_text(file.label)} may not be read",
            where=file.label,
            fix=f"allow it: chmod +r {file.label}",
            code="BO003",
        ) from None
    except (KeyError, *_DAMAGE):
        raise _damaged_error(file.label) from None


def _open_decompressed(raw: IO[bytes], label: str) -> IO[bytes]:
    start = raw.read(6)
    raw.seek(0)
    if start.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=raw)  # type: ignore[return-value]
    if start.startswith(b"BZh"):
        return bz2.BZ2File(raw)
    if start.startswith(b"\xfd7zXZ\x00"):
        return lzma.LZMAFile(raw)
    if start.startswith(ZSTANDARD):
        return open_zstandard(raw, label)
    return raw


def _damaged_error(label: str) -> InputError:
    return InputError(
        "the file is cut off, damaged or encrypted",
        where=label,
        fix="fetch or pack the file again",
        code="BO006",
    )


def _has_member(path: Path, member: str) -> bool:
    with ZipFile(path) as archive:
        return member in archive.NameToInfo
