"""The review of a paper as one page that stands alone."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.core.answers.paper_audit import PaperAudit
from bakeoff.core.findings import Severity
from bakeoff.core.version import __version__
from bakeoff.render.answers.paper_audit import STANDINGS, headline, reading_words, titles, verdict_words

if TYPE_CHECKING:
    from jinja2 import Template


def paper_audit_html(audit: PaperAudit) -> str:
    """Return the review as HTML."""
    chapters = [
        (title, [r for r in audit.findings if r.chapter is chapter])
        for chapter, title in titles(audit).items()
    ]
    order = {standing: k for k, standing in enumerate(STANDINGS)}
    return _paper_audit_template().render(
        title=audit.paper.title or Path(audit.paper.source).name,
        audit=audit,
        headline=headline(audit),
        is_clean=all(r.severity is Severity.NOTE for r in audit.findings),
        chapters=[(title, findings) for title, findings in chapters if findings],
        verdicts=[(v.table, verdict_words(v)) for v in audit.verdicts],
        claims=sorted(audit.claims, key=lambda c: order[c.standing]),
        tables=[(r, reading_words(r)) for r in audit.readings],
        version=__version__,
    )


@cache
def _paper_audit_template() -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bakeoff.render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("paper_audit.html")
