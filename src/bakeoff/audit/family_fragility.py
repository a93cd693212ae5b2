"""How fragile verdicts are that were reached together: by judging parts of the table again, as the whole was judged.

Without each dataset in turn, then without more and more of those that speak most for the verdict, or against it. A
set of one dataset found so is a smallest one, and so is one of two where no single dataset does it; a larger one is an
upper bound. Where judging again takes too long, the paired t-test stands in, at the level that is left to the pair.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt

import numpy as np

from bakeoff.core.audits import Fragility, SubsetShare, Without
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Ints, Scores
from bakeoff.core.results import TestResult, Verdict
from bakeoff.inference.rejudge import Judged, PairNames, rejudged
from bakeoff.inference.removable import level_of
from bakeoff.procedures.distributions import t_sf
from bakeoff.procedures.fragility import smallest_flip
from bakeoff.procedures.removals import leaving_order

MOST_CLAIMS = 12  # pairs of a family whose fragility is looked into: the best against the next ones
BASE, EACH = 0.05, 2.5e-5  # seconds of one such judgement, and for each dataset and pair
JUDGED_AGAIN = "judged again"
STANDS_IN = "the paired t-test at the level that the family leaves to the pair"
Answers = dict[PairNames, Judged] | None
Ask = Callable[[Ints], Answers]


def family_fragilities(evidence: Scores, comparison: Comparison, *, seconds: float) -> tuple[Fragility, ...]:
    """Return how fragile the verdicts on the main pairs of a family are."""
    claims, runs, n = main_claims(comparison), affordable_runs(comparison, seconds), len(evidence.datasets)
    if runs < n:
        return tuple(_standing_in(pair) for pair in claims)

    def judged(kept: Ints) -> Answers:
        mask = np.zeros(n, dtype=np.bool_)
        mask[kept] = True
        return rejudged(evidence.subset(mask), comparison.settings)

    singly = [judged(np.delete(np.arange(n), i)) for i in range(n)]
    parts = _parts(n, runs=(runs - n) // 2, seed=comparison.settings.seed)
    drawn = [(size, [judged(part) for part in of_size]) for size, of_size in parts]
    each = (runs - n - sum(len(of_size) for _, of_size in parts)) // len(claims)
    return tuple(
        replace(
            _smallest(pair, evidence.datasets, singly, judged, runs=each),
            leave_one_out=_leave_one_out(pair, evidence.datasets, singly),
            shares=tuple(_share(pair, size, found) for size, found in drawn),
        )
        for pair in claims
    )


def main_claims(comparison: Comparison) -> list[Pair]:
    """Return the pairs that readers ask for first: the best classifier against the next ones."""
    place = {standing.classifier: i for i, standing in enumerate(comparison.ranking)}
    return sorted(comparison.pairs, key=lambda p: sorted((place[p.a], place[p.b])))[:MOST_CLAIMS]


def affordable_runs(comparison: Comparison, seconds: float) -> int:
    """Return how often the whole family may be judged again in a few seconds; the same on every machine."""
    return int(seconds / (BASE + EACH * comparison.design.datasets * len(comparison.pairs)))


def _standing_in(pair: Pair) -> Fragility:
    """Return the fragility of a pair of a large family, by the paired t-test at the level that is left to it."""
    level = _level_left(pair)
    sides = pair.result.alternative if isinstance(pair.result, TestResult) else None
    flip = None
    if level is not None and sides is not None:
        found = smallest_flip(pair.advantages, test="paired-t", level=level, alternative=sides)
        flip = found if found is not None and found.before.verdict is pair.verdict else None
    return _plain(
        pair,
        level=level or pair.result.estimate.interval.level,
        removing=None if flip is None else tuple(pair.units[i] for i in flip.removed),
        after=None if flip is None else Judged(flip.after.statistic, flip.after.p_value, flip.after.verdict),
        exact=False,
        method=STANDS_IN,
    )


def _level_left(pair: Pair) -> float | None:
    """Return the level of a single t-test that is as strict as the family is on this pair, by its interval."""
    result = pair.result
    if not isinstance(result, TestResult) or pair.verdict is Verdict.EQUIVALENT:
        return None
    z, reach = pair.advantages, result.steps.get("reach")
    if reach is None:
        return level_of(pair, result)
    spread = float(z.std(ddof=1)) if z.size > 1 else 0.0
    if spread == 0:
        return None
    tail = t_sf(reach * sqrt(z.size) / spread, z.size - 1)
    return min(1 - 1e-12, max(0.5, 1 - 2 * tail))


def _smallest(
    pair: Pair, names: tuple[str, ...], singly: Sequence[Answers], judged: Ask, *, runs: int
) -> Fragility:
    rows = [_row(pair, answers) for answers in singly]
    alone = [i for i, row in enumerate(rows) if row is not None and row.verdict is not pair.verdict]
    if alone:
        # Of several that do it, the one that moves the p-value furthest.
        first = max(alone, key=lambda i: _distance(pair, rows[i]))
        found: tuple[int, ...] = (first,)
        after = rows[first]
    else:
        found, after = _largest_first(pair, names, judged, runs=runs)
    return _plain(
        pair,
        level=pair.result.estimate.interval.level,
        removing=None if after is None else tuple(names[i] for i in found),
        after=after,
        exact=after is not None and len(found) <= 2,
        method=JUDGED_AGAIN,
    )


def _row(pair: Pair, answers: Answers) -> Judged | None:
    return None if answers is None else answers.get((pair.a, pair.b))


def _leave_one_out(pair: Pair, names: tuple[str, ...], singly: Sequence[Answers]) -> tuple[Without, ...]:
    silent = Judged(None, None, None)
    rows = [_row(pair, answers) or silent for answers in singly]
    return tuple(
        Without(dataset=name, statistic=row.statistic, p_value=row.p_value, verdict=row.verdict)
        for name, row in zip(names, rows, strict=True)
    )


def _distance(pair: Pair, row: Judged | None) -> float:
    before = pair.p_adjusted
    return abs(row.p_value - before) if row and row.p_value is not None and before is not None else 0.0


def _largest_first(
    pair: Pair, names: tuple[str, ...], judged: Ask, *, runs: int
) -> tuple[tuple[int, ...], Judged | None]:
    """Return a set of two or more whose loss changes the verdict: the most telling ones, as few as are enough."""
    place = {name: i for i, name in enumerate(names)}
    at = np.array([place[name] for name in pair.units])
    losing = pair.verdict is not Verdict.UNDECIDED
    mean = float(pair.advantages.mean())
    side = -1.0 if pair.verdict is Verdict.WORSE or (not losing and mean < 0) else 1.0
    order = at[leaving_order(side * pair.advantages, losing=losing)]

    def after(count: int) -> Judged | None:
        row = _row(pair, judged(np.setdiff1d(np.arange(len(names)), order[:count])))
        return row if row is not None and row.verdict is not pair.verdict else None

    low, high, best = 1, min(order.size, len(names) - 2), None
    for _ in range(runs):
        if high - low < 1 or (best is not None and high - low <= 1):
            break
        middle = min(high, 2 * low) if best is None else (low + high) // 2
        row = after(middle)
        if row is not None:
            high, best = middle, row
        elif middle == high:
            break
        else:
            low = middle
    return (tuple(order[:high].tolist()), best) if best is not None else ((), None)


def _parts(n: int, *, runs: int, seed: int) -> list[tuple[int, list[Ints]]]:
    """Return random parts of three quarters and of half of the datasets, as many as may be judged."""
    sizes = [m for m in (round(0.75 * n), round(0.5 * n)) if 3 <= m < n]
    each = min(50, runs // max(1, len(sizes)))
    if each < 10:
        return []
    rng = np.random.default_rng(seed)
    return [(m, [np.sort(rng.permutation(n)[:m]) for _ in range(each)]) for m in sizes]


def _share(pair: Pair, size: int, drawn: Sequence[Answers]) -> SubsetShare:
    rows = [_row(pair, answers) for answers in drawn]
    words = [None if row is None else row.verdict for row in rows]
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


def _plain(
    pair: Pair,
    *,
    level: float,
    removing: tuple[str, ...] | None,
    after: Judged | None,
    exact: bool,
    method: str,
) -> Fragility:
    result = pair.result
    p_value = result.p_value if isinstance(result, TestResult) else None
    return Fragility(
        a=pair.a,
        b=pair.b,
        verdict=pair.verdict,
        test=result.procedure,
        level=level,
        datasets=len(pair.units),
        flips_with=None if removing is None else len(removing),
        removing=removing or (),
        becomes=None if after is None else after.verdict,
        exact=exact,
        method=method,
        as_often_without_a_difference=None,
        p_value=p_value if pair.p_adjusted is None else pair.p_adjusted,
        p_value_after=None if after is None else after.p_value,
    )
