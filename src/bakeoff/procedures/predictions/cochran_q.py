"""Several classifiers on one test set: whether any of them is right more often than the others."""

from types import MappingProxyType

import numpy as np

from bakeoff.core.arrays import Bools
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import OmnibusResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.distributions import chi2_sf

NULL = "all classifiers are right equally often on examples like these"
ASSUMPTIONS = (
    "the examples are independent draws from the population that the claim is about",
    "no classifier was trained or tuned on them",
    "enough examples on which the classifiers differ: some 24 / classifiers of them, or more",
)


@check_arguments
def cochran_q(correct: Bools) -> OmnibusResult:
    """Test whether any of several classifiers is right more often than the others.

    Null: all are right equally often. Examples that all classifiers get right, or all wrong, say
    nothing about it and drop out; when none is left the p-value is 1. For two classifiers this is
    McNemar's test without continuity correction.

    Assumes independent examples. It says that some classifiers differ, not which: for that, test all
    pairs together (`all_pairs_flips`), which needs no gate in front of it.

    Parameters
    ----------
    correct
        Examples × classifiers: whether the classifier is right.

    References
    ----------
    cochran1950

    Examples
    --------
    >>> correct = np.array([[1, 1, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [1, 1, 1]], dtype=bool)
    >>> result = cochran_q(correct)
    >>> result.statistic, result.df
    (4.5, (2.0,))
    """
    table = check_correct(correct)
    n, k = table.shape
    columns = table.sum(axis=0, dtype=np.int64)
    rows = table.sum(axis=1, dtype=np.int64)
    total = int(columns.sum())
    # Whole numbers throughout: Q = (k - 1)(k ΣC² - T²) / (k T - ΣR²).
    above = (k - 1) * (k * int(columns @ columns) - total * total)
    below = k * total - int(rows @ rows)
    q = above / below if below else 0.0
    return OmnibusResult(
        procedure="cochran-q",
        null=NULL,
        statistic=q,
        df=(float(k - 1),),
        p_value=chi2_sf(q, k - 1) if below else 1.0,
        n=n,
        classifiers=k,
        method="chi-squared",
        assumptions=ASSUMPTIONS,
        citation="cochran1950",
        steps=MappingProxyType(
            {"informative": float(np.count_nonzero((rows > 0) & (rows < k))), "n": float(n)}
        ),
    )


def check_correct(correct: Bools) -> Bools:
    """Return the table of right and wrong, or say why it is none."""
    table = np.asarray(correct)
    if table.ndim != 2 or table.shape[0] < 1 or table.shape[1] < 2 or not np.isin(table, (0, 1)).all():
        raise ProcedureError(
            f"a table of right and wrong has examples for rows and two classifiers or more; this is {table.shape}",
            where="correct",
            fix="give one row for each example and one column of true or false for each classifier",
            code="BO052",
        )
    return table.astype(np.bool_)
