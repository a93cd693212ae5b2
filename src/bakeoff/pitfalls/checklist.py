"""The checklist of an audit: every pitfall is looked for in turn, and the findings are put in order."""

from collections.abc import Iterator

from bakeoff.core.answers.audit import Audit, ClaimContext, Fragility
from bakeoff.core.comparison import Comparison, with_own_verdicts
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.pitfalls.best_of_many import find_best_of_equals
from bakeoff.pitfalls.community import find_flukes_among_groups, find_replication_size
from bakeoff.pitfalls.comparison_set import find_third_parties
from bakeoff.pitfalls.copied_scores import find_copied_scores
from bakeoff.pitfalls.dataset_choice import find_family_choice
from bakeoff.pitfalls.fragility import measure_fragilities
from bakeoff.pitfalls.impossible_scores import find_impossible_scores
from bakeoff.pitfalls.multiplicity import find_multiplicity
from bakeoff.pitfalls.population import find_population, find_reach
from bakeoff.pitfalls.printed_p import find_test_of_printed_p
from bakeoff.pitfalls.printed_totals import find_wrong_totals
from bakeoff.pitfalls.related_datasets import find_related_datasets, find_related_profiles
from bakeoff.pitfalls.round_digits import find_round_digits
from bakeoff.pitfalls.subsets import find_chosen_parts, find_random_parts
from bakeoff.pitfalls.t_paradox import find_t_paradox
from bakeoff.pitfalls.tuning_effort import find_best_of_tried, find_unequal_effort
from bakeoff.pitfalls.wrong_test import (
    find_folds_as_independent,
    find_normal_approximation,
    find_omnibus_gate,
    find_one_sided_test,
    find_unpaired_test,
)

SEVERITY_ORDER = {Severity.PROBLEM: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def audit_comparison(comparison: Comparison, context: ClaimContext) -> Audit:
    """Return everything that could be wrong with the claims of a finished comparison."""
    as_entered, comparison = comparison, with_own_verdicts(comparison)
    fragility = measure_fragilities(comparison)
    findings = (
        *comparison.findings,
        *_check_datasets(comparison, fragility),
        *find_third_parties(comparison),
        *_check_test(comparison, context),
        *_check_search(comparison, context),
        *_check_table(comparison, context),
    )
    return Audit(
        evidence=comparison.evidence,
        comparison=as_entered,
        told=context,
        findings=sort_findings(findings),
        fragility=fragility,
        claims=len(comparison.pairs),
    )


def audit_leaderboard(evidence: Scores, context: ClaimContext, *, level: float) -> Audit:
    """Return what could be wrong with the best of many entries on one test set."""
    findings = [*evidence.findings, *_check_printed_numbers(evidence, context)]
    if context.test_records is not None:
        findings += find_best_of_equals(evidence, records=context.test_records, level=level)
    return Audit(
        evidence=evidence,
        comparison=None,
        told=context,
        findings=sort_findings(tuple(findings)),
        fragility=(),
        claims=0,
    )


def sort_findings(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return findings, the gravest first, those of one severity by their code, each once."""
    once = {(f.code, f.message): f for f in findings}
    return tuple(sorted(once.values(), key=lambda f: (SEVERITY_ORDER[f.severity], f.code)))


def _check_datasets(comparison: Comparison, fragility: tuple[Fragility, ...]) -> Iterator[Finding]:
    yield from find_family_choice(comparison, fragility)
    for each in fragility[:1]:
        yield from find_random_parts(each)
        yield from find_chosen_parts(each)
    if len(comparison.pairs) == 1 and comparison.design.datasets > 1:
        yield from find_t_paradox(comparison.pairs[0])
    yield from find_related_datasets(comparison)
    yield from find_related_profiles(comparison)


def _check_test(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    yield from find_multiplicity(comparison, context)
    yield from find_folds_as_independent(comparison)
    yield from find_unpaired_test(comparison)
    yield from find_one_sided_test(comparison)
    yield from find_normal_approximation(comparison)
    yield from find_omnibus_gate(comparison)
    yield from find_test_of_printed_p(comparison, context)


def _check_search(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    yield from find_unequal_effort(comparison, context)
    yield from find_best_of_tried(comparison, context)
    yield from find_flukes_among_groups(comparison, context)
    yield from find_replication_size(comparison)
    yield from find_population(comparison, context)
    yield from find_reach(comparison)


def _check_table(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    if isinstance(comparison.evidence, Scores):
        yield from _check_printed_numbers(comparison.evidence, context)


def _check_printed_numbers(evidence: Scores, context: ClaimContext) -> Iterator[Finding]:
    yield from find_round_digits(evidence)
    yield from find_impossible_scores(evidence, context)
    yield from find_copied_scores(evidence)
    yield from find_wrong_totals(evidence)
