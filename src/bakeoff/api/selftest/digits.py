"""Digits of agreement between a number and its reference."""

from decimal import Decimal
from math import isfinite, log10

from bakeoff.core.answers.selftest import Check

MOST = 15.0  # no double has more


def agreeing_digits(found: float, reference: float) -> float:
    """Return the negative decimal logarithm of the relative error, 0 to 15; absolute where the reference is 0.

    >>> agreeing_digits(1.0001, 1.0)
    4.0
    """
    if found == reference:
        return MOST
    error = abs(found - reference) / (abs(reference) or 1.0)
    return round(min(MOST, max(0.0, -log10(error))), 2) if isfinite(error) else 0.0


def check(group: str, name: str, source: str, pair: tuple[float, float], *, floor: float) -> Check:
    """Return a check of (found, reference) by their digits."""
    value, reference = float(pair[0]), float(pair[1])
    digits = agreeing_digits(value, reference)
    return Check(
        group=group, name=name, source=source, found=value, reference=reference, digits=digits, floor=floor
    )


def check_printed(group: str, name: str, source: str, pair: tuple[float, str]) -> Check:
    """Return a check of a number against one that was printed with few digits: it must round to what was printed."""
    value, text = float(pair[0]), Decimal(pair[1])
    _, digits, exponent = text.as_tuple()
    known = float(len(digits))
    rounds = abs(Decimal(value) - text) <= Decimal(5).scaleb(int(exponent) - 1)
    reference = float(text)
    agreeing = known if rounds else min(known - 1, agreeing_digits(value, reference))
    return Check(
        group=group,
        name=name,
        source=source,
        found=value,
        reference=reference,
        digits=agreeing,
        floor=known,
    )
