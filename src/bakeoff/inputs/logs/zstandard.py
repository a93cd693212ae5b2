"""Zstandard, which Python reads itself from 3.14 on: by whichever library is there, or a message that names one."""

from io import BytesIO
from typing import IO, TYPE_CHECKING

from bakeoff.core.errors import InputError

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

MAGIC = b"\x28\xb5\x2f\xfd"
ZIP_METHOD = 93
_HEADER = 30  # bytes of a local file header before the name


def open_zstandard(stream: IO[bytes], label: str) -> IO[bytes]:
    """Return a stream of what a stream compressed with Zstandard holds."""
    try:
        from compression.zstd import ZstdFile  # type: ignore[import-not-found,unused-ignore]

        return ZstdFile(stream)  # type: ignore[no-any-return,unused-ignore]
    except ImportError:
        pass
    try:
        from zstandard import ZstdDecompressor

        return ZstdDecompressor().stream_reader(stream, read_across_frames=True)  # type: ignore[no-any-return,unused-ignore]
    except ImportError:
        pass
    try:
        from pyarrow import CompressedInputStream, PythonFile

        return CompressedInputStream(PythonFile(stream, mode="r"), "zstd")  # type: ignore[no-any-return]
    except ImportError:
        raise needs_zstandard(label) from None


def open_member(archive: "ZipFile", member: "ZipInfo", label: str) -> IO[bytes]:
    """Return a stream of one file of a .zip archive, compressed with Zstandard or otherwise."""
    if member.compress_type != ZIP_METHOD:
        return archive.open(member)
    return open_zstandard(BytesIO(_read_compressed(archive, member)), label)


def _read_compressed(archive: "ZipFile", member: "ZipInfo") -> bytes:
    stream = archive.fp
    if stream is None:
        raise ValueError("the archive is closed")
    stream.seek(member.header_offset)
    header = stream.read(_HEADER)
    names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    stream.seek(member.header_offset + _HEADER + names)
    return stream.read(member.compress_size)


def needs_zstandard(label: str) -> InputError:
    """Return the error where nothing that is installed reads Zstandard."""
    return InputError(
        "this is compressed with Zstandard, and no library that reads it is installed",
        where=label,
        fix="pip install '.[logs]' in the folder of bakeoff; of an Inspect log also: inspect log convert --to json",
        code="BO042",
    )
