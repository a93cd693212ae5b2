"""The bytes of a dataset's file: found, unpacked within limits, decoded."""

import gzip
import zlib
from difflib import get_close_matches
from pathlib import Path

from bakeoff.core.errors import DatasetError
from bakeoff.core.words import did_you_mean, quote_text
from bakeoff.datasets.messages import unreadable_error

SUFFIXES = (".csv", ".tsv", ".tab", ".arff", ".parquet", ".pq")
MOST_BYTES = 4_000_000_000  # unpacked


def file_stem(path: Path) -> str:
    """Return the name of a dataset: that of its file without its endings.

    >>> file_stem(Path("data/credit-g.csv.gz"))
    'credit-g'
    """
    name = path.name.removesuffix(".gz")
    for suffix in SUFFIXES:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name


def file_kind(path: Path) -> str:
    """Return the ending that says how a file is read; empty for files that are no datasets."""
    name = path.name.lower().removesuffix(".gz")
    return next((suffix for suffix in SUFFIXES if name.endswith(suffix)), "")


def read_content(path: Path) -> bytes:
    """Return the bytes of a file, unpacked where it is a .gz."""
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise absent_error(path) from None
    except OSError as error:
        raise unreadable_error(
            f"{quote_text(path)} cannot be read: {error.strerror}",
            where=str(path),
            fix="check its permissions",
        ) from None
    return unpack_gzip(data, where=str(path)) if data[:2] == b"\x1f\x8b" else data


def unpack_gzip(data: bytes, *, where: str) -> bytes:
    """Return what a .gz holds, refusing one that is damaged or that unpacks to absurdly much."""
    machine = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        whole = machine.decompress(data, MOST_BYTES)
        if machine.eof and machine.unused_data.startswith(b"\x1f\x8b"):  # several members, one after another
            whole = gzip.decompress(data)
    except (zlib.error, OSError, EOFError):
        raise unreadable_error(
            "the .gz file is damaged", where=where, fix="fetch or pack the file again"
        ) from None
    if machine.unconsumed_tail:
        raise unreadable_error(f"the .gz file unpacks to more than {MOST_BYTES:,} bytes", where=where)
    if not machine.eof:
        raise unreadable_error("the .gz file is cut off", where=where, fix="fetch or pack the file again")
    return whole


def decode_text(data: bytes, *, where: str, encoding: str | None) -> str:
    """Return bytes as text: UTF-8 unless told otherwise."""
    try:
        return data.decode(encoding or "utf-8-sig")
    except LookupError:
        raise unreadable_error(
            f"there is no encoding {quote_text(encoding)}", where=where, fix="use latin-1 or utf-16"
        ) from None
    except UnicodeDecodeError as error:
        raise unreadable_error(
            f"byte {error.start:,} is not {error.encoding} text",
            where=where,
            fix="name the encoding: add #encoding=latin-1 (or cp1252, utf-16) to the reference",
        ) from None


def absent_error(path: Path) -> DatasetError:
    """Return the error for a file that is not there, with the nearest name."""
    try:
        # By the name without its ending: all tables end alike.
        beside = sorted(
            p.name for p in path.parent.iterdir() if get_close_matches(path.stem, [p.stem], cutoff=0.7)
        )
    except OSError:
        beside = []
    return DatasetError(
        f"there is no file {quote_text(path)}{did_you_mean(path.name, beside)}",
        where=str(path),
        fix="check the name and the folder; bakeoff datasets lists the datasets that are known by name",
        code="BO420",
    )
