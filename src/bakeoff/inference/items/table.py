"""Items as a table: models × items, one number for each, whatever the attempts and the metric."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measure_names import Field, measure_within
from bakeoff.core.measures import Unit
from bakeoff.core.words import write_list
from bakeoff.procedures.items.attempts import (
    OfAttempts,
    Summary,
    best_of_k,
    majority_of_k,
    pass_all_k,
    pass_at_k,
    summary_named,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemTable:
    """The score of every model on every item, and what bounds it."""

    values: Floats  # models × items, as the metric has them; NaN where nothing was answered
    low: Floats  # the same with the worst that missing answers could have scored
    high: Floats
    attempts: Floats  # models × items: how many were answered
    reach: float | None  # the largest difference that two scores can have; None where there are no bounds
    top: float  # the best score there is, where there are bounds: what errors are counted from
    summary: OfAttempts | None
    higher_is_better: bool
    averages: bool = False  # means over several attempts that are right or wrong

    @property
    def turned(self) -> Floats:
        """The values turned so that higher is better: right and wrong stay 1 and 0."""
        return self.turn(self.values)

    def turn(self, values: Floats) -> Floats:
        """Return values turned so that higher is better."""
        if self.higher_is_better:
            return values
        return self.top - values if self.reach is not None else -values

    @property
    def worst(self) -> Floats:
        """Turned values with the worst that missing answers could have scored."""
        return self.turn(self.low if self.higher_is_better else self.high)

    @property
    def best(self) -> Floats:
        """Turned values with the best that missing answers could have scored."""
        return self.turn(self.high if self.higher_is_better else self.low)

    @property
    def pseudo(self) -> float | None:
        """By how much a pseudo-item differs: the reach over the root of the attempts, k of n of them for pass@k."""
        if self.reach is None:
            return None
        known = self.attempts[self.attempts > 0]
        n = float(known.size / (1 / known).sum()) if known.size else 1.0
        k = 1 if self.summary is None else self.summary.k
        return self.reach * float(np.sqrt(min(1.0, k / n)))

    def is_binary(self) -> bool:
        """Say whether every known value is 0 or 1, and rests on one attempt."""
        known = self.values[~np.isnan(self.values)]
        return bool(((known == 0) | (known == 1)).all() and self.attempts.max(initial=0) <= 1)


def tabulate_items(evidence: ItemEvidence, settings: Settings) -> ItemTable:
    """Return the table that a comparison by these settings rests on."""
    summary = asked_summary(evidence, settings)
    scored = evidence.score[evidence.is_answered]
    low, high = bounds_of(scored)
    if summary is not None:
        _require_attempts(evidence, summary, scored)
    values = _item_values(evidence, evidence.score, evidence.is_answered, summary)
    everywhere = np.ones(evidence.score.size, dtype=np.bool_)
    filled = [
        _fill_missing(evidence, summary, everywhere, end)
        if np.isnan(values).any() or not evidence.is_answered.all()
        else values
        for end in (low, high)
    ]
    bounded = (low, high) == (0.0, 1.0) and not _is_cost(evidence.metric)
    return ItemTable(
        values=values,
        low=filled[0],
        high=filled[1],
        attempts=_attempt_counts(evidence, evidence.is_answered),
        reach=1.0 if bounded else None,
        top=high,
        summary=summary,
        higher_is_better=evidence.higher_is_better,
        averages=evidence.attempts > 1 and bool(((scored == 0) | (scored == 1)).all()),
    )


def _is_cost(metric: str) -> bool:
    """Say whether a metric is a time or a cost by its name: such have no bounds, though all may lie below 1."""
    known = measure_within(metric)
    return known is not None and known.field in (Field.TIME, Field.COST)


def bounds_of(scored: Floats) -> tuple[float, float]:
    """Return the ends of the scale: 0 and 1 where all scores lie between, else the least and the largest there are."""
    if not scored.size:
        return 0.0, 1.0
    low, high = float(scored.min()), float(scored.max())
    return (0.0, 1.0) if low >= 0 and high <= 1 else (low, high)


def with_scale(evidence: ItemEvidence, table: ItemTable) -> ItemEvidence:
    """Return the evidence with the unit that its scores are in, and the metric that it is judged by."""
    return replace(
        evidence,
        unit=Unit.PLAIN if table.reach is None else Unit.FRACTION,
        metric=evidence.metric if table.summary is None else str(table.summary),
    )


def asked_summary(evidence: ItemEvidence, settings: Settings) -> OfAttempts | None:
    """Return the summary of attempts that the metric asks for; refuse a metric that was not read."""
    if settings.metric is None:
        return None
    summary = summary_named(settings.metric)
    own = evidence.metric.casefold()
    if summary is None and settings.metric.casefold() not in (own, own.partition(",")[0]):
        known = [evidence.metric, *evidence.other_metrics, "pass@K", "pass^K", "best-of-K", "majority-of-K"]
        raise UsageError(
            f"the items are scored by {evidence.metric!r}, not by {settings.metric!r}",
            where=f"--metric {settings.metric}, {evidence.source}",
            fix=f"use one of: {', '.join(known)}",
            code="BO031",
        )
    return summary


def _item_values(
    evidence: ItemEvidence, score: Floats, known: NDArray[np.bool_], summary: OfAttempts | None
) -> Floats:
    """Return models × items: the mean of the attempts that are known, or the summary of them."""
    counts = _attempt_counts(evidence, known)
    if summary is not None and summary.summary is Summary.BEST_OF:
        return _best_of_attempts(evidence, score, known, summary.k)
    sums = np.bincount(_item_cells(evidence)[known], weights=score[known], minlength=counts.size)
    totals: Floats = sums.reshape(counts.shape).astype(np.float64)
    values = np.full(counts.shape, np.nan)
    if summary is None:
        np.divide(totals, counts, out=values, where=counts > 0)
        return values
    enough = counts >= summary.k
    right: Floats = totals if evidence.higher_is_better else counts - totals
    of = {Summary.PASS_AT: pass_at_k, Summary.PASS_ALL: pass_all_k, Summary.MAJORITY: majority_of_k}
    found = of[summary.summary](right[enough], counts[enough], summary.k)
    values[enough] = found if evidence.higher_is_better else 1 - found
    return values


def _best_of_attempts(evidence: ItemEvidence, score: Floats, known: NDArray[np.bool_], k: int) -> Floats:
    shape = (len(evidence.models), len(evidence.items))
    table = np.full((shape[0] * shape[1], evidence.attempts), np.nan)
    sign = 1.0 if evidence.higher_is_better else -1.0
    table[_item_cells(evidence)[known], evidence.attempt[known]] = sign * score[known]
    enough = (~np.isnan(table)).sum(axis=1) >= k
    values = np.full(len(table), np.nan)
    values[enough] = sign * best_of_k(table[enough], k)
    return values.reshape(shape)


def _fill_missing(
    evidence: ItemEvidence, summary: OfAttempts | None, everywhere: NDArray[np.bool_], end: float
) -> Floats:
    """Return the values as they were if every missing answer had the score at one end of the scale."""
    score = np.where(evidence.is_answered, evidence.score, end)
    values = _item_values(evidence, score, everywhere, summary)
    return np.where(np.isnan(values), end, values)


def _item_cells(evidence: ItemEvidence) -> NDArray[np.intp]:
    return evidence.model * len(evidence.items) + evidence.item


def _attempt_counts(evidence: ItemEvidence, known: NDArray[np.bool_]) -> Floats:
    shape = (len(evidence.models), len(evidence.items))
    counts = np.bincount(_item_cells(evidence)[known], minlength=shape[0] * shape[1])
    return counts.reshape(shape).astype(np.float64)


def _require_attempts(evidence: ItemEvidence, summary: OfAttempts, scored: Floats) -> None:
    """Refuse a summary of attempts that these cannot give."""
    if summary.needs_right_or_wrong and not ((scored == 0) | (scored == 1)).all():
        raise DesignError(
            f"{summary} counts right and wrong attempts, and these scores are graded",
            where=evidence.source,
            fix=f"use --metric best-of-{summary.k}, or leave --metric out for the mean of the attempts",
            code="BO260",
        )
    every = _attempt_counts(evidence, np.ones(evidence.score.size, dtype=np.bool_))
    fewest, most = int(every[every > 0].min(initial=every.max(initial=0))), int(every.max(initial=0))
    if summary.k < 1 or most < summary.k:
        raise DesignError(
            f"{summary} needs {summary.k} attempts at an item, and there are {most}",
            where=evidence.source,
            fix=f"use k up to {most}, or log more attempts; twice as many as k is better than just as many",
            code="BO260",
        )
    if fewest < summary.k:
        model, item = (int(x) for x in np.argwhere((every > 0) & (every < summary.k))[0])
        short = int(((every > 0) & (every < summary.k)).sum())
        raise DesignError(
            f"{summary} needs {summary.k} attempts at every item; {short} {'has' if short == 1 else 'have'} "
            f"fewer, such as item {evidence.items[item]!r} of {write_list([evidence.models[model]])} "
            f"with {int(every[model, item])}",
            where=evidence.source,
            fix=f"use k up to {fewest}, or log the attempts that are missing",
            code="BO260",
        )
