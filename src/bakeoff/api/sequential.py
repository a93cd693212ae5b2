"""A comparison that may be looked at at any time: which test it is judged by, and what it refuses."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bakeoff.api.directions import require_direction
from bakeoff.api.findings import FINDERS, ITEM_FINDERS
from bakeoff.core.answers.sequential import Stream
from bakeoff.core.comparison import Average, Comparison, Missing, Settings
from bakeoff.core.errors import DesignError, InputError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.inference.claims.sequential import take_streams, with_evidence
from bakeoff.inference.compare import infer, with_findings
from bakeoff.inference.findings.pipeline import collect_findings
from bakeoff.inference.findings.sequential_findings import SEQUENTIAL_FINDERS
from bakeoff.inference.items.common_items import keep_arrived, tasks_without_items
from bakeoff.procedures.sequential_registry import SEQUENTIAL
from bakeoff.project.question_ledger import record_question

Seen = Mapping[tuple[str, str], Sequence[Stream]]
PLANNED = (
    'plan the looks and let the project\'s ledger spend its level over them (spending = "alpha-spending")'
)


def compare_in_sequence(
    evidence: Evidence, settings: Settings, *, recorded: bool | None, seen: Seen | None = None
) -> Comparison:
    """Judge evidence so that it holds however often one looks, with what the project's ledger has of the question.

    `seen` has what earlier looks at the same growing evidence counted.
    """
    settings, waiting = _with_sequential_test(evidence, settings), 0
    if isinstance(evidence, ItemEvidence):
        if settings.average is Average.MACRO:
            _require_every_task(evidence)
        evidence, waiting = keep_arrived(evidence)
    try:
        inferred = infer(evidence, settings)
    except DesignError as error:
        raise _not_sequential_error(error) if error.code == "BO061" else error from None
    require_direction(inferred.comparison)
    finders = ITEM_FINDERS if isinstance(evidence, ItemEvidence) else FINDERS
    comparison = with_findings(inferred, finders)
    streams = take_streams(comparison, inferred.bench)
    # A task that came since makes other blocks: another question, of which nothing was seen yet.
    alike = {key: [p for p in (seen or {}).get(key, ()) if p.is_like(own)] for key, own in streams.items()}
    comparison = (
        with_evidence(comparison, streams, alike)
        if recorded is None
        else record_question(comparison, streams, write=recorded, seen=alike)
    )
    if comparison.sequential is not None and waiting:
        comparison = replace(comparison, sequential=replace(comparison.sequential, waiting=waiting))
    found = collect_findings(SEQUENTIAL_FINDERS, comparison=comparison)
    return replace(comparison, findings=(*comparison.findings, *found))


def _require_every_task(evidence: ItemEvidence) -> None:
    """Refuse a mean over tasks of which one has nothing to compare: without it the question would be another one."""
    missing = tasks_without_items(evidence)
    if missing and len(missing) < len(evidence.tasks):
        raise InputError(
            f"no item of {missing[0]!r} has been tried by every model yet, and every task counts alike",
            where=evidence.source,
            fix="look again when each task has some; or leave the task out (--without), or let every item count alike "
            "(--average pooled)",
            code="BO662",
        )


def _with_sequential_test(evidence: Evidence, settings: Settings) -> Settings:
    """Return settings with the test that holds at every look; refuse what contradicts it."""
    if settings.test is not None and settings.test not in SEQUENTIAL:
        raise UsageError(
            f"{settings.test} holds for one look at a size fixed beforehand",
            where=f"--sequential --test {settings.test}",
            fix=f"leave --test out, or leave --sequential out and {PLANNED}",
            code="BO641",
        )
    if settings.only_if is not None:
        raise UsageError(
            f"{settings.only_if} holds for one look, and so does what comes after it",
            where=f"--sequential --only-if {settings.only_if}",
            fix="leave --only-if out: pairs are adjusted by Holm's method",
            code="BO641",
        )
    if isinstance(evidence, ItemEvidence):
        if settings.missing is Missing.BOUNDS:
            raise UsageError(
                "bounds over missing answers are for logs that are complete",
                where="--sequential --missing bounds",
                fix="leave --missing out (an answer that failed counts as wrong), or use drop-item",
                code="BO641",
            )
        if settings.missing is Missing.PAIRWISE:
            settings = replace(settings, missing=Missing.WRONG)
    over_datasets = isinstance(evidence, Scores) or (
        isinstance(evidence, Predictions) and len(evidence.datasets) > 1
    )
    return replace(settings, test=settings.test or ("sign-betting" if over_datasets else "betting"))


def _not_sequential_error(error: DesignError) -> DesignError:
    reason = error.what.partition(": ")[2] or error.what
    return DesignError(
        f"no test that may be looked at at any time judges this evidence: {reason}",
        where="--sequential",
        fix="give what arrives one after the other: answers to items, right and wrong predictions of one test set "
        f"(--metric accuracy), or scores of several datasets; or {PLANNED}",
        code="BO642",
    )
