"""From LaTeX to what is printed: the text of a cell, and which of its characters are bold, underlined or raised."""

import re
import unicodedata
from dataclasses import dataclass, field, replace

from bakeoff.inputs.papers.latex_symbols import ACCENTS, SKIPPED_FIRST, SYMBOLS

_TOKEN = re.compile(r"\\[a-zA-Z@]+\*?|\\.|[{}$^_~]|[^\\{}$^_~]+", re.DOTALL)
_BOLD = frozenset(
    [
        "textbf",
        "bf",
        "bfseries",
        "mathbf",
        "boldsymbol",
        "bm",
        "pmb",
        "boldmath",
        "textbfseries",
        "mathbfit",
        "B",
        "bfnum",
    ]
)
_UNDERLINED = frozenset(["underline", "ul", "uline", "uuline", "dashuline", "underbar", "uwave", "sul"])
_COLOURED = frozenset(
    ["textcolor", "cellcolor", "colorbox", "color", "rowcolor", "fcolorbox", "hl", "columncolor"]
)
_DECLARED = frozenset(
    ["bf", "bfseries", "boldmath", "color", "em", "it", "itshape"]
)  # that hold to the end of the group
_DROPPED = {  # commands whose arguments are not printed, or not where the number is
    **dict.fromkeys(
        [
            "label",
            "ref",
            "eqref",
            "cref",
            "Cref",
            "autoref",
            "hspace",
            "vspace",
            "phantom",
            "hphantom",
            "vphantom",
        ],
        1,
    ),
    **dict.fromkeys(
        ["footnote", "footnotemark", "footnotetext", "cellcolor", "color", "rowcolor", "columncolor"], 1
    ),
    **dict.fromkeys(
        [
            "cline",
            "rule",
            "setlength",
            "addtolength",
            "renewcommand",
            "kern",
            "vskip",
            "hskip",
            "index",
            "thanks",
        ],
        1,
    ),
    **dict.fromkeys(
        ["fontsize", "setcounter", "arrayrulecolor", "definecolor", "hypersetup", "includegraphics"], 1
    ),
    **dict.fromkeys(
        ["nocite", "bibliographystyle", "pagestyle", "vspace*", "hspace*", "todo", "emptypageadd"], 1
    ),
    "rule": 2,
    "setlength": 2,
    "fontsize": 2,
    "addtolength": 2,
    "setcounter": 2,
    "definecolor": 3,
}
_CITE = re.compile(r"[cC]ite[a-zA-Z]*|[a-z]+cite|nocite")
_REFERENCE = frozenset(["ref", "cref", "Cref", "autoref", "vref"])
REFERENCE = re.compile("\ue100([^\ue101]*)\ue101")


@dataclass(slots=True)
class Printed:
    """What is printed, character by character, with the styles of each."""

    text: list[str] = field(default_factory=list)
    bold: list[bool] = field(default_factory=list)
    underlined: list[bool] = field(default_factory=list)
    raised: list[bool] = field(default_factory=list)
    coloured: bool = False
    unknown: set[str] = field(default_factory=set)  # commands that are neither known nor defined

    def plain(self) -> str:
        """Return the text with single spaces."""
        return " ".join("".join(self.text).split())


@dataclass(frozen=True, slots=True)
class _Style:
    bold: bool = False
    underlined: bool = False
    raised: bool = False


def print_latex(source: str, *, bold: bool = False) -> Printed:
    """Return what a piece of LaTeX prints."""
    out = Printed()
    _Printer(_TOKEN.findall(source), out).run(_Style(bold=bold))
    return out


def plain_text(source: str) -> str:
    r"""Return the text that a piece of LaTeX prints, without styles; references stay as private marks.

    >>> plain_text(r"Accuracy (\%) of \textbf{our} method~\cite{x}: $93.1 \pm 0.2$")
    'Accuracy (%) of our method : 93.1 ±0.2'
    """
    return print_latex(source).plain()


