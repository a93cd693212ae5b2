"""AlpacaEval: annotations that prefer one of two outputs; a model is judged against a reference."""

from collections import defaultdict
from math import isfinite, nan

from bakeoff.core.words import shorten
from bakeoff.inputs.logs.battles import BattleRow, battles_of
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import Record, as_number, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import FAILED, AnswerSheet, digest_of, shorten_id
from bakeoff.inputs.options import ReadOptions

METRIC = "preference - 1"


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the share won against the reference, by instruction; and the same judgements as battles."""
    sheets: list[AnswerSheet] = []
    battles: list[BattleRow] = []
    for peek in parts.get("annotations", ()):
        sheets += _read_annotations(peek, battles)
    source = parts["annotations"][0].file.label
    return Harvest(sheets=sheets, battles=battles_of(battles, source=source))


def _read_annotations(peek: Peek, battles: list[BattleRow]) -> list[AnswerSheet]:
    """Return the answers of one file; the same judgements are added to the battles."""
    sheets: dict[tuple[str, str], AnswerSheet] = {}
    references: dict[str, set[str]] = defaultdict(set)
    for record in peek.file.records("AlpacaEval"):
        model, reference = as_text(record.get("generator_2")), as_text(record.get("generator_1"))
        task = as_text(record.get("dataset")) or "AlpacaEval"
        sheet = sheets.setdefault((model, task), AnswerSheet(model=model, task=task, source=peek.file.label))
        references[model].add(reference)
        sheet.settings["judge"] = as_text(record.get("annotator"))
        text = as_text(record.get("instruction"))
        won = _share_of(record)
        scores = {METRIC: won} if isfinite(won) else {}
        battles.append(_battle_of(record))
        sheet.add(text, scores, status=0 if scores else FAILED, digest=digest_of(text))
    for (model, _), sheet in sheets.items():
        sheet.settings["dataset"] = shorten(f"against {', '.join(sorted(references[model]))}", most=80)
        sheet.higher_is_better[METRIC] = True
    return list(sheets.values())


def _share_of(record: Record) -> float:
    """Return how much the model won against the reference: 0 to 1, a half for a draw."""
    value = as_number(record.get("preference"))
    if value == 0:  # an old mark of a draw
        return 0.5
    return value - 1 if 1 <= value <= 2 else nan


def _battle_of(record: Record) -> BattleRow:
    return BattleRow(
        left=as_text(record.get("generator_2")),
        right=as_text(record.get("generator_1")),
        share=_share_of(record),
        prompt=shorten_id(as_text(record.get("instruction"))),
        annotator=as_text(record.get("annotator")),
    )
