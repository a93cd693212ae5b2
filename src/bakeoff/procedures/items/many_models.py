"""Many models on the same items: all pairs at once, by the largest of their statistics over items within tasks."""

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_distinct_pairs, check_level
from bakeoff.procedures.base.intervals import settle_interval, turn_towards
from bakeoff.procedures.items.flips import mid_p_values, score_limits, score_statistics
from bakeoff.procedures.items.means import Means, Strata, mean_differences, with_pseudo_items
from bakeoff.procedures.items.paired_means import FEW, OF_ITEMS, OF_THESE_TASKS

MOST_DRAWS, LEAST_DRAWS = 10_000, 1_000
AFFORDABLE = 10_000_000  # draws × pairs
_BLOCK = 2_000  # draws whose weights are held at once
_CHUNK = 100_000  # draws × pairs, or pairs × items, that are held at once
ASSUMPTIONS = (
    "the items (or groups, where they are given) are independent draws within each task",
    "attempts at an item are averaged: the item is what is independent",
    "no model was trained or tuned on them",
)


@check_arguments
def all_pairs_items(  # noqa: PLR0913 - what the bench offers, each by its name
    item_scores: Floats,
    *,
    pairs: Sequence[tuple[int, int]],
    rng: np.random.Generator,
    item_tasks: Ints | None = None,
    item_groups: Ints | None = None,
    pseudo: float | None = None,
    few: int = FEW,
    reach: float | None = None,
    of: str | None = None,
    draws: int = MOST_DRAWS,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> tuple[TestResult, ...]:
    """Test all pairs of models on the same items, with a chance of at most 1 - level of any false claim.

    Null of a pair: both have the same mean score on items like these, averaged over these tasks. Items (or groups)
    within tasks are weighted at random, for all models alike, which keeps how the pairs hang together; the largest
    statistic over the pairs still in question gives the adjusted p-values, step by step (Romano and Wolf 2005). Of
    right and wrong answers to one task the statistic is McNemar's, and the interval Tango's; otherwise Student's t,
    moved to the normal scale by its degrees of freedom.

    Assumes enough items or groups: with fewer than 40 groups Holm's method over the clustered test is safer.

    Parameters
    ----------
    item_scores
        Items × models: means over attempts, turned so that higher is better; every item has every score.
    pairs
        The columns of a and b of each pair.
    rng
        Source of the random weights.
    item_tasks, item_groups
        Of each item: the number of its task and of its group; None: one task, and every item alone.
    pseudo
        The size of two pseudo-items' differences, added to few items of scores that are not right or wrong; None:
        no bounds are known.
    few
        From how many items on the tail of the differences says the size of the pseudo-items.
    reach
        The largest difference that two scores can have; None: no bounds are known.
    of
        What the estimate is called, where the metric has a name.
    draws
        How many random weightings, at most: fewer where pairs are very many.
    level, alternative
        Of the intervals, which hold together for all pairs, and of the tests.

    Returns
    -------
    tuple of TestResult
        One for each pair. `p_value` is of the pair by itself, `p_adjusted` of the pair in its family; the
        interval agrees with `p_adjusted`.

    References
    ----------
    romano2005, mcnemar1947, tango1998, bell2002

    Examples
    --------
    >>> right = np.array([[1, 1, 0]] * 12 + [[1, 0, 1]] * 3 + [[1, 1, 1]] * 30, dtype=float)
    >>> results = all_pairs_items(right, pairs=[(2, 0), (1, 0)], rng=np.random.default_rng(1))
    >>> [r.p_adjusted < 0.01 for r in results]
    [True, False]
    """
    check_level(level)
    table = _check_scores(item_scores, pairs)
    strata = Strata(item_tasks, item_groups, len(table))
    columns = np.array(pairs, dtype=np.int64)
    own = _own_estimates(table, columns, strata, _Guard(pseudo, few), alternative)
    influences = strata.influences(np.ascontiguousarray(table.T))
    draws = min(draws, max(LEAST_DRAWS, AFFORDABLE // len(columns)))
    family = _step_down(own, influences, columns, _Drawn(draws, alternative, rng))
    critical = _many_models_critical(family.largest, level)
    low, high = _many_models_limits(own, critical, alternative)
    most = inf if reach is None else reach
    name = of or (OF_ITEMS if strata.tasks == 1 else OF_THESE_TASKS)
    asked = _Asked(
        name, level, alternative, strata.groups, _many_models_method(own, strata, family), critical
    )
    return tuple(
        _many_models_result(
            asked, place, own, family, max(float(low[place]), -most), min(float(high[place]), most)
        )
        for place in range(len(columns))
    )


class _Guard(NamedTuple):
    """The size of pseudo-items' differences, and how many items need none."""

    pseudo: float | None
    few: int


class _Own(NamedTuple):
    """What is known of each pair by itself."""

    values: Floats
    z: Floats  # on the normal scale
    p_values: Floats
    errors: Floats  # of the plain means: what the random weights are measured in
    centres: Floats
    spreads: Floats
    df: Floats
    flips: tuple[Floats, Floats] | None  # mends and breaks, where answers are right or wrong
    items: int
    by_score: bool  # whether the standard error holds the difference itself, as McNemar's does


class _Family(NamedTuple):
    p_adjusted: Floats
    largest: Floats  # of each draw, over all pairs
    draws: int


def _own_estimates(
    table: Floats, columns: Ints, strata: Strata, guard: _Guard, alternative: Alternative
) -> _Own:
    by_model = np.ascontiguousarray(table.T)
    found = _by_chunks(by_model, columns, strata)
    flips = _many_models_flips(by_model, columns) if strata.tasks == 1 and not strata.is_grouped else None
    guarded = found if flips is not None else _guard_means(found, strata, guard)
    # Items of one task are studentised as McNemar's are, where no pseudo-items are added to all.
    by_score = flips is None and strata.tasks == 1 and not strata.is_grouped and strata.items >= guard.few
    if flips is not None:
        z, p_values = score_statistics(*flips), mid_p_values(*flips, alternative)
    else:
        varied = guarded.errors > 0
        t = np.divide(guarded.values, guarded.errors, out=np.zeros_like(found.values), where=varied)
        p_values = _t_p_values(t, found.df, alternative)
        z = _score_scale(guarded, strata.items) if by_score else _normal_scale(t, found.df)
    return _Own(
        values=found.values,
        z=z,
        p_values=p_values,
        errors=found.errors,
        centres=guarded.values,
        spreads=guarded.errors,
        df=found.df,
        flips=flips,
        items=strata.items,
        by_score=by_score,
    )


def _guard_means(found: Means, strata: Strata, guard: _Guard) -> Means:
    """Return means with pseudo-items, as `items_t` has them; of groups and tasks only where nothing varies."""
    if guard.pseudo is None:
        return found
    is_plain = strata.tasks == 1 and not strata.is_grouped
    is_few = (found.errors == 0) | (strata.items < guard.few and not strata.is_grouped)
    sizes = np.where(is_few, guard.pseudo, found.tails)
    padded = with_pseudo_items(found, items=strata.groups, pseudo=sizes)
    use = is_few | (is_plain & (found.tails > 0))
    return found._replace(
        values=np.where(use, padded.values, found.values), errors=np.where(use, padded.errors, found.errors)
    )


def _by_chunks(by_model: Floats, columns: Ints, strata: Strata) -> Means:
    size = max(1, _CHUNK // by_model.shape[1])
    parts = [
        mean_differences(by_model[part[:, 1]] - by_model[part[:, 0]], strata)
        for part in (columns[start : start + size] for start in range(0, len(columns), size))
    ]
    return Means(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _many_models_flips(by_model: Floats, columns: Ints) -> tuple[Floats, Floats] | None:
    """Return what b mends and breaks of each pair; None where answers may be partly right."""
    if not np.isin(by_model, (0.0, 1.0)).all():
        return None
    both = by_model @ by_model.T
    right = by_model.sum(axis=1)
    shared = both[columns[:, 0], columns[:, 1]]
    return right[columns[:, 1]] - shared, right[columns[:, 0]] - shared


def _normal_scale(t: Floats, df: Floats) -> Floats:
    """Return z with the same tail as each t; t itself where the tail is too small for a number."""
    tails = special.stdtr(df, -np.abs(t))
    z = np.where(tails > 1e-300, -special.ndtri(np.maximum(tails, 1e-300)), np.abs(t))
    return np.copysign(z, t)


def _score_scale(found: Means, items: int) -> Floats:
    """Return differences over standard errors that are not taken about the mean: less sure where items are few."""
    squares = found.errors**2 * (items - 1) / items + found.values**2 / items
    return np.divide(found.values, np.sqrt(squares), out=np.zeros_like(found.values), where=squares > 0)


def _score_limits(own: _Own, critical: float) -> tuple[Floats, Floats]:
    """Return the differences whose score statistic does not pass `critical`; without bounds where it cannot."""
    room = 1 - critical**2 / own.items
    if room <= 0:
        return np.full_like(own.values, -inf), np.full_like(own.values, inf)
    reach = critical * np.sqrt(own.spreads**2 * (own.items - 1) / own.items / room)
    return own.centres - reach, own.centres + reach


def _t_p_values(t: Floats, df: Floats, alternative: Alternative) -> Floats:
    match alternative:
        case Alternative.GREATER:
            tails: Floats = special.stdtr(df, -t)
        case Alternative.LESS:
            tails = special.stdtr(df, t)
        case Alternative.TWO_SIDED:
            tails = np.minimum(1.0, 2 * special.stdtr(df, -np.abs(t)))
    return tails


class _Drawn(NamedTuple):
    draws: int
    alternative: Alternative
    rng: np.random.Generator


def _step_down(own: _Own, influences: Floats, columns: Ints, drawn_by: _Drawn) -> _Family:
    """Return p-values adjusted step by step, and the largest statistic of each draw."""
    pairs, (draws, alternative, rng) = len(columns), drawn_by
    observed = turn_towards(own.z, alternative)
    order = np.argsort(-observed, kind="stable")
    a, b = columns[order].T
    scale = np.divide(1.0, own.errors[order], out=np.zeros(pairs), where=own.errors[order] > 0).astype(
        np.float32
    )
    asked = observed[order].astype(np.float32)
    passed, largest = np.zeros(pairs), np.empty(draws)
    for start, moved in _draw_weighted_sums(influences, draws, rng, size=max(1, _CHUNK // pairs)):
        drawn = turn_towards((moved[b] - moved[a]) * scale[:, None], alternative)
        maxima = np.maximum.accumulate(drawn[::-1], axis=0)[::-1]
        passed += (maxima >= asked[:, None]).sum(axis=1)
        largest[start : start + moved.shape[1]] = maxima[0]
    stepped = np.maximum.accumulate((passed + 1) / (draws + 1))
    p_adjusted = np.empty(pairs)
    p_adjusted[order] = stepped
    return _Family(np.maximum(p_adjusted, own.p_values), largest, draws)


def _draw_weighted_sums(
    influences: Floats, draws: int, rng: np.random.Generator, *, size: int
) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Yield the models' sums under random weights, some draws at a time: models × draws, and the first draw's number.

    Weights are drawn in blocks that do not depend on the number of pairs, and so one product serves many draws.
    """
    small = influences.astype(np.float32)
    for block in range(0, draws, _BLOCK):
        weights = rng.standard_normal((influences.shape[1], min(_BLOCK, draws - block)), dtype=np.float32)
        moved = small @ weights
        for start in range(0, moved.shape[1], size):
            yield block + start, moved[:, start : start + size]


def _many_models_critical(largest: Floats, level: float) -> float:
    return float(np.quantile(largest, 1 - significance(level), method="higher"))


def _many_models_limits(own: _Own, critical: float, alternative: Alternative) -> tuple[Floats, Floats]:
    """Return what no pair's statistic is further than `critical` from."""
    if own.flips is not None:
        return score_limits(*own.flips, own.items, critical)
    if own.by_score:
        return _score_limits(own, critical)
    tail = float(special.ndtr(-critical))
    reach = -special.stdtrit(own.df, tail) * own.spreads
    return own.centres - reach, own.centres + reach


class _Asked(NamedTuple):
    of: str
    level: float
    alternative: Alternative
    units: int
    method: str
    critical: float


def _many_models_result(
    asked: _Asked, place: int, own: _Own, family: _Family, low: float, high: float
) -> TestResult:
    p_adjusted, value = float(family.p_adjusted[place]), float(own.values[place])
    ends = settle_interval(
        low, high, p_value=p_adjusted, level=asked.level, alternative=asked.alternative, estimate=value
    )
    return TestResult(
        procedure="max-t-items",
        null="on items like these both models have the same mean score",
        alternative=asked.alternative,
        statistic=float(own.z[place]),
        df=None if own.flips is not None else float(own.df[place]),
        p_value=float(own.p_values[place]),
        estimate=Estimate(of=asked.of, value=value, interval=ends),
        n=asked.units,
        method=asked.method,
        assumptions=ASSUMPTIONS,
        citation="romano2005",
        steps=MappingProxyType({"critical": asked.critical, "mean": value, "se": float(own.spreads[place])}),
        monte_carlo_error=sqrt(p_adjusted * (1 - p_adjusted) / family.draws),
        p_adjusted=p_adjusted,
    )


def _many_models_method(own: _Own, strata: Strata, family: _Family) -> str:
    within = f" within {strata.tasks} tasks" if strata.tasks > 1 else ""
    units = "groups of items" if strata.is_grouped else "items"
    statistic = "McNemar's z" if own.flips is not None else "Student's t"
    return f"largest {statistic} over {family.draws:,} random weightings of {units}{within}, step-down"


def _check_scores(scores: Floats, pairs: Sequence[tuple[int, int]]) -> Floats:
    if scores.ndim != 2 or not np.isfinite(scores).all():
        raise ProcedureError(
            f"the scores are one finite number for each item and model; these are of shape {scores.shape}",
            where="item_scores",
            fix="average the attempts at an item, and leave out items that a model lacks",
            code="BO052",
        )
    models = scores.shape[1]
    if not pairs or any(i == j or not (0 <= i < models and 0 <= j < models) for i, j in pairs):
        raise ProcedureError(
            f"a pair is two different columns of the {models}",
            where="pairs",
            fix="name the columns of a and b of each pair",
            code="BO053",
        )
    check_distinct_pairs(pairs)
    return scores
