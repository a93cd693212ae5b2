"""Two models on the same items: tests of the mean difference, by items, by groups of items, or by tasks."""

from math import copysign, inf
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import t_interval, t_p_value
from bakeoff.procedures.base.intervals import settle_interval
from bakeoff.procedures.items.means import Means, Strata, mean_differences, with_pseudo_items

FEW = 50  # items below which two pseudo-items guard the mean of a bounded score
NULL = "on items like these both models have the same mean score"
OF_ITEMS = "difference in mean score"
OF_THESE_TASKS = "difference in mean score over these tasks"
OF_SUCH_TASKS = "difference in mean score over tasks like these"
INDEPENDENT_ITEMS = "the items are independent draws from the population that the claim is about"
NOT_TRAINED_ON = "neither model was trained or tuned on them"
AVERAGED = "attempts at an item are averaged: the item is what is independent"


@check_arguments
def items_t(
    item_differences: Floats,
    *,
    pseudo: float | None = None,
    few: int = FEW,
    reach: float | None = None,
    of: str | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b's mean score over the items of one task is higher than a's.

    Null: both models have the same mean score on items like these. Student's t over the items' differences, each the
    difference of means over the attempts at the item; attempts are never counted as items.

    With fewer than 50 items of a bounded score two pseudo-items with differences ±`pseudo` are added: near 0 and 1
    most differences are zero, and plain t intervals miss the truth in up to .21 of trials. With more items their
    size is that of the tail of the differences beyond what normal ones have: next to nothing in the middle of the
    scale, and enough near its ends, where plain intervals with 50 items miss in up to .07 of trials. For right and
    wrong with one attempt McNemar's mid-p test and Tango's interval are better; for items in groups the clustered test.

    Parameters
    ----------
    item_differences
        Of each item: the advantage of b over a, averaged over attempts.
    pseudo
        The size of the pseudo-items' differences: the reach of a score over the root of the attempts; None: no bounds
        are known, and none are added.
    few
        From how many items on the tail of the differences says the size of the pseudo-items.
    reach
        The largest difference that two scores can have; None: no bounds are known.
    of
        What the estimate is called, where the metric has a name.
    level, alternative
        Of the interval and the test.

    References
    ----------
    student1908, bowyer2025

    Examples
    --------
    >>> round(items_t(np.array([1.0, 0.0, 1.0, 1.0, 0.0, 1.0])).statistic, 4)
    3.1623
    """
    check_level(level)
    strata = Strata(None, None, _check_differences(item_differences).size)
    means = mean_differences(item_differences, strata)
    asked = _Asked(
        "items-t", of or OF_ITEMS, NULL, (INDEPENDENT_ITEMS, AVERAGED, NOT_TRAINED_ON), "student1908"
    )
    is_few = strata.items < few or means.errors[0] == 0
    tail = float(means.tails[0]) or None
    guard = pseudo if is_few or pseudo is None else tail
    ends = _Ends(level, alternative, reach)
    return _paired_mean_result(asked, means, strata.items, guard, ends, "Student's t over items")


@check_arguments
def items_clustered(  # noqa: PLR0913 - what the bench offers, each by its name
    item_differences: Floats,
    *,
    item_groups: Ints,
    item_tasks: Ints | None = None,
    pseudo: float | None = None,
    reach: float | None = None,
    of: str | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b's mean score is higher than a's, where items come in groups that are not independent.

    Null: both models have the same mean score on items like these. The standard error sums what whole groups add to
    the mean, without its bias at few groups (CR2, Bell and McCaffrey 2002); Student's t has their degrees of
    freedom at the estimated correlation within groups (Imbens and Kolesár 2016). With several tasks it is of the mean
    over tasks.

    Assumes independent groups, and gains that are not concentrated in a few of them: where a model is better in one
    group of seven only, the interval misses the truth in .05 to .09 of trials, and in up to .24 where groups are
    large. The mean is over items, not over groups.

    Parameters
    ----------
    item_differences
        Of each item: the advantage of b over a, averaged over attempts.
    item_groups
        Of each item: the number of its group, such as its document.
    item_tasks
        Of each item: the number of its task; None: there is one.
    pseudo
        The size of two pseudo-groups' differences, used only where nothing varies; None: refuse that.
    reach
        The largest difference that two scores can have; None: no bounds are known.
    of
        What the estimate is called, where the metric has a name.
    level, alternative
        Of the interval and the test.

    References
    ----------
    bell2002, imbens2016, miller2024

    Examples
    --------
    >>> found = items_clustered([1.0, 1, 0, 0, 1, 1, 1, 0], item_groups=[0, 0, 1, 1, 2, 2, 2, 2])
    >>> round(found.estimate.value, 3), round(found.df, 2)
    (0.625, 1.65)
    """
    check_level(level)
    strata = Strata(
        item_tasks, _check_codes(item_groups, item_differences), _check_differences(item_differences).size
    )
    means = mean_differences(item_differences, strata)
    of = of or (OF_ITEMS if strata.tasks == 1 else OF_THESE_TASKS)
    assumptions = (
        "the groups of items are independent draws from the population that the claim is about",
        "gains are not concentrated in a few kinds of group",
        NOT_TRAINED_ON,
    )
    asked = _Asked("items-clustered", of, NULL, assumptions, "bell2002")
    guard = pseudo if means.errors[0] == 0 else None
    method = f"CR2 over {strata.groups} groups, Bell and McCaffrey's df"
    steps = {"groups": float(strata.groups), "correlation": float(means.correlations[0])}
    return _paired_mean_result(
        asked, means, strata.groups, guard, _Ends(level, alternative, reach), method, steps
    )


@check_arguments
def items_stratified(  # noqa: PLR0913 - what the bench offers, each by its name
    item_differences: Floats,
    *,
    item_tasks: Ints,
    pseudo: float | None = None,
    few: int = FEW,
    reach: float | None = None,
    of: str | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b's mean over these tasks, each counted alike, is higher than a's.

    Null: on items like these of these very tasks, the two mean scores, averaged over the tasks, are the same. The
    tasks are a fixed list and the items a sample within each: the standard error is that of strata, with
    Satterthwaite's degrees of freedom.

    It says nothing of other tasks: as an interval for tasks like these it misses the truth in up to .28 of trials
    (`tasks_t` answers that). The mean over pooled items is another question again.

    Parameters
    ----------
    item_differences
        Of each item: the advantage of b over a, averaged over attempts.
    item_tasks
        Of each item: the number of its task.
    pseudo
        The size of two pseudo-items' differences, added to few items; None: no bounds are known.
    few
        How many items need no pseudo-items.
    reach
        The largest difference that two scores can have; None: no bounds are known.
    of
        What the estimate is called, where the metric has a name.
    level, alternative
        Of the interval and the test.

    References
    ----------
    satterthwaite1946, miller2024

    Examples
    --------
    >>> found = items_stratified([1.0, 0, 1, 0, 0, 1, 0], item_tasks=[0, 0, 0, 0, 1, 1, 1])
    >>> round(found.estimate.value, 4), round(found.df, 3)
    (0.4167, 4.455)
    """
    check_level(level)
    strata = Strata(
        _check_codes(item_tasks, item_differences), None, _check_differences(item_differences).size
    )
    means = mean_differences(item_differences, strata)
    null = "on these tasks, averaged, both models have the same mean score"
    assumptions = ("the items are independent draws within each task", AVERAGED, NOT_TRAINED_ON)
    asked = _Asked("items-stratified", of or OF_THESE_TASKS, null, assumptions, "satterthwaite1946")
    guard = pseudo if strata.items < few or means.errors[0] == 0 else None
    method = f"Student's t over items within {strata.tasks} tasks, Satterthwaite's df"
    steps = {"tasks": float(strata.tasks)}
    return _paired_mean_result(
        asked, means, strata.items, guard, _Ends(level, alternative, reach), method, steps
    )


@check_arguments
def tasks_t(
    item_differences: Floats,
    *,
    item_tasks: Ints,
    pseudo: float | None = None,
    reach: float | None = None,
    of: str | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b's mean score is higher than a's on tasks like these: the tasks are the sample.

    Null: over the population of tasks that these were drawn from, both models have the same mean score. Student's t
    over the tasks' mean differences, with one degree of freedom less than there are tasks; the items of a task
    count through its mean alone.

    Assumes tasks that are like draws from those the claim is about; a benchmark is mostly a fixed list, for which
    `items_stratified` is sharper. Ten tasks show with power .8 a mean difference as large as the spread of the
    tasks' differences, 34 one half as large.

    Parameters
    ----------
    item_differences
        Of each item: the advantage of b over a, averaged over attempts.
    item_tasks
        Of each item: the number of its task.
    pseudo
        The size of two pseudo-items' differences, used only where nothing varies; None: refuse that.
    reach
        The largest difference that two scores can have; None: no bounds are known.
    of
        What the estimate is called, where the metric has a name.
    level, alternative
        Of the interval and the test.

    References
    ----------
    student1908

    Examples
    --------
    >>> round(tasks_t([0.1, 0.3, 0.2, 0.2, 0.4, 0.6], item_tasks=[0, 0, 1, 1, 2, 2]).statistic, 3)
    3.0
    """
    check_level(level)
    codes = np.unique(_check_codes(item_tasks, _check_differences(item_differences)), return_inverse=True)[
        1
    ].reshape(-1)
    sizes = np.bincount(codes)
    by_task: Floats = np.bincount(codes, weights=item_differences) / sizes
    strata = Strata(None, None, by_task.size)
    means = mean_differences(by_task, strata)
    null = "on tasks like these both models have the same mean score"
    assumptions = (
        "the tasks are independent draws from those that the claim is about",
        AVERAGED,
        NOT_TRAINED_ON,
    )
    asked = _Asked("tasks-t", of or OF_SUCH_TASKS, null, assumptions, "student1908")
    guard = None if pseudo is None or means.errors[0] > 0 else pseudo / float(np.sqrt(sizes.mean()))
    ends = _Ends(level, alternative, reach)
    return _paired_mean_result(
        asked, means, strata.items, guard, ends, f"Student's t over {strata.items} tasks"
    )


class _Asked(NamedTuple):
    key: str
    of: str
    null: str
    assumptions: tuple[str, ...]
    citation: str


class _Ends(NamedTuple):
    level: float
    alternative: Alternative
    reach: float | None


def _paired_mean_result(
    asked: _Asked,
    means: Means,
    units: int,
    pseudo: float | None,
    ends: _Ends,
    method: str,
    steps: dict[str, float] | None = None,
) -> TestResult:
    value, df = float(means.values[0]), float(means.df[0])
    if pseudo is not None:
        means = with_pseudo_items(means, items=units, pseudo=pseudo)
        method += f", with two pseudo-{'items' if units > 2 else 'units'} of ±{pseudo:.3g}"
    error, centre = float(means.errors[0]), float(means.values[0])
    if error == 0 and value != 0:
        raise ProcedureError(
            f"the differences do not vary: all {units} are {value:g}",
            where="item_differences",
            fix="look for a copied column; without bounds of the score no test can tell how sure this is",
            code="BO050",
        )
    t = centre / error if error > 0 else 0.0
    p_value = t_p_value(t, df, ends.alternative) if error > 0 else 1.0
    return TestResult(
        procedure=asked.key,
        null=asked.null,
        alternative=ends.alternative,
        statistic=t,
        df=df,
        p_value=p_value,
        estimate=Estimate(
            of=asked.of, value=value, interval=_paired_mean_interval(centre, error, df, p_value, value, ends)
        ),
        n=units,
        method=method,
        assumptions=asked.assumptions,
        citation=asked.citation,
        steps=MappingProxyType({"mean": value, "se": error, "n": float(units), **(steps or {})}),
    )


def _paired_mean_interval(
    centre: float, error: float, df: float, p_value: float, value: float, ends: _Ends
) -> Interval:
    wide = t_interval(centre, error, df, level=ends.level, alternative=ends.alternative)
    agreed = settle_interval(
        wide.low, wide.high, p_value=p_value, level=ends.level, alternative=ends.alternative, estimate=value
    )
    most = inf if ends.reach is None else ends.reach
    return Interval(
        low=_within_reach(agreed.low, most), high=_within_reach(agreed.high, most), level=ends.level
    )


def _within_reach(end: float, most: float) -> float:
    return end if abs(end) <= most else copysign(most, end)


def _check_differences(differences: Floats) -> Floats:
    if differences.ndim != 1 or not np.isfinite(differences).all():
        raise ProcedureError(
            "the differences are one finite number for each item",
            where=f"item_differences, of shape {differences.shape}",
            fix="average the attempts at an item, and leave out items that either model lacks",
            code="BO052",
        )
    return differences


def _check_codes(codes: Ints, differences: Floats) -> Ints:
    if codes.shape != differences.shape:
        raise ProcedureError(
            f"{codes.size} numbers of tasks or groups for {differences.size} items",
            where="item_tasks, item_groups",
            fix="give one for each item",
            code="BO052",
        )
    return codes
