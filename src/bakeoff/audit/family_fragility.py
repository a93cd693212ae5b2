"""How fragile verdicts are that no formula follows, as those of a family: by judging parts of the table again."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from bakeoff.core.audits import Fragility, Searched, SubsetShare, Without
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Ints, Scores
from bakeoff.core.results import Verdict
from bakeoff.inference.rejudge import Judged
from bakeoff.inference.removal_search import ENOUGH, LEAST, Answers, Jury, Removed, Sweep, fewest, sweep

MOST_CLAIMS = 12  # pairs of a family whose fragility is looked into: the best against the next ones
SILENT = Judged(None, None, None)


def family_fragilities(
    evidence: Scores, comparison: Comparison, *, claims: Sequence[Pair]
) -> tuple[Fragility, ...]:
    """Return how fragile the verdicts on some pairs are; on fewer where judging again takes too long."""
    jury = Jury.of(comparison, evidence)
    asked = claims[: jury.budget // LEAST]
    if not asked:
        return ()
    swept = sweep(jury, runs=jury.budget - LEAST * len(asked))
    left = jury.budget - len(swept.sets)
    each = min(ENOUGH, left // len(asked))
    found = [fewest(pair, jury, swept, runs=each) for pair in asked]
    parts = _parts(len(evidence.datasets), runs=left - each * len(asked), seed=comparison.settings.seed)
    drawn = [(size, [jury.on(part) for part in of_size]) for size, of_size in parts]
    return tuple(
        _fragility(pair, comparison, evidence, removed, swept, drawn)
        for pair, removed in zip(asked, found, strict=True)
    )


def main_claims(comparison: Comparison) -> list[Pair]:
    """Return the pairs that readers ask for first: the best classifier against the next ones."""
    place = {standing.classifier: i for i, standing in enumerate(comparison.ranking)}
    return sorted(comparison.pairs, key=lambda p: sorted((place[p.a], place[p.b])))[:MOST_CLAIMS]


def _fragility(
    pair: Pair,
    comparison: Comparison,
    evidence: Scores,
    removed: Removed,
    swept: Sweep,
    drawn: Sequence[tuple[int, Sequence[Answers]]],
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
        searched=Searched(by="judgements", every_up_to=removed.every_up_to, judged=removed.judged),
        as_often_without_a_difference=None,
        p_value=pair.p_value,
        p_value_after=None if after is None else after.p_value,
        statistic_after=None if after is None else after.statistic,
        leave_one_out=_leave_one_out(pair, evidence.datasets, swept.singly),
        shares=tuple(_share(pair, size, answers) for size, answers in drawn),
    )


def _row(pair: Pair, answers: Answers) -> Judged:
    return SILENT if answers is None else answers.get((pair.a, pair.b), SILENT)


def _leave_one_out(pair: Pair, names: tuple[str, ...], singly: Sequence[Answers]) -> tuple[Without, ...]:
    rows = [_row(pair, answers) for answers in singly]
    return tuple(
        Without(dataset=name, statistic=row.statistic, p_value=row.p_value, verdict=row.verdict)
        for name, row in zip(names, rows, strict=bool(rows))
    )


def _parts(n: int, *, runs: int, seed: int) -> list[tuple[int, list[Ints]]]:
    """Return random parts of three quarters and of half of the datasets, as many as may be judged."""
    sizes = [m for m in (round(0.75 * n), round(0.5 * n)) if 3 <= m < n]
    each = min(50, runs // max(1, len(sizes)))
    if each < 10:
        return []
    rng = np.random.default_rng(seed)
    return [(m, [np.sort(rng.permutation(n)[:m]) for _ in range(each)]) for m in sizes]


def _share(pair: Pair, size: int, drawn: Sequence[Answers]) -> SubsetShare:
    words = [_row(pair, answers).verdict for answers in drawn]
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
