"""Verdicts from means ± standard deviations of stated runs: Welch's test for each line of a table.

Such a test speaks of further runs of the same training on the same data, not of other data. Rounding counts for the
doubt: the difference is taken as small, and the deviations as large, as the printed digits allow.
"""

from collections.abc import Iterator, Sequence
from math import sqrt

import numpy as np
from scipy.special import stdtr

from bakeoff.core.answers.paper import Heading, Number, Role, Spread, TableReading
from bakeoff.core.answers.paper_audit import LineVerdict
from bakeoff.pitfalls.papers.mentions import direction_of, lines_of, methods_of, own_of
from bakeoff.pitfalls.papers.sheet import Sheet
from bakeoff.procedures.base.adjust import adjust

TEST = "Welch's t-test"


def judge_lines(reading: TableReading, *, level: float) -> tuple[LineVerdict, ...]:
    """Return the own method against every other in every line, adjusted by Holm; nothing where no test is valid."""
    if why_no_lines(reading):
        return ()
    found = list(_compare_lines(reading))
    p_values = adjust(np.array([p for *_, p in found]), "holm") if found else ()
    return tuple(
        LineVerdict(
            line=line.name,
            method=own.name,
            rival=rival.name,
            lead=lead,
            p_adjusted=float(p),
            is_better=bool(p < 1 - level and lead > 0),
            is_worse=bool(p < 1 - level and lead < 0),
        )
        for (line, own, rival, lead, _), p in zip(found, p_values, strict=True)
    )


def why_no_lines(reading: TableReading) -> str:
    """Return why the spreads of a table allow no test; empty where they do."""
    if reading.spread is Spread.NONE:
        return "no ± is printed"
    if reading.spread not in (Spread.DEVIATION, Spread.ERROR):
        return "± is not said to be a standard deviation or a standard error"
    if reading.runs is None or reading.runs < 2:
        return "over how many runs ± is, is not said"
    if reading.shares_training:
        return "± is over folds or splits, which share their data: no test follows from means and deviations"
    return ""


def _compare_lines(reading: TableReading) -> Iterator[tuple[Heading, Heading, Heading, float, float]]:
    sheet = Sheet(reading, is_turned=not reading.methods_in_rows)
    rivals = [m for m in methods_of(reading) if m.name not in reading.own]
    for line in lines_of(reading):
        up = direction_of(reading, line)
        own = _spread_verdict_best(sheet, line, own_of(reading), higher=up)
        if line.role is not Role.SCORES or up is None or own is None:
            continue
        for rival in rivals:
            number = sheet.number(line, rival)
            if number is not None and number.spread is not None:
                lead = (own[1].value - number.value) * (1 if up else -1)
                yield line, own[0], rival, lead, welch_p_value(own[1], number, reading)


def _spread_verdict_best(
    sheet: Sheet, line: Heading, own: Sequence[Heading], *, higher: bool | None
) -> tuple[Heading, Number] | None:
    cells = [(m, n) for m in own if (n := sheet.number(line, m)) is not None and n.spread is not None]
    return max(cells, key=lambda c: c[1].value if higher else -c[1].value, default=None)


def welch_p_value(a: Number, b: Number, reading: TableReading) -> float:
    """Return the two-sided p-value of Welch's test on two printed means, deviations and the stated number of runs."""
    n = reading.runs or 0
    gap = max(0.0, abs(a.value - b.value) - a.half - b.half)
    scale = sqrt(n) if reading.spread is Spread.ERROR else 1.0
    parts = [(scale * ((x.spread or 0.0) + 0.5 * 10.0**-x.spread_decimals)) ** 2 / n for x in (a, b)]
    error = sum(parts)
    df = error**2 / (sum(p * p for p in parts) / (n - 1))
    return float(2 * stdtr(df, -gap / sqrt(error)))
