"""Logs at the door: whether what was named is a folder, an archive or a file that a harness has written."""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.core.errors import DesignError, InputError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence
from bakeoff.inputs.logs.hints import may_be_log
from bakeoff.inputs.options import ReadOptions

if TYPE_CHECKING:  # a table of scores does not wait for these
    from bakeoff.core.battles import BattleEvidence
    from bakeoff.inputs.logs.registry import LogFormat

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from bakeoff.core.words import shorten

_SAID = (
    "dataset_column",
    "classifier_column",
    "score_column",
    "id_column",
    "truth_column",
    "fold_column",
    "repeat_column",
    "only",
    "leave_aside",
    "columns",
    "transpose",
)
# Single files that the readers of tables and predictions know as well, and give more of.
_READ_ELSEWHERE = frozenset({("tsml", "predictions")})
ITEM_TABLE = "a table of items"  # that no harness wrote
_LONGEST = 4000  # characters of a path
_STEP = 5_000_000  # bytes: a log that is read in a moment shows nothing


def logged_evidence(named: object, options: ReadOptions) -> Scores | ItemEvidence | None:
    """Return the evidence of logs; None where what was named is not one, or the user says how to read it."""
    from bakeoff.core.battles import BattleEvidence

    read = logged_evidence_or_battles(named, options)
    if isinstance(read, BattleEvidence):
        raise _battles_refused(read)
    return read


def logged_evidence_or_battles(
    named: object, options: ReadOptions, *, battles_first: bool = False
) -> "Scores | ItemEvidence | BattleEvidence | None":
    """Return the evidence of logs, battles among it; None where what was named is no log.

    Judged pairs are shares that each has won as well as battles: `battles_first` says which are wanted.
    """
    paths = _paths_of(named)
    is_said = (options.one_score and not options.one_classifier) or any(
        getattr(options, name) for name in _SAID
    )
    if not paths or is_said or not all(_is_log(path) for path in paths):
        return None
    if len(paths) == 1 and (items := _items_of_table(paths[0], options)) is not None:
        return items
    from bakeoff.core.battles import BattleEvidence
    from bakeoff.inputs.logs.read import read_logs, require_comparable

    try:
        with show_reading() as line:
            reading = read_logs(paths, options=options, watch=line)
    except InputError as error:
        if error.code == "BO540" and all(_holds_tables(path) for path in paths):
            return None
        raise
    if battles_first and reading.battles is not None and reading.battles.left.size:
        return reading.battles
    require_comparable(reading, one_will_do=options.one_classifier)
    if isinstance(reading.evidence, BattleEvidence):
        return reading.evidence
    if isinstance(reading.evidence, ItemEvidence):
        return reading.evidence
    return replace(reading.evidence, read_with=options.said)


def _items_of_table(path: Path, options: ReadOptions) -> ItemEvidence | None:
    """Return the items of a plain table whose columns say what they are; None where it is anything else."""
    if not is_item_table(path):
        return None
    from bakeoff.inputs.evidence import read_tables
    from bakeoff.inputs.progress import watch_tables

    with show_reading() as line, watch_tables(line):
        items = read_tables(path, options=options).items
    return None if items is None else replace(items, read_with=options.said)


def is_item_table(path: Path) -> bool:
    """Say whether a file is a plain table of items, whose columns say what they are."""
    tools = _tools_in(path) if path.is_file() else []
    return len(tools) == 1 and tools[0] is not None and tools[0].tool == ITEM_TABLE


def _holds_tables(path: Path) -> bool:
    """Say whether a folder holds tables of scores, and nothing that a program wrote for itself."""
    from bakeoff.inputs.scores.renaming import tables_in

    tables = [
        table for table in tables_in(path, ReadOptions()) if isinstance(table, Path) and table.is_file()
    ]
    return bool(tables) and all(_is_flat(table) for table in tables)


def _is_flat(table: Path) -> bool:
    """Say whether a file may be a table: of JSON, records that have a number or a text for every name."""
    if not table.name.lower().endswith((".json", ".jsonl")):
        return True
    from bakeoff.inputs.logs.files import LogFile
    from bakeoff.inputs.logs.peek import peek

    seen = peek(LogFile(path=table))
    has_records = seen.has_lines or isinstance(seen.outline, list)
    return has_records and not any(isinstance(value, dict | list) for value in seen.record.values())


def is_of_logs(evidence: Evidence) -> bool:
    """Say whether evidence was read from logs: their reader says what it has read."""
    return any(finding.code == "BO380" for finding in evidence.findings)


def _paths_of(named: object) -> list[Path]:
    """Return the paths that were named; none where it is text, a frame or anything else."""
    several: Sequence[object] = list(named) if isinstance(named, list | tuple) else [named]
    paths = [os.fspath(one) for one in several if isinstance(one, str | os.PathLike)]
    if len(paths) < len(several):
        return []
    is_text = any(p == "-" or "\n" in p or p.lstrip()[:1] in ("{", "[") or len(p) > _LONGEST for p in paths)
    return [] if is_text else [Path(path) for path in paths]


def _is_log(path: Path) -> bool:
    try:
        if path.is_dir():
            return True
        if not path.is_file():
            return any(mark in str(path) for mark in "*?[")
        with path.open("rb") as stream:
            if not may_be_log(stream.read(4096)):
                return False
    except (OSError, ValueError):
        return False
    known = (known for known in _tools_in(path) if known is not None)
    return any((each.tool, each.part) not in _READ_ELSEWHERE for each in known)


def _tools_in(path: Path) -> "list[LogFormat | None]":
    """Return what a file is, or what each file of an archive is; None for what no tool is known to write."""
    from bakeoff.inputs.logs.peek import peek
    from bakeoff.inputs.logs.registry import recognise_log, recognise_peek
    from bakeoff.inputs.logs.walk import find_files

    if path.suffix.lower() != ".zip":
        return [recognise_log(path)]
    tools: list[LogFormat | None] = []
    for file in find_files([path], options=ReadOptions()):
        with suppress(InputError):  # the reader says what is wrong with it
            tools.append(recognise_peek(peek(file)))
    return tools


def _battles_refused(battles: "BattleEvidence") -> DesignError:
    return DesignError(
        f"these are {battles.left.size:,} battles between {len(battles.models)} models: each row says which of two was "
        "preferred, not how good an answer is",
        where=battles.source,
        fix="ask for a ranking of the models by their battles: bakeoff leaderboard",
        code="BO043",
    )


class ReadingLine:
    """A line that says which file is read and how much of all files was, renewed every so many bytes."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._read, self._shown = stream, 0, 0

    def __call__(self, name: str, size: int) -> None:
        """Count bytes of a file."""
        self._read += size
        if self._read - self._shown >= _STEP:
            self._shown = self._read
            self._stream.write(f"\r\x1b[2K  reading {shorten(name)}: {self._read / 1e6:,.0f} MB")
            self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()


@contextmanager
def show_reading() -> Iterator[ReadingLine | None]:
    """Give a line on standard error where it is a terminal, and nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    line = ReadingLine(sys.stderr)
    try:
        yield line
    finally:
        line.clear()
