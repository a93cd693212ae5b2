"""How far a verdict can be trusted in size: scores too coarse for it, and advantages too slight to matter."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from bakeoff.core.arrays import Floats, rounding_step
from bakeoff.core.comparison import Coarseness
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Unit
from bakeoff.core.results import Interval, Posterior, Verdict
from bakeoff.inference.adjust import with_simultaneous_intervals
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.bench.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.judge import Judgement, judge, judge_test
from bakeoff.inference.recognise.benches import build_score_bench
from bakeoff.procedures.procedure import Procedure

DRAWS = 100  # of the rounding, where one pair is compared
DRAWS_OF_MANY = 40
AFFORDABLE = 600  # units × pairs that are judged so often
WORTH_A_FINDING = 0.05  # share of draws with another verdict that is worth a finding
TOO_OFTEN = 0.25  # from which on scores are too coarse for the verdict
# An advantage is slight if it is less than 1 in 100 of the errors and of the right answers, or 1 in 1,000 of a score
# without a range, or less than one test record.
OF_ROOM = 0.01
OF_SCORE = 0.001


def find_slight_advantage(judgement: Judgement, bench: Bench, index: PairIndex) -> float | None:
    """Return the most that a shown advantage can be, where that may not matter; None where it may, or with a margin."""
    estimate = judgement.test.result.estimate
    if bench.settings.margin > 0 or not judgement.verdict.is_claim:
        return None
    if not _is_in_score_units(estimate.of):
        return None
    ends = (estimate.value, estimate.interval.low, estimate.interval.high)
    most = max(abs(end) for end in ends if isfinite(end))
    return most if 0 < most < _smallest_that_matters(bench, index) else None


def _is_in_score_units(of: str) -> bool:
    return "rank" not in of and "flips" not in of and not of.startswith("chance of winning")


def _smallest_that_matters(bench: Bench, index: PairIndex) -> float:
    scores = _pair_scores(bench, index)
    if not scores.size:
        return 0.0
    reach = {Unit.FRACTION: 1.0, Unit.PERCENT: 100.0}.get(bench.evidence.measure.unit)
    if reach is None:
        return OF_SCORE * float(np.median(np.abs(scores)))
    room = OF_ROOM * float(np.median(np.minimum(scores, reach - scores)))
    records = bench.evidence.n_test if isinstance(bench.evidence, Scores) else None
    known = None if records is None else records[np.isfinite(records) & (records > 0)]
    return max(room, reach / float(known.max())) if known is not None and known.size else room


def _pair_scores(bench: Bench, index: PairIndex) -> Floats:
    if isinstance(bench, ScoreBench):
        return np.concatenate([bench.scores_of(i, index) for i in index])
    return np.empty(0) if bench.shares_right is None else bench.shares_right[list(index)]


def find_coarse_scores(
    judgements: Sequence[Judgement], bench: Bench, carrying: Procedure, adjustment: str
) -> list[Coarseness | None]:
    """Return of each pair what rounding may have done to it, where its verdict or interval rests on that.

    A score that is written in steps of u may be u/2 off, a difference of two up to u. Where that is enough to change
    the verdict, or the interval is narrower than a step, the rounding is drawn anew, evenly, and all is judged again.
    """
    coarseness: list[Coarseness | None] = [None] * len(judgements)
    if not isinstance(bench, ScoreBench) or isinstance(judgements[0].test.result, Posterior):
        return coarseness
    step = rounding_step(bench.unit_scores)
    if step is None or len(judgements) * bench.design.units > AFFORDABLE:
        return coarseness
    doubtful = [i for i, judgement in enumerate(judgements) if _may_rest_on_rounding(judgement, step, bench)]
    if not doubtful:
        return coarseness
    draws = list(_redraw_rounding(bench, carrying, adjustment, step))
    for i in doubtful if draws else ():
        coarseness[i] = _measure_coarseness(judgements[i], [each[i] for each in draws], step)
    return coarseness


def _may_rest_on_rounding(judgement: Judgement, step: float, bench: Bench) -> bool:
    """Say whether moving every difference by a step could undo the verdict, or the interval is narrower than that."""
    interval = judgement.test.result.estimate.interval
    of = judgement.test.result.estimate.of
    if not _is_in_score_units(of) or judgement.verdict is Verdict.UNDECIDED:
        return False
    if interval.high - interval.low < step:
        return True
    wide = Interval(low=interval.low - step, high=interval.high + step, level=interval.level)
    return judge(wide, p_value=0.0, margin=bench.settings.margin) is not judgement.verdict


def _redraw_rounding(
    bench: ScoreBench, carrying: Procedure, adjustment: str, step: float
) -> Iterator[list[tuple[Verdict, Interval]]]:
    rng = np.random.default_rng(bench.settings.seed)
    for _ in range(DRAWS if len(bench.pairs) == 1 else DRAWS_OF_MANY):
        there = build_score_bench(_draw_unrounded(bench.evidence, step, rng), bench.settings)
        try:
            tests = with_simultaneous_intervals(
                run_on_pairs(carrying, there, adjustment=adjustment), carrying, there, adjustment=adjustment
            )
        except BakeoffError:  # nothing that this test could be computed on
            return
        yield [(judge_test(test, bench.settings), test.result.estimate.interval) for test in tests]


def _draw_unrounded(evidence: Scores, step: float, rng: np.random.Generator) -> Scores:
    """Return scores that would be rounded to those at hand, each drawn evenly."""
    folds = evidence.resamples
    if folds is None:
        return replace(
            evidence, values=evidence.values + rng.uniform(-step / 2, step / 2, evidence.values.shape)
        )
    unrounded = folds.values + rng.uniform(-step / 2, step / 2, folds.values.shape)
    return replace(evidence, resamples=replace(folds, values=unrounded))


def _measure_coarseness(
    judgement: Judgement, draws: Sequence[tuple[Verdict, Interval]], step: float
) -> Coarseness | None:
    others = sum(verdict is not judgement.verdict for verdict, _ in draws)
    low = float(np.median([interval.low for _, interval in draws]))
    high = float(np.median([interval.high for _, interval in draws]))
    interval = judgement.test.result.estimate.interval
    narrow = interval.high - interval.low < step
    if others < WORTH_A_FINDING * len(draws) and not narrow:
        return None
    return Coarseness(
        step=step,
        draws=len(draws),
        other_verdicts=others,
        shakes_verdict=others >= TOO_OFTEN * len(draws),
        narrow=narrow,
        interval=Interval(low=low, high=high, level=interval.level),
    )
