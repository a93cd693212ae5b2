"""Quade's test: Friedman's, with each dataset weighted by how far apart its scores lie."""

from math import inf
from types import MappingProxyType

from bakeoff.core.arrays import Floats, advantage
from bakeoff.core.results import OmnibusResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_complete
from bakeoff.procedures.base.distributions import f_sf
from bakeoff.procedures.many.friedman import NULL, same_order_p
from bakeoff.procedures.many.ranks import rank_rows


@check_arguments
def quade(scores: Floats, *, tie_correction: bool = True) -> OmnibusResult:
    """Test that no classifier tends to score higher than another, giving weight to datasets that tell them apart.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete; in one unit over all datasets.
    tie_correction : bool
        Take the sum of squares of the weighted ranks as it is. Without it the closed form for tables without ties is
        used, as some publications do.

    Notes
    -----
    Null: within each dataset every order of the classifiers is equally likely. Assumes independent datasets whose
    ranges can be compared with each other, and is sensitive to a dataset on which one classifier fails. It has more
    power than Friedman's test for few classifiers (up to about five), less for many. When all datasets give the same
    order with the same weight F is infinite, and p is the chance of that agreement. Source: `quade1979`.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.array([[0.90, 0.85, 0.70], [0.80, 0.81, 0.60], [0.75, 0.60, 0.50], [0.93, 0.92, 0.9]])
    >>> result = quade(scores)
    >>> round(result.statistic, 3), round(result.p_value, 4)
    (5.78, 0.0399)
    """
    values = check_complete(scores)
    n, k = values.shape
    ranks = rank_rows(values)
    weighted = weights_of_datasets(values)[:, None] * (ranks - (k + 1) / 2)
    total = float((weighted**2).sum()) if tie_correction else n * (n + 1) * (2 * n + 1) * k * (k * k - 1) / 72
    between = float((weighted.sum(axis=0) ** 2).sum()) / n
    statistic, p_value = _f_test(total, between, ranks)
    return OmnibusResult(
        procedure="quade",
        null=NULL,
        statistic=statistic,
        df=(float(k - 1), float((n - 1) * (k - 1))),
        p_value=p_value,
        n=n,
        classifiers=k,
        method="exact, chance that all datasets agree" if statistic == inf else "F approximation",
        assumptions=(
            "the datasets are independent of each other",
            "how far apart the scores lie can be compared between datasets",
        ),
        citation="quade1979",
        steps=MappingProxyType({"total_squares": total, "between_squares": between}),
    )


def weights_of_datasets(values: Floats) -> Floats:
    """Return the rank of each dataset by the range of its scores; 1 is the smallest range."""
    ranges = advantage(values.min(axis=1), values.max(axis=1), higher_is_better=True)
    weights: Floats = len(values) + 1 - rank_rows(ranges[None, :])[0]
    return weights


def _f_test(total: float, between: float, ranks: Floats) -> tuple[float, float]:
    n, k = ranks.shape
    if total == 0:  # all scores tied within every dataset
        return 0.0, 1.0
    if total - between <= 1e-12 * total:
        return inf, same_order_p(ranks)
    statistic = (n - 1) * between / (total - between)
    return statistic, f_sf(statistic, k - 1, (n - 1) * (k - 1))
