"""What a reader of strengths from battles should know."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.battles import BattleEvidence
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_count, write_list
from bakeoff.procedures.preferences.strengths import BattleStrengths


def find_battle_findings(evidence: BattleEvidence, found: BattleStrengths) -> Iterator[Finding]:
    """Yield what a reader of strengths should know."""
    connections = found.connections
    if connections.parts > 1:
        yield Finding(
            code="BO285",
            severity=Severity.PROBLEM,
            message=f"the entries fall into {connections.parts} parts that never met, not even through others; each is "
            "ranked by itself",
            detail={"parts": connections.parts},
        )
    for flags, what in ((connections.above, "never lost"), (connections.below, "never won")):
        names = [evidence.models[i] for i in np.flatnonzero(flags).tolist()]
        if names:
            yield Finding(
                code="BO286",
                severity=Severity.WARNING,
                message=f"{write_list(names)} {what}: a strength has a bound there, and no interval",
                detail={"entries": names},
            )
    if found.position is None:
        yield Finding(
            code="BO287",
            severity=Severity.WARNING,
            message="every pair is shown one way round, so that what the left side gains cannot be told from strength",
            detail={},
        )
    elif 0 not in found.position.interval:
        side = "left" if found.position.value > 0 else "right"
        yield Finding(
            code="BO288",
            severity=Severity.NOTE,
            message=f"the {side} side gains: {abs(found.position.value):.2f} in logits; strengths are corrected for it",
            detail={"gain": found.position.value},
        )
    clustering = found.clustering
    if clustering.annotators > 0 and not clustering.by_annotator:
        yield Finding(
            code="BO289",
            severity=Severity.NOTE,
            message=f"{write_count(clustering.annotators, 'annotator')}: too few to speak of annotators at large; "
            "what is said holds for these",
            detail={"annotators": clustering.annotators},
        )
