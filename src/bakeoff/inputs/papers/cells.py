"""Cells of a paper's tables: what is printed becomes a text, marks beside it, and a number with its spread."""

import re

from bakeoff.core.answers.paper import Number, PaperCell
from bakeoff.inputs.papers.latex_printed import Printed

_MARK = "*†‡§¶#★⋆△▽▲▼✓✗•°"
_DIGITS = re.compile(r"\d")
_NUMBER = r"[+\-−–]?\s?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
_CELL = re.compile(
    rf"^(?P<lead>[({{\[~≈<>≤≥]?)\s*(?P<value>{_NUMBER})\s*(?P<unit>%|[kKMB]\b|ms\b|s\b|×|x\b)?"
    rf"(?:\s*\(?\s*(?:±|\+/[-−])\s*(?P<spread>{_NUMBER})\s*%?\s*\)?|"
    rf"\s*\(\s*(?P<inside>{_NUMBER})\s*%?\s*\))?\s*%?(?P<rest>.*)$"
)


def make_cell(printed: Printed) -> PaperCell:
    """Return the cell of what is printed: small signs beside it are marks, other small text is set aside."""
    kept: list[int] = []
    raised: list[int] = []
    for index in range(len(printed.text)):
        (raised if printed.raised[index] else kept).append(index)
    small = " ".join("".join(printed.text[i] for i in raised).split())
    text = " ".join("".join(printed.text[i] for i in kept).split())
    marks: tuple[str, ...] = ()
    if small.startswith(("±", "+-", "+/-", "(±")):
        text, small = f"{text} {small}", ""
    elif small and _DIGITS.search(text) and re.fullmatch(rf"[{_MARK}a-g,\s]+", small):
        marks, small = tuple(c for c in small if not c.isspace() and c != ","), ""
    elif small and not _DIGITS.search(text):
        text, small = f"{text}{'_' if text else ''}{small}", ""
    if match := re.search(rf"(?<=[\d%)])\s*([{_MARK}]+)$", text):
        marks, text = (*marks, *match[1]), text[: match.start()]
    number = [i for i in kept if printed.text[i].isdigit()] or [
        i for i in kept if not printed.text[i].isspace()
    ]
    first = _first_run(number)
    return PaperCell(
        text=text.strip(),
        bold=bool(first) and all(printed.bold[i] for i in first),
        underlined=bool(first) and all(printed.underlined[i] for i in first),
        coloured=printed.coloured,
        marks=marks,
        raised=small,
    )


def mark_cell(text: str, *, bold: bool, underlined: bool) -> PaperCell:
    """Return a cell of plain text, with the marks after its number set aside."""
    marks: tuple[str, ...] = ()
    if match := re.search(rf"(?<=[\d%)])\s*([{_MARK}]+)$", text):
        marks, text = tuple(match[1]), text[: match.start()]
    return PaperCell(text=text, bold=bold, underlined=underlined, marks=marks)


def _first_run(indices: list[int]) -> list[int]:
    """Return the indices of the first number: those that follow each other closely."""
    run: list[int] = []
    for index in indices:
        if run and index - run[-1] > 2:
            break
        run.append(index)
    return run


def read_number(cell: PaperCell) -> Number | None:
    """Return the number that a cell prints, None where it prints none or more than a number.

    >>> read_number(PaperCell(text="93.1 ± 0.2")).spread, read_number(PaperCell(text="ResNet-50"))
    (0.2, None)
    """
    text = cell.text.strip()
    if not text or not _DIGITS.search(text[:4]):
        return None
    match = _CELL.match(text)
    if match is None:
        return None
    rest = match["rest"].strip()
    closes = {"(": ")", "[": "]"}.get(match["lead"], "")
    if closes and rest == closes:
        rest = ""
    if rest and (re.match(r"[\d.:/×xeE\-–−,]", rest) or re.search(r"[a-zA-Z]{2}", rest)):
        return None
    value = _parse_number(match["value"])
    printed = re.sub(r"[^\d.]", "", match["value"])
    spread = match["spread"]
    return Number(
        value=value,
        decimals=len(printed.partition(".")[2]),
        percent="%" in text,
        spread=None if spread is None else abs(_parse_number(spread)),
        spread_decimals=0 if spread is None else len(spread.partition(".")[2]),
        inside=None if match["inside"] is None else _parse_number(match["inside"]),
        is_exact=not rest and match["lead"] in ("", None) and match["unit"] in (None, "%"),
    )


def _parse_number(text: str) -> float:
    return float(re.sub(r"[\s,]", "", text).replace("−", "-").replace("–", "-"))
