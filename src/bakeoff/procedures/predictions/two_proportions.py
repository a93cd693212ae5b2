"""Two classifiers on two independent test sets: eq. 4.14 and 4.15 of the textbook, and better."""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import copysign, inf, sqrt
from types import MappingProxyType

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Interval, TestResult
from bakeoff.procedures.base.arguments import as_real, check_arguments
from bakeoff.procedures.base.bisection import crossing
from bakeoff.procedures.base.checks import check_level
from bakeoff.procedures.base.distributions import normal_p_value, normal_quantile, normal_sf
from bakeoff.procedures.base.intervals import tail_level

Counts = tuple[float, float, float, float]  # right and total of a, right and total of b

_NEWTON_STEPS = 60


def score_difference_low(counts: Counts, *, critical: float) -> float:
    """Return the smallest difference within `critical` standard errors of the counts."""
    right_a, total_a, right_b, total_b = counts

    def is_accepted(difference: float) -> bool:
        return score_difference_statistic(counts, difference) <= critical

    return -1.0 if is_accepted(-1.0) else crossing(is_accepted, -1.0, right_b / total_b - right_a / total_a)


def score_difference_statistic(counts: Counts, difference: float) -> float:
    """Return by how many standard errors b is ahead of a, beyond a supposed difference.

    The standard error is the one that the supposed difference implies, with both rates at their likeliest
    values under it, and Miettinen and Nurminen's factor N/(N - 1).
    """
    right_a, total_a, right_b, total_b = counts
    a = _likeliest_a(counts, difference)
    b = a + difference
    every = total_a + total_b
    variance = (a * (1 - a) / total_a + b * (1 - b) / total_b) * every / (every - 1)
    distance = right_b / total_b - right_a / total_a - difference
    if variance > 0:
        return distance / sqrt(variance)
    return 0.0 if distance == 0 else copysign(inf, distance)


def _likeliest_a(counts: Counts, difference: float) -> float:
    """Return the likeliest rate of a, given that b's is higher by `difference`.

    The derivative of the log-likelihood, times the four factors in its denominators, is a cubic that
    falls through zero exactly once where both rates are probabilities. The textbook solution by
    arc cosines loses its digits near the ends; Newton's method inside a shrinking bracket does not.
    """
    low, high = max(0.0, -difference), min(1.0, 1 - difference)
    if difference == 0:
        return (counts[0] + counts[2]) / (counts[1] + counts[3])
    a = min(max((counts[0] + counts[2]) / (counts[1] + counts[3]) - difference / 2, low), high)
    for _ in range(_NEWTON_STEPS):
        value, slope = _likelihood_slope(counts, difference, a)
        if value == 0:
            return a
        low, high = (a, high) if value > 0 else (low, a)
        step = a - value / slope if slope < 0 else inf
        following = step if low < step < high else (low + high) / 2
        if following == a or following in (low, high):
            return following
        a = following
    return a


def _likelihood_slope(counts: Counts, difference: float, a: float) -> tuple[float, float]:
    """Return the numerator of the likelihood's derivative at rates a and a + difference, and its slope."""
    right_a, total_a, right_b, total_b = counts
    b = a + difference
    pull_a, pull_b = right_a - total_a * a, right_b - total_b * b
    space_a, space_b = a * (1 - a), b * (1 - b)
    value = pull_a * space_b + pull_b * space_a
    slope = pull_a * (1 - 2 * b) + pull_b * (1 - 2 * a) - total_a * space_b - total_b * space_a
    return value, slope


NULL = "both classifiers have the same accuracy, each on its own population"
ASSUMPTIONS = (
    "the two test sets share no example and were drawn independently",
    "within each test set the examples are independent draws from one population",
    "neither classifier was trained or tuned on them",
)


