"""From what a person names to files: folders are walked, archives opened, patterns expanded."""

import os
from collections.abc import Iterable, Iterator, Sequence
from glob import glob
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.messages import shorten_path
from bakeoff.inputs.options import ReadOptions

MOST_FILES = 100_000
_ENDINGS = frozenset(
    [
        ".json",
        ".jsonl",
        ".ndjson",
        ".csv",
        ".tsv",
        ".txt",
        ".eval",
        ".parquet",
        ".db",
        ".sqlite",
        ".sqlite3",
        ".trec",
        ".run",
        ".qrels",
        ".qrel",
        ".res",
        ".log",
        ".out",
        ".zip",
        ".gz",
        ".zst",
        ".xz",
        ".bz2",
        ".yaml",
        ".wandb",
    ]
)
_NO_LOGS = frozenset({"__pycache__", "node_modules", "__MACOSX", "artifacts", "checkpoints"})
_OF_A_RUN = frozenset({"metrics", "params", "tags", "outputs", "inputs", "traces", "models"})  # of MLflow


def find_files(named: Sequence[str | os.PathLike[str]], *, options: ReadOptions) -> list[LogFile]:
    """Return the files behind names, patterns and folders, in the order in which they were named, each once."""
    found: dict[tuple[Path, str], LogFile] = {}
    for name in named:
        for path in _expand_pattern(name):
            for file in _files_inside(path, options):
                found.setdefault((file.path, file.member), file)
                if len(found) > MOST_FILES:
                    raise InputError(
                        f"there are more than {MOST_FILES:,} files",
                        where=shorten_path(path),
                        fix="name a folder further down",
                        code="BO004",
                    )
    return list(found.values())


def _expand_pattern(name: str | os.PathLike[str]) -> list[Path]:
    path = Path(name)
    if path.exists():
        return [path]
    matches = sorted(glob(os.fspath(name), recursive=True))
    if matches:
        return [Path(match) for match in matches]
    raise InputError(
        f"there is no file, folder or pattern {quote_text(str(name))}",
        where=shorten_path(path),
        fix="check the name and the folder",
        code="BO001",
    )


def _files_inside(path: Path, options: ReadOptions) -> Iterator[LogFile]:
    if path.is_dir():
        for file in _walk_folder(path):
            yield from _archive_members(file, options)
    else:
        yield from _archive_members(path, options, is_named=True)


def _walk_folder(folder: Path) -> Iterator[Path]:
    """Yield files that may be logs, sorted; links to folders are not followed."""
    for place, folders, names in os.walk(folder):
        is_run = "meta.yaml" in names
        folders[:] = sorted(
            f
            for f in folders
            if not f.startswith(".") and f not in _NO_LOGS and not (is_run and f in _OF_A_RUN)
        )
        for name in sorted(names):
            path = Path(place) / name
            if (
                not name.startswith(".") and _may_be_log(name) and path.is_file()
            ):  # a pipe would wait for ever
                yield path


def _may_be_log(name: str) -> bool:
    suffix = PurePosixPath(name).suffix.lower()
    return name == "meta.yaml" if suffix == ".yaml" else suffix in _ENDINGS


def _archive_members(path: Path, options: ReadOptions, *, is_named: bool = False) -> Iterable[LogFile]:
    if path.suffix.lower() != ".zip" and not is_named:
        return [LogFile(path=path, limits=options)]
    try:
        if path.is_file() and path.suffix.lower() == ".zip":
            with ZipFile(path) as archive:
                names = sorted(m.filename for m in archive.infolist() if not m.is_dir())
            if "header.json" not in names and "_journal/start.json" not in names:  # otherwise an Inspect log
                return [
                    LogFile(path=path, member=name, limits=options) for name in names if _is_member_log(name)
                ]
    except (BadZipFile, OSError):
        raise InputError(
            "the .zip file is cut off or damaged",
            where=shorten_path(path),
            fix="fetch or pack the file again",
            code="BO006",
        ) from None
    return [LogFile(path=path, limits=options)]


def _is_member_log(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return not (set(parts) & _NO_LOGS) and not parts[-1].startswith(".") and _may_be_log(parts[-1])
