"""Power over datasets of the very test that will carry the verdict.

Differences are taken as normal with standard deviation `sd`, rounded to a `step` where scores are. For the paired
t-test power is exact (see `paired_t_power`). Rank and flip tests have no formula at few datasets: there the
chance of rejection is counted over draws of a fixed stream, so that equal questions have equal answers. Beyond
`COUNTED_UP_TO` datasets the rank sum is taken as normal, with the mean and the variance that it has under the
alternative (Lehmann, Nonparametrics, 1975, section 4.2); where power is .8 that is within .006 of the truth.
"""

from collections.abc import Callable
from functools import lru_cache
from inspect import Parameter, signature
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.results import Alternative, TestResult, significance
from bakeoff.procedures.base.bisection import first_count
from bakeoff.procedures.base.distributions import normal_quantile
from bakeoff.procedures.base.quick_tests import QUICK_TESTS
from bakeoff.procedures.base.random_signs import subset_counts
from bakeoff.procedures.base.signed_rank_null import doubled_ranks, tied_groups, untied_distribution
from bakeoff.procedures.planning.paired_t_power import (
    check_power,
    check_spread,
    datasets_needed,
    datasets_to_reach,
    detectable_difference,
    paired_t_power,
    turn_upwards,
    unfit_error,
)
from bakeoff.procedures.registry import find_procedure

DRAWS = 20_000
COUNTED_UP_TO = 30  # datasets
COUNTED_IF_COARSE = (
    100  # where rounding leaves few sizes of differences, so that rank sums are far from normal
)
TIES_COUNTED_UP_TO = 16  # datasets; beyond, tied rank sums of many patterns are judged by a series
MOST_PATTERNS = 1_500
CLEAR = 2.0  # times the chance asked for, or its part: so far the series need not be exact
LISTED_UP_TO = 12  # differences whose sign flips are all listed
MOST_TIMES = 1_000  # as many datasets as scores that are not rounded need
_FINE = 50  # steps within a standard deviation: finer ones make no ties that matter
_COARSE = 0.3  # standard deviations that a step is long
Rejected = NDArray[np.bool_]
TestFor = Callable[[int], str]


class Question(NamedTuple):
    """What is asked of a test: how surely it finds something, at which level, on which scores."""

    level: float = 0.95
    power: float = 0.8
    alternative: Alternative = Alternative.TWO_SIDED
    step: float = 0.0  # of the differences; 0 where they are not rounded


USUAL_QUESTION = Question()


def dataset_power(
    test: str,
    difference: float,
    sd: float,
    n: int,
    *,
    question: Question = USUAL_QUESTION,
    draws: int = DRAWS,
) -> float:
    """Return the chance that a test on `n` datasets finds a true advantage of `difference`.

    >>> round(dataset_power("wilcoxon", 1.435, 1.0, 6), 2)  # where the t-test has .80
    0.63
    >>> dataset_power("wilcoxon", 100.0, 1.0, 5)  # the smallest p-value is .0625
    0.0
    """
    check_spread(sd)
    level, sides = question.level, turn_upwards(question.alternative)
    step = question.step / sd if question.step * _FINE > sd else 0.0
    if n < fewest_deciding_datasets(test, level, sides):
        return 0.0
    effect = abs(difference) / sd
    if test == "paired-t" or (test == "sign-flip" and n > LISTED_UP_TO):
        return paired_t_power(effect, 1.0, n, level=level, alternative=sides)
    if test == "wilcoxon" and n > (COUNTED_IF_COARSE if step > _COARSE else COUNTED_UP_TO):
        return _power_by_normal_rank_sum(effect, n, level, sides, step)
    return _count_rejections(test, effect, n, level, sides, step, draws)


def find_detectable_difference(
    test: str, sd: float, n: int, *, question: Question = USUAL_QUESTION, draws: int = DRAWS
) -> float | None:
    """Return the true difference that a test on `n` datasets finds with the chance asked for; None where it finds none.

    >>> find_detectable_difference("wilcoxon", 1.0, 5) is None
    True
    >>> 1.6 < find_detectable_difference("wilcoxon", 1.0, 6) < 1.85
    True
    """
    check_spread(sd)
    check_power(question.power, question.level)
    if n < fewest_deciding_datasets(test, question.level, question.alternative):
        return None
    step = question.step / sd if question.step * _FINE > sd else 0.0
    return sd * _detectable_effect(test, n, question._replace(step=step), draws)


