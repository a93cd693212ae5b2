"""Effect sizes of paired differences: by how many standard deviations, how often, by how much b is better."""

from math import fsum, sqrt

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Estimate, Interval, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_differences, varies
from bakeoff.procedures.base.distributions import normal_quantile
from bakeoff.procedures.base.noncentral_t import ncp_interval
from bakeoff.procedures.paired.wilcoxon import wilcoxon


@check_arguments
def effect_sizes(
    differences: Floats, *, level: float = 0.95, shift: Estimate | None = None
) -> tuple[Estimate, ...]:
    """Return how large b's advantage over a is: standardised, as a share of wins, and as a shift.

    All three respect the pairing: they are made of the differences, never of the spread between datasets.

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset.
    level : float
        Confidence level of the intervals.
    shift : Estimate, optional
        The pseudo-median with its two-sided interval at this level, where `wilcoxon` has found it already.

    Returns
    -------
    tuple of Estimate
        - "standardised mean advantage": the mean over the standard deviation of the differences, with
          Hedges' correction for its bias; the interval inverts the noncentral t distribution. It is
          left out where it does not exist: fewer than three differences, or none that differ.
        - "win share": the share of datasets on which b wins; a draw counts as half a win. The interval is
          Wilson's for so many wins of n. With draws the share varies less than a binomial one,
          so that the interval is wider than it need be, never narrower.
        - "pseudo-median advantage": the Hodges–Lehmann shift, with the interval of the signed-rank test.

    Notes
    -----
    Sources: `hedges1981`, `cumming2001`, `wilson1927`, `hodges1963`.

    Examples
    --------
    >>> for estimate in effect_sizes(np.array([5.0, -3, 0, 6, -11, -10, 4, 9, 0, 7])):
    ...     print(estimate.of, round(estimate.value, 3))
    standardised mean advantage 0.092
    win share 0.6
    pseudo-median advantage 1.5
    """
    values = check_differences(differences, level=level)
    shift = wilcoxon(values, level=level).estimate if shift is None else shift
    share = _win_share(values, level)
    if values.size < 3 or not varies(values):
        return share, shift
    return _standardised_mean(values, level), share, shift


def _standardised_mean(values: Floats, level: float) -> Estimate:
    n = values.size
    mean = fsum(values) / n
    sd = sqrt(fsum((values - mean) ** 2) / (n - 1))
    # Hedges (1981): the factor that makes the estimate unbiased under normality.
    correction = float(special.poch((n - 2) / 2, 0.5)) / sqrt((n - 1) / 2)
    value = correction * mean / sd
    low, high = (ncp / sqrt(n) for ncp in ncp_interval(sqrt(n) * mean / sd, n - 1, level=level))
    interval = Interval(low=min(low, value), high=max(high, value), level=level)
    return Estimate(of="standardised mean advantage", value=value, interval=interval)


def _win_share(values: Floats, level: float) -> Estimate:
    n = values.size
    wins = np.count_nonzero(values > 0) + np.count_nonzero(values == 0) / 2
    share, z = wins / n, -normal_quantile(significance(level) / 2)
    centre = (wins + z * z / 2) / (n + z * z)
    reach = z / (n + z * z) * sqrt(n * share * (1 - share) + z * z / 4)
    low = centre - reach if wins > 0 else 0.0  # exactly, where the formula is off by rounding
    high = centre + reach if wins < n else 1.0
    return Estimate(of="win share", value=share, interval=Interval(low=low, high=high, level=level))
