"""The board from one score and a number of items for each entry: what can be said without the items."""

import numpy as np
from scipy import special

from bakeoff.core.answers.leaderboard import BoardKind, Entry, Leaderboard, Step
from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import DesignError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.score_lists import ScoreList
from bakeoff.inference.leaderboard.board_findings import find_board_findings
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.rank_sets import rank_sets_from_covariance
from bakeoff.procedures.predictions.proportions import proportion_interval


def rank_counts(evidence: ScoreList, *, level: float = 0.95, seed: int = 0) -> Leaderboard:
    """Return the leaderboard of entries of which only the share of right answers and their number are known."""
    if len(evidence.names) < 2:
        raise DesignError(
            "a leaderboard has two entries or more",
            where=evidence.source,
            fix="give a row for each entry",
            code="BO572",
        )
    shares, n = evidence.shares, evidence.items
    # One right and one wrong answer more: an entry with all answers right is not certain.
    guarded = (shares * n + 1) / (n + 2)
    variances = guarded * (1 - guarded) / n
    turned = shares if evidence.higher_is_better else -shares
    order = np.argsort(-turned, kind="stable")
    sets = rank_sets_from_covariance(
        turned[order],
        np.diag(variances[order]),
        units=int(n.min()),
        rng=np.random.default_rng(seed),
        level=level,
    )
    ends = [proportion_interval(float(s * m), float(m), level=level) for s, m in zip(shares, n, strict=True)]
    ranks = 1 + (turned[None, :] > turned[:, None] + 1e-12).sum(axis=1)
    entries = tuple(
        Entry(
            name=evidence.names[i],
            score=float(shares[i]) * evidence.scale,
            low=ends[i].low * evidence.scale,
            high=ends[i].high * evidence.scale,
            rank=int(ranks[i]),
            rank_set=(int(sets.best[place]), int(sets.worst[place])),
            rank_set_marginal=(int(sets.best_marginal[place]), int(sets.worst_marginal[place])),
            tied_for_best=bool(sets.best[place] == 1),
            n=int(n[i]),
        )
        for place, i in enumerate(order.tolist())
    )
    board = Leaderboard(
        kind=BoardKind.COUNTS,
        source=evidence.source,
        digest=evidence.digest,
        metric=evidence.metric,
        higher_is_better=evidence.higher_is_better,
        unit="item",
        units=int(n.min()),
        entries=entries,
        ladder=_make_ladder(evidence, turned, order),
        level=level,
        method="all pairs together, entries taken as independent",
        separated_pairs=int(sets.better.sum()),
        pairs=len(entries) * (len(entries) - 1) // 2,
        findings=(*evidence.findings, _say_what_items_add(evidence)),
    )
    return find_board_findings(board)


def _make_ladder(evidence: ScoreList, turned: Floats, order: Ints) -> tuple[Step, ...]:
    """Return the steps by the two-proportion test with the pooled share."""
    n, right = evidence.items, evidence.shares * evidence.items
    above, below = order[:-1], order[1:]
    pooled = (right[above] + right[below]) / (n[above] + n[below])
    error = np.sqrt(pooled * (1 - pooled) * (1 / n[above] + 1 / n[below]))
    gaps = turned[above] - turned[below]
    z = np.divide(gaps, error, out=np.zeros(gaps.size), where=error > 0)
    p_values = 2 * special.ndtr(-np.abs(z))
    adjusted = adjust(p_values, "holm")
    return tuple(
        Step(
            above=evidence.names[i],
            below=evidence.names[j],
            gap=float(gaps[place]) * evidence.scale,
            p_value=float(p_values[place]),
            p_adjusted=float(adjusted[place]),
        )
        for place, (i, j) in enumerate(zip(above.tolist(), below.tolist(), strict=True))
    )


def _say_what_items_add(evidence: ScoreList) -> Finding:
    return Finding(
        code="BO290",
        severity=Severity.NOTE,
        message="only one score of each entry is known, so that entries are taken as independent; "
        "scores of single items, the same for all, would pair them and usually separate more",
        detail={"items": int(evidence.items.min())},
    )
