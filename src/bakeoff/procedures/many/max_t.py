"""Many classifiers on many datasets: all pairs at once, by the largest statistic under sign flips."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, Estimate, NamedNumbers, TestResult
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.checks import (
    Pairs,
    check_distinct_pairs,
    check_level,
    check_with_gaps,
    pair_columns,
    unknown_choice_error,
)
from bakeoff.procedures.base.intervals import symmetric_interval
from bakeoff.procedures.many.dataset_flips import (
    FlippedStatistics,
    Flips,
    Pairing,
    PairPValues,
    count_partitions,
    draw_dataset_flips,
    has_closure,
    judge_by_closure,
)
from bakeoff.procedures.many.pooled_scores import RULES, PooledScores, ScoreRule, column_blocks, pool_scores
from bakeoff.procedures.many.screened_flips import step_down
from bakeoff.procedures.many.simultaneous_means import simultaneous_reach

_ASSUMPTIONS = (
    "the datasets are independent of each other",
    "under the null a dataset could as well have shown the opposite differences",
)


@check_arguments
def max_t(
    sparse_scores: Floats,
    *,
    pairs: Pairs,
    rng: np.random.Generator,
    level: float = 0.95,
    alternative: Alternative = Alternative.TWO_SIDED,
    flips: int = 10_000,
    statistic: ScoreRule = "adaptive",
) -> tuple[TestResult, ...]:
    """Test all pairs of classifiers at once, with a chance of at most 1 - level of any false claim.

    Parameters
    ----------
    sparse_scores : array of shape (datasets, classifiers)
        Turned so that higher is better; NaN where a score is missing. Each pair is judged on the datasets it shares.
    pairs : sequence of (int, int)
        The columns of a and b of each pair; pairs that share a compare with a baseline. A copied column
        changes nothing for the pairs of the others.
    rng : numpy.random.Generator
        Draws the flips, where there are too many to take all, and the samples behind the intervals.
    level : float
        Confidence level of the intervals, which are simultaneous: of all pairs together.
    alternative : Alternative
        Which advantages count as evidence against the null.
    flips : int
        How many sign flips are drawn; all are taken where there are no more than that (up to 14 datasets
        for 10,000).
    statistic : {"adaptive", "t", "mean"}
        What is summed over the datasets: the differences in units of each pair's spread ("t") or of a common
        one ("mean"), or, by default, scores of their sizes that adapt to the tails of the differences and
        to how unlike the pairs' spreads are.

    Returns
    -------
    tuple of TestResult
        One for each pair. `p_value` is of the pair by itself, `p_adjusted` of the pair in its family; the
        interval of the mean advantage agrees with `p_adjusted`.

    Raises
    ------
    ProcedureError
        BO051 when there is one dataset only, BO052 when scores are infinite or a pair shares no dataset, BO053 for
        a pair, level, statistic or number of flips that cannot be.

    Notes
    -----
    Null, of a pair: on every dataset the advantage of b over a is as likely to be x as −x. The signs of all
    differences of a dataset are flipped together, which keeps the dependence between pairs; the maximum is
    taken step-down (`westfall1993`). Between up to eight classifiers, without a baseline and two-sided, the test is
    closed (`marcus1976`): since b = a and c = b make c = a, the adjusted p-value is the largest over the partitions
    of the classifiers into sets of equals that have the pair in one set.

    The result on a pair rests on the differences of that pair; the others contribute only the scale on which sizes
    are scored, and the number of comparisons. Ranks within datasets, as in Nemenyi's test, lack this: with them
    the error of a pair depends on who else takes part.

    Each score is an odd function of a difference: its rank among the sizes of all differences of all pairs, or
    the normal score of that rank (`chernoff1958`), or a mixture, by the tails (`hogg1974`). Sums are divided by
    a power of the pair's own mean square between 0, a common scale, and 1/2, its own (`opgenrhein2007`). Both
    choices use sizes only, which no flip changes. Where the sum contradicts the sign of the mean, it counts as 0.

    The intervals are those of the largest studentized deviation of all pairs' means when whole datasets are drawn
    with replacement (`efron1993`), in one step; the end nearest to zero is moved to zero where it disagrees with
    the test (`strassburger2008`).

    Missing scores are taken as missing by accident: flips keep the level then, and where failing goes with the
    dataset's difficulty but not with the advantage of one over the other. A pair of few shared datasets cannot
    have a small p-value.

    Assumes independent datasets. Where advantages are skewed, the mean and the centre of the differences are
    different things, and the test may reject though the mean is zero; "t" follows the mean more closely. For
    a single pair, the exact signed-rank test is the usual choice. The order of datasets is irrelevant.

    Examples
    --------
    >>> table = np.array([[0.9, 0.8, 0.7], [0.8, 0.7, 0.5], [0.9, 0.7, 0.6], [0.7, 0.6, 0.6], [0.9, 0.8, 0.8],
    ...                   [0.6, 0.5, 0.3], [0.8, 0.7, 0.7]])
    >>> results = max_t(table, pairs=[(1, 0), (2, 0)], rng=np.random.default_rng(0))
    >>> [r.p_adjusted for r in results]
    [0.015625, 0.015625]
    """
    check_level(level)
    _check_choices(flips, statistic)
    check_distinct_pairs(pairs)
    table = check_with_gaps(sparse_scores)
    family = _find_distinct_pairs(
        table, *pair_columns(pairs, classifiers=table.shape[1]), alternative=alternative
    )
    _check_shared(family.pairing, family.used)
    judged = _judge_family(family, _Choices(level, alternative, flips, statistic), rng)
    twins = np.count_nonzero(~np.isnan(table), axis=0)
    return tuple(
        judged.result(int(place), side) if place >= 0 else judged.result_of_twins(int(twins[pair[0]]))
        for pair, place, side in zip(pairs, family.places, family.sides.tolist(), strict=True)
    )


class _Choices(NamedTuple):
    level: float
    alternative: Alternative
    flips: int
    statistic: ScoreRule


class _Family(NamedTuple):
    """What was asked for, each pair of different columns once, however often and under how many names."""

    pairing: Pairing
    used: Ints  # the columns of the table that it has
    scored: Ints  # of each judged pair, its place among those that are the same but for their direction
    directions: Floats  # of each judged pair: 1, or −1 where those have it the other way round
    places: Ints  # of each pair that was asked for, its place among the judged; −1 where both columns are the same
    sides: Floats  # of each pair that was asked for: 1, or −1 where it is judged the other way round

    @property
    def is_plain(self) -> bool:
        """Whether no pair is judged in both directions, nor turned."""
        return bool((np.diff(self.scored, prepend=-1) == 1).all() and (self.directions == 1).all())


class _FamilyResults(NamedTuple):
    """What is known of every judged pair, and of the family."""

    numbers: tuple[tuple[float, float, float, float, float, float], ...]
    counts: tuple[int, ...]
    choices: _Choices
    flips: Flips
    scale: tuple[float, ...]
    names: dict[int, tuple[str, ...]]  # of the steps, by how many of them are the pair's own

    def result(self, place: int, side: float) -> TestResult:
        """Return the answer on a judged pair; with side −1 that on the pair the other way round."""
        statistic, p_value, p_adjusted, mean, spread, arm = self.numbers[place]
        n = self.counts[place]
        signed = side * mean + 0.0
        return self._result(
            (side * statistic + 0.0, p_value, p_adjusted),
            (signed, arm),
            n,
            (signed, spread, arm) if n > 1 else (signed, arm),
        )

    def result_of_twins(self, n: int) -> TestResult:
        """Return the answer on two columns that are one and the same."""
        return self._result((0.0, 1.0, 1.0), (0.0, 0.0), n, (0.0, 0.0, 0.0))

    def _result(
        self, test: tuple[float, float, float], around: tuple[float, float], n: int, steps: tuple[float, ...]
    ) -> TestResult:
        statistic, p_value, p_adjusted = test
        mean, arm = around
        level, alternative = self.choices.level, self.choices.alternative
        interval = symmetric_interval(mean, arm, p_value=p_adjusted, level=level, alternative=alternative)
        return TestResult(
            procedure="max-t",
            null="on every dataset the advantage of b over a is as likely to be x as −x",
            alternative=alternative,
            statistic=statistic,
            df=None,
            p_value=p_value,
            p_adjusted=p_adjusted,
            estimate=Estimate(of="mean advantage", value=mean, interval=interval),
            n=n,
            method=self.flips.method,
            assumptions=_ASSUMPTIONS,
            citation="westfall1993",
            steps=NamedNumbers(self.names[len(steps)], steps + self.scale),
            monte_carlo_error=self.flips.error(p_value),
        )


def _find_distinct_pairs(table: Floats, a: Ints, b: Ints, *, alternative: Alternative) -> _Family:
    """Return each pair of different columns once: what is asked twice, or of a copied column, adds no comparison."""
    first = _find_first_alike(table)
    used, places = np.unique(np.concatenate([first[a], first[b]]), return_inverse=True)
    table = _sort_datasets(table[:, used])
    a, b = places.reshape(2, -1)
    low, high, differ = np.minimum(a, b), np.maximum(a, b), a != b
    sides = np.where(a <= b, 1.0, -1.0)
    classifiers = used.size
    keys = low * classifiers + high
    known = np.unique(keys[differ])
    turned = (sides < 0) & (alternative is not Alternative.TWO_SIDED)
    judged, place = np.unique(2 * keys[differ] + turned[differ], return_inverse=True)
    asked = np.full(a.size, -1)
    asked[differ] = place
    back = judged % 2 == 1
    low, high = judged // 2 // classifiers, judged // 2 % classifiers
    pairing = Pairing(table, np.where(back, high, low), np.where(back, low, high))
    scored = np.searchsorted(known, judged // 2)
    return _Family(pairing, used, scored, np.where(back, -1.0, 1.0), asked, np.where(turned, 1.0, sides))


def _find_first_alike(table: Floats) -> Ints:
    """Return for each column the first one with the same numbers; `np.unique` would make a type of a field a row."""
    plain = np.nan_to_num(table, nan=np.inf) + 0.0  # -0 is the same number in other bytes
    places: dict[bytes, int] = {}
    columns = np.ascontiguousarray(plain.T)
    return np.array([places.setdefault(column.tobytes(), j) for j, column in enumerate(columns)])


def _judge_family(family: _Family, choices: _Choices, rng: np.random.Generator) -> _FamilyResults:
    """Test every judged pair, and find how far its interval reaches."""
    pairing, alternative = family.pairing, choices.alternative
    differences = pairing.differences
    drawn = draw_dataset_flips(len(pairing.table), flips=choices.flips, alternative=alternative, rng=rng)
    reach = simultaneous_reach(
        differences,
        level=choices.level,
        alternative=alternative,
        rule=choices.statistic,
        rng=rng,
        pairing=pairing,
    )
    counts, means, spreads = _summarise_columns(differences)
    pooled = _pool_family(differences, family, choices.statistic)  # in the memory of the differences
    del differences
    scale = {"tail": pooled.tail, "normal_share": pooled.normal_share, "shrinkage": pooled.shrinkage}
    if has_closure(pairing, alternative):
        scale["partitions"] = count_partitions(pairing)
    answers = (*_judge_by_flips(drawn, pooled.values, pairing, alternative), means, spreads, reach)
    return _FamilyResults(
        numbers=tuple(zip(*(column.tolist() for column in answers), strict=True)),
        counts=tuple(counts.tolist()),
        choices=choices,
        flips=drawn,
        scale=tuple(scale.values()),
        names={2: ("mean", "reach", *scale), 3: ("mean", "sd", "reach", *scale)},
    )


def _summarise_columns(differences: Floats) -> tuple[Ints, Floats, Floats]:
    """Return how many differences each column has, their mean and their standard deviation."""
    counts: Ints = np.count_nonzero(~np.isnan(differences), axis=0)
    means, spreads = np.empty(counts.size), np.empty(counts.size)
    for pairs in column_blocks(differences):
        some = differences[:, pairs]
        means[pairs] = np.nan_to_num(some).sum(axis=0) / counts[pairs]
        spreads[pairs] = (np.nan_to_num(some - means[pairs]) ** 2).sum(axis=0)
    return counts, means, np.sqrt(spreads / np.maximum(counts - 1, 1))


def _pool_family(differences: Floats, family: _Family, rule: ScoreRule) -> PooledScores:
    """Return the scores of all judged pairs; of two that are the same but for their direction, one is pooled.

    The differences may be overwritten.
    """
    if family.is_plain:
        return pool_scores(differences, rule=rule, overwrite=True)
    once = np.unique(family.scored, return_index=True)[1]
    pooled = pool_scores(differences[:, once] * family.directions[once], rule=rule)
    return pooled._replace(values=pooled.values[:, family.scored] * family.directions)


def _judge_by_flips(drawn: Flips, scores: Floats, pairing: Pairing, alternative: Alternative) -> PairPValues:
    if not pairing.a.size:
        return PairPValues(np.empty(0), np.empty(0), np.empty(0))
    statistics = FlippedStatistics(drawn, scores, pairing, alternative=alternative)
    return (
        judge_by_closure(statistics, pairing) if has_closure(pairing, alternative) else step_down(statistics)
    )


def _check_shared(pairing: Pairing, columns: Ints) -> None:
    there = ~np.isnan(pairing.table)
    apart = ~(there[:, pairing.a] & there[:, pairing.b]).any(axis=0)
    if apart.any():
        pair = columns[pairing.a[apart][0]], columns[pairing.b[apart][0]]
        raise ProcedureError(
            f"columns {pair[0]} and {pair[1]} share no dataset on which both have a score",
            where="pairs",
            fix="leave this pair out, or give the missing scores",
            code="BO052",
        )


def _check_choices(flips: int, statistic: ScoreRule) -> None:
    if statistic not in RULES:
        raise unknown_choice_error(statistic, where="statistic", known=RULES)
    if flips < 1:
        raise ProcedureError(
            f"{flips} sign flips show nothing", where="flips", fix="draw 10,000", code="BO053"
        )


def _sort_datasets(table: Floats) -> Floats:
    """Sort the datasets by their scores, so that flips fall on them whatever the order they come in.

    The scores of each dataset are sorted for this, so that the order of the classifiers is irrelevant too. A dataset
    with one score or none compares nobody, and is left out.
    """
    table = table[np.count_nonzero(~np.isnan(table), axis=1) >= min(2, table.shape[1])]
    keys = np.hstack([np.sort(table, axis=1), table])
    ordered: Floats = table[np.lexsort(keys.T[::-1])]
    return ordered
