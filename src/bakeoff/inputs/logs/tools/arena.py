"""Battles of an arena: two models and a winner in each row, perhaps with a prompt and a judge."""

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.inputs.logs.battles import BattleRow, battles_of, share_of_winner, sides_in
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_list, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.tables import rows_of
from bakeoff.inputs.options import ReadOptions

_GAMES = ("g1_winner", "g2_winner")  # of one pair, in both orders
BASELINE = "baseline"
_PROMPTS = ("prompt", "question_id", "prompt_id", "instruction", "conversation_id")
_JUDGES = ("annotator", "judge", "worker", "judge_hash", "annotator_id", "user")


def is_table(peek: Peek) -> bool:
    """Say whether a table has two columns of models beside the winner."""
    return sides_in(set(peek.header)) is not None


def is_records(peek: Peek) -> bool:
    """Say whether records name two models beside the winner."""
    return sides_in(set(peek.record)) is not None


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the battles of all files."""
    readers = {"battles": _read_battles, "pairs": _read_pairs, "games": _read_games}
    peeks = [(peek, reader) for part, reader in readers.items() for peek in parts.get(part, ())]
    rows = [row for peek, reader in peeks for row in reader(peek)]
    return Harvest(battles=battles_of(rows, source=peeks[0][0].file.label))


def is_game(peek: Peek) -> bool:
    """Say whether records hold the games of a model against a baseline, in both orders."""
    games = peek.record["games"]
    return isinstance(games, list) and bool(games) and isinstance(games[0], Mapping) and "score" in games[0]


def _battle_records(peek: Peek) -> Iterator[Mapping[str, Any]]:
    if not peek.is_json:
        return rows_of(peek)
    return peek.file.records("an arena")


def _read_battles(peek: Peek) -> Iterator[BattleRow]:
    names = set(peek.record if peek.is_json else peek.header)
    sides = sides_in(names)
    if sides is None:
        return
    prompt = next((name for name in _PROMPTS if name in names), "")
    judge = next((name for name in _JUDGES if name in names), "")
    for record in _battle_records(peek):
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


def _read_pairs(peek: Peek) -> Iterator[BattleRow]:
    """Yield both games of each pair: the second with the sides changed."""
    for record in _battle_records(peek):
        first, second = as_text(record.get("model_1")), as_text(record.get("model_2"))
        prompt, judge = as_text(record.get("question_id")), as_text(record.get("judge"))
        for (left, right), game in zip(((first, second), (second, first)), _GAMES, strict=True):
            share = share_of_winner(as_text(record.get(game)), first, second)  # by model, whatever its side
            own = share if left == first else 1 - share
            yield BattleRow(left=left, right=right, share=own, prompt=prompt, annotator=judge)


def _read_games(peek: Peek) -> Iterator[BattleRow]:
    """Yield the games of a model: the baseline stands left in the first, right in the second."""
    for record in _battle_records(peek):
        model, baseline = as_text(record.get("model")), as_text(record.get("baseline")) or BASELINE
        prompt = as_text(record.get("question_id") or record.get("uid"))
        sides = ((baseline, model), (model, baseline))
        for (left, right), game in zip(sides, as_list(record.get("games")), strict=False):
            share = share_of_winner(as_text(as_record(game).get("score")), left, right)
            judge = as_text(record.get("judge"))
            yield BattleRow(left=left, right=right, share=share, prompt=prompt, annotator=judge)
