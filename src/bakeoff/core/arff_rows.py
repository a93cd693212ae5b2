"""Rows of ARFF, the format of Weka and OpenML: commas, quotes of either kind, backslash escapes."""

import re

QUOTED_TEXT = r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\""
_CELL = re.compile(rf"\s*({QUOTED_TEXT}|[^,]*?)\s*(?:,|$)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def split_row(line: str) -> list[str]:
    r"""Return the cells of a row.

    >>> split_row("iris,'-C 0.25, -M 2',\"it's\",0.93")
    ['iris', '-C 0.25, -M 2', "it's", '0.93']
    """
    if "'" not in line and '"' not in line:
        return [cell.strip() for cell in line.split(",")]
    cells: list[str] = []
    position = 0
    while position <= len(line):
        match = _CELL.match(line, position)
        if match is None:  # text after a closing quote: taken as it stands, up to the next comma
            end = line.find(",", position)
            end = len(line) if end < 0 else end
            cells.append(line[position:end].strip())
            position = end + 1
            continue
        cells.append(unquote(match[1]))
        position = match.end() if match.end() > position and line[match.end() - 1] == "," else len(line) + 1
    return cells


def unquote(cell: str) -> str:
    """Return a cell without the quotes around it and without escapes."""
    if len(cell) < 2 or cell[0] not in "'\"" or cell[-1] != cell[0]:
        return cell
    return _ESCAPE.sub(lambda m: _ESCAPES.get(m[1], m[1]), cell[1:-1])
