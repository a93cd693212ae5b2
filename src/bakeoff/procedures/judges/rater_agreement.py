"""How far two raters agree beyond chance: Cohen's kappa, Gwet's AC1 and Krippendorff's alpha, with intervals."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate, Interval, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level

Measure = Callable[[Floats], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RaterAgreement:
    """Agreement of two raters on the same items; a measure that has no value is None."""

    share: Estimate
    kappa: Estimate | None
    ac1: Estimate | None
    alpha: Estimate | None
    items: int


@check_arguments
def rater_agreement(first: Ints, second: Ints, *, level: float = 0.95) -> RaterAgreement:
    """Return how far two raters put the same items into the same classes.

    Kappa falls towards 0 where nearly all items are of one class, however well raters agree; AC1 does not. Alpha is
    kappa with the classes' shares of both raters together. Intervals are jackknifed over items, with Student's t.

    Parameters
    ----------
    first, second
        Classes of each item by both raters, as numbers from 0.
    level
        Of the intervals.

    References
    ----------
    cohen1960, gwet2008, krippendorff2004

    Examples
    --------
    >>> a = np.repeat([0, 0, 1, 1], [20, 5, 10, 15])
    >>> b = np.repeat([0, 1, 0, 1], [20, 5, 10, 15])
    >>> found = rater_agreement(a, b)
    >>> round(found.kappa.value, 3), round(found.ac1.value, 3), round(found.alpha.value, 3)
    (0.4, 0.406, 0.4)
    """
    check_level(level)
    if first.shape != second.shape or first.ndim != 1 or first.size < 3 or min(first.min(), second.min()) < 0:
        raise ProcedureError(
            "agreement is of two raters' classes of the same three items or more",
            where=f"shapes {first.shape} and {second.shape}",
            fix="give one class of each item by both, numbered from 0",
            code="BO052",
        )
    classes = int(max(first.max(), second.max())) + 1
    table = np.bincount(first * classes + second, minlength=classes**2).reshape(classes, classes)
    counts = table.astype(np.float64)
    return RaterAgreement(
        share=_jackknife_interval("share of items on which both agree", _share_agreed, counts, level)
        or _estimate_without_spread(counts, level),
        kappa=_jackknife_interval("Cohen's kappa", _cohen_kappa, counts, level),
        ac1=_jackknife_interval("Gwet's AC1", _gwet_ac1, counts, level),
        alpha=_jackknife_interval("Krippendorff's alpha", _krippendorff_alpha, counts, level),
        items=first.size,
    )


def _share_agreed(table: Floats) -> float:
    return float(np.trace(table) / table.sum())


def _cohen_kappa(table: Floats) -> float:
    n = table.sum()
    chance = float(table.sum(axis=0) @ table.sum(axis=1)) / n**2
    return float((_share_agreed(table) - chance) / (1 - chance)) if chance < 1 else float("nan")


def _gwet_ac1(table: Floats) -> float:
    classes = len(table)
    shares = (table.sum(axis=0) + table.sum(axis=1)) / (2 * table.sum())
    chance = float((shares * (1 - shares)).sum()) / (classes - 1) if classes > 1 else 1.0
    return float((_share_agreed(table) - chance) / (1 - chance)) if chance < 1 else float("nan")


def _krippendorff_alpha(table: Floats) -> float:
    n = 2 * table.sum()
    counts = table.sum(axis=0) + table.sum(axis=1)
    expected = (n**2 - float(counts @ counts)) / (n * (n - 1))
    return float(1 - (1 - _share_agreed(table)) / expected) if expected > 0 else float("nan")


def _jackknife_interval(of: str, measure: Measure, table: Floats, level: float) -> Estimate | None:
    """Return a measure with its interval from leaving out one item at a time: items of one cell are all alike."""
    value, n = measure(table), table.sum()
    without, often = [], []
    for cell in zip(*np.nonzero(table), strict=True):
        less = table.copy()
        less[cell] -= 1
        without.append(measure(less))
        often.append(table[cell])
    values, counts = np.array(without), np.array(often)
    if not np.isfinite([value, *values]).all():
        return None
    mean = counts @ values / n
    error = float(np.sqrt((n - 1) / n * (counts @ (values - mean) ** 2)))
    arm = float(stats.t.isf(significance(level) / 2, n - 1)) * error
    return Estimate(
        of=of,
        value=value,
        interval=Interval(low=max(value - arm, -1.0), high=min(value + arm, 1.0), level=level),
    )


def _estimate_without_spread(table: Floats, level: float) -> Estimate:
    share = _share_agreed(table)
    return Estimate(
        of="share of items on which both agree",
        value=share,
        interval=Interval(low=share, high=share, level=level),
    )
