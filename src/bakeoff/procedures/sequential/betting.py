"""Tests that hold however often one looks: e-processes for bounded differences, and for symmetric ones."""

from dataclasses import dataclass
from math import exp, inf, log
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, TestResult, significance
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.intervals import p_from_tails, settle_interval, tail_level
from bakeoff.procedures.sequential.capital import BetKind, lower_end, tally_values
from bakeoff.procedures.sequential.horizon import running_capital

NULL = "on units like these, a and b have the same mean"
SYMMETRIC = "the advantages of b over a are symmetric about zero"
ANY_ORDER = "which units come first does not depend on how they come out"
_LARGEST = 300.0  # power of ten of an e-value that is written out
_NEXT = 1e-9  # of the reach: from a disproved mean to the next that is tried


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """Units in the order in which they came, and after how many of them it was looked at."""

    values: Floats
    sizes: Ints  # rising; the last is that of the present look
    reach: float
    kind: BetKind

    def negate(self) -> "Looks":
        """Return the same with every sign turned."""
        return Looks(values=-self.values, sizes=self.sizes, reach=self.reach, kind=self.kind)

    def log_capitals(self, null: float) -> Floats:
        """Return the log of the capital against a mean of at most `null` at each look."""
        values = self.values[: self.sizes[-1]]
        return running_capital(values, null=null, reach=self.reach, looks=self.sizes, kind=self.kind)


