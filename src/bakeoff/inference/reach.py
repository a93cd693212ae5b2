"""What is out of reach: more pairs than can be compared one by one, said before the work and not after."""

from shlex import quote

from bakeoff.core.comparison import Settings
from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Evidence

MOST_PAIRS = 2_000_000
FEW_DATASETS = 5  # sign flips of so few separate nobody at the usual level: their board is there at once


def require_pairs_in_reach(evidence: Evidence, settings: Settings) -> None:
    """Refuse a table of so many classifiers that comparing every two would end in want of memory."""
    if not isinstance(evidence, Scores) or settings.baseline is not None:
        return
    count, datasets = len(evidence.classifiers), len(evidence.datasets)
    pairs = count * (count - 1) // 2
    if pairs <= MOST_PAIRS:
        return
    file = quote(evidence.source)
    against_one = (
        f"bakeoff compare {file} --baseline NAME compares all with one of them, which was chosen before anybody "
        "saw these scores: who comes out best is no such choice"
    )
    board = f"bakeoff leaderboard {file} says who may be best and which ranks each may have, all pairs judged together"
    if datasets < 2:
        ways = against_one
    elif datasets <= FEW_DATASETS:
        ways = f"{board}; {against_one}"
    else:
        ways = f"{against_one}; {board}, which takes many minutes and gigabytes of so many"
    raise DesignError(
        f"{count:,} classifiers make {pairs:,} pairs, and more than {MOST_PAIRS:,} are not compared one by one: "
        "each has its tests and an interval to be kept",
        where=evidence.source,
        fix=ways,
        code="BO535",
    )