class _Printer:
    """Walks through tokens once."""

    def __init__(self, tokens: list[str], out: Printed) -> None:
        self.tokens, self.out, self.at, self.depth = tokens, out, 0, 0

    def run(self, style: _Style, *, closing: str | None = None) -> None:
        """Print tokens until the closing one, or the end."""
        self.depth += 1
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token == closing:
                break
            style = self._print_token(token, style)
        self.depth -= 1

    def _print_token(self, token: str, style: _Style) -> _Style:
        if token == "{" and self.depth < 60:
            self.run(style, closing="}")
        elif token in "{}$":
            pass
        elif token == "~":
            self._put(" ", style)
        elif token in ("^", "_"):
            self._argument(replace(style, raised=True))
        elif token[0] == "\\":
            return self._command(token[1:], style)
        else:
            self._put(
                token.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”"), style
            )
        return style

    def _command(self, name: str, style: _Style) -> _Style:
        if name in ACCENTS:
            self._accent(ACCENTS[name])
        elif name in SYMBOLS:
            self._put(SYMBOLS[name], style)
            self._skip_space(name)
        elif name in _BOLD or name in _UNDERLINED:
            return self._styled(name, style)
        elif name in ("textsuperscript", "tnote", "textsubscript"):
            self._argument(replace(style, raised=True))
        else:
            self._unstyled(name, style)
        return style

    def _unstyled(self, name: str, style: _Style) -> None:
        """Pass over what is not printed, and print the rest."""
        if name in ("begin", "end"):
            self._environment(name)
        elif name in _REFERENCE:
            self._put(f"\ue100{self._raw_argument()}\ue101", style)
        elif _CITE.fullmatch(name.rstrip("*")):
            self._optional()
            self._optional()
            self._raw_argument()
        elif name in _DROPPED:
            self._drop(name)
        elif name in SKIPPED_FIRST:
            self._skip_first(name, style)
        else:
            self._other(name, style)

    def _styled(self, name: str, style: _Style) -> _Style:
        inner = replace(style, bold=True) if name in _BOLD else replace(style, underlined=True)
        if name in _DECLARED or name == "B":
            return inner
        self._argument(inner)
        return style

    def _other(self, name: str, style: _Style) -> None:
        """Print the arguments of a command that changes nothing we look at; a single letter is an escape."""
        if len(name) == 1 and not name.isalpha():
            self._put(
                {"\\": " ", ",": "", ";": " ", ":": " ", "!": "", " ": " ", "/": ""}.get(name, name), style
            )
        elif name == "xspace":
            if self.at < len(self.tokens) and self.tokens[self.at][:1].isalnum():
                self._put(" ", style)
        elif name[:1].isalpha():
            self.out.unknown.add(name)
            self._optional()
            self._skip_space(name)

    def _drop(self, name: str) -> None:
        if name in _COLOURED:
            self.out.coloured = True
        self._optional()
        for _ in range(_DROPPED[name]):
            self._raw_argument()

    def _skip_first(self, name: str, style: _Style) -> None:
        if name in _COLOURED:
            self.out.coloured = True
        self._optional()
        for _ in range(SKIPPED_FIRST[name]):
            self._raw_argument()
            self._optional()
        self._argument(style)

    def _environment(self, name: str) -> None:
        kind = self._raw_argument()
        if name == "begin" and kind.startswith(("tabular", "array", "minipage")):
            self._optional()
            self._raw_argument()
        self._put(" ", _Style())

    def _accent(self, accent: str) -> None:
        before = len(self.out.text)
        self._argument(_Style())
        if len(self.out.text) > before:
            self.out.text[before] = unicodedata.normalize("NFC", self.out.text[before] + accent)

    def _argument(self, style: _Style) -> None:
        """Print the next argument: a group, or one token."""
        self._skip_blanks()
        if self.at >= len(self.tokens):
            return
        token = self.tokens[self.at]
        self.at += 1
        if token == "{":
            self.run(style, closing="}")
        elif token[0] == "\\":
            self._command(token[1:], style)
        elif token not in "}$~^_":
            self._put(token[0], style)
            self._push_back(token[1:])

    def _raw_argument(self) -> str:
        """Pass over an argument, and return its source."""
        self._skip_blanks()
        if self.at >= len(self.tokens) or self.tokens[self.at] != "{":
            return ""
        depth, start = 0, self.at
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            depth += (token == "{") - (token == "}")
            if depth == 0:
                break
        return "".join(self.tokens[start + 1 : self.at - 1])

    def _optional(self) -> None:
        if self.at < len(self.tokens) and self.tokens[self.at].lstrip().startswith("["):
            text, depth = "", 0
            while self.at < len(self.tokens):
                token = self.tokens[self.at]
                self.at += 1
                text += token
                depth += (token == "{") - (token == "}")
                if depth <= 0 and "]" in token:
                    break
            self._push_back(text.partition("]")[2])

    def _push_back(self, rest: str) -> None:
        if rest:
            self.at -= 1
            self.tokens[self.at] = rest

    def _skip_blanks(self) -> None:
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        if self.at < len(self.tokens) and self.tokens[self.at][:1].isspace():
            self.tokens[self.at] = self.tokens[self.at].lstrip()

    def _skip_space(self, name: str) -> None:
        if name[:1].isalpha() and self.at < len(self.tokens) and self.tokens[self.at][:1].isspace():
            self.tokens[self.at] = self.tokens[self.at].lstrip() or " "

    def _put(self, text: str, style: _Style) -> None:
        for letter in text:
            self.out.text.append(letter)
            self.out.bold.append(style.bold)
            self.out.underlined.append(style.underlined)
            self.out.raised.append(style.raised)
