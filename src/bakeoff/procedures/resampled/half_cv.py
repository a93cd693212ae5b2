"""Cross-validation inside the two halves of a dataset, halved many times: a variance that shows unstable learners."""

from math import inf, sqrt
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, Steps, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import check_level, unknown_choice_error
from bakeoff.procedures.base.distributions import t_p_value, t_quantile
from bakeoff.procedures.base.intervals import symmetric_interval, tail_level

NULL = (
    "trained on a little less than half as many examples, both classifiers have the same expected score on this "
    "population"
)
ASSUMPTIONS = (
    "the examples are independent, and each halving is drawn at random",
    "inside a half, training and testing use that half alone",
    "the mean over halvings is about normal",
)
Caution = Literal["third", "half", "strict"]
# What is kept of the variance that averaging over halvings takes away, and the degrees of freedom.
CAUTIONS: dict[Caution, tuple[float, int]] = {"third": (1 / 3, 20), "half": (1 / 2, 20), "strict": (1.0, 30)}


@check_arguments
def half_cv(
    half_examples: Floats,
    *,
    halves: Floats,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    caution: Caution = "third",
    reach: float | None = None,
) -> TestResult:
    """Test whether b beats a on one dataset by cross-validation inside its halves, for unstable learners too.

    Parameters
    ----------
    half_examples : array of shape (halvings, examples)
        The advantage of b over a on each example, where it was tested inside its half; NaN where it sat out.
    halves : array of shape (halvings, examples)
        The half that an example was in, 0 or 1; NaN where it sat out.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.
    caution : {"third", "half", "strict"}
        How much is kept of the variance that averaging over halvings takes away: "third" at a level of .95; "half" is
        for higher levels; "strict" keeps all of it. All three were deceived by a learner built to do so.
    reach : float, optional
        The largest advantage that one example can have: 1 where it is right or wrong. The variance is never less than
        with two more examples of it, one for each side; 0: no such floor. None: the largest that was seen.

    Returns
    -------
    TestResult
        `steps` holds the number of halvings and examples, the variance of one halving, of their means, of the examples'
        means, and that of the estimate.

    Raises
    ------
    ProcedureError
        BO051 for fewer than two halvings, BO052 where halves and examples do not fit each other, BO053 where an
        argument makes no sense.

    Notes
    -----
    Null: trained on n/2 · (1 − 1/k) examples, where k folds are made inside each half, both classifiers have the same
    expected score. Two halves of a sample share no example: with a and b the mean advantages in the two, (a − b)²/4 has
    the variance of (a + b)/2 as its expectation, for every learner (the argument of `hoeffding1948`). Averaged over
    halvings it bounds the variance of the mean of all halvings from above; what averaging takes away shows in the
    variance of (a + b)/2 between halvings, two thirds of which are subtracted. The part that is linear in the examples
    is computed from their means, which takes most of the noise away. The floor is the variance of the examples' means
    with an example added on which only a is right, and one on which only b is: where a class is so rare that the
    halves of most samples show no difference, intervals without it hold the truth too seldom. For training sets of
    nine tenths no test can be valid for every learner (`luo2024`). Not measured: groups, times, more than two classes,
    losses other than right and wrong.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> halves = np.array([rng.permutation(40) % 2 for _ in range(50)], dtype=float)
    >>> examples = np.tile(rng.normal(0.3, 1, 40), (50, 1)) + rng.normal(0, 0.1, (50, 40))
    >>> result = half_cv(examples, halves=halves)
    >>> round(result.estimate.value, 3), round(result.p_value, 3)
    (0.42, 0.051)
    """
    check_level(level)
    if caution not in CAUTIONS:
        raise unknown_choice_error(caution, where="caution", known=tuple(CAUTIONS))
    halved = _check_halves(half_examples, halves)
    reach = float(np.abs(halved.advantages).max()) if reach is None else reach
    _check_reach(reach)
    variances = _split_variance(halved)
    least = variances.linear + 2 * (reach / variances.examples) ** 2
    steps = _half_cv_steps(variances, caution, least, level, alternative)
    return _half_cv_result("half-cv", steps, level, alternative)


