"""Numbers for people: digits matched to the uncertainty, p-values that are never zero."""

from collections.abc import Sequence
from math import floor, inf, isinf, log10

from bakeoff.core.comparison import Comparison
from bakeoff.core.measures import Unit
from bakeoff.core.results import Estimate, Interval, Posterior
from bakeoff.core.words import write_p_relation

MINUS = "−"
_MOST_DECIMALS = 6  # beyond, an end that is not zero is noise of binary numbers


def p_text(p: float | None) -> str:
    """Return a p-value as papers print it: two digits, and one more where they would round it onto a usual level.

    >>> p_text(0.7344), p_text(0.0356), p_text(0.00312), p_text(3e-9), p_text(1.0)
    ('p = .73', 'p = .036', 'p = .0031', 'p < .0001', 'p = 1')
    >>> p_text(0.04997), p_text(0.05), p_text(0.0502)
    ('p = .0499', 'p = .050', 'p = .0502')
    >>> p_text(None)
    'no p-value'
    """
    if p is None:
        return "no p-value"
    return f"p {write_p_relation(p)}"


def chance_text(chance: float) -> str:
    """Return a probability with three decimals, one more where they would round it up onto a level; never 0 or 1.

    >>> chance_text(0.8123), chance_text(0.9497), chance_text(0.95), chance_text(0.98996), chance_text(1.0)
    ('0.812', '0.9497', '0.950', '0.9899', '> 0.999')
    """
    if chance > 0.999 or chance < 0.001:
        return "> 0.999" if chance > 0.999 else "< 0.001"
    if any(chance < level <= round(chance, 3) for level in (0.9, 0.95, 0.99, 0.999)):
        return f"{floor(chance * 10_000) / 10_000:.4f}"
    return f"{chance:.3f}"


def chances_text(posterior: Posterior) -> str:
    """Return the three probabilities of a posterior in words."""
    chances = {"better": posterior.better, "equal": posterior.equivalent, "worse": posterior.worse}
    return ", ".join(f"{word} {chance_text(chance)}" for word, chance in chances.items())


def decimals_for(uncertainty: float) -> int:
    """Return how many decimals show two digits of an uncertainty.

    >>> decimals_for(5.5), decimals_for(0.012), decimals_for(120.0)
    (1, 3, 0)
    """
    if uncertainty <= 0 or isinf(uncertainty):
        return 3
    return max(0, min(12, 1 - floor(log10(uncertainty))))


def decimals_of(estimate: Estimate) -> int:
    """Return how many decimals an estimate deserves: by the width of its interval, and so that no end looks like zero.

    >>> decimals_of(Estimate(of="x", value=0.017, interval=Interval(low=0.0004, high=0.033, level=0.95)))
    4
    >>> decimals_of(Estimate(of="x", value=0.017, interval=Interval(low=1e-17, high=0.033, level=0.95)))
    3
    """
    ends = [end for end in (estimate.interval.low, estimate.interval.high) if not isinf(end)]
    decimals = decimals_for(_reach_of(estimate) or abs(estimate.value))
    # An end of 0.000 would leave open on which side of zero it lies, which is what the verdict rests on.
    sizes = [abs(end) for end in ends if round(end, _MOST_DECIMALS) != 0]
    while decimals < _MOST_DECIMALS and any(round(end, decimals) == 0 for end in sizes):
        decimals += 1
    return decimals


def _reach_of(estimate: Estimate) -> float:
    """Return how far the interval reaches from the value, 0 where it has no end."""
    ends = (end for end in (estimate.interval.low, estimate.interval.high) if not isinf(end))
    return max((abs(end - estimate.value) for end in ends), default=0.0)


