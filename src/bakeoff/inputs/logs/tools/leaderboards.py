"""Leaderboards, reports and summaries: one number for each model, recognised and refused."""

import re
from collections.abc import Mapping

from bakeoff.core.errors import DesignError
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.options import ReadOptions

_MODEL = frozenset({"model", "models", "model name", "name", "model_name", "system", ""})
_MEASURE = re.compile(
    r"^(.*win_?rate.*|.*elo.*|rating.*|.*score|.*rank.*|avg.*|average.*|mean.*|f1|em|acc.*|bleu|rouge.*|pass@\d+|"
    r"standard_error|n_wins.*|n_draws|n_total|mode|.*_stderr|ci|lower|upper|votes|.*q025|.*q975|95% ci.*)$"
)
_ABOUT = re.compile(
    r"^(link.*|date|samples|filter|sponsor|license|organi[sz]ation|size|params?.*|type|model types?|.*length|"
    r".*tokens|knowledge cutoff|url|description|precision|revision|sha)$"
)
_STRONG = re.compile(r"win_?rate|elo|rating|q025|standard_error|95% ci|^ci$|pass@|votes")
_STATISTICS = ("count", "mean", "std", "min", "25%", "50%", "75%", "max")


def is_table(peek: Peek) -> bool:
    """Say whether a table has one row for each model, and measures of different kinds in its columns."""
    names = [name.casefold() for name in peek.header]
    if len(names) < 2 or not _MODEL & set(names):
        return False
    others = [n for i, n in enumerate(names) if not (n in _MODEL and i <= 1)]
    measures = [n for n in others if _MEASURE.match(n)]
    if len(set(others)) < len(others):
        return False  # one measure above several columns: a second row says what they are
    fits = len(measures) >= 1 and all(_MEASURE.match(n) or _ABOUT.match(n) for n in others)
    is_sure = len(measures) >= 2 or any(_STRONG.search(n) for n in measures)
    return fits and is_sure and _is_unique(peek, names)


def _is_unique(peek: Peek, names: list[str]) -> bool:
    separator = max(",;\t", key=peek.first_lines[0].count)
    place = next(i for i, name in enumerate(names) if name in _MODEL)
    models = [row[place] for line in peek.first_lines[1:] if len(row := line.split(separator)) > place]
    return len(models) == len(set(models)) and len(models) >= 2


def is_nested(peek: Peek) -> bool:
    """Say whether a JSON document maps models to summary measures such as pass@1."""
    whole = peek.outline if peek.is_json and not peek.has_lines else None
    if not isinstance(whole, Mapping) or len(whole) < 1:
        return False
    entries = list(whole.values())[:20]
    return all(isinstance(e, Mapping) for e in entries) and sum("pass@1" in e for e in entries) * 2 > len(
        entries
    )


def is_description(peek: Peek) -> bool:
    """Say whether rows are count, mean, std, …: the statistics of columns."""
    first = [line.split(",")[0].strip().strip('"') for line in peek.first_lines[1:]]
    return bool(peek.header) and sum(word in first for word in _STATISTICS) >= 5


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Refuse: one number for each model says nothing about chance."""
    peek = next(peek for found in parts.values() for peek in found)
    if is_description(peek):
        raise DesignError(
            "the rows are statistics of columns (count, mean, std, …), not datasets or items",
            where=peek.file.label,
            fix="give the table that was described: a row for each dataset, fold or item",
            code="BO044",
        )
    raise DesignError(
        f"this is {_leaderboard_noun(peek)}: one summary for each model, without items, folds or datasets",
        where=peek.file.label,
        fix="give the scores of single items, folds, seeds or datasets; one number says nothing about chance",
        code="BO543",
    )


def _leaderboard_noun(peek: Peek) -> str:
    if isinstance(peek.outline, Mapping) and "stat_test" in peek.outline:
        return "a report of means and p-values that were computed already"
    return "a leaderboard"
