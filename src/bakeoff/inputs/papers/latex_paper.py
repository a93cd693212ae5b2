"""A paper in LaTeX: its tables, and its sentences with their places."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bakeoff.core.answers.paper import Paper, PaperTable, Part, Sentence
from bakeoff.inputs.papers.latex_macros import Macro, expand_macros, find_macros, group_at
from bakeoff.inputs.papers.latex_printed import REFERENCE, plain_text
from bakeoff.inputs.papers.latex_source import LatexSource, read_latex_source
from bakeoff.inputs.papers.latex_tables import find_tables
from bakeoff.inputs.papers.prose import caption_sentences, find_own_names, part_of_section

_SECTION = re.compile(r"\\(section|chapter|subsection|paragraph)\*?\s*(?:\[[^\]]*\])?\s*(?=\{)")
_ABSTRACT = re.compile(r"\\begin\{abstract\}(.*?)\\end\{abstract\}|\\abstract\s*(?=\{)", re.DOTALL)
_TITLE = re.compile(r"\\(?:title|icmltitle|aistatstitle|papertitle)\s*(?:\[[^\]]*\])?\s*(?=\{)")
_BLANKED = re.compile(
    r"\\begin\{(table\*?|figure\*?|wraptable|wrapfigure|sidewaystable|algorithm\*?|algorithmic|equation\*?|"
    r"align\*?|gather\*?|eqnarray\*?|"
    r"tabular[xy*]?|longtable|tikzpicture|thebibliography|multline\*?|displaymath)\}.*?\\end\{\1\}|"
    r"\$\$.*?\$\$|\\\[.*?\\\]",
    re.DOTALL,
)
_END = re.compile(
    r"(?<=[.!?])(?:['’”)}]|\$)*\s+(?=[A-Z\\$“`(])|\n\s*\n|\\item\b|\\par\b|\\(?:begin|end)\{[a-z*]+\}"
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|et al|cf|vs|Fig|Figs|Tab|Eq|Sec|resp|approx|w\.r\.t|Dr|No|Avg|Acc|St)|\s[A-Z])\.$"
)
_LONGEST = 1500


def read_latex_paper(path: Path) -> Paper:
    """Return the paper of a .tex file or of a folder of them."""
    source = read_latex_source(path)
    macros = find_macros(source.text)
    found = find_tables(source, macros)
    title = _find_title(source.text, macros)
    labels = {t.label: t.number for t in found if t.label}
    tables = [replace(t, caption=_print_references(t.caption, labels)) for t in found]
    sentences = [*_find_sentences(source, macros, labels), *_caption_sentences(tables)]
    return Paper(
        source=str(path),
        format="LaTeX",
        title=title,
        tables=tuple(tables),
        sentences=tuple(sentences),
        names=find_own_names(title, sentences),
        unread=source.unread,
    )


def _caption_sentences(tables: list[PaperTable]) -> Iterator[Sentence]:
    for table in tables:
        yield from caption_sentences(table)


def _find_title(text: str, macros: dict[str, Macro]) -> str:
    match = _TITLE.search(text)
    words = group_at(text, match.end()) if match else None
    return _plain_latex(words or "", macros)


def _find_sentences(
    source: LatexSource, macros: dict[str, Macro], labels: dict[str, int]
) -> Iterator[Sentence]:
    begin = source.text.find("\\begin{document}")
    begin = begin + 16 if begin >= 0 else 0
    abstract = _ABSTRACT.search(source.text)
    span = (abstract.start(), abstract.end()) if abstract else (-1, -1)
    if abstract and abstract[1] is None:
        span = (abstract.start(), abstract.end() + len(group_at(source.text, abstract.end()) or ""))
    text = _BLANKED.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), source.text)
    marks = [
        (m.start(), _plain_latex(group_at(text, m.end()) or "", macros))
        for m in _SECTION.finditer(text)
        if m[1] in ("section", "chapter")
    ]
    for start, end in _sentence_spans(text, min(begin, span[0]) if span[0] >= 0 else begin):
        raw = text[start:end]
        if not raw.strip() or len(raw) > _LONGEST:
            continue
        part = Part.ABSTRACT if span[0] <= start < span[1] else _part_at(marks, start)
        plain = _plain_latex(raw, macros)
        if len(plain) > 15:
            numbers = tuple(
                dict.fromkeys(
                    labels[x] for m in REFERENCE.finditer(plain) for x in m[1].split(",") if x in labels
                )
            )
            clean = _print_references(plain, labels)
            yield Sentence(text=clean, place=source.place(start), part=part, tables=numbers)


def _print_references(text: str, labels: dict[str, int]) -> str:
    """Return a text with the numbers of the tables that it refers to; what is no table is a question mark."""
    return " ".join(REFERENCE.sub(lambda m: str(labels.get(m[1], "?")), text).split())


def _part_at(marks: list[tuple[int, str]], offset: int) -> Part:
    title = next((name for start, name in reversed(marks) if start <= offset), "")
    return part_of_section(title)


def _sentence_spans(text: str, begin: int) -> Iterator[tuple[int, int]]:
    """Yield where each sentence begins and ends."""
    start = begin
    for match in _END.finditer(text, begin):
        if match.start() > start and _ABBREVIATED.search(
            text[max(start, match.start() - 12) : match.start()]
        ):
            continue
        yield _trim_span(text, start, match.start())
        start = match.end()
    yield _trim_span(text, start, len(text))


def _trim_span(text: str, start: int, end: int) -> tuple[int, int]:
    section = _SECTION.match(text, start + len(text[start:end]) - len(text[start:end].lstrip()))
    if section:
        words = group_at(text, section.end())
        start = section.end() + len(words or "") + 2
    return start + len(text[start:end]) - len(text[start:end].lstrip()), end


def _plain_latex(source: str, macros: dict[str, Macro]) -> str:
    return plain_text(expand_macros(source, macros))
