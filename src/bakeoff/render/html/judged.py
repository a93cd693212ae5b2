"""Two models by a judge corrected by labels: a page that stands alone, and the content of the local page."""

from collections.abc import Mapping
from typing import Any

from bakeoff.core.answers.judged import JudgedDifference
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count
from bakeoff.render.answers.judged import judged_rows, judged_sentences, judged_summary
from bakeoff.render.html.board import list_findings
from bakeoff.render.html.facts import Fact
from bakeoff.render.html.report import page_template, report_asset
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text


def judged_report(
    found: JudgedDifference, *, command: str, libraries: Mapping[str, str] | None = None
) -> str:
    """Return the comparison as one HTML page that needs no other file."""
    from markupsafe import Markup

    context = _judged_content(found, command, libraries or {})
    style = Markup(report_asset("report.css"))
    return page_template("board.html").render(
        {**context, "body": "judged_body.html", "part": "judge and labels", "style": style}
    )


def judged_body(found: JudgedDifference, *, command: str) -> str:
    """Return the content of the page alone."""
    return page_template("judged_body.html").render(_judged_content(found, command, {}))


def _judged_content(found: JudgedDifference, command: str, libraries: Mapping[str, str]) -> dict[str, Any]:
    return {
        "headline": judged_summary(found),
        "verdict": str(found.verdict),
        "findings": list_findings(found.findings),
        "caption": f"advantage of {printable_name(found.b)} over {printable_name(found.a)}; "
        "what the judge tends to, as people's scores show it",
        "level": level_text(found.level),
        "rows": judged_rows(found),
        "sentences": judged_sentences(found),
        "computed": [
            Fact("source", printable_name(found.source)),
            Fact("items", f"{found.items:,}"),
            Fact("labels", f"{found.labels:,}"),
            *(
                []
                if found.groups is None
                else [Fact("groups with labels", write_count(found.groups, "group"))]
            ),
            Fact("correction", found.method),
            Fact("level", level_text(found.level)),
            Fact("repeat it", printable_name(command)),
            Fact("bakeoff", __version__),
            *(Fact(name, version) for name, version in libraries.items()),
        ],
    }
