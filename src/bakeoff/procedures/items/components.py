"""Where the variance of a difference comes from: items, attempts at an item, and groups of items."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.procedures.items.means import Strata, mean_differences


class Components(NamedTuple):
    """Variances of one item's difference, and what each part adds to the variance of the mean."""

    item: float  # of the true difference of an item, within its group
    attempt: float | None  # of one attempt of each model; None where there is one attempt at each item
    group: float  # of the true difference of a group; 0 where items stand alone
    attempts: float  # at an item, by each model: the harmonic mean
    items: int
    groups: int


def variance_components(
    differences: Floats, *, attempt_variances: Floats | None, attempts: float, strata: Strata
) -> Components:
    """Split the variance of the items' differences into items, attempts and groups, by moments.

    `attempt_variances` are of each item: the two models' variances over attempts, summed; None where there is one
    attempt. What attempts explain is taken off the items' variance, and what goes together within groups is theirs.
    """
    means = mean_differences(differences, strata)
    rest = differences - (np.bincount(strata.task, weights=differences) / strata.task_sizes)[strata.task]
    total = float((rest**2).sum() / max(strata.items - strata.tasks, 1))
    shared = float(means.correlations[0]) * total if strata.is_grouped else 0.0
    attempt = None if attempt_variances is None else float(attempt_variances.mean())
    taken = 0.0 if attempt is None else attempt / attempts
    return Components(
        item=max(0.0, total - shared - taken),
        attempt=attempt,
        group=shared,
        attempts=attempts,
        items=strata.items,
        groups=strata.groups if strata.is_grouped else 0,
    )
