"""Lines of styled text: what a terminal shows in colour and a pipe receives plain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TextIO

from bakeoff.render.names import width

# Letters for terminals that have no others.
ASCII = str.maketrans({
    "−": "-", "–": "-", "—": "-", "·": "|", "●": "o", "…": "~", "±": "+/-", "∞": "inf", "│": "|", "×": "x",
    "→": "->", "’": "'", "“": '"', "”": '"', "≥": ">=", "≤": "<=", "α": "alpha", "²": "2", "√": "sqrt",
    "■": "#", "○": "?", "─": "-", "š": "s", "Š": "S", "δ": "delta",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line with one style; the empty style is plain text."""

    text: str
    style: str = ""


Line = Sequence[Span]


def line(*spans: Span | str) -> Line:
    """Return a line from pieces, plain where no style is given."""
    return [Span(s) if isinstance(s, str) else s for s in spans]


def wrap_paragraph(head: Span, text: str, *, width: int, indent: int) -> list[Line]:
    """Return a paragraph whose first line starts with `head` and whose others are indented under it."""
    gap = " " * indent
    parts = wrap(text, max(20, width - indent), break_long_words=False, break_on_hyphens=False) or [""]
    first = line(Span(head.text.ljust(indent), head.style), parts[0])
    return [first, *(line(gap + part) for part in parts[1:])]


def quiet_lines(text: str, columns: int) -> list[Line]:
    """Return a paragraph in a quiet style, indented as the screen is."""
    parts = wrap(text, max(20, columns - 2), break_long_words=False, break_on_hyphens=False)
    return [line(Span(f"  {part}", "dim")) for part in parts]


def hint_lines(steps: Sequence[str], columns: int) -> list[Line]:
    """Return what to try next, in a quiet style: several on a line, none of them broken."""
    rows: list[str] = []
    for step in steps:
        joined = f"{rows[-1]} · {step}" if rows else step
        rows[-1:] = [joined] if rows and len(joined) <= columns - 2 else [*rows[-1:], step]
    return [line(Span(f"  {row}", "dim")) for row in rows]


def plain_text(lines: Iterable[Line]) -> str:
    """Return lines without any style."""
    return "".join("".join(span.text for span in each).rstrip() + "\n" for each in lines)


def write_lines(lines: Iterable[Line], stream: TextIO, *, colour: bool) -> None:
    """Write lines to a stream, in colour where asked, in ASCII where the stream knows no more."""
    if colour:
        _write_coloured(lines, stream)
    else:
        stream.write(make_encodable(plain_text(lines), stream))


def make_encodable(text: str, stream: TextIO) -> str:
    """Return a text that the stream can encode: its own letters, or the nearest plain ones."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(ASCII).encode(encoding, "backslashreplace").decode(encoding)
    return text


def _write_coloured(lines: Iterable[Line], stream: TextIO) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)
    for each in lines:
        console.print(Text.assemble(*((make_encodable(span.text, stream), span.style) for span in each)))


def align_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines: the first column to the left, the others to the right.

    >>> align_rows([("a", "n"), ("bcd", "10")])
    ['a     n', 'bcd  10']
    """
    widths = [max(width(row[j]) for row in rows) for j in range(len(rows[0]))]
    return [
        "  ".join(
            cell + " " * (widths[j] - width(cell)) if j == 0 else " " * (widths[j] - width(cell)) + cell
            for j, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]
