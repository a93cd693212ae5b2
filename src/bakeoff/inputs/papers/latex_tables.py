"""The tables of a LaTeX paper: each tabular with the caption and label of the float around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bakeoff.core.answers.paper import PaperCell, PaperTable
from bakeoff.inputs.formats.latex_pages import print_once
from bakeoff.inputs.papers.cells import make_cell
from bakeoff.inputs.papers.latex_macros import Macro, expand_macros, group_at
from bakeoff.inputs.papers.latex_printed import plain_text, print_latex
from bakeoff.inputs.papers.latex_source import LatexSource

_TABULAR = re.compile(
    r"\\begin\{(tabular[xy*]?|tabulary|longtable\*?|tabu|longtabu|tblr|longtblr|supertabular|xltabular|"
    r"NiceTabular[X*]?|"
    r"deluxetable\*?)\}"
)
FLOAT = re.compile(
    r"\\(begin|end)\{(table\*?|wraptable|sidewaystable\*?|SCtable|margintable|figure\*?|threeparttable|longtable\*?|"
    r"subtable|minipage|subfigure|wrapfigure)\}"
)
_CAPTION = re.compile(
    r"\\(?:sub)?caption(?:of\s*\{[^{}]*\}|\*)?\s*(?:\[(?:[^\[\]]|\[[^\]]*\])*\])?\s*(?=\{)|\\tabcaption\s*(?=\{)"
)
_LABEL = re.compile(r"\\label\s*\{([^{}]{1,200})\}")
_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|Xhline|hhline|specialrule|cmidrule|cline|addlinespace|noalign|"
    r"rowcolor|rowcolors|"
    r"endhead|endfirsthead|endfoot|endlastfoot|morecmidrules|nopagebreak|arrayrulecolor|shline|hlineB|thickhline|Hline|"
    r"dashline|hdashline|cdashline|cdashlinelr|tabucline|heavyrule|lightrule|thinrule|SetRow|pagebreak|"
    r"allowbreak|centering|"
    r"thinhline|dashedmidrule|rowfont|tabularnewline)(?![a-zA-Z])\*?(?:\[[^\]]{0,99}\]|\([^)]{0,99}\)|"
    r"\{[^{}]{0,99}\}){0,5}"
)
_DRAWN = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|Xhline|hhline|specialrule|hdashline|dashline|shline|Hline|"
    r"thickhline)(?![a-zA-Z])"
)
_SPAN = re.compile(r"\\multicolumn\s*\{\s*(\d{1,3})\s*\}")
_TALL = re.compile(r"\\multirow(?:cell)?\*?\s*(?:\[[^\]]{0,99}\])?\s*\{\s*(-?\d{1,3}(?:\.\d+)?|\*)\s*\}")
_TOKEN = re.compile(r"\\begin\{[a-zA-Z*]+\}|\\end\{[a-zA-Z*]+\}|\\tabularnewline|\\\\|\\.|[{}&]", re.DOTALL)
_AFTER = re.compile(r"\A\*?\s*(?:\[[^\]\n]{0,99}\])?")
_NOTES = re.compile(r"\\begin\{tablenotes\}(.*?)\\end\{tablenotes\}", re.DOTALL)
_NOTE = re.compile(r"\\item\s*\[([^\]]{1,20})\](.*?)(?=\\item|\Z)", re.DOTALL)
_LARGEST = 400_000


@dataclass(frozen=True, slots=True)
class _Float:
    start: int
    end: int


def find_tables(source: LatexSource, macros: dict[str, Macro]) -> list[PaperTable]:
    """Return the tables of a paper in the order of its source."""
    floats = _find_floats(source.text)
    tables: list[PaperTable] = []
    last = 0
    for match in _TABULAR.finditer(source.text):
        if match.start() < last:  # a tabular inside a cell
            continue
        end = _find_end(source.text, match.end(), match[1])
        last = end
        if end - match.end() > _LARGEST:
            continue
        table = _read_table(source, macros, match.end(), end)
        if table is not None:
            caption, label = _caption_of(source.text, floats, match.start(), end, macros)
            notes = _notes_of(source.text, floats, match.start(), end, macros)
            tables.append(replace(table, number=len(tables) + 1, caption=caption, label=label, notes=notes))
    return tables


def _find_floats(text: str) -> list[_Float]:
    stack: list[tuple[str, int]] = []
    floats: list[_Float] = []
    for match in FLOAT.finditer(text):
        if match[1] == "begin":
            stack.append((match[2], match.start()))
        else:
            while stack:
                name, start = stack.pop()
                if name == match[2]:
                    floats.append(_Float(start, match.end()))
                    break
    return sorted(floats, key=lambda f: f.end - f.start)


def _find_end(text: str, start: int, name: str) -> int:
    depth = 1
    for match in re.compile(rf"\\(begin|end)\{{{re.escape(name)}\}}").finditer(text, start):
        depth += 1 if match[1] == "begin" else -1
        if depth == 0:
            return match.start()
    return len(text)


def _caption_of(
    text: str, floats: list[_Float], start: int, end: int, macros: dict[str, Macro]
) -> tuple[str, str]:
    """Return the caption and the label of the innermost float around a table that has a caption."""
    around = [f for f in floats if f.start <= start and f.end >= end]
    for each in around:
        body = text[each.start : each.end]
        captions = list(_CAPTION.finditer(body))
        if captions:
            nearest = _nearest_caption(captions, body, start - each.start, end - each.start)
            labels = [m[1] for m in _LABEL.finditer(body)]
            after = [m[1] for m in _LABEL.finditer(body, nearest.start())]
            words = group_at(body, nearest.end()) or ""
            return plain_text(expand_macros(words, macros)), (after or labels or [""])[0]
    return "", ""


def _notes_of(text: str, floats: list[_Float], start: int, end: int, macros: dict[str, Macro]) -> str:
    """Return the notes under a table, each with its mark before it."""
    around = next((f for f in floats if f.start <= start and f.end >= end), None)
    notes = _NOTES.search(text, end, around.end) if around is not None else None
    items = _NOTE.findall(notes[1]) if notes else []
    return "; ".join(plain_text(expand_macros(f"{mark} {words}", macros)) for mark, words in items)


def _nearest_caption(captions: list[re.Match[str]], body: str, start: int, end: int) -> re.Match[str]:
    """Return the caption of a table in a float of several: the next one where captions follow their tables."""
    first = _TABULAR.search(body)
    if first is not None and captions[0].start() > first.start():
        return next((c for c in captions if c.start() >= end), captions[-1])
    return next((c for c in reversed(captions) if c.start() <= start), captions[0])


def _read_table(source: LatexSource, macros: dict[str, Macro], start: int, end: int) -> PaperTable | None:
    raw = source.text[start:end]
    skip = _arguments_length(raw)
    columns = _count_columns(expand_macros(raw[:skip], macros))
    body = print_once(_without_caption(raw[skip:]))
    raw_rows = split_rows(body)
    expanded = expand_macros(body, macros)
    rows = split_rows(expanded)
    offsets = [at for at, _ in raw_rows] if len(raw_rows) == len(rows) else [0] * len(rows)
    read = [(offset, _read_row(row)) for offset, (_, row) in zip(offsets, rows, strict=True)]
    kept = [(offset, row) for offset, row in read if row.cells]
    if len(kept) < 2 or max(len(row.cells) for _, row in kept) < 2:
        return None
    lines = tuple(source.place(start + skip + offset).line or 0 for offset, _ in kept)
    cells, doubts = _square_rows([row for _, row in kept], columns)
    rules = {index for index, (_, row) in enumerate(kept) if row.ruled}
    return PaperTable(
        number=0, place=source.place(start), caption="", label="", rows=cells, lines=lines,
        rules=frozenset(rules), doubts=tuple(doubts),
    )  # fmt: skip


def _without_caption(body: str) -> str:
    """Return the body of a long table without the caption in it; what is taken out leaves blanks."""
    match = _CAPTION.search(body)
    words = group_at(body, match.end()) if match else None
    if match is None or words is None:
        return body
    end = match.end() + len(words) + 2
    return body[: match.start()] + " " * (end - match.start()) + body[end:]


def _arguments_length(text: str) -> int:
    """Return how many characters the width and the column types take up at the start."""
    at = 0
    for _ in range(3):
        match = re.compile(r"\s*(?:\[[^\]]*\])?\s*(?=\{)").match(text, at)
        group = group_at(text, match.end()) if match else None
        if match is None or group is None or re.search(r"(?<!\\)&", group) or "\\\\" in group:
            break
        at = match.end() + len(group) + 2
        if re.search(r"[lcrSXpmbP]", re.sub(r"\\[a-zA-Z]+|\d*\.?\d+(?:pt|cm|em|ex|in|mm)", "", group)):
            break
    return at


def _count_columns(specification: str) -> int | None:
    """Return how many columns a specification has, None where it cannot be told."""
    inner = specification.strip()
    groups = [group_at(inner, m.start()) for m in re.finditer(r"\{", inner)]
    text = next((g for g in groups if g and inner.endswith(g + "}")), None)
    if text is None:
        return None
    for _ in range(5):
        text = re.sub(r"\*\s*\{(\d{1,9})\}\s*\{([^{}]*)\}", lambda m: m[2] * min(int(m[1]), 200), text)
    text = re.sub(r"[@!<>]\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}", "", text)
    text = re.sub(r"\[[^\]]*\]", "", text)
    for _ in range(3):
        text = re.sub(r"\{[^{}]*\}", "", text)
    return len(re.findall(r"[a-zA-Z]", text)) or None


@dataclass(frozen=True, slots=True)
class _Row:
    cells: tuple[tuple[PaperCell, int, int], ...]  # with the columns and the rows that each spans
    ruled: bool


def split_rows(body: str) -> list[tuple[int, str]]:
    """Return each row with its offset; a double backslash inside braces or a nested table does not end a row."""
    rows, start = [], 0
    for end, after in _cell_breaks(body, ("\\\\", "\\tabularnewline")):
        rows.append((start, body[start:end]))
        start = after
        match = _AFTER.match(body[after : after + 120])
        start += match.end() if match else 0
    rows.append((start, body[start:]))
    return [(at + len(row) - len(row.lstrip()), row.strip()) for at, row in rows]


def _cell_breaks(text: str, marks: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "{" or token.startswith("\\begin{"):
            depth += 1
        elif token == "}" or token.startswith("\\end{"):
            depth -= 1
        elif token in marks and depth <= 0:
            yield match.start(), match.end()


def _read_row(row: str) -> _Row:
    bold = bool(re.match(r"\s*\\rowfont\s*(?:\[[^\]]*\])?\{[^{}]*\\bfseries", row))
    text = _RULE.sub(" ", row)
    ruled = bool(_DRAWN.search(row[: len(row) - len(row.lstrip()) + 200]))
    if not text.strip():
        return _Row((), ruled)
    parts, start = [], 0
    for end, after in _cell_breaks(text, ("&",)):
        parts.append(text[start:end])
        start = after
    parts.append(text[start:])
    cells = tuple(_read_cell(part, bold=bold) for part in parts)
    return _Row(cells if any(cell.text for cell, _, _ in cells) else (), ruled)


def _read_cell(part: str, *, bold: bool) -> tuple[PaperCell, int, int]:
    span, tall = _SPAN.search(part), _TALL.search(part)
    printed = print_latex(part, bold=bold)
    width = max(1, int(span[1])) if span else 1
    height = int(float(tall[1])) if tall and tall[1] != "*" else 1
    return make_cell(printed), width, height


def _square_rows(
    rows: list[_Row], columns: int | None
) -> tuple[tuple[tuple[PaperCell, ...], ...], list[str]]:
    """Return the rows as one rectangle, with spans filled in, and doubts about their lengths."""
    widths = [sum(width for _, width, _ in row.cells) for row in rows]
    full = max(widths)
    doubts: list[str] = []
    if columns is not None and full > columns + 1:
        doubts.append(f"a row has {full} cells where the table has {columns} columns")
    hanging: dict[int, tuple[PaperCell, int]] = {}
    grid: list[tuple[PaperCell, ...]] = []
    for row in rows:
        line: list[PaperCell] = []
        for cell, width, height in row.cells:
            at = len(line)
            below = hanging.get(at)
            if below is not None and not cell.text and width == 1:
                line.append(replace(below[0], spanned=True))
                continue
            line.append(cell)
            line.extend([replace(cell, spanned=True)] * (width - 1))
            if height > 1:
                hanging[at] = (cell, height)
        hanging = {at: (cell, left - 1) for at, (cell, left) in hanging.items() if left > 1}
        line.extend([PaperCell(text="")] * (full - len(line)))
        grid.append(tuple(line))
    return tuple(grid), doubts