@check_arguments
def betting(
    unit_differences: Floats,
    *,
    reach: float | None = 1.0,
    averaged: bool = False,
    of: str | None = None,
    looks: Ints | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b's mean is higher than a's by bets that may be stopped at any time.

    Null: on units like these both have the same mean. A gambler starts with a capital of 1 and stakes, before each
    unit, a share of it on b, at odds that are fair under the null; a mixture of stakes is fixed beforehand. If the null
    is true, the capital ever reaches 1/α with a chance of at most α, however often one looks and whenever one stops:
    its inverse is a p-value that holds at every look, and the means that no bet has disproved are a confidence
    sequence, of which every interval holds at once. Of right and wrong answers it is the Beta(5, 5) mixture over the
    discordant pairs, exact for any number of them.

    Assumes that units come in an order that does not depend on how they come out, and that no difference lies
    outside the reach. Units are items, or whole groups of items that depend on each other. The mixture is fixed, so the
    order of units that are there does not change the result. Where the size is fixed and one looks once, a test for
    one look needs fewer units.

    Parameters
    ----------
    unit_differences
        Of each unit: the advantage of b over a.
    reach
        The largest difference that two scores can have; None: no bounds are known, and it is refused.
    averaged
        Whether each unit is a mean over several items: larger stakes pay then.
    of
        What the estimate is called.
    looks
        After how many of the units, in their order, it was looked at, all of them last; None: only now. What a look
        has shown stands: the p-value is the least of any look, the interval what no look has disproved.
    level, alternative
        Of the interval and the test.

    References
    ----------
    waudbysmith2024, robbins1970, ramdas2023

    Examples
    --------
    >>> found = betting([1.0] * 30 + [-1.0] * 10 + [0.0] * 160)
    >>> round(found.statistic, 2), round(found.p_value, 4), round(found.estimate.interval.low, 3)
    (29.25, 0.0342, 0.005)
    """
    values = _check_units(unit_differences, level=level, reach=reach)
    assumptions = (
        "the units are independent draws from those that the claim is about, or come in random order",
        ANY_ORDER,
    )
    asked = _Asked(
        "betting",
        NULL,
        of or "mean advantage",
        assumptions,
        "waudbysmith2024",
        BetKind.MEANS if averaged else BetKind.UNITS,
    )
    seen = Looks(values=values, sizes=check_sizes(looks, values.size), reach=reach or 1.0, kind=asked.kind)
    return _betting_result(asked, seen, level, alternative)


@check_arguments
def sign_betting(
    unit_differences: Floats,
    *,
    reach: float | None = 1.0,
    of: str | None = None,
    looks: Ints | None = None,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b is better than a on datasets that come one after the other, by bets on signs.

    Null: an advantage of x and one of -x are equally likely, for every x. Before each dataset a gambler stakes on its
    sign, once its size is known, and the more the larger it is; the scale is a mixture that is fixed beforehand. If
    the null is true, the capital ever reaches 1/α with a chance of at most α, however often one looks.

    Assumes independent datasets in an order that does not depend on how they come out, and differences that are
    symmetric where there is no effect, as the signed-rank test does. Differences of datasets are small beside the
    range of a score, so that `betting`, which knows only that range, would need hundreds of datasets.

    Parameters
    ----------
    unit_differences
        Of each dataset: the advantage of b over a.
    reach
        The largest difference that two scores can have, from which the scales of the bets are made; None is refused.
    of
        What the estimate is called.
    looks
        After how many of the units, in their order, it was looked at, all of them last; None: only now. What a look
        has shown stands: the p-value is the least of any look, the interval what no look has disproved.
    level, alternative
        Of the interval and the test.

    References
    ----------
    delapena1999, ramdas2023

    Examples
    --------
    >>> found = sign_betting([0.03, 0.05, 0.01, 0.04, 0.02, 0.06, 0.03, 0.05, 0.04, 0.02])
    >>> round(found.statistic, 1), round(found.p_value, 4)
    (213.6, 0.0047)
    """
    values = _check_units(unit_differences, level=level, reach=reach)
    assumptions = (
        "the datasets are independent of each other",
        "under the null, gains and losses of the same size are equally likely",
        ANY_ORDER,
    )
    asked = _Asked(
        "sign-betting", SYMMETRIC, of or "mean advantage", assumptions, "delapena1999", BetKind.SIGNS
    )
    seen = Looks(values=values, sizes=check_sizes(looks, values.size), reach=reach or 1.0, kind=asked.kind)
    return _betting_result(asked, seen, level, alternative)


class _Asked(NamedTuple):
    key: str
    null: str
    of: str
    assumptions: tuple[str, ...]
    citation: str
    kind: BetKind


def _check_units(values: Floats, *, level: float, reach: float | None) -> Floats:
    check_level(level)
    if values.ndim != 1 or not values.size or not np.isfinite(values).all():
        raise ProcedureError(
            "the differences are one finite number for each unit, and at least one",
            where=f"unit_differences, of shape {values.shape}",
            fix="give one list, and leave out units that lack the score of either",
            code="BO052",
        )
    if reach is None:
        raise ProcedureError(
            "a bet that may be stopped at any time needs a score with known bounds, and these are unbounded",
            where="reach",
            fix="give shares from 0 to 1, percentages, or right and wrong; or plan the looks and let the project's "
            "ledger spend its level over them (alpha-spending)",
            code="BO640",
        )
    if not reach > 0 or np.abs(values).max() > reach * (1 + 1e-9):
        raise ProcedureError(
            f"a difference of {np.abs(values).max():g} lies outside ±{reach:g}",
            where="unit_differences",
            fix="give the range of the score as reach: 1 for shares, 100 for percentages",
            code="BO053",
        )
    return np.clip(values, -reach, reach)


def _betting_result(asked: _Asked, looks: Looks, level: float, alternative: Alternative) -> TestResult:
    better, worse = looks.log_capitals(0.0), looks.negate().log_capitals(0.0)
    above, below = float(better.max()), float(worse.max())
    p_value = p_from_tails(min(1.0, exp(-above)), min(1.0, exp(-below)), alternative)
    tail = tail_level(level, alternative)
    tails = (
        0.0 if alternative is Alternative.LESS else tail,
        0.0 if alternative is Alternative.GREATER else tail,
    )
    low, high = running_ends(looks, tails)
    if p_value < significance(level):  # rounding must not leave zero in
        is_better = (
            above >= below if alternative is Alternative.TWO_SIDED else alternative is Alternative.GREATER
        )
        low, high = (max(low, 0.0), high) if is_better else (low, min(high, 0.0))
    steps = {
        "log10_e_better": float(better[-1]) / log(10),
        "log10_e_worse": float(worse[-1]) / log(10),
    }
    if looks.sizes.size > 1:
        steps |= {
            "looks": float(looks.sizes.size),
            "most_better": above / log(10),
            "most_worse": below / log(10),
        }
    if low > high:
        low, high, p_value = high, low, 1.0
        steps["contradicts_itself"] = 1.0
    mean = float(looks.values.mean())
    best = {
        Alternative.GREATER: above,
        Alternative.LESS: below,
        Alternative.TWO_SIDED: max(above, below) - log(2),
    }[alternative]
    return TestResult(
        procedure=asked.key,
        null=asked.null,
        alternative=alternative,
        statistic=10.0 ** min(_LARGEST, best / log(10)),
        df=None,
        p_value=p_value,
        estimate=Estimate(
            of=asked.of,
            value=mean,
            interval=settle_interval(
                low,
                high,
                p_value=p_value,
                level=level,
                alternative=alternative,
                estimate=_clip_to_interval(mean, low, high),
            ),
        ),
        n=looks.values.size,
        method=_write_method(looks),
        assumptions=asked.assumptions,
        citation=asked.citation,
        steps=MappingProxyType(steps),
    )


def _clip_to_interval(mean: float, low: float, high: float) -> float:
    """Return the mean, or the end of the interval that is next to it: a look before may have disproved it."""
    return min(max(mean, low), high)


def _write_method(looks: Looks) -> str:
    before = looks.sizes.size - 1
    over = f" and {before + 1:,} looks" if before else ""
    return f"e-process over {looks.values.size:,} units{over}; holds at every look"


def check_sizes(looks: Ints | None, units: int) -> Ints:
    """Return after how many units it was looked at, or refuse what cannot be; None: once, at the end."""
    if looks is None:
        return np.array([units])
    if looks.ndim != 1 or not looks.size or looks[0] < 1 or (np.diff(looks) < 1).any() or looks[-1] != units:
        raise ProcedureError(
            f"looks are rising numbers of units, of which the last is all {units}",
            where="looks",
            fix="give after how many units it was looked at, such as [100, 200, 250]",
            code="BO053",
        )
    return looks


def running_lower_end(looks: Looks, tail: float) -> float:
    """Return the largest mean that was disproved at any look: the capital against it had reached 1/`tail` there.

    Every look by itself holds with all others, so that what one of them has disproved stays so.
    """
    needed, step, low = -log(tail), _NEXT * looks.reach, -looks.reach
    for _ in looks.sizes:  # each of them raises the end at most once
        capitals = looks.log_capitals(low + step)
        best = int(capitals.argmax())
        if capitals[best] < needed or low + step >= looks.reach:
            break
        seen = tally_values(looks.values[: looks.sizes[best]])
        low = max(low + step, lower_end(seen, tail=tail, reach=looks.reach, kind=looks.kind))
    return low


def running_ends(looks: Looks, tails: tuple[float, float]) -> tuple[float, float]:
    """Return the ends that all looks together leave; an end without a tail is infinite.

    The lower may lie above the upper: looks then contradict each other.
    """
    low = -inf if tails[0] == 0 else running_lower_end(looks, tails[0])
    high = inf if tails[1] == 0 else -running_lower_end(looks.negate(), tails[1])
    return low, high
