r"""From cells to numbers: 0.87, 93.1 %, 0,93, 0.87 ± 0.02, 87.3 (1.2), **0.87**, \textbf{0.87}; nothing is guessed.

Columns of plain numbers take a fast path; one cell that is not plain sends all columns down the careful one,
because a decimal comma in one column decides how the others are to be read.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, isinf, isnan, nan

import numpy as np

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.inputs.table.coded_cells import CodedCells, code_cells
from bakeoff.inputs.table.grid import Column, parse_floats
from bakeoff.inputs.table.marks import FAILURES, MISSING, UNIT, strip_marks

_NOTHING = frozenset({""})
_GAP = "nan"
_GROUPS = ("value", "spread", "within", "below", "inside", "low", "high")
_SAMPLE = 300
_GLANCE = 24
_LONGEST = 1000  # no number needs more
_NUMBER = r"[+\-−]?(?:\d[\d.,]*|[.,]\d+)(?:[eE][+\-−]?\d{1,4})?"
_PLUS_MINUS = r"±|\+/[-−]|\+[-−]"
_CELL = re.compile(
    rf"(?P<value>{_NUMBER})\s*(?P<percent>%?)"
    rf"(?:\s*[_⎵^]?\s*(?:{_PLUS_MINUS})\s*(?P<spread>{_NUMBER})"
    rf"|\s*⎵\s*(?P<below>\d[\d.,]*)"  # 73.7_{{1.2}}
    rf"|\s*[(\[]\s*(?:{_PLUS_MINUS})\s*(?P<within>{_NUMBER})\s*%?\s*[)\]]"
    rf"|\s*[(\[]\s*(?:[↑↓▲▼]\s*[+\-−]?|\+)\s*\d[\d.,]*\s*%?\s*[)\]]"  # a difference to something
    rf"|\s*\(\s*(?:(?:sd|se|std|sem)\s*[=:]?\s*)?(?P<inside>{_NUMBER})\s*%?\s*\)"
    rf"|\s*[(\[]\s*(?:\d+\s*%\s*)?(?:ci)?\s*[:=]?\s*(?P<low>{_NUMBER})\s*(?:,\s+|;\s*|\s*[–—]\s*|\s+to\s+|\s+-\s+|(?<=\d)-)(?P<high>{_NUMBER})\s*%?\s*[)\]])?"
    rf"\s*%?(?:\s*(?P<unit>{UNIT}))?",
    re.IGNORECASE,
)
_INFINITE = re.compile(r"[+\-−]?(?:inf|infinity|∞|\\infty)", re.IGNORECASE)
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ].*)?"
    r"|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{2}|\d{4})"
    r"|\d{1,2}[-. /]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. /]*\d{0,4}"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-. /]+\d{1,4}",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"\\(?:textbf|mathbf|bm|boldsymbol|underline|uline|textit|emph|mathit|mathrm|textsf|textrm|text|num|best|second)\b"
    r"|\\(?:bfseries|itshape|bf|it|em|small|footnotesize|scriptsize|tiny|boldmath|phantom\{\d*\})(?![a-zA-Z])"
    r"|\\(?:cellcolor|color|textcolor|rowcolor)(?:\[[^]]*\])?\{[^}]*\}"
    r"|\\[,;:! ]|[{}$~`]"
    r"|</?(?:u|b|i|s|em|strong|mark|ins|span|font|small|big|sup|sub|code)(?:\s[^<>]*)?/?>"
)
# What stands above or below a number is no digit of it.
_ABOVE_AND_BELOW = (
    (re.compile(r"<sup(?:\s[^<>]*)?>(.*?)</sup>|\\textsuperscript\{([^{}]*)\}", re.IGNORECASE), r"^\1\2"),
    (re.compile(r"<sub(?:\s[^<>]*)?>(.*?)</sub>|\\textsubscript\{([^{}]*)\}", re.IGNORECASE), r"⎵\1\2"),
    (re.compile(r"_\{"), "⎵{"),
    (re.compile(r"\\(?:std|stdev|stddev|sd|se|sem|stderr)\s*\{"), "±{"),
)
_BOLD_NUMBER = re.compile(
    r"^[*_]{1,4}([\d.,]+\s*%?)[*_]{1,4}(?=[\s(\[±+])"
)  # **0.87** ± 0.02, _**0.87**_ (0.02)
_MIDDLE_DOT = re.compile(r"(?<=\d)·(?=\d)")  # as some journals print 0·87
_THOUSANDS = {
    ".": re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?"),
    ",": re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?"),
}
_PLAIN = {".": re.compile(r"\d*\.?\d*"), ",": re.compile(r"\d*,?\d*")}
_SPACES = " \t\n\r\f\v\u00a0\u202f\u2060\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200C)))


@dataclass(frozen=True, slots=True, kw_only=True)
class BadCell:
    """A cell that is not a score, and why."""

    row: int
    column: int  # index into the columns given
    text: str
    why: str  # a code


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What a set of columns says in numbers; NaN where a cell is missing or bad."""

    values: Floats  # rows × columns
    spread: Floats | None = None
    in_parentheses: bool = False  # the spread was written as 87.3 (1.2), which may be a rank
    decimal: str = "."
    percent: Bools | None = None  # which cells carry a % sign
    bad: tuple[BadCell, ...] = ()
    failed: int = 0  # cells that say that a run failed: OOM, timeout
    intervals: int = 0  # cells with an interval beside the score, which is left aside
    marks: tuple[str, ...] = ()  # signs beside scores that are no part of them: *, †, ↑
    units: frozenset[str] = frozenset()  # s, ms, MB, where cells name one; "" too where some have none