def column_decimals(estimates: Sequence[Estimate]) -> int:
    """Return how many decimals the estimates of one column share: what the surest deserves, one above most at most.

    >>> each = [Interval(low=0.01, high=high, level=0.95) for high in (0.05, 0.06, 0.031)]
    >>> column_decimals([Estimate(of="x", value=0.03, interval=interval) for interval in each])
    3
    """
    if len(estimates) == 1:
        return decimals_of(estimates[0])
    each = [decimals_for(_reach_of(estimate) or abs(estimate.value)) for estimate in estimates]
    return min(max(each), sorted(each)[(len(each) - 1) // 2] + 1)


def pair_decimals(comparison: Comparison) -> int:
    """Return how many decimals the advantages of all pairs have, wherever they are shown."""
    return column_decimals([pair.result.estimate for pair in comparison.pairs])


def signed_text(value: float, decimals: int) -> str:
    """Return a number with its sign, a true minus, and no negative zero.

    >>> signed_text(1.5, 1), signed_text(-5.0, 1), signed_text(-0.04, 1), signed_text(float("inf"), 1)
    ('+1.5', '−5.0', '0.0', '∞')
    """
    if isinf(value):
        return "∞" if value == inf else f"{MINUS}∞"
    text = f"{abs(value):.{decimals}f}"
    if float(text) == 0:
        return text
    return f"{'+' if value > 0 else MINUS}{text}"


def number_text(value: float, decimals: int) -> str:
    """Return a number with a true minus and no plus."""
    return signed_text(value, decimals).removeprefix("+")


def plain_number(value: float) -> str:
    """Return a number with six significant digits, a true minus and no exponent where it can be helped."""
    return f"{value:.6g}".replace("-", "−")


def level_text(level: float) -> str:
    """Return a level in percent.

    >>> level_text(0.95), level_text(0.999)
    ('95 %', '99.9 %')
    """
    return f"{level * 100:.10g} %"


def interval_text(interval: Interval, decimals: int) -> str:
    """Return an interval in words: 'from −5.0 to +6.0', or a bound where one end is open.

    What is printed holds zero if and only if the interval does: an end that would be rounded onto zero, with zero
    outside, is named as what it is.

    >>> ends = ((-5.0, 6.0), (1e-9, inf), (0.04, 0.34), (-2.0, -1e-15))
    >>> [interval_text(Interval(low=low, high=high, level=0.95), 1) for low, high in ends]
    ['−5.0 to +6.0', 'above 0', 'above 0 to +0.3', '−2.0 to below 0']
    """
    if interval.is_unbounded:
        return "no bound at this level"
    low, high = signed_text(interval.low, decimals), signed_text(interval.high, decimals)
    if starts_above_zero(interval, decimals):
        return "above 0" if isinf(interval.high) else f"above 0 to {high}"
    if ends_below_zero(interval, decimals):
        return "below 0" if isinf(interval.low) else f"{low} to below 0"
    if isinf(interval.high):
        return f"at least {low}"
    if isinf(interval.low):
        return f"at most {high}"
    return f"{low} to {high}"


def starts_above_zero(interval: Interval, decimals: int) -> bool:
    """Say whether the interval begins above zero by less than so many decimals show."""
    return interval.low > 0 and float(f"{interval.low:.{decimals}f}") == 0


def ends_below_zero(interval: Interval, decimals: int) -> bool:
    """Say whether the interval ends below zero by less than so many decimals show."""
    return interval.high < 0 and float(f"{interval.high:.{decimals}f}") == 0


def margin_text(margin: float, unit: Unit) -> str:
    """Return the smallest difference that matters, with its unit.

    >>> margin_text(1, Unit.PERCENT), margin_text(2.5, Unit.PERCENT), margin_text(0.01, Unit.FRACTION)
    ('1 point', '2.5 points', '0.01')
    """
    return f"{margin:g}{' point' if unit is Unit.PERCENT and margin == 1 else unit_text(unit)}"


def unit_of_estimate(estimate: Estimate, unit: Unit) -> str:
    """Return what an estimate is counted in: mean ranks and chances of winning are in no unit of the score."""
    return (
        ""
        if "rank" in estimate.of.split() or estimate.of.startswith("chance of winning")
        else unit_text(unit)
    )


def counted_text(value: float, decimals: int, unit: str) -> str:
    """Return a signed number with its unit, in the singular where it reads as one.

    >>> counted_text(1.4, 0, " points"), counted_text(-1.0, 0, " points"), counted_text(1.0, 1, " points")
    ('+1 point', '−1 point', '+1.0 points')
    """
    text = signed_text(value, decimals)
    return f"{text}{unit.removesuffix('s') if text in ('+1', f'{MINUS}1') else unit}"


def unit_text(unit: Unit) -> str:
    """Return what a difference of scores in this unit is counted in, with a leading space, or nothing."""
    return " points" if unit is Unit.PERCENT else ""
