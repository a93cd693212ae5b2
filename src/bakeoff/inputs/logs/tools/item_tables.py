"""Tables of items that no tool has shaped: long (model, item, score) or wide (a column of 0 and 1 for each model)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from bakeoff.inputs.logs.amounts import amount_columns, known_amounts
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_number, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import MISSING, AnswerSheet
from bakeoff.inputs.logs.tables import cells_of, parquet_names, parquet_rows, rows_of, separator_of
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.prediction_spellings import (
    PredictionRole,
    prediction_role,
    snake_key,
    spellings_of,
)

_MODELS = ("model", "model_name", "model_id", "system", "llm", "agent", "candidate")
_ITEMS = (
    "item", "item_id", "input", "question", "question_id", "prompt", "prompt_id", "sample_id", "doc_id", "example",
    "example_id", "problem", "problem_id", "instance_id", "query", "query_id", "qid", "input_id", "id", "idx",
)  # fmt: skip
_TASKS = ("task", "benchmark", "subject", "dataset", "category", "subset", "task_name")
_ATTEMPTS = ("attempt", "epoch", "trial", "repeat", "seed", "run", "sample", "replicate")
_GROUPS = (
    "group",
    "document",
    "passage",
    "template",
    "user",
    "cluster",
    "repository",
    "patient",
    "conversation",
)
_SCORES = (
    "score", "correct", "is_correct", "passed", "pass", "success", "exact_match", "em", "acc", "accuracy", "reward",
    "grade", "rating", "f1", "value",
)  # fmt: skip
_TRUTH = frozenset(
    [
        "y_true",
        "truth",
        "true_label",
        "label",
        "target",
        "gold",
        "answer",
        "expected",
        "reference",
        "y",
        "class",
        "ground_truth",
        "y_pred",
        "prediction",
    ]
)
_RIGHT = {"true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0, "pass": 1.0, "fail": 0.0, "c": 1.0, "i": 0.0,
          "correct": 1.0, "incorrect": 0.0}  # fmt: skip
_WEAK = ("id", "idx")
_ONE_TASK = "items"


def is_long(peek: Peek) -> bool:
    """Say whether columns name a model, an item and a score, and nothing names a true class."""
    names = _column_names(peek)
    folded = {name.casefold() for name in names}
    return (
        _pick_column(names, _MODELS) is not None
        and _pick_column(names, _ITEMS) is not None
        and _pick_column(names, _SCORES) is not None
        and not folded & (_TRUTH - {"answer", "expected", "reference", "target"})
        and "fold" not in folded
        and "winner" not in folded
        and _is_sure(peek, names)
    )


def _is_sure(peek: Peek, names: Sequence[str]) -> bool:
    """Say whether the item column is named as such; a plain id may number the rows, unless scores are 0 and 1."""
    if (_pick_column(names, _ITEMS) or "").casefold() not in _WEAK:
        return True
    score = _pick_column(names, _SCORES) or ""
    some = [_item_score(record.get(score)) for record in islice(_table_records(peek), 50)]
    return bool(some) and all(value in (0.0, 1.0) or value != value for value in some)


def is_wide(peek: Peek) -> bool:
    """Say whether every cell is 0 or 1, but for a column of ids."""
    names = [name.casefold() for name in peek.header]
    if len(names) < 2 or set(names) & _TRUTH or len(peek.first_lines) < 4:
        return False
    ids = [i for i, name in enumerate(names) if name in _ITEMS]
    if any(_is_no_model(name) for name in names if name not in _ITEMS):
        return False
    scores = [i for i in range(len(names)) if i not in ids]
    if (
        len(ids) > 1
        or len(scores) < 2
        or any(as_number(peek.header[i]) == as_number(peek.header[i]) for i in scores)
    ):
        return False
    lines = peek.first_lines[1:-1] if len(peek.first_lines) == 50 else peek.first_lines[1:]
    cells = [line.split(separator_of(peek)) for line in lines]
    return all(
        len(row) == len(names) and all(as_number(row[i]) in (0.0, 1.0) for i in scores) for row in cells
    )


def _is_no_model(name: str) -> bool:
    """Say whether a column is called as the truth, or as a property of examples, not as a model."""
    role = prediction_role(name)[0]
    possible = spellings_of(PredictionRole.TRUTH, certain=False)
    return role in (PredictionRole.TRUTH, PredictionRole.ASIDE) or snake_key(name) in possible


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of tables of both kinds."""
    sheets: list[AnswerSheet] = []
    for peek in parts.get("long", ()):
        sheets += _read_long(peek)
    for peek in parts.get("wide", ()):
        sheets += _read_wide(peek)
    return Harvest(sheets=sheets)


