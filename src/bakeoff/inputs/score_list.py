"""A leaderboard file: one score for each entry, and how many items it is over, or its standard error."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import measure_within
from bakeoff.core.measures import lower_is_better
from bakeoff.core.score_lists import ScoreList
from bakeoff.core.words import quote_text, write_count, write_list
from bakeoff.inputs.table.cell_numbers import is_text, looks_numeric, parse_numbers
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.spellings import spelling_key

ITEMS = "n items n_items num_items total n_test instances questions n_questions num_samples samples examples tasks"
RIGHT = "correct right resolved_count n_correct num_correct passed solved"
ERRORS = "stderr std_err se sem standard_error std_error"
NAMES = "model entry system method name agent team submission classifier algorithm participant"
UNITS = "dataset task item id fold benchmark subset problem question instance example doc_id item_id task_id"
BESIDE = (
    "rank place position rank_score params parameters size cost price tokens year date version votes "
    "submissions url time seconds latency"
)
PERCENT = ("%", "percent", "pct")
# Of the measures that are known, those that are a share of right (or wrong) answers.
SHARES = frozenset(
    (
        *(
            "accuracy",
            "accuracies",
            "acc",
            "oa",
            "top accuracy",
            "top acc",
            "subset accuracy",
            "correct",
            "correctness",
        ),
        *(
            "percent correct",
            "pass",
            "pass rate",
            "solve rate",
            "success",
            "success rate",
            "win rate",
            "winrate",
        ),
        *(
            "hit rate",
            "match rate",
            "exact match",
            "em",
            "error",
            "error rate",
            "test error",
            "misclassification",
        ),
    )
)


class _Columns(NamedTuple):
    names: Column
    score: Column
    total: Column | None
    errors: Column | None
    is_count: bool


def read_score_list(grid: Grid, *, items: int | None, metric: str | None) -> ScoreList | None:
    """Return entries with a score and a number of items, or a standard error, each; None where the grid is no list.

    A list has a column of names; the score is the named metric, or the only column of numbers that can be one.
    `items` is the number for all entries, where no column says it.
    """
    columns = _find_columns(grid, items=items, metric=metric)
    return None if columns is None else _make_list(grid, columns, items=items)


def _find_columns(grid: Grid, *, items: int | None, metric: str | None) -> _Columns | None:
    names = [column for column in grid.columns if is_text(column)]
    total, right, errors = (_find(grid, words) for words in (ITEMS, RIGHT, ERRORS))
    if errors is None:
        errors = _find_errors(grid)
    if not names or (total is None and items is None and errors is None):
        return None
    named = _find(grid, NAMES) or names[0]
    if spelling_key(named.name) in _score_list_keys(UNITS):
        return None  # rows are datasets or items: one score for each of these is no leaderboard
    beside = (total, right, errors, named)
    numeric = [
        c
        for c in grid.columns
        if not any(c is each for each in beside)
        and looks_numeric(c)
        and not is_text(c)
        and spelling_key(c.name) not in _score_list_keys(BESIDE)
    ]
    if metric is None and right is not None and (total is not None or items is not None):
        return _Columns(named, right, total, None, is_count=True)
    score = _choose_score(grid, numeric, metric, is_list=_find(grid, NAMES) is not None)
    return None if score is None else _Columns(named, score, total, errors, is_count=False)


def _choose_score(grid: Grid, numeric: list[Column], metric: str | None, *, is_list: bool) -> Column | None:
    if metric is not None:
        wanted = spelling_key(metric)
        return next((c for c in numeric if spelling_key(c.name) == wanted), None)
    if len(numeric) > 1 and is_list:
        raise InputError(
            f"{write_count(len(numeric), 'column')} could be the score: "
            f"{write_list([quote_text(c.name) for c in numeric], most=6)}",
            where=grid.source,
            fix="say which one to rank by: --metric NAME; scores on several datasets are read without items",
            code="BO622",
        )
    return numeric[0] if len(numeric) == 1 else None


def _make_list(grid: Grid, columns: _Columns, *, items: int | None) -> ScoreList:
    values = _score_list_numbers(columns.score, grid, "has no score")
    labels = _read_names(columns.names, grid)
    metric = "accuracy" if columns.is_count else columns.score.name
    higher = columns.is_count or not lower_is_better(columns.score.name)
    sizes = _read_sizes(columns.total, grid, items, values.size)
    digest = sha256("\n".join(labels).encode("utf-8", "surrogatepass") + values.astype("<f8").tobytes())
    common: dict[str, Any] = {
        "names": labels,
        "metric": metric,
        "higher_is_better": higher,
        "source": grid.source,
    }
    common["digest"] = f"sha256:{digest.hexdigest()}"
    if not columns.is_count and (sizes is None or not _may_be_share(columns.score.name)):
        return ScoreList(
            **common,
            scores=values,
            items=None,
            errors=_read_errors(columns, grid),
            findings=(*grid.findings, *_note_errors(columns)),
        )
    if sizes is None:
        raise AssertionError("a list without items has errors")
    if columns.is_count:
        values = values / sizes
    scale = 1.0 if columns.is_count else _find_scale(values, columns.score, sizes, grid)
    _refuse_outside(values / scale, values, columns.score, grid)
    return ScoreList(
        **common,
        scores=values,
        items=sizes,
        scale=scale,
        findings=(*grid.findings, *_doubt_shares(values, scale, sizes, columns, labels)),
    )


def _may_be_share(name: str) -> bool:
    """Return whether a score of this name may be a share of right answers: unknown names may."""
    known = measure_within(name)
    return known is None or known.name in SHARES


def _find_scale(values: Floats, score: Column, sizes: Ints, grid: Grid) -> float:
    """Return 100 where scores are percentages; refuse a column that is partly fractions."""
    said = any(word in score.name.casefold() for word in PERCENT)
    if said or values.max(initial=0.0) <= 1:
        return 100.0 if said else 1.0
    low = (values > 0) & (values <= 1)
    impossible = low & ~_are_whole(values, 100.0, sizes, score)
    if impossible.any():
        raise InputError(
            f"some scores are fractions and some are percentages: {values[impossible][0]:g} beside {values.max():g}",
            where=f"{grid.source}, column {quote_text(score.name)}",
            fix="write all of them in one way, or put % into the name of the column if all are percentages",
            code="BO621",
        )
    return 100.0


def _are_whole(values: Floats, scale: float, sizes: Ints, score: Column) -> Bools:
    """Return of each score whether some whole number of right answers rounds to it."""
    decimals = [len(text.strip().rstrip("% ").partition(".")[2]) for text in score.text()]
    half = 0.5 * 10.0 ** -np.array(decimals, dtype=np.float64) / scale * sizes + 1e-6
    right = values / scale * sizes
    return np.asarray(np.abs(right - np.rint(right)) <= half, dtype=np.bool_)


def _doubt_shares(
    values: Floats, scale: float, sizes: Ints, columns: _Columns, labels: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield doubts about the reading as shares of right answers."""
    tiny = np.flatnonzero((values > 0) & (values <= 1)) if scale == 100 else np.array([], dtype=np.int64)
    if tiny.size and not any(word in columns.score.name.casefold() for word in PERCENT):
        yield Finding(
            code="BO623",
            severity=Severity.WARNING,
            message=f"the score {values[tiny[0]]:g} of {labels[tiny[0]]} is read as a percentage, because others are "
            "above 1",
            detail={"entries": [labels[i] for i in tiny.tolist()]},
        )
    odd = (
        np.flatnonzero(~_are_whole(values, scale, sizes, columns.score)) if not columns.is_count else tiny[:0]
    )
    if odd.size:
        first = int(odd[0])
        yield Finding(
            code="BO121",
            severity=Severity.WARNING,
            message=f"the scores of {odd.size:,} of {write_count(len(labels), 'entry')} are no whole number of right "
            f"answers ({labels[first]}: {columns.score.text()[first].strip()} of {sizes[first]:,}): the number of "
            "items is another one, or scores are means of several runs or of partial credit",
            detail={"entries": [labels[i] for i in odd[:50].tolist()]},
        )


