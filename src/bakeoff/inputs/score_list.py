"""A leaderboard file: one score for each entry, and how many items it is over."""

from hashlib import sha256

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.measures import lower_is_better
from bakeoff.core.score_lists import ScoreList
from bakeoff.core.words import quote_text
from bakeoff.inputs.table.cell_numbers import is_text, looks_numeric, parse_numbers
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.spellings import spelling_key

ITEMS = "n items n_items num_items total n_test instances questions n_questions num_samples samples examples tasks"
RIGHT = "correct right resolved_count n_correct num_correct passed solved"


def read_score_list(grid: Grid, *, items: int | None, metric: str | None) -> ScoreList | None:
    """Return entries with a score and a number of items each; None where the grid is no such list.

    A list has one column of names; the score is the named metric, or the only column of numbers besides the number of
    items. `items` is the number for all entries, where no column says it.
    """
    names = [column for column in grid.columns if is_text(column)]
    total, right = _find(grid, ITEMS), _find(grid, RIGHT)
    numeric = [
        c for c in grid.columns if c is not total and c is not right and looks_numeric(c) and not is_text(c)
    ]
    if not names or (total is None and items is None):
        return None
    score = _choose_score(numeric, metric, right, total)
    if score is None:
        return None
    return _make_list(grid, names[0], score, total=total, counts=score is right, items=items)


def _choose_score(
    numeric: list[Column], metric: str | None, right: Column | None, total: Column | None
) -> Column | None:
    if metric is not None:
        wanted = spelling_key(metric)
        return next((c for c in numeric if spelling_key(c.name) == wanted), None)
    if right is not None and total is not None:
        return right
    return numeric[0] if len(numeric) == 1 else None


def _make_list(
    grid: Grid, names: Column, score: Column, *, total: Column | None, counts: bool, items: int | None
) -> ScoreList:
    values = _numbers(score, grid)
    sizes = np.full(values.size, items) if total is None else _whole(total, grid)
    shares = values / sizes if counts else values
    scale = 100.0 if not counts and values.max(initial=0.0) > 1 else 1.0
    shares = shares / scale
    if not ((shares >= 0) & (shares <= 1)).all():
        worst = int(np.argmax(np.abs(shares - 0.5)))
        raise InputError(
            f"{values[worst]:g} is no share of right answers",
            where=f"{grid.source}, column {quote_text(score.name)}",
            fix="give shares from 0 to 1, percentages, or the number of right answers with the total",
            code="BO574",
        )
    labels = tuple(name.strip() for name in names.text())
    if len(set(labels)) < len(labels):
        raise InputError(
            "two entries have the same name",
            where=f"{grid.source}, column {quote_text(names.name)}",
            fix="give each entry a name of its own",
            code="BO024",
        )
    digest = sha256("\n".join(labels).encode("utf-8", "surrogatepass") + values.astype("<f8").tobytes())
    return ScoreList(
        names=labels,
        shares=shares,
        items=sizes.astype(np.int64),
        metric="accuracy" if counts else score.name,
        higher_is_better=counts or not lower_is_better(score.name),
        source=grid.source,
        digest=f"sha256:{digest.hexdigest()}",
        scale=scale,
        findings=grid.findings,
    )


def _find(grid: Grid, spellings: str) -> Column | None:
    by_key = {spelling_key(column.name): column for column in reversed(grid.columns)}
    return next((by_key[key] for name in spellings.split() if (key := spelling_key(name)) in by_key), None)


def _numbers(column: Column, grid: Grid) -> Floats:
    numbers = parse_numbers([column], decimal=None)
    values: Floats = numbers.values[:, 0]
    if numbers.bad or not np.isfinite(values).all():
        row = int(np.flatnonzero(~np.isfinite(values))[0]) if not np.isfinite(values).all() else 0
        raise InputError(
            "an entry has no score",
            where=f"{grid.source}, {grid.place(row, column)}",
            fix="leave the row out, or write its score",
            code="BO012",
        )
    return values


def _whole(column: Column, grid: Grid) -> Ints:
    values = _numbers(column, grid)
    if (values < 1).any() or (values != np.rint(values)).any():
        raise InputError(
            "a number of items is a whole number from 1",
            where=f"{grid.source}, column {quote_text(column.name)}",
            fix="write how many items each score is over",
            code="BO574",
        )
    return values.astype(np.int64)
