"""Judge a replication: the new data alone carry the verdict; both together only estimate."""

from collections.abc import Sequence

import numpy as np

from bakeoff.core.answers.replication import ReplicatedPair, Replication, ReplicationOutcome
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count, write_list
from bakeoff.procedures.planning.dataset_power import Question, dataset_power, has_power, rounding_step


def judge_replication(first: Comparison, replication: Comparison, together: Comparison) -> Replication:
    """Return what new data say of the pairs that both comparisons have."""
    others = {(p.a, p.b): p for p in replication.pairs}
    both = {(p.a, p.b): p for p in together.pairs}
    pairs = tuple(
        _judge_pair(pair, others[pair.a, pair.b], both[pair.a, pair.b], level=first.settings.level)
        for pair in first.pairs
        if (pair.a, pair.b) in others and (pair.a, pair.b) in both
    )
    return Replication(
        first=first,
        replication=replication,
        together=together,
        pairs=pairs,
        findings=(_build_finding(pairs, replication),),
    )


def _judge_pair(first: Pair, again: Pair, both: Pair, *, level: float) -> ReplicatedPair:
    return ReplicatedPair(
        a=first.a,
        b=first.b,
        first=first.verdict,
        replication=again.verdict,
        together=both.verdict,
        p_replication=again.p_value,
        power=_replication_power(first, again, level=level),
        outcome=_judge_outcome(first.verdict, again.verdict),
    )


def _judge_outcome(first: Verdict, again: Verdict) -> ReplicationOutcome:
    if not first.is_claim:
        return ReplicationOutcome.NOTHING_CLAIMED
    if first is again:
        return ReplicationOutcome.REPLICATED
    return ReplicationOutcome.CONTRADICTED if again.is_claim else ReplicationOutcome.NOT_REPLICATED


def _replication_power(first: Pair, again: Pair, *, level: float) -> float | None:
    """Return the chance of the test that judged the new datasets to show the first mean advantage, were it true.

    None for a test of the whole family: its power for one pair depends on the other pairs.
    """
    if again.advantages.size < 2 or not first.advantages.size or not np.ptp(again.advantages):
        return None
    if not has_power(again.result.procedure):
        return None
    spread, n = float(np.std(again.advantages, ddof=1)), again.advantages.size
    question = Question(level=level, step=rounding_step(again.advantages))
    return dataset_power(again.result.procedure, float(first.advantages.mean()), spread, n, question=question)


def _build_finding(pairs: Sequence[ReplicatedPair], replication: Comparison) -> Finding:
    claimed = [p for p in pairs if p.outcome is not ReplicationOutcome.NOTHING_CLAIMED]
    failed = [p for p in claimed if p.outcome is not ReplicationOutcome.REPLICATED]
    detail = {
        "claimed": len(claimed),
        "replicated": len(claimed) - len(failed),
        "contradicted": sum(p.outcome is ReplicationOutcome.CONTRADICTED for p in claimed),
    }
    severity = Severity.WARNING if failed else Severity.NOTE
    return Finding(
        code="BO164", severity=severity, message=_write_message(claimed, failed, replication), detail=detail
    )


def _write_message(
    claimed: Sequence[ReplicatedPair], failed: Sequence[ReplicatedPair], replication: Comparison
) -> str:
    new = write_count(replication.design.datasets, "new dataset")
    if not claimed:
        return (
            f"The first run claimed nothing that {new} could confirm; what they show by themselves is above."
        )
    if not failed:
        return f"On {new} {_write_all(claimed)} the same, judged by the new data alone."
    phrases = [
        f"{p.b} against {p.a}: {p.first} at first, {p.replication} on new data{_write_chance(p)}"
        for p in failed
    ]
    return (
        f"On {new} the claim did not hold up: {write_list(phrases, most=4)}. A claim that fails on new data is "
        "not shown to "
        "be false, but it is no longer shown: the first may have been luck, choice or another kind of dataset. The new "
        "data alone carry it; the verdict on both together does not rescue it: the first half was looked at before."
    )


def _write_all(claimed: Sequence[ReplicatedPair]) -> str:
    return "the verdict is" if len(claimed) == 1 else f"all {len(claimed)} verdicts are"


def _write_chance(pair: ReplicatedPair) -> str:
    if pair.power is None:
        return ""
    return f" (chance {pair.power:.2f} to show the first advantage, were it true)"
