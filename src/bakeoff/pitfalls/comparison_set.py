"""BO103: verdicts on a and b that depend on which other classifiers are in the table.

A mean rank is a rank among all; an adjusted p-value allows for all pairs. So a verdict on two classifiers can change
when a third one enters or leaves, although nothing about the two has changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bakeoff.core.comparison import Comparison, Settings
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import TestResult, Verdict, significance
from bakeoff.core.words import write_count, write_list
from bakeoff.inference.reanalysis.rejudge import PairNames, rejudge_pairs
from bakeoff.inference.reanalysis.removal_search import affordable_judgements
from bakeoff.pitfalls.wording import join_clauses

RANK_TEST = "nemenyi"
MOST_NAMES = 4  # of those without whom a verdict changes
Change = tuple[PairNames, str, Verdict, Verdict]  # the pair, who leaves, the verdict with him and without


def find_third_parties(comparison: Comparison) -> Iterator[Finding]:
    """Yield the pairs whose verdict changes when one other classifier leaves, by the test in use and by mean ranks."""
    evidence, settings = comparison.evidence, comparison.settings
    if not isinstance(evidence, Scores) or len(evidence.classifiers) < 3 or comparison.design.datasets < 2:
        return
    if affordable_judgements(comparison) < len(evidence.classifiers):
        yield from _find_decided_alone(comparison)
        return
    before = {(p.a, p.b): p.verdict for p in comparison.pairs}
    yield from _change_findings(_find_changes(evidence, settings, before), str(settings.test), len(before))
    if settings.test != RANK_TEST and settings.baseline is None and comparison.design.complete:
        by_ranks = replace(settings, test=RANK_TEST, adjust=RANK_TEST, only_if=None, margin=0.0)
        whole = rejudge_pairs(evidence, by_ranks)
        if whole is not None:
            verdicts = {pair: row.verdict for pair, row in whole.items() if row.verdict is not None}
            changes = _find_changes(evidence, by_ranks, verdicts)
            yield from _change_findings(
                changes, "the mean ranks of Nemenyi's test", len(verdicts), carries=False
            )


def _find_changes(evidence: Scores, settings: Settings, before: Mapping[PairNames, Verdict]) -> list[Change]:
    changes = []
    for name in evidence.classifiers:
        if name == settings.baseline:
            continue
        after = rejudge_pairs(evidence.without(name), settings) or {}
        changes += [
            (pair, name, before[pair], row.verdict)
            for pair, row in after.items()
            if pair in before and row.verdict is not None and row.verdict is not before[pair]
        ]
    return changes


def _change_findings(
    changes: Sequence[Change], test: str, pairs: int, *, carries: bool = True
) -> Iterator[Finding]:
    if not changes:
        return
    concerned = list(dict.fromkeys(pair for pair, *_ in changes))
    leaving: dict[tuple[PairNames, Verdict], list[str]] = {}
    for pair, third, _, after in changes:
        leaving.setdefault((pair, after), []).append(third)
    texts = [
        f"{b} against {a} is {after} without {_write_any_of(thirds)}"
        for ((a, b), after), thirds in leaving.items()
    ]
    of = (
        f"{len(concerned):,} of the {pairs:,} pairs depend"
        if len(concerned) > 1
        else "The verdict on a pair depends"
    )
    yield Finding(
        code="BO103",
        severity=Severity.WARNING if carries else Severity.NOTE,
        message=f"By {test}: {of[0].lower() if of[0] == 'T' else of[0]}{of[1:]} on who else is in the table: "
        f"{join_clauses(texts, most=3)}.",
        detail={
            "test": test,
            "carries_the_verdict": carries,
            "pairs": [
                {"a": a, "b": b, "without": third, "verdict": before.value, "becomes": after.value}
                for (a, b), third, before, after in changes
            ],
        },
    )


def _write_any_of(names: Sequence[str]) -> str:
    """Return names of which any one alone will do."""
    phrases = list(names) if len(names) <= MOST_NAMES else [*names[:3], f"{len(names) - 3:,} others"]
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}"


def _find_decided_alone(comparison: Comparison) -> Iterator[Finding]:
    """Yield how many pairs would be decided without all the others: the least that judging again would find."""
    alpha = significance(comparison.settings.level)
    waiting = [
        p
        for p in comparison.pairs
        if p.verdict is Verdict.UNDECIDED and isinstance(p.result, TestResult) and p.result.p_value < alpha
    ]
    if waiting:
        names = write_list([f"{p.b} against {p.a}" for p in waiting], most=3)
        yield Finding(
            code="BO103",
            severity=Severity.NOTE,
            message=f"{write_count(len(waiting), 'pair')} of {len(comparison.pairs):,} "
            f"{'has' if len(waiting) == 1 else 'have'} p < {alpha:g} before adjustment but not after: {names}. Which "
            "of the other classifiers makes the difference was not looked into: the table is too large to judge "
            "again without each.",
            detail={"test": comparison.settings.test, "decided_alone": len(waiting)},
        )