def _column_names(peek: Peek) -> Sequence[str]:
    if peek.head.startswith(b"PAR1"):
        return sorted(parquet_names(peek))
    return tuple(peek.record) if peek.is_json else peek.header


def _pick_column(names: Sequence[str], known: Sequence[str]) -> str | None:
    folded = {name.casefold().replace(" ", "_"): name for name in names}
    return next((folded[name] for name in known if name in folded), None)


def _table_records(peek: Peek) -> Iterator[Mapping[str, Any]]:
    if peek.head.startswith(b"PAR1"):
        return parquet_rows(peek.file)
    if not peek.is_json:
        return rows_of(peek)
    return peek.file.records("a table of items")


def _read_long(peek: Peek) -> list[AnswerSheet]:
    names = _column_names(peek)
    model, item = _pick_column(names, _MODELS) or "", _pick_column(names, _ITEMS) or ""
    task, attempt, group = (
        _pick_column(names, _TASKS),
        _pick_column(names, _ATTEMPTS),
        _pick_column(names, _GROUPS),
    )
    metrics = [name for name in names if name.casefold().replace(" ", "_") in _SCORES]
    metrics.sort(key=lambda name: _SCORES.index(name.casefold().replace(" ", "_")))
    taken = amount_columns(names)
    sheets: dict[tuple[str, str], AnswerSheet] = {}
    attempts: dict[str, int] = {}
    for record in _table_records(peek):
        key = as_text(record.get(model)), as_text(record.get(task)) if task else _ONE_TASK
        sheet = sheets.get(key)
        if sheet is None:
            sheet = sheets[key] = AnswerSheet(model=key[0], task=key[1], source=peek.file.label)
            sheet.group_noun = group or "group"
        tried = attempts.setdefault(as_text(record.get(attempt)), len(attempts)) if attempt else -1
        scores = {name: value for name in metrics if (value := _item_score(record.get(name))) == value}
        sheet.add(
            as_text(record.get(item)),
            scores,
            attempt=tried,
            status=0 if scores else MISSING,
            group=as_text(record.get(group)) if group else "",
            amounts=known_amounts({a: factor * as_number(record.get(c)) for c, (a, factor) in taken.items()}),
        )
    return list(sheets.values())


def _item_score(value: object) -> float:
    if isinstance(value, str):
        return _RIGHT.get(value.strip().casefold(), as_number(value))
    return as_number(value)


def _read_wide(peek: Peek) -> list[AnswerSheet]:
    ids = next((i for i, name in enumerate(peek.header) if name.casefold() in _ITEMS), None)
    sheets = {
        i: AnswerSheet(model=name, task=_ONE_TASK, source=peek.file.label, by_position=ids is None)
        for i, name in enumerate(peek.header)
        if i != ids
    }
    rows = cells_of(peek)
    next(rows, None)
    for number, row in enumerate(rows, start=1):
        item = str(number) if ids is None else row[ids].strip()
        for i, sheet in sheets.items():
            value = as_number(row[i]) if i < len(row) else float("nan")
            scores = {"score": value} if value == value else {}
            sheet.add(item, scores, status=0 if scores else MISSING)
    made = list(sheets.values())
    if ids is None and made and _repeats_itself(made):
        made[0].messages.append(
            "the second half of the rows repeats the first, answer by answer: is the table there twice? "
            "Then every claim is surer than it should be"
        )
    return made


def _repeats_itself(sheets: list[AnswerSheet]) -> bool:
    """Say whether the second half of so many rows is the first again: by chance hardly ever from ten rows on."""
    half, odd = divmod(len(sheets[0].ids), 2)
    columns = [sheet.close().scores.get("score") for sheet in sheets]
    known = [column for column in columns if column is not None]
    if odd or half < 10 or not any(len(set(column)) > 1 for column in known):
        return False
    return all(column[:half] == column[half:] for column in known)
