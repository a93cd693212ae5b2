"""The audit of a paper as a screen, as Markdown and as JSON."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bakeoff.core.answers.paper import TableReading
from bakeoff.core.answers.paper_audit import Chapter, Claim, PaperAudit, PaperFinding, Standing, TableVerdict
from bakeoff.core.findings import Severity
from bakeoff.core.version import __version__
from bakeoff.core.words import shorten, write_count, write_list, write_p_value
from bakeoff.render.findings import json_number
from bakeoff.render.lines import Line, Span, hint_lines, line, wrap_paragraph

SCHEMA = "bakeoff/paper-audit/1"
STYLES = {Severity.PROBLEM: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "dim"}
FOR_READERS = {
    Chapter.SUMS: "What does not add up",
    Chapter.CARRIED: "What the tables do not carry",
    Chapter.REPORTED: "What is not reported",
}
FOR_AUTHORS = {
    Chapter.SUMS: "Numbers to check before you submit",
    Chapter.CARRIED: "Claims to look at again",
    Chapter.REPORTED: "To add",
}
STANDINGS = (Standing.CONTRADICTED, Standing.NOT_CARRIED, Standing.CARRIED, Standing.NOT_CHECKABLE)
MARKS = ("BO715", "BO741")  # bold or underlined that is not what it says
MOST_CLAIMS = 12  # of one standing on a screen


def headline(audit: PaperAudit) -> str:
    """Return the answer in one sentence; it promises nothing of what could not be judged."""
    judged = [r for r in audit.readings if not r.doubts]
    grave = [r for r in audit.findings if r.severity is not Severity.NOTE]
    marks = sum(r.code in MARKS for r in grave)
    sums = sum(r.chapter is Chapter.SUMS for r in grave) - marks
    denied = sum(c.standing is Standing.CONTRADICTED for c in audit.claims)
    tables = f"{write_count(len(audit.readings), 'table')}, {len(judged)} of them read for certain"
    counts = (
        (sums, "number", "does not add up", "do not add up"),
        (marks, "mark", "of the best does not fit its numbers", "of the best do not fit their numbers"),
        (denied, "claim", "is contradicted", "are contradicted"),
        (len(grave) - sums - marks, "claim", "is not carried", "are not carried"),
    )
    parts = [f"{write_count(n, noun)} {one if n == 1 else more}" for n, noun, one, more in counts if n]
    if not parts:
        return f"Nothing was found in what could be checked: {tables}."
    return f"{write_list(parts)} ({tables})."


def titles(audit: PaperAudit) -> dict[Chapter, str]:
    """Return the titles of the chapters, for readers or for authors."""
    return FOR_AUTHORS if audit.for_author else FOR_READERS


def reading_words(reading: TableReading) -> str:
    """Return what was found in a table, in one line."""
    if reading.doubts:
        return f"not judged: {write_list(list(reading.doubts))}"
    side = {True: "methods in rows", False: "methods in columns", None: "methods not told apart"}[
        reading.methods_in_rows
    ]
    up = {True: "higher is better", False: "lower is better", None: ""}[reading.higher_is_better]
    bold = {True: "best in bold", False: "bold means something else", None: ""}[reading.bold_is_best]
    facts = [
        f"{len(reading.rows)} × {len(reading.columns)}",
        side,
        up,
        bold,
        f"own: {write_list(list(reading.own), most=3)}" if reading.own else "",
        f"± is {reading.spread}" if reading.spread != "none printed" else "",
        f"{reading.runs} runs" if reading.runs else "",
        f"{reading.test_size:,} test examples" if reading.test_size else "",
        *(f"{mark} {shorten(said, most=40)}" for mark, said in reading.marks.items()),
    ]
    return "; ".join(fact for fact in facts if fact)


def verdict_words(verdict: TableVerdict) -> str:
    """Return what a table lets be said of the own method."""
    if verdict.why_not:
        return f"not judged: {verdict.why_not}"
    parts = [
        f"{word} {write_list(list(names), most=4)}"
        for word, names in (
            ("better than", verdict.better),
            ("worse than", verdict.worse),
            ("undecided against", verdict.undecided),
        )
        if names
    ]
    if verdict.lines:
        return f"{verdict.method}: {_line_words(verdict)}"
    smallest = f", smallest p {write_p_value(verdict.smallest_p)}" if verdict.smallest_p is not None else ""
    how = f"{verdict.test}, {verdict.datasets} lines taken as datasets{smallest}"
    return f"{verdict.method}: {'; '.join(parts)} ({how})"


def _line_words(verdict: TableVerdict) -> str:
    """Return what means and spreads of so many runs say, line by line."""
    better = [f"{x.rival} under {x.line}" for x in verdict.lines if x.is_better]
    worse = [f"{x.rival} under {x.line}" for x in verdict.lines if x.is_worse]
    open_ = len(verdict.lines) - len(better) - len(worse)
    parts = [
        f"better than {write_list(better, most=4)}" if better else "",
        f"worse than {write_list(worse, most=4)}" if worse else "",
        f"{write_count(open_, 'comparison')} of {len(verdict.lines)} undecided" if open_ else "",
    ]
    how = (
        f"{verdict.test} on means and spreads of {verdict.runs} runs, each line by itself, on these data only"
    )
    return f"{'; '.join(part for part in parts if part)} ({how})"


def paper_audit_lines(audit: PaperAudit, *, columns: int = 100) -> list[Line]:
    """Return the review as a screen: the gravest first, then verdicts, words, and what was found."""
    lines: list[Line] = [[], *wrap_paragraph(Span("  "), headline(audit), width=columns, indent=2), []]
    for chapter, title in titles(audit).items():
        findings = [r for r in audit.findings if r.chapter is chapter]
        if findings:
            lines += [
                line(Span(f"  {title}", "bold")),
                *(x for r in findings for x in _finding_lines(r, audit, columns)),
                [],
            ]
    lines += _verdict_lines(audit, columns)
    lines += _claim_lines(audit, columns)
    lines += _table_lines(audit, columns)
    lines += [
        *hint_lines(
            [
                f"--report FILE.html{', FILE.pdf' if audit.paper.format == 'PDF' else ''} or FILE.md the review",
                "--json data",
                "--author as a checklist",
            ],
            columns,
        ),
        [],
    ]
    return lines


def _finding_lines(finding: PaperFinding, audit: PaperAudit, columns: int) -> Iterator[Line]:
    mark = "[ ]" if audit.for_author else finding.code
    where = f"{finding.place}" + (f", table {finding.table}" if finding.table else "")
    yield from wrap_paragraph(
        Span(f"  {mark}", STYLES[finding.severity]), f"{finding.message} [{where}]", width=columns, indent=10
    )
    yield from wrap_paragraph(Span(""), finding.calculation, width=columns, indent=10)
    yield from wrap_paragraph(Span(""), f"To mend it: {finding.mend}", width=columns, indent=10)


def _verdict_lines(audit: PaperAudit, columns: int) -> list[Line]:
    if not audit.verdicts:
        return []
    rows = [
        x
        for v in audit.verdicts
        for x in wrap_paragraph(Span(f"  {v.table:>4}"), verdict_words(v), width=columns, indent=10)
    ]
    return [line(Span("  What each table lets be said of the own method", "bold")), *rows, []]


def _claim_lines(audit: PaperAudit, columns: int) -> list[Line]:
    lines: list[Line] = []
    for standing in STANDINGS:
        claims = [c for c in audit.claims if c.standing is standing]
        shown = claims[: MOST_CLAIMS if standing is not Standing.NOT_CHECKABLE else 3]
        for claim in shown:
            text = f"{claim.sentence.place}: “{shorten(claim.sentence.text, most=140)}”: {claim.why}."
            lines += wrap_paragraph(Span(f"  {standing}"), text, width=columns, indent=18)
        if len(claims) > len(shown):
            lines += wrap_paragraph(
                Span(f"  {standing}"), f"{len(claims) - len(shown)} more", width=columns, indent=18
            )
    return [line(Span("  Words", "bold")), *lines, []] if lines else []


def _table_lines(audit: PaperAudit, columns: int) -> list[Line]:
    lines: list[Line] = [line(Span("  What was found", "bold"))]
    for reading in audit.readings:
        table = reading.table
        text = f"{table.place} {shorten(table.caption, most=60) or 'no caption'}: {reading_words(reading)}"
        lines += wrap_paragraph(Span(f"  {table.number:>4}"), text, width=columns, indent=10)
    for why in audit.paper.unread:
        lines += wrap_paragraph(Span("   ???"), why, width=columns, indent=10)
    return [*lines, []]


def paper_audit_dict(audit: PaperAudit) -> dict[str, Any]:
    """Return the audit as plain dicts, lists, strings and numbers."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "paper": {
            "source": audit.paper.source,
            "format": audit.paper.format,
            "title": audit.paper.title,
            "names": list(audit.paper.names),
            "sentences": len(audit.paper.sentences),
            "unread": list(audit.paper.unread),
        },
        "level": audit.level,
        "comparisons": audit.comparisons,
        "summary": headline(audit),
        "tables": [_table_dict(r) for r in audit.readings],
        "findings": [_finding_dict(r) for r in audit.findings],
        "verdicts": [_verdict_dict(v) for v in audit.verdicts],
        "claims": [_claim_dict(c) for c in audit.claims],
    }


