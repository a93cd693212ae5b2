"""Inspect AI: .eval archives and JSON logs; samples with epochs, several scorers, values by letter or part."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from itertools import chain
from math import isfinite, nan
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO
from zipfile import BadZipFile, ZipFile

from bakeoff.core.errors import BakeoffError
from bakeoff.core.words import shorten
from bakeoff.inputs.logs.amounts import LATENCY, PRICE, known_amounts, token_amounts
from bakeoff.inputs.logs.battles import BattleRow, battles_of, share_of_winner, sides_in
from bakeoff.inputs.logs.files import LogFile, bounded_member
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_stream import stream_entries
from bakeoff.inputs.logs.json_values import (
    Record,
    as_count,
    as_list,
    as_number,
    as_record,
    as_text,
    not_as_written,
    parse_json,
)
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import MISSING, AnswerSheet, digest_of, status_of_error
from bakeoff.inputs.options import ReadOptions

TOOL = "Inspect AI"
_LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
_ENOUGH = 200  # characters of an input: summaries cut it off


def is_archive(peek: Peek) -> bool:
    """Say whether a file is an .eval archive: a .zip with a header or at least the start of a journal."""
    if not peek.head.startswith(b"PK"):
        return False
    try:
        with _open_zip(peek.file) as archive:
            return bool({"header.json", "_journal/start.json"} & set(archive.NameToInfo))
    except (BadZipFile, OSError):
        return False


def is_log(peek: Peek) -> bool:
    """Say whether a JSON document is a log: it names the task and the model that was evaluated."""
    about = peek.outline["eval"]
    return isinstance(about, Mapping) and "task" in about and "model" in about


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every log, one sheet for each."""
    harvest = Harvest(better_files="logs with samples: inspect eval without --no-log-samples")
    rows: list[BattleRow] = []
    peeks = (*parts.get("archive", ()), *parts.get("log", ()))
    for peek in peeks:
        header, samples = _open_log(peek)
        first = next(samples, {})
        every = chain([first] if first else [], samples)
        if _battle_of(first, header) is None:
            harvest.sheets.append(_eval_sheet(header, every, peek.file))
        else:  # a judge's log, whose model is none of those that are compared
            rows += filter(None, (_battle_of(sample, header) for sample in every))
    _leave_failed(harvest)
    if rows:
        harvest.battles = battles_of(rows, source=peeks[0].file.label)
    return harvest


def _open_log(peek: Peek) -> tuple[Record, Iterator[Record]]:
    if peek.head.startswith(b"PK"):
        return _open_archive(peek.file)
    samples = (as_record(sample) for _, sample in peek.entries("samples", tool=TOOL))
    return as_record(peek.outline), samples


def _battle_of(sample: Record, header: Record) -> BattleRow | None:
    """Return the battle that a judge decided: a sample that names two models, and a score that names the winner."""
    about = as_record(sample.get("metadata"))
    sides = sides_in(about)
    if sides is None:
        return None
    left, right = (as_text(about[side]) for side in sides)
    scores = [as_record(score) for score in as_record(sample.get("scores")).values()]
    said = (share_of_winner(as_text(s.get(key)), left, right) for s in scores for key in ("value", "answer"))
    share = next((each for each in said if isfinite(each)), nan)
    judge = as_text(as_record(header.get("eval")).get("model"))
    prompt = as_text(about.get("prompt_id") or about.get("question_id") or sample.get("id"))
    return BattleRow(left=left, right=right, share=share, prompt=prompt, annotator=judge)


def _leave_failed(harvest: Harvest) -> None:
    """Leave runs that did not end where the same model has a run of the same task that did: they were run again."""
    ended = {(s.model, s.task) for s in harvest.sheets if s.settings.get("status") == "success"}
    for sheet in list(harvest.sheets):
        if sheet.settings.pop("status", "") != "success" and (sheet.model, sheet.task) in ended:
            harvest.sheets.remove(sheet)
            harvest.left[sheet.source] = "a run that did not end, beside one that did"


def _open_archive(file: LogFile) -> tuple[Record, Iterator[Record]]:
    with _open_zip(file) as archive:
        first = "header.json" if "header.json" in archive.NameToInfo else "_journal/start.json"
        return as_record(_parse_member(archive, first, file)), _archive_samples(file)


def _archive_samples(file: LogFile) -> Iterator[Record]:
    """Yield the samples: by their summaries where there are any, which are enough, else one by one."""
    with _open_zip(file) as archive:
        names = set(archive.NameToInfo)
        for name in (summaries := _name_summaries(names)):
            with _open_member(archive, name, file) as stream:
                yield from (as_record(sample) for _, sample in _entries_in(stream, name, file))
        if not summaries:
            for name in sorted(n for n in names if n.startswith("samples/") and n.endswith(".json")):
                yield as_record(_parse_member(archive, name, file))


def _name_summaries(names: set[str]) -> list[str]:
    journal = sorted((n for n in names if n.startswith("_journal/summaries/")), key=lambda n: (len(n), n))
    return ["summaries.json"] if "summaries.json" in names else journal


@contextmanager
def _open_zip(file: LogFile) -> Iterator[ZipFile]:
    """Open the archive; one that lies in another is copied to disk first."""
    if not file.member:
        with ZipFile(file.path) as archive:
            yield archive
        return
    with TemporaryFile() as copy:
        with file.open() as stream:
            copyfileobj(stream, copy)
        with ZipFile(copy) as archive:
            yield archive


