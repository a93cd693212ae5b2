"""The Skillings–Mack test: Friedman's test for tables with missing scores."""

from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import OmnibusResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_with_gaps
from bakeoff.procedures.base.distributions import chi2_sf
from bakeoff.procedures.many.ranks import rank_rows


@check_arguments
def skillings_mack(sparse_scores: Floats, *, tie_correction: bool = True) -> OmnibusResult:
    """Test that no classifier tends to rank higher than another, on datasets where some scores are missing.

    Parameters
    ----------
    sparse_scores : array of shape (datasets, classifiers)
        Higher is better; NaN where a score is missing. A dataset with fewer than two scores says nothing and is left
        out.
    tie_correction : bool
        Allow for ties within datasets, as one should. Without it the variance is that of the original paper.

    Raises
    ------
    ProcedureError
        BO052 when the datasets do not connect all classifiers.

    Notes
    -----
    Null: within each dataset every order of the classifiers scored there is equally likely. Assumes independent
    datasets, and that scores are missing for reasons that have nothing to do with how good they would have been: runs
    that failed because a classifier could not cope are not. For a complete table it is Friedman's test.
    Source: `skillings1981`.

    Examples
    --------
    >>> nan = np.nan
    >>> scores = np.array([[0.9, 0.8, 0.7], [0.8, nan, 0.6], [0.7, 0.6, 0.5], [nan, 0.7, 0.6], [0.9, 0.6, 0.8]])
    >>> result = skillings_mack(scores)
    >>> round(result.statistic, 3), round(result.p_value, 4), result.n
    (6.132, 0.0466, 5)
    """
    values = check_with_gaps(sparse_scores)
    values = values[(~np.isnan(values)).sum(axis=1) > 1]
    present = ~np.isnan(values)
    _check_connected(present)
    k = values.shape[1]
    sums, covariance = _skillings_mack_moments(rank_rows(values), present, tie_correction=tie_correction)
    # The sums add up to 0, so the rank is k − 1; less where datasets that are all tied are the only link.
    solution, _, rank, _ = np.linalg.lstsq(covariance, sums, rcond=1e-10)
    df = float(rank) if rank else k - 1.0
    statistic = float(sums @ solution)
    return OmnibusResult(
        procedure="skillings-mack",
        null="within each dataset every order of the classifiers scored there is equally likely",
        statistic=statistic,
        df=(df,),
        p_value=chi2_sf(statistic, df),
        n=len(values),
        classifiers=k,
        method="chi-squared approximation",
        assumptions=(
            "the datasets are independent of each other",
            "whether a score is missing has nothing to do with its value",
        ),
        citation="skillings1981",
        steps=MappingProxyType({"scores": float(present.sum()), "missing": float((~present).sum())}),
    )


def _skillings_mack_moments(ranks: Floats, present: Bools, *, tie_correction: bool) -> tuple[Floats, Floats]:
    """Return the weighted sums of centred ranks, and their covariance under the null."""
    counts = present.sum(axis=1)
    centred = np.where(present, ranks - (counts[:, None] + 1) / 2, 0.0)
    weights = np.sqrt(12 / (counts + 1))
    spread = (centred**2).sum(axis=1) if tie_correction else counts * (counts**2 - 1) / 12
    # A dataset's ranks have covariance proportional to the centring matrix of the classifiers it has.
    scale = weights**2 * spread / (counts - 1)
    on = present.astype(np.float64)
    covariance = np.diag(scale @ on) - (on * (scale / counts)[:, None]).T @ on
    return weights @ centred, covariance


def _check_connected(present: Bools) -> None:
    reached = np.zeros(present.shape[1], dtype=bool)
    reached[0] = True
    for _ in range(present.shape[1]):
        reached |= present[(present & reached).any(axis=1)].any(axis=0)
    if not reached.all() or not len(present):
        raise ProcedureError(
            f"no chain of shared datasets links column {int(np.argmin(reached))} to column 0",
            where="scores",
            fix="leave out classifiers that share no dataset with the others, or score them on shared ones",
            code="BO052",
        )
