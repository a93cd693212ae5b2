"""The tables at the back of a textbook, by name: t, z, a binomial distribution, how many records a bootstrap holds."""

from dataclasses import dataclass
from math import comb, exp, inf, isinf, lgamma, log1p, pi, sqrt
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Alternative
from bakeoff.procedures.base.distributions import t_p_value
from bakeoff.procedures.paired.paired_t import critical_t
from bakeoff.render.answers.critical_values import (
    BinomialRow,
    CriticalRow,
    TailArea,
    binomial_dict,
    binomial_lines,
    bootstrap_share_dict,
    bootstrap_share_lines,
    critical_dict,
    critical_table,
)
from bakeoff.render.lines import Line

LEVELS = (
    0.5,
    0.6,
    0.7,
    0.8,
    0.9,
    0.95,
    0.98,
    0.99,
    0.995,
    0.998,
    0.999,
)  # two-tailed, of the textbooks' tables
FREEDOMS = (*(float(df) for df in range(1, 31)), 40.0, 60.0, 80.0, 100.0, 120.0, inf)
RECORDS = (2, 5, 10, 20, 50, 100, 1000, 10_000, inf)
MOST_TRIALS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRequest:
    """Which table, and what of it."""

    letter: str  # t, z, binomial or bootstrap
    freedoms: tuple[float, ...] = ()
    levels: tuple[float, ...] = ()  # two-tailed
    values: tuple[float, ...] = ()
    sizes: tuple[int, ...] = ()
    chance: float = 0.5


class TextbookTable(NamedTuple):
    """A table, for a person and for a program."""

    lines: list[Line]
    document: dict[str, Any]


def find_table(asked: TableRequest) -> TextbookTable:
    """Return the table that was asked for, or refuse what makes no table."""
    _require_sense(asked)
    if asked.letter == "binomial":
        return _binomial_table(asked)
    if asked.letter == "bootstrap":
        shares = [
            (float(n), 1 - exp(-1.0) if isinf(n) else 1 - (1 - 1 / n) ** n) for n in asked.sizes or RECORDS
        ]
        return TextbookTable(bootstrap_share_lines(shares), bootstrap_share_dict(shares))
    levels, rows, areas = asked.levels or LEVELS, _critical_rows(asked), _tail_areas(asked)
    return TextbookTable(
        critical_table(asked.letter, levels, rows, areas), critical_dict(asked.letter, levels, rows, areas)
    )


def save_densities(asked: TableRequest, directory: str) -> int:
    """Draw the densities of t or z, with the tails beyond the first value, and return how many files were written."""
    from bakeoff.api.deliveries.figures import Drawing, save_figures
    from bakeoff.api.extras import require_matplotlib
    from bakeoff.render.figures.densities import densities_data, densities_size, draw_densities

    require_matplotlib(where="--figures")
    if asked.letter not in ("t", "z"):
        raise _senseless_error(
            f"a table of the {asked.letter} has no density to draw", "--figures", "ask for --table t or z"
        )
    at = np.linspace(-4.5, 4.5, 361)
    freedoms = _degrees_of_freedom(asked)[:6]
    areas = [area for area in _tail_areas(asked) if area.df == freedoms[0]][:1]
    data = densities_data(at, {df: density(at, df) for df in freedoms}, areas[0] if areas else None)
    return len(save_figures({"densities": (data, Drawing(draw_densities, densities_size))}, directory))


def density(at: Floats, df: float) -> Floats:
    """Return the density of Student's t; with infinitely many degrees of freedom, of the normal distribution."""
    if isinf(df):
        normal: Floats = np.exp(-(at**2) / 2) / sqrt(2 * pi)
        return normal
    height = exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / sqrt(df * pi)
    student: Floats = height * np.exp(-(df + 1) / 2 * np.array([log1p(x) for x in (at**2 / df).tolist()]))
    return student


def _degrees_of_freedom(asked: TableRequest) -> list[float]:
    return [inf] if asked.letter == "z" else list(dict.fromkeys(asked.freedoms)) or list(FREEDOMS)


def _critical_rows(asked: TableRequest) -> list[CriticalRow]:
    levels = asked.levels or LEVELS
    return [
        CriticalRow(
            df,
            tuple(critical_t(df, level=level, tails=2) for level in levels),
            tuple(critical_t(df, level=level, tails=1) for level in levels),
        )
        for df in _degrees_of_freedom(asked)
    ]


def _tail_areas(asked: TableRequest) -> list[TailArea]:
    return [
        TailArea(
            df,
            value,
            t_p_value(value, df, Alternative.TWO_SIDED),
            t_p_value(abs(value), df, Alternative.GREATER),
        )
        for df in _degrees_of_freedom(asked)
        for value in asked.values
    ]


def _binomial_table(asked: TableRequest) -> TextbookTable:
    n, p = asked.sizes[0], asked.chance
    chances = [comb(n, x) * p**x * (1 - p) ** (n - x) for x in range(n + 1)]
    successes = [int(x) for x in asked.values] or list(range(n + 1))
    rows = [
        BinomialRow(x, chances[x], min(1.0, sum(chances[: x + 1])), min(1.0, sum(chances[x:])))
        for x in successes
    ]
    return TextbookTable(binomial_lines(n, p, rows), binomial_dict(n, p, rows))


def _require_sense(asked: TableRequest) -> None:
    if asked.letter == "t" and asked.values and not asked.freedoms:
        raise _senseless_error(
            "the area beyond a value of t depends on its degrees of freedom",
            "--value",
            "give --df 9, or --table z",
        )
    if asked.letter != "t" and asked.freedoms:
        raise _senseless_error(
            f"{asked.letter} has no degrees of freedom", "--df", "leave it out, or ask for --table t"
        )
    if asked.letter in ("binomial", "bootstrap") and asked.levels:
        raise _senseless_error(
            "levels are of critical values", "--level", "leave it out, or ask for --table t or z"
        )
    if asked.letter in ("t", "z", "bootstrap") and (
        asked.sizes if asked.letter != "bootstrap" else asked.values
    ):
        name = "--value" if asked.letter == "bootstrap" else "--n"
        raise _senseless_error(f"{name} is not of this table", name, "leave it out")
    if any(level <= 0 for level in asked.levels):
        raise _senseless_error(
            "one tail of half the distribution begins at 0", "--level", "give a level above 0.5"
        )
    if asked.letter == "binomial":
        _require_trials(asked)


def _require_trials(asked: TableRequest) -> None:
    if len(asked.sizes) != 1 or asked.sizes[0] > MOST_TRIALS:
        raise _senseless_error(
            f"a binomial table is of one number of trials, at most {MOST_TRIALS:,}", "--n", "give --n 50"
        )
    if any(x != int(x) or not 0 <= x <= asked.sizes[0] for x in asked.values):
        raise _senseless_error(
            f"successes are whole numbers from 0 to {asked.sizes[0]}", "--value", "give --value 20, say"
        )


def _senseless_error(what: str, where: str, fix: str) -> UsageError:
    return UsageError(what, where=where, fix=fix, code="BO067")
