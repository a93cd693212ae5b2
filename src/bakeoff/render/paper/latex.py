"""LaTeX that compiles with pdflatex: names as text, whatever they are written in, and tables that float or break."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from bakeoff.core.words import write_list
from bakeoff.render.names import printable_name

# What pdflatex has no letter for is shown by its code point; the character itself goes along as a second argument.
# LuaLaTeX and XeLaTeX show it where their font has it, unless it is of a script that is written to the left: letter by
# letter, such a name would come out reversed.
CHARACTER = r"\bakeoffchar"
_BY_NUMBER = r"\texttt{U+#1}"
_IN_FONT = (
    r'\ifdefined\bakeofffont\bakeofffont\fi\ifnum\ifnum"#1<"590 1\else\ifnum"#1>"8FF 1\else0\fi\fi=1 '
    rf'\iffontchar\font"#1 #2\else{_BY_NUMBER}\fi\else{_BY_NUMBER}\fi'
)
DEFINITION = rf"\providecommand{{{CHARACTER}}}[2]{{{{\ifdefined\Umathchar{_IN_FONT}\else{_BY_NUMBER}\fi}}}}"

_ASCII = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"{\char34}", "`": r"\`{}",
    # A row of a table may begin with a name, and \\ takes [ and * for its own.
    "[": "{[}", "]": "{]}", "*": "{*}",
}  # fmt: skip
_LIGATURES = "-',"  # two of one kind in a row would become one other character
_LETTERS = {
    "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}",
    "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "–": "{}--{}", "—": "{}---{}", "‘": "{}`{}", "’": "{}'{}",
    "“": "{}``{}", "”": "{}''{}", "…": r"\dots{}", "\u00a0": "~", "×": r"$\times$", "±": r"$\pm$", "−": "$-$",
    "≤": r"$\leq$",
    "≥": r"$\geq$", "≠": r"$\neq$", "≈": r"$\approx$", "∞": r"$\infty$", "°": r"$^{\circ}$", "µ": r"$\mu$",
    "¹": "$^{1}$", "²": "$^{2}$", "³": "$^{3}$", "·": r"$\cdot$", "→": r"$\to$", "←": r"$\gets$", "§": r"\S{}",
    "√": r"$\surd$", "∑": r"$\sum$", "∂": r"$\partial$", "•": r"$\bullet$", "½": r"$\frac{1}{2}$",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c", "\u0323": "d", "\u0331": "b",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "ς": "varsigma",
    "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma",
    "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi",
    "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_DOTLESS = {"i": r"\i", "j": r"\j"}


def escape_latex(text: str) -> str:
    r"""Return a name or a sentence as LaTeX that shows it: no character of it is a command.

    Everything becomes ASCII: accents become LaTeX's, Greek letters mathematics; a character that pdflatex has no
    letter for becomes ``\bakeoffchar{4E2D}{中}``, which prints U+4E2D until it is defined otherwise.

    >>> print(escape_latex("C4.5_m & 50%"))
    C4.5\_m \& 50\%
    >>> print(escape_latex("Müller–α"))
    M\"{u}ller{}--{}$\alpha$
    """
    clean = normalize("NFC", printable_name(text))
    pairs = zip(clean, [*clean[1:], ""], strict=True)
    return "".join(
        _escape_ascii(c, following) if c.isascii() else _escape_beyond_ascii(c) for c, following in pairs
    )


def escape_sentence(text: str) -> str:
    r"""Return a sentence of ours as LaTeX: p-values and signed numbers are mathematics, percent is unspaced.

    >>> print(escape_sentence("A & B differ at 95 % (Welch's test, p < .0001)."))
    A \& B differ at 95\% (Welch's test, $p < .0001$).
    >>> print(escape_sentence("C4.5+1 gains +0.5 points (−0.1 to +1.1)."))
    C4.5+1 gains $+0.5$ points ($-0.1$ to $+1.1$).
    """
    escaped = re.sub(r"(?<!\w)p = (\.\d+)", r"$p = \1$", escape_latex(text))
    escaped = re.sub(r"(?<!\w)p \\textless\{\} (\.\d+)", r"$p < \1$", escaped)
    escaped = re.sub(r"\$-\$(\d+(?:\.\d+)?)", r"$-\1$", escaped)
    escaped = re.sub(r"(?<![\w+$.])\+(\d+(?:\.\d+)?)(?![\w+])", r"$+\1$", escaped)
    return re.sub(r"(?<=\d) \\%", r"\\%", escaped)


def _escape_ascii(character: str, following: str) -> str:
    if character in _LIGATURES and following == character:
        return f"{character}{{}}"
    return _ASCII.get(character, character)


def _escape_beyond_ascii(character: str) -> str:
    if character in _LETTERS:
        return _LETTERS[character]
    if character in _GREEK:
        return rf"$\{_GREEK[character]}$"
    apart = normalize("NFD", character)
    base, marks = apart[0], apart[1:]
    if base.isascii() and base.isalpha() and len(marks) == 1 and marks[0] in _ACCENTS:
        above = marks[0] not in "\u0327\u0323\u0331"
        return rf"\{_ACCENTS[marks[0]]}{{{_DOTLESS.get(base, base) if above else base}}}"
    return rf"{CHARACTER}{{{ord(character):04X}}}{{{character}}}"


def printed_width(name: str) -> int:
    """Return how many letters wide a name prints: one that shows as U+4E2D counts six."""
    return len(printable_name(name)) + 5 * escape_latex(name).count(CHARACTER)


def comment_line(text: str) -> str:
    """Return text as one line of comment, which nothing in it can end."""
    return f"% {printable_name(text.replace(chr(10), ' '))}"


def with_definitions(part: str) -> str:
    """Return a part that can be pasted by itself: with the definition that its characters need, if they do."""
    return f"{DEFINITION}\n{part}" if CHARACTER in part and DEFINITION not in part else part


NEEDED_BY = {r"\begin{longtable}": "longtable", r"\begin{landscape}": "lscape", r"\rotatebox": "graphicx"}


def packages_of(text: str) -> str:
    r"""Return the packages that tables need, as words.

    >>> packages_of(r"\begin{longtable}{lr}")
    'booktabs and longtable'
    """
    return write_list(["booktabs", *(package for mark, package in NEEDED_BY.items() if mark in text)])


MOST_ROWS = 50  # of a table on one page
_IN_COLUMN = 24  # letters of a line in a column of names that breaks its lines


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
    size: str = "small"
    upright: bool = True  # the page, which is turned otherwise


def table_environment(*tables: LatexTable) -> str:
    """Return floating tables, or ones that break over pages where they are longer or the page is turned."""
    return with_definitions("\n".join(line for table in tables for line in _table_lines(table)))


def _table_lines(table: LatexTable) -> list[str]:
    if not table.upright:
        return [r"\begin{landscape}", *_long_table(table), r"\end{landscape}"]
    return _long_table(table) if _count_lines(table) > MOST_ROWS else _floating_table(table)


def _count_lines(table: LatexTable) -> int:
    """Return about how many lines the rows take, with names that break over several."""
    names = [row[0] for block in table.blocks for row in block]
    if not table.alignment.startswith("p"):
        return len(names)
    return sum(-(-_cell_width(name) // _IN_COLUMN) for name in names)


def _cell_width(cell: str) -> int:
    r"""Return about how many letters wide a cell prints.

    >>> _cell_width(r"$\alpha$-net\_1 vs.\ \bakeoffchar{6A21}{x}")
    18
    """
    plain = re.sub(rf"{re.escape(CHARACTER)}{{\w+}}{{.}}", "U+0000", cell)
    return len(re.sub(r"[{}$]", "", re.sub(r"\\(?:[A-Za-z]+|.)", "x", plain)))


def _floating_table(table: LatexTable) -> list[str]:
    return [
        r"\begin{table}[htbp]",
        r"\centering",
        rf"\caption[{table.short}]{{{table.caption}}}",
        rf"\label{{{table.label}}}",
        r"\par\medskip",
        rf"\{table.size}\setlength{{\tabcolsep}}{{4pt}}",
        rf"\begin{{tabular}}{{{table.alignment}}}",
        r"\toprule",
        f"{' & '.join(table.head)} \\\\",
        r"\midrule",
        *_table_rows(table),
        r"\bottomrule",
        r"\end{tabular}",
        *_note_lines(table.notes),
        r"\end{table}",
    ]


def _long_table(table: LatexTable) -> list[str]:
    head = [r"\toprule", f"{' & '.join(table.head)} \\\\", r"\midrule"]
    return [
        rf"\begingroup\{table.size}\setlength{{\tabcolsep}}{{4pt}}\setlength{{\LTcapwidth}}{{0.95\linewidth}}",
        rf"\begin{{longtable}}{{{table.alignment}}}",
        rf"\caption[{table.short}]{{{table.caption} {' '.join(table.notes)}}}\label{{{table.label}}}\\",
        *head,
        r"\endfirsthead",
        rf"\multicolumn{{{len(table.head)}}}{{l}}{{Table~\thetable, continued}} \\",
        *head,
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *_table_rows(table),
        r"\end{longtable}",
        r"\endgroup",
    ]


def _table_rows(table: LatexTable) -> list[str]:
    lines: list[str] = []
    for block in table.blocks:
        lines += [r"\midrule"] if lines else []
        lines += [f"{' & '.join([_make_breakable(row[0], table), *row[1:]])} \\\\" for row in block]
    return lines


def _make_breakable(name: str, table: LatexTable) -> str:
    """Return a name that may be broken inside, where its column breaks lines at all."""
    if not table.alignment.startswith("p"):
        return name
    return name.replace(r"\_", r"\_\allowbreak{}").replace(CHARACTER, rf"\allowbreak{CHARACTER}")


def _note_lines(notes: Sequence[str]) -> list[str]:
    return (
        [r"\par\medskip", rf"\parbox{{0.95\linewidth}}{{\footnotesize {' '.join(notes)}}}"] if notes else []
    )
