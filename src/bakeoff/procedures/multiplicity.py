"""Many tests at once: how many false positives to expect, and the level that each test must pass."""

from math import expm1, log1p

from bakeoff.core.errors import ProcedureError
from bakeoff.core.plans import Family
from bakeoff.core.results import significance


def multiplicity(tests: int, *, level: float = 0.95) -> Family:
    """Return what to expect of so many tests, each at 1 - level, when no classifier differs.

    Bonferroni's and Šidák's levels keep the chance of any false positive at 1 - level; Holm's method
    does so too and rejects at least as much, and the max-t method uses the dependence between the tests.
    Sources: `dunn1961`, `sidak1967`.

    >>> family = multiplicity(154)
    >>> family.expected_false_positives, round(family.at_least_one, 4), round(family.sidak_level, 4)
    (7.7, 0.9996, 0.0003)
    """
    alpha = significance(level)
    if tests < 1 or not 0 < alpha < 1:
        raise ProcedureError(
            f"there must be one test or more and a level between 0 and 1, not {tests} at {level}",
            where="tests, level",
            fix="give the number of tests made, and a level such as 0.95",
            code="BO053",
        )
    # Through logarithms: (1 - α)^m taken from one would lose the digits of a small chance.
    return Family(
        tests=tests,
        level=level,
        expected_false_positives=tests * alpha,
        at_least_one=-expm1(tests * log1p(-alpha)),
        bonferroni_level=alpha / tests,
        sidak_level=-expm1(log1p(-alpha) / tests),
    )
