"""Which files are papers, and who reads them."""

import re
from pathlib import Path

from bakeoff.core.answers.paper import Paper
from bakeoff.core.errors import InputError

_HTML = (".html", ".htm", ".xhtml")
_MARKDOWN = (".md", ".markdown")
_DOCUMENT = re.compile(r"\\begin\{document\}|\\documentclass|\\section\*?\{|\\begin\{abstract\}")
_TABULAR = re.compile(r"\\begin\{(?:tabular|longtable|tabu|tblr)")
_PIPED_RULE = re.compile(r"^[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+\|[-:| \t]*$", re.MULTILINE)
_PROSE = re.compile(r"^(?![|#\-*>\s\d]).{120,}$", re.MULTILINE)


def is_paper(path: Path) -> bool:
    """Say whether a path is a whole paper and not one table: a folder with a document, a PDF, a text with sections."""
    if path.is_dir():
        return any("\\begin{document}" in _glance(each) for each in sorted(path.rglob("*.tex"))[:500])
    suffix = path.suffix.lower()
    if not path.is_file():
        return False
    if suffix in (".pdf", *_HTML):
        return True
    if suffix == ".tex":
        text = _glance(path)
        return bool(_DOCUMENT.search(text)) or len(_TABULAR.findall(text)) > 1
    if suffix in _MARKDOWN:
        text = _glance(path)
        return len(_PIPED_RULE.findall(text)) > 1 or (
            bool(_PIPED_RULE.search(text)) and len(_PROSE.findall(text)) > 1
        )
    return False


def read_paper(path: Path) -> Paper:
    """Return the paper of a file or a folder."""
    if not path.exists():
        raise InputError("there is no such file", where=str(path), fix="check the path", code="BO001")
    suffix = path.suffix.lower()
    if path.is_dir() or suffix == ".tex":
        from bakeoff.inputs.papers.latex_paper import read_latex_paper

        return read_latex_paper(path)
    if suffix in _MARKDOWN:
        from bakeoff.inputs.papers.markdown_paper import read_markdown_paper

        return read_markdown_paper(path)
    if suffix in _HTML:
        from bakeoff.inputs.papers.html_paper import read_html_paper

        return read_html_paper(path)
    if suffix == ".pdf":
        from bakeoff.inputs.papers.pdf_paper import read_pdf_paper

        return read_pdf_paper(path)
    raise InputError(
        f"a paper is LaTeX, Markdown, HTML or PDF; this is {suffix or 'without a suffix'}",
        where=str(path),
        fix="give the .tex file or its folder, a .md, .html or .pdf file",
        code="BO702",
    )


def _glance(path: Path) -> str:
    return path.read_bytes()[:2_000_000].decode("utf-8", "replace")
