"""Which items to have labelled next: at random within strata, with the chance of each kept."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_finite

LEAST_IN_STRATUM = 5  # so that every part of the difference has a spread


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelChoice:
    """Items to label, each with the stratum it was drawn in and the chance that it was drawn."""

    items: Ints  # in the order of the evidence
    stratum: Ints  # of every item of the evidence
    chance: Floats  # of every item of the evidence: to be labelled
    planned: Ints  # of each stratum: how many are to be labelled


@check_arguments
def choose_labels(
    judged: Floats, *, budget: int, rng: np.random.Generator, errors: Floats | None = None
) -> LabelChoice:
    """Return which items to label so that the difference is known best: more where the judge sees one.

    Strata are the judge's verdicts: a better, alike, b better. Each gets labels by its size times the spread of the
    judge's error expected there (Neyman), five or more each; within strata items are drawn at random, so that the
    estimate stays unbiased whatever the judge's errors are.

    Parameters
    ----------
    judged
        Of every item without a label: the judge's score of b less that of a.
    budget
        How many items to label.
    rng
        Draws them.
    errors
        The spread of the judge's error expected in the strata −, 0 and +; by default 1, ½ and 1.

    References
    ----------
    neyman1934

    Examples
    --------
    >>> judged = np.repeat([-1.0, 0.0, 1.0], [20, 160, 20])
    >>> found = choose_labels(judged, budget=40, rng=np.random.default_rng(0))
    >>> found.planned.tolist(), found.items.size
    ([7, 27, 6], 40)
    """
    check_finite(judged, "judged")
    if not 1 <= budget <= judged.size:
        raise ProcedureError(
            f"a budget of {budget} labels for {judged.size} items without one",
            where="budget",
            fix=f"ask for 1 to {judged.size}",
            code="BO053",
        )
    codes, stratum = np.unique(np.sign(judged).astype(np.int64), return_inverse=True)
    stratum = stratum.reshape(-1)
    sizes = np.bincount(stratum)
    spreads = (np.array([1.0, 0.5, 1.0]) if errors is None else np.asarray(errors, dtype=np.float64))[
        codes + 1
    ]
    planned = _allocate_labels(sizes, sizes * np.maximum(spreads, 1e-9), budget)
    drawn = [
        rng.choice(np.flatnonzero(stratum == place), size=count, replace=False)
        for place, count in enumerate(planned.tolist())
    ]
    return LabelChoice(
        items=np.sort(np.concatenate(drawn)),
        stratum=stratum,
        chance=(planned / sizes)[stratum],
        planned=planned,
    )


def _allocate_labels(sizes: Ints, demand: Floats, budget: int) -> Ints:
    """Return whole numbers in proportion to the demand, with a least number each and none above its size."""
    least = np.minimum(sizes, min(LEAST_IN_STRATUM, budget // sizes.size))
    planned = least.astype(np.int64)
    for _ in range(budget - int(planned.sum())):
        # The one that is furthest behind its share gets the next label.
        planned[int(np.where(planned < sizes, demand / (planned + 1), -np.inf).argmax())] += 1
    return planned
