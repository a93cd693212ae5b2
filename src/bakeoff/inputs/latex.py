"""Tables in LaTeX, pasted from a paper: tabular and its relatives, or bare rows with & and a double backslash."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import zip_longest

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import counted
from bakeoff.inputs.cells import looks_numeric
from bakeoff.inputs.grid import Column, Grid
from bakeoff.inputs.rows import TextRow, grid_of_rows

_ENVIRONMENT = re.compile(r"\\begin\{(tabular[xy*]?|longtable|array|tblr|supertabular|xltabular)\}")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|addlinespace|noalign|specialrule|cmidrule|cline|rowcolor|endhead|"
    r"endfirsthead|endfoot|endlastfoot|hhline|Xhline|morecmidrules|nopagebreak|tabularnewline)"
    r"(?![a-zA-Z])(?:\[[^\]]{0,99}\]|\([^)]{0,99}\)|\{[^{}]{0,99}\}){0,5}"
)
_TOKEN = re.compile(r"\\.|[{}&]", re.DOTALL)
_SKIP = re.compile(r"\A\s{0,99}(?:\*|\[[^\]\n]{0,99}\])")  # what may follow a double backslash
_SPAN = re.compile(r"\\multicolumn\s{0,9}\{\s{0,9}(\d{1,4})\s{0,9}\}")
_SPANNED = re.compile(
    r"\\multicolumn\s{0,9}\{\s{0,9}\d{1,4}\s{0,9}\}\s{0,9}\{(?:[^{}]|\{[^{}]{0,99}\}){0,99}\}"
)
_MULTIROW = re.compile(
    r"\\multirow\s{0,9}(?:\[[^\]]{0,99}\])?\s{0,9}\{[^{}]{0,99}\}\s{0,9}(?:\[[^\]]{0,99}\])?\s{0,9}\{[^{}]{0,99}\}"
)
_DROPPED = re.compile(
    r"\\(?:cite[tp]?|footnote|footnotemark|label|tnote|textsuperscript|ref|cellcolor|color)\*?"
    r"(?:\[[^\]]{0,99}\]){0,3}\{[^{}]{0,499}\}"
)
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|[,;:! ])\s?")
_ACCENT = re.compile(r"\\([`'^\"~=.])\s*\{?([a-zA-Z])\}?|\\([cvuHk])\{([a-zA-Z])\}")
_ACCENTS = dict(
    zip(
        "`'^\"~=.cvuHk",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u0306\u030b\u0328",
        strict=True,
    )
)
_ESCAPED = re.compile(r"\\([_%&#${}])")
_MOST_SPAN = 1000
_LONGEST = 2_000_000  # a table in a paper is far shorter; patterns above are bounded for the same reason


def is_latex(text: str) -> bool:
    """Say whether a text is a LaTeX table: an environment for one, or lines with & and a double backslash."""
    if len(text) > _LONGEST:
        return False
    return bool(_ENVIRONMENT.search(text)) or any("\\\\" in line and "&" in line for line in text.split("\n"))


def read_latex(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of the first table in the text."""
    body, first_line, tables = _body(_COMMENT.sub("", text), source)
    rows: list[TextRow] = []
    lines: list[int] = []
    for line, row in _rows(body):
        if cells := _cells(row):
            rows.append(cells)
            lines.append(first_line + line)
    if len(rows) < 2:
        raise _no_table(source)
    rows, lines = _one_header(_squared(rows), lines)
    grid = grid_of_rows(rows, lines, source=source, name=name)
    if tables < 2:
        return grid
    message = f"the text holds {counted(tables, 'table')}; the first was read"
    return grid.with_findings(Finding(code="BO325", severity=Severity.WARNING, message=message))


def _no_table(source: str) -> InputError:
    return InputError(
        "no table with rows and columns was found in the LaTeX text",
        where=source,
        fix="paste everything from \\begin{tabular} to \\end{tabular}",
        code="BO038",
    )


def _body(text: str, source: str) -> tuple[str, int, int]:
    starts = list(_ENVIRONMENT.finditer(text))
    if not starts:
        return text, 1, 1
    name = starts[0][1]
    inside = text[starts[0].end() :]
    end = inside.find(f"\\end{{{name}}}")
    if end < 0:
        raise InputError(
            f"the table that begins with \\begin{{{name}}} does not end",
            where=f"{source}, line {text.count(chr(10), 0, starts[0].start()) + 1:,}",
            fix=f"paste it up to and with \\end{{{name}}}",
            code="BO038",
        )
    arguments = _arguments(inside)
    line = text.count("\n", 0, starts[0].end() + arguments) + 1
    return inside[arguments:end], line, len(starts)


