"""Battles in rows made into evidence: names and prompts by number, winners by side."""

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from math import isfinite
from typing import NamedTuple

import numpy as np

from bakeoff.core.battles import BattleEvidence
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import Codes
from bakeoff.core.words import write_count
from bakeoff.inputs.battle_table import share_of_word
from bakeoff.inputs.table.clean_names import clean_names

_SIDES = (("left", "right"), ("model_a", "model_b"), ("model_1", "model_2"), ("model1", "model2"))


class BattleRow(NamedTuple):
    """One judgement: how much the left model won, from 0 to 1; NaN where no winner is named."""

    left: str
    right: str
    share: float
    prompt: str = ""
    annotator: str = ""
    weight: float = 1.0


def battles_of(rows: Sequence[BattleRow], *, source: str) -> BattleEvidence:
    """Return the evidence of all rows that name a winner or a tie between two different models."""
    kept = [row for row in rows if isfinite(row.share) and row.left != row.right]
    names, (left, right) = _code_battles([r.left for r in kept], [r.right for r in kept])
    models = clean_names(names, kind="classifier", where=source).clean
    prompts, (prompt,) = _code_battles([r.prompt for r in kept])
    annotators, (annotator,) = _code_battles([r.annotator for r in kept])
    share = np.array([row.share for row in kept], dtype=np.float64)
    weight = np.array([row.weight for row in kept], dtype=np.float64)
    winner = np.where(share > 0.5, 0, np.where(share < 0.5, 1, 2)).astype(np.intp)
    return BattleEvidence(
        models=models,
        left=left,
        right=right,
        winner=winner,
        share=None if np.isin(share, (0.0, 0.5, 1.0)).all() else share,
        prompts=prompts if any(prompts) else (),
        prompt=prompt if any(prompts) else None,
        annotators=annotators if any(annotators) else (),
        annotator=annotator if any(annotators) else None,
        weight=None if (weight == 1).all() else weight,
        failed=len(rows) - len(kept),
        source=source,
        digest=_digest_battles(models, left, right, share),
        findings=tuple(_lost_battle_findings(len(rows) - len(kept))),
    )


def _code_battles(*columns: Sequence[str]) -> tuple[tuple[str, ...], list[Codes]]:
    numbers: dict[str, int] = {}
    codes = [
        np.array([numbers.setdefault(name, len(numbers)) for name in column], dtype=np.intp)
        for column in columns
    ]
    return tuple(numbers), codes


def _digest_battles(
    models: Sequence[str], left: Codes, right: Codes, share: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> str:
    content = sha256("\n".join(models).encode("utf-8", "surrogatepass"))
    for column in (left.astype("<i8"), right.astype("<i8"), share.astype("<f8")):
        content.update(column.tobytes())
    return f"sha256:{content.hexdigest()}"


def _lost_battle_findings(failed: int) -> Iterable[Finding]:
    if failed:
        message = (
            f"{write_count(failed, 'judgement')} without a winner, or of a model against itself, left out"
        )
        yield Finding(code="BO385", severity=Severity.WARNING, message=message, detail={"failed": failed})


def share_of_winner(winner: str, left: str, right: str) -> float:
    """Return how much the left one won, by a side, a name or a mark of a tie; NaN where it is none of these.

    >>> share_of_winner("model_a", "x", "y"), share_of_winner("tie (bothbad)", "x", "y"), share_of_winner("y", "x", "y")
    (1.0, 0.5, 0.0)
    """
    word = winner.strip()
    if word in (left, right):  # models may be called a and b, whatever side they stand on
        return float(word == left)
    return share_of_word(word)


def sides_in(names: Collection[str]) -> tuple[str, str] | None:
    """Return the two names that stand for the sides of a battle, among those of columns or fields."""
    return next((pair for pair in _SIDES if set(names) >= set(pair)), None)
