"""A paper as a PDF with text in it: its tables by rules and alignment, its sentences by pages."""

import re
from collections.abc import Iterator
from pathlib import Path

from bakeoff.core.answers.paper import Paper, PaperTable, Part, Place, Sentence
from bakeoff.core.errors import InputError
from bakeoff.inputs.papers.pdf_page import Page, read_page
from bakeoff.inputs.papers.pdf_tables import find_pdf_tables
from bakeoff.inputs.papers.prose import (
    caption_sentences,
    find_own_names,
    number_tables,
    part_of_section,
    refer_to_tables,
    split_sentences,
)

_SECTION = re.compile(
    r"^(?:(?:\d+|[IVX]+)\.?\s+)?(Abstract|Introduction|Conclusions?(?: and .{0,40})?|Related Work|Methods?|"
    r"Experiments?|Results?|Discussion|References|Appendix.*|Background|Evaluation)\s*[—.:]?$",
    re.IGNORECASE,
)
_MOST_PAGES = 300


def read_pdf_paper(path: Path) -> Paper:
    """Return the paper of a PDF; one that was scanned is refused."""
    pages = _read_pages(path)
    scanned = [page.number for page in pages if len(page.text.strip()) < 20 and page.has_pictures]
    if scanned and not any(len(page.text.strip()) > 200 for page in pages):
        raise InputError(
            "the pages are pictures: the PDF has no text that could be read",
            where=str(path),
            fix="give the LaTeX source, or a PDF that was written by a program and not scanned",
            code="BO704",
        )
    tables: list[PaperTable] = []
    for page in pages:
        tables.extend(find_pdf_tables(page, path.name, len(tables) + 1))
    tables = number_tables(tables)
    title = _find_title(pages[0]) if pages else ""
    prose = refer_to_tables(_find_sentences(pages, path.name), tables)
    sentences = [*prose, *(s for t in tables for s in caption_sentences(t))]
    return Paper(
        source=str(path),
        format="PDF",
        title=title,
        tables=tuple(tables),
        sentences=tuple(sentences),
        names=find_own_names(title, sentences),
        unread=tuple(f"page {n}: a picture without text" for n in scanned),
    )


def _find_title(page: Page) -> str:
    """Return the title: the lines of the first page in its largest letters, above its middle."""
    upper = [g for g in page.glyphs if g.bottom < page.height / 2]
    largest = max((g.size for g in upper), default=0.0)
    lines = [x for x in page.lines_within(0, page.width) if x[0].bottom < page.height / 2]
    sizes = {round(g.bottom): g.size for g in upper}
    titled = [x for x in lines if sizes.get(round(x[0].bottom), 0.0) > 0.95 * largest]
    return " ".join(w.text for line in titled[:3] for w in line)


def _read_pages(path: Path) -> list[Page]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise InputError(
                "the PDF is locked: it opens only with a password",
                where=str(path),
                fix="give a copy without a password, or the LaTeX source",
                code="BO706",
            ) from None
        raise InputError(
            f"the PDF cannot be opened: {error}",
            where=str(path),
            fix="check that it is whole: download or compile it again",
            code="BO705",
        ) from None
    try:
        return [read_page(document[k], k + 1) for k in range(min(len(document), _MOST_PAGES))]
    finally:
        document.close()


def _find_sentences(pages: list[Page], file: str) -> Iterator[Sentence]:
    part = Part.BODY
    for page in pages:
        paragraph: list[str] = []
        for raw in [*page.text.replace("\r", "").split("\n"), "Appendix"]:
            line = raw.strip()
            section = _SECTION.match(line)
            if section is None:
                paragraph.append(line)
                continue
            text = re.sub(r"(\w)[-\u00ad\ufffe\x02] (?=[a-z])", r"\1", " ".join(paragraph))
            for sentence in split_sentences(text):
                if sum(c.isdigit() for c in sentence) < 0.3 * len(sentence):
                    yield Sentence(text=sentence, place=Place(file=file, page=page.number), part=part)
            paragraph = []
            if raw != "Appendix":
                part = part_of_section(section[1])
