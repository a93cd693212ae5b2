"""The tables at the back of a textbook: critical values of t and z, and the area in their tails."""

from collections.abc import Sequence
from math import isinf
from typing import Any, NamedTuple

from bakeoff.core.version import __version__
from bakeoff.render.findings import json_number
from bakeoff.render.lines import Line, Span, line
from bakeoff.render.numbers import MINUS, level_text

SCHEMA = "bakeoff/critical-values/2"
_LABEL, _CELL = 11, 8


class CriticalRow(NamedTuple):
    """The critical values for one number of degrees of freedom, in the order of the levels."""

    df: float  # infinite for the normal distribution
    two_tailed: tuple[float, ...]
    one_tailed: tuple[float, ...]


class TailArea(NamedTuple):
    """How much of a distribution lies beyond a value."""

    df: float
    value: float
    two_tailed: float
    one_tailed: float


def critical_table(
    letter: str, levels: Sequence[float], rows: Sequence[CriticalRow], areas: Sequence[TailArea]
) -> list[Line]:
    """Return a table of critical values, headed by its confidence in one tail and in two; or areas of values."""
    return [
        [],
        *(
            [_critical_value_area(letter, each) for each in areas]
            if areas
            else _critical_value_table(letter, levels, rows)
        ),
        [],
    ]


def critical_dict(
    letter: str, levels: Sequence[float], rows: Sequence[CriticalRow], areas: Sequence[TailArea]
) -> dict[str, Any]:
    """Return critical values and tail areas as JSON; the normal distribution has no degrees of freedom: null."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "distribution": letter,
        "df": [json_number(row.df) for row in rows],
        "values": [
            {"df": json_number(row.df), "level": level, "tails": tails, "critical": value}
            for row in rows
            for tails, values in ((2, row.two_tailed), (1, row.one_tailed))
            for level, value in zip(levels, values, strict=True)
        ],
        "areas": [
            {
                "df": json_number(area.df),
                "value": area.value,
                "two_tailed": area.two_tailed,
                "one_tailed": area.one_tailed,
            }
            for area in areas
        ],
    }


class BinomialRow(NamedTuple):
    """How likely one number of successes is, and as few or as many."""

    successes: int
    exactly: float
    at_most: float
    at_least: float


def binomial_lines(n: int, p: float, rows: Sequence[BinomialRow]) -> list[Line]:
    """Return the binomial distribution: its mean, its variance, and the chances that were asked for."""
    return [
        [],
        line(f"  X successes in {n:,} independent trials, each with probability {p:g}"),
        line(f"  mean n p = {n * p:g}, variance n p (1 − p) = {n * p * (1 - p):g}"),
        line(f"  of the share X/n: mean p = {p:g}, variance p (1 − p) / n = {p * (1 - p) / n:g}"),
        line(Span(f"  {'x':>9}  {'P(X = x)':>12}{'P(X ≤ x)':>12}{'P(X ≥ x)':>12}", "dim")),
        *(
            line(
                f"  {r.successes:>9,}  "
                + "".join(f"{_probability_text(chance):>12}" for chance in (r.exactly, r.at_most, r.at_least))
            )
            for r in rows
        ),
        [],
    ]


def binomial_dict(n: int, p: float, rows: Sequence[BinomialRow]) -> dict[str, Any]:
    """Return the chances of a binomial distribution as JSON."""
    return {
        "schema": "bakeoff/binomial/1",
        "version": __version__,
        "n": n,
        "p": p,
        "mean": n * p,
        "variance": n * p * (1 - p),
        "share_variance": p * (1 - p) / n,
        "values": [row._asdict() for row in rows],
    }


def bootstrap_share_lines(shares: Sequence[tuple[float, float]]) -> list[Line]:
    """Return how many of the records a bootstrap sample holds, by the number of records."""
    return [
        [],
        line("  the share of the records that a bootstrap sample of as many holds: 1 − (1 − 1/N)ᴺ"),
        line(Span(f"  {'N':>9}    share", "dim")),
        *(line(f"  {'∞' if isinf(n) else f'{n:,.0f}':>9}    {share:.4f}") for n, share in shares),
        line(Span("  for many records 1 − 1/e = 0.632: hence the .632 bootstrap", "dim")),
        [],
    ]


def bootstrap_share_dict(shares: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """Return the shares as JSON; of infinitely many records: null."""
    return {
        "schema": "bakeoff/bootstrap-share/1",
        "version": __version__,
        "values": [{"n": json_number(n), "share": share} for n, share in shares],
    }


def _critical_value_table(letter: str, levels: Sequence[float], rows: Sequence[CriticalRow]) -> list[Line]:
    heads = (
        ("one-tailed", [level_text((1 + level) / 2) for level in levels]),
        ("two-tailed", [level_text(level) for level in levels]),
        ("probability", [_probability_text(1 - level) for level in levels]),
    )
    return [
        line(
            f"  critical values of {letter}: confidence in one tail and in two, and the probability beyond two tails"
        ),
        *(
            line(Span(f"  {name:<{_LABEL}}" + "".join(f"{cell:>{_CELL}}" for cell in cells), "dim"))
            for name, cells in heads
        ),
        *(_critical_value_row(letter, row) for row in rows),
    ]


def _critical_value_row(letter: str, row: CriticalRow) -> Line:
    name = letter if letter == "z" else "∞ (z)" if isinf(row.df) else f"{row.df:g} df"
    cells = "".join(f"{round(value, 3) + 0.0:>{_CELL}.3f}" for value in row.two_tailed)
    return line(f"  {name:>{_LABEL - 2}}  {cells}")


def _critical_value_area(letter: str, area: TailArea) -> Line:
    value = f"{abs(area.value):g}"
    of = (
        f"z = {_short_number(area.value)}"
        if letter == "z"
        else f"t = {_short_number(area.value)} with {_critical_value_df(area.df)} df"
    )
    side = "above" if area.value >= 0 else "below"
    return line(
        f"  {of}: {_probability_text(area.two_tailed)} beyond ±{value} (two-tailed), "
        f"{_probability_text(area.one_tailed)} {side} {_short_number(area.value)} (one-tailed)"
    )


def _critical_value_df(df: float) -> str:
    return "infinitely many" if isinf(df) else f"{df:g}"


def _probability_text(value: float) -> str:
    """Return a probability with four digits and no zero before the point; a small one with two figures.

    >>> _probability_text(0.10046), _probability_text(0.05), _probability_text(0.000019)
    ('.1005', '.05', '.000019')
    """
    text = (
        f"{value:.4f}".rstrip("0")
        if value >= 0.001
        else f"{value:.2g}"
        if value < 1e-6
        else f"{value:.6f}".rstrip("0")
    )
    return text.removeprefix("0") if text.startswith("0.") else text


def _short_number(value: float) -> str:
    return f"{value:g}".replace("-", MINUS)
