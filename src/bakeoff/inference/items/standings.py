"""The ranking of models by their mean over items or tasks, each with the interval of its own mean."""

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Standing
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Interval
from bakeoff.inference.items.bench import Bools, ItemBench
from bakeoff.procedures.items.levels import mean_interval


def item_standings(bench: ItemBench) -> tuple[Standing, ...]:
    """Return the models, best first, by their mean score on the items that they answered."""
    standings = [_item_standing(bench, i) for i in range(len(bench.evidence.models))]
    sign = -1.0 if bench.evidence.higher_is_better else 1.0
    return tuple(sorted(standings, key=lambda s: (sign * (s.mean_score or 0.0), s.classifier)))


def _item_standing(bench: ItemBench, model: int) -> Standing:
    values = bench.table.values[model]
    if bench.design.complete and np.isnan(values).any():  # missing answers count as wrong
        values = bench.table.turn(bench.scores[model])
    known: Bools = ~np.isnan(values)
    return Standing(
        classifier=bench.evidence.models[model],
        mean_score=_mean_item_score(values, known, bench),
        mean_rank=None,
        score_interval=_standing_interval(values, known, bench),
        scored_on=int(known.sum()),
    )


def _mean_item_score(values: Floats, known: Bools, bench: ItemBench) -> float | None:
    if not known.any():
        return None
    tasks = bench.tasks_of(known)
    if tasks is None:
        return float(values[known].mean())
    return float(np.mean([values[known][tasks == k].mean() for k in np.unique(tasks)]))


def _standing_interval(values: Floats, known: Bools, bench: ItemBench) -> Interval | None:
    scores, tasks, groups = values[known], bench.tasks_of(known), bench.groups_of(known)
    if bench.design.over_tasks and tasks is not None:
        scores = np.array([scores[tasks == k].mean() for k in np.unique(tasks)])
        tasks, groups = None, None
    try:
        return mean_interval(
            scores,
            tasks=tasks,
            groups=groups,
            bounded=bench.table.reach is not None,
            averaged=bench.table.averages and bench.table.summary is None,
            level=bench.settings.level,
        )
    except ProcedureError:  # one item or one group: nothing is known of its spread
        return None
