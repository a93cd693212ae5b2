"""The board from scores of units: ranks, ladder, stability, and what more units would show."""

from collections.abc import Sequence

import numpy as np
from scipy import stats

from bakeoff.core.answers.leaderboard import Entry, HalfStability, Leaderboard, Step
from bakeoff.core.arrays import Bools, Floats, Ints, tidy
from bakeoff.core.errors import DesignError
from bakeoff.core.results import significance
from bakeoff.inference.leaderboard.board_findings import find_board_findings
from bakeoff.inference.leaderboard.separation import count_more_units, describe_addition, group_ties
from bakeoff.inference.leaderboard.units import BoardEvidence, UnitTable, tabulate_units
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.many.rank_sets import RankSets, rank_sets, rank_sets_from_covariance
from bakeoff.procedures.paired.wilcoxon_p_values import wilcoxon_p_values
from bakeoff.procedures.predictions.proportions import proportion_interval

HALVES = 200
POSTERIOR_DRAWS = 4000
MOST_FORETOLD = 1_000  # entries: of more, what more units would show costs more than all the rest
FEW_UNITS = 50  # fewer flips than these bound the largest statistic, which more units would not


def rank_evidence(
    evidence: BoardEvidence,
    *,
    level: float = 0.95,
    seed: int = 0,
    posterior: bool = False,
    added: Sequence[str] = (),
) -> Leaderboard:
    """Return the leaderboard of entries on the same units."""
    table = tabulate_units(evidence)
    if len(table.names) < 2:
        raise DesignError(
            "a leaderboard has two entries or more",
            where=table.source,
            fix="give the scores of every entry",
            code="BO572",
        )
    parts = table.sum_parts(table.turned)
    order = np.argsort(-parts.sum(axis=0), kind="stable")
    sets = rank_sets(parts, rng=np.random.default_rng(seed), level=level)
    names, better = tuple(table.names[i] for i in order.tolist()), sets.better[np.ix_(order, order)]

    def rerank(kept: Ints) -> Bools:
        return rank_sets(parts[:, order[kept]], rng=np.random.default_rng(seed), level=level).better

    chances = _chances_of_best(parts, seed) if posterior else None
    entries = _make_entries(table, sets, order, level, chances)
    ladder = _make_ladder(table, parts, order)
    silent = np.flatnonzero(np.ptp(table.values, axis=1) == 0)
    board = Leaderboard(
        kind=table.kind,
        source=table.source,
        digest=table.digest,
        metric=table.metric,
        higher_is_better=table.higher_is_better,
        unit=table.unit,
        units=len(table.values),
        groups=None if table.group is None else len(parts),
        group_noun=table.group_noun,
        entries=entries,
        ladder=ladder,
        level=level,
        method=_describe_method(table, sets),
        intervals_by=_name_intervals(table),
        steps_by=_name_step_test(table),
        better=better,
        tie_groups=group_ties(names, better),
        addition=describe_addition(names, better, added, rerank),
        pairs=len(entries) * (len(entries) - 1) // 2,
        silent_units=(silent.size, tuple(table.unit_names[i] for i in silent[:20].tolist())),
        more_units=_count_more_units(table, parts, sets, order, level),
        stability=_split_halves(parts, seed),
        findings=table.findings,
    )
    return find_board_findings(board)


def _make_entries(
    table: UnitTable, sets: RankSets, order: Ints, level: float, chances: Floats | None
) -> tuple[Entry, ...]:
    scores = table.weights @ table.values
    turned = scores if table.higher_is_better else -scores
    low, high = _score_intervals(table, scores, level)
    ranks = 1 + (turned[None, :] > turned[:, None] + 1e-12 * np.abs(turned).max()).sum(axis=1)
    return tuple(
        Entry(
            name=table.names[i],
            score=float(scores[i]),
            low=float(low[i]),
            high=float(high[i]),
            rank=int(ranks[i]),
            rank_set=(int(sets.best[i]), int(sets.worst[i])),
            rank_set_marginal=(int(sets.best_marginal[i]), int(sets.worst_marginal[i])),
            tied_for_best=bool(sets.best[i] == 1),
            n=len(table.values),
            chance_best=None if chances is None else float(chances[i]),
        )
        for i in order.tolist()
    )


def _has_wilson_intervals(table: UnitTable) -> bool:
    even = bool(np.ptp(table.weights) < 1e-12 / len(table.values))
    return table.is_binary and table.group is None and even


def _name_intervals(table: UnitTable) -> str:
    what = table.unit if table.group is None else table.group_noun
    return "Wilson's" if _has_wilson_intervals(table) else f"Student's over {what}s"


def _name_step_test(table: UnitTable) -> str:
    if table.unit == "dataset":
        return "Wilcoxon's signed-rank test over datasets"
    what = table.unit if table.group is None else table.group_noun
    return (
        "McNemar's test with the mid-p"
        if table.is_binary and table.group is None
        else f"the paired t-test over {what}s"
    )


def _score_intervals(table: UnitTable, scores: Floats, level: float) -> tuple[Floats, Floats]:
    """Return intervals of each score by itself: Wilson's for right and wrong, otherwise Student's over groups."""
    n = len(table.values)
    if _has_wilson_intervals(table):
        ends = [proportion_interval(round(s * n), n, method="wilson", level=level) for s in scores.tolist()]
        return np.array([e.low for e in ends]), np.array([e.high for e in ends])
    influence = table.sum_parts(table.values - scores)
    count = len(influence)
    errors = np.sqrt(count / (count - 1) * (influence**2).sum(axis=0))
    reach = float(stats.t.isf(significance(level) / 2, count - 1)) * errors
    return scores - reach, scores + reach


