"""The numbers behind the fragility curve: what a test says as datasets are left out, from either side."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.answers.audit import Fragility
from bakeoff.core.answers.figure_data import FragilityFigureData, Removal
from bakeoff.core.arrays import Ints
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import TestResult, Verdict
from bakeoff.inference.reanalysis.removal_search import REMOVAL_TESTS, PartJudge
from bakeoff.procedures.fragility.removals import leaving_order
from bakeoff.procedures.fragility.verdict_changes import HandPicked, SubsetResult, pick_by_hand

FEWEST_STEPS = 8  # datasets that are left out even where fewer change the verdict
MOST_STEPS = 40  # points of a curve
RemovalCurves = tuple[tuple[Removal, ...], tuple[Removal, ...]]


def fragility_figure_data(comparison: Comparison, pair: Pair, found: Fragility) -> FragilityFigureData | None:
    """Return how a test moves as datasets are left out, the most telling first; None where it has no answer.

    Of a single pair each point is the best or the worst choice of so many datasets; in a family the table is judged
    again without those that speak most against b, or for it, as far as there are such.

    Parameters
    ----------
    comparison, pair
        One pair of a comparison over datasets, by the paired t, signed-rank, sign or sign-flip test.
    found : Fragility
        The smallest removal that changes its verdict, as the audit found it.
    """
    evidence = comparison.evidence
    if not isinstance(pair.result, TestResult) or not isinstance(evidence, Scores):
        return None
    steps = _curve_steps(pair.advantages.size, found.flips_with or 0)
    single = found.searched.by == "proof"
    best, worst = (
        _curves_of_single_pair(pair, pair.result, found, steps)
        if single
        else _curves_in_family(comparison, evidence, pair, steps)
    )
    if not best or best[0].removed != 0:
        return None
    return FragilityFigureData(
        test=found.test,
        adjustment=found.adjustment,
        level=found.level,
        alternative=pair.result.alternative,
        datasets=found.datasets,
        without_losses=best,
        without_wins=worst,
        flip=found.removing,
        after=_removal_after(found),
        exact=found.exact,
    )


def _removal_after(fragility: Fragility) -> Removal | None:
    statistic, p_value, verdict = fragility.statistic_after, fragility.p_value_after, fragility.becomes
    if fragility.flips_with is None or statistic is None or p_value is None or verdict is None:
        return None
    return Removal(removed=fragility.flips_with, statistic=statistic, p_value=p_value, verdict=verdict)


def _curve_steps(datasets: int, turning: int) -> list[int]:
    last = min(datasets - 2, max(FEWEST_STEPS, 2 * turning))
    spaced = np.linspace(0, max(last, 0), min(MOST_STEPS, max(last, 0) + 1)).round().astype(int).tolist()
    return sorted({*spaced, min(turning, max(last, 0))})


def _curves_of_single_pair(
    pair: Pair, result: TestResult, fragility: Fragility, steps: list[int]
) -> RemovalCurves:
    n, test = pair.advantages.size, REMOVAL_TESTS[fragility.test]
    choices = {
        k: pick_by_hand(
            pair.advantages, n - k, test=test, level=fragility.level, alternative=result.alternative
        )
        for k in steps
    }
    return tuple(_curve_removals(choices, best=True)), tuple(_curve_removals(choices, best=False))


def _curve_removals(picked: dict[int, HandPicked | None], *, best: bool) -> Iterator[Removal]:
    for k, choice in picked.items():
        if choice is not None:
            yield _build_removal(k, choice.best_reading if best else choice.worst_reading)


def _build_removal(removed: int, reading: SubsetResult) -> Removal:
    return Removal(
        removed=removed, statistic=reading.statistic, p_value=reading.p_value, verdict=reading.verdict
    )


def _curves_in_family(
    comparison: Comparison, evidence: Scores, pair: Pair, steps: list[int]
) -> RemovalCurves:
    """Return both curves of a pair in a family: adjusted p-values of the table without its most telling datasets."""
    jury = PartJudge.of(comparison, evidence)
    place = {name: i for i, name in enumerate(evidence.datasets)}
    at = np.array([place[name] for name in pair.units])
    orders = (at[leaving_order(pair.advantages, losing=losing)] for losing in (False, True))
    best, worst = (tuple(_judge_removals(jury, pair, order, steps)) for order in orders)
    return best, worst


def _judge_removals(jury: PartJudge, pair: Pair, order: Ints, steps: list[int]) -> Iterator[Removal]:
    for k in steps:
        row = None if k > order.size else (jury.without(order[:k]) or {}).get((pair.a, pair.b))
        if row is not None and row.p_value is not None and row.statistic is not None:
            verdict = row.verdict or Verdict.UNDECIDED
            yield Removal(removed=k, statistic=row.statistic, p_value=row.p_value, verdict=verdict)