@lru_cache(maxsize=256)
def _detectable_effect(test: str, n: int, question: Question, draws: int) -> float:
    """Return the difference in standard deviations; so is the step of the question."""
    target = _dataset_power_target(test, n, question, draws)

    def excess(effect: float) -> float:
        reached = dataset_power(test, effect, 1.0, n, question=question, draws=draws)
        return float(special.ndtri(np.clip(reached, 0.5 / draws, 1 - 0.5 / draws))) - target

    near = detectable_difference(
        1.0, n, level=question.level, power=question.power, alternative=question.alternative
    )
    return _crossing_of(excess, near)


def count_datasets_needed(
    test_for: TestFor, difference: float, sd: float, *, question: Question = USUAL_QUESTION
) -> int:
    """Return how many datasets find a true difference with the chance asked for.

    `test_for` names the test that judges so many datasets. Discrete tests lose a little power here and there as
    datasets are added: the answer is a number from which the next two suffice as well.

    >>> count_datasets_needed(lambda n: "wilcoxon", 0.7, 6.929)
    808
    """
    check_spread(sd)
    check_power(question.power, question.level)
    if difference == 0:
        raise unfit_error("no number of datasets shows a difference of 0", where="difference")

    def enough(n: int) -> bool:
        test = test_for(n)
        reached = dataset_power(test, difference, sd, n, question=question)
        return reached >= _dataset_power_chance(_dataset_power_target(test, n, question, DRAWS))

    by_t = datasets_needed(
        difference, sd, level=question.level, power=question.power, alternative=question.alternative
    )
    for n in range(max(2, by_t), COUNTED_UP_TO + 1):
        if all(enough(m) for m in (n, n + 1, n + 2)):
            return n
    low = max(by_t, COUNTED_UP_TO + 1)
    high = low
    while not enough(high):
        high = ceil(1.5 * high)
        if high > MOST_TIMES * low:
            raise unfit_error(
                f"rounded to steps of {question.step:g}, a difference of {difference:g} is not shown by "
                f"{MOST_TIMES * low:,} datasets",
                where="step",
            )
    return high if high == low else first_count(enough, low, high)


def rounding_step(differences: Floats) -> float:
    """Return the step that rounded differences are multiples of, up to six decimals; 0 where there is none.

    >>> rounding_step(np.array([0.5, -1.0, 2.5, 0.0])), rounding_step(np.array([1 / 3, 0.5]))
    (0.5, 0.0)
    """
    for places in range(7):
        scaled = differences * 10.0**places
        whole = np.round(scaled)
        if np.abs(whole).max(initial=0.0) > 2**53:
            return 0.0
        if np.allclose(scaled, whole, rtol=0, atol=1e-6):
            return float(np.gcd.reduce(whole.astype(np.int64))) / 10.0**places
    return 0.0


def has_power(test: str) -> bool:
    """Say whether a test judges one pair by its differences alone, so that its power can be asked for.

    A posterior does not reject: it has no power, and no alternative.

    >>> has_power("wilcoxon"), has_power("max-t"), has_power("bayes-signed-rank")
    (True, False, False)
    """
    parameters = signature(find_procedure(test).run).parameters
    required = {name for name, p in parameters.items() if p.default is Parameter.empty}
    return "alternative" in parameters and required in ({"differences"}, {"differences", "rng"})


def fewest_deciding_datasets(
    test: str, level: float, alternative: Alternative = Alternative.TWO_SIDED
) -> int:
    """Return the smallest number of datasets with which a test can decide at all.

    >>> fewest_deciding_datasets("wilcoxon", 0.95), fewest_deciding_datasets("paired-t", 0.95)
    (6, 2)
    """
    # Every exact test of signs, ranks or flips has 2^n equally likely outcomes.
    return datasets_to_reach(level, "paired-t" if test == "paired-t" else "wilcoxon", alternative=alternative)


def _dataset_power_target(test: str, n: int, question: Question, draws: int) -> float:
    """Return the deviate of the power that is aimed at: where it is counted, two errors of counting above."""
    counted = test != "paired-t" and n <= COUNTED_UP_TO
    power = question.power
    spare = 2 * sqrt(power * (1 - power) / _count_draws(test, n, question.step, draws)) if counted else 0.0
    return normal_quantile(min(power + spare, (1 + power) / 2))


def _dataset_power_chance(deviate: float) -> float:
    return float(special.ndtr(deviate))


def _crossing_of(excess: Callable[[float], float], near: float) -> float:
    """Return where an increasing function of the effect crosses zero: almost straight, so that a secant finds it."""
    low, high = 0.0, near
    while excess(high) < 0:
        low, high = high, 1.5 * high
    f_low, f_high = (excess(low) if low else -3.0), excess(high)
    for _ in range(40):
        if high - low < 3e-4 * high:
            break
        share = float(np.clip(-f_low / (f_high - f_low), 0.05, 0.95)) if f_high > f_low else 0.5
        middle = low + share * (high - low)
        height = excess(middle)
        if height < 0:
            low, f_low = middle, height
        else:
            high, f_high = middle, height
    return high


