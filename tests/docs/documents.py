"""The source documents, row by row: commands, figures, and the page that shows both.

documents.toml has, for every row, what a person types and lines of what must then be printed, with the figures of the
document in braces where the program's own must stand:

    "the standard error … = {2.19}"     the document's figure, to as many digits as it prints
    "mean {-0.48|0.48}"                 the document's figure, and the same in the program's unit or sign
    "total {704→744}"                   a slip of the document, and what is right; "fold 8 … {-.5→-.6|0.6}" has both

Blanks stand for any white space, … for anything on the same line, […] for anything in the same paragraph. A line
without braces answers a demand that has no figure. `cd tests && python -m docs.documents` writes docs/documents.md.
"""

import io
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from unittest.mock import patch

from bakeoff.cli.main import main
from docs.blocks import ROOT, trimmed
from study.inline_engine import InlineEngine

PAGE = ROOT / "docs" / "documents.md"
DATA = tomllib.loads((Path(__file__).parent / "documents.toml").read_text(encoding="utf-8"))
ROWS: dict[str, dict[str, Any]] = {row["id"]: row for row in DATA["row"]}
GAPS = {"…": r"\n|\Z", "[…]": r"\n[ \t]*\n|\Z"}  # where what they stand for ends
NUMBER = r"[+−-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?"
SHOWN = 8  # figures of a row in the table of all rows; its own table has all of them
_CELLS = re.compile(
    r"(.*, )?(dataset |N = |k − 1 = )?\d+( degrees? of freedom)?"
)  # lines of a document's table


class MissingFigureError(AssertionError):
    """A line of the data is not among what was printed, or has another figure there."""


@dataclass(frozen=True)
class Figure:
    """One number of a document, what is right, and the number that stands at its place in the output."""

    document: str
    right: str
    sought: str  # the right number, in the program's unit and sign
    printed: str

    @classmethod
    def read(cls, said: str, printed: str) -> "Figure":
        """Return the figure that stands in braces, beside what is printed."""
        told, _, sought = said.partition("|")
        document, _, right = told.partition("→")
        return cls(document, right or document, sought or right or document, printed)

    @property
    def agrees(self) -> bool:
        """Whether the printed number is the right one, to as many digits as that has."""
        return is_same(self.sought, self.printed)

    @property
    def is_erratum(self) -> bool:
        """Whether the document slips here."""
        return self.document != self.right


@dataclass(frozen=True)
class Line:
    """A line of a document that was found in the output: where it stands there, the words, the figures."""

    where: str
    quoted: str
    figures: tuple[Figure, ...]

    @property
    def judgement(self) -> str:
        """Say whether the document's figures are the program's, or where the document slips."""
        slips = [f"{f.right}, not {f.document}" for f in self.figures if f.is_erratum]
        return (
            f"[erratum](errata.md): {'; '.join(slips)}" if slips else "agrees" if self.figures else "answered"
        )


@dataclass(frozen=True)
class Step:
    """A command that was run: what a person types, what is shown of its output, what was found there."""

    typed: str
    shown: str
    lines: tuple[Line, ...]


def as_number(text: str) -> Decimal:
    """Return the number that a text prints."""
    return Decimal(text.replace(",", "").replace("−", "-"))


def is_same(figure: str, printed: str) -> bool:
    """Say whether a printed number is the figure, to as many decimals as the figure has."""
    decimals = len(figure.partition(".")[2])
    return abs(as_number(printed) - as_number(figure)) <= Decimal(1).scaleb(-decimals) / 2


def find_line(where: str, template: str, output: str) -> Line:
    """Find a line of the data in an output; every figure must stand at its place."""
    pieces = _pieces(template)
    for start in range(len(output)):
        if start and (output[start - 1].isalnum() or output[start - 1] in "._"):
            continue
        for end, figures in _match(pieces, output, start):
            if not re.match(r"\w|[.,]\d", output[end:]):
                return Line(where, " ".join(output[start:end].split()), figures)
    raise MissingFigureError(f"{where}: {template!r} is not printed in\n{output}")


def _pieces(template: str) -> list[str]:
    """Return the words, {figures}, …, […] and blanks of a template."""
    return re.findall(r"\{.*?\}|\s*(?:\[…\]|…)\s*|\s+|(?:(?!\[…\])[^\s{…])+", template)


def _match(pieces: list[str], output: str, at: int) -> Iterator[tuple[int, tuple[Figure, ...]]]:
    """Yield every end of the pieces from a place in the output on, with the figures that stand there."""
    if not pieces:
        yield at, ()
        return
    piece, rest = pieces[0], pieces[1:]
    if piece.strip() in GAPS:
        stop = re.compile(GAPS[piece.strip()]).search(output, at)
        for start in range(at, stop.start() + 1 if stop else at):
            yield from _match(rest, output, start)
    elif piece.startswith("{"):
        found = re.compile(NUMBER).match(output, at)
        if found and (figure := Figure.read(piece[1:-1], found[0])).agrees:
            yield from ((end, (figure, *others)) for end, others in _match(rest, output, found.end()))
    elif found := re.compile(r"\s+" if piece.isspace() else re.escape(piece)).match(output, at):
        yield from _match(rest, output, found.end())


@cache
def run_row(name: str) -> tuple[Step, ...]:
    """Run the commands of a row in a folder of its own, or in that of the row it follows."""
    if "after" in ROWS[name]:
        run_row(ROWS[name]["after"])
    return tuple(_run_step(step, folder_of(name)) for step in ROWS[name]["step"])


@cache
def folder_of(name: str) -> Path:
    """Return the folder that the commands of a row run in."""
    before = ROWS[name].get("after")
    return folder_of(before) if before else Path(mkdtemp(prefix=f"bakeoff-{name}-"))


