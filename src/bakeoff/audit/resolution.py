"""BO204 and BO205: what could have been seen with so many datasets, and whether they can decide at all."""

from collections.abc import Iterator, Mapping, Sequence
from math import floor, fsum, log10, sqrt
from types import MappingProxyType

from bakeoff.core.comparison import Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import counted
from bakeoff.procedures.power import (
    datasets_needed,
    datasets_to_reach,
    detectable_difference,
    smallest_attainable_p,
)

POWER = 0.8
FEW = 4  # of fewer datasets the spread is as good as unknown: that of three may be six times what is seen (95 %)
EXACT = (
    "max-t",
    "wilcoxon",
    "sign",
    "sign-flip",
)  # that count sign flips: so many datasets, so small a p at best
_ALL: Mapping[str, str] = MappingProxyType({})  # no pair is named: it holds for all


def resolution(pair: Pair, *, level: float, margin: float, unit: str = "") -> tuple[Finding, ...]:
    """Return what an undecided pair's datasets could have shown, and how many would be needed.

    Parameters
    ----------
    pair : Pair
        One pair of a comparison over datasets.
    level : float
        The confidence level at which it was judged.
    margin : float
        The smallest difference that matters; 0 if none was given, then the observed one is asked about.
    unit : str
        What a difference is counted in, such as "points"; nothing for plain numbers.
    """
    if pair.verdict is not Verdict.UNDECIDED or not isinstance(pair.result, TestResult):
        return ()
    return (*_too_few(pair, pair.result, level), *_what_could_be_seen(pair, pair.result, level, margin, unit))


def too_few_for_any(pairs: Sequence[Pair], *, level: float) -> tuple[Finding, ...]:
    """Return BO205 once for all pairs of a table that has too few datasets for any of them to be decided."""
    results = [p.result for p in pairs if isinstance(p.result, TestResult) and p.result.procedure in EXACT]
    if not results or len(results) < len(pairs) or any(p.verdict is not Verdict.UNDECIDED for p in pairs):
        return ()
    n, sides = max(len(p.units) for p in pairs), results[0].alternative
    if not 0 < n < datasets_to_reach(level, "wilcoxon", alternative=sides):
        return ()
    return (_cannot_decide(f"With {counted(n, 'dataset')}", n, sides, level),)


def _too_few(pair: Pair, result: TestResult, level: float) -> Iterator[Finding]:
    """Yield BO205: with so few datasets no exact test reaches the level."""
    sides, n = result.alternative, len(pair.units)
    told, needed = n - pair.draws, datasets_to_reach(level, "wilcoxon", alternative=sides)
    if result.procedure == "paired-t" or not 0 < told < needed:
        return
    where, which = f"With {counted(told, 'dataset')}", ""
    if pair.draws:
        are = "is a draw" if pair.draws == 1 else "are draws"
        where = f"{pair.draws} of the {n} datasets {are}: with the other {told}"
        which = " that are not draws"
    yield _cannot_decide(where, told, sides, level, which=which, pair={"a": pair.a, "b": pair.b})


def _cannot_decide(
    where: str,
    told: int,
    sides: Alternative,
    level: float,
    *,
    which: str = "",
    pair: Mapping[str, str] = _ALL,
) -> Finding:
    needed = datasets_to_reach(level, "wilcoxon", alternative=sides)
    smallest = smallest_attainable_p(told, "wilcoxon", alternative=sides)
    return Finding(
        code="BO205",
        severity=Severity.WARNING,
        message=f"{where} no exact {'two' if sides is Alternative.TWO_SIDED else 'one'}-sided test can reach "
        f"p < {_p(significance(level))}: the smallest p is {_p(smallest)}. You need at least {needed}{which}.",
        detail={**pair, "datasets": told, "smallest_p": smallest, "datasets_needed": needed},
    )


def _what_could_be_seen(
    pair: Pair, result: TestResult, level: float, margin: float, unit: str
) -> Iterator[Finding]:
    """Yield BO204: the true difference that so many datasets show, and how many the difference at hand needs."""
    n, values, least = len(pair.units), pair.advantages, _least(pair, result, level)
    if n < FEW or values.min() == values.max():
        return
    mean = fsum(values) / n
    sd = sqrt(fsum((values - mean) ** 2) / (n - 1))
    seen = detectable_difference(sd, max(n, least), level=level, power=POWER, alternative=result.alternative)
    asked = margin or abs(mean)
    needed = (
        max(least, datasets_needed(asked, sd, level=level, power=POWER, alternative=result.alternative))
        if asked
        else None
    )
    yield Finding(
        code="BO204",
        severity=Severity.NOTE,
        message=f"{counted(max(n, least), 'dataset')} like these show a true difference of "
        f"{_rounded(seen)}{_after(unit)} or more, 4 times in 5"
        f"{_need(max(n, least), needed, asked, unit, matters=margin > 0)}.",
        detail={
            "a": pair.a,
            "b": pair.b,
            "sd": sd,
            "power": POWER,
            "datasets": max(n, least),
            "detectable_difference": seen,
            "difference": asked,
            "datasets_needed": needed,
        },
    )


def _least(pair: Pair, result: TestResult, level: float) -> int:
    """Return how many datasets, with draws as often as here, can decide at all."""
    told = len(pair.units) - pair.draws
    if result.procedure == "paired-t" or told == 0:
        return 0
    return -(-datasets_to_reach(level, "wilcoxon", alternative=result.alternative) * len(pair.units) // told)


def _need(n: int, needed: int | None, asked: float, unit: str, *, matters: bool) -> str:
    if needed is None:
        return ""
    one = unit.removesuffix("s") if _rounded(asked) == "1" else unit
    what = f"{_rounded(asked)}{_after(one)}{', the margin,' if matters else ''}"
    if needed <= n:
        return f"; for {what} they are enough"
    return f"; for {what} you would need about {_round_number(needed)}"


def _after(unit: str) -> str:
    return f" {unit}" if unit else ""


def _rounded(value: float) -> str:
    """Return a number with two significant digits."""
    return f"{float(f'{value:.2g}'):g}"


def _round_number(count: int) -> str:
    """Return a count with two or three significant digits: it is an estimate.

    >>> _round_number(38), _round_number(771), _round_number(78489)
    ('38', '770', '78,000')
    """
    digits = 0 if count < 100 else floor(log10(count)) - 1
    return f"{round(count, -digits):,}"


def _p(p: float) -> str:
    return f"{p:.3g}".lstrip("0")