def looks_numeric(column: Column, *, missing: frozenset[str] = MISSING, share: float = 0.2) -> bool:
    """Say whether a column holds scores: a fifth of its cells or more (`share`) are numbers.

    A column of text has next to none; a column of scores with a few slips has many, and its slips
    should be shown to the user rather than make it a column of text.
    """
    if column.is_numeric:
        return True
    cells = column.cells
    if share <= 0.5 and column.__dict__.get("finite_floats") is not None:  # whoever parsed it has looked
        return True
    if share <= 0.5 and not isinstance(cells, np.ndarray) and _are_plain(cells):
        return True
    sample = cells if len(cells) <= _SAMPLE else [cells[i * len(cells) // _SAMPLE] for i in range(_SAMPLE)]
    present = [c for cell in sample if (c := cell.strip(_SPACES)) not in missing]
    plain = sum(c.replace(".", "", 1).isdecimal() for c in present)
    if plain and plain >= share * len(present):  # nothing special in it, which most columns have
        return True
    numbers = sum(map(_is_number, map(_strip_markup, present)))
    return numbers >= share * len(present) and numbers > 0


def _are_plain(cells: Sequence[str]) -> bool:
    """Say whether two dozen cells from all over a column, half of them at least, are plain numbers, as mostly."""
    n = len(cells)
    some = [cells[i * n // _GLANCE] for i in range(_GLANCE)] if n > _GLANCE else cells
    joined = "".join(some)
    return joined.replace(".", "").isdecimal() and joined.count(".") <= len(some) and "" not in some


def _is_number(bare: str) -> bool:
    if bare.replace(".", "", 1).isdecimal():
        return True
    match = _CELL.fullmatch(bare)
    if match is None:
        return bool(_INFINITE.fullmatch(bare))
    return not (isnan(_parse_token(match["value"], ".")) and isnan(_parse_token(match["value"], ",")))


def is_text(column: Column, *, share: float = 1.0) -> bool:
    """Say whether a column holds names rather than numbers: NA, 007 and 1e5 are names among other names.

    `share` is how many of the cells have to be numbers for the column to be one of numbers.
    """
    return not looks_numeric(column, missing=_NOTHING, share=share)


def is_empty(column: Column, *, missing: frozenset[str] = MISSING) -> bool:
    """Say whether a column holds nothing but missing cells."""
    if isinstance(column.cells, np.ndarray):
        return bool(np.isnan(column.cells).all())
    return all(c.strip(_SPACES) in missing for c in column.cells)


def read_integers(column: Column) -> list[int] | None:
    """Return the cells as whole numbers, or None if some are not.

    >>> read_integers(Column(name="fold", cells=["1", "2.0"], position=1))
    [1, 2]
    """
    numbers = read_integer_codes(column)
    return None if numbers is None else numbers.tolist()


def read_integer_codes(column: Column) -> Ints | None:
    """Return the cells as an array of whole numbers, or None if some are not."""
    if isinstance(column.cells, np.ndarray):
        return _read_whole(column.cells)
    coded = code_cells(column)
    values = parse_floats(coded.texts)
    whole = None if values is None else _read_whole(values)
    return None if whole is None else whole[coded.codes]


def _read_whole(values: Floats | Ints) -> Ints | None:
    if not (np.isfinite(values) & (np.abs(values) < 2**53)).all() or (values != np.rint(values)).any():
        return None
    return values.astype(np.int64)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ParsedColumn:
    """What one column says in numbers."""

    values: Floats
    spread: Floats | None = None
    percent: Bools | None = None
    in_parentheses: bool = False
    bad: tuple[tuple[int, str, str], ...] = ()  # row, text, why
    failed: int = 0
    intervals: int = 0
    marks: tuple[str, ...] = ()
    units: frozenset[str] = frozenset()


def parse_numbers(
    columns: Sequence[Column], *, decimal: str | None, missing: frozenset[str] = MISSING
) -> Numbers:
    """Return the numbers of these columns; cells that are none are listed as bad."""
    plain = [values for c in columns if (values := c.finite_floats) is not None]
    if plain and len(plain) == len(columns) and decimal != "," and missing is MISSING:  # as mostly
        return Numbers(values=np.ascontiguousarray(np.array(plain).T), decimal=decimal or ".")
    parsed = [_take_numbers(c) if c.is_numeric else _parse_plain(c, missing, decimal) for c in columns]
    mark = decimal or "."
    unclear: dict[str, str] = {}
    if any(column is None for column in parsed):
        texts = [c.text() for c in columns if not c.is_numeric]
        if decimal is None:
            mark, unclear = _find_decimal_mark(_number_tokens(texts, missing))
        parsed = [
            column
            if column is not None and (c.is_numeric or mark == ".")
            else _parse_cells(c, mark, unclear, missing)
            for c, column in zip(columns, parsed, strict=True)
        ]
    numbers = _join_columns([column for column in parsed if column is not None], mark)
    codes = [number for text in missing - MISSING if (number := parse_floats([text])) is not None]
    if not codes:
        return numbers
    is_code = np.isin(numbers.values, np.concatenate(codes))  # -1 where a run failed
    return replace(numbers, values=np.where(is_code, nan, numbers.values))


def _join_columns(parsed: list[_ParsedColumn], decimal: str) -> Numbers:
    if not parsed:
        return Numbers(values=np.empty((0, 0)))
    values = np.column_stack([p.values for p in parsed])
    if all(p.spread is None and p.percent is None and not p.bad for p in parsed):  # plain numbers, as mostly
        return Numbers(values=values, decimal=decimal, failed=sum(p.failed for p in parsed))
    spread, percent = np.full(values.shape, nan), np.zeros(values.shape, dtype=np.bool_)
    for j, column in enumerate(parsed):
        spread[:, j] = nan if column.spread is None else column.spread
        percent[:, j] = False if column.percent is None else column.percent
    bad = [BadCell(row=i, column=j, text=t, why=w) for j, p in enumerate(parsed) for i, t, w in p.bad]
    return Numbers(
        values=values,
        spread=None if np.isnan(spread).all() else spread,
        in_parentheses=any(p.in_parentheses for p in parsed),
        decimal=decimal,
        percent=percent if percent.any() else None,
        bad=tuple(sorted(bad, key=lambda cell: (cell.row, cell.column))),
        failed=sum(p.failed for p in parsed),
        intervals=sum(p.intervals for p in parsed),
        marks=tuple(dict.fromkeys(mark for p in parsed for mark in p.marks)),
        units=_join_units(parsed),
    )


def _join_units(parsed: list[_ParsedColumn]) -> frozenset[str]:
    units: frozenset[str] = frozenset().union(*(p.units for p in parsed))
    has_bare = any(not p.units and not np.isnan(p.values).all() for p in parsed)
    return units | {""} if units and has_bare else units


def _take_numbers(column: Column) -> _ParsedColumn:
    values = np.asarray(column.cells).astype(np.float64)
    infinite = np.flatnonzero(np.isinf(values)).tolist()
    bad = tuple((i, repr(float(values[i])), "BO013") for i in infinite)
    return _ParsedColumn(values=np.where(np.isinf(values), nan, values) if bad else values, bad=bad)


def _parse_plain(column: Column, missing: frozenset[str], decimal: str | None) -> _ParsedColumn | None:
    """Return the numbers of a column of text with nothing special in it; None if there is."""
    if decimal == ",":
        return None
    if isinstance(column.cells, CodedCells):
        return _parse_coded(column, column.cells, missing)
    if column.finite_floats is not None:
        return _ParsedColumn(values=column.finite_floats)
    cells = column.text()
    values = column.floats
    if values is None:
        values = parse_floats([_GAP if c in missing else c for c in cells])
    if values is None:
        return None
    strange = int((~np.isfinite(values)).sum())
    if strange and (np.isinf(values).any() or strange != sum(map(missing.__contains__, cells))):
        return None
    return _ParsedColumn(values=values, failed=sum(map(FAILURES.__contains__, cells)) if strange else 0)


def _parse_coded(column: Column, cells: CodedCells, missing: frozenset[str]) -> _ParsedColumn | None:
    """Return what `_parse_plain` does of a column whose texts are kept once each."""
    once = _parse_plain(Column(name=column.name, cells=cells.texts, position=0), missing, None)
    if once is None:
        return None
    failures = [FAILURES.__contains__(text) for text in cells.texts] if once.failed else []
    return _ParsedColumn(
        values=once.values[cells.codes],
        failed=int(np.count_nonzero(np.array(failures)[cells.codes])) if failures else 0,
    )


def _strip_markup(cell: str) -> str:
    """Return a cell without spaces around it and without bold, colour, footnotes and the like."""
    text = _without_markup(cell)
    return text if text.isalnum() else strip_marks(text)[0]


def _without_markup(cell: str) -> str:
    text = cell.strip(_SPACES)
    if len(text) > _LONGEST:
        return "…"
    if "\\" in text or "{" in text or "$" in text or "`" in text or "~" in text or "<" in text:
        text = re.sub(r"\$?\^\{?(\\[a-z]+|[*†‡\w,]{1,3})\}?\$?$", r"^\1", text)
        text = text.replace("\\pm", "±").replace("\\%", "%")
        for written, meant in _ABOVE_AND_BELOW:
            text = written.sub(meant, text)
        text = _MARKUP.sub("", text).strip(_SPACES)
    if "·" in text:
        text = _MIDDLE_DOT.sub(".", text)
    for mark in ("***", "**", "__", "*", "_"):
        if text.startswith(mark) and text.endswith(mark) and len(text) > 2 * len(mark):
            text = text[len(mark) : -len(mark)].strip(_SPACES)
    return _BOLD_NUMBER.sub(r"\1", text) if text[:1] in ("*", "_") else text


def _parse_cells(
    column: Column, mark: str, unclear: dict[str, str], missing: frozenset[str]
) -> _ParsedColumn:
    """Return the numbers of a column cell by cell, with what stands beside them."""
    cells = column.text()
    values, spread = np.full(len(cells), nan), np.full(len(cells), nan)
    percent = np.zeros(len(cells), dtype=np.bool_)
    inside, bad, failed, intervals = False, [], 0, 0
    marks: dict[str, None] = {}
    units: set[str] = set()
    for i, cell in enumerate(cells):
        plain = cell.strip(_SPACES)
        if plain in missing or (bare := _strip_markup(cell)) in missing:
            failed += plain in FAILURES or (plain != "" and _strip_markup(cell) in FAILURES)
            continue
        match = _CELL.fullmatch(bare)
        if match is None:
            bad.append((i, cell, _objection_code(bare)))
            continue
        written = _written_spread(match)
        values[i], spread[i] = _parse_token(match["value"], mark), _parse_token(written, mark)
        inside = inside or bool(match["inside"] or match["below"])
        intervals += bool(match["low"])
        percent[i] = bare.endswith("%") or bool(match["percent"])
        marks.update(dict.fromkeys(strip_marks(_without_markup(cell))[1]))
        units.add((match["unit"] or "").lower())
        if why := _find_objection(match, values[i], spread[i], unclear):
            bad.append((i, cell, why))
    values[np.isinf(values)] = nan
    return _ParsedColumn(
        values=values,
        spread=spread,
        percent=percent,
        in_parentheses=inside,
        bad=tuple(bad),
        failed=failed,
        intervals=intervals,
        marks=tuple(marks),
        units=frozenset() if units == {""} else frozenset(units),
    )


def _written_spread(match: re.Match[str]) -> str | None:
    return match["spread"] or match["within"] or match["below"] or match["inside"]


def _find_objection(match: re.Match[str], value: float, spread: float, unclear: dict[str, str]) -> str | None:
    for token in (match["value"], _written_spread(match)):
        if token in unclear:
            return unclear[token]
    if isinf(value):
        return "BO013"
    if isnan(value):
        return _objection_code(match[0])
    return "BO012" if _written_spread(match) and not 0 <= spread < inf else None


def _objection_code(bare: str) -> str:
    if _INFINITE.fullmatch(bare):
        return "BO013"
    return "BO014" if _DATE.fullmatch(bare) else "BO012"


def _number_tokens(columns: Iterable[Sequence[str]], missing: frozenset[str]) -> set[str]:
    """Return the different numbers, as they are written, of all columns together."""
    cells = {_strip_markup(cell) for column in columns for cell in set(column)} - missing
    matches = (m[group] for m in map(_CELL.fullmatch, cells) if m for group in _GROUPS)
    return {token for token in matches if token}


def _find_decimal_mark(tokens: set[str]) -> tuple[str, dict[str, str]]:
    """Return the decimal mark that these numbers are written with, and the numbers that leave it open."""
    digits = {token: token.lstrip("+-−").lower().partition("e")[0] for token in tokens}
    commas = {t for t, d in digits.items() if "," in d}
    if not commas:
        return ".", {}
    by_comma = {t for t in commas if not _THOUSANDS["."].fullmatch(digits[t])}
    by_dot = {t for t, d in digits.items() if "." in d and not _THOUSANDS[","].fullmatch(d)}
    if by_comma and by_dot:
        return ".", dict.fromkeys(by_comma, "BO015")
    if by_comma:
        return ",", {}
    if by_dot or any(digits[t].count(",") > 1 for t in commas):
        return ".", {}
    return ".", dict.fromkeys(commas, "BO015")


def _parse_token(token: str | None, decimal: str) -> float:
    if not token:
        return nan
    sign = -1.0 if token[0] in "-−" else 1.0
    digits, _, power = token.lstrip("+-−").lower().partition("e")
    other = "," if decimal == "." else "."
    if _THOUSANDS[decimal].fullmatch(digits):
        digits = digits.replace(other, "")
    elif not _PLAIN[decimal].fullmatch(digits) or not any(c.isdigit() for c in digits):
        return nan
    text = digits.replace(decimal, ".") + (f"e{power.replace('−', '-')}" if power else "")
    try:
        return sign * float(text)
    except (ValueError, OverflowError):
        return inf