def _count_draws(test: str, n: int, step: float, draws: int) -> int:
    """Return how many draws are counted: fewer where each takes long."""
    quick = test == "sign" or (test == "wilcoxon" and n <= (LISTED_UP_TO if step else COUNTED_UP_TO))
    return draws if quick else draws // 5


@lru_cache(maxsize=4)
def _draw_normal_stream(n: int, draws: int) -> Floats:
    values = np.random.default_rng([n, draws]).standard_normal((draws, n))
    values.flags.writeable = False
    return values


@lru_cache(maxsize=512)
def _count_rejections(
    test: str, effect: float, n: int, level: float, sides: Alternative, step: float, draws: int
) -> float:
    """Return the share of draws that the test rejects."""
    table = _draw_normal_stream(n, _count_draws(test, n, step, draws)) + effect
    if step:
        table = step * np.round(table / step)
    alpha = significance(level)
    rejects = _REJECTS.get(test)
    if rejects is None:
        return float(_reject_one_by_one(test, table, alpha, sides).mean())
    return float(rejects(table, alpha, sides).mean())


def _wilcoxon_rejects(table: Floats, alpha: float, sides: Alternative) -> Rejected:
    tail = alpha / (2 if sides is Alternative.TWO_SIDED else 1)
    order = np.argsort(np.abs(table), axis=1)
    ordered = np.take_along_axis(table, order, axis=1)
    n = table.shape[1]
    if np.all(np.diff(np.abs(ordered), axis=1) > 0) and np.all(ordered[:, 0] != 0):
        least = int(np.searchsorted(untied_distribution(n), tail, side="left")) - 1
        minus = (ordered < 0) @ np.arange(1, n + 1)
        rejected: Rejected = minus <= least
        return rejected | (n * (n + 1) // 2 - minus <= least) if sides is Alternative.TWO_SIDED else rejected
    before, size = tied_groups(np.abs(ordered))
    doubled = doubled_ranks(before, size)
    plus, minus = (np.where(side, doubled, 0).sum(axis=1) for side in (ordered > 0, ordered < 0))
    bound = np.minimum(plus, minus) if sides is Alternative.TWO_SIDED else minus
    flipped = np.where(ordered == 0, 0, doubled)
    # Few datasets and coarse scores have few patterns of ties; each has a largest sum that is unlikely enough.
    patterns, which = np.unique(flipped, axis=0, return_inverse=True)
    if n > TIES_COUNTED_UP_TO and len(patterns) > MOST_PATTERNS:
        return _is_unlikely_by_series(flipped, bound, tail)
    return _unlikely_by_pattern(patterns, which.ravel(), bound, tail)


def _unlikely_by_pattern(patterns: Ints, which: Ints, bound: Ints, tail: float) -> Rejected:
    """Return which sums of ranks are unlikely exactly; patterns whose sums are clear by the series are not counted."""
    flipped = patterns[which]
    rejected = _is_unlikely_by_series(flipped, bound, tail)
    clear = rejected == _is_unlikely_by_series(flipped, bound, CLEAR * tail)
    clear &= rejected == _is_unlikely_by_series(flipped, bound, tail / CLEAR)
    clear &= (flipped > 0).sum(axis=1) > TIES_COUNTED_UP_TO
    close = np.unique(which[~clear])
    most = np.full(len(patterns), -1)
    most[close] = [_largest_unlikely_sum(tuple(row), tail) for row in patterns[close].tolist()]
    return np.where(clear, rejected, bound <= most[which])


@lru_cache(maxsize=1 << 14)
def _largest_unlikely_sum(doubled: tuple[int, ...], tail: float) -> int:
    """Return the largest sum of ranks of one sign up to which the chance is less than this; -1 for none."""
    ranks = np.array([rank for rank in doubled if rank], dtype=np.int64)
    if not ranks.size:
        return -1
    chances = np.ldexp(np.cumsum(subset_counts(ranks, int(ranks.sum()) // 2)), -ranks.size)
    return int(np.searchsorted(chances, tail, side="left")) - 1


def _is_unlikely_by_series(flipped: Ints, bound: Ints, tail: float) -> Rejected:
    """Return which sums of ranks are unlikely by the normal approximation, corrected for ties and kurtosis."""
    squares = flipped.astype(np.float64) ** 2
    variance = np.maximum(squares.sum(axis=1), 1e-100)
    z = (flipped.sum(axis=1) - 2 * bound - np.gcd.reduce(flipped, axis=1)) / np.sqrt(variance)
    kurtosis = -2 * (squares**2).sum(axis=1) / variance**2 / 24
    rejected: Rejected = special.ndtr(-(z - kurtosis * (z**3 - 3 * z))) < tail
    return rejected


def _sign_flip_rejects(table: Floats, alpha: float, sides: Alternative) -> Rejected:
    n = table.shape[1]
    signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    rejected = np.empty(len(table), dtype=bool)
    for start in range(0, len(table), 1000):
        block = table[start : start + 1000]
        total = block.sum(axis=1, keepdims=True)
        bound = np.abs(total) if sides is Alternative.TWO_SIDED else total
        flipped = block @ signs.T
        sums = np.abs(flipped) if sides is Alternative.TWO_SIDED else flipped
        rejected[start : start + 1000] = (sums >= bound - 1e-9).mean(axis=1) < alpha
    return rejected


def _sign_rejects(table: Floats, alpha: float, sides: Alternative) -> Rejected:
    wins, losses = (table > 0).sum(axis=1), (table < 0).sum(axis=1)
    trials = np.maximum(wins + losses, 1)
    most = np.maximum(wins, losses) if sides is Alternative.TWO_SIDED else wins
    tails = 2 if sides is Alternative.TWO_SIDED else 1
    p_value = tails * special.bdtrc(most - 1.0, trials, 0.5)
    rejected: Rejected = (most > 0) & (p_value < alpha)
    return rejected


def _reject_one_by_one(test: str, table: Floats, alpha: float, sides: Alternative) -> Rejected:
    """Return what a test without a form for many draws says of each; draws that it cannot judge are not rejected."""
    quick = QUICK_TESTS.get(test)
    if quick is None:
        run = find_procedure(test).run
        results = [run(differences=row, alternative=sides) for row in table]
        return np.array([isinstance(result, TestResult) and result.p_value < alpha for result in results])
    answers = [quick(row, sides) for row in table]
    return np.array([answer is not None and answer[1] < alpha for answer in answers])


_REJECTS: dict[str, Callable[[Floats, float, Alternative], Rejected]] = {
    "wilcoxon": _wilcoxon_rejects,
    "sign-flip": _sign_flip_rejects,
    "sign": _sign_rejects,
}


class _Law(NamedTuple):
    """The law of one difference, on points: how likely each is, and how the Walsh sums with it fall."""

    chances: Floats
    signs: Floats
    lean: Floats  # of each point x: P(x + X > 0) - P(x + X < 0)
    tied: float  # P(X + X' = 0)
    rank_square: float  # mean square of the ranks that get a sign, each as a share of n; 1/3 without ties


def _power_by_normal_rank_sum(effect: float, n: int, level: float, sides: Alternative, step: float) -> float:
    """Return the power of the signed-rank test from the first two moments of R+ - R-, a sum of signs of Walsh sums."""
    law = _rounded_law(effect, step) if step else _smooth_law(effect)
    single, walsh = float(law.chances @ law.signs), float(law.chances @ law.lean)
    mean = n * single + n * (n - 1) / 2 * walsh
    variance = (
        n * (float(law.chances @ law.signs**2) - single**2)
        + n * (n - 1) / 2 * (1 - law.tied - walsh**2)
        + n * (n - 1) * (n - 2) * (float(law.chances @ law.lean**2) - walsh**2)
        + 2 * n * (n - 1) * (float(law.chances @ (law.signs * law.lean)) - single * walsh)
    )
    alpha = significance(level) / (2 if sides is Alternative.TWO_SIDED else 1)
    under_null = sqrt(3 * law.rank_square * n * (n + 1) * (2 * n + 1) / 6)
    bound = -normal_quantile(alpha) * under_null + 1
    return _dataset_power_chance((mean - bound) / sqrt(max(variance, 1e-300)))


def _smooth_law(effect: float) -> _Law:
    x = np.linspace(-9.0, 9.0, 4001)
    chances = np.exp(-(x**2) / 2)
    lean: Floats = 2 * special.ndtr(x + 2 * effect) - 1
    return _Law(chances / chances.sum(), np.sign(x + effect), lean, 0.0, 1 / 3)


def _rounded_law(effect: float, step: float) -> _Law:
    most = ceil((effect + 9) / step)
    k = np.arange(-most, most + 1)
    below = special.ndtr((k - 0.5) * step - effect)
    chances = special.ndtr((k + 0.5) * step - effect) - below
    through = np.cumsum(chances)
    mirrored = chances[::-1]  # the chance of -k
    # P(X > -k) - P(X < -k): the points run from -most to most, so that -k stands at the mirrored place.
    lean = 1 - 2 * through[::-1] + mirrored
    folded = np.where(k > 0, chances + mirrored, 0.0)
    rank = chances[most] + np.cumsum(folded) - folded / 2
    return _Law(chances, np.sign(k).astype(float), lean, float(chances @ mirrored), float(folded @ rank**2))
