"""BO204 and BO205: what could have been seen with so many datasets, and whether they can decide at all."""

from collections.abc import Iterator, Mapping, Sequence
from math import floor, fsum, log10, sqrt
from types import MappingProxyType

from bakeoff.core.answers.power import write_test_name
from bakeoff.core.comparison import Pair
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import write_count
from bakeoff.procedures.planning.dataset_power import (
    Question,
    count_datasets_needed,
    find_detectable_difference,
    has_power,
    rounding_step,
)
from bakeoff.procedures.planning.paired_t_power import datasets_to_reach, sd_interval, smallest_attainable_p

POWER = 0.8
DRAWS = 4_000  # where power is counted: the answer has two digits
FEW = 4  # of fewer datasets the spread is as good as unknown: that of three may be six times what is seen (95 %)
EXACT_TESTS = (
    "max-t",
    "wilcoxon",
    "sign",
    "sign-flip",
)  # that count sign flips: so many datasets, so small a p at best
_ANY_PAIR: Mapping[str, str] = MappingProxyType({})  # no pair is named: it holds for all


def find_resolution(pair: Pair, *, level: float, margin: float, unit: str = "") -> tuple[Finding, ...]:
    """Return what an undecided pair's datasets could have shown, and how many would be needed.

    Parameters
    ----------
    pair : Pair
        One pair of a comparison over datasets.
    level : float
        The confidence level at which it was judged.
    margin : float
        The smallest difference that matters; 0 if none was given, then no number of datasets is named.
    unit : str
        What a difference is counted in, such as "points"; nothing for plain numbers.
    """
    if pair.verdict is not Verdict.UNDECIDED or not isinstance(pair.result, TestResult):
        return ()
    too_few = tuple(
        _find_too_few(pair, pair.result, level)
    )  # of what cannot decide nothing more is to be said
    return too_few or tuple(_find_detectable_difference(pair, pair.result, level, margin, unit))


def find_too_few_datasets(pairs: Sequence[Pair], *, level: float) -> tuple[Finding, ...]:
    """Return BO205 once for all pairs of a table that has too few datasets for any of them to be decided."""
    results = [
        p.result for p in pairs if isinstance(p.result, TestResult) and p.result.procedure in EXACT_TESTS
    ]
    if not results or len(results) < len(pairs) or any(p.verdict is not Verdict.UNDECIDED for p in pairs):
        return ()
    n, sides = max(len(p.units) for p in pairs), results[0].alternative
    if not 0 < n < datasets_to_reach(level, "wilcoxon", alternative=sides):
        return ()
    return (_cannot_decide_finding(f"With {write_count(n, 'dataset')}", n, sides, level),)


def _find_too_few(pair: Pair, result: TestResult, level: float) -> Iterator[Finding]:
    """Yield BO205: with so few datasets no exact test reaches the level."""
    sides, n = result.alternative, len(pair.units)
    telling, needed = n - pair.draws, datasets_to_reach(level, "wilcoxon", alternative=sides)
    if result.procedure == "paired-t" or not 0 < telling < needed:
        return
    where, which = f"With {write_count(telling, 'dataset')}", ""
    if pair.draws:
        are = "is a draw" if pair.draws == 1 else "are draws"
        where = f"{pair.draws} of the {n} datasets {are}: with the other {telling}"
        which = " that are not draws"
    yield _cannot_decide_finding(where, telling, sides, level, which=which, pair={"a": pair.a, "b": pair.b})


def _cannot_decide_finding(
    where: str,
    datasets: int,
    sides: Alternative,
    level: float,
    *,
    which: str = "",
    pair: Mapping[str, str] = _ANY_PAIR,
) -> Finding:
    needed = datasets_to_reach(level, "wilcoxon", alternative=sides)
    smallest = smallest_attainable_p(datasets, "wilcoxon", alternative=sides)
    return Finding(
        code="BO205",
        severity=Severity.WARNING,
        message=f"{where} no exact {'two' if sides is Alternative.TWO_SIDED else 'one'}-sided test can reach "
        f"p < {_write_p(significance(level))}: the smallest p is {_write_p(smallest)}. You need at least "
        f"{needed}{which}.",
        detail={**pair, "datasets": datasets, "smallest_p": smallest, "datasets_needed": needed},
    )


