"""Logs in, evidence out: every file is recognised, read by its tool's reader, and joined with the others."""

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import NamedTuple

import numpy as np

from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import DesignError, InputError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ItemEvidence, comparable_groups, lone_models
from bakeoff.core.omissions import EvidencePart, OmittedBy, omit
from bakeoff.core.readings import FileReading, Reading, Shape
from bakeoff.core.words import quote_text, shorten, write_count
from bakeoff.inputs.items.parts import leave_parts_out
from bakeoff.inputs.logs.amounts import amount_findings, take_amount
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Harvest
from bakeoff.inputs.logs.leaving_out import leave_sheets_out
from bakeoff.inputs.logs.metrics import MetricChoice, choose_metric
from bakeoff.inputs.logs.naming import clean_sheet_names, name_apart
from bakeoff.inputs.logs.pairing import digest_items, join_sheets
from bakeoff.inputs.logs.peek import Peek, peek
from bakeoff.inputs.logs.registry import LogFormat, recognise_peek
from bakeoff.inputs.logs.run_findings import find_differences, find_gaps, find_messages
from bakeoff.inputs.logs.scores import scores_of_rows
from bakeoff.inputs.logs.sheets import AnswerSheet, share_ids
from bakeoff.inputs.logs.walk import find_files
from bakeoff.inputs.messages import join_with_commas, shorten_path
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.progress import Watch

Path = str | os.PathLike[str]
LogEvidence = ItemEvidence | Scores | BattleEvidence

_MOST_NAMED = 200  # files in the details of a finding
_NOT_KNOWN = "not a log that is known"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogReading:
    """What logs say, which files it was read from, and which were left and why."""

    evidence: LogEvidence
    tool: str
    used: tuple[str, ...]
    left: Mapping[str, str] = field(default_factory=dict)
    battles: BattleEvidence | None = None  # beside scores of items, where both were meant


def read_logs(
    paths: Path | Sequence[Path], *, options: ReadOptions | None = None, watch: Watch | None = None
) -> LogReading:
    """Read the logs of evaluations in files, folders, archives and patterns.

    Parameters
    ----------
    paths
        What a person names: files, folders that are walked, .zip archives, patterns such as ``logs/*.jsonl``.
    options
        Which metric to read, what to leave out, and the limits.
    watch
        Is told the name of a file and how many bytes of it were read, again and again: for a progress bar.

    Returns
    -------
    LogReading
        Evidence of items, of scores of whole tasks, or of battles, with the files that were used and left.

    Raises
    ------
    BakeoffError
        Where nothing is known, several tools are mixed, or what there is compares nothing.
    """
    options = options or ReadOptions()
    tool, harvest, used, left = gather_logs(paths, options=options, watch=watch)
    source = _source_of(paths)
    evidence = _evidence_of(harvest, options=options, source=source)
    noted = _pairing_finding(tool, used, left, evidence)
    return LogReading(
        evidence=replace(evidence, findings=(noted, *evidence.findings)),
        tool=tool,
        used=used,
        left=left,
        battles=harvest.battles,
    )


class Gathered(NamedTuple):
    """What the files of one tool hold, before a metric is chosen and answers are paired."""

    tool: str
    harvest: Harvest
    used: tuple[str, ...]
    left: dict[str, str]


def gather_logs(
    paths: Path | Sequence[Path], *, options: ReadOptions, watch: Watch | None = None
) -> Gathered:
    """Return everything that was logged: every metric, every run, and the files that were left."""
    named: Sequence[Path] = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    files = find_files(named, options=options)
    by_tool, left = _sort_by_tool(files if watch is None else [replace(f, watch=watch) for f in files])
    tool, parts = _only_tool(by_tool, left, _source_of(paths), files=len(files))
    grouped: dict[str, list[Peek]] = defaultdict(list)
    for known, seen in parts:
        grouped[known.part].append(seen)
    harvest = next(known for known, _ in parts if not known.is_companion).read(grouped, options)
    left |= harvest.left
    harvest.findings += _find_cut_lines([seen.file for _, seen in parts])
    used = tuple(p.file.label for k, p in parts if not k.is_companion and p.file.label not in harvest.left)
    return Gathered(tool, harvest, used, left)


def _find_cut_lines(files: Sequence[LogFile]) -> list[Finding]:
    """Return the finding that logs end in the middle of a line, where some do."""
    cut = {file.label: file.cut_lines[0] for file in files if file.cut_lines}
    if not cut:
        return []
    some = join_with_commas((f"{quote_text(name)}, line {line:,}" for name, line in cut.items()), most=3)
    message = f"the last line is cut off, and was left out: {some}; was the run stopped while it wrote?"
    return [Finding(code="BO606", severity=Severity.WARNING, message=message, detail=cut)]


def _source_of(paths: Path | Sequence[Path]) -> str:
    named: Sequence[Path] = [paths] if isinstance(paths, str | os.PathLike) else paths
    return join_with_commas((shorten_path(name) for name in named), most=3)


