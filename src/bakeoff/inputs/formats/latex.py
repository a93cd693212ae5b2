"""Tables in LaTeX, pasted from a paper: tabular and its relatives, or bare rows with & and a double backslash."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measure_names import only_measure
from bakeoff.core.plain_names import print_accents
from bakeoff.core.words import write_count
from bakeoff.inputs.formats.latex_pages import print_once
from bakeoff.inputs.papers.latex_symbols import SKIPPED_FIRST, SYMBOLS
from bakeoff.inputs.table.cell_numbers import looks_numeric
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.rows import TextRow, make_grid

_ENVIRONMENT = re.compile(r"\\begin\{(tabular[xy*]?|longtable|array|tblr|supertabular|xltabular)\}")
_CAPTION = re.compile(r"\\caption\*?\s{0,9}(?:\[[^\]]{0,999}\])?\{((?:[^{}]|\{[^{}]{0,499}\}){0,1999})\}")
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
    r"\\(?:cite[tp]?|footnote|footnotemark|label|tnote|textsuperscript|ref|cellcolor|color|"
    r"[hv]?phantom|[hv]space)\*?"
    r"(?:\[[^\]]{0,99}\]){0,3}\{[^{}]{0,499}\}|\\footnotemark(?:\[[^\]]{0,99}\])?"
)
_OPTION = r"(?:\s{0,9}\[[^\]]{0,99}\]){0,3}"
_ARGUMENT = r"\s{0,9}\{(?:[^{}]|\{[^{}]{0,99}\}){0,99}\}" + _OPTION
_STACKED = ("makecell", "thead", "rothead", "shortstack")  # cells of several lines
_UNPRINTED = re.compile(  # arguments before the one that is printed: a colour, an angle, a width
    r"\\(?:begin\{(?:turn|rotate)\}\s{0,9}\{[^{}]{0,99}\}|(?:begin|end)\{(?:turn|rotate|sideways)\}|"
    + "|".join(
        rf"{re.escape(name)}(?![a-zA-Z]){_OPTION}{_ARGUMENT * count}"
        for name, count in (SKIPPED_FIRST | dict.fromkeys(_STACKED, 0)).items()
        if not name.startswith("multi")
    )
    + ")"
)
_SIGN = re.compile(  # Greek letters, and arrows that say which scores are better
    r"\\("
    + "|".join(name for name, sign in SYMBOLS.items() if "Α" <= sign <= "ω" or sign in ("↑", "↓"))
    + r")(?![a-zA-Z]) ?"
)
_RAISED = re.compile(
    r"\^\s{0,9}\{?\s{0,9}((?:\\(?:ddagger|dagger|ddag|dag|star|ast)(?![a-zA-Z])|\*)\s{0,9})+\}?"
)
_COMMAND = re.compile(r"\\(?:[a-zA-Z]+\*?|[,;:! ])\s?")
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
    body, first_line, tables = _table_body(_COMMENT.sub("", text), source)
    rows: list[TextRow] = []
    lines: list[int] = []
    for line, row in _split_rows(print_once(body)):
        if cells := _split_cells(row):
            rows.append(cells)
            lines.append(first_line + line)
    if len(rows) < 2:
        raise _no_table_error(source)
    rows, lines = _join_headers(_square_rows(rows), lines)
    grid = make_grid(rows, lines, source=source, name=name)
    captions = [_printed_text(match[1]) for match in _CAPTION.finditer(text)]
    if len(captions) == 1 and grid.metric is None:
        grid = replace(grid, metric=only_measure(captions))
    if tables < 2:
        return grid
    message = f"the text holds {write_count(tables, 'table')}; the first was read"
    return grid.with_findings(Finding(code="BO325", severity=Severity.WARNING, message=message))


def _no_table_error(source: str) -> InputError:
    return InputError(
        "no table with rows and columns was found in the LaTeX text",
        where=source,
        fix="paste everything from \\begin{tabular} to \\end{tabular}",
        code="BO038",
    )


def _table_body(text: str, source: str) -> tuple[str, int, int]:
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
    arguments = _arguments_length(inside)
    line = text.count("\n", 0, starts[0].end() + arguments) + 1
    return inside[arguments:end], line, len(starts)


def _arguments_length(text: str) -> int:
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


def _split_rows(body: str) -> Iterator[tuple[int, str]]:
    """Yield each row with the line it starts on; a double backslash inside braces does not end a row."""
    line = 0
    for row in _split_outside_braces(body, "\\\\"):
        rest = _SKIP.sub("", row).lstrip()
        yield line + row.count("\n", 0, len(row) - len(rest)), rest
        line += row.count("\n")


def _split_cells(row: str) -> list[str]:
    text = _RULES.sub("", row)
    if not text.strip():
        return []
    cells: list[str] = []
    for part in _split_outside_braces(text, "&"):
        span = _SPAN.search(part)
        width = min(int(span[1]), _MOST_SPAN) if span and len(span[1]) < 5 else 1
        cells.append(_printed_text(part))
        cells.extend([""] * (width - 1))
    return cells if any(cells) else []


def _split_outside_braces(text: str, mark: str) -> list[str]:
    """Split at a mark outside braces; a backslash takes the next character with it."""
    parts, start, depth = [], 0, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        depth += (token == "{") - (token == "}")
        if token == mark and depth <= 0:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]


def _printed_text(cell: str) -> str:
    """Return the text that a cell prints as."""
    text = _MULTIROW.sub("", _SPANNED.sub("", cell))
    text = _UNPRINTED.sub("", _DROPPED.sub("", text.replace("\\\\", " ")))
    text = _SIGN.sub(lambda m: SYMBOLS[m[1]], _RAISED.sub(_print_marks, text))
    text = print_accents(text)
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


def _print_marks(match: re.Match[str]) -> str:
    """Return raised marks, which tell SVM from SVM†, without the sign that raises them."""
    text = match[0].replace("\\ddagger", "‡").replace("\\ddag", "‡").replace("\\dagger", "†")
    text = re.sub(r"\\(?:star|ast)", "*", text.replace("\\dag", "†"))
    return re.sub(r"[\s^{}]", "", text)


def _square_rows(rows: list[TextRow]) -> list[TextRow]:
    """Rows that leave out cells at their end are usual in LaTeX: they are empty cells."""
    width = max(map(len, rows))
    return [[*row, *[""] * (width - len(row))] for row in rows]


def _join_headers(rows: list[TextRow], lines: list[int]) -> tuple[list[TextRow], list[int]]:
    """Return the rows with the headings above the names of the columns joined to them where names repeat."""
    first = next((i for i, row in enumerate(rows) if _is_data_row(row)), 0)
    if first < 2:
        return rows, lines
    header = list(rows[first - 1])
    titles = [name for name in header if name]
    if len(set(titles)) < len(titles) or not all(header[1:]):
        for row in rows[first - 2 :: -1]:
            header = [
                _join_heading(above, name)
                for above, name in zip_longest(_fill_spans(row), header, fillvalue="")
            ]
    return [header, *rows[first:]], [lines[first - 1], *lines[first:]]


def _is_data_row(row: TextRow) -> bool:
    return any(looks_numeric(Column(name="", cells=[cell], position=0)) for cell in row[1:])


def _fill_spans(row: TextRow) -> list[str]:
    filled: list[str] = [row[0]]
    for cell in row[1:]:
        filled.append(cell or (filled[-1] if len(filled) > 1 else ""))
    return filled


def _join_heading(above: str, name: str) -> str:
    return f"{above} {name}".strip() if above != name else name
