"""A table in LaTeX: one that floats, or one that breaks over pages where it is longer than one."""

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.render.latex import CHARACTER, with_definitions

MOST_ROWS = 50  # of a table on one page


@dataclass(frozen=True, slots=True, kw_only=True)
class LatexTable:
    """What goes into a table environment: text that is LaTeX already."""

    label: str
    short: str  # for a list of tables
    caption: str
    notes: Sequence[str]
    alignment: str
    head: Sequence[str]
    blocks: Sequence[Sequence[Sequence[str]]]  # rows of cells, a rule between two blocks


def environment(table: LatexTable) -> str:
    """Return a floating table, or one that breaks over pages where it is longer than one."""
    rows = sum(map(len, table.blocks))
    lines = _long(table) if rows > MOST_ROWS else _floating(table)
    return with_definitions("\n".join(lines))


def _floating(table: LatexTable) -> list[str]:
    return [
        r"\begin{table}[htbp]",
        r"\centering",
        rf"\caption[{table.short}]{{{table.caption}}}",
        rf"\label{{{table.label}}}",
        r"\par\medskip",
        r"\small\setlength{\tabcolsep}{4pt}",
        rf"\begin{{tabular}}{{{table.alignment}}}",
        r"\toprule",
        f"{' & '.join(table.head)} \\\\",
        r"\midrule",
        *_body(table),
        r"\bottomrule",
        r"\end{tabular}",
        *_notes(table.notes),
        r"\end{table}",
    ]


def _long(table: LatexTable) -> list[str]:
    return [
        r"\begingroup\small\setlength{\tabcolsep}{4pt}",
        rf"\begin{{longtable}}{{{table.alignment}}}",
        rf"\caption[{table.short}]{{{table.caption} {' '.join(table.notes)}}}\label{{{table.label}}}\\",
        r"\toprule",
        f"{' & '.join(table.head)} \\\\",
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *_body(table),
        r"\end{longtable}",
        r"\endgroup",
    ]


def _body(table: LatexTable) -> list[str]:
    lines: list[str] = []
    for block in table.blocks:
        lines += [r"\midrule"] if lines else []
        lines += [f"{' & '.join([_breakable(row[0], table), *row[1:]])} \\\\" for row in block]
    return lines


def _breakable(name: str, table: LatexTable) -> str:
    """Return a name that may be broken inside, where its column breaks lines at all."""
    if not table.alignment.startswith("p"):
        return name
    return name.replace(r"\_", r"\_\allowbreak{}").replace(CHARACTER, rf"\allowbreak{CHARACTER}")


def _notes(notes: Sequence[str]) -> list[str]:
    return (
        [r"\par\medskip", rf"\parbox{{0.95\linewidth}}{{\footnotesize {' '.join(notes)}}}"] if notes else []
    )
