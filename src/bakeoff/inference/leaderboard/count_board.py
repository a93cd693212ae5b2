"""The board from one score for each entry, with a number of items or a standard error."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import special

from bakeoff.core.answers.leaderboard import BoardKind, Entry, Leaderboard, Step
from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import DesignError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import significance
from bakeoff.core.score_lists import ScoreList
from bakeoff.inference.leaderboard.board_findings import find_board_findings
from bakeoff.inference.leaderboard.separation import count_more_units, describe_addition, group_ties
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.rank_sets import RankSets, rank_sets_from_covariance
from bakeoff.procedures.predictions.proportions import proportion_interval

MANY = 10**9  # units behind a standard error that is taken as it is given


class _Spread(NamedTuple):
    variances: Floats  # of the scores, in their scale
    units: int  # the fewest items behind a score
    ends: Floats  # entries × 2: of each score by itself


def rank_counts(
    evidence: ScoreList, *, level: float = 0.95, seed: int = 0, added: Sequence[str] = ()
) -> Leaderboard:
    """Return the leaderboard of entries of which one score is known, and how far it may be off."""
    if len(evidence.names) < 2:
        raise DesignError(
            "a leaderboard has two entries or more",
            where=evidence.source,
            fix="give a row for each entry",
            code="BO572",
        )
    spread = _spread_of(evidence, level)
    turned = evidence.scores if evidence.higher_is_better else -evidence.scores
    order = np.argsort(-turned, kind="stable")
    names = tuple(evidence.names[i] for i in order.tolist())

    def find(kept: Ints) -> RankSets:
        places = order[kept]
        return rank_sets_from_covariance(
            turned[places],
            np.diag(spread.variances[places]),
            units=spread.units,
            rng=np.random.default_rng(seed),
            level=level,
        )

    def rerank(kept: Ints) -> Bools:
        return find(kept).better

    sets = find(np.arange(order.size))
    board = Leaderboard(
        kind=BoardKind.COUNTS,
        source=evidence.source,
        digest=evidence.digest,
        metric=evidence.metric,
        higher_is_better=evidence.higher_is_better,
        unit="item",
        units=0 if evidence.items is None else int(evidence.items.min()),
        entries=_make_entries(evidence, spread, sets, turned, order),
        ladder=_make_ladder(evidence, spread, turned, order),
        level=level,
        method=_describe_method(evidence),
        intervals_by="normal" if evidence.items is None else "Wilson's",
        steps_by="the normal test by the standard errors given"
        if evidence.items is None
        else "the two-proportion test",
        better=sets.better,
        tie_groups=group_ties(names, sets.better),
        addition=describe_addition(names, sets.better, added, rerank),
        pairs=order.size * (order.size - 1) // 2,
        more_units=_count_more_items(evidence, spread, sets, turned, order),
        findings=(*evidence.findings, _say_what_items_add(evidence)),
    )
    return find_board_findings(board)


def _spread_of(evidence: ScoreList, level: float) -> _Spread:
    if evidence.items is None or evidence.errors is not None:
        errors = np.zeros(len(evidence.names)) if evidence.errors is None else evidence.errors
        reach = float(special.ndtri(1 - significance(level) / 2)) * errors
        return _Spread(errors**2, MANY, np.column_stack([evidence.scores - reach, evidence.scores + reach]))
    shares, n = evidence.shares, evidence.items
    # One right and one wrong answer more: an entry with all answers right is not certain.
    guarded = (shares * n + 1) / (n + 2)
    ends = [proportion_interval(float(s * m), float(m), level=level) for s, m in zip(shares, n, strict=True)]
    return _Spread(
        guarded * (1 - guarded) / n * evidence.scale**2,
        int(n.min()),
        np.array([(end.low, end.high) for end in ends]) * evidence.scale,
    )


def _make_entries(
    evidence: ScoreList, spread: _Spread, sets: RankSets, turned: Floats, order: Ints
) -> tuple[Entry, ...]:
    ranks = 1 + (turned[None, :] > turned[:, None] + 1e-12 * np.abs(turned).max()).sum(axis=1)
    return tuple(
        Entry(
            name=evidence.names[i],
            score=float(evidence.scores[i]),
            low=float(spread.ends[i, 0]),
            high=float(spread.ends[i, 1]),
            rank=int(ranks[i]),
            rank_set=(int(sets.best[place]), int(sets.worst[place])),
            rank_set_marginal=(int(sets.best_marginal[place]), int(sets.worst_marginal[place])),
            tied_for_best=bool(sets.best[place] == 1),
            n=None if evidence.items is None else int(evidence.items[i]),
        )
        for place, i in enumerate(order.tolist())
    )


def _make_ladder(evidence: ScoreList, spread: _Spread, turned: Floats, order: Ints) -> tuple[Step, ...]:
    """Return the steps: by the two-proportion test with the pooled share, or by the standard errors given."""
    above, below = order[:-1], order[1:]
    gaps = turned[above] - turned[below]
    if evidence.items is None:
        error = np.sqrt(spread.variances[above] + spread.variances[below])
    else:
        n, right = evidence.items, evidence.shares * evidence.items
        pooled = (right[above] + right[below]) / (n[above] + n[below])
        error = np.sqrt(pooled * (1 - pooled) * (1 / n[above] + 1 / n[below])) * evidence.scale
    z = np.divide(gaps, error, out=np.zeros(gaps.size), where=error > 0)
    p_values = 2 * special.ndtr(-np.abs(z))
    adjusted = adjust(p_values, "holm")
    return tuple(
        Step(
            above=evidence.names[i],
            below=evidence.names[j],
            gap=float(gaps[place]),
            p_value=float(p_values[place]),
            p_adjusted=float(adjusted[place]),
        )
        for place, (i, j) in enumerate(zip(above.tolist(), below.tolist(), strict=True))
    )


def _count_more_items(
    evidence: ScoreList, spread: _Spread, sets: RankSets, turned: Floats, order: Ints
) -> int | None:
    """Return how many more items would separate the first two; None where the number of items is not known."""
    if sets.better[0, 1]:
        return 0
    if evidence.items is None or np.ptp(evidence.items[order[:2]]) > 0:
        return None
    first, second = order[:2].tolist()
    return count_more_units(
        gap=float(turned[first] - turned[second]),
        error=float(np.sqrt(spread.variances[first] + spread.variances[second])),
        critical=sets.critical,
        units=int(evidence.items[first]),
    )


def _describe_method(evidence: ScoreList) -> str:
    errors = "binomial errors" if evidence.items is not None else "standard errors as given"
    return f"all pairs together, {errors}, entries taken as independent"


def _say_what_items_add(evidence: ScoreList) -> Finding:
    return Finding(
        code="BO290",
        severity=Severity.NOTE,
        message="only one score of each entry is known, so that entries are taken as independent; "
        "scores of single items, the same for all, would pair them and usually separate more",
        detail={"items": None if evidence.items is None else int(evidence.items.min())},
    )