def _find_detectable_difference(
    pair: Pair, result: TestResult, level: float, margin: float, unit: str
) -> Iterator[Finding]:
    """Yield BO204: the true difference that these datasets find, as far as the spread is known.

    The difference that was seen is not asked about: planning for it takes luck for truth.
    """
    n, values, test = len(pair.units), pair.advantages, result.procedure
    if n < FEW or values.min() == values.max() or not has_power(test):
        return
    mean = fsum(values) / n
    sd = sqrt(fsum((values - mean) ** 2) / (n - 1))
    question = Question(level, POWER, result.alternative, rounding_step(values))
    spreads = (sd, *sd_interval(sd, n))
    detectable = find_detectable_difference(test, sd, n, question=question, draws=DRAWS)
    if detectable is None:
        return
    low, high = (detectable * spread / sd for spread in spreads[1:])
    needed = (
        _datasets_for_margin(margin, test, spreads, question)
        if 0 < margin < detectable
        else (None, None, None)
    )
    yield Finding(
        code="BO204",
        severity=Severity.NOTE,
        message=f"With {write_count(n, 'such dataset')} {write_test_name(test)} detects a true difference of "
        f"{_write_rounded(detectable)}{_write_unit(unit)} in 80 % of cases if the spread is as seen here; {n} "
        "datasets tell the spread "
        f"only roughly, so that it may be {_write_rounded(low)} to {_write_rounded(high)}{_write_unit(unit)}"
        f"{_write_for_margin(margin, needed, unit)}.",
        detail={
            "a": pair.a,
            "b": pair.b,
            "test": test,
            "sd": sd,
            "step": question.step,
            "power": POWER,
            "datasets": n,
            "detectable_difference": detectable,
            "detectable_low": low,
            "detectable_high": high,
            "margin": margin or None,
            "datasets_needed": needed[0],
            "datasets_needed_low": needed[1],
            "datasets_needed_high": needed[2],
        },
    )


DatasetsNeeded = tuple[int | None, int | None, int | None]


def _datasets_for_margin(
    margin: float, test: str, spreads: tuple[float, float, float], question: Question
) -> DatasetsNeeded:
    """Return how many datasets find a difference of the margin: with the spread as seen, and at its two ends."""
    one, low, high = (count_datasets_needed(lambda _: test, margin, sd, question=question) for sd in spreads)
    return one, low, high


def _write_for_margin(margin: float, needed: DatasetsNeeded, unit: str) -> str:
    one, low, high = needed
    if one is None or low is None or high is None:
        return ""
    single = unit.removesuffix("s") if _write_rounded(margin) == "1" else unit
    return (
        f". To find one of the size of the margin, {_write_rounded(margin)}{_write_unit(single)}, you would need about "
        f"{_write_round_count(one)} ({_write_round_count(low)} to {_write_round_count(high)})"
    )


def _write_unit(unit: str) -> str:
    return f" {unit}" if unit else ""


def _write_rounded(value: float) -> str:
    """Return a number with two significant digits."""
    return f"{float(f'{value:.2g}'):g}"


def _write_round_count(count: int) -> str:
    """Return a count with two or three significant digits: it is an estimate.

    >>> _write_round_count(38), _write_round_count(771), _write_round_count(78489)
    ('38', '770', '78,000')
    """
    digits = 0 if count < 100 else floor(log10(count)) - 1
    return f"{round(count, -digits):,}"


def _write_p(p: float) -> str:
    return f"{p:.3g}".lstrip("0")
