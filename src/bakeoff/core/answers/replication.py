"""Replication: the same specification on new data, and what it says of the first result."""

from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.core.reprs import describe_record
from bakeoff.core.results import Verdict


class ReplicationOutcome(StrEnum):
    """What became of the first verdict on new data."""

    REPLICATED = "replicated"
    CONTRADICTED = "contradicted"
    NOT_REPLICATED = "not replicated"
    NOTHING_CLAIMED = "nothing claimed"  # the first run was undecided


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicatedPair:
    """One pair on the first data, on new data, and on both."""

    __repr__ = describe_record

    a: str
    b: str
    first: Verdict
    replication: Verdict
    together: Verdict
    p_replication: float | None  # of the new data alone: this carries the claim
    # The chance that the new datasets would show the first advantage, if it were the true one.
    power: float | None
    outcome: ReplicationOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """A first result, its replication, and both together."""

    __repr__ = describe_record

    first: Comparison
    replication: Comparison
    together: Comparison
    pairs: tuple[ReplicatedPair, ...]
    findings: tuple[Finding, ...]