def require_comparable(reading: LogReading, *, one_will_do: bool = False) -> None:
    """Refuse logs of one model, unless one will do, and two models that answered different items."""
    evidence = reading.evidence
    if not isinstance(evidence, ItemEvidence):
        return
    if len(evidence.models) == 2:
        _require_common_items(evidence)
    if len(evidence.models) < 2 and not one_will_do:
        raise DesignError(
            f"these logs hold one model, {quote_text(evidence.models[0])}, on "
            f"{write_count(len(evidence.tasks), 'task')} "
            f"({write_count(len(evidence.items), 'item')}): nothing to compare it with",
            where=evidence.source,
            fix="give the logs of another model on the same tasks too",
            code="BO022",
        )


def _require_common_items(evidence: ItemEvidence) -> None:
    present = np.zeros((2, len(evidence.items)), dtype=np.bool_)
    present[evidence.model, evidence.item] = True
    common, fewest = int(present.all(axis=0).sum()), int(present.sum(axis=1).min())
    if 2 * common < fewest:
        raise DesignError(
            f"the two models have {write_count(common, 'item')} in common, of {present[0].sum():,} and "
            f"{present[1].sum():,}: less than half of the smaller log",
            where=evidence.source,
            fix="give logs of the same items: the same version of the task, seed and limit",
            code="BO550",
        )


def _sort_by_tool(files: Sequence[LogFile]) -> tuple[dict[str, list[tuple[LogFormat, Peek]]], dict[str, str]]:
    by_tool: dict[str, list[tuple[LogFormat, Peek]]] = defaultdict(list)
    left: dict[str, str] = {}
    for file in files:
        try:
            seen = peek(file)
            known = recognise_peek(seen)
        except InputError as error:
            if len(files) == 1:
                raise
            left[file.label] = error.what
            continue
        if known is None:
            left[file.label] = _NOT_KNOWN
        else:
            by_tool[known.tool].append((known, seen))
    return dict(by_tool), left


def _only_tool(
    by_tool: dict[str, list[tuple[LogFormat, Peek]]], left: dict[str, str], source: str, *, files: int
) -> tuple[str, list[tuple[LogFormat, Peek]]]:
    """Return the one tool whose logs are there; tables that no tool has written do not count beside one."""
    real = {t: parts for t, parts in by_tool.items() if any(not known.is_companion for known, _ in parts)}
    named = {t: parts for t, parts in real.items() if not t.startswith("a ")} or real
    if not named:
        raise InputError(
            f"no log of an evaluation is known among {write_count(files, 'file')}",
            where=source,
            fix="give the files that the harness writes for single items (for lm-evaluation-harness: --log_samples), "
            f"or a table: model, item, score{_name_tables(left)}",
            code="BO540",
        )
    if len(named) > 1:
        some = join_with_commas(
            f"{tool} ({write_count(len(parts), 'file')})" for tool, parts in named.items()
        )
        raise InputError(
            f"there are logs of several tools, which are not mixed: {some}",
            where=source,
            fix=f"give the files or the folder of one of them: {_name_places(named)}",
            code="BO546",
        )
    tool, parts = next(iter(named.items()))
    for other, found in by_tool.items():
        if other != tool:
            left |= {seen.file.label: f"{other}, beside logs of {tool}" for _, seen in found}
    return tool, parts


def _name_places(named: Mapping[str, Sequence[tuple[LogFormat, Peek]]]) -> str:
    """Return where the files of each tool lie: their folder, or the first of them where it holds others too."""
    folders = {t: {str(seen.file.path.parent) for _, seen in parts} for t, parts in named.items()}
    places = []
    for tool, parts in named.items():
        others = {folder for other, own in folders.items() if other != tool for folder in own}
        own = sorted(folders[tool])
        where = own[0] if len(own) == 1 and own[0] not in others else parts[0][1].file.label
        places.append(f"{tool} in {shorten_path(where)}")
    return join_with_commas(places)


def _name_tables(left: Mapping[str, str]) -> str:
    """Return the hint that a table of scores is given by its file and not by its folder."""
    tables = [file for file in left if file.lower().endswith((".csv", ".tsv", ".parquet", ".json"))]
    return f"; a table of scores is named by its file: {join_with_commas(tables, most=3)}" if tables else ""


def _evidence_of(harvest: Harvest, *, options: ReadOptions, source: str) -> LogEvidence:
    if harvest.sheets:
        return _items_of(harvest, options=options, source=source)
    if harvest.rows:
        return scores_of_rows(harvest, options=options, source=source)
    if harvest.battles is not None and harvest.battles.left.size:
        return replace(harvest.battles, findings=(*harvest.battles.findings, *harvest.findings))
    raise InputError(
        "these logs hold no scores",
        where=source,
        fix=f"give {harvest.better_files}" if harvest.better_files else "run the evaluation to its end",
        code="BO545",
    )


