"""An audit as a screen and as the JSON of the contract."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bakeoff.core.answers.audit import Audit, DatasetChoice, Fragility, LeaveOneOut, SubsetShare
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Verdict
from bakeoff.core.version import __version__
from bakeoff.core.words import quote_text, write_count, write_list, write_p_value
from bakeoff.render.findings import finding_dicts, finding_lines, json_number
from bakeoff.render.fragility import MOST_NAMES, name_of_test, reach_words, spared_text
from bakeoff.render.lines import Line, Span, hint_lines, line, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import p_text
from bakeoff.render.sentences import headline

SCHEMA = "bakeoff/audit/1"
HEADS = {
    Severity.PROBLEM: "The claim should not be made from this evidence:",
    Severity.WARNING: "The evidence may not support this claim:",
    Severity.NOTE: "Worth knowing:",
}
MOST_ROWS = 12  # of the table without each dataset


def audit_dict(audit: Audit) -> dict[str, Any]:
    """Return an audit as plain dicts, lists, strings and numbers."""
    comparison = audit.comparison
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": {
            "source": audit.evidence.source,
            "classifiers": list(audit.evidence.classifiers),
            "datasets": len(audit.evidence.datasets),
            "digest": audit.evidence.digest,
        },
        "design": None if comparison is None else str(comparison.design.name),
        "told": {
            "tests": audit.context.tests,
            "tests_from": audit.context.tests_from if audit.context.tests else None,
            "groups": audit.context.groups,
            "tried": dict(audit.context.tried),
            "tried_inside": audit.context.tried_inside,
            "test_records": audit.context.test_records,
            "claim": audit.context.claim,
        },
        "claims": audit.claims,
        "findings": finding_dicts(audit.findings),
        "fragility": [_fragility_dict(f) for f in audit.fragility],
        "summary": audit_summary(audit),
    }


def one_line_audit(audit: Audit) -> str:
    """Return what was audited and how much was found, as a Python shell shows it."""
    tally = Counter(str(finding.severity) for finding in audit.findings)
    tallies = write_list(
        [write_count(tally[severity], severity) for severity in reversed(Severity) if tally[severity]]
    )
    lasting = [
        f"{quote_text(each.b)} against {quote_text(each.a)} is {each.verdict}"
        + (
            f", and {each.becomes} without {write_count(each.flips_with, 'dataset')}"
            if each.flips_with
            else ""
        )
        for each in audit.fragility[:3]
    ]
    names = write_list([quote_text(name) for name in audit.evidence.classifiers], most=4)
    return "; ".join([f"{names}: {tallies or 'no findings'}", *lasting])


def _fragility_dict(fragility: Fragility) -> dict[str, Any]:
    return {
        "a": fragility.a,
        "b": fragility.b,
        "verdict": str(fragility.verdict),
        "flips_with": fragility.flips_with,
        "removing": list(fragility.removing),
        "share_of_subsets": {str(share.size): _share_dict(share) for share in fragility.shares},
        "becomes": None if fragility.becomes is None else str(fragility.becomes),
        "exact": fragility.exact,
        "searched": {
            "by": fragility.searched.by,
            "every_up_to": fragility.searched.every_up_to,
            "judged": fragility.searched.judged,
        },
        "test": fragility.test,
        "adjust": fragility.adjustment,
        "level": fragility.level,
        "datasets": fragility.datasets,
        "p_value": [json_number(fragility.p_value), json_number(fragility.p_value_after)],
        "as_often_without_a_difference": json_number(fragility.as_often_without_a_difference),
        "leave_one_out": [_removal_dict(row) for row in fragility.leave_one_out],
        "hand_picked": {
            str(p.size): {"best": _choice_dict(p.best), "worst": _choice_dict(p.worst), "exact": p.exact}
            for p in fragility.picked
        },
    }


def _share_dict(share: SubsetShare) -> dict[str, Any]:
    return {name: value for name, value in asdict(share).items() if name != "size"}


def _removal_dict(row: LeaveOneOut) -> dict[str, Any]:
    return {
        "dataset": row.dataset,
        "statistic": json_number(row.statistic),
        "p_value": json_number(row.p_value),
        "verdict": None if row.verdict is None else str(row.verdict),
    }


def _choice_dict(choice: DatasetChoice) -> dict[str, Any]:
    return {
        "left_out": list(choice.left_out),
        "statistic": json_number(choice.statistic),
        "p_value": json_number(choice.p_value),
        "verdict": str(choice.verdict),
    }


def audit_summary(audit: Audit) -> str:
    """Return the audit in one sentence or two: the claim, and how many findings of each kind there are."""
    count = Counter(f.severity for f in audit.findings)
    tallies = [write_count(count[s], str(s)) for s in HEADS if count[s]]
    claim = f"{headline(audit.comparison)} " if audit.comparison is not None else ""
    return f"{claim}The audit has {write_list(tallies) if tallies else 'nothing to say'}."


def audit_lines(audit: Audit, *, columns: int = 100) -> list[Line]:
    """Return what a person sees of an audit."""
    return [
        [],
        *wrap_paragraph(Span("  "), audit_summary(audit), width=columns, indent=2),
        [],
        *_findings_lines(audit.findings, columns),
        *_fragility_lines(audit, columns),
        *hint_lines(
            ["bakeoff codes CODE what a code means and what to do", "--json data", "--report a page"], columns
        ),
        [],
    ]


def _findings_lines(findings: Sequence[Finding], columns: int) -> list[Line]:
    lines: list[Line] = []
    for severity, head in HEADS.items():
        of_kind = [f for f in findings if f.severity is severity]
        if of_kind:
            lines += [line(Span(f"  {head}", "bold")), *finding_lines(of_kind, columns)]
    return lines


def _fragility_lines(audit: Audit, columns: int) -> list[Line]:
    if not audit.fragility:
        return []
    of = (
        ""
        if len(audit.fragility) == audit.claims
        else f" (the main {len(audit.fragility)} of {audit.claims:,} pairs)"
    )
    lines: list[Line] = [
        line(Span(f"  How many datasets must be removed to change the verdict{of}:", "bold"))
    ]
    if audit.comparison is not None and any(pair.alone for pair in audit.comparison.pairs):
        lines.append(line("  Of this look by itself, at its own level:"))
    for each in audit.fragility:
        lines += wrap_paragraph(Span("  "), _fragility_sentence(each), width=columns, indent=2)
    lines += wrap_paragraph(Span("  "), reach_words(audit.fragility), width=columns, indent=2)
    lines.append([])
    if len(audit.fragility) == 1:
        lines += [*_removal_table(audit.fragility[0]), []]
    return lines


def _fragility_sentence(f: Fragility) -> str:
    pair = f"{printable_name(f.b)} against {printable_name(f.a)}, {f.verdict} by {name_of_test(f)}"
    if f.flips_with is None:
        return f"{pair}: {spared_text(f)} changes it."
    names = write_list([printable_name(n) for n in f.removing], most=MOST_NAMES)
    rate = f.as_often_without_a_difference
    holds = "take as many" if f.verdict is not Verdict.UNDECIDED else "are turned by as few"
    chance = "" if rate is None else f"; with no true difference {rate * 100:.0f} % of such verdicts {holds}"
    moved = (
        ""
        if f.p_value is None or f.p_value_after is None
        else f", {p_text(f.p_value)} → {write_p_value(f.p_value_after)}"
    )
    return f"{pair}: {f.becomes} without {spared_text(f)} ({names}{moved}){chance}."


def _removal_table(fragility: Fragility) -> list[Line]:
    """Return what is said without each dataset: all that change the verdict, and those that move p most."""
    rows = [r for r in fragility.leave_one_out if r.p_value is not None]
    if not rows:
        return []
    rows.sort(
        key=lambda r: (r.verdict is fragility.verdict, -abs((r.p_value or 0) - (fragility.p_value or 0)))
    )
    first_rows = rows[:MOST_ROWS]
    label = min(30, max(width(printable_name(r.dataset)) for r in first_rows))
    lines = [
        line(Span(f"  Without one dataset, by {name_of_test(fragility)}:", "bold")),
        line(Span(f"  {'':<{label}} {'statistic':>9}", "dim")),
    ]
    for row in first_rows:
        changed = row.verdict is not fragility.verdict
        mark = Span(f"{row.verdict}{' (changed)' if changed else ''}", "yellow" if changed else "dim")
        value = f"{row.statistic:9.2f}".replace("-", "−") if row.statistic is not None else " " * 9
        lines.append(
            line(f"  {fit_name(row.dataset, label)} {value}  {p_text(row.p_value or 0.0):<10} ", mark)
        )
    hidden = len(rows) - len(first_rows)
    return [*lines, line(Span(f"  … {hidden:,} more", "dim"))] if hidden > 0 else lines
