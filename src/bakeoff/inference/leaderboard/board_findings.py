"""What a reader of a leaderboard should know, and of strengths from battles."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.answers.leaderboard import BoardKind, Leaderboard
from bakeoff.core.battles import BattleEvidence
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_count, write_list

if TYPE_CHECKING:
    from bakeoff.procedures.preferences.strengths import BattleStrengths

WIDE = 1 / 3  # of the ranks: such sets do not rank
FEWEST = 6  # entries: of fewer a set that holds a third of the ranks is nothing unusual
SILENT = 0.2  # of the units
FEW_GROUPS = 15
DRIFT = 0.01


def find_board_findings(board: Leaderboard) -> Leaderboard:
    """Return the board with what is to be known of it."""
    return replace(board, findings=(*board.findings, *_find_all(board)))


def _find_all(board: Leaderboard) -> Iterator[Finding]:
    count = len(board.entries)
    width = sum(worst - best + 1 for best, worst in (e.rank_set for e in board.entries)) / count
    if count >= FEWEST and width > WIDE * count:
        what = write_count(board.units, board.unit) if board.units else "these scores"
        yield _board_finding(
            "BO281",
            Severity.WARNING,
            f"on average {width:.1f} of {count:,} ranks are possible for an entry: "
            f"{what} cannot rank {count:,} entries",
            mean_width=width,
        )
    silent, names = board.silent_units
    if board.units and silent / board.units > SILENT:
        yield _board_finding(
            "BO282",
            Severity.NOTE,
            f"{silent:,} of {write_count(board.units, board.unit)} separate nobody, because all entries score alike "
            f"there: {write_list(list(names), most=3)}",
            units=silent,
        )
    if (added := board.addition) is not None and (added.tied or added.separated):
        yield _board_finding(
            "BO628",
            Severity.NOTE,
            f"the entries added change {write_count(len(added.tied) + len(added.separated), 'pair')} of the others: "
            "more pairs are judged together, and one critical value serves them all",
            no_longer_separated=[list(pair) for pair in added.tied],
            newly_separated=[list(pair) for pair in added.separated],
        )
    drift = None if board.battle_facts is None else board.battle_facts.drift
    if drift is not None and drift.p_value < DRIFT:
        yield _board_finding(
            "BO629",
            Severity.WARNING,
            f"strengths before and from {drift.split} differ: one strength for each entry is a mean over both",
            p_value=drift.p_value,
            entry=drift.entry,
        )
    units = board.units if board.groups is None else board.groups
    if units < 6 and board.kind is not BoardKind.COUNTS:
        noun = board.unit if board.groups is None else board.group_noun
        yield _board_finding(
            "BO283",
            Severity.PROBLEM,
            f"{write_count(units, noun)} cannot separate any two entries: six are the least",
            units=units,
        )
    elif board.groups is not None and board.groups < FEW_GROUPS:
        yield _board_finding(
            "BO284",
            Severity.WARNING,
            f"the items belong to {write_count(board.groups, board.group_noun)} only: "
            "further groups separate more than further items",
            groups=board.groups,
        )


def _board_finding(code: str, severity: Severity, message: str, **detail: object) -> Finding:
    return Finding(code=code, severity=severity, message=message, detail=detail)


def find_battle_findings(evidence: BattleEvidence, found: "BattleStrengths") -> Iterator[Finding]:
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
