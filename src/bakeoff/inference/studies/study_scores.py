"""The scores of a study by classifier and dataset: whole where every resample was scored, absent otherwise."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import fsum

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.measures import Measure, Unit, is_bounded, lower_is_better
from bakeoff.core.outcomes import CellPredictions, Outcome, Scored

ClassifierOnDataset = tuple[str, str]  # classifier, dataset


def group_by_pair(
    outcomes: Iterable[Outcome], condition: str = ""
) -> dict[ClassifierOnDataset, list[Scored]]:
    """Return the scored cells of every classifier on every dataset under a condition; none where one failed."""
    groups: defaultdict[ClassifierOnDataset, list[Scored]] = defaultdict(list)
    broken = set()
    for outcome in outcomes:
        if outcome.cell.condition != condition:
            continue
        at = (outcome.cell.classifier, outcome.cell.dataset)
        if isinstance(outcome, Scored):
            groups[at].append(outcome)
        else:
            broken.add(at)
    return {
        at: sorted(cells, key=lambda o: (o.cell.repeat, o.cell.fold))
        for at, cells in groups.items()
        if at not in broken
    }


def resample_scores(cells: Sequence[Scored], metric: str) -> Floats:
    """Return the score of every resample."""
    return np.array([cell.scores[metric] for cell in cells])


def mean_score(cells: Sequence[Scored], metric: str) -> float:
    """Return the mean score over resamples."""
    return fsum(resample_scores(cells, metric)) / len(cells)


def resampling_ratio(cells: Sequence[Scored]) -> float:
    """Return the size of a test set over that of a training set, on average."""
    return fsum(c.n_test / c.n_train for c in cells) / len(cells)


def find_measure(metric: str) -> Measure:
    """Return the measure of a metric of a study."""
    return Measure(
        name=metric,
        higher_is_better=not lower_is_better(metric),
        unit=Unit.FRACTION if is_bounded(metric) else Unit.PLAIN,
        direction_from="told",
    )


def example_scores(predictions: CellPredictions | None, metric: str) -> Floats | None:
    """Return the score of every test example, where the metric is a mean over examples and predictions were kept."""
    if predictions is None or metric not in ("accuracy", "error_rate"):
        return None
    right: Floats = (predictions.truth == predictions.labels).astype(np.float64)
    return right if metric == "accuracy" else 1.0 - right
