"""Power on one test set: how many examples a difference in accuracy needs, what a test set can resolve.

Two classifiers judged by McNemar's test on the same examples differ only where they disagree about
being right. `discordance` is the share of examples that exactly one of them gets right; `difference`
is the true difference in accuracy, as a share: b is right alone on (discordance + difference)/2 of
the examples, a on (discordance - difference)/2. The number of discordant examples is binomial, and
so is their division between b and a: power is exact, summed over both (`miettinen1968`).
"""

from math import ceil, sqrt
from typing import Literal

import numpy as np
from scipy import special

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import significance
from bakeoff.procedures.base.bisection import crossing, first_count
from bakeoff.procedures.base.distributions import normal_quantile

McNemarTest = Literal["mcnemar-midp", "binomial"]

_REACH = 9.0  # standard deviations beyond which a binomial leaves nothing that matters (1e-18)


def mcnemar_power(
    n: int, difference: float, discordance: float, *, level: float = 0.95, test: McNemarTest = "mcnemar-midp"
) -> float:
    """Return the chance that McNemar's two-sided test on `n` examples finds a true difference.

    >>> round(mcnemar_power(1000, 0.03, 0.10), 3)
    0.857
    """
    _check_difference(difference, discordance, level)
    discordant = _likely_discordant_counts(n, discordance)
    critical = _mcnemar_power_critical(discordant, level, test)
    rejections = _rejection_chances(discordant, critical, difference / discordance)
    return float(_mcnemar_power_chances(n, discordant, discordance) @ rejections)


def examples_needed(
    difference: float,
    discordance: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
    test: McNemarTest = "mcnemar-midp",
) -> int:
    """Return the size of test set from which on McNemar's test finds a true difference with chance `power`.

    Exact power rises in small steps back and forth, so the answer is the size after the last one
    that falls short, not the first that happens to suffice.

    >>> examples_needed(0.03, 0.10)
    862
    """
    _check_difference(difference, discordance, level)
    _check_power(power, level)

    def enough(n: int) -> bool:
        return mcnemar_power(n, difference, discordance, level=level, test=test) >= power

    high = examples_needed_approximately(difference, discordance, level=level, power=power)
    while not enough(high):
        high *= 2
    near = first_count(enough, 1, high)
    return _last_size_short_of_power(near, difference, discordance, level=level, power=power, test=test) + 1


def examples_needed_approximately(
    difference: float, discordance: float, *, level: float = 0.95, power: float = 0.8
) -> int:
    """Return the number of examples by the usual normal approximation, without a continuity correction.

    Source: `connor1987`. It is close for the mid-p test, and falls short of what the exact test needs.

    >>> examples_needed_approximately(0.03, 0.10)
    870
    """
    _check_difference(difference, discordance, level)
    _check_power(power, level)
    false_alarm = -normal_quantile(significance(level) / 2) * sqrt(discordance)
    miss = normal_quantile(power) * sqrt(discordance - difference**2)
    return max(1, ceil(((false_alarm + miss) / difference) ** 2))


def resolvable_difference(
    n: int,
    discordance: float,
    *,
    level: float = 0.95,
    power: float = 0.8,
    test: McNemarTest = "mcnemar-midp",
) -> float | None:
    """Return the smallest true difference in accuracy that `n` examples show with chance `power`.

    None where no difference that this discordance allows would be found so surely.

    >>> round(resolvable_difference(1000, 0.10), 4)
    0.0278
    """
    _check_difference(discordance, discordance, level)
    _check_power(power, level)
    discordant = _likely_discordant_counts(n, discordance)
    chances, critical = (
        _mcnemar_power_chances(n, discordant, discordance),
        _mcnemar_power_critical(discordant, level, test),
    )

    def power_at(share: float) -> float:
        return float(chances @ _rejection_chances(discordant, critical, share))

    if power_at(1.0) < power:
        return None
    return discordance * crossing(lambda share: power_at(share) >= power, 0.0, 1.0)


