"""Rows that sum up others: by their names in the midst of a table, or by their numbers at its ends."""

import re
from math import exp, log

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.readings import Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.readings.columns import Judged
from bakeoff.inputs.readings.facts import Facts
from bakeoff.inputs.readings.plans import Plan
from bakeoff.inputs.scores.wide import summary_rows
from bakeoff.inputs.table.grid import Column
from bakeoff.inputs.table.roles import Roles, is_numbered, is_saved_index
from bakeoff.inputs.table.spellings import Role, is_summary

_DIGITS = re.compile(r"\d+")
_BY_CHANCE = 1e-2  # a row that is the mean of others by chance
_MOST_ROWS = 10_000
_LARGE = 1e100  # no score is so large


def doubt_named_summaries(plan: Plan, names: Column | None, index: int | None) -> None:
    """Doubt a row in the midst of others that is called like a summary, and whose numbers are no mean of them."""
    if names is None or index is None or plan.options.rows_are is not None or plan.grid.height > _MOST_ROWS:
        return
    rows = [t.strip() for t in names.text()]
    named = [i for i, row in enumerate(rows) if is_summary(row)]
    if not named or 2 * len(named) > len(rows):
        return
    told = {*plan.options.without, *plan.options.leave_out}
    kept = [rows[i] for i in named if i not in summary_rows(plan.grid, names.text(), index)]
    for name in dict.fromkeys(name for name in kept if name not in told):
        plan.doubt(
            f"the row {quote_text(name)} is called like a summary, and its numbers are not the means of the rows "
            "above it or of all",
            weight=Weight.SERIOUS,
        )
        _offer_both(plan, name)


def doubt_saved_index(plan: Plan, names: Column | None, roles: Roles) -> None:
    """Doubt rows that have numbers for names: the folds of one dataset are numbered so, too."""
    told = plan.options.rows_are is not None or {Role.DATASET, Role.FOLD, Role.REPEAT, Role.SEED} & set(roles)
    if names is None or told or not plan.grid.name or not (is_saved_index(names) or is_numbered(names)):
        return
    plan.doubt(
        f"the rows have no names, only numbers ({names.text()[0]} to {names.text()[-1]}), and may be datasets or "
        "resamples of one dataset (folds, seeds)",
        weight=Weight.SERIOUS,
    )
    plan.offer("each row is a dataset", "--rows-are", "datasets")
    plan.offer("each row is a resample of one dataset", "--rows-are", "resamples")
    plan.offer("each row is an item that every classifier has a score on", "--rows-are", "examples")


def doubt_summary_row(plan: Plan, facts: Facts, judged: Judged, names: Column | None) -> None:
    """Doubt a first or last row that is the mean of all others, whatever it is called."""
    height = plan.grid.height
    if names is None or plan.options.rows_are is not None or not 5 <= height <= len(facts.rows):
        return
    rows = [t.strip() for t in names.text()]
    kept = [j for j, n in enumerate(facts.names()) if n in judged.kept]
    body = [i for i in range(height) if not is_summary(rows[i])]
    table = facts.values[np.ix_(body, kept)]
    if len(body) < 5 or table.shape[1] < 2 or np.isnan(table).any():
        return
    slack = 0.51 * 10.0 ** -np.array([facts.decimals[j] for j in kept]) + 1e-9
    for place in (len(body) - 1, 0):
        name = rows[body[place]]
        others = np.delete(table, place, axis=0)
        if not _may_sum_up(float(table[place, 0]), others[:, 0].tolist(), float(slack[0])):
            continue
        if name in (*plan.options.without, *plan.options.leave_out) or not (np.ptp(others, axis=0) > 0).all():
            continue
        made = next(
            (what for what, own in _made_of(others) if (np.abs(table[place] - own) <= slack).all()), None
        )
        if made is None:
            continue
        chance = float(np.prod(np.minimum(1.0, 2 * slack / np.ptp(others, axis=0))))
        # Its name alone tells a summary from rows that are called dataset 1, dataset 2, ….
        bare = _DIGITS.sub("", name)
        alike = sum(_DIGITS.sub("", row) == bare for row in rows) > 1
        if chance >= _BY_CHANCE / (10 if alike else 1) / (1 if made == "mean" else 10):
            continue
        plan.doubt(
            f"the row {quote_text(name)} is the {made} of all others in every column, and may be no dataset",
            weight=Weight.SERIOUS,
        )
        _offer_both(plan, name)


def _may_sum_up(own: float, others: list[float], slack: float) -> bool:
    """Say whether one number may be a mean, sum or median of others; most are not, and the rest is not looked at."""
    total, n, ordered = sum(others), len(others), sorted(others)
    near = 1.01 * slack + 1e-9 * abs(total)
    made = (total / n, total, (ordered[(n - 1) // 2] + ordered[n // 2]) / 2)
    if total > _LARGE or any(abs(own - number) <= near for number in made):
        return True
    return ordered[0] > 0 and abs(own - exp(sum(map(log, others)) / n)) <= near


def _made_of(others: Floats) -> list[tuple[str, Floats]]:
    """Return what rows of a table may be summed up by."""
    made = [("mean", others.mean(axis=0)), ("sum", others.sum(axis=0)), ("median", np.median(others, axis=0))]
    if (others > 0).all():
        made.append(("geometric mean", np.exp(np.log(others).mean(axis=0))))
    return made


def _offer_both(plan: Plan, name: str) -> None:
    plan.offer(f"{quote_text(name)} is a summary", "--without", name)
    plan.offer(f"{quote_text(name)} is a dataset", "--rows-are", "datasets")