def _make_ladder(table: UnitTable, parts: Floats, order: Ints) -> tuple[Step, ...]:
    above, below = order[:-1], order[1:]
    differences = parts[:, above] - parts[:, below]
    p_values = _neighbour_p_values(table, parts, list(zip(below.tolist(), above.tolist(), strict=True)))
    adjusted = adjust(p_values, "holm")
    gaps = np.abs(differences.sum(axis=0))
    return tuple(
        Step(
            above=table.names[i],
            below=table.names[j],
            gap=float(gaps[place]),
            p_value=float(p_values[place]),
            p_adjusted=float(adjusted[place]),
        )
        for place, (i, j) in enumerate(zip(above.tolist(), below.tolist(), strict=True))
    )


def _neighbour_p_values(table: UnitTable, parts: Floats, pairs: list[tuple[int, int]]) -> Floats:
    """Return p-values of neighbours: McNemar's mid-p, Wilcoxon's over datasets, otherwise Student's t."""
    if table.unit == "dataset":
        return wilcoxon_p_values(table.turned, pairs=pairs)
    a, b = np.array(pairs, dtype=np.int64).T
    differences = parts[:, b] - parts[:, a]
    if table.is_binary and table.group is None:
        mends, breaks = (differences > 0).sum(axis=0), (differences < 0).sum(axis=0)
        n, k = mends + breaks, np.minimum(mends, breaks)
        mid = 2 * stats.binom.cdf(k, n, 0.5) - stats.binom.pmf(k, n, 0.5)
        return np.where(mends == breaks, 1.0, np.minimum(mid, 1.0))
    count = len(differences)
    error = differences.std(axis=0, ddof=1) * np.sqrt(count)
    t = np.divide(differences.sum(axis=0), error, out=np.zeros(differences.shape[1]), where=error > 0)
    return np.asarray(2 * stats.t.sf(np.abs(t), count - 1), dtype=np.float64)


def _count_more_units(
    table: UnitTable, parts: Floats, sets: RankSets, order: Ints, level: float
) -> int | None:
    """Return how many more units would separate the first two among all entries; 0 where they are separated.

    None where it is not known: of too many entries, too.
    """
    first, second = order[:2].tolist()
    if sets.better[first, second]:
        return 0
    if len(parts) < FEW_UNITS and len(order) > MOST_FORETOLD:
        return None
    differences, count = parts[:, first] - parts[:, second], len(parts)
    error = float(np.sqrt(count / (count - 1) * ((differences - differences.mean()) ** 2).sum()))
    critical = sets.critical if count >= FEW_UNITS else _critical_of_many_units(parts, level)
    return count_more_units(
        gap=float(differences.sum()), error=error, critical=critical, units=len(table.values)
    )


def _critical_of_many_units(parts: Floats, level: float) -> float:
    """Return what the largest statistic would be judged by if units were many."""
    covariance = np.cov(parts, rowvar=False)
    rng = np.random.default_rng(0)
    found = rank_sets_from_covariance(
        np.zeros(len(covariance)), covariance, units=10**9, rng=rng, level=level
    )
    return found.critical


def _split_halves(parts: Floats, seed: int) -> HalfStability | None:
    """Return how far random halves of the units agree; None of fewer than four units."""
    count = len(parts)
    if count < 4:
        return None
    rng = np.random.default_rng([seed, 2])
    sides = np.array([rng.permutation(count) < count // 2 for _ in range(HALVES)], dtype=np.float64)
    one, whole = sides @ parts, parts.sum(axis=0)
    other = whole - one
    ranks = [stats.rankdata(-tidy(half), axis=1) for half in (one, other)]
    centred = [r - r.mean(axis=1, keepdims=True) for r in ranks]
    norms = [np.sqrt((c**2).sum(axis=1)) for c in centred]
    products = (centred[0] * centred[1]).sum(axis=1)
    size = norms[0] * norms[1]
    correlations = np.divide(products, size, out=np.zeros(HALVES), where=size > 0)
    return HalfStability(
        halves=HALVES,
        correlation=float(correlations.mean()),
        same_first=float((_share_first(one) * _share_first(other)).sum(axis=1).mean()),
    )


def _share_first(sums: Floats) -> Floats:
    """Return of each row who is first: 1, or an equal share of those that tie, whatever their order.

    >>> _share_first(np.array([[0.3, 0.1 + 0.2, 0.1], [0.0, 1.0, 0.5]])).tolist()
    [[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]
    """
    kept = tidy(sums)
    is_first = kept == kept.max(axis=1, keepdims=True)
    shares: Floats = is_first / is_first.sum(axis=1, keepdims=True)
    return shares


def _chances_of_best(parts: Floats, seed: int) -> Floats:
    """Return of each entry the posterior probability that it is best: units weighted at random (Rubin 1981)."""
    rng = np.random.default_rng([seed, 3])
    weights = rng.standard_exponential((POSTERIOR_DRAWS, len(parts)))
    chances: Floats = _share_first(weights @ (parts - parts.mean(axis=1, keepdims=True))).mean(axis=0)
    return chances


def _describe_method(table: UnitTable, sets: RankSets) -> str:
    what = table.unit if table.group is None else table.group_noun
    drawn = "all" if sets.units <= 11 else f"{sets.draws:,}"
    return (
        f"all pairs together, largest statistic over {drawn} sign flips of {sets.units:,} {what}s, step-down"
    )
