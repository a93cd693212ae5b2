"""Learning and robustness curves: the score of every classifier by what was done to the data."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from bakeoff.core.answers.studies import ConditionCurve, ConditionCurves, CurvePoint
from bakeoff.core.arrays import Floats, advantage, tidy
from bakeoff.core.errors import UsageError
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.results import Alternative, Estimate
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.inference.studies.study_scores import (
    ClassifierOnDataset,
    find_measure,
    group_by_pair,
    mean_score,
    resample_scores,
    resampling_ratio,
)
from bakeoff.procedures.base.checks import varies
from bakeoff.procedures.base.distributions import t_interval
from bakeoff.procedures.resampled.score_intervals import corrected_score_interval

DISTURBANCES = ("training share", "label noise", "attribute noise", "missing values")
OVER_DATASETS = "paired t over datasets"
OVER_RESAMPLES = "corrected t over the resamples of one dataset"

CellTables = Mapping[ClassifierOnDataset, list[Scored]]


def measure_condition_curves(
    outcomes: Iterable[Outcome], *, kind: str, metric: str, level: float, source: str
) -> ConditionCurves:
    """Return how the mean score of every classifier changes with one kind of disturbance.

    At every rate the change from undisturbed data is paired: by dataset, or, where there is one dataset, by split,
    which is the same at every rate. A dataset counts where the classifier was scored at all rates.
    """
    everything = list(outcomes)
    rates = _condition_rates(everything, kind, source)
    undisturbed = 1.0 if kind == "training share" else 0.0
    tables: dict[float, CellTables] = {rate: group_by_pair(everything, f"{kind} {rate:g}") for rate in rates}
    tables[undisturbed] = group_by_pair(everything)
    ordered = sorted(tables)
    names = dict.fromkeys(classifier for classifier, _ in tables[undisturbed])
    datasets = {dataset for _, dataset in tables[undisturbed]}
    each = tuple(
        ConditionCurve(classifier=name, points=points)
        for name in names
        if (points := _curve_points(name, tables, ordered, undisturbed, metric=metric, level=level))
    )
    return ConditionCurves(
        kind=kind,
        measure=find_measure(metric),
        undisturbed=undisturbed,
        level=level,
        datasets=len(datasets),
        method=OVER_DATASETS if len(datasets) > 1 else OVER_RESAMPLES,
        each=each,
    )


def disturbance_kind(asked: str) -> str:
    """Return the kind of disturbance that a name means, written with spaces or underscores."""
    kind = asked.replace("_", " ")
    if kind in DISTURBANCES:
        return kind
    raise UsageError(
        f"nothing that is done to data is called {asked!r}{did_you_mean(kind, list(DISTURBANCES))}",
        where="curves",
        fix=f"take one of {write_list(DISTURBANCES, most=len(DISTURBANCES))}",
        code="BO490",
    )


def _condition_rates(outcomes: Sequence[Outcome], kind: str, source: str) -> list[float]:
    head = f"{kind} "
    rates = {
        float(o.cell.condition.removeprefix(head)) for o in outcomes if o.cell.condition.startswith(head)
    }
    if not rates:
        raise UsageError(
            f"the study has no cells with {kind}",
            where=source,
            fix=f"add {kind.replace(' ', '_')} = [0.1, 0.2] to [conditions] in the study file, and run it again",
            code="BO491",
        )
    return sorted(rates)


def _curve_points(
    name: str,
    tables: Mapping[float, CellTables],
    rates: Sequence[float],
    undisturbed: float,
    *,
    metric: str,
    level: float,
) -> tuple[CurvePoint, ...]:
    datasets = [d for c, d in tables[undisturbed] if c == name and all((name, d) in tables[r] for r in rates)]
    if not datasets:
        return ()
    base = [tables[undisturbed][name, d] for d in datasets]
    points = []
    for rate in rates:
        cells = [tables[rate][name, d] for d in datasets]
        means = [mean_score(group, metric) for group in cells]
        change = None if rate == undisturbed else _paired_change(base, cells, metric, level)
        size = len(datasets) if len(datasets) > 1 else len(cells[0])
        points.append(CurvePoint(rate=rate, mean=float(np.mean(means)), change=change, n=size))
    return tuple(points)


def _paired_change(
    base: Sequence[Sequence[Scored]], cells: Sequence[Sequence[Scored]], metric: str, level: float
) -> Estimate | None:
    """Return the paired change of the score itself, its sign not turned; None where it cannot vary."""
    if len(base) == 1:
        differences = _score_advantage(resample_scores(cells[0], metric), resample_scores(base[0], metric))
        if differences.size < 2 or not varies(differences):
            return None
        interval = corrected_score_interval(
            differences, test_train_ratio=resampling_ratio(base[0]), level=level
        )  # the splits are those of the undisturbed data, whatever part of the training rows is used
    else:
        differences = _score_advantage(
            np.array([mean_score(c, metric) for c in cells]), np.array([mean_score(c, metric) for c in base])
        )
        if not varies(differences):
            return None
        error = float(differences.std(ddof=1)) / np.sqrt(differences.size)
        interval = t_interval(
            float(differences.mean()),
            float(error),
            differences.size - 1,
            level=level,
            alternative=Alternative.TWO_SIDED,
        )
    value = float(tidy(np.array([differences.mean()]))[0])
    return Estimate(of="change of the mean score from undisturbed data", value=value, interval=interval)


def _score_advantage(new: Floats, old: Floats) -> Floats:
    return advantage(old, new, higher_is_better=True)
