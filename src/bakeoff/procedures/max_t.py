"""Many classifiers on many datasets: all pairs at once, by the largest statistic under sign flips."""

from types import MappingProxyType

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.evidence import Floats, advantage
from bakeoff.core.results import Alternative, Estimate, TestResult
from bakeoff.procedures.arguments import check_arguments
from bakeoff.procedures.dataset_flips import Pairing, dataset_flips, step_down
from bakeoff.procedures.differences import unknown
from bakeoff.procedures.intervals import settled
from bakeoff.procedures.pooled_scores import RULES, ScoreRule, pooled_scores
from bakeoff.procedures.resamples import check_level
from bakeoff.procedures.score_table import Pairs, check_distinct, columns, complete
from bakeoff.procedures.simultaneous_means import simultaneous_reach

_ASSUMPTIONS = (
    "the datasets are independent of each other",
    "under the null a dataset could as well have shown the opposite differences",
)


@check_arguments
def max_t(
    scores: Floats,
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
    scores : array of shape (datasets, classifiers)
        Complete, and turned so that higher is better.
    pairs : sequence of (int, int)
        The columns of a and b of each pair; pairs that share a compare with a baseline.
    rng : numpy.random.Generator
        Draws the flips, where there are too many to take all.
    level : float
        Confidence level of the intervals, which hold together for all pairs.
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
        BO051 when there is one dataset only, BO052 when scores are missing or infinite, BO053 for a pair,
        level, statistic or number of flips that cannot be.

    Notes
    -----
    Null, of a pair: on every dataset the advantage of b over a is as likely to be x as −x. The signs of all
    differences of a dataset are flipped together, which keeps the dependence between pairs; the maximum is
    taken step-down (`westfall1993`). The result on a pair rests on the differences of that pair; the others
    contribute only the scale on which sizes are scored, and the number of comparisons. Ranks within datasets,
    as in Nemenyi's test, lack this: with them the error of a pair depends on who else takes part.

    Each score is an odd function of a difference: its rank among the sizes of all differences of all pairs, or
    the normal score of that rank (`chernoff1958`), or a mixture, by the tails (`hogg1974`). Sums are divided by
    a power of the pair's own mean square between 0, a common scale, and 1/2, its own (`opgenrhein2007`). Both
    choices use sizes only, which no flip changes. Where the sum contradicts the sign of the mean, it counts as 0.

    The interval is that of the largest deviation of all pairs' means, again by flips, in one step; its end nearest
    to zero is moved to zero where it disagrees with the step-down test (`strassburger2008`).

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
    check_distinct(pairs)
    table = _in_canonical_order(complete(scores))
    pairing = Pairing(table, *columns(pairs, classifiers=table.shape[1]))
    differences = advantage(table[:, pairing.a], table[:, pairing.b], higher_is_better=True)
    pooled = pooled_scores(differences, rule=statistic)
    drawn = dataset_flips(len(table), flips=flips, alternative=alternative, rng=rng)
    judged = step_down(drawn, pooled.values, pairing, alternative=alternative)
    reach = simultaneous_reach(drawn, pairing, level=level, alternative=alternative, rule=statistic)
    means, spreads = differences.mean(axis=0), differences.std(axis=0, ddof=1)
    family = {"tail": pooled.tail, "normal_share": pooled.normal_share, "shrinkage": pooled.shrinkage}
    numbers = zip(*(column.tolist() for column in (*judged, means, spreads, reach)), strict=True)
    return tuple(
        TestResult(
            procedure="max-t",
            null="on every dataset the advantage of b over a is as likely to be x as −x",
            alternative=alternative,
            statistic=value,
            df=None,
            p_value=p_value,
            p_adjusted=p_adjusted,
            estimate=Estimate(
                of="mean advantage",
                value=mean,
                interval=settled(
                    mean - arm,
                    mean + arm,
                    p_value=p_adjusted,
                    level=level,
                    alternative=alternative,
                    estimate=mean,
                ),
            ),
            n=len(table),
            method=drawn.method,
            assumptions=_ASSUMPTIONS,
            citation="westfall1993",
            steps=MappingProxyType({"mean": mean, "sd": spread, "reach": arm, **family}),
            monte_carlo_error=drawn.error(p_value),
        )
        for value, p_value, p_adjusted, mean, spread, arm in numbers
    )


def _check_choices(flips: int, statistic: ScoreRule) -> None:
    if statistic not in RULES:
        raise unknown(statistic, where="statistic", known=RULES)
    if flips < 1:
        raise ProcedureError(
            f"{flips} sign flips show nothing", where="flips", fix="draw 10,000", code="BO053"
        )


def _in_canonical_order(table: Floats) -> Floats:
    """Sort the datasets by their scores, so that flips fall on them whatever the order they come in.

    The scores of each dataset are sorted for this, so that the order of the classifiers is irrelevant too.
    """
    keys = np.hstack([np.sort(table, axis=1), table])
    ordered: Floats = table[np.lexsort(keys.T[::-1])]
    return ordered
