"""A table of judged answers: id, model, the judge's score, and people's score of some."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.answers.judged import JudgedItems
from bakeoff.core.arrays import Floats
from bakeoff.core.errors import InputError, UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import did_you_mean, quote_text, write_count, write_list
from bakeoff.inputs.battle_table import code_moments
from bakeoff.inputs.table.cell_numbers import parse_numbers
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.spellings import spelling_key

ID = "id item item_id example example_id question question_id prompt prompt_id sample_id doc_id"
MODEL = "model classifier system method name entry"
SCORE = "judge judge_score score judged"
GOLD = "gold human gold_score human_score label people"
STRATUM = "stratum"
LENGTH = "length len response_length answer_length output_length tokens n_tokens chars"
TEXT = "answer output response completion text"
PLACE = "place position order shown shown_as"
MOMENT = "date timestamp tstamp datetime created_at judged_at time day"
GROUP = "group cluster document doc conversation topic"
_ABOVE_SHARES = 1.5
_FIRST, _SECOND = ("first", "1", "left", "a", "0"), ("second", "2", "right", "b")
Answers = dict[tuple[str, str], float]  # (id, model) to a score


def read_judged_items(  # noqa: PLR0913 - each a keyword
    grid: Grid,
    *,
    gold_column: str | None,
    labels: Grid | None,
    baseline: str | None,
    score_column: str | None = None,
    group_column: str | None = None,
    leave_out: Sequence[str] = (),
    needs_labels: bool = True,
) -> JudgedItems:
    """Return the judge's scores of two models on all items, and people's scores of some.

    People's scores stand in a column of the table, or in a second one with the same ids and models.
    """
    judged = _read_answers(grid, _require_judged_column(grid, score_column, SCORE, "--score-column"))
    beside = grid if labels is None else labels
    is_labelled = needs_labels or gold_column is not None or _find_judged_column(beside, GOLD) is not None
    gold = (
        _read_answers(beside, _require_judged_column(beside, gold_column, GOLD, "--gold-column"))
        if is_labelled
        else {}
    )
    _require_one_scale(judged, gold, grid.source)
    a, b = _choose_models(judged, baseline, leave_out, grid.source)
    ids = [
        name
        for name in dict.fromkeys(key[0] for key in judged)
        if (name, a) in judged and (name, b) in judged
    ]
    if not ids:
        raise InputError(
            f"{quote_text(a)} and {quote_text(b)} have no item in common",
            where=grid.source,
            fix="give the judge's score of every item for both models",
            code="BO577",
        )
    return JudgedItems(
        a=a,
        b=b,
        ids=tuple(ids),
        judged=_judged_table(ids, (a, b), judged),
        gold=_judged_table(ids, (a, b), gold),
        source=grid.source if labels is None else f"{grid.source}, labels in {labels.source}",
        **_read_properties(grid, ids, (a, b), group_column),
        drawn_in_strata=_find_judged_column(beside, STRATUM) is not None,
        findings=(
            *grid.findings,
            *_say_unknown([name for name, model in gold if (name, model) not in judged]),
        ),
    )


def call_columns(grid: Grid, named: Mapping[str, str | None], *, are_needed: bool = True) -> Grid:
    """Return the grid with columns that the user names called by what they are, before all others."""
    for role, name in named.items():
        if name is None or (not are_needed and _find_judged_column(grid, name.replace(" ", "_")) is None):
            continue
        column = _require_judged_column(
            grid, name, "", "--id-column" if role == "id" else "--classifier-column"
        )
        others = tuple(each for each in grid.columns if each is not column)
        grid = replace(grid, columns=(replace(column, name=role), *others))
    return grid


def find_gold_column(grid: Grid) -> str | None:
    """Return the column of people's scores of a table of judged answers; None where it is no such table."""
    gold = _find_judged_column(grid, GOLD)
    beside = (
        _find_judged_column(grid, ID),
        _find_judged_column(grid, MODEL),
        _find_judged_column(grid, SCORE),
    )
    return gold.name if gold is not None and all(beside) and gold not in beside else None


def note_gold_column(grid: Grid) -> tuple[Finding, ...]:
    """Return the finding that people's scores stand beside a judge's and were not used; nothing where none do."""
    gold = find_gold_column(grid)
    if gold is None or spelling_key(gold) == "label":  # which may as well be the truth
        return ()
    message = (
        f"the column {quote_text(gold)} looks like people's scores of some answers, and was not used: these are the "
        f"judge's scores. bakeoff compare FILE --gold-column {quote_text(gold)} corrects the difference of two models "
        "by them"
    )
    return (Finding(code="BO658", severity=Severity.WARNING, message=message, detail={"column": gold}),)


def _read_answers(grid: Grid, scores: Column) -> Answers:
    ids, models = (
        _require_judged_column(grid, None, ID, "--id-column"),
        _require_judged_column(grid, None, MODEL, "--classifier-column"),
    )
    numbers = parse_numbers([scores], decimal=None)
    if numbers.bad:
        bad = numbers.bad[0]
        raise InputError(
            f"{quote_text(bad.text)} is no score",
            where=f"{grid.source}, {grid.place(bad.row, scores)}",
            fix="write a number, or leave the cell empty",
            code="BO012",
        )
    answers: Answers = {}
    for name, model, value in zip(ids.text(), models.text(), numbers.values[:, 0].tolist(), strict=True):
        if value != value:
            continue
        if (name, model) in answers and answers[name, model] != value:
            raise InputError(
                f"two scores of {quote_text(model)} for the item {quote_text(name)}",
                where=grid.source,
                fix="give one score for each item and model, or the mean of several",
                code="BO026",
            )
        answers[name, model] = value
    return answers


