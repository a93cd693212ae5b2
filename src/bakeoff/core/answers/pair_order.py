"""Which pairs a reader asks for first: read off the verdicts, nothing is judged anew."""

import re
from dataclasses import replace
from math import isfinite

from bakeoff.core.comparison import Comparison, Pair, SubgroupVerdict
from bakeoff.core.leaders import find_leaders
from bakeoff.core.results import Alternative, Estimate, Interval, Posterior, Verdict

OWN_METHOD = re.compile(r"(?i)\b(ours?|proposed|this (work|paper))\b")
OBVIOUS = 2.0  # half-widths of its interval that the estimate of an obvious win lies from zero
_TURNED = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}


def loser_of(pair: Pair) -> str:
    """Return the worse classifier of a pair in which one is shown to be better."""
    return pair.a if pair.verdict is Verdict.BETTER else pair.b


def winner_of(pair: Pair) -> str:
    """Return the better classifier of a pair in which one is shown to be better."""
    return pair.b if pair.verdict is Verdict.BETTER else pair.a


def find_focus(comparison: Comparison) -> str:
    """Return the classifier that the table is about: the baseline, the authors' own by its name, else the first."""
    if comparison.settings.baseline is not None:
        return comparison.settings.baseline
    names = [s.classifier for s in comparison.ranking]
    own = [name for name in names if OWN_METHOD.search(name)]
    leaders = find_leaders(comparison)
    return own[0] if len(own) == 1 else names[0] if leaders is None else leaders.names[0]


def order_pairs(comparison: Comparison) -> list[Pair]:
    """Return the pairs as a reader asks for them.

    First the classifier that the table is about against its nearest rival, and against the others from the best down;
    then verdicts against the order of the table, and near ties; obvious wins come last.
    """
    place = {s.classifier: i for i, s in enumerate(comparison.ranking)}
    focus = find_focus(comparison)
    nearest = min(
        (p for p in comparison.pairs if focus in (p.a, p.b)),
        key=lambda p: _pair_order_places(p, place),
        default=None,
    )

    def key(pair: Pair) -> tuple[bool, bool, bool, bool, list[int]]:
        against_order = is_reversal(pair, place)
        return (
            pair is not nearest,
            is_obvious(pair) and not against_order,
            focus not in (pair.a, pair.b),
            not against_order,
            _pair_order_places(pair, place),
        )

    return sorted(comparison.pairs, key=key)


def is_reversal(pair: Pair, place: dict[str, int]) -> bool:
    """Say whether a pair is decided against the order of the table."""
    return pair.is_claim and place[winner_of(pair)] > place[loser_of(pair)]


def is_obvious(pair: Pair) -> bool:
    """Say whether a pair is decided so clearly that nobody asks: its interval is far from zero."""
    ends = pair.interval
    gaps = [abs(end - pair.advantage) for end in (ends.low, ends.high) if isfinite(end)]
    return pair.is_claim and bool(gaps) and abs(pair.advantage) > OBVIOUS * max(gaps)


def _pair_order_places(pair: Pair, place: dict[str, int]) -> list[int]:
    return sorted((place[pair.a], place[pair.b]))


def turn_pair(pair: Pair, *, b: str) -> Pair:
    """Return a pair as it reads with `b` named first; the statistic stays as tested."""
    if pair.b == b:
        return pair
    result = pair.result
    estimate = _turn_estimate(result.estimate)
    faced = (
        replace(result, estimate=estimate, better=result.worse, worse=result.better)
        if isinstance(result, Posterior)
        else replace(result, estimate=estimate)
    )
    return replace(
        pair,
        a=pair.b,
        b=pair.a,
        result=faced,
        wins=pair.losses,
        losses=pair.wins,
        verdict=_turn_verdict(pair.verdict),
        alone=None if pair.alone is None else _turn_verdict(pair.alone),
        advantages=-pair.advantages,
        a_scores=pair.b_scores,
        b_scores=pair.a_scores,
        flips=None
        if pair.flips is None
        else replace(pair.flips, mends=pair.flips.breaks, breaks=pair.flips.mends),
        by_subgroup=tuple(map(_turn_subgroup, pair.by_subgroup)),
    )


def _turn_subgroup(part: SubgroupVerdict) -> SubgroupVerdict:
    result = replace(part.result, estimate=_turn_estimate(part.result.estimate))
    return replace(part, result=result, verdict=_turn_verdict(part.verdict))


def order_oriented_pairs(comparison: Comparison) -> list[Pair]:
    """Return the pairs as a reader asks for them, each with the classifier first that stands higher in the table.

    The one that the table is about comes first in its pairs. Against a baseline, and where a test has sides, pairs
    stay as they were judged.
    """
    pairs, settings = order_pairs(comparison), comparison.settings
    if len(pairs) == 1 or settings.baseline is not None or settings.alternative is not Alternative.TWO_SIDED:
        return pairs
    names = [find_focus(comparison), *(s.classifier for s in comparison.ranking)]
    return [turn_pair(pair, b=min(pair.a, pair.b, key=names.index)) for pair in pairs]


def _turn_verdict(verdict: Verdict) -> Verdict:
    return _TURNED.get(verdict, verdict)


def _turn_estimate(estimate: Estimate) -> Estimate:
    ends = estimate.interval
    return Estimate(
        of=estimate.of,
        value=-estimate.value,
        interval=Interval(low=-ends.high, high=-ends.low, level=ends.level),
    )
