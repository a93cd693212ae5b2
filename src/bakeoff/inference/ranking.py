"""The ranking: mean scores and ranks, how firm the ranks are, and groups among whom nothing is decided."""

from collections.abc import Sequence
from dataclasses import replace
from math import fsum, inf

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Pair, Settings, Standing
from bakeoff.core.evidence import Scores, at_precision
from bakeoff.inference.bench.bench import Bench, ScoreBench
from bakeoff.procedures.many.cliques import bars, cliques
from bakeoff.procedures.many.ranks import mean_ranks

MOST_RATED = 2_000  # classifiers that get a strength: its equations take the cube of their number


def rank_classifiers(bench: Bench) -> tuple[Standing, ...]:
    """Return the classifiers, best first: by mean rank over datasets, or by the metric on one test set."""
    if isinstance(bench, ScoreBench):
        return _rank_by_scores(bench.evidence, bench.settings)
    from bakeoff.inference.example_ranking import rank_on_test_set  # tables of scores do not wait for it

    return rank_on_test_set(bench)


def place_classifiers(evidence: Scores) -> tuple[Standing, ...]:
    """Return the classifiers of a table, best first, without saying how firm their places are."""
    return _sort_standings(evidence, _build_standings(evidence))


def ranking_values(bench: Bench) -> list[float]:
    """Return what classifiers are ordered by, lowest first: the mean rank, else the score."""
    if isinstance(bench, ScoreBench):
        return _score_order(bench.evidence)
    from bakeoff.inference.example_ranking import order_on_test_set

    return order_on_test_set(bench)


def _rank_by_scores(evidence: Scores, settings: Settings) -> tuple[Standing, ...]:
    standings, table = _build_standings(evidence), _complete_rows(evidence)
    if len(standings) > 2 and len(table) > 1:
        # two classifiers do not wait for these
        from bakeoff.procedures.many.bradley_terry import bradley_terry
        from bakeoff.procedures.many.rank_uncertainty import rank_uncertainty

        firm = rank_uncertainty(table, rng=np.random.default_rng(settings.seed), level=settings.level)
        few = len(standings) <= MOST_RATED
        strengths = bradley_terry(table, level=settings.level).strengths if few else [None] * len(standings)
        standings = [
            replace(standing, rank_interval=mean_rank.interval, best=best, strength=strength)
            for standing, mean_rank, best, strength in zip(
                standings, firm.mean_ranks, firm.best, strengths, strict=True
            )
        ]
    return _sort_standings(evidence, standings)


def _build_standings(evidence: Scores) -> list[Standing]:
    table, names = _complete_rows(evidence), evidence.classifiers
    whole = ~np.isnan(evidence.values).any(axis=1)
    ranks = mean_ranks(table).tolist() if len(table) > 1 else [None] * len(names)
    return [
        Standing(
            classifier=name,
            mean_score=_mean_present(scores),
            mean_rank=rank,
            scored_on=int(np.count_nonzero(~np.isnan(scores))),
            ranked_on=None if rank is None else len(table),
            common_mean=None if rank is None else _mean_present(scores[whole]),
        )
        for name, scores, rank in zip(names, evidence.values.T, ranks, strict=True)
    ]


def _sort_standings(evidence: Scores, standings: list[Standing]) -> tuple[Standing, ...]:
    order = dict(zip(evidence.classifiers, _score_order(evidence), strict=True))
    return tuple(sorted(standings, key=lambda s: (order[s.classifier], s.classifier)))


def _score_order(evidence: Scores) -> list[float]:
    table = _complete_rows(evidence)
    if len(table) > 1:
        return [float(rank) for rank in mean_ranks(table)]
    sign = -1.0 if evidence.measure.higher_is_better else 1.0
    means = [_mean_present(column) for column in evidence.values.T]
    return [inf if mean is None else sign * mean for mean in means]


def _complete_rows(evidence: Scores) -> Floats:
    table = at_precision(evidence.values[~np.isnan(evidence.values).any(axis=1)], evidence.decimals)
    return table if evidence.measure.higher_is_better else -table


def _mean_present(scores: Floats) -> float | None:
    present = scores[~np.isnan(scores)]
    return fsum(present) / len(present) if len(present) else None


MOST_IN_GROUPS = 40  # classifiers whose groups are looked for among all sets, not only neighbours in rank


def group_undecided(ordered: Sequence[str], pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Return the largest sets of classifiers among whom no pair is decided, each and all of them best first.

    Verdicts need not follow the ranks, so that a group may skip a classifier that ranks between its members. Where
    that makes more groups than classifiers, only runs of neighbours in rank are returned.
    """
    places = {name: place for place, name in enumerate(ordered)}
    differs = np.zeros((len(ordered), len(ordered)), dtype=bool)
    for pair in pairs:
        i, j = places[pair.a], places[pair.b]
        differs[i, j] = differs[j, i] = pair.verdict.is_claim
    groups = cliques(differs) if len(ordered) <= MOST_IN_GROUPS else None
    if groups is None or len(groups) > len(ordered):
        groups = bars(range(len(ordered)), differs)
    return tuple(tuple(ordered[place] for place in group) for group in groups)


def group_classifiers(bench: Bench, pairs: Sequence[Pair]) -> tuple[tuple[str, ...], ...]:
    """Return the groups among whom nothing is decided; none of two classifiers, nor where one is the baseline."""
    names = bench.evidence.classifiers
    if len(names) < 3 or bench.settings.baseline is not None:
        return ()
    order = np.argsort(ranking_values(bench), kind="stable")
    return group_undecided([names[i] for i in order.tolist()], pairs)
