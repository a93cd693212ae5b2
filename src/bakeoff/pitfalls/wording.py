"""Numbers in the sentences of an audit: few digits, and never rounded onto a usual level."""

from collections.abc import Sequence

from bakeoff.core.words import write_p_value


def write_p_clause(p: float) -> str:
    """Return a p-value as the comparison prints it.

    >>> write_p_clause(0.0467), write_p_clause(0.0499), write_p_clause(0.73), write_p_clause(1.0), write_p_clause(1e-9)
    ('p = .047', 'p = .0499', 'p = .73', 'p = 1', 'p < .0001')
    """
    text = write_p_value(p)
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def write_short(value: float, digits: int = 2) -> str:
    """Return a number with a few significant digits, a true minus and no exponent for usual sizes.

    >>> write_short(0.01234), write_short(-7.102, 3), write_short(1234.5)
    ('0.012', '−7.1', '1,200')
    """
    rounded = float(f"{value:.{digits}g}")
    text = f"{rounded:,.0f}" if abs(rounded) >= 1000 else f"{rounded:g}"
    return text.replace("-", "−")


def join_clauses(texts: Sequence[str], *, most: int) -> str:
    """Return whole clauses one after the other, which commas would run together.

    >>> join_clauses(["a is better without x and y", "b is worse", "c is worse"], most=2)
    'a is better without x and y; b is worse; and 1 more'
    """
    more = len(texts) - most
    return "; ".join([*texts[:most], *([f"and {more:,} more"] if more > 0 else [])])


def write_percent(share: float) -> str:
    """Return a share in percent, whole; a very small or large one is never called none or all.

    >>> write_percent(0.314), write_percent(0.001), write_percent(0.9996), write_percent(1.0)
    ('31 %', 'under 1 %', 'over 99 %', '100 %')
    """
    if 0 < share < 0.01:
        return "under 1 %"
    return "over 99 %" if 0.99 < share < 1 else f"{share:.0%}".replace("%", " %")
