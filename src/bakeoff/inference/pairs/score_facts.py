"""What a pair's scores add to its verdict: wins, effect sizes, single datasets, and the next dataset."""

from typing import Any

import numpy as np

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Estimate
from bakeoff.inference.analyse import AFFORDABLE
from bakeoff.inference.bench.bench import PairIndex, ScoreBench
from bakeoff.inference.pairs.by_dataset import count_differing_datasets, estimate_population, judge_by_dataset
from bakeoff.procedures.base.equivalence import tost
from bakeoff.procedures.paired.effect_sizes import effect_sizes
from bakeoff.procedures.procedure import Kind, Procedure


def collect_score_facts(
    bench: ScoreBench, index: PairIndex, carrying: Procedure, shift: Estimate | None
) -> dict[str, Any]:
    """Return everything that the scores of a pair on datasets or resamples show, as fields of `Pair`.

    `shift` is the pseudo-median, where a signed-rank test has found it already.
    """
    within = judge_by_dataset(bench, index)
    return {
        **tally_pair(bench, index),
        "effects": _measure_effects(bench, index, shift),
        "equivalence_p": _equivalence_p_value(bench, index, carrying),
        "population": estimate_population(bench, index),
        "by_dataset": within,
        "datasets_differing": count_differing_datasets(within, level=bench.settings.level),
    }


def tally_pair(bench: ScoreBench, index: PairIndex) -> dict[str, Any]:
    """Return the scores of a pair, and how often each of the two is ahead, as fields of `Pair`."""
    differences = bench.differences(index)
    wins, losses = int(np.count_nonzero(differences > 0)), int(np.count_nonzero(differences < 0))
    return {
        "wins": wins,
        "draws": len(differences) - wins - losses,
        "losses": losses,
        "units": bench.names_of(index),
        "advantages": differences,
        "a_scores": bench.scores_of(index[0], index),
        "b_scores": bench.scores_of(index[1], index),
    }


def _measure_effects(bench: ScoreBench, index: PairIndex, shift: Estimate | None) -> tuple[Estimate, ...]:
    if bench.design.datasets < 2 or len(bench.pairs) * bench.design.units > AFFORDABLE:
        return ()
    return effect_sizes(bench.differences(index), level=bench.settings.level, shift=shift)


def _equivalence_p_value(bench: ScoreBench, index: PairIndex, carrying: Procedure) -> float | None:
    """Return the p-value of two one-sided tests against the margin, by the test that carries the verdict."""
    if bench.settings.margin == 0 or carrying.kind is not Kind.PAIR:
        return None
    arguments = bench.arguments(carrying.run, index)
    if "alternative" not in arguments:
        return None
    data = next(iter(arguments))
    others = {name: value for name, value in arguments.items() if name not in (data, "alternative")}
    try:
        return tost(carrying.run, bench.differences(index), margin=bench.settings.margin, **others)
    except ProcedureError:  # a test without direction, such as 5×2cv's F, has no two one-sided ones
        return None