class TwoSampleMethod(StrEnum):
    """How the difference of two independent proportions is judged."""

    MIETTINEN_NURMINEN = "miettinen-nurminen"
    NEWCOMBE = "newcombe"
    AGRESTI_CAFFO = "agresti-caffo"
    WALD = "wald"  # eq. 4.14 and 4.15


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoTestSets:
    """How many examples each classifier gets right, each on a test set of its own."""

    right_a: float
    total_a: float
    right_b: float
    total_b: float

    def __post_init__(self) -> None:
        for name in ("right_a", "total_a", "right_b", "total_b"):
            as_real(getattr(self, name), name)
        sides = ((self.right_a, self.total_a), (self.right_b, self.total_b))
        if not all(0 <= right <= total and 1 <= total < inf for right, total in sides):
            raise ProcedureError(
                f"{self.right_a:g} of {self.total_a:g} and {self.right_b:g} of {self.total_b:g} are not proportions",
                where="test_sets",
                fix="give how many examples are right, and how many there are, for each test set",
                code="BO052",
            )

    @property
    def difference(self) -> float:
        """The accuracy of b less the accuracy of a."""
        return self.right_b / self.total_b - self.right_a / self.total_a

    def swap(self) -> "TwoTestSets":
        """Return the counts with a and b exchanged."""
        return TwoTestSets(
            right_a=self.right_b, total_a=self.total_b, right_b=self.right_a, total_b=self.total_a
        )


@check_arguments
def two_proportions(
    test_sets: TwoTestSets,
    *,
    method: TwoSampleMethod | str = TwoSampleMethod.MIETTINEN_NURMINEN,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
) -> TestResult:
    """Test whether b is right more often than a when each was tested on examples of its own.

    Null: both accuracies are the same. `1 - p_value` is the confidence level at which the difference
    just becomes significant: interval and p-value always come from the same method.

    Assumes two independent test sets of independent examples. On one and the same test set compare the
    predictions example by example (`mcnemar_midp`), which is far more powerful.

    Miettinen and Nurminen's score interval, the default, covers near its level even for thirty records
    against five thousand; Newcombe's is close to it. The textbook's (`wald`) covers 45 to 78 percent where
    it says 95 when accuracies are high and one test set is small.

    Parameters
    ----------
    test_sets
        How many examples each classifier gets right, of how many; shares such as 25.5 of 30 will do.
    method
        One of "miettinen-nurminen", "newcombe", "agresti-caffo" and "wald".
    level, alternative
        Of the interval and the test.

    References
    ----------
    miettinen1985, newcombe1998, agresti2000, tan2005

    Examples
    --------
    >>> example_4_5 = TwoTestSets(right_a=25.5, total_a=30, right_b=3750, total_b=5000)
    >>> result = two_proportions(example_4_5, method="wald")
    >>> round(result.statistic, 3), round(1 - result.p_value, 3)
    (-1.527, 0.873)
    """
    check_level(level)
    known_method = _method_named(method)
    z = _two_proportion_statistic(test_sets, known_method)
    p_value = normal_p_value(z, alternative)
    critical = -normal_quantile(tail_level(level, alternative))
    low, high = (
        _lower_limit(test_sets, known_method, critical),
        -_lower_limit(test_sets.swap(), known_method, critical),
    )
    return TestResult(
        procedure="two-proportions",
        null=NULL,
        alternative=alternative,
        statistic=z,
        df=None,
        p_value=p_value,
        estimate=Estimate(
            of="difference in accuracy",
            value=test_sets.difference,
            interval=Interval(
                low=-1.0 if alternative is Alternative.LESS else max(-1.0, low),
                high=1.0 if alternative is Alternative.GREATER else min(1.0, high),
                level=level,
            ),
        ),
        n=round(test_sets.total_a + test_sets.total_b),
        method=known_method.value,
        assumptions=ASSUMPTIONS,
        citation=_CITATIONS[known_method],
        steps=MappingProxyType(
            {
                "accuracy_a": test_sets.right_a / test_sets.total_a,
                "accuracy_b": test_sets.right_b / test_sets.total_b,
                "se": _textbook_error(test_sets),
                "critical": critical,
                "significant_at": 1 - p_value,  # the level above which the interval reaches zero
            }
        ),
    )