def _refuse_outside(shares: Floats, values: Floats, score: Column, grid: Grid) -> None:
    if ((shares >= 0) & (shares <= 1)).all():
        return
    worst = int(np.argmax(np.abs(shares - 0.5)))
    raise InputError(
        f"{values[worst]:g} is no share of right answers",
        where=f"{grid.source}, column {quote_text(score.name)}",
        fix="give shares from 0 to 1, percentages, or the number of right answers with the total; of any other score, "
        "a column stderr with its standard error",
        code="BO574",
    )


def _note_errors(columns: _Columns) -> Iterator[Finding]:
    if columns.errors is not None:
        yield Finding(
            code="BO625",
            severity=Severity.NOTE,
            message=f"standard errors are taken as {quote_text(columns.errors.name)} gives them: whether they are over "
            "items, over runs or over both is not known here",
            detail={"column": columns.errors.name},
        )


def _read_errors(columns: _Columns, grid: Grid) -> Floats:
    if columns.errors is None:
        raise InputError(
            f"{quote_text(columns.score.name)} is no share of right answers, so that the number of items does not say "
            "how far it may be off",
            where=f"{grid.source}, column {quote_text(columns.score.name)}",
            fix="give the scores of single items or datasets, or a column stderr with the standard error of each score",
            code="BO626",
        )
    errors = _score_list_numbers(columns.errors, grid, "has no standard error")
    if not (errors > 0).all():
        raise InputError(
            "a standard error is a number above 0",
            where=f"{grid.source}, column {quote_text(columns.errors.name)}",
            fix="write the standard error of each score, or leave the entry out",
            code="BO574",
        )
    return errors