def _read_properties(
    grid: Grid, ids: list[str], models: tuple[str, str], group_column: str | None
) -> dict[str, Any]:
    """Return what is known of answers beside their scores: group, length, place, time."""
    found: dict[str, Any] = {}
    if group_column is not None:
        column = _require_judged_column(grid, group_column, GROUP, "--cluster-column")
        cells = _judged_cells(grid, column, ids, models)[:, 0]
        found["group"] = np.unique(cells, return_inverse=True)[1].reshape(-1)
        found["group_noun"] = spelling_key(column.name) or "group"
    lengths = _find_judged_column(grid, LENGTH)
    texts = _find_judged_column(grid, TEXT) if lengths is None else None
    if lengths is not None:
        values = _numbers_of(_judged_cells(grid, lengths, ids, models))
        found["length"] = values if np.isfinite(values).all() else None
    elif texts is not None:
        cells = _judged_cells(grid, texts, ids, models).tolist()
        found["length"] = np.array([[float(len(text)) for text in row] for row in cells])
    place, moment = _find_judged_column(grid, PLACE), _find_judged_column(grid, MOMENT)
    if place is not None:
        sides = _judged_cells(grid, place, ids, models)
        first = np.char.lower(sides.astype(str))
        known = np.isin(first[:, 0], _FIRST) & np.isin(first[:, 1], _SECOND)
        turned = np.isin(first[:, 0], _SECOND) & np.isin(first[:, 1], _FIRST)
        values = np.where(known, 1.0, np.where(turned, 0.0, np.nan))
        found["is_first"] = values if np.isfinite(values).any() else None
    if moment is not None:
        found["moments"], found["moment"] = code_moments(
            _judged_cells(grid, moment, ids, models)[:, 1].tolist()
        )
    return found


def _judged_cells(
    grid: Grid, column: Column, ids: list[str], models: tuple[str, str]
) -> "np.ndarray[Any, Any]":
    """Return items × 2: the cells of a column, as text."""
    keys = zip(
        _require_judged_column(grid, None, ID, "--id-column").text(),
        _require_judged_column(grid, None, MODEL, "--classifier-column").text(),
        column.text(),
        strict=True,
    )
    cells = {(name, model): text.strip() for name, model, text in keys}
    return np.array([[cells.get((name, model), "") for model in models] for name in ids], dtype=object)


def _numbers_of(cells: "np.ndarray[Any, Any]") -> Floats:
    def read(text: str) -> float:
        try:
            return float(text)
        except ValueError:
            return float("nan")

    return np.array([[read(text) for text in row] for row in cells.tolist()], dtype=np.float64)


def _require_one_scale(judged: Answers, gold: Answers, source: str) -> None:
    """Refuse scores of which one side is shares from 0 to 1, and the other is not."""
    if not judged or not gold:
        return
    most = {"the judge": max(map(abs, judged.values())), "people": max(map(abs, gold.values()))}
    low, high = sorted(most, key=lambda who: most[who])
    if most[low] <= 1 and most[high] > _ABOVE_SHARES:
        raise InputError(
            f"{low} scored from 0 to 1 and {high} up to {most[high]:g}: a judge is corrected on one scale",
            where=source,
            fix="write both on the same scale",
            code="BO577",
        )


def _choose_models(
    judged: Answers, baseline: str | None, leave_out: Sequence[str], source: str
) -> tuple[str, str]:
    every = list(dict.fromkeys(model for _, model in judged))
    models = [model for model in every if model not in leave_out]
    for name, option in ((baseline, "--baseline"), *((each, "--leave-out") for each in leave_out)):
        if name is not None and name not in (models if option == "--baseline" else every):
            raise UsageError(
                f"there is no model {name!r}{did_you_mean(name, every)}",
                where=option,
                fix=f"the models are {', '.join(models[:10])}",
                code="BO063",
            )
    if len(models) != 2:
        raise InputError(
            f"a judge is corrected for two models, and here are {len(models)}: {write_list(models)}",
            where=source,
            fix="leave the others out: " + " ".join(f"--leave-out {quote_text(m)}" for m in models[2:7])
            if len(models) > 2
            else "give the scores of two models",
            code="BO577",
        )
    a = baseline or models[0]
    return a, next(model for model in models if model != a)


def _judged_table(
    ids: list[str], models: tuple[str, str], answers: Mapping[tuple[str, str], float]
) -> Floats:
    return np.array([[answers.get((name, model), np.nan) for model in models] for name in ids])


def _require_judged_column(grid: Grid, named: str | None, spellings: str, option: str) -> Column:
    found = (
        _find_judged_column(grid, named or spellings)
        if named is None
        else _find_judged_column(grid, named.replace(" ", "_"))
    )
    if found is None:
        names = [column.name for column in grid.columns]
        wanted = named or spellings.split()[0]
        raise InputError(
            f"there is no column {quote_text(wanted)}{did_you_mean(wanted, names)}",
            where=grid.source,
            fix=f"name it with {option}; the columns are {', '.join(map(quote_text, names[:10]))}",
            code="BO030",
        )
    return found


def _find_judged_column(grid: Grid, spellings: str) -> Column | None:
    by_key = {spelling_key(column.name): column for column in reversed(grid.columns)}
    return next((by_key[key] for name in spellings.split() if (key := spelling_key(name)) in by_key), None)


def _say_unknown(unknown: list[str]) -> tuple[Finding, ...]:
    if not unknown:
        return ()
    count = write_count(len(unknown), "label")
    message = f"{count} of answers that the judge did not score left out: {write_list(unknown)}"
    return (
        Finding(code="BO293", severity=Severity.WARNING, message=message, detail={"labels": len(unknown)}),
    )
