"""The handbook that comes with the package: for each code what it means, and what to do."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bakeoff.core.codes import CODES, is_finding
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph

PAGES = Path(__file__).parent / "pages"
GROUPS = (
    ("BO1", "What could be wrong with the claim"),
    ("BO2", "What the evidence can show, and how it was made"),
    ("BO3", "How the evidence was read, and what a study saw in its data"),
    ("BO0", "Errors: reading, tests, the command line, predictions"),
    ("BO4", "Errors: figures, exports, datasets, stores, studies"),
    ("BO5", "Errors: the local page"),
    ("BO6", "Logs, leaderboards, judges, looking at any time, pipelines: findings and errors"),
    ("BO7", "A whole paper, reviewed by its own tables"),
    ("BO8", "Studies that last and are shared: findings and errors"),
    ("BO90", "How tables are read: errors"),
    ("BO91", "How tables are read: findings and errors"),
    ("BO92", "Subgroups, thresholds, further measures: findings and errors"),
    ("BO94", "Studies of other tasks: findings and errors"),
    ("BO96", "Logs of evaluations: findings"),
    ("BO97", "Errors: reading a whole paper"),
)


class Paragraph(NamedTuple):
    """A paragraph, perhaps after a few words that name it; an example is shown as it was printed."""

    text: str
    head: str = ""
    example: bool = False


def page_text(code: str) -> str:
    """Return the page of a code in Markdown.

    >>> page_text("BO101").splitlines()[0]
    '# BO101: how many datasets must be removed to change the verdict'
    """
    by_hand = PAGES / f"{code}.md"
    if by_hand.exists():
        return by_hand.read_text(encoding="utf-8")
    means, do = _load_explanations()[code]
    kind = "Finding" if is_finding(code) else "Error"
    return f"# {code}: {CODES[code]}\n\n{kind}. {means}\n\n**What to do.** {do}\n\n[All codes](index.md)\n"


def paragraphs(code: str) -> list[Paragraph]:
    """Return the page of a code as plain paragraphs, without its title and its links.

    >>> [p.head for p in paragraphs("BO240")]
    ['What it means', 'Why it matters', 'What to do']
    """
    parts = re.split(r"\n{2,}(?=\S)", page_text(code).strip())[1:]
    return [
        _handbook_paragraph(part)
        for part in parts
        if not re.match(r"\[All codes\]|(Finding|Error), [\w ]+\.$", part)
    ]


def _handbook_paragraph(part: str) -> Paragraph:
    if part.startswith("```"):
        return Paragraph(part.partition("\n")[2].removesuffix("```").rstrip("\n"), example=True)
    head = re.match(r"\*\*(.+?)\.?\*\*\s*", part)
    text = part[head.end() :] if head else part
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`([^`]+)`|\*\*?([^*]+)\*\*?", lambda m: m[1] or m[2], text)
    return Paragraph(" ".join(text.split()), head[1] if head else "")


@cache
def _load_explanations() -> dict[str, list[str]]:
    return tomllib.loads((PAGES / "findings.toml").read_text(encoding="utf-8"))


def code_list_lines(*, columns: int) -> list[Line]:
    """Return the list of all codes for a terminal, findings first."""
    lines: list[Line] = []
    for start, title in GROUPS:
        lines += [[], line(Span(f"  {title}", "bold"))]
        for code in (c for c in CODES if c.startswith(start)):
            lines += wrap_paragraph(Span(f"  {code}", "cyan"), CODES[code], width=columns, indent=9)
    return [
        *lines,
        [],
        *quiet_lines("bakeoff codes CODE says what one of them means and what to do", columns),
        [],
    ]


def code_lines(code: str, *, columns: int) -> list[Line]:
    """Return the page of a code for a terminal."""
    lines: list[Line] = [[], line(Span(f"  {code}", "bold cyan"), f"   {CODES[code]}"), []]
    for paragraph in paragraphs(code):
        lines += [*_paragraph_lines(paragraph, columns), []]
    return lines


def _paragraph_lines(paragraph: Paragraph, columns: int) -> list[Line]:
    if paragraph.example:
        return [line(f"    {text}") for text in paragraph.text.split("\n")]
    head = [line(Span(f"  {paragraph.head}", "bold"))] if paragraph.head else []
    return [*head, *wrap_paragraph(Span("  "), paragraph.text, width=columns, indent=2)]
