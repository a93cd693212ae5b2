"""Before the evaluation: how many items and how many attempts at each show a difference at least cost."""

from math import ceil, sqrt
from typing import NamedTuple

from scipy import special

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.distributions import normal_quantile, t_quantile
from bakeoff.procedures.base.noncentral_t import noncentral_t_cdf, noncentral_t_sf
from bakeoff.procedures.items.components import Components

MOST_ATTEMPTS = 64
MOST_ITEMS = 10_000_000
GUARD = 0.8  # of the upper limit of the items' variance that a plan reckons with


class ItemPlan(NamedTuple):
    """So many items and so many attempts of each model at each, with what they cost and what they can show."""

    items: int
    attempts: int
    cost: float
    power: float


def guarded_item_variance(components: Components) -> float:
    """Return the upper 80 % limit of the variance of items' true differences: plans from small pilots fall short."""
    n = components.items
    taken = 0.0 if components.attempt is None else components.attempt / components.attempts
    observed = components.item + taken
    upper = observed * (n - 1) / float(special.chdtri(n - 1, GUARD))
    return max(0.0, upper - taken)


def power_of_items(
    items: int, attempts: int, *, item: float, attempt: float, difference: float, level: float = 0.95
) -> float:
    """Return the chance to show a difference with so many items and attempts, by Student's t over items.

    >>> round(power_of_items(100, 1, item=0.04, attempt=0.2, difference=0.1), 3)
    0.525
    """
    error = sqrt((item + attempt / attempts) / items)
    if error == 0:
        return 1.0
    ncp, df = abs(difference) / error, float(items - 1)
    critical = -t_quantile((1 - level) / 2, df)
    return noncentral_t_sf(critical, df, ncp) + noncentral_t_cdf(-critical, df, ncp)


def shown_difference(
    items: int, attempts: int, *, item: float, attempt: float, power: float = 0.8, level: float = 0.95
) -> float:
    """Return the difference that so many items and attempts show with a power.

    >>> round(shown_difference(100, 1, item=0.04, attempt=0.2), 4)
    0.1386
    """
    error = sqrt((item + attempt / attempts) / items)
    low, high = 0.0, 100 * error

    def is_shown(difference: float) -> bool:
        reached = power_of_items(
            items, attempts, item=item, attempt=attempt, difference=difference, level=level
        )
        return reached >= power

    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if is_shown(middle) else (middle, high)
    return high


def cheapest_plan(
    *,
    item: float,
    attempt: float,
    difference: float,
    power: float = 0.8,
    level: float = 0.95,
    item_cost: float = 0.0,
    attempt_cost: float = 1.0,
) -> ItemPlan:
    """Return items and attempts that reach a power at least cost: items × (item cost + 2 × attempts × attempt cost).

    Near √(item cost / (2 attempt cost) · attempt variance / item variance) attempts; where an item costs nothing
    beyond its attempts, one attempt, and all money into items.
    """
    if not (0 < power < 1 and difference != 0 and item >= 0 and attempt >= 0 and item + attempt > 0):
        raise ProcedureError(
            f"no plan exists for a difference of {difference:g} with power {power:g}",
            where="difference, power",
            fix="give a difference other than zero, a power between 0 and 1, and variances of a pilot that varies",
            code="BO053",
        )
    plans = (
        _with_attempts(e, item, attempt, difference, power, level, item_cost, attempt_cost)
        for e in range(1, MOST_ATTEMPTS + 1)
    )
    return min(plans, key=lambda plan: (plan.cost, plan.attempts))


def items_needed(
    attempts: int, *, item: float, attempt: float, difference: float, power: float = 0.8, level: float = 0.95
) -> int:
    """Return the fewest items that show a difference with so many attempts at each."""
    z = -normal_quantile((1 - level) / 2) + normal_quantile(power)
    n = max(2, ceil(z * z * (item + attempt / attempts) / difference**2))
    if n > MOST_ITEMS:
        return MOST_ITEMS
    while power_of_items(n, attempts, item=item, attempt=attempt, difference=difference, level=level) < power:
        n += 1 + n // 200
    while (
        n > 2
        and power_of_items(n - 1, attempts, item=item, attempt=attempt, difference=difference, level=level)
        >= power
    ):
        n -= 1
    return n


def _with_attempts(  # noqa: PLR0913 - the numbers of one plan
    attempts: int,
    item: float,
    attempt: float,
    difference: float,
    power: float,
    level: float,
    item_cost: float,
    attempt_cost: float,
) -> ItemPlan:
    n = items_needed(attempts, item=item, attempt=attempt, difference=difference, power=power, level=level)
    reached = power_of_items(n, attempts, item=item, attempt=attempt, difference=difference, level=level)
    return ItemPlan(n, attempts, n * (item_cost + 2 * attempts * attempt_cost), reached)
