"""Generate the critical values of Rom (1990) that test_mean_rank_z.py holds, in two ways that share nothing.

Up to ten tests: exactly, with fractions, from the definition. Of n independent uniform p-values none is rejected where
the largest is above c_1, the second largest above c_2, and so on: n! times an iterated integral of polynomials, which
is linear in the last c. It has to be 1 − level for every n.

Up to 435 tests: Rom's recursion with 60 digits.

    python tests/reference/rom_critical_values.py        (mpmath 1.3 or later; 2026-11-16)
"""

import sys
from fractions import Fraction
from math import comb, factorial


def exactly(level: Fraction, tests: int) -> list[Fraction]:
    """Return the critical values of the largest p-value, the second largest, and so on."""
    critical: list[Fraction] = []
    for _ in range(tests):
        at_zero, at_one = (_none_rejected([*critical, c]) for c in (Fraction(0), Fraction(1)))
        critical.append((at_zero - (1 - level)) / (at_zero - at_one))  # linear in the last one
    return critical


def _none_rejected(critical: list[Fraction]) -> Fraction:
    polynomial = [Fraction(1)]  # coefficients of 1, x, x², …
    for bound in reversed(
        critical
    ):  # the smallest p-value first: integrate from its bound to the next p-value
        integral = [Fraction(0), *(c / (i + 1) for i, c in enumerate(polynomial))]
        integral[0] = -sum(c * bound**i for i, c in enumerate(integral))
        polynomial = integral
    return factorial(len(critical)) * sum(polynomial)


def by_recursion(level: str, tests: int) -> list[object]:
    """Return the same by Rom's recursion, with 60 digits."""
    from mpmath import mp, mpf

    mp.dps = 60
    alpha = mpf(level)
    critical = [alpha]
    for i in range(1, tests):
        powers = sum(alpha**j for j in range(1, i + 1))
        others = sum(comb(i + 1, j) * critical[j] ** (i + 1 - j) for j in range(1, i))
        critical.append((powers - others) / (i + 1))
    return critical


if __name__ == "__main__":
    for level in ("1/20", "1/100", "1/2"):
        sys.stdout.write(f"{level} {[float(c) for c in exactly(Fraction(level), 10)]}\n")
    for level in ("0.01", "0.05", "0.5", "0.99"):
        found = by_recursion(level, 435)
        sys.stdout.write(f"{level} {[float(found[tests - 1]) for tests in (20, 190, 435)]}\n")
