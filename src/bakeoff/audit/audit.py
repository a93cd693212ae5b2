"""The audit: every pitfall is asked in turn, and what it finds is put in order."""

from collections.abc import Iterator

from bakeoff.audit.community import community, replication
from bakeoff.audit.comparison_set import third_parties
from bakeoff.audit.copies import copied_cells
from bakeoff.audit.digits import round_digits
from bakeoff.audit.family_choice import family_choice
from bakeoff.audit.fragility import fragilities
from bakeoff.audit.granularity import impossible_scores
from bakeoff.audit.leaderboard import leaderboard
from bakeoff.audit.multiplicity import one_among_many
from bakeoff.audit.paradox import better_that_lowers_t
from bakeoff.audit.printed_p import printed_p
from bakeoff.audit.reach import reach
from bakeoff.audit.related_datasets import profiles_together, related_datasets
from bakeoff.audit.sampling import population
from bakeoff.audit.subsets import chosen_parts, random_parts
from bakeoff.audit.totals import wrong_totals
from bakeoff.audit.tuning import best_of_tried, effort
from bakeoff.audit.wrong_test import few_pairs, folds_as_independent, gate, sides, unpaired
from bakeoff.core.audits import Audit, Fragility, Told
from bakeoff.core.comparison import Comparison, by_itself
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity

ORDER = {Severity.PROBLEM: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def audit_comparison(comparison: Comparison, told: Told) -> Audit:
    """Return everything that could be wrong with the claims of a finished comparison."""
    entered, comparison = comparison, by_itself(comparison)
    fragility = fragilities(comparison)
    found = (
        *comparison.findings,
        *_about_datasets(comparison, fragility),
        *third_parties(comparison),
        *_about_the_test(comparison, told),
        *_about_the_search(comparison, told),
        *_about_the_table(comparison, told),
    )
    return Audit(
        evidence=comparison.evidence,
        comparison=entered,
        told=told,
        findings=ordered(found),
        fragility=fragility,
        claims=len(comparison.pairs),
    )


def audit_leaderboard(evidence: Scores, told: Told, *, level: float) -> Audit:
    """Return what could be wrong with the best of many entries on one test set."""
    found = [*evidence.findings, *_suspicious(evidence, told)]
    if told.test_records is not None:
        found += leaderboard(evidence, records=told.test_records, level=level)
    return Audit(
        evidence=evidence,
        comparison=None,
        told=told,
        findings=ordered(tuple(found)),
        fragility=(),
        claims=0,
    )


def ordered(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return findings, the gravest first, those of one severity by their code, each once."""
    once = {(f.code, f.message): f for f in findings}
    return tuple(sorted(once.values(), key=lambda f: (ORDER[f.severity], f.code)))


def _about_datasets(comparison: Comparison, fragility: tuple[Fragility, ...]) -> Iterator[Finding]:
    yield from family_choice(comparison, fragility)
    for each in fragility[:1]:
        yield from random_parts(each)
        yield from chosen_parts(each)
    if len(comparison.pairs) == 1 and comparison.design.datasets > 1:
        yield from better_that_lowers_t(comparison.pairs[0])
    yield from related_datasets(comparison)
    yield from profiles_together(comparison)


def _about_the_test(comparison: Comparison, told: Told) -> Iterator[Finding]:
    yield from one_among_many(comparison, told)
    yield from folds_as_independent(comparison)
    yield from unpaired(comparison)
    yield from sides(comparison)
    yield from few_pairs(comparison)
    yield from gate(comparison)
    yield from printed_p(comparison, told)


def _about_the_search(comparison: Comparison, told: Told) -> Iterator[Finding]:
    yield from effort(comparison, told)
    yield from best_of_tried(comparison, told)
    yield from community(comparison, told)
    yield from replication(comparison)
    yield from population(comparison, told)
    yield from reach(comparison)


def _about_the_table(comparison: Comparison, told: Told) -> Iterator[Finding]:
    if isinstance(comparison.evidence, Scores):
        yield from _suspicious(comparison.evidence, told)


def _suspicious(evidence: Scores, told: Told) -> Iterator[Finding]:
    yield from round_digits(evidence)
    yield from impossible_scores(evidence, told)
    yield from copied_cells(evidence)
    yield from wrong_totals(evidence)
