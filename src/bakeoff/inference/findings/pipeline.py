"""Who looks for findings in a comparison: the whole list, in the order in which findings are shown."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from bakeoff.core.comparison import Comparison
from bakeoff.core.design import EvidenceKind
from bakeoff.core.findings import Finding
from bakeoff.core.predictions import Evidence
from bakeoff.core.progress import tell_stage
from bakeoff.inference.bench.bench import Bench, ScoreBench, parameter_names
from bakeoff.inference.findings.ceiling import ceiling_findings, difficulty_findings
from bakeoff.inference.findings.comparison_findings import (
    find_constant_columns,
    find_constant_difference,
    find_disagreement,
    find_forced_on_datasets,
    find_forced_test,
    find_identical,
    find_open_interval,
    find_rank_disagreement,
    find_unproven_adjustment,
    find_verdicts_by_ranks,
    find_verdicts_by_strengths,
    omission_findings,
)
from bakeoff.inference.findings.fold_findings import fold_findings
from bakeoff.inference.findings.mean_findings import mean_findings
from bakeoff.inference.findings.missing_scores import missing_score_findings
from bakeoff.inference.findings.pair_findings import caution_findings
from bakeoff.inference.findings.rare_class import rare_class_findings
from bakeoff.inference.findings.skewed import skew_findings

Finder = Callable[..., Iterable[Finding]]  # each takes what its parameters name


def collect_findings(finders: Sequence[Finder], **known: object) -> tuple[Finding, ...]:
    """Return what each finder finds, in their order; each is given what its parameters name of what is known.

    >>> note = Finding(code="BO328", severity="note", message="A was left out")
    >>> [finding.message for finding in collect_findings([lambda a: [note][:a], lambda b: [note][:b]], a=1, b=0)]
    ['A was left out']
    """
    findings: list[Finding] = []
    for number, find in enumerate(finders):
        tell_stage("looking for what could be wrong", number, len(finders))
        findings += find(**{name: known[name] for name in parameter_names(find)})
    return tuple(findings)


def list_reading_findings(evidence: Evidence) -> tuple[Finding, ...]:
    """Return what was found where the evidence was read, or where its study was run."""
    return evidence.findings


def find_about_predictions(comparison: Comparison, bench: Bench) -> Iterator[Finding]:
    """Yield what `prediction_findings` lists, where there are predictions or counts of them."""
    if comparison.design.kind is EvidenceKind.SCORES and isinstance(bench, ScoreBench):
        return
    # tables of scores do not wait for it
    from bakeoff.inference.findings.prediction_findings import prediction_findings

    yield from prediction_findings(comparison, bench)


FINDERS: tuple[Finder, ...] = (
    list_reading_findings,
    omission_findings,
    find_identical,
    find_constant_difference,
    find_constant_columns,
    caution_findings,
    mean_findings,
    ceiling_findings,
    skew_findings,
    difficulty_findings,
    missing_score_findings,
    find_forced_test,
    find_forced_on_datasets,
    find_disagreement,
    find_open_interval,
    find_rank_disagreement,
    find_verdicts_by_ranks,
    find_verdicts_by_strengths,
    find_unproven_adjustment,
    fold_findings,
    rare_class_findings,
    find_about_predictions,
)
