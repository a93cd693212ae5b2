"""`bakeoff.audit_paper`: which claims of a paper its own tables carry."""

from numbers import Real
from pathlib import Path
from typing import Any

from bakeoff.api.settings import require
from bakeoff.api.views import with_views
from bakeoff.core.answers import paper_audit as core


class PaperAudit(core.PaperAudit):
    """A finished audit of a paper, with the faces it shows: words, JSON, and a review as HTML or Markdown."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the audit as the JSON of the contract."""
        from bakeoff.render.answers.paper_audit import paper_audit_dict

        return paper_audit_dict(self)

    def to_markdown(self) -> str:
        """Return the review as Markdown."""
        from bakeoff.render.answers.paper_audit import paper_audit_markdown

        return paper_audit_markdown(self)

    def report(self, path: "str | Path") -> Path:
        """Write the review by the suffix: Markdown, JSON, notes in a copy of the PDF, else HTML; return its path."""
        import json

        from bakeoff.api.deliveries.files import require_apart, require_writable, write_whole

        target = require_writable(path)
        require_apart([target], [self.paper.source])
        content: str | bytes
        if target.suffix.lower() in (".md", ".markdown"):
            content = self.to_markdown()
        elif target.suffix.lower() == ".json":
            content = json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=1) + "\n"
        elif target.suffix.lower() == ".pdf":
            from bakeoff.render.answers.pdf_notes import pdf_with_notes

            require_pdf(self.paper.source, target)
            content = pdf_with_notes(self)
        else:
            from bakeoff.render.html.paper_audit import paper_audit_html

            content = paper_audit_html(self)
        write_whole(target, content)
        return target

    def __repr__(self) -> str:
        from bakeoff.render.answers.paper_audit import one_line_review

        return f"<PaperAudit of {one_line_review(self)}>"

    def __str__(self) -> str:
        from bakeoff.render.answers.paper_audit import paper_audit_lines
        from bakeoff.render.lines import plain_text

        return plain_text(paper_audit_lines(self))

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def require_pdf(paper: "str | Path", report: "str | Path") -> None:
    """Refuse to put notes into a paper that is no PDF."""
    if Path(report).suffix.lower() == ".pdf" and Path(paper).suffix.lower() != ".pdf":
        from bakeoff.core.errors import UsageError

        raise UsageError(
            "notes are put into a copy of a PDF, and this paper is none",
            where=str(report),
            fix="compile the paper and audit the PDF, or give --report FILE.html or FILE.md",
            code="BO742",
        )


def audit_paper(paper: "str | Path", *, level: float = 0.95, author: bool = False) -> PaperAudit:
    r"""Say which claims of a paper its own tables carry, and which of its numbers do not add up.

    Parameters
    ----------
    paper : path
        A .tex file or the folder of a LaTeX paper, a Markdown or HTML file, or a PDF with text in it.
    level : float
        Confidence level of the verdicts, shared out over the tables.
    author : bool
        Word the review as a checklist before submission.

    Returns
    -------
    PaperAudit
        Frozen; prints as the words of the command line. `report` writes the review.

    See Also
    --------
    audit : What could be wrong with one claim on one table.

    Examples
    --------
    >>> import bakeoff, tempfile, pathlib
    >>> rows = [("A", 80, 90, 85), ("B", 70, 80, 75), ("C", 72, 84, 78), ("D", 76, 88, 84)]  # the last average is wrong
    >>> lines = "\n".join(f"| {name} | {x:.1f} | {y:.1f} | {mean:.1f} |" for name, x, y, mean in rows)
    >>> text = f"# Paper\n\nTable 1: Accuracy.\n\n| Method | iris | wine | Avg. |\n|---|---|---|---|\n{lines}\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "paper.md")
    ...     _ = path.write_text(text, encoding="utf-8")
    ...     review = bakeoff.audit_paper(path)
    >>> [finding.code for finding in review.findings][:1]
    ['BO710']
    """
    from bakeoff.inputs.papers.registry import read_paper
    from bakeoff.inputs.papers.table_reading import read_tables
    from bakeoff.pitfalls.papers.review import review_paper

    require(isinstance(level, Real) and 0.5 <= level < 1, "level", level, "a confidence level such as 0.95")
    require(isinstance(author, bool), "author", author, "True or False")
    require(isinstance(paper, str | Path), "paper", type(paper).__name__, "the path of a paper")
    read = read_paper(Path(paper))
    return with_views(PaperAudit, review_paper(read, read_tables(read), level=level, for_author=author))