def _open_member(archive: ZipFile, name: str, file: LogFile) -> BufferedReader:
    try:
        return bounded_member(archive, archive.getinfo(name), file)
    except (BadZipFile, RuntimeError, NotImplementedError):
        raise not_as_written(f"{name} in it is damaged or encrypted", tool=TOOL, where=file.label) from None


def _entries_in(stream: IO[bytes], name: str, file: LogFile) -> Iterator[tuple[str, object]]:
    try:
        yield from stream_entries(stream)
    except BakeoffError:
        raise
    except ValueError:
        raise not_as_written(f"{name} in it is not valid JSON", tool=TOOL, where=file.label) from None


def _parse_member(archive: ZipFile, name: str, file: LogFile) -> object:
    with _open_member(archive, name, file) as stream:
        content = stream.read()
    try:
        return parse_json(content)
    except ValueError:
        raise not_as_written(f"{name} in it is not valid JSON", tool=TOOL, where=file.label) from None


def _eval_sheet(header: Record, samples: Iterator[Record], file: LogFile) -> AnswerSheet:
    about = as_record(header.get("eval"))
    status = as_text(header.get("status")) or "started"
    settings = {**_eval_settings(header, about), "status": status}
    sheet = AnswerSheet(
        model=as_text(about.get("model")) or file.place.stem,
        task=as_text(about.get("task")) or file.place.stem,
        source=file.label,
        settings=settings,
    )
    seen = set()
    for sample in samples:
        _add_sample(sheet, as_record(sample))
        seen.add(as_text(as_record(sample).get("id")))
    wanted = [as_text(name) for name in as_list(as_record(about.get("dataset")).get("sample_ids"))]
    for item in wanted if status != "success" else ():
        if item not in seen:
            sheet.add(item, {}, status=MISSING)
    if status != "success":
        sheet.messages.append(
            f"the run of {sheet.model} on {sheet.task} did not end well (status {shorten(status)})"
        )
    if sheet.ids and not sheet.scores:
        sheet.messages.append(f"the log of {sheet.model} on {sheet.task} ({file.name}) has no scores")
    return sheet


def _add_sample(sheet: AnswerSheet, sample: Record) -> None:
    alone = {"score": sample["score"]} if sample.get("score") else {}  # the only one, in early versions
    scores = dict(_scorer_values(as_record(sample.get("scores")) or alone))
    error = sample.get("error") or as_text(as_record(sample.get("limit")).get("type")) * (not scores)
    text = as_text(sample.get("input")) if isinstance(sample.get("input"), str) else ""
    sheet.add(
        as_text(sample.get("id")),
        {} if sample.get("error") else scores,
        attempt=as_count(sample.get("epoch"), otherwise=1),
        status=status_of_error(as_record(error).get("message") or error)
        if error
        else (MISSING if not scores else 0),
        digest=digest_of(text[:_ENOUGH], as_text(sample.get("target"))[:_ENOUGH]),
        amounts={} if error else _amounts_of(sample, sheet.model),
    )


def _amounts_of(sample: Record, model: str) -> dict[str, float]:
    """Return what a sample took: the time without waiting, and what the model itself used, not its judges."""
    by_model = as_record(sample.get("model_usage"))
    own = by_model.get(model) or (next(iter(by_model.values())) if len(by_model) == 1 else None)
    seconds = sample.get("working_time")
    latency = sample.get("total_time") if seconds is None else seconds
    return known_amounts({LATENCY: latency, PRICE: as_record(own).get("total_cost"), **token_amounts(own)})


def _scorer_values(scores: Record) -> Iterator[tuple[str, float]]:
    """Yield a name and a number for each scorer, or for each part of its value."""
    for scorer, score in scores.items():
        value = score.get("value") if isinstance(score, Mapping) else score
        if isinstance(value, Mapping):
            for part, inner in value.items():
                yield _part_name(scorer, part, scores), _scorer_number(inner)
        elif not isinstance(value, list):
            yield scorer, _scorer_number(value)


def _part_name(scorer: str, part: str, scores: Record) -> str:
    """Return the name of a part of a score; with its scorer where another has a part or name like it."""
    others = [as_record(as_record(s).get("value")) for name, s in scores.items() if name != scorer]
    is_taken = part in scores or any(part in other for other in others)
    return f"{scorer}/{part}" if is_taken else part


def _scorer_number(value: object) -> float:
    if isinstance(value, str) and value in _LETTERS:
        return _LETTERS[value]
    if isinstance(value, str) and value.casefold() in ("yes", "true", "no", "false"):
        return float(value.casefold() in ("yes", "true"))
    return as_number(value)


def _eval_settings(header: Record, about: Record) -> dict[str, str]:
    plan, data, config = (
        as_record(x) for x in (header.get("plan"), about.get("dataset"), about.get("config"))
    )
    steps = [as_record(step) for step in as_list(plan.get("steps"))]
    generation = {**as_record(plan.get("config")), **as_record(about.get("model_generate_config"))}
    judge = as_record(as_record(about.get("model_roles")).get("grader")).get("model")
    asked = {
        "template": f"{digest_of(*[(s.get('solver'), as_text(s.get('params'))) for s in steps]):016x}"[:8]
        if steps
        else "",
        "dataset": as_text(data.get("location") or data.get("name")),
        "task version": as_text(about.get("task_version")),
        "settings": as_text(as_record(about.get("task_args")) or ""),
        "judge": as_text(judge),
        "temperature": as_text(generation.get("temperature")),
        "limit": as_text(config.get("limit")),
        "date": as_text(about.get("created")),
        "run": as_text(about.get("run_id")),
        "version": as_text(as_record(about.get("packages")).get("inspect_ai")),
    }
    return {key: shorten(value, most=80) for key, value in asked.items() if value}