@check_arguments
def halves_t(
    half_differences: Floats, *, level: float = 0.95, alternative: Alternative = Alternative.TWO_SIDED
) -> TestResult:
    """Test whether b beats a on one dataset by cross-validation inside its halves, from the scores of the halves alone.

    Parameters
    ----------
    half_differences : array of shape (halvings, 2)
        The mean advantage of b over a in each of the two halves, where training and testing use that half alone.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.

    Returns
    -------
    TestResult
        `steps` holds the number of halvings, their mean, the variance of one halving and that of their means.

    Raises
    ------
    ProcedureError
        BO051 for fewer than two halvings, BO052 where there are not two halves in each.

    Notes
    -----
    Null, assumptions and argument are those of `half_cv` with `caution="strict"`, for measures that are no mean over
    examples, such as the area under a curve. The variance is that of one halving, which is more than that of their
    mean: cautious for natural learners, at the price of a third of the power. Source: `hoeffding1948`.

    Examples
    --------
    >>> result = halves_t([[0.02, 0.04], [0.05, 0.01], [0.03, 0.03], [0.04, 0.01]])
    >>> round(result.statistic, 4), round(result.p_value, 4)
    (2.1355, 0.1224)
    """
    check_level(level)
    apart, together = _check_half_differences(half_differences)
    variance = float((apart**2).mean())
    mean, df = float(together.mean()), min(CAUTIONS["strict"][1], len(together) - 1)
    error = sqrt(variance)
    steps = {
        "halvings": len(together),
        "mean": mean,
        "variance_of_one_halving": variance,
        "variance_between_halvings": float(together.var()),
        "se": error,
        "t": mean / error if error > 0 else 0.0,
        "df": df,
        "critical": -t_quantile(tail_level(level, alternative), df),
    }
    return _half_cv_result("halves-t", MappingProxyType(steps), level, alternative)


def _check_half_differences(half_differences: Floats) -> tuple[Floats, Floats]:
    """Return half the difference and half the sum of the two halves of each halving."""
    if (
        half_differences.ndim != 2
        or half_differences.shape[1] != 2
        or not np.isfinite(half_differences).all()
    ):
        raise _shape_error(f"numbers of shape {half_differences.shape} are not two for each halving")
    _require_halvings(len(half_differences), "half_differences")
    apart = (half_differences[:, 0] - half_differences[:, 1]) / 2
    together = half_differences.mean(axis=1)
    if half_differences.any() and not apart.any():
        raise ProcedureError(
            "half-CV needs halves that differ; here both have the same advantage in every halving",
            where="half_differences",
            fix="give every halving with its own two halves",
            code="BO050",
        )
    return apart, together


def _require_halvings(halvings: int, where: str) -> None:
    if halvings < 2:
        raise ProcedureError(
            f"half-CV needs two halvings or more; there are {halvings}",
            where=where,
            fix="draw the halves again: fifty times is what was measured",
            code="BO051",
        )


def _half_cv_result(procedure: str, steps: Steps, level: float, alternative: Alternative) -> TestResult:
    p_value = t_p_value(steps["t"], steps["df"], alternative)
    reach = steps["critical"] * steps["se"]
    interval = symmetric_interval(steps["mean"], reach, p_value=p_value, level=level, alternative=alternative)
    return TestResult(
        procedure=procedure,
        null=NULL,
        alternative=alternative,
        statistic=steps["t"],
        df=steps["df"],
        p_value=p_value,
        estimate=Estimate(of="mean advantage", value=steps["mean"], interval=interval),
        n=int(steps["halvings"]),
        method=f"Student's t, {steps['df']:g} degrees of freedom",
        assumptions=ASSUMPTIONS,
        citation="hoeffding1948",
        steps=steps,
    )


