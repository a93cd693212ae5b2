"""Write src/bakeoff/api/selftest/mpmath_values.py: tails and p-values with 17 digits, by mpmath at 60.

    python -m validation.selftest_references

Independent of the implementation: tails of t, F, chi-squared and the binomial are regularised incomplete beta and gamma
functions, those of the studentised range sums over an even grid (tests/reference/studentized_range_mpmath.py).
"""

import csv
import sys
from fractions import Fraction
from pathlib import Path

import mpmath
from mpmath import betainc, erfc, gammainc, mp, mpf, nstr, sqrt

OUT = Path(__file__).parents[1] / "src" / "bakeoff" / "api" / "selftest" / "mpmath_values.py"
RANGES = Path(__file__).parents[1] / "tests" / "reference" / "studentized_range.csv"
T = [(0.5, 9), (2.262157162798205, 9), (17.7, 9), (2.5, 99), (40.0, 30), (8.0, 4), (1e4, 2), (30.0, 200)]
F = [(3.69, 3, 39), (4.735, 10, 5), (14.309, 4, 116), (100.0, 4, 40), (0.3, 2, 2000), (21.0, 8, 180)]
CHI2 = [(9.28, 3), (39.647, 4), (7.22, 1), (422.1396, 8), (1000.0, 2), (0.05, 1)]
NORMAL = [0.5, 1.96, 5.471, 10.0, 20.0, 37.0]
BINOMIAL = [(35, 50), (30, 50), (11, 14), (9, 10), (600, 1000), (5100, 10000)]
RANGE_CASES = {("3", "inf", "3.314493"), ("5", "inf", "3.857656"), ("5", "inf", "15"), ("10", "inf", "12.7"),
               ("4", "39.0", "3.79"), ("5", "10.0", "30"), ("10", "171.0", "15")}  # fmt: skip
# Differences of the tables of bramer2020, chapter 15, and of its exercise.
PAIRED = {
    "figure 15.2": [5, -3, 0, 6, -11, -10, 4, 9, 0, 7],
    "figure 15.5": [1, 1, 1, 1, 1, 0, 2, -1, 0, 1],
    "figure 15.6": [5, -3, 0, 6, 4, 9, 0, 7],
    "figure 15.7": [5, -3, 0, 6, 4, 9, 0, 7, 5, 6],
    "exercise 15": [12, 6, 6, 2, -1, 8, -4, 7, -4, 8, -2, 10, -2, 3, -2, 1, 0, -1, 13, -4],
}
# Ten made-up differences in thousandths: as ten folds of one dataset, with the ratio of ten folds.
CORRECTED = ([31, 12, 24, -8, 17, 29, 3, 21, 40, 11], Fraction(1, 9))


def t_tail(t: mpf, df: int) -> mpf:
    """Return the upper tail of Student's t beyond a positive t."""
    t = mpf(t)
    return betainc(mpf(df) / 2, mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2


def f_tail(f: mpf, df1: int, df2: int) -> mpf:
    """Return the upper tail of F."""
    f = mpf(f)
    return betainc(mpf(df2) / 2, mpf(df1) / 2, 0, df2 / (df2 + df1 * f), regularized=True)


def chi2_tail(x: mpf, df: int) -> mpf:
    """Return the upper tail of chi-squared."""
    return gammainc(mpf(df) / 2, mpf(x) / 2, mpmath.inf, regularized=True)


def binomial_tail(successes: int, trials: int) -> mpf:
    """Return the chance of so many heads or more."""
    return mpf(sum(int(mpmath.binomial(trials, i)) for i in range(successes, trials + 1))) / mpf(2) ** trials


def corrected(differences: list[int], ratio: Fraction) -> tuple[mpf, mpf]:
    """Return t and its two-sided p-value, with the variance enlarged by the ratio of test to training size."""
    n = len(differences)
    mean = Fraction(sum(differences), n)
    variance = sum((d - mean) ** 2 for d in differences) / (n - 1)
    square = mean**2 / ((Fraction(1, n) + ratio) * variance)
    t = sqrt(mpf(square.numerator) / square.denominator)
    return (t if mean > 0 else -t), 2 * t_tail(t, n - 1)


def five_by_two(differences: list[int]) -> tuple[mpf, mpf, mpf, mpf]:
    """Return Dietterich's t and Alpaydın's F of ten differences, each with its p-value."""
    pairs = list(zip(differences[::2], differences[1::2], strict=True))
    spread = sum(Fraction((a - b) ** 2, 2) for a, b in pairs)
    square = Fraction(pairs[0][0] ** 2) / (spread / 5)
    t = sqrt(mpf(square.numerator) / square.denominator)
    ratio = Fraction(sum(d * d for d in differences)) / (2 * spread)
    f = mpf(ratio.numerator) / ratio.denominator
    return (t if pairs[0][0] > 0 else -t), 2 * t_tail(t, 5), f, f_tail(f, 10, 5)


def module() -> str:
    """Return the text of the module."""
    mp.dps = 60
    with RANGES.open(encoding="utf-8", newline="") as file:
        ranges = [r for r in csv.DictReader(file) if (r["k"], r["df"], r["q"]) in RANGE_CASES]
    ten, ratio = CORRECTED
    lines = [
        f'"""References of 17 digits by validation/selftest_references.py, mpmath {mpmath.__version__}."""',
        "",
        "from math import inf",
        "",
        *_table("T_TAILS", "t, df, tail", [(*c, t_tail(*c)) for c in T]),
        *_table("F_TAILS", "F, df, df, tail", [(*c, f_tail(*c)) for c in F]),
        *_table("CHI2_TAILS", "x, df, tail", [(*c, chi2_tail(*c)) for c in CHI2]),
        *_table("NORMAL_TAILS", "z, tail", [(z, erfc(mpf(z) / sqrt(2)) / 2) for z in NORMAL]),
        *_table("BINOMIAL_TAILS", "heads, throws, tail", [(*c, binomial_tail(*c)) for c in BINOMIAL]),
        *_table(
            "RANGE_TAILS",
            "q, classifiers, df, tail",
            [(float(r["q"]), int(r["k"]), float(r["df"]), mpf(r["tail"])) for r in ranges],
        ),
        "# bramer2020, chapter 15: differences, t and its two-sided p-value.",
        "PAIRED_T: dict[str, tuple[tuple[int, ...], float, float]] = {",
        *(f'    "{name}": ({tuple(d)}, {_t(d)}),' for name, d in PAIRED.items()),
        "}",
        "# Ten differences: those of ten folds, and of five times two.",
        f"FOLDS = {tuple(ten)}",
        f"CORRECTED_T = ({', '.join(_text(x) for x in corrected(ten, ratio))})  # t, p; ratio 1/9",
        f"FIVE_BY_TWO = ({', '.join(_text(x) for x in five_by_two(ten))})  # t, p, F, p",
    ]
    return "\n".join(lines) + "\n"


def _t(differences: list[int]) -> str:
    return ", ".join(_text(x) for x in corrected(differences, Fraction(0)))


def _table(name: str, of: str, rows: list[tuple[object, ...]]) -> list[str]:
    return [f"{name} = (  # {of}", *(f"    ({', '.join(_text(x) for x in row)})," for row in rows), ")"]


def _text(x: object) -> str:
    return repr(float(nstr(x, 20))) if isinstance(x, mpf) else repr(x)


if __name__ == "__main__":
    OUT.write_text(module(), encoding="utf-8")
    sys.stdout.write(f"{OUT}\n")