def _table_dict(reading: TableReading) -> dict[str, Any]:
    table = reading.table
    return {
        "number": table.number,
        "place": str(table.place),
        "caption": table.caption,
        "label": table.label,
        "confidence": table.confidence,
        "judged": not reading.doubts,
        "doubts": list(reading.doubts),
        "rows": [h.name for h in reading.rows],
        "columns": [h.name for h in reading.columns],
        "roles": {
            "rows": [str(h.role) for h in reading.rows],
            "columns": [str(h.role) for h in reading.columns],
        },
        "methods_in": {True: "rows", False: "columns", None: None}[reading.methods_in_rows],
        "own": list(reading.own),
        "measure": reading.measure,
        "higher_is_better": reading.higher_is_better,
        "spread": str(reading.spread),
        "runs": reading.runs,
        "test_size": reading.test_size,
        "bold_is_best": reading.bold_is_best,
        "marks": dict(reading.marks),
        "cells": [
            {
                "row": r,
                "column": c,
                "value": json_number(n.value),
                "spread": n.spread,
                "bold": reading.cell(r, c).bold,
                "underlined": reading.cell(r, c).underlined,
            }
            for (r, c), n in reading.numbers.items()
        ],
    }


def _finding_dict(finding: PaperFinding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "chapter": str(finding.chapter),
        "severity": str(finding.severity),
        "place": str(finding.place),
        "table": finding.table,
        "message": finding.message,
        "calculation": finding.calculation,
        "mend": finding.mend,
    }