def _method_named(method: TwoSampleMethod | str) -> TwoSampleMethod:
    try:
        return TwoSampleMethod(method)
    except ValueError:
        raise ProcedureError(
            f"no comparison of two proportions is called {method!r}",
            where="method",
            fix=f"choose one of {', '.join(TwoSampleMethod)}",
            code="BO053",
        ) from None


def _two_proportion_statistic(sets: TwoTestSets, method: TwoSampleMethod) -> float:
    """Return how many standard errors, by this method, the difference lies from zero."""
    match method:
        case TwoSampleMethod.WALD:
            return sets.difference / _checked_error(sets)
        case TwoSampleMethod.AGRESTI_CAFFO:
            padded = _add_two_each(sets)
            return padded.difference / _textbook_error(padded)
        case TwoSampleMethod.MIETTINEN_NURMINEN:
            return score_difference_statistic(_as_counts(sets), 0.0)
        case TwoSampleMethod.NEWCOMBE:
            return _newcombe_statistic(sets)


def _lower_limit(sets: TwoTestSets, method: TwoSampleMethod, critical: float) -> float:
    match method:
        case TwoSampleMethod.WALD:
            return sets.difference - critical * _textbook_error(sets)
        case TwoSampleMethod.AGRESTI_CAFFO:
            padded = _add_two_each(sets)
            return padded.difference - critical * _textbook_error(padded)
        case TwoSampleMethod.MIETTINEN_NURMINEN:
            return score_difference_low(_as_counts(sets), critical=critical)
        case TwoSampleMethod.NEWCOMBE:
            return _newcombe_low(sets, critical)


def _textbook_error(sets: TwoTestSets) -> float:
    # Eq. 4.14: the variances of the two accuracies add up.
    a, b = sets.right_a / sets.total_a, sets.right_b / sets.total_b
    return sqrt(a * (1 - a) / sets.total_a + b * (1 - b) / sets.total_b)


def _checked_error(sets: TwoTestSets) -> float:
    error = _textbook_error(sets)
    if error == 0:
        raise ProcedureError(
            "the textbook's standard error is zero when each classifier is always right or always wrong",
            where="test_sets",
            fix="use the default method, which has a width there too",
            code="BO050",
        )
    return error


def _add_two_each(sets: TwoTestSets) -> TwoTestSets:
    # Agresti & Caffo (2000): one success and one failure more on either side.
    return TwoTestSets(
        right_a=sets.right_a + 1, total_a=sets.total_a + 2, right_b=sets.right_b + 1, total_b=sets.total_b + 2
    )


def _newcombe_low(sets: TwoTestSets, critical: float) -> float:
    # Newcombe (1998), method 10: the distances to the Wilson limits of both accuracies, squared and added.
    down = sets.right_b / sets.total_b - _wilson_limit(sets.right_b, sets.total_b, -critical)
    up = _wilson_limit(sets.right_a, sets.total_a, critical) - sets.right_a / sets.total_a
    return sets.difference - sqrt(down * down + up * up)


def _newcombe_statistic(sets: TwoTestSets) -> float:
    """Return the critical value at which Newcombe's interval just reaches zero."""
    if sets.difference == 0:
        return 0.0
    if sets.difference < 0:
        return -_newcombe_statistic(sets.swap())
    return crossing(lambda z: _newcombe_low(sets, z) <= 0, 0.0, _BEYOND)


def _wilson_limit(x: float, n: float, z: float) -> float:
    """Return Wilson's upper limit, or the lower one for a negative z."""
    return (x + z * z / 2 + z * sqrt(x * (n - x) / n + z * z / 4)) / (n + z * z)


def _as_counts(sets: TwoTestSets) -> tuple[float, float, float, float]:
    return sets.right_a, sets.total_a, sets.right_b, sets.total_b


_BEYOND = 1e6  # a critical value at which every interval reaches zero

_CITATIONS = {
    TwoSampleMethod.MIETTINEN_NURMINEN: "miettinen1985",
    TwoSampleMethod.NEWCOMBE: "newcombe1998",
    TwoSampleMethod.AGRESTI_CAFFO: "agresti2000",
    TwoSampleMethod.WALD: "tan2005",
}


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
