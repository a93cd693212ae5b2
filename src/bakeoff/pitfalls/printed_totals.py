"""BO123: printed totals, averages and mean ranks that the rows do not add up to."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from math import fsum

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list
from bakeoff.pitfalls.round_digits import count_decimals
from bakeoff.procedures.many.ranks import mean_ranks

_TOTAL = re.compile(r"total|sum", re.IGNORECASE)
_MEAN = re.compile(r"average|avg|mean", re.IGNORECASE)
_RANK = re.compile(r"rank", re.IGNORECASE)
WrongTotal = tuple[str, str, float, float]  # the row, the classifier, what is printed, what the rows give


def find_wrong_totals(evidence: Scores) -> Iterator[Finding]:
    """Yield the summary rows whose numbers are not those of the scores above them, beyond rounding."""
    printed: dict[str, Mapping[str, str]] = {}
    for finding in evidence.findings:
        rows = finding.detail.get("printed")
        if finding.code == "BO305" and isinstance(rows, Mapping):
            printed |= rows
    wrong = [error for row, cells in printed.items() for error in _check_row(evidence, row, cells)]
    if wrong:
        texts = [f"{row} of {name}: printed {p:g}, the rows give {write_sum(c)}" for row, name, p, c in wrong]
        yield Finding(
            code="BO123",
            severity=Severity.WARNING,
            message=f"Printed sums do not add up: {write_list(texts, most=4)}. The scores were used, not the sums.",
            detail={
                "wrong": [
                    {"row": row, "classifier": name, "printed": p, "computed": c} for row, name, p, c in wrong
                ]
            },
        )


def _check_row(evidence: Scores, row: str, cells: Mapping[str, str]) -> Iterator[WrongTotal]:
    computed = _compute_row(evidence, row)
    if computed is None:
        return
    places = count_decimals(evidence.values)
    of_cells = 0.5 * 10.0**-places if places is not None else 0.0
    summed = len(evidence.datasets) if _TOTAL.search(row) else 1
    by_ranks = bool(_RANK.search(row))
    for name, value in zip(evidence.classifiers, computed, strict=True):
        number = _parse_number(cells.get(name, ""))
        if number is None or np.isnan(value):
            continue
        printed_value, half = number
        # Rows that were rounded before they were printed may shift their total by half a digit each.
        if abs(printed_value - value) > half + (0.0 if by_ranks else summed * of_cells) + 1e-9:
            yield row, name, printed_value, float(value)


def _compute_row(evidence: Scores, row: str) -> Floats | None:
    values = evidence.values
    if _RANK.search(row):
        better = values if evidence.measure.higher_is_better else -values
        return None if np.isnan(values).any() else mean_ranks(better)
    if _TOTAL.search(row):
        return np.array([fsum(column) for column in values.T])
    if _MEAN.search(row):
        return np.array([fsum(column) / len(column) for column in values.T])
    return None


def _parse_number(text: str) -> tuple[float, float] | None:
    """Return a printed number and half a unit of its last digit.

    >>> _parse_number("70.4"), _parse_number("704 %"), _parse_number("-")
    ((70.4, 0.05), (704.0, 0.5), None)
    """
    bare = text.replace("%", "").replace("*", "").strip()
    try:
        number = Decimal(bare)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    return float(number), 0.5 * 10.0 ** int(number.as_tuple().exponent)


def write_sum(value: float) -> str:
    """Return a computed sum with no more digits than one can compare."""
    return f"{value:.6g}"