def _verdict_dict(verdict: TableVerdict) -> dict[str, Any]:
    return {
        "table": verdict.table,
        "method": verdict.method,
        "rivals": verdict.rivals,
        "datasets": verdict.datasets,
        "better": list(verdict.better),
        "undecided": list(verdict.undecided),
        "worse": list(verdict.worse),
        "test": verdict.test,
        "smallest_p": verdict.smallest_p,
        "why_not": verdict.why_not,
        "runs": verdict.runs,
        "lines": [
            {
                "line": x.line,
                "method": x.method,
                "rival": x.rival,
                "lead": json_number(x.lead),
                "p_adjusted": x.p_adjusted,
                "better": x.is_better,
                "worse": x.is_worse,
            }
            for x in verdict.lines
        ],
    }


def _claim_dict(claim: Claim) -> dict[str, Any]:
    return {
        "sentence": claim.sentence.text,
        "place": str(claim.sentence.place),
        "part": str(claim.sentence.part),
        "word": claim.word,
        "standing": str(claim.standing),
        "why": claim.why,
        "table": claim.table,
    }


def paper_audit_markdown(audit: PaperAudit) -> str:
    """Return the review as Markdown; for authors with a box before each point."""
    box = "[ ] " if audit.for_author else ""
    name = audit.paper.title or Path(audit.paper.source).name
    parts = [
        f"# {'Checklist' if audit.for_author else 'Review'}: {_escape(name)}",
        headline(audit),
    ]
    for chapter, title in titles(audit).items():
        findings = [r for r in audit.findings if r.chapter is chapter]
        if findings:
            parts += [f"## {title}", "\n".join(_finding_item(r, box) for r in findings)]
    if audit.verdicts:
        rows = "\n".join(f"| {v.table} | {_escape(verdict_words(v))} |" for v in audit.verdicts)
        parts += [
            "## What each table lets be said of the own method",
            f"| table | verdict |\n|---|---|\n{rows}",
        ]
    if audit.claims:
        order = {standing: k for k, standing in enumerate(STANDINGS)}
        rows = "\n".join(
            f"| {c.standing} | {_escape(str(c.sentence.place))} | "
            f"{_escape(shorten(c.sentence.text, most=200))} | {_escape(c.why)} |"
            for c in sorted(audit.claims, key=lambda c: order[c.standing])
        )
        parts += ["## Words", f"| standing | place | sentence | why |\n|---|---|---|---|\n{rows}"]
    rows = "\n".join(
        f"| {r.table.number} | {_escape(str(r.table.place))} | {_escape(shorten(r.table.caption, most=80))} "
        f"| {_escape(reading_words(r))} |"
        for r in audit.readings
    )
    parts += ["## What was found", f"| table | place | caption | reading |\n|---|---|---|---|\n{rows}"]
    return "\n\n".join(parts) + "\n"


def _finding_item(finding: PaperFinding, box: str) -> str:
    return (
        f"- {box}**{_escape(finding.message)}** ({_escape(str(finding.place))}, {finding.code})\n"
        f"  {_escape(finding.calculation)}\n  *{_escape(finding.mend)}*"
    )


def _escape(text: str) -> str:
    for sign in "\\|*_<>#`[]":
        text = text.replace(sign, "\\" + sign)
    return " ".join(text.split())


def one_line_review(audit: PaperAudit) -> str:
    """Return what was audited and how much was found, as a Python shell shows it."""
    tally = Counter(str(r.severity) for r in audit.findings)
    counts = write_list([write_count(tally[s], s) for s in reversed(Severity) if tally[s]])
    return f"{audit.paper.source}: {write_count(len(audit.readings), 'table')}, {counts or 'no findings'}"
