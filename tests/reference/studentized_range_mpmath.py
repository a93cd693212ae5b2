"""Write studentized_range.csv: tails of the studentised range with 20 digits (mpmath 1.4.1, 2026-11-15).

    python tests/reference/studentized_range_mpmath.py > tests/reference/studentized_range.csv

Independent of the implementation: the range's tail is one minus its distribution function, with enough
digits for the subtraction; integrals are sums over an even grid, which converge exponentially for these integrands
(steps a third shorter left all 20 digits of the ten values that were checked so).
"""

import sys
from functools import cache

from mpmath import exp, gamma, inf, log, mp, mpf, ncdf, npdf, nstr, sqrt

CASES = [
    (3, inf, [0.5, 2, 3.314493, 8, 12.9, 16.5, 25]),
    (4, inf, [1, 3.63316, 15]),
    (5, inf, [0.1, 3.857656, 7, 10, 15, 22]),
    (10, inf, [3, 4.474124, 12.7, 16]),
    (50, inf, [4, 6, 9, 17]),
    (200, inf, [5, 6.495913, 8, 12, 17.46]),
    (1000, inf, [6, 9]),
    (3, 1, [2, 26.97553, 1e6]),
    (3, 2, [1, 1e4]),
    (4, 39, [0.5, 3.79, 12, 40]),
    (5, 10, [4.654, 30, 1000]),
    (5, 2.5, [3, 100]),
    (10, 171, [4.53, 15]),
    (200, 1000, [6.5, 9, 20]),
]


@cache
def normal(j, per_unit):
    return npdf(mpf(j) / per_unit), ncdf(mpf(j) / per_unit)


def range_tail(x, k):
    per_unit = 8 if k <= 10 else 20  # points of the grid; more classifiers make a steeper integrand
    total = mpf(0)
    for j in range(-14 * per_unit, int(x + 15) * per_unit):
        density, below = normal(j, per_unit)
        total += density * (below - ncdf(mpf(j) / per_unit - x)) ** (k - 1)
    return 1 - k * total / per_unit


def tail(q, k, df):
    q = mpf(q)
    if df == inf:
        return range_tail(q, k)
    df = mpf(df)
    step = min(mpf(1) / 16, mpf(1) / (4 * sqrt(df)))
    centre = log(sqrt(df / (df + q * q / 2)))
    left, right = 40 / df + sqrt(55 / df), log(1 + sqrt(110 / df)) + mpf(1) / 10
    constant = 2 * (df / 2) ** (df / 2) / gamma(df / 2)
    total = mpf(0)
    for j in range(int(-left / step), int(right / step) + 1):
        u = centre + j * step
        total += exp(df * u - df * exp(2 * u) / 2) * range_tail(q * exp(u), k)
    return constant * step * total


def main():
    sys.stdout.write("k,df,q,tail\n")
    for k, df, values in CASES:
        for q in values:
            mp.dps = 50 if df == inf and q < 13 else 130 if df == inf else 60
            normal.cache_clear()
            sys.stdout.write(f"{k},{float(df)},{q!r},{nstr(tail(q, k, df), 20)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