def _items_of(harvest: Harvest, *, options: ReadOptions, source: str) -> ItemEvidence:
    filled = [sheet.close() for sheet in harvest.sheets if sheet.ids]
    if not filled:
        fix = f"give {harvest.better_files}" if harvest.better_files else "give logs of items"
        raise InputError("the logs hold no answers", where=source, fix=fix, code="BO018")
    share_ids(filled)
    cleaned = clean_sheet_names(filled, source=source)
    sheets, renamed = name_apart(filled)
    sheets, left_out = leave_sheets_out(sheets, options, source=source)
    asked = take_amount(sheets, options.metric)
    choice = choose_metric(sheets, asked=asked, higher=options.higher_is_better)
    kept = [sheet for sheet in sheets if sheet.task in choice.by_task]
    evidence, alone, said = _join_comparable(kept, choice, options=options, source=source)
    findings = (
        *harvest.findings,
        *cleaned,
        *renamed,
        *choice.findings,
        *(amount_findings(kept) if options.metric is None else ()),
        *find_differences(kept),
        *find_messages(kept),
        *said,
        *evidence.findings,
        *find_gaps(evidence),
    )
    lost = omit(EvidencePart.TASK, choice.left_tasks, by=OmittedBy.READER)
    whole = replace(
        evidence,
        digest=digest_items(evidence),
        findings=findings,
        left_out=left_out + lost + omit(EvidencePart.MODEL, alone, by=OmittedBy.READER),
        read_with=options.said,
        reading=_describe_logs(kept, evidence),
    )
    return leave_parts_out(whole, options)


def _describe_logs(sheets: Sequence[AnswerSheet], evidence: ItemEvidence) -> Reading:
    """Return how logs were read: which file gave the answers of which model to which task."""
    files = (
        FileReading(
            source=sheet.source,
            gives=f"{write_count(len(sheet.ids), 'answer')} of {quote_text(sheet.model)} to {quote_text(sheet.task)}",
        )
        for sheet in sheets
    )
    return Reading(
        shape=Shape.LOGS,
        reasons=(
            f"answers are paired by {evidence.paired_by}",
            f"the score is {quote_text(evidence.metric)}",
        ),
        files=tuple(files),
    )


def _join_comparable(
    sheets: Sequence[AnswerSheet], choice: MetricChoice, *, options: ReadOptions, source: str
) -> tuple[ItemEvidence, tuple[str, ...], tuple[Finding, ...]]:
    """Return the evidence without models that share no item with another, where all others can be compared."""
    by_order = options.pair_by == "position"
    evidence = join_sheets(sheets, choice, source=source, by_order=by_order)
    groups = comparable_groups(evidence)
    alone = lone_models(evidence, groups)
    if len(groups) != 1 or not alone:
        return evidence, (), ()
    kept = [sheet for sheet in sheets if sheet.model not in alone]
    tasks = {m: join_with_commas((quote_text(s.task) for s in sheets if s.model == m), most=2) for m in alone}
    some = join_with_commas((f"{quote_text(model)} (on {tasks[model]})" for model in alone), most=3)
    message = f"left out, because no other model answered an item that they did: {some}"
    finding = Finding(code="BO601", severity=Severity.WARNING, message=message, detail={"models": alone})
    return join_sheets(kept, choice, source=source, by_order=by_order), alone, (finding,)


def _pairing_finding(
    tool: str, used: Sequence[str], left: Mapping[str, str], evidence: LogEvidence
) -> Finding:
    """Return the finding that says what was paired and what was left."""
    known = {file: why for file, why in left.items() if why != _NOT_KNOWN}
    others = len(left) - len(known)
    parts = [f"read {write_count(len(used), 'file')} of {tool}: {_size_of(evidence)}"]
    if known:
        parts.append(
            f"left {join_with_commas((f'{shorten(file, most=80)} ({why})' for file, why in known.items()), most=3)}"
        )
    if others:
        parts.append(f"{write_count(others, 'other file')} not known")
    detail = {
        "tool": tool,
        "used": tuple(used[:_MOST_NAMED]),
        "left": dict(islice(left.items(), _MOST_NAMED)),
    }
    return Finding(code="BO380", severity=Severity.NOTE, message="; ".join(parts), detail=detail)


def _size_of(evidence: LogEvidence) -> str:
    if isinstance(evidence, ItemEvidence):
        tries = (
            f", up to {write_count(evidence.attempts, 'attempt')} at each" if evidence.attempts > 1 else ""
        )
        return (
            f"{write_count(len(evidence.models), 'model')} on {write_count(len(evidence.items), 'item')} of "
            f"{write_count(len(evidence.tasks), 'task')}, paired by {evidence.paired_by}{tries}"
        )
    if isinstance(evidence, BattleEvidence):
        return f"{write_count(evidence.left.size, 'battle')} between {write_count(len(evidence.models), 'model')}"
    return (
        f"{write_count(len(evidence.classifiers), 'model')} on {write_count(len(evidence.datasets), 'task')}"
    )