def _run_step(step: dict[str, Any], folder: Path) -> Step:
    for file, text in step.get("files", {}).items():
        (folder / file).write_text(text, encoding="utf-8")
    output = run_command(step["run"], folder, exit_code=step.get("exit", 0))
    for pattern, instead in step.get("mask", {}).items():
        output = re.sub(pattern, instead, output)
    lines = tuple(
        find_line(where, template, output) for where, *templates in step["prints"] for template in templates
    )
    lines += tuple(_drawn(where, folder / file, file) for file, where in step.get("draws", {}).items())
    typed = [f"cat > {file} <<'END'\n{text}END\n" for file, text in step.get("files", {}).items()]
    shown = _paragraphs_with(step, output) if step.get("parts") else output
    return Step("".join([*typed, step["run"], "\n"]), shown, lines)


def _drawn(where: str, path: Path, name: str) -> Line:
    if not path.read_bytes():
        raise MissingFigureError(f"{where}: {name} is empty")
    return Line(where, name, ())


def run_command(line: str, folder: Path, *, exit_code: int = 0) -> str:
    """Run a line of shell: bakeoff commands, one reading the other by | or written to a file by >."""
    line, _, target = line.replace("\\\n", " ").partition(" > ")
    output = ""
    environment = patch.dict(os.environ, {"COLUMNS": "100", "MPLBACKEND": "agg"})
    inline = patch(
        "bakeoff.study.execution.open_engine", lambda *_, **__: InlineEngine()
    )  # no worker has to start
    with chdir(folder), environment, inline:
        for command in line.split(" | "):
            name, *arguments = shlex.split(command)
            if name != "bakeoff":
                raise AssertionError(f"a reader types bakeoff, not {name!r}")
            output = _call(arguments, output, exit_code)
    if target:
        (folder / target.strip()).write_text(output, encoding="utf-8")
    return "" if target else trimmed(output)


def _call(arguments: list[str], given: str, exit_code: int) -> str:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    with patch.multiple(sys, stdout=out, stdin=stdin), redirect_stderr(err):
        code = main(arguments)
    printed, told = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    if code != exit_code:
        raise AssertionError(f"bakeoff {shlex.join(arguments)}: exit {code}\n{told}{printed}")
    return printed + (told if exit_code else "")


def _paragraphs_with(step: dict[str, Any], output: str) -> str:
    """Return the paragraphs of a long output in which something was found, whole."""
    kept, skipped = [], False
    templates = [template for _, *templates in step["prints"] for template in templates]
    for paragraph in re.split(r"\n[ \t]*\n", output.strip("\n")):
        if any(_is_in(template, paragraph) for template in templates):
            kept += ["  …"] * skipped + [paragraph]
            skipped = False
        else:
            skipped = True
    return "\n\n".join([*kept, *["  …"] * skipped]) + "\n"


def _is_in(template: str, paragraph: str) -> bool:
    try:
        find_line("", template, paragraph)
    except MissingFigureError:
        return False
    return True


def summarise_row(name: str) -> str:
    """Return the line of a row in the table of all rows."""
    steps = run_row(name)
    lines = [line for step in steps for line in step.lines]
    lines.sort(
        key=lambda line: bool(_CELLS.fullmatch(line.where))
    )  # results first, then the scores they come from
    figures = [figure for line in lines for figure in line.figures]
    more = f" and {len(figures) - SHOWN} more" if len(figures) > SHOWN else ""
    there = ", ".join(figure.document for figure in figures[:SHOWN]) + more
    here = ", ".join(figure.printed for figure in figures[:SHOWN]) + more
    slips = sum(figure.is_erratum for figure in figures)
    judgement = f"{_count(len(figures) - slips, 'figure')} agree" if figures else "answered"
    judgement += f", [{_count(slips, 'erratum', 'errata')}](errata.md)" if slips else ""
    commands = "<br>".join(f"`{_cell(step['run'])}`" for step in ROWS[name]["step"])
    asked = f"[{name}](#{name.lower()}) | {ROWS[name]['asks']} | {commands}"
    return f"| {asked} | {there or '–'} | {here or _quote(lines[0])} | {judgement} |\n"


def render_row(name: str) -> str:
    """Return the section of a row: every command, what it prints, and each figure beside the document's."""
    row = ROWS[name]
    after = f" The commands go on in the folder of {row['after']}." if "after" in row else ""
    parts = [f"({name.lower()})=\n### {name} · {row['title']}\n\nAsked: {row['asks']}.{after}\n"]
    for step in run_row(name):
        parts.append(f"```sh\n{step.typed}```\n")
        parts += [f"```output\n{step.shown}```\n"] if step.shown.strip() else []
        parts += [_figure_table(step)] if step.lines else []
    return "\n".join(parts)


def _figure_table(step: Step) -> str:
    head = "| in the document | its figures | printed | |\n|---|---|---|---|\n"
    return head + "".join(
        f"| {line.where} | {', '.join(f.document for f in line.figures) or '–'} "
        f"| {', '.join(f.printed for f in line.figures) or _quote(line)} | {line.judgement} |\n"
        for line in step.lines
    )


def _quote(line: Line) -> str:
    return f"`{_cell(line.quoted)}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def render_page() -> str:
    """Return the whole page."""
    parts = [DATA["head"], *(summarise_row(name) for name in ROWS)]
    for source in DATA["source"]:
        parts.append(f"\n## {source['title']}\n")
        parts += [f"\n{render_row(name)}" for name in ROWS if name.startswith(source["letter"])]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(render_page(), encoding="utf-8")