def _last_size_short_of_power(
    near: int, difference: float, discordance: float, *, level: float, power: float, test: McNemarTest
) -> int:
    """Return the last size of test set, a little above or below `near`, whose power falls short."""
    top = near + ceil(4 * sqrt(near))
    least = int(_likely_discordant_counts(near // 2, discordance)[0])
    discordant = np.arange(least, _likely_discordant_counts(top, discordance)[-1] + 1)
    rejections = _rejection_chances(
        discordant, _mcnemar_power_critical(discordant, level, test), difference / discordance
    )
    for n in range(top, near // 2, -1):
        expected = _likely_discordant_counts(n, discordance)
        here = slice(int(expected[0]) - least, int(expected[-1]) - least + 1)
        if _mcnemar_power_chances(n, expected, discordance) @ rejections[here] < power:
            return n
    return near // 2


def _likely_discordant_counts(n: int, discordance: float) -> Floats:
    """Return the numbers of discordant examples that can be expected at all among `n`."""
    spread = _REACH * (sqrt(n * discordance * (1 - discordance)) + 2)
    low, high = max(0, int(n * discordance - spread)), min(n, ceil(n * discordance + spread))
    return np.arange(low, high + 1, dtype=np.float64)


def _mcnemar_power_chances(n: int, discordant: Floats, discordance: float) -> Floats:
    """Return how likely each number of discordant examples is."""
    ways = special.gammaln(n + 1) - special.gammaln(discordant + 1) - special.gammaln(n - discordant + 1)
    log_chance = ways + special.xlogy(discordant, discordance) + special.xlog1py(n - discordant, -discordance)
    chance = np.exp(log_chance)
    shares: Floats = chance / chance.sum()
    return shares


def _rejection_chances(discordant: Floats, critical: Floats, share: float) -> Floats:
    """Return the chance of rejection for each number of discordant examples.

    `critical` is how many of them one classifier must take; `share` is the difference over the
    discordance: b takes one with chance (1 + share)/2.
    """
    possible = critical <= discordant
    chance = np.zeros_like(discordant)
    for p in ((1 + share) / 2, (1 - share) / 2):
        chance[possible] += _binomial_sf(critical[possible], discordant[possible], p)
    return np.minimum(chance, 1.0)


def _mcnemar_power_critical(discordant: Floats, level: float, test: McNemarTest) -> Floats:
    """Return the smallest number of wins, of each number of discordant examples, that is significant."""
    alpha = significance(level)
    guess = np.floor(discordant / 2 - normal_quantile(alpha / 2) * np.sqrt(discordant) / 2)
    wins = guess[:, None] + np.arange(-4.0, 6.0)
    p_value = np.where(wins > discordant[:, None] / 2, _p_value(wins, discordant[:, None], test), 1.0)
    first: Floats = wins[np.arange(len(wins)), (p_value < alpha).argmax(axis=1)]
    return np.where((p_value < alpha).any(axis=1) & (first <= discordant), first, discordant + 1)


def _p_value(wins: Floats, discordant: Floats, test: McNemarTest) -> Floats:
    p_value = 2 * _binomial_sf(wins, discordant, 0.5)
    if test == "binomial":
        return p_value
    return (p_value + 2 * _binomial_sf(wins + 1, discordant, 0.5)) / 2


def _binomial_sf(successes: Floats, trials: Floats, p: float) -> Floats:
    """Return P(X >= successes); 1 for none or fewer, 0 for more than there are trials."""
    inside = np.clip(successes, 1, np.maximum(trials, 1))
    tail: Floats = special.betainc(inside, np.maximum(trials, 1) - inside + 1, p)
    return np.where(successes <= 0, 1.0, np.where(successes > trials, 0.0, tail))


def _check_difference(difference: float, discordance: float, level: float) -> None:
    if not 0.5 <= level < 1:
        raise _unfit_error(f"a confidence level lies between 0.5 and 1 here, unlike {level}", where="level")
    if not 0 < discordance <= 1:
        raise _unfit_error(
            f"a discordance is a share above 0 and up to 1, not {discordance}", where="discordance"
        )
    if not 0 < abs(difference) <= discordance:
        raise _unfit_error(
            f"the difference in accuracy is not 0 and not above the discordance {discordance}; it is {difference}",
            where="difference",
        )


def _check_power(power: float, level: float) -> None:
    if not significance(level) < power < 1:
        raise _unfit_error(f"a power lies between {significance(level)} and 1, not {power}", where="power")


def _unfit_error(what: str, *, where: str) -> ProcedureError:
    return ProcedureError(
        what, where=where, fix="give shares, such as 0.03 for three points of accuracy", code="BO053"
    )
