"""Recognise the design: how many classifiers, datasets and resamples, and what is paired with what."""

from typing import NamedTuple

import numpy as np

from bakeoff.core.comparison import Settings
from bakeoff.core.design import Design, DesignName, EvidenceKind
from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.findings import Finding
from bakeoff.core.measures import is_of_quantities
from bakeoff.core.results import Alternative

_DESIGN_NAMES = {
    (True, True): DesignName.TWO_MANY_DATASETS,
    (True, False): DesignName.TWO_ONE_DATASET_RESAMPLED,
    (False, True): DesignName.MANY_MANY_DATASETS,
    (False, False): DesignName.MANY_ONE_DATASET_RESAMPLED,
}


def recognise_scores(
    scores: Scores, settings: Settings, *, kind: EvidenceKind = EvidenceKind.SCORES
) -> Design:
    """Say how these scores were made, or refuse what cannot be compared."""
    classifiers, datasets = len(scores.classifiers), len(scores.datasets)
    require_two(scores.classifiers, scores.source, scores.findings)
    _require_something_to_compare(scores)
    shape = _resampling_shape(scores.resamples, settings.test_train_ratio)
    return Design(
        name=_DESIGN_NAMES[classifiers == 2, datasets > 1],
        kind=kind,
        classifiers=classifiers,
        datasets=datasets,
        members=sum(len(family.members) for family in scores.families),
        units=datasets if datasets > 1 else shape.resamples,
        resamples=shape.resamples,
        repeats=shape.repeats,
        folds=shape.folds,
        halvings=shape.halvings,
        knows_examples=shape.knows_examples,
        train_size=shape.train_size,
        train_range=shape.train_range,
        complete=not bool(np.isnan(scores.values).any()),
        test_train_ratio=shape.ratio,
        has_baseline=settings.baseline is not None,
        margin=settings.margin,
        of_quantities=is_of_quantities(scores.measure.name),
        one_sided=settings.alternative is not Alternative.TWO_SIDED,
    )


class _ResamplingShape(NamedTuple):
    resamples: int
    repeats: int
    folds: int
    ratio: float | None
    halvings: int = 0
    knows_examples: bool = False
    train_size: int = 0
    train_range: tuple[int, int] = (0, 0)


def _resampling_shape(resamples: Resamples | None, ratio_given: float | None) -> _ResamplingShape:
    if resamples is None:
        return _ResamplingShape(1, 1, 1, None)
    most = int(np.bincount(resamples.dataset).max())
    folds = len(np.unique(resamples.fold))
    halves, sizes = resamples.halves, resamples.n_train
    known = None if sizes is None or np.isnan(sizes).all() else sizes[~np.isnan(sizes)]
    return _ResamplingShape(
        resamples=most,
        repeats=len(np.unique(resamples.repeat)),
        folds=folds,
        ratio=ratio_given or _test_train_ratio(resamples, folds),
        halvings=0 if halves is None else _count_whole_repeats(resamples),
        knows_examples=halves is not None and halves.right is not None,
        train_size=0 if known is None else round(float(known.mean())),
        train_range=(0, 0) if known is None else (int(known.min()), int(known.max())),
    )


def _count_whole_repeats(resamples: Resamples) -> int:
    """Return how many repeats have a score of every classifier in every fold."""
    broken = resamples.repeat[np.isnan(resamples.values).any(axis=1)]
    return len(np.setdiff1d(resamples.repeat, broken))


def _test_train_ratio(resamples: Resamples, folds: int) -> float | None:
    """Return test size over training size: from the sizes given, else from k-fold's 1 to k - 1."""
    if resamples.n_train is not None and resamples.n_test is not None:
        return float(np.nanmean(resamples.n_test) / np.nanmean(resamples.n_train))
    return 1 / (folds - 1) if folds > 1 else None


def require_two(classifiers: tuple[str, ...], source: str, findings: tuple[Finding, ...] = ()) -> None:
    """Refuse evidence about one classifier; of a study, with what became of the others."""
    if len(classifiers) < 2:
        others = "".join(f"; {finding.message}" for finding in findings if finding.code == "BO230")
        raise DesignError(
            f"there is nothing to compare: {classifiers[0]!r} is the only classifier{others}",
            where=source,
            fix="give at least two classifiers, one column each; bakeoff estimate judges one by its predictions",
            code="BO080",
        )


def _require_something_to_compare(scores: Scores) -> None:
    if len(scores.datasets) < 2 and scores.resamples is None:
        raise DesignError(
            f"one score for each classifier on one dataset ({scores.datasets[0]!r}) supports no comparison",
            where=scores.source,
            fix="give several datasets, or the score of every fold (column 'fold'), or the predictions",
            code="BO081",
        )
