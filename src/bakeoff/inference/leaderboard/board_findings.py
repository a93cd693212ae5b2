"""What a reader of a leaderboard should know."""

from collections.abc import Iterator
from dataclasses import replace

from bakeoff.core.answers.leaderboard import BoardKind, Leaderboard
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_count, write_list

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