class _Halved(NamedTuple):
    advantages: Floats  # halvings × examples, 0 where an example sat out
    inside: Floats  # 2 × halvings × examples: 1 where an example is in the half


class _Variances(NamedTuple):
    halvings: int
    examples: int
    mean: float
    strict: float  # of one halving: the mean of squared half differences
    one: float  # the same, with the part that is linear in the examples computed from their means
    between: float  # what averaging over halvings takes away
    linear: float  # of the examples' means


def _check_halves(half_examples: Floats, halves: Floats) -> _Halved:
    if half_examples.ndim != 2 or half_examples.shape != halves.shape:
        raise _shape_error(f"shapes {half_examples.shape} and {halves.shape} are not halvings × examples")
    _require_halvings(len(half_examples), "half_examples")
    sat_out = np.isnan(halves)
    if not (np.isnan(half_examples) == sat_out).all() or not np.isin(halves[~sat_out], (0.0, 1.0)).all():
        raise _shape_error("an advantage stands where there is no half, or a half that is neither 0 nor 1")
    if not np.isfinite(half_examples[~sat_out]).all():
        raise _shape_error("an advantage is infinite")
    inside = np.stack([halves == 0, halves == 1]).astype(np.float64)
    if inside.sum(axis=2).min() < 2:
        raise _shape_error("a half has fewer than two examples")
    return _Halved(np.where(sat_out, 0.0, half_examples), inside)


def _check_reach(reach: float) -> None:
    if not 0 <= reach < inf:
        raise ProcedureError(
            f"the largest advantage on one example must be 0 or more, not {reach:g}",
            where="reach",
            fix="1 where an example is right or wrong",
            code="BO053",
        )


def _shape_error(what: str) -> ProcedureError:
    return ProcedureError(
        f"half-CV needs the advantage on every example and the half it was in: {what}",
        where="half_examples, halves",
        fix="give both as halvings × examples, NaN where an example sat out",
        code="BO052",
    )


def _split_variance(halved: _Halved) -> _Variances:
    sizes = halved.inside.sum(axis=2)
    first, second = (halved.inside * halved.advantages).sum(axis=2) / sizes
    apart, together = (first - second) / 2, (first + second) / 2
    times_in = halved.inside.sum(axis=(0, 1))
    means = halved.advantages.sum(axis=0) / np.maximum(times_in, 1)
    halvings, examples = halved.advantages.shape
    linear = float(means.var(ddof=1)) / examples
    first_linear, second_linear = (halved.inside * means).sum(axis=2) / sizes
    predicted = (first_linear - second_linear) / 2
    spread = float(predicted @ predicted)
    slope = float(apart @ predicted) / spread if spread > 0 else 1.0
    rest = float(((apart - slope * predicted) ** 2).sum()) / (halvings - 1)
    return _Variances(
        halvings=halvings,
        examples=examples,
        mean=float(together.mean()),
        strict=float((apart**2).mean()),
        one=slope**2 * linear + rest,
        between=float(together.var()),
        linear=linear,
    )


def _half_cv_steps(
    found: _Variances, caution: Caution, least: float, level: float, alternative: Alternative
) -> Steps:
    kept, most = CAUTIONS[caution]
    df = min(most, found.halvings - 1)
    one = found.strict if caution == "strict" else found.one
    error = sqrt(max(one - (1 - kept) * found.between, least))
    return MappingProxyType(
        {
            "halvings": found.halvings,
            "examples": found.examples,
            "mean": found.mean,
            "variance_of_one_halving": one,
            "variance_between_halvings": found.between,
            "variance_of_examples": found.linear,
            "least_variance": least,
            "se": error,
            "t": found.mean / error if error > 0 else 0.0,
            "df": df,
            "critical": -t_quantile(tail_level(level, alternative), df),
        }
    )
