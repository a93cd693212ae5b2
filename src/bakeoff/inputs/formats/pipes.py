"""Tables drawn with bars: Markdown, Org, psql and the grids that Python prints."""

import re
from dataclasses import replace

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import only_measure
from bakeoff.core.words import write_count
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.rows import TextRow, make_grid

_RULE = re.compile(r"(?=.*(?:--|==|-[|:]|[|:]-))[-=:+| \t]+")
_BAR = re.compile(r"(?<!\\)\|")
_LINK = re.compile(r"\[([^\]]{0,300})\]\([^)]{0,500}\)")
_EMPHASIS = re.compile(r"^(\*\*|__|`|\*)(.+)\1$")


def is_piped(text: str) -> bool:
    """Say whether a text holds a table drawn with bars: a rule next to a line with bars."""
    lines = text[:100_000].split("\n")
    return any(
        _is_rule(rule) and ("|" in before or "|" in after)
        for before, rule, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False)
    )


def read_piped(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of the first table in the text."""
    blocks = _find_blocks(text)
    if not blocks:
        raise InputError(
            "no table with rows and columns was found in the text",
            where=source,
            fix="paste the whole table: the header, the rule below it, and the rows",
            code="BO038",
        )
    lines = [n for n, _ in blocks[0]]
    rows: list[TextRow] = [_split_cells(line) for _, line in blocks[0]]
    grid = make_grid(rows, lines, source=source, name=name)
    if grid.metric is None:
        grid = replace(grid, metric=only_measure(_lines_above(text, lines[0])))
    if len(blocks) == 1:
        return grid
    message = f"the text holds {write_count(len(blocks), 'table')}; the first was read"
    return grid.with_findings(Finding(code="BO325", severity=Severity.WARNING, message=message))


def _lines_above(text: str, first: int) -> list[str]:
    """Return the paragraph above a table, which may be its caption."""
    above = text.split("\n")[: first - 1]
    while above and (not above[-1].strip() or _is_rule(above[-1])):
        above.pop()
    start = next((i for i in range(len(above), 0, -1) if not above[i - 1].strip()), 0)
    return above[start:]


def _is_rule(line: str) -> bool:
    return bool(_RULE.fullmatch(line))


def _find_blocks(text: str) -> list[list[tuple[int, str]]]:
    """Return the runs of lines with bars that have a rule in or beside them, without the rules."""
    blocks: list[list[tuple[int, str]]] = []
    current: list[tuple[int, str]] = []
    ruled = False
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if _is_rule(line):
            ruled = True
        elif "|" in line:
            current.append((number, line))
        else:
            if ruled and len(current) > 1:
                blocks.append(current)
            current, ruled = [], False
    return blocks


def _split_cells(line: str) -> list[str]:
    text = line.strip()
    text = text.removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    return [_strip_emphasis(cell.replace("\\|", "|")) for cell in _BAR.split(text)]


def _strip_emphasis(cell: str) -> str:
    text = _LINK.sub(r"\1", cell).strip()
    for _ in range(3):
        if match := _EMPHASIS.match(text):
            text = match[2].strip()
    return text
