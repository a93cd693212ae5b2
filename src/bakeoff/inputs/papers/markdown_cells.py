"""Cells of Markdown tables: what is printed, with bold, underlined and small characters told apart."""

import re
from html import unescape

from bakeoff.core.answers.paper import PaperCell
from bakeoff.inputs.papers.cells import make_cell
from bakeoff.inputs.papers.latex_printed import Printed, print_latex

_ITALIC = re.compile(r"(?<![\w*\\])([*_])(?=[^\s*_])([^*_]+?)(?<=\S)\1(?![\w*])")
_TOKEN = re.compile(
    r"\$\$?(?P<math>[^$]+)\$\$?|(?P<stars>\*\*|(?<!\w)__(?=\S)|(?<=\S)__(?!\w))|"
    r"<(?P<close>/?)(?P<tag>[a-zA-Z]+)[^<>]{0,200}>|"
    r"!?\[(?P<link>[^\]]{0,300})\]\([^)]{0,500}\)|(?P<entity>&#?\w{1,10};)|\\(?P<escaped>[^\w\s])|(?P<plain>.)",
    re.DOTALL,
)
_BOLD, _UNDERLINED, _RAISED = frozenset({"b", "strong"}), frozenset({"u", "ins"}), frozenset({"sup", "sub"})


def make_markdown_cell(source: str) -> PaperCell:
    """Return the cell of a piece of Markdown.

    >>> cell = make_markdown_cell("**93.1**<sub>±0.2</sub>")
    >>> cell.text, cell.bold
    ('93.1 ±0.2', True)
    """
    return make_cell(print_markdown(source))


def plain_markdown(source: str) -> str:
    r"""Return the text that a piece of Markdown prints, without styles.

    >>> plain_markdown(r"**OakNet** reaches $93.1 \pm 0.2$ on [Wine](wine.md)")
    'OakNet reaches 93.1 ±0.2 on Wine'
    """
    return print_markdown(source).plain()


def print_markdown(source: str) -> Printed:
    """Return what is printed, character by character, with the styles of each."""
    out, bold, tags = Printed(), False, list[str]()
    for match in _TOKEN.finditer(_ITALIC.sub(r"\2", source).replace("`", "")):
        if match["stars"]:
            bold = not bold
        elif match["tag"]:
            _follow_tag(match["tag"].lower(), tags, out, is_end=bool(match["close"]))
        elif match["math"] is not None:
            _join(out, print_latex(match["math"], bold=bold or not _BOLD.isdisjoint(tags)), tags)
        else:
            text = match["link"] or match["escaped"] or match["plain"] or unescape(match["entity"] or "")
            _put(out, text, bold=bold, tags=tags)
    return out


def _follow_tag(tag: str, tags: list[str], out: Printed, *, is_end: bool) -> None:
    if tag == "br":
        _put(out, " ", bold=False, tags=[])
    elif is_end and tag in tags:
        tags.remove(tag)
    elif not is_end:
        tags.append(tag)


def _put(out: Printed, text: str, *, bold: bool, tags: list[str]) -> None:
    for letter in text:
        out.text.append(letter)
        out.bold.append(bold or not _BOLD.isdisjoint(tags))
        out.underlined.append(not _UNDERLINED.isdisjoint(tags))
        out.raised.append(not _RAISED.isdisjoint(tags))


def _join(out: Printed, piece: Printed, tags: list[str]) -> None:
    """Add a piece of mathematics, with its own styles and those around it."""
    underlined, raised = not _UNDERLINED.isdisjoint(tags), not _RAISED.isdisjoint(tags)
    out.text += piece.text
    out.bold += piece.bold
    out.underlined += [each or underlined for each in piece.underlined]
    out.raised += [each or raised for each in piece.raised]
