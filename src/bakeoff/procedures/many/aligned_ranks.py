"""The aligned-ranks test: scores are compared over all datasets once each dataset's level is taken off."""

from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Floats, advantage
from bakeoff.core.results import OmnibusResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_complete
from bakeoff.procedures.base.distributions import chi2_sf
from bakeoff.procedures.many.ranks import rank_rows


@check_arguments
def aligned_ranks(scores: Floats, *, tie_correction: bool = True) -> OmnibusResult:
    """Test that no classifier tends to score higher than another, by ranks over all datasets together.

    Parameters
    ----------
    scores : array of shape (datasets, classifiers)
        Higher is better; complete; in one unit over all datasets.
    tie_correction : bool
        Take the sum of squared ranks as it is. Without it the closed form for tables without ties is used, as in
        most publications.

    Notes
    -----
    Null: the classifiers' scores are exchangeable within each dataset. The mean of each dataset is taken off and all
    scores are ranked together, so that large differences count for more than in Friedman's test. Assumes independent
    datasets on which differences are of comparable size; where they are not, Friedman's test is the safer one.
    Source: `hodges1962`.

    Examples
    --------
    >>> scores = np.array([[0.90, 0.85, 0.70], [0.80, 0.81, 0.60], [0.75, 0.60, 0.50], [0.93, 0.92, 0.9]])
    >>> result = aligned_ranks(scores)
    >>> round(result.statistic, 3), round(result.p_value, 4)
    (5.971, 0.0505)
    """
    values = check_complete(scores)
    n, k = values.shape
    centred = rank_deviations(values) - (n * k + 1) / 2
    squares = float((centred**2).sum()) if tie_correction else n * k * ((n * k) ** 2 - 1) / 12
    between = float((centred.sum(axis=0) ** 2).sum())
    within = squares - float((centred.sum(axis=1) ** 2).sum()) / k
    statistic = (k - 1) * between / within if within > 0 else 0.0
    return OmnibusResult(
        procedure="aligned-ranks",
        null="within each dataset the scores of the classifiers are exchangeable",
        statistic=statistic,
        df=(float(k - 1),),
        p_value=chi2_sf(statistic, k - 1),
        n=n,
        classifiers=k,
        method="chi-squared approximation",
        assumptions=(
            "the datasets are independent of each other",
            "differences between classifiers are of comparable size on all datasets",
        ),
        citation="hodges1962",
        steps=MappingProxyType({"between": between, "within": within}),
    )


def rank_deviations(values: Floats) -> Floats:
    """Return the ranks, over the whole table, of the deviations from each dataset's mean; 1 is the best."""
    # k times the deviation is a sum of decimals, in which ties survive; the mean itself may be 1/3.
    k = values.shape[1]
    deviations = advantage(
        np.broadcast_to(values.sum(axis=1, keepdims=True), values.shape), k * values, higher_is_better=True
    )
    return rank_rows(deviations.reshape(1, -1)).reshape(values.shape)
