"""The additive model: a score is the level of its dataset, plus that of its classifier, plus a deviation."""

from dataclasses import dataclass
from math import fsum

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats
from bakeoff.procedures.score_table import complete


@dataclass(frozen=True, slots=True)
class Additive:
    """A fitted additive model of a complete table."""

    means: Floats  # of each classifier
    residuals: Floats  # datasets × classifiers
    between: float  # sum of squares between classifiers
    residual: float  # sum of squares of the deviations, that is of the interaction

    @property
    def n(self) -> int:
        """How many datasets there are."""
        return len(self.residuals)

    @property
    def k(self) -> int:
        """How many classifiers there are."""
        return len(self.means)

    @property
    def df(self) -> int:
        """The degrees of freedom of the deviations."""
        return (self.n - 1) * (self.k - 1)

    @property
    def mean_square(self) -> float:
        """The variance of the deviations."""
        return self.residual / self.df


def additive(scores: Floats) -> Additive:
    """Fit the model; refuse a table that it fits without any deviation although the classifiers differ."""
    values = complete(scores)
    n, k = values.shape
    # Sums by fsum, so that the order of the datasets changes no digit; levels first, so that none are lost.
    within = values - np.array([fsum(row) / k for row in values])[:, None]
    effects = np.array([fsum(column) / n for column in within.T])
    residuals = within - effects
    noise = 1e-11 * float(np.abs(values).max())
    between = n * fsum(effects**2) if np.abs(effects).max() > noise else 0.0
    residual = fsum((residuals**2).ravel()) if np.abs(residuals).max() > noise else 0.0
    if residual == 0 and between > 0:
        raise ProcedureError(
            f"each classifier differs from the others by the same amount on all {n} datasets",
            where="scores",
            fix="use Friedman's test or the sign flips, which need no spread",
            code="BO050",
        )
    means = np.array([fsum(column) / n for column in values.T])
    return Additive(means, residuals, between, residual)
