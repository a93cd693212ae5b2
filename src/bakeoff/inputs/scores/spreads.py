"""The spread beside a score: from cells such as 0.87 ± 0.02, or from columns of their own."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_list
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.keys import missing_marks
from bakeoff.inputs.table.cell_numbers import Numbers, parse_numbers
from bakeoff.inputs.table.grid import Column

_TIMES = {
    **dict.fromkeys(("s", "sec", "secs", "seconds"), "s"),
    **dict.fromkeys(("ms", "msec"), "ms"),
    **dict.fromkeys(("us", "µs"), "µs"),
    "ns": "ns",
    **dict.fromkeys(("min", "mins"), "min"),
    **dict.fromkeys(("h", "hrs"), "h"),
}
_FAR = 10.0  # times its score: a year or a count, not a spread
_SIZES = {unit: unit.upper() for unit in ("kb", "mb", "gb", "tb")}


def read_spread(
    numbers: Numbers, columns: Sequence[Column | None], *, options: ReadOptions
) -> tuple[Floats | None, tuple[Finding, ...]]:
    """Return the spread of each score where it was given, and a finding that says so."""
    if numbers.spread is not None:
        if numbers.in_parentheses and (message := _objection_to_spread(numbers)):
            return None, (Finding(code="BO324", severity=Severity.NOTE, message=message),)
        return numbers.spread, (_spread_finding("in the cells"),)
    spread = np.full(numbers.values.shape, np.nan)
    for j, column in enumerate(columns):
        if column is not None:
            parsed = parse_numbers([column], decimal=options.decimal, missing=missing_marks(options))
            spread[:, j] = parsed.values[:, 0]
    return (None, ()) if np.isnan(spread).all() else (spread, (_spread_finding("in columns of its own"),))


def _spread_finding(where: str) -> Finding:
    message = f"± values, given {where}, were read but are not used by the tests"
    return Finding(code="BO321", severity=Severity.NOTE, message=message)


def _objection_to_spread(numbers: Numbers) -> str | None:
    """Say what numbers in parentheses are when they are no spread of the score before them."""
    if numbers.spread is None:
        return None
    if _are_ranks(numbers.spread):
        return "the numbers in parentheses are the ranks within each row; they are not needed"
    count, beside = int((~np.isnan(numbers.values)).sum()), int((~np.isnan(numbers.spread)).sum())
    if beside * 2 < count:
        return f"{beside:,} of {count:,} cells have a number in parentheses, which is left aside"
    if (numbers.spread > _FAR * np.abs(numbers.values))[~np.isnan(numbers.spread)].all():
        return (
            "the numbers in parentheses are far larger than the scores, as no spread is; they are left aside"
        )
    return None


def _are_ranks(spread: Floats) -> bool:
    """Say whether every row holds the average ranks 1 to k of its cells, as papers print them."""
    k = spread.shape[1]
    sums = spread.sum(axis=1)
    halves = np.array_equal(spread * 2, np.round(spread * 2))
    return (
        k > 1
        and not np.isnan(spread).any()
        and halves
        and bool(np.all(sums == k * (k + 1) / 2))
        and spread.min() >= 1
    )


def measure_by_unit(measure: str, units: frozenset[str]) -> str:
    """Return what scores are that nothing names and that are written with a unit: 12.5 s is a time.

    >>> measure_by_unit("score", frozenset({"s"})), measure_by_unit("auc", frozenset())
    ('time', 'auc')
    """
    plain = {unit.rstrip(".") for unit in units}
    if measure != "score" or not plain:
        return measure
    if plain <= set(_TIMES):
        return "time"
    return "memory" if plain <= set(_SIZES) else measure


def refuse_mixed_units(numbers: Numbers, source: str) -> None:
    """Refuse scores in seconds beside scores in milliseconds, or beside numbers without a unit."""
    known = {**_TIMES, **_SIZES, "": ""}
    units = sorted({known.get(unit.rstrip("."), "") for unit in numbers.units} - {""})
    if not units or (len(units) == 1 and "" not in numbers.units):
        return
    written = write_list([quote_text(unit) for unit in units])
    raise InputError(
        f"some scores are written in {written}, others without a unit"
        if len(units) == 1
        else f"scores are written in different units: {written}",
        where=source,
        fix="write all scores in one unit",
        code="BO900",
    )


def cell_findings(numbers: Numbers) -> tuple[Finding, ...]:
    """Return findings on what stood in cells beside numbers, or in their place."""
    found = []
    if numbers.failed:
        message = (
            f"{numbers.failed:,} of the missing scores {'is of a run' if numbers.failed == 1 else 'are of runs'} that "
            "failed, by their marks (such as OOM or timeout)"
        )
        detail = {"failed": numbers.failed}
        found.append(Finding(code="BO331", severity=Severity.WARNING, message=message, detail=detail))
    if numbers.marks:
        message = f"signs beside scores were left aside: {join_with_commas(map(quote_text, numbers.marks))}"
        found.append(Finding(code="BO324", severity=Severity.NOTE, message=message))
    if numbers.intervals:
        message = (
            f"{numbers.intervals:,} scores have an interval beside them, which is left aside; tests "
            f"use the scores"
        )
        found.append(Finding(code="BO324", severity=Severity.NOTE, message=message))
    return tuple(found)


def decimal_findings(numbers: Numbers, *, options: ReadOptions) -> tuple[Finding, ...]:
    """Return the finding that commas were read as decimal commas, unless the user said so."""
    if numbers.decimal != "," or options.decimal == ",":
        return ()
    message = "the comma in numbers was read as a decimal comma: 0,93 is 0.93 (--decimal '.' says otherwise)"
    return (Finding(code="BO301", severity=Severity.NOTE, message=message),)