def _arguments(text: str) -> int:
    """Return how many characters the width and the column types take up at the start."""
    position = 0
    while match := re.compile(r"\s*(?:\[[^\]]*\])?\s*(?=\{)").match(text, position):
        depth = 0
        for index in range(match.end(), len(text)):
            depth += (text[index] == "{") - (text[index] == "}")
            if depth == 0:
                break
        else:
            return position
        if "&" in text[match.end() : index]:
            return position
        position = index + 1
    return position


def _rows(body: str) -> Iterator[tuple[int, str]]:
    """Yield each row with the line it starts on; a double backslash inside braces does not end a row."""
    line = 0
    for row in _split(body, "\\\\"):
        rest = _SKIP.sub("", row).lstrip()
        yield line + row.count("\n", 0, len(row) - len(rest)), rest
        line += row.count("\n")


def _cells(row: str) -> list[str]:
    text = _RULES.sub("", row)
    if not text.strip():
        return []
    cells: list[str] = []
    for part in _split(text, "&"):
        span = _SPAN.search(part)
        width = min(int(span[1]), _MOST_SPAN) if span and len(span[1]) < 5 else 1
        cells.append(_plain(part))
        cells.extend([""] * (width - 1))
    return cells if any(cells) else []


def _split(text: str, mark: str) -> list[str]:
    """Split at a mark outside braces; a backslash takes the next character with it."""
    parts, start, depth = [], 0, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        depth += (token == "{") - (token == "}")
        if token == mark and depth <= 0:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]


def _plain(cell: str) -> str:
    """Return the text that a cell prints as."""
    text = _MULTIROW.sub("", _SPANNED.sub("", cell))
    text = _DROPPED.sub("", text.replace("\\\\", " "))
    text = _ACCENT.sub(_accented, text)
    text = text.replace("---", "—").replace("--", "–").replace("~", " ")
    text = (
        text.replace("\\pm", "±")
        .replace("\\textpm", "±")
        .replace("\\textbackslash", "\0")
        .replace("\\infty", "∞")
    )
    text = _ESCAPED.sub(lambda m: chr(0xE000 + ord(m[1])), text)
    text = re.sub(r"[{}$]", "", _COMMAND.sub("", text))
    text = "".join(chr(ord(c) - 0xE000) if 0xE000 <= ord(c) < 0xE080 else c for c in text)
    return " ".join(text.replace("\0", "\\").split())


def _accented(match: re.Match[str]) -> str:
    accent, letter = (match[1], match[2]) if match[1] else (match[3], match[4])
    return unicodedata.normalize("NFC", letter + _ACCENTS[accent])


def _squared(rows: list[TextRow]) -> list[TextRow]:
    """Rows that leave out cells at their end are usual in LaTeX: they are empty cells."""
    width = max(map(len, rows))
    return [[*row, *[""] * (width - len(row))] for row in rows]


def _one_header(rows: list[TextRow], lines: list[int]) -> tuple[list[TextRow], list[int]]:
    """Return the rows with the headings above the names of the columns joined to them where names repeat."""
    first = next((i for i, row in enumerate(rows) if _is_data(row)), 0)
    if first < 2:
        return rows, lines
    header = list(rows[first - 1])
    named = [name for name in header if name]
    if len(set(named)) < len(named) or not all(header[1:]):
        for row in rows[first - 2 :: -1]:
            header = [_joined(above, name) for above, name in zip_longest(_filled(row), header, fillvalue="")]
    return [header, *rows[first:]], [lines[first - 1], *lines[first:]]


def _is_data(row: TextRow) -> bool:
    return any(looks_numeric(Column(name="", cells=[cell], position=0)) for cell in row[1:])


def _filled(row: TextRow) -> list[str]:
    filled: list[str] = [row[0]]
    for cell in row[1:]:
        filled.append(cell or (filled[-1] if len(filled) > 1 else ""))
    return filled


def _joined(above: str, name: str) -> str:
    return f"{above} {name}".strip() if above != name else name
