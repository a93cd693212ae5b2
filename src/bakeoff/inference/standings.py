"""The ranking: mean scores and ranks, how firm the ranks are, and who beats whom."""

from math import fsum, inf

import numpy as np

from bakeoff.core.comparison import Settings, Standing
from bakeoff.core.evidence import Floats, Scores
from bakeoff.core.results import Estimate, Interval
from bakeoff.inference.bench import Bench, ScoreBench
from bakeoff.procedures.ranks import mean_ranks


def ranking(bench: Bench) -> tuple[Standing, ...]:
    """Return the classifiers, best first: by mean rank over datasets, or by the metric on one test set."""
    if isinstance(bench, ScoreBench):
        return _of_scores(bench.evidence, bench.settings)
    from bakeoff.inference.example_standings import example_ranking  # tables of scores do not wait for it

    return example_ranking(bench)


def ranking_values(bench: Bench) -> list[float]:
    """Return what classifiers are ordered by, lowest first: the mean rank, else the score."""
    if isinstance(bench, ScoreBench):
        return _score_order(bench.evidence)
    from bakeoff.inference.example_standings import example_order

    return example_order(bench)


def _of_scores(evidence: Scores, settings: Settings) -> tuple[Standing, ...]:
    table = _complete(evidence)
    k = len(evidence.classifiers)
    intervals: list[Interval | None] = [None] * k
    best: list[float | None] = [None] * k
    strengths: list[Estimate | None] = [None] * k
    if k > 2 and len(table) > 1:
        from bakeoff.procedures.bradley_terry import bradley_terry  # two classifiers do not wait for these
        from bakeoff.procedures.rank_uncertainty import rank_uncertainty

        firm = rank_uncertainty(table, rng=np.random.default_rng(settings.seed), level=settings.level)
        intervals, best = [e.interval for e in firm.mean_ranks], list(firm.best)
        strengths = list(bradley_terry(table, level=settings.level).strengths)
    ranks = mean_ranks(table).tolist() if len(table) > 1 else [None] * k
    standings = [
        Standing(
            classifier=name,
            mean_score=_mean(evidence.values[:, i]),
            mean_rank=ranks[i],
            rank_interval=intervals[i],
            best=best[i],
            strength=strengths[i],
        )
        for i, name in enumerate(evidence.classifiers)
    ]
    order = _score_order(evidence)
    return tuple(
        sorted(standings, key=lambda s: (order[evidence.classifiers.index(s.classifier)], s.classifier))
    )


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
