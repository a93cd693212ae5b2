"""The review of a paper: every check on what was read, the gravest first."""

from collections.abc import Sequence

from bakeoff.core.answers.paper import Paper, TableReading
from bakeoff.core.answers.paper_audit import Chapter, PaperAudit, PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.pitfalls.papers.bold import find_wrong_bold
from bakeoff.pitfalls.papers.carried import judge_tables
from bakeoff.pitfalls.papers.claims import find_claims
from bakeoff.pitfalls.papers.coverage import find_gaps
from bakeoff.pitfalls.papers.impossible import find_impossible_numbers
from bakeoff.pitfalls.papers.ranks import find_wrong_ranks
from bakeoff.pitfalls.papers.repeated import find_repeated_numbers
from bakeoff.pitfalls.papers.second import find_wrong_second
from bakeoff.pitfalls.papers.sums import find_wrong_sums
from bakeoff.pitfalls.papers.test_results import find_wrong_p_values
from bakeoff.pitfalls.papers.text_numbers import find_wrong_text_numbers

OF_TABLES = (find_wrong_sums, find_wrong_ranks, find_wrong_bold, find_wrong_second, find_impossible_numbers)
_ORDER = {Severity.PROBLEM: 0, Severity.WARNING: 1, Severity.NOTE: 2}
_CHAPTERS = {Chapter.SUMS: 0, Chapter.CARRIED: 1, Chapter.REPORTED: 2}


def review_paper(
    paper: Paper, readings: Sequence[TableReading], *, level: float, for_author: bool = False
) -> PaperAudit:
    """Return the audit of a paper; tables that were not read for certain are listed and not judged."""
    certain = [reading for reading in readings if not reading.doubts]
    verdicts, carried, comparisons = judge_tables(certain, level=level)
    sums = find_sums(paper, certain)
    findings = [*sums, *carried, *find_gaps(paper, certain)]
    return PaperAudit(
        paper=paper,
        readings=tuple(readings),
        findings=tuple(
            sorted(
                _once(findings),
                key=lambda r: (
                    _ORDER[r.severity],
                    _CHAPTERS[r.chapter],
                    r.table or 0,
                    r.code,
                    r.place.line or 0,
                ),
            )
        ),
        verdicts=verdicts,
        claims=tuple(find_claims(paper, certain, verdicts, sums, level=level)),
        level=level,
        comparisons=comparisons,
        for_author=for_author,
    )


def find_sums(paper: Paper, readings: Sequence[TableReading]) -> list[PaperFinding]:
    """Return everything that does not add up."""
    found = [finding for reading in readings for find in OF_TABLES for finding in find(reading)]
    return [
        *found,
        *find_wrong_p_values(paper),
        *find_repeated_numbers(readings),
        *find_wrong_text_numbers(paper, readings),
    ]


def _once(findings: list[PaperFinding]) -> list[PaperFinding]:
    return list({(r.code, str(r.place), r.message): r for r in findings}.values())
