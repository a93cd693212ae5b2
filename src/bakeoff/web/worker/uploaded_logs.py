"""Logs that were dropped on the page: files, archives and folders of a harness, read as the command line reads them."""

from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from bakeoff.api.logs import is_item_table, logged_evidence
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.inputs.logs.hints import may_be_log
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.unfollowed import refuse_unfollowed
from bakeoff.store.open import is_store

LOOKED_AT = 4096  # bytes of a file, by which it is told from a table
DEEPEST = 12  # folders


def uploaded_logs(
    names: Sequence[str], parts: Sequence[bytes], options: ReadOptions
) -> Scores | ItemEvidence | None:
    """Return the evidence of uploaded logs; None where they are tables, or the user says how to read them."""
    if not any(may_be_log(part[:LOOKED_AT]) for part in parts):
        return None
    with unpacked_files(names, parts) as paths:
        if len(parts) == 1 and is_store(paths[0]):
            return None  # it is read as a store, or refused as one
        if len(parts) == 1 and is_item_table(paths[0]):
            return None  # its columns are shown, and can be told by a click
        read = logged_evidence(paths, options)
    if read is not None:
        refuse_unfollowed(read, options)
    return read


@contextmanager
def unpacked_files(names: Sequence[str], parts: Sequence[bytes]) -> Iterator[list[Path]]:
    """Give uploaded files and folders in a private folder, as a person would name them."""
    with files_in_place(names, parts) as places:
        yield list(dict.fromkeys(Path(place.parts[0]) for place in places))


@contextmanager
def files_in_place(names: Sequence[str], parts: Sequence[bytes]) -> Iterator[list[Path]]:
    """Give the paths of uploaded files in a private folder, where the worker stands meanwhile.

    They are relative, so that what is said of a file is said by the name that it came with.
    """
    places = place_files(names)
    with TemporaryDirectory(prefix="bakeoff-") as folder, chdir(folder):
        for place, part in zip(places, parts, strict=True):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(part)
        yield places


def place_files(names: Sequence[str]) -> list[Path]:
    """Return where uploaded files lie: in the folders that they came with; names that repeat get a folder each.

    >>> [path.as_posix() for path in place_files(["../a/b.json", "a/b.json", "c.csv"])]
    ['1/a/b.json', '2/a/b.json', '3/c.csv']
    """
    places = [Path(*(plain_name(part) for part in _folders_of(name))) for name in names]
    if len(set(places)) == len(places) and not _are_in_the_way(places):
        return places
    return [Path(str(number)) / place for number, place in enumerate(places, 1)]


def name_as_given(names: Sequence[str]) -> list[str]:
    """Return what a person would type for uploaded files: the folder that they lie in, or the files.

    >>> name_as_given(["logs/a/1.json", "logs/b/1.json", "c.csv"])
    ['logs', 'c.csv']
    """
    return list(dict.fromkeys(name.partition("/")[0] or "FILE" for name in names))


def plain_name(name: str) -> str:
    r"""Return the last part of a name, of letters, digits and a few signs: no path, no device, nothing hidden.

    >>> plain_name("../../etc/passwd"), plain_name("a\\b.csv"), plain_name("..")
    ('passwd', 'b.csv', 'file')
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    letters = "".join(c if c.isalnum() or c in "-_.+()[] " else "_" for c in last).strip(". ")
    return letters[:80] or "file"


def _folders_of(name: str) -> list[str]:
    """Return the parts of a name that are names; those that lead upwards are left."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return [part for part in parts if part.strip("./ ")][-DEEPEST:] or ["file"]


def _are_in_the_way(places: Sequence[Path]) -> bool:
    """Say whether a file has the name of a folder that another lies in."""
    folders = {parent for place in places for parent in place.parents}
    return any(place in folders for place in places)
