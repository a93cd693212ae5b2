"""A table of battles: who met whom and who won, one row for each judgement."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import Codes
from bakeoff.core.words import quote_text, write_count, write_list
from bakeoff.inputs.battle_controls import read_controls
from bakeoff.inputs.table.cell_numbers import parse_numbers
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.spellings import spelling_key

LEFT = "left model_a modela model_1 generator_1 player_a player1 system_a answer_a"
RIGHT = "right model_b modelb model_2 generator_2 player_b player2 system_b answer_b"
WINNER = "winner preference outcome result verdict won vote"
PROMPT = "prompt prompt_id question question_id instruction item item_id id input"
ANNOTATOR = "annotator judge annotator_id judge_id rater user worker voter"
WEIGHT = "weight"
MOMENT = "tstamp timestamp date datetime created_at time day"
LOSER = "loser lost defeated"
_ONE_HOT = (
    ("winner_model_a", "left"),
    ("winner_model_b", "right"),
    ("winner_tie", "tie"),
)  # a column for each outcome
_SIDE = re.compile(
    r"(?:model|response|answer|assistant|output|system|player|option)?([ab12])(?:wins|won|isbetter|better)?"
)
_NO_WORDS = ("", "nan", "none", "null", "na", "invalid", "error", "failed", "skip", "skipped", "unknown")


_LEFT_KEYS = frozenset(map(spelling_key, LEFT.split()))
_RIGHT_KEYS = frozenset(map(spelling_key, RIGHT.split()))


class BattleColumns(NamedTuple):
    """Which column of a grid is what."""

    left: Column
    right: Column
    winner: Column
    prompt: Column | None
    annotator: Column | None
    weight: Column | None
    moment: Column | None


def find_battle_columns(grid: Grid) -> BattleColumns | None:
    """Return the columns of battles by their names, or None where the grid holds none."""
    left, right = _find_battle_column(grid, LEFT), _find_battle_column(grid, RIGHT)
    winner = _find_battle_column(grid, WINNER) or _join_outcomes(grid)
    if left is None and right is None and winner is not None:
        left, right = _sides_of_losers(winner, _find_battle_column(grid, LOSER))
    if left is None or right is None or winner is None:
        return None
    return BattleColumns(
        left,
        right,
        winner,
        *(_find_battle_column(grid, words) for words in (PROMPT, ANNOTATOR, WEIGHT, MOMENT)),
    )


def _join_outcomes(grid: Grid) -> Column | None:
    """Return the winner of each battle where each outcome has a column of zeros and ones; None where not."""
    found = [(_find_battle_column(grid, name), word) for name, word in _ONE_HOT]
    columns = [(column.text(), word) for column, word in found if column is not None]
    if len(columns) < 2 or found[0][0] is None:
        return None
    said = [
        "".join(w for (cells, w) in columns if cells[i].strip() in ("1", "1.0", "True"))
        for i in range(grid.height)
    ]
    return Column(name="winner", cells=said, position=found[0][0].position)


def _sides_of_losers(winner: Column, loser: Column | None) -> tuple[Column | None, Column | None]:
    """Return both who won and who lost, by their names and in turns: nothing says who stood where."""
    if loser is None:
        return None, None
    pairs = [
        sorted(pair, reverse=bool(row % 2))
        for row, pair in enumerate(zip(winner.text(), loser.text(), strict=True))
    ]
    return tuple(replace(winner, cells=[pair[i] for pair in pairs]) for i in (0, 1))  # type: ignore[return-value]


def read_battles(grid: Grid, columns: BattleColumns, *, controls: Sequence[str] = ()) -> BattleEvidence:
    """Return the evidence of all rows that name a winner or a tie between two different models.

    `controls` are properties of answers, by the names of their columns without the side.
    """
    names, (left, right) = _code_cells(columns.left.text(), columns.right.text())
    share = _read_shares(columns.winner, names, left, right)
    kept = np.isfinite(share) & (left != right)
    if not kept.any():
        raise InputError(
            f"no row names a winner: {quote_text(columns.winner.name)} has {quote_text(columns.winner.text()[0])}",
            where=grid.source,
            fix="write left, right or tie, or the name of the model that won",
            code="BO573",
        )
    models, codes = _renumber(names, np.concatenate([left[kept], right[kept]]))
    half = int(kept.sum())
    prompts, prompt = _code_column(columns.prompt, kept)
    annotators, annotator = _code_column(columns.annotator, kept)
    weight = None if columns.weight is None else _read_weights(columns.weight, grid)[kept]
    moments, moment = _code_moments(columns.moment, kept)
    values = read_controls(grid, controls)
    graded = not np.isin(share[kept], (0.0, 0.5, 1.0)).all()
    return BattleEvidence(
        models=models,
        left=codes[:half],
        right=codes[half:],
        winner=np.where(share[kept] > 0.5, 0, np.where(share[kept] < 0.5, 1, 2)).astype(np.intp),
        share=share[kept] if graded else None,
        prompts=prompts,
        prompt=prompt,
        annotators=annotators,
        annotator=annotator,
        weight=weight,
        moments=moments,
        moment=moment,
        controls=tuple(controls),
        control_values=None if values is None else values[kept],
        failed=int((~kept).sum()),
        source=grid.source,
        digest=_digest_battles(models, codes, share[kept]),
        findings=(*grid.findings, *_say_left_out(int((~kept).sum()))),
    )


def _find_battle_column(grid: Grid, spellings: str) -> Column | None:
    by_key = {spelling_key(column.name): column for column in reversed(grid.columns)}
    return next((by_key[key] for name in spellings.split() if (key := spelling_key(name)) in by_key), None)


def _read_shares(column: Column, names: Sequence[str], left: Codes, right: Codes) -> Floats:
    """Return how much the left one won of each battle; NaN where the cell says nothing."""
    words, (said,) = _code_cells(column.text())
    graded = _read_preferences(words)
    if graded is not None:
        return graded[said]
    # A name comes first: models may be called a and b, whatever side they stand on.
    place = {name: code for code, name in enumerate(names)}
    named = np.array([place.get(word, -1) for word in words])[said]
    by_word = np.array([share_of_word(word) for word in words])
    if any(word in ("1", "2") for word in words) and not set(words) <= {"1", "2", ""}:
        by_word[[word in ("1", "2") for word in words]] = np.nan  # beside 0 or -1, no number says which side
    share = np.where(named == left, 1.0, np.where(named == right, 0.0, by_word[said]))
    _require_known(column, words, said[np.isnan(share)])
    return share


def _require_known(column: Column, words: Sequence[str], unsettled: Codes) -> None:
    """Refuse words that name neither a side nor a tie; empty cells and failures only are left out."""
    counts = np.bincount(unsettled, minlength=len(words))
    odd = {w: int(n) for w, n in zip(words, counts, strict=True) if n and spelling_key(w) not in _NO_WORDS}
    if odd:
        some = write_list([quote_text(word) for word in sorted(odd, key=lambda w: -odd[w])], most=4)
        raise InputError(
            f"{sum(odd.values()):,} of {write_count(len(column.cells), 'battle')} say who won by words that are not "
            f"known: {some}",
            where=f"column {quote_text(column.name)}",
            fix="write left, right or tie, or the name of the model that won",
            code="BO573",
        )


def _read_preferences(words: Sequence[str]) -> Floats | None:
    """Return preferences from 1 (all for the left one) to 2 (all for the right one), as AlpacaEval writes them."""
    try:
        numbers = np.array([float(word) if word else np.nan for word in words])
    except ValueError:
        return None
    present = numbers[~np.isnan(numbers)]
    if not present.size or present.min() < 1 or present.max() > 2 or np.isin(present, (1, 2)).all():
        return None
    return 2 - numbers


def share_of_word(word: str) -> float:
    """Return the share of the left one by a side or a mark of a tie; NaN where it is neither.

    >>> share_of_word("model_a"), share_of_word("tie (bothbad)"), share_of_word("Right"), share_of_word("gpt")
    (1.0, 0.5, 0.0, nan)
    >>> share_of_word("Assistant B"), share_of_word("A>>B"), share_of_word("neither")
    (0.0, 1.0, 0.5)
    """
    side = word.strip().casefold()
    if side in ("a>b", "a>>b", "b>a", "b>>a"):
        return float(side[0] == "a")
    if side in ("a=b", "b=a") or side.startswith(("tie", "both", "draw", "neither", "same", "equal")):
        return 0.5
    key = spelling_key(word)
    if key in _LEFT_KEYS or key in _RIGHT_KEYS:
        return float(key in _LEFT_KEYS)
    found = None if side.startswith("-") else _SIDE.fullmatch(key)
    return float(found[1] in "a1") if found else float("nan")


def _read_weights(column: Column, grid: Grid) -> Floats:
    numbers = parse_numbers([column], decimal=None)
    weights: Floats = numbers.values[:, 0]
    if numbers.bad or not (np.isfinite(weights) & (weights >= 0)).all():
        raise InputError(
            "a weight is a number of 0 or more",
            where=f"{grid.source}, column {quote_text(column.name)}",
            fix="mend the weights, or leave the column out",
            code="BO098",
        )
    return weights


def _keep_battles(cells: Sequence[str], kept: Bools) -> list[str]:
    return [cell.strip() for cell, keep in zip(cells, kept, strict=True) if keep]


def _code_cells(*columns: Sequence[str]) -> tuple[tuple[str, ...], tuple[Codes, ...]]:
    """Return the different texts of columns, without blanks around them, and the place of each cell among them.

    Cells are looked up and not worked on one by one: there may be millions, of a hundred names.
    """
    different = {cell: cell.strip() for cells in columns for cell in dict.fromkeys(cells)}
    numbers = {name: code for code, name in enumerate(dict.fromkeys(different.values()))}
    place = {cell: numbers[name] for cell, name in different.items()}
    codes = (np.fromiter(map(place.__getitem__, cells), np.intp, len(cells)) for cells in columns)
    return tuple(numbers), tuple(codes)


def _renumber(names: Sequence[str], codes: Codes) -> tuple[tuple[str, ...], Codes]:
    """Return the names in use, in the order of their first appearance, and the codes by that order.

    >>> _renumber(("a", "b", "c"), np.array([2, 0, 2]))
    (('c', 'a'), array([0, 1, 0]))
    """
    first = np.full(len(names), codes.size)
    np.minimum.at(first, codes, np.arange(codes.size))
    order = np.argsort(first, kind="stable")[: int((first < codes.size).sum())]
    place = np.zeros(len(names), dtype=np.intp)
    place[order] = np.arange(order.size)
    return tuple(names[code] for code in order), place[codes]


def _code_column(column: Column | None, kept: Bools) -> tuple[tuple[str, ...], Codes | None]:
    if column is None:
        return (), None
    names, (codes,) = _code_cells(column.text())
    names, codes = _renumber(names, codes[kept])
    return (names, codes) if len(names) > 1 else ((), None)


def _code_moments(column: Column | None, kept: Bools) -> tuple[tuple[str, ...], Codes | None]:
    """Return the moments in their order, and the place of each battle; nothing where a cell is no moment."""
    return ((), None) if column is None else code_moments(_keep_battles(column.text(), kept))


def code_moments(texts: Sequence[str]) -> tuple[tuple[str, ...], Codes | None]:
    """Return different moments, the earliest first, and the place of each; nothing where one is no moment."""
    known = {text: _read_moment(text) for text in set(texts)}
    if len(known) < 2 or any(value is None for value in known.values()):
        return (), None
    ordered = sorted(known, key=lambda text: (known[text] or 0.0, text))
    place = {text: i for i, text in enumerate(ordered)}
    return tuple(ordered), np.array([place[text] for text in texts], dtype=np.intp)


def _read_moment(text: str) -> float | None:
    """Return a moment as seconds, or as the number that it is.

    >>> _read_moment("2024-01-02") < _read_moment("2024-01-02T10:00:00Z"), _read_moment("17"), _read_moment("soon")
    (True, 17.0, None)
    """
    try:
        return float(text)
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _digest_battles(models: Sequence[str], codes: Codes, share: Floats) -> str:
    content = sha256("\n".join(models).encode("utf-8", "surrogatepass"))
    content.update(codes.astype("<i8").tobytes())
    content.update(share.astype("<f8").tobytes())
    return f"sha256:{content.hexdigest()}"


def _say_left_out(count: int) -> tuple[Finding, ...]:
    if not count:
        return ()
    message = f"{write_count(count, 'judgement')} without a winner, or of a model against itself, left out"
    return (Finding(code="BO291", severity=Severity.WARNING, message=message, detail={"rows": count}),)
