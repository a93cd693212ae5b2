"""BO718, BO719 and BO726: shares that no count of examples gives, deviations beyond the scale, percents as shares."""

from collections.abc import Iterator
from math import floor, sqrt

from bakeoff.core.answers.paper import Heading, Number, Role, Spread, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.core.measure_names import find_measure
from bakeoff.pitfalls.papers.sheet import Sheet, place_of_row, printed

_SHARES = (
    "acc",
    "accuracy",
    "error",
    "error rate",
    "exact match",
    "em",
    "success rate",
    "pass rate",
    "correct",
)
_MOST_RUNS = 1000


def find_impossible_numbers(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield numbers of a table that cannot be, by what its caption and headings say of them."""
    yield from _find_impossible_shares(reading)
    yield from _find_impossible_deviations(reading)
    yield from _find_percent_slips(reading)


def _impossible_scores(reading: TableReading) -> Iterator[tuple[Heading, Heading, Number]]:
    for row in reading.rows:
        for column in reading.columns:
            number = reading.number(row.index, column.index)
            if number is not None and row.role is Role.SCORES and column.role is Role.SCORES:
                yield row, column, number


def _measure_of(reading: TableReading, row: Heading, column: Heading) -> str | None:
    return column.measure or row.measure or reading.measure


def _find_impossible_shares(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield accuracies that are no k/n, where the caption states n and most of the table is k/n."""
    size = reading.test_size
    if size is None or reading.runs is not None or reading.spread is not Spread.NONE:
        return
    checked = [
        (row, column, n)
        for row, column, n in _impossible_scores(reading)
        if (_measure_of(reading, row, column) or "").lower() in _SHARES
        and _impossible_step(n) > 0
        and size * _impossible_step(n) < 0.7
    ]
    impossible = [(row, column, n) for row, column, n in checked if not _is_share(n, size)]
    if not impossible or len(checked) < 3 or len(impossible) * 3 > len(checked):
        return
    for row, column, number in impossible:
        whole = 1.0 if number.value <= 1 else 100.0
        near = round(number.value / whole * size)
        digits = number.decimals + 1
        yield PaperFinding(
            code="BO718",
            chapter=Chapter.SUMS,
            severity=Severity.WARNING,
            place=place_of_row(reading, row.index),
            table=reading.table.number,
            message=f"{printed(number)} of {row.name} under “{column.name}” is no share of {size:,} test examples.",
            calculation=f"{near - 1} of {size} is {whole * (near - 1) / size:.{digits}f}, {near} is "
            f"{whole * near / size:.{digits}f}, "
            f"{near + 1} is {whole * (near + 1) / size:.{digits}f}; "
            f"{len(checked) - len(impossible)} other cells of the table are such shares.",
            mend="Correct the number, or say that it is a mean of several runs or on another number of examples.",
            detail={"printed": number.value, "test_size": size, "row": row.name, "column": column.name},
        )


def _impossible_step(number: Number) -> float:
    """Return one unit of the last digit, as a share of the scale."""
    return 10.0**-number.decimals / (1.0 if 0 <= number.value <= 1 and number.decimals > 1 else 100.0)


def _is_share(number: Number, size: int) -> bool:
    """Say whether some count out of so many rounds, or is cut off, to a number."""
    whole = 1.0 if 0 <= number.value <= 1 and number.decimals > 1 else 100.0
    near = number.value / whole * size
    return any(
        abs(whole * k / size - number.value) <= 2 * number.half * (1 + 1e-9)
        for k in (floor(near), floor(near) + 1)
    )


def _find_impossible_deviations(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield deviations larger than numbers between 0 and 1, or 0 and 100, of such a mean can have."""
    if reading.spread not in (Spread.DEVIATION, Spread.ERROR):
        return
    for row, column, number in _impossible_scores(reading):
        known = find_measure(_measure_of(reading, row, column) or "")
        if number.spread is None or known is None or not known.is_bounded:
            continue
        whole = 1.0 if number.value <= 1 else 100.0
        if not 0 <= number.value <= whole:
            continue
        most = _largest_deviation(number.value / whole, reading.runs) * whole
        if number.spread > most + 10.0**-number.spread_decimals + 3 * number.half:
            runs = f"{reading.runs} runs" if reading.runs else "any number of runs"
            yield PaperFinding(
                code="BO719",
                chapter=Chapter.SUMS,
                severity=Severity.WARNING,
                place=place_of_row(reading, row.index),
                table=reading.table.number,
                message=f"The {reading.spread} of {row.name} under “{column.name}”, {printed(number)} ± "
                f"{number.spread:.{number.spread_decimals}f}, is larger than it can be.",
                calculation=f"Scores between 0 and {whole:g} with a mean of {printed(number)} have a "
                f"standard deviation of at "
                f"most {most:.{number.spread_decimals + 1}f} in {runs}.",
                mend="Correct the deviation or the mean, or say what ± is.",
                detail={
                    "mean": number.value,
                    "spread": number.spread,
                    "most": most,
                    "row": row.name,
                    "column": column.name,
                },
            )


def _largest_deviation(mean: float, runs: int | None) -> float:
    """Return the largest standard deviation (n − 1) of numbers between 0 and 1 with this mean.

    >>> round(_largest_deviation(0.5, 2), 4), round(_largest_deviation(0.9, 5), 4)
    (0.7071, 0.2236)
    """
    counts = range(2, _MOST_RUNS) if runs is None or runs < 2 else (runs,)
    return max(_largest_of(mean, n) for n in counts)


def _largest_of(mean: float, n: int) -> float:
    """Return it for n numbers: as many as possible at 1, one in between, the rest at 0."""
    ones = floor(n * mean + 1e-12)
    between = n * mean - ones
    squares = ones * (1 - mean) ** 2 + (n - ones) * mean**2
    if ones < n:
        squares += (between - mean) ** 2 - mean**2
    return sqrt(max(0.0, squares) / (n - 1))


def _find_percent_slips(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield a share among percents: .873 where its column and its row have numbers like 87.3."""
    sheet = Sheet(reading, is_turned=False)
    for line in sheet.of(Role.SCORES, Role.AVERAGE):
        cells = [
            (i, n)
            for i in sheet.items
            if (n := sheet.number(line, i)) is not None and i.role in (Role.SCORES, Role.AVERAGE)
        ]
        small = [(i, n) for i, n in cells if 0 < n.value < 1 and n.decimals]
        others = [n for _, n in cells if n.value > 10]
        if (
            len(small) != 1
            or len(others) < 3
            or len(others) + 1 < len(cells)
            or {i.measure for i, _ in cells} != {small[0][0].measure}
        ):
            continue
        item, number = small[0]
        low, high = min(n.value for n in others), max(n.value for n in others)
        beside = [n for x in sheet.of(Role.SCORES) if x != line and (n := sheet.number(x, item)) is not None]
        if (
            high > 100
            or high > 2 * low
            or not 0.8 * low <= 100 * number.value <= 1.2 * high
            or any(n.value <= 1 for n in beside)
            or (beside and not _is_of_size(100 * number.value, beside))
            or _has_hole(sheet, item, line)
        ):
            continue
        yield PaperFinding(
            code="BO726",
            chapter=Chapter.SUMS,
            severity=Severity.WARNING,
            place=sheet.place(line, item),
            table=reading.table.number,
            message=f"{printed(number)} of {item.name} under “{line.name}” looks like a share among percents.",
            calculation=f"The other {len(others)} numbers of the column are between {low:g} and {high:g}; "
            f"100 × {printed(number)} is "
            f"{100 * number.value:g}.",
            mend="Print all numbers of a column on one scale.",
            detail={"printed": number.value, "line": line.name, "item": item.name},
        )


def _is_of_size(value: float, beside: list[Number]) -> bool:
    """Say whether a value would be one of the others of its row: a count that falls to 0.4 is not."""
    return min(n.value for n in beside) / 2 <= value <= 2 * max(n.value for n in beside)


def _has_hole(sheet: Sheet, item: Heading, line: Heading) -> bool:
    """Say whether a row lacks a number where most others have one: its cells may have been shifted."""
    return any(
        sheet.number(x, item) is None
        and 2 * sum(sheet.number(x, i) is None for i in sheet.items) < len(sheet.items)
        for x in sheet.lines
        if x != line
    )
