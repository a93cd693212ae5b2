"""Numbers of a paper: the digits of the screen, in LaTeX."""

from math import isinf

from bakeoff.core.comparison import Comparison, Pair, SubgroupVerdict
from bakeoff.core.measures import Unit
from bakeoff.core.results import Estimate, Posterior, significance
from bakeoff.render.numbers import (
    chance_text,
    decimals_of,
    ends_below_zero,
    p_text,
    pair_decimals,
    signed_text,
    starts_above_zero,
    unit_of_estimate,
)

OF_RANKS = "mean rank advantage"
_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def spell_number(number: int) -> str:
    """Return a number as a sentence has it: a word up to ten, figures beyond.

    >>> spell_number(2), spell_number(14), spell_number(5000)
    ('two', '14', '5,000')
    """
    return _SMALL[number] if number < len(_SMALL) else f"{number:,}"


def tex_signed(value: float, decimals: int) -> str:
    r"""Return a number with its sign as mathematics.

    >>> print(tex_signed(-5.0, 1), tex_signed(1.5, 1))
    $-5.0$ $+1.5$
    """
    return f"${signed_text(value, decimals).replace('−', '-').replace('∞', chr(92) + 'infty')}$"


def tex_p(p_value: float | None) -> str:
    """Return a p-value as mathematics, never zero.

    >>> tex_p(0.036)
    '$p = .036$'
    """
    return f"${p_text(p_value)}$"


def tex_level(level: float) -> str:
    r"""Return a level in percent.

    >>> print(tex_level(0.95))
    95\%
    """
    return rf"{level * 100:.10g}\%"


def tex_chance(chance: float) -> str:
    """Return a posterior probability, never zero or one.

    >>> tex_chance(0.974), tex_chance(1.0), tex_chance(0.0002)
    ('.974', '$> .999$', '$< .001$')
    """
    text = chance_text(chance).replace("0.", ".")
    return f"${text}$" if " " in text else text


def tex_interval(pair: Pair, digits: int) -> str:
    """Return the interval of a pair in words, a bound where one end is open.

    An interval may end just short of zero: where the test rejects, zero itself is outside, and that is said.
    """
    interval = pair.result.estimate.interval
    if interval.is_unbounded:
        return "unbounded"
    low = "$0$ (excluded)" if starts_above_zero(interval, digits) else tex_signed(interval.low, digits)
    high = "$0$ (excluded)" if ends_below_zero(interval, digits) else tex_signed(interval.high, digits)
    if isinf(interval.high):
        return "above $0$" if low.endswith(")") else f"at least {low}"
    if isinf(interval.low):
        return "below $0$" if high.endswith(")") else f"at most {high}"
    return f"{low} to {high}"


def tex_brackets(pair: Pair | SubgroupVerdict, digits: int) -> str:
    """Return the interval of a pair or subgroup as mathematics; a round bracket stands at an end that is outside."""
    interval = pair.result.estimate.interval
    low, high = interval.low, interval.high
    left = "(" if isinf(low) or starts_above_zero(interval, digits) else "["
    right = ")" if isinf(high) or ends_below_zero(interval, digits) else "]"
    return f"${left}{tex_signed(low, digits)[1:-1]}, {tex_signed(high, digits)[1:-1]}{right}$"


def is_significant(pair: Pair) -> bool:
    """Say whether the test that the verdict rests on rejects, at its level, that there is no difference."""
    return pair.p_value is not None and pair.p_value < significance(pair.interval.level)


def excludes_printed_zero(pair: Pair, digits: int) -> bool:
    """Say whether an end of the pair's interval is printed as zero, with zero outside."""
    interval = pair.result.estimate.interval
    return starts_above_zero(interval, digits) or ends_below_zero(interval, digits)


def digits_of(estimate: Estimate) -> int:
    """Return how many decimals an estimate deserves, and enough that no end of its interval is rounded onto zero.

    >>> from bakeoff.core.results import Interval
    >>> digits_of(Estimate(of="", value=0.016, interval=Interval(low=0.0003, high=0.033, level=0.95)))
    4
    """
    digits = decimals_of(estimate)
    ends = [e for e in (estimate.interval.low, estimate.interval.high) if not isinf(e) and round(e, 9)]
    return next((d for d in range(digits, digits + 3) if all(round(e, d) for e in ends)), digits)


def digits_in_paper(comparison: Comparison) -> int:
    """Return how many decimals the advantages of a paper have: the same in its tables and its paragraphs."""
    if len(comparison.pairs) == 1:
        return digits_of(comparison.pairs[0].result.estimate)
    return pair_decimals(comparison)


def tex_value(pair: Pair, comparison: Comparison) -> str:
    """Return the estimate of a pair with its unit."""
    estimate = pair.result.estimate
    return f"{tex_signed(estimate.value, digits_in_paper(comparison))}{unit_of(estimate, comparison)}"


def tex_uncertainty(pair: Pair, comparison: Comparison) -> str:
    """Return the interval of a pair with its level and kind."""
    kind = "credible interval" if isinstance(pair.result, Posterior) else "confidence interval"
    return f"{tex_level(pair.result.estimate.interval.level)} {kind} {tex_interval(pair, digits_in_paper(comparison))}"


def unit_of(estimate: Estimate, comparison: Comparison) -> str:
    """Return what the advantage is counted in, with a leading space, or nothing."""
    in_points = unit_of_estimate(estimate, comparison.evidence.measure.unit)
    return " percentage points" if in_points else ""


def tex_region(comparison: Comparison) -> str:
    """Return within what classifiers are called equivalent: the margin, or what the test itself takes for equal."""
    result = comparison.pairs[0].result
    if isinstance(result, Posterior) and result.region:
        return f"with {result.region}"
    return f"within $\\pm${tex_margin(comparison)}"


def tex_margin(comparison: Comparison) -> str:
    """Return the smallest difference that matters, with its unit."""
    points = comparison.evidence.measure.unit is Unit.PERCENT
    unit = " percentage points" if points and comparison.settings.margin != 1 else " percentage point"
    return f"{comparison.settings.margin:g}{unit if points else ''}"
