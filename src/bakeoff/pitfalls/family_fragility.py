"""How fragile verdicts are that no formula follows, as those of a family: by judging parts of the table again."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from bakeoff.core.answers.audit import Fragility, LeaveOneOut, SearchExtent, SubsetShare
from bakeoff.core.arrays import Ints
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Verdict
from bakeoff.inference.reanalysis.rejudge import PairVerdict
from bakeoff.inference.reanalysis.removal_search import (
    ENOUGH_JUDGEMENTS,
    LEAST_JUDGEMENTS,
    PairVerdicts,
    PartJudge,
    SmallestRemoval,
    Sweep,
    find_fewest_removals,
    sweep_removals,
)

MOST_CLAIMS = 12  # pairs of a family whose fragility is looked into: the best against the next ones
NO_VERDICT = PairVerdict(None, None, None)


def measure_family_fragilities(
    evidence: Scores, comparison: Comparison, *, claims: Sequence[Pair]
) -> tuple[Fragility, ...]:
    """Return how fragile the verdicts on some pairs are; on fewer where judging again takes too long."""
    jury = PartJudge.of(comparison, evidence)
    affordable = claims[: jury.budget // LEAST_JUDGEMENTS]
    if not affordable:
        return ()
    sweep_result = sweep_removals(jury, runs=jury.budget - LEAST_JUDGEMENTS * len(affordable))
    budget_left = jury.budget - len(sweep_result.sets)
    each = min(ENOUGH_JUDGEMENTS, budget_left // len(affordable))
    removals = [find_fewest_removals(pair, jury, sweep_result, runs=each) for pair in affordable]
    parts = _draw_parts(
        len(evidence.datasets), runs=budget_left - each * len(affordable), seed=comparison.settings.seed
    )
    verdicts_on_parts = [(size, [jury.on(part) for part in of_size]) for size, of_size in parts]
    return tuple(
        _build_fragility(pair, comparison, evidence, removed, sweep_result, verdicts_on_parts)
        for pair, removed in zip(affordable, removals, strict=True)
    )


def main_claims(comparison: Comparison) -> list[Pair]:
    """Return the pairs that readers ask for first: the best classifier against the next ones."""
    place = {standing.classifier: i for i, standing in enumerate(comparison.ranking)}
    return sorted(comparison.pairs, key=lambda p: sorted((place[p.a], place[p.b])))[:MOST_CLAIMS]


def _build_fragility(
    pair: Pair,
    comparison: Comparison,
    evidence: Scores,
    removed: SmallestRemoval,
    swept: Sweep,
    drawn: Sequence[tuple[int, Sequence[PairVerdicts]]],
) -> Fragility:
    result, after = pair.result, removed.after
    return Fragility(
        a=pair.a,
        b=pair.b,
        verdict=pair.verdict,
        test=result.procedure,
        adjustment=str(comparison.settings.adjust) if len(comparison.pairs) > 1 else "none",
        level=comparison.settings.level,
        datasets=len(evidence.datasets),
        flips_with=None if after is None else len(removed.indices),
        removing=tuple(evidence.datasets[i] for i in removed.indices),
        becomes=None if after is None else after.verdict,
        exact=removed.exact,
        searched=SearchExtent(by="judgements", every_up_to=removed.every_up_to, judged=removed.judged),
        as_often_without_a_difference=None,
        p_value=pair.p_value,
        p_value_after=None if after is None else after.p_value,
        statistic_after=None if after is None else after.statistic,
        leave_one_out=_leave_one_out(pair, evidence.datasets, swept.singly),
        shares=tuple(_share_of_parts(pair, size, answers) for size, answers in drawn),
    )


def _verdict_on_pair(pair: Pair, answers: PairVerdicts) -> PairVerdict:
    return NO_VERDICT if answers is None else answers.get((pair.a, pair.b), NO_VERDICT)


def _leave_one_out(
    pair: Pair, names: tuple[str, ...], singly: Sequence[PairVerdicts]
) -> tuple[LeaveOneOut, ...]:
    rows = [_verdict_on_pair(pair, answers) for answers in singly]
    return tuple(
        LeaveOneOut(dataset=name, statistic=row.statistic, p_value=row.p_value, verdict=row.verdict)
        for name, row in zip(names, rows, strict=bool(rows))
    )


def _draw_parts(n: int, *, runs: int, seed: int) -> list[tuple[int, list[Ints]]]:
    """Return random parts of three quarters and of half of the datasets, as many as may be judged."""
    sizes = [m for m in (round(0.75 * n), round(0.5 * n)) if 3 <= m < n]
    each = min(50, runs // max(1, len(sizes)))
    if each < 10:
        return []
    rng = np.random.default_rng(seed)
    return [(m, [np.sort(rng.permutation(n)[:m]) for _ in range(each)]) for m in sizes]


def _share_of_parts(pair: Pair, size: int, drawn: Sequence[PairVerdicts]) -> SubsetShare:
    words = [_verdict_on_pair(pair, answers).verdict for answers in drawn]
    shares = {word: words.count(word) / len(words) for word in (*Verdict, None)}
    return SubsetShare(
        size=size,
        better=shares[Verdict.BETTER],
        worse=shares[Verdict.WORSE],
        equivalent=shares[Verdict.EQUIVALENT],
        undecided=shares[Verdict.UNDECIDED],
        without_answer=shares[None],
        subsets=len(words),
        exact=False,
        standard_error=max(sqrt(s * (1 - s) / len(words)) for s in shares.values()),
    )
