"""Unpacking .gz, .xz, .bz2 and .zip, with limits that a bomb cannot pass."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.core.words import quote_text, shorten
from bakeoff.inputs.formats.long_cells import cut_long_texts
from bakeoff.inputs.formats.origin import Origin
from bakeoff.inputs.messages import join_with_commas, shorten_path
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.progress import tell_progress

if TYPE_CHECKING:
    from bz2 import BZ2Decompressor
    from lzma import LZMADecompressor
    from zipfile import ZipFile, ZipInfo

# Text tables shrink by a factor of 3 to 30; DEFLATE cannot exceed 1032. Small files may be odd, so the
# ratio counts only from a size on that could hurt.
_MOST_RATIO = 250
_HARMLESS = 50_000_000
_CHUNK = 1 << 20
_MOST_MEMBERS = 10_000
_NOTES = ("README", "LICENSE", "LICENCE", "CHANGELOG", "CITATION", "NOTICE")
_MOST_DICTIONARY = 1 << 28  # xz -9 needs 65 MB

_STREAMS = {b"\x1f\x8b": ".gz", b"\xfd7zXZ\x00": ".xz", b"BZh": ".bz2"}
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")


def unpack(origin: Origin, *, options: ReadOptions) -> Origin:
    """Return the table inside a compressed file; anything else, workbooks included, unchanged."""
    for magic, suffix in _STREAMS.items():
        if origin.data.startswith(magic):
            data = _unpack_stream(origin, suffix, most=options.max_unpacked)
            return _refuse_nested(replace(origin, data=data, name=origin.name.removesuffix(suffix)))
    if origin.data.startswith(_ZIPS):
        return _unpack_zip(origin, most=options.max_unpacked)
    return origin


def unpack_tables(path: Path, *, endings: tuple[str, ...], options: ReadOptions) -> list[Origin]:
    """Return the tables of a .zip file that holds several, as the folder that was packed; none where it holds one."""
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(path) as archive:
            members = _find_tables(archive, endings)
            if len(members) < 2:
                return []
            packed, unpacked = (sum(sizes) for sizes in zip(*map(_member_sizes, members), strict=True))
            check_size(shorten_path(path), packed=packed, unpacked=unpacked, most=options.max_unpacked)
            return [_unpack_member(archive, member, path, most=options.max_unpacked) for member in members]
    except BakeoffError:
        raise
    except (BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        what = "encrypted" if "password" in str(error) else "cut off or damaged"
        raise _damage_error(shorten_path(path), f"the .zip file is {what}") from None


def _find_tables(archive: "ZipFile", endings: tuple[str, ...]) -> "list[ZipInfo]":
    """Return the tables that lie highest in an archive, in order of their names; none of a workbook."""
    members = archive.infolist()
    if len(members) > _MOST_MEMBERS or {"[Content_Types].xml", "mimetype"} & set(archive.NameToInfo):
        return []
    tables = [m for m in members if not m.is_dir() and is_table_name(m.filename, endings)]
    highest = min((m.filename.count("/") for m in tables), default=0)
    return sorted((m for m in tables if m.filename.count("/") == highest), key=lambda m: m.filename)


def is_table_name(name: str, endings: tuple[str, ...]) -> bool:
    """Say whether a file may be a table by its name: a note to the reader, such as README.md, is none."""
    last = name.rpartition("/")[2]
    return last.lower().endswith(endings) and last[0] != "." and not _is_clutter(name)


def _member_sizes(member: "ZipInfo") -> tuple[int, int]:
    return member.compress_size, member.file_size


def _unpack_member(archive: "ZipFile", member: "ZipInfo", path: Path, *, most: int) -> Origin:
    label = f"{shorten_path(path)}, {shorten(member.filename)}"
    data = _read_member(archive, member, most=most, label=label)
    origin = Origin(data=data, label=label, name=member.filename)
    return origin if member.filename.lower().endswith(".xlsx") else _refuse_nested(origin)


def check_size(label: str, *, packed: int, unpacked: int, most: int) -> None:
    """Refuse what unpacks to too much, or to far more than a table can."""
    limit = min(most, max(_HARMLESS, _MOST_RATIO * packed))
    if unpacked > limit:
        raise InputError(
            f"it unpacks to {unpacked / 1e6:,.0f} MB or more; a file of its size may unpack to {limit / 1e6:,.0f} MB",
            where=label,
            fix="unpack it yourself if you trust it, and give the table inside",
            code="BO005",
        )


def _unpack_stream(origin: Origin, suffix: str, *, most: int) -> bytes:
    from lzma import LZMAError
    from zlib import error as ZlibError  # noqa: N812  a class in spite of its name

    parts = _read_gzip(origin.data) if suffix == ".gz" else _read_streams(origin.data, suffix)
    try:
        return cut_long_texts(_within_limits(parts, origin.label, packed=len(origin.data), most=most))
    except BakeoffError:
        raise
    except (EOFError, OSError, ValueError, ZlibError, LZMAError):
        raise _damage_error(origin.label, f"the {suffix} file is cut off or damaged") from None


def _within_limits(parts: Iterable[bytes], label: str, *, packed: int, most: int) -> Iterator[bytes]:
    size = 0
    for part in parts:
        size += len(part)
        check_size(label, packed=packed, unpacked=size, most=most)
        tell_progress(label, len(part))
        yield part


def _read_gzip(data: bytes) -> Iterator[bytes]:
    from gzip import GzipFile

    with GzipFile(fileobj=BytesIO(data)) as stream:
        while part := stream.read(_CHUNK):
            yield part


def _read_streams(data: bytes, suffix: str) -> Iterator[bytes]:
    while data.strip(b"\0"):
        machine = _make_decompressor(suffix)
        yield machine.decompress(data, _CHUNK)
        while not machine.eof:
            if machine.needs_input:
                raise EOFError
            yield machine.decompress(b"", _CHUNK)
        data = machine.unused_data


def _make_decompressor(suffix: str) -> "LZMADecompressor | BZ2Decompressor":
    if suffix == ".bz2":
        from bz2 import BZ2Decompressor

        return BZ2Decompressor()
    from lzma import LZMADecompressor

    return LZMADecompressor(memlimit=_MOST_DICTIONARY)


def _damage_error(label: str, what: str) -> InputError:
    return InputError(what, where=label, fix="fetch or pack the file again", code="BO006")


def _unpack_zip(origin: Origin, *, most: int) -> Origin:
    from zipfile import BadZipFile, ZipFile
    from zlib import error as ZlibError  # noqa: N812

    if origin.data.count(b"PK\x01\x02") > _MOST_MEMBERS:
        raise InputError(
            f"the .zip file holds more than {_MOST_MEMBERS:,} files",
            where=origin.label,
            fix="unpack it and give the table that you mean",
            code="BO007",
        )
    try:
        with ZipFile(BytesIO(origin.data)) as archive:
            names = set(archive.namelist())
            if "[Content_Types].xml" in names or "xl/workbook.xml" in names:
                return origin  # an Excel workbook
            if "mimetype" in names and "content.xml" in names:
                raise InputError(
                    "this is an OpenDocument spreadsheet, which is not read",
                    where=origin.label,
                    fix="save the sheet as CSV or as Excel (.xlsx)",
                    code="BO009",
                )
            member = _find_only_table(archive, origin.label)
            check_size(origin.label, packed=member.compress_size, unpacked=member.file_size, most=most)
            data = _read_member(archive, member, most=most, label=origin.label)
    except BakeoffError:
        raise
    except (
        BadZipFile,
        ZlibError,
        EOFError,
        OSError,
        ValueError,
        KeyError,
        NotImplementedError,
        RuntimeError,
    ) as error:
        what = "encrypted" if "password" in str(error) else "cut off or damaged"
        suffix = PurePosixPath(origin.name).suffix.lower() or ".zip"
        raise _damage_error(origin.label, f"the {suffix} file is {what}") from None
    label = f"{origin.label}, {shorten(member.filename)}"
    return _refuse_nested(Origin(data=data, label=label, name=PurePosixPath(member.filename).name))


def _find_only_table(archive: "ZipFile", label: str) -> "ZipInfo":
    members = archive.infolist()
    tables = [m for m in members if not m.is_dir() and not _is_clutter(m.filename)]
    if len(tables) == 1:
        return tables[0]
    contents = join_with_commas((quote_text(m.filename) for m in tables), most=3) if tables else "nothing"
    raise InputError(
        f"the .zip file should hold one table; it holds {contents}",
        where=label,
        fix="unpack it and give the table that you mean",
        code="BO007",
    )


def _is_clutter(name: str) -> bool:
    """Say whether a file of an archive is none that was meant: what systems add, and notes to the reader."""
    last = name.rpartition("/")[2]
    is_note = last.partition(".")[0].upper() in _NOTES
    return name.startswith("__MACOSX/") or last in (".DS_Store", "Thumbs.db") or is_note


def _read_member(archive: "ZipFile", member: "ZipInfo", *, most: int, label: str) -> bytes:
    # The directory of the archive may lie about sizes, so that the limit is kept while reading too.
    with archive.open(member) as stream:
        parts = iter(lambda: stream.read(_CHUNK), b"")
        return cut_long_texts(_within_limits(parts, label, packed=member.compress_size, most=most))


def _refuse_nested(origin: Origin) -> Origin:
    if origin.data.startswith((*_STREAMS, *_ZIPS)):
        raise InputError(
            "inside the archive is another archive",
            where=origin.label,
            fix="unpack it and give the table inside",
            code="BO007",
        )
    return origin
