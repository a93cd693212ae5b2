"""Battles of an arena: two models and a winner in each row, perhaps with a prompt and a judge."""

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.inputs.logs.battles import BattleRow, battles_of, share_of_winner
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_number, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.tables import rows_of
from bakeoff.inputs.options import ReadOptions

_PAIRS = (("left", "right"), ("model_a", "model_b"), ("model_1", "model_2"), ("model1", "model2"))
_PROMPTS = ("prompt", "question_id", "prompt_id", "instruction", "conversation_id")
_JUDGES = ("annotator", "judge", "worker", "judge_hash", "annotator_id", "user")


def is_table(peek: Peek) -> bool:
    """Say whether a table has two columns of models beside the winner."""
    return _sides(set(peek.header)) is not None


def is_records(peek: Peek) -> bool:
    """Say whether records name two models beside the winner."""
    return _sides(set(peek.record)) is not None


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the battles of all files."""
    rows = [row for peek in parts["battles"] for row in _read_battles(peek)]
    return Harvest(battles=battles_of(rows, source=parts["battles"][0].file.label))


def _sides(names: set[str]) -> tuple[str, str] | None:
    return next((pair for pair in _PAIRS if names >= set(pair)), None)


def _records(peek: Peek) -> Iterator[Mapping[str, Any]]:
    if not peek.is_json:
        return rows_of(peek)
    return iter(peek.document) if isinstance(peek.document, list) else peek.file.records("an arena")


def _read_battles(peek: Peek) -> Iterator[BattleRow]:
    names = set(peek.record if peek.is_json else peek.header)
    sides = _sides(names)
    if sides is None:
        return
    prompt = next((name for name in _PROMPTS if name in names), "")
    judge = next((name for name in _JUDGES if name in names), "")
    for record in _records(peek):
        left, right = as_text(record.get(sides[0])), as_text(record.get(sides[1]))
        weight = as_number(record.get("weight")) if "weight" in names else 1.0
        yield BattleRow(
            left=left,
            right=right,
            share=share_of_winner(as_text(record.get("winner")), left, right),
            prompt=as_text(record.get(prompt)) if prompt else "",
            annotator=as_text(record.get(judge)) if judge else "",
            weight=weight,
        )
