"""LiveBench: a judgment for each question and model; a question judged again counts by its last judgment."""

from collections.abc import Iterable

from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import Record, as_number, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.logs.tables import parquet_names, parquet_rows
from bakeoff.inputs.options import ReadOptions

TOOL = "LiveBench"
_COLUMNS = frozenset({"question_id", "task", "model", "score"})
_MARKS = frozenset({"tstamp", "category", "turn", "answer_id"})


def is_judgment(peek: Peek) -> bool:
    """Say whether records are judgments: a time or a category stands beside the score."""
    return bool(_MARKS & set(peek.record))


def is_parquet(peek: Peek) -> bool:
    """Say whether a Parquet file holds judgments."""
    names = parquet_names(peek)
    return names >= _COLUMNS and bool(_MARKS & names)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of all files together: several files of a task are one."""
    latest: dict[tuple[str, str], dict[tuple[str, str], tuple[float, float]]] = {}
    sources: dict[tuple[str, str], str] = {}
    again = 0
    for peek in (*parts.get("judgments", ()), *parts.get("table", ())):
        for record in _judgement_records(peek):
            key = as_text(record.get("model")), as_text(record.get("task"))
            sources.setdefault(key, peek.file.label)
            own = latest.setdefault(key, {})
            item = as_text(record.get("question_id")), as_text(record.get("turn"))
            when = as_number(record.get("tstamp"))
            again += item in own
            if item not in own or not own[item][0] > when:
                own[item] = when, as_number(record.get("score"))
    return Harvest(sheets=[_livebench_sheet(key, own, sources[key], again) for key, own in latest.items()])


def _judgement_records(peek: Peek) -> Iterable[Record]:
    if peek.head.startswith(b"PAR1"):
        return parquet_rows(peek.file)
    return peek.file.records(TOOL)


def _livebench_sheet(
    key: tuple[str, str], own: dict[tuple[str, str], tuple[float, float]], source: str, again: int
) -> AnswerSheet:
    sheet = AnswerSheet(model=key[0], task=key[1], source=source, higher_is_better={"score": True})
    several = len({turn for _, turn in own}) > 1
    for (item, turn), (_, score) in own.items():
        sheet.add(f"{item} turn {turn}" if several else item, {"score": score}, group=item if several else "")
    if again:
        sheet.messages.append(f"{again:,} questions were judged more than once; the last judgment counts")
    return sheet
