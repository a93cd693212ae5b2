"""Findings, as lines of a screen and as JSON."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from bakeoff.core.findings import Finding, Severity
from bakeoff.render.lines import Line, Span, wrap_paragraph
from bakeoff.render.names import printable_name

MARK = {Severity.NOTE: "dim", Severity.WARNING: "yellow", Severity.PROBLEM: "bold red"}


def finding_lines(findings: Iterable[Finding], columns: int) -> list[Line]:
    """Return findings as paragraphs, each after its code; a blank line follows if there are any."""
    lines = [
        each
        for finding in findings
        for each in wrap_paragraph(
            Span(f"  {finding.code}", MARK[finding.severity]),
            printable_name(finding.message),
            width=columns,
            indent=9,
        )
    ]
    return [*lines, []] if lines else []


def finding_dicts(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return findings as JSON."""
    return [
        {
            "code": f.code,
            "severity": str(f.severity),
            "message": f.message,
            "detail": _json_value(dict(f.detail)),
        }
        for f in findings
    ]


def json_number(value: float | None) -> float | None:
    """Return a number that JSON has, or null for one that does not exist."""
    return float(value) if value is not None and isfinite(value) else None


def _json_value(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, Mapping):
        return {str(k): _json_value(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(v) for v in value]
    return json_number(value) if isinstance(value, float) else value
