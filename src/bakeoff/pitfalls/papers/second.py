"""BO741: an underlined cell that is not the second best, where underlining means that.

As with bold, the meaning is not assumed: the caption says it, or nearly all underlined cells follow it. Where the best
is tied, a cell of the tie may be underlined too.
"""

import re
from collections.abc import Iterator

from bakeoff.core.answers.paper import TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.core.words import write_list
from bakeoff.pitfalls.papers.bold import Contest, choose_scheme
from bakeoff.pitfalls.papers.sheet import Sheet, printed

_SAID = re.compile(
    r"\b(?:second|2nd|runner-?up|next)\b[^.;]{0,60}\bunderlin|\bunderlin\w*[^.;]{0,60}\b(?:second|2nd|runner-?up)\b",
    re.IGNORECASE,
)
_Underlined = tuple[Contest, bool, list[int]]  # a line, whether higher is better, what is underlined


def find_wrong_second(reading: TableReading) -> Iterator[PaperFinding]:
    """Yield underlined cells that are not the second best of their line."""
    scheme = choose_scheme(reading)
    is_said = _SAID.search(reading.table.caption) is not None
    if scheme is None or (not is_said and "underlin" in reading.table.caption.lower()):
        return
    lines: list[_Underlined] = [
        (line, up, marked)
        for line, up in zip(scheme.lines, scheme.directions, strict=True)
        if (marked := _find_underlined(scheme.sheet, line))
    ]
    wrong = [each for each in lines if not _is_second(*each)]
    right = len(lines) - len(wrong)
    if right >= (2 if is_said else 3) and right >= (2 if is_said else 4) * len(wrong):
        for line, up, marked in wrong:
            yield _report(scheme.sheet, line, marked, higher=up)


def _find_underlined(sheet: Sheet, line: Contest) -> list[int]:
    return [
        k
        for k, item in enumerate(line.items)
        if sheet.cell(line.heading, item).underlined and k not in line.bold
    ]


def _seconds(line: Contest, *, higher: bool) -> set[float]:
    """Return the values that may be underlined: the second best, and the best where it is tied."""
    values = sorted((n.value for n in line.numbers), reverse=higher)
    distinct = list(dict.fromkeys(values))
    return {*distinct[1:2], *([values[0]] if values.count(values[0]) > 1 else [])}


def _is_second(line: Contest, up: bool, marked: list[int]) -> bool:  # noqa: FBT001 - a direction
    allowed = _seconds(line, higher=up)
    return any(line.numbers[k].value in allowed for k in marked)


def _report(sheet: Sheet, line: Contest, marked: list[int], *, higher: bool) -> PaperFinding:
    k = marked[0]
    distinct = sorted({n.value for n in line.numbers}, reverse=higher)
    second = distinct[1] if len(distinct) > 1 else distinct[0]
    holders = [line.items[j].name for j, n in enumerate(line.numbers) if n.value == second]
    return PaperFinding(
        code="BO741",
        chapter=Chapter.SUMS,
        severity=Severity.WARNING,
        place=sheet.place(line.heading, line.items[k]),
        table=sheet.reading.table.number,
        message=f"Under “{line.heading.name}”, {printed(line.numbers[k])} of {line.items[k].name} is underlined; the "
        f"second best is {second:.{line.numbers[k].decimals}f} of {write_list(holders, most=3)}.",
        calculation=f"Of {len(line.numbers)} cells the best is {distinct[0]:.{line.numbers[k].decimals}f}, then "
        f"{second:.{line.numbers[k].decimals}f}; elsewhere in this table the second best is underlined.",
        mend="Underline the second best, or say in the caption what underlining means.",
        detail={"line": line.heading.name, "underlined": line.items[k].name, "second": holders},
    )
