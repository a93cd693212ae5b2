"""The textbook's comparison of two independent test sets, with the levels at which it becomes significant."""

from dataclasses import replace
from types import MappingProxyType

from bakeoff.core.results import Alternative, TestResult
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.distributions import normal_sf
from bakeoff.procedures.two_proportions import TwoSampleMethod, TwoTestSets, two_proportions


@check_arguments
def two_proportions_wald(
    test_sets: TwoTestSets, *, level: float = 0.95, alternative: Alternative = Alternative.TWO_SIDED
) -> TestResult:
    """Test whether b is right more often than a on independent test sets, as the textbook does.

    Null: both accuracies are the same. Eq. 4.14 adds the variances of the two accuracies, eq. 4.15 puts the
    normal quantile times the square root of the sum on either side of the difference.

    Assumes two independent test sets, both large, and accuracies away from 0 and 1: with 30 records against
    5,000 and error rates of 5 percent its 95 % interval covers 78 percent. `two_proportions` is better
    everywhere; this one is there to follow the book.

    The steps hold the standard error `sigma`, `z`, and the confidence levels at which the difference becomes
    significant, two-sided and one-sided.

    Parameters
    ----------
    test_sets
        How many examples each classifier gets right, of how many.
    level, alternative
        Of the interval and the test.

    References
    ----------
    tan2005

    Examples
    --------
    >>> example_4_5 = TwoTestSets(right_a=25.5, total_a=30, right_b=3750, total_b=5000)
    >>> steps = two_proportions_wald(example_4_5).steps
    >>> round(steps["sigma"], 4), round(steps["two_sided_confidence"], 3), round(steps["one_sided_confidence"], 3)
    (0.0655, 0.873, 0.937)
    """
    result = two_proportions(test_sets, method=TwoSampleMethod.WALD, level=level, alternative=alternative)
    tail = normal_sf(abs(result.statistic))
    steps = {
        "accuracy_a": result.steps["accuracy_a"],
        "accuracy_b": result.steps["accuracy_b"],
        "total_a": test_sets.total_a,
        "total_b": test_sets.total_b,
        "sigma": result.steps["se"],
        "z": result.statistic,
        "critical": result.steps["critical"],
        "two_sided_confidence": 1 - 2 * tail,
        "one_sided_confidence": 1 - tail,
    }
    return replace(result, procedure="two-proportions-wald", steps=MappingProxyType(steps))
