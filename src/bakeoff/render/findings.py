"""Findings, as lines of a screen and as JSON."""

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from bakeoff.core.findings import Finding, Severity
from bakeoff.render.names import shown
from bakeoff.render.screen import Line, Span, wrapped

MARK = {Severity.NOTE: "dim", Severity.WARNING: "yellow", Severity.PROBLEM: "bold red"}


def finding_lines(findings: Iterable[Finding], columns: int) -> list[Line]:
    """Return findings as paragraphs, each after its code; a blank line follows if there are any."""
    lines = [
        each
        for finding in findings
        for each in wrapped(
            Span(f"  {finding.code}", MARK[finding.severity]), shown(finding.message), width=columns, indent=9
        )
    ]
    return [*lines, []] if lines else []


def finding_dicts(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Return findings as JSON."""
    return [
        {"code": f.code, "severity": str(f.severity), "message": f.message, "detail": _clean(dict(f.detail))}
        for f in findings
    ]


def number(value: float | None) -> float | None:
    """Return a number that JSON has, or null for one that does not exist."""
    return float(value) if value is not None and isfinite(value) else None


def _clean(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, Mapping):
        return {str(k): _clean(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(v) for v in value]
    return number(value) if isinstance(value, float) else value
