"""What holds in subgroups, in a sentence that stands beside the answer everywhere."""

from collections.abc import Iterator

from bakeoff.core.comparison import Comparison, Pair, SubgroupVerdict
from bakeoff.core.results import Verdict
from bakeoff.core.words import counted, listed
from bakeoff.render.names import shown

MOST = 4  # subgroups that are named
WORDS = {Verdict.WORSE: "worse", Verdict.BETTER: "better", Verdict.EQUIVALENT: "equivalent"}


def subgroup_words(comparison: Comparison) -> Iterator[str]:
    """Yield one sentence on the subgroups, where there are verdicts on any."""
    judged = [(pair, part) for pair in comparison.pairs for part in pair.by_subgroup]
    if not judged:
        return
    decided = [(pair, part) for pair, part in judged if part.verdict is not Verdict.UNDECIDED]
    if not decided:
        yield f"By subgroup: none of {len(judged)} is decided."
    elif len(comparison.pairs) == 1:
        yield f"By subgroup: {_of_one(comparison.pairs[0], [part for _, part in decided], len(judged))}."
    else:
        yield f"By subgroup: {_of_many(decided, len(judged))}."


def _of_one(pair: Pair, decided: list[SubgroupVerdict], judged: int) -> str:
    said = []
    for verdict, word in WORDS.items():
        names = [shown(part.subgroup) for part in decided if part.verdict is verdict]
        if names:
            said.append(f"{word} in {listed(names, most=MOST)}")
    left = judged - len(decided)
    rest = f"; undecided in {'the other' if left == 1 else f'the other {left}'}" if left else ""
    return f"{shown(pair.b)} is {', '.join(said)}{rest}"


def _of_many(decided: list[tuple[Pair, SubgroupVerdict]], judged: int) -> str:
    """Return the subgroups in which somebody is worse first: that is what a reader must not miss."""
    worst_first = sorted(decided, key=lambda each: list(WORDS).index(each[1].verdict))
    said = [
        f"{shown(pair.b)} is {'equivalent to' if part.verdict is Verdict.EQUIVALENT else f'{part.verdict} than'} "
        f"{shown(pair.a)} in {shown(part.subgroup)}"
        for pair, part in worst_first
    ]
    left = judged - len(decided)
    rest = f"; {counted(left, 'verdict')} of {judged} undecided" if left else ""
    return f"{listed(said, most=MOST)}{rest}"
