"""The ranking: mean scores and ranks, how firm the ranks are, and who beats whom."""

from dataclasses import replace
from math import fsum, inf

import numpy as np

from bakeoff.core.comparison import Settings, Standing
from bakeoff.core.evidence import Floats, Scores
from bakeoff.inference.bench import Bench, ScoreBench
from bakeoff.procedures.ranks import mean_ranks


def ranking(bench: Bench) -> tuple[Standing, ...]:
    """Return the classifiers, best first: by mean rank over datasets, or by the metric on one test set."""
    if isinstance(bench, ScoreBench):
        return _of_scores(bench.evidence, bench.settings)
    from bakeoff.inference.example_standings import example_ranking  # tables of scores do not wait for it

    return example_ranking(bench)


def places(evidence: Scores) -> tuple[Standing, ...]:
    """Return the classifiers of a table, best first, without saying how firm their places are."""
    return _ordered(evidence, _standings(evidence))


def ranking_values(bench: Bench) -> list[float]:
    """Return what classifiers are ordered by, lowest first: the mean rank, else the score."""
    if isinstance(bench, ScoreBench):
        return _score_order(bench.evidence)
    from bakeoff.inference.example_standings import example_order

    return example_order(bench)


def _of_scores(evidence: Scores, settings: Settings) -> tuple[Standing, ...]:
    standings, table = _standings(evidence), _complete(evidence)
    if len(standings) > 2 and len(table) > 1:
        from bakeoff.procedures.bradley_terry import bradley_terry  # two classifiers do not wait for these
        from bakeoff.procedures.rank_uncertainty import rank_uncertainty

        firm = rank_uncertainty(table, rng=np.random.default_rng(settings.seed), level=settings.level)
        strengths = bradley_terry(table, level=settings.level).strengths
        standings = [
            replace(standing, rank_interval=mean_rank.interval, best=best, strength=strength)
            for standing, mean_rank, best, strength in zip(
                standings, firm.mean_ranks, firm.best, strengths, strict=True
            )
        ]
    return _ordered(evidence, standings)


def _standings(evidence: Scores) -> list[Standing]:
    table, names = _complete(evidence), evidence.classifiers
    ranks = mean_ranks(table).tolist() if len(table) > 1 else [None] * len(names)
    return [
        Standing(
            classifier=name,
            mean_score=_mean(scores),
            mean_rank=rank,
            scored_on=int(np.count_nonzero(~np.isnan(scores))),
            ranked_on=None if rank is None else len(table),
        )
        for name, scores, rank in zip(names, evidence.values.T, ranks, strict=True)
    ]


def _ordered(evidence: Scores, standings: list[Standing]) -> tuple[Standing, ...]:
    order = dict(zip(evidence.classifiers, _score_order(evidence), strict=True))
    return tuple(sorted(standings, key=lambda s: (order[s.classifier], s.classifier)))


def _score_order(evidence: Scores) -> list[float]:
    table = _complete(evidence)
    if len(table) > 1:
        return [float(rank) for rank in mean_ranks(table)]
    sign = -1.0 if evidence.measure.higher_is_better else 1.0
    means = [_mean(column) for column in evidence.values.T]
    return [inf if mean is None else sign * mean for mean in means]


def _complete(evidence: Scores) -> Floats:
    table = evidence.values[~np.isnan(evidence.values).any(axis=1)]
    return table if evidence.measure.higher_is_better else -table


def _mean(scores: Floats) -> float | None:
    present = scores[~np.isnan(scores)]
    return fsum(present) / len(present) if len(present) else None
