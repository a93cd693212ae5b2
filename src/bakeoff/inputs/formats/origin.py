"""The origin of bytes: a file, standard input, pasted text; refused before they are read when too many."""

import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.core.words import quote_text, shorten
from bakeoff.inputs.formats.long_cells import cut_long_texts
from bakeoff.inputs.messages import join_with_commas, shorten_path
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.progress import tell_progress

_PICKLES = (".pkl", ".pickle", ".joblib", ".dill", ".cloudpickle")


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Bytes, what to call their source in messages, and the file name where there is one."""

    data: bytes
    label: str
    name: str = ""


_PIECE = 1 << 22  # bytes read at once


def holds_bytes(source: object) -> bool:
    """Say whether `source` is something that bytes can be had from."""
    return isinstance(source, str | bytes | bytearray | memoryview | os.PathLike) or hasattr(source, "read")


def load_origin(source: object, *, options: ReadOptions) -> Origin:
    """Return the bytes of a path, of standard input ("-"), of pasted text, of bytes or of an open file."""
    if isinstance(source, bytes | bytearray | memoryview):
        return _require_size(Origin(data=bytes(source), label="the given bytes"), options=options)
    if not isinstance(source, str | os.PathLike):
        return _read_stream(source, options=options)
    if source == "-":
        data = _read_some(sys.stdin.buffer, "standard input", options.max_bytes)
        return Origin(data=data, label="standard input")
    if (
        isinstance(source, str)
        and ("\n" in source or source.lstrip()[:1] in ("{", "["))
        and not _is_there(source)
    ):
        return _require_size(
            Origin(data=source.encode("utf-8", "surrogatepass"), label="the pasted text"), options=options
        )
    return _read_file(Path(source), options=options)


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _require_size(origin: Origin, *, options: ReadOptions) -> Origin:
    if len(origin.data) > options.max_bytes:
        raise size_error(len(origin.data), options.max_bytes, origin.label)
    return origin


def _read_stream(source: object, *, options: ReadOptions) -> Origin:
    name = getattr(source, "name", "")
    label = shorten(name) if isinstance(name, str) and name else "the open file"
    content = source.read()  # type: ignore[attr-defined]
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else bytes(content)
    return _require_size(Origin(data=data, label=label, name=Path(label).name), options=options)


def _read_file(path: Path, *, options: ReadOptions) -> Origin:
    label = shorten_path(path)
    try:
        facts = path.stat()
        if stat.S_ISDIR(facts.st_mode):
            raise InputError(
                f"{quote_text(str(path))} is a folder", where=label, fix=_suggest_inside(path), code="BO002"
            )
        _refuse_by_name(path)
        if facts.st_size > options.max_bytes:
            raise size_error(facts.st_size, options.max_bytes, label)
        with path.open("rb") as stream:
            return Origin(data=_read_some(stream, label, options.max_bytes), label=label, name=path.name)
    except BakeoffError:
        raise
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise _missing_file_error(path) from None
    except PermissionError:
        raise InputError(
            f"{quote_text(str(path))} may not be read",
            where=label,
            fix=f"allow it: chmod +r {label}",
            code="BO003",
        ) from None
    except OSError as error:
        if "too long" in str(error):
            raise _missing_file_error(path) from None
        raise InputError(
            f"{quote_text(str(path))} cannot be read: {error.strerror}",
            where=label,
            fix="copy the file elsewhere",
            code="BO003",
        ) from None


def _read_some(stream: BinaryIO, label: str, most: int) -> bytes:
    return cut_long_texts(_pieces_of(stream, label, most))


def _pieces_of(stream: BinaryIO, label: str, most: int) -> Iterator[bytes]:
    # In pieces: one read of so many bytes would set aside room for all of them first.
    size = 0
    while piece := stream.read(_PIECE):
        size += len(piece)
        if size > most:
            raise size_error(size, most, label)
        tell_progress(label, len(piece))
        yield piece


def _refuse_by_name(path: Path) -> None:
    if path.name.lower().endswith(_PICKLES):
        raise pickle_error(shorten_path(path))


def pickle_error(label: str) -> InputError:
    """Return the error for a pickle, which is never opened."""
    return InputError(
        "this is a pickle, and opening a pickle can run any code that somebody put into it",
        where=label,
        fix="load it where you trust it and export the scores as CSV or Parquet",
        code="BO008",
    )


def size_error(size: int, most: int, label: str) -> InputError:
    """Return the error for more bytes than are read."""
    return InputError(
        f"{size / 1e6:,.0f} MB are more than the {most / 1e6:,.0f} MB that are read",
        where=label,
        fix="keep only the columns dataset, classifier, fold and score, or the means over folds",
        code="BO004",
    )


def cell_count_error(cells: int, most: int, source: str) -> InputError:
    """Return the error for a table that would not fit into memory."""
    return InputError(
        f"about {cells / 1e6:,.0f} million cells are more than the {most / 1e6:,.0f} million that are read",
        where=source,
        fix="keep only the columns dataset, classifier, fold and score, or the means over folds",
        code="BO004",
    )


def _missing_file_error(path: Path) -> InputError:
    text = str(path)
    if text.startswith(("http:", "https:", "ftp:", "s3:", "file:")):
        fix = "download the file first and give its path"
    else:
        fix = f"{_suggest_file(path)}check the name and the folder"
    return InputError(f"there is no file {quote_text(text)}", where=shorten_path(text), fix=fix, code="BO001")


def _suggest_file(path: Path) -> str:
    """Return the question whether a file beside it was meant: one whose name is like it, whatever its ending."""
    from difflib import get_close_matches

    beside = {Path(name).stem: name for name in _sibling_files(path)}
    near = get_close_matches(path.stem, list(beside), n=1, cutoff=0.7)
    return f"did you mean {quote_text(beside[near[0]])}? " if near else ""


def _sibling_files(path: Path) -> list[str]:
    try:
        return sorted(p.name for p in path.parent.iterdir() if p.is_file())
    except (OSError, ValueError):
        return []


def _suggest_inside(path: Path) -> str:
    try:
        names = sorted(p.name for p in path.iterdir() if p.is_file() and not p.name.startswith("."))
    except OSError:
        names = []
    return f"give one file of it: {join_with_commas(map(shorten, names))}" if names else "give a file"
