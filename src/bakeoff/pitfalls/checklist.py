"""The checklist of an audit: every pitfall is looked for in turn, and the findings are put in order."""

from collections.abc import Iterator, Sequence

from bakeoff.core.answers.audit import Audit, ClaimContext, Fragility
from bakeoff.core.comparison import Comparison, without_ledger_verdicts
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.inference.findings.pipeline import Finder, collect_findings
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
    as_entered, comparison = comparison, without_ledger_verdicts(comparison)
    fragility = measure_fragilities(comparison)
    finders = (*OF_COMPARISONS, *(OF_TABLES if isinstance(comparison.evidence, Scores) else ()))
    new = collect_findings(
        finders, comparison=comparison, evidence=comparison.evidence, context=context, fragility=fragility
    )
    return Audit(
        evidence=comparison.evidence,
        comparison=as_entered,
        context=context,
        findings=sort_findings((*comparison.findings, *new)),
        fragility=fragility,
        claims=len(comparison.pairs),
    )


def audit_leaderboard(evidence: Scores, context: ClaimContext, *, level: float) -> Audit:
    """Return what could be wrong with the best of many entries on one test set."""
    findings = [*evidence.findings, *collect_findings(OF_TABLES, evidence=evidence, context=context)]
    if context.test_records is not None:
        findings += find_best_of_equals(evidence, records=context.test_records, level=level)
    return Audit(
        evidence=evidence,
        comparison=None,
        context=context,
        findings=sort_findings(tuple(findings)),
        fragility=(),
        claims=0,
    )


def sort_findings(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return findings, the gravest first, those of one severity by their code, each once."""
    once = {(f.code, f.message): f for f in findings}
    return tuple(sorted(once.values(), key=lambda f: (SEVERITY_ORDER[f.severity], f.code)))


def find_supporting_parts(fragility: Sequence[Fragility]) -> Iterator[Finding]:
    """Yield what random and chosen parts of the table say of its first claim."""
    for each in fragility[:1]:
        yield from find_random_parts(each)
        yield from find_chosen_parts(each)


def find_paradox_of_pair(comparison: Comparison) -> Iterator[Finding]:
    """Yield where a better result lowers t, if one pair is compared over datasets."""
    if len(comparison.pairs) == 1 and comparison.design.datasets > 1:
        yield from find_t_paradox(comparison.pairs[0])


# Each takes what its parameters name: the comparison, its evidence, what is known of the claim, and its fragility.
OF_COMPARISONS: tuple[Finder, ...] = (
    # the datasets
    find_family_choice,
    find_supporting_parts,
    find_paradox_of_pair,
    find_related_datasets,
    find_related_profiles,
    find_third_parties,
    # the test
    find_multiplicity,
    find_folds_as_independent,
    find_unpaired_test,
    find_one_sided_test,
    find_normal_approximation,
    find_omnibus_gate,
    find_test_of_printed_p,
    # the search, and what it may be carried to
    find_unequal_effort,
    find_best_of_tried,
    find_flukes_among_groups,
    find_replication_size,
    find_population,
    find_reach,
)
# The printed numbers of a table or a leaderboard.
OF_TABLES: tuple[Finder, ...] = (
    find_round_digits,
    find_impossible_scores,
    find_copied_scores,
    find_wrong_totals,
)