def _read_names(names: Column, grid: Grid) -> tuple[str, ...]:
    labels = tuple(name.strip() for name in names.text())
    twice = (
        next((name for name in labels if labels.count(name) > 1), None)
        if len(set(labels)) < len(labels)
        else None
    )
    if twice is not None:
        raise InputError(
            f"two entries are called {quote_text(twice)}",
            where=f"{grid.source}, column {quote_text(names.name)}",
            fix="give each entry a name of its own",
            code="BO024",
        )
    return labels


def _read_sizes(total: Column | None, grid: Grid, items: int | None, count: int) -> Ints | None:
    if total is not None:
        return _whole(total, grid)
    return None if items is None else np.full(count, items, dtype=np.int64)


def _score_list_keys(words: str) -> frozenset[str]:
    return frozenset(map(spelling_key, words.split()))


def _find(grid: Grid, spellings: str) -> Column | None:
    by_key = {spelling_key(column.name): column for column in reversed(grid.columns)}
    return next((by_key[key] for name in spellings.split() if (key := spelling_key(name)) in by_key), None)


def _find_errors(grid: Grid) -> Column | None:
    """Return the column of standard errors of a score: acc_stderr, stderr_acc, "score (se)"."""
    wanted = tuple(map(spelling_key, ("stderr", "std_err", "standard_error")))
    return next((c for c in grid.columns if any(key in spelling_key(c.name) for key in wanted)), None)


def _score_list_numbers(column: Column, grid: Grid, lack: str) -> Floats:
    numbers = parse_numbers([column], decimal=None)
    values: Floats = numbers.values[:, 0]
    if numbers.bad or not np.isfinite(values).all():
        row = numbers.bad[0].row if numbers.bad else int(np.flatnonzero(~np.isfinite(values))[0])
        raise InputError(
            f"an entry {lack}",
            where=f"{grid.source}, {grid.place(row, column)}",
            fix="leave the row out, or write it",
            code="BO012",
        )
    return values


def _whole(column: Column, grid: Grid) -> Ints:
    values = _score_list_numbers(column, grid, "has no number of items")
    if (values < 1).any() or (values != np.rint(values)).any():
        raise InputError(
            "a number of items is a whole number from 1",
            where=f"{grid.source}, column {quote_text(column.name)}",
            fix="write how many items each score is over",
            code="BO574",
        )
    return values.astype(np.int64)
