"""Rows that are resamples: in order, and complete for every classifier or refused."""

from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Bools, Ints
from bakeoff.core.errors import DesignError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.scores.observations import Observations

_MOST = 5


def sort_rows(observed: Observations) -> Observations:
    """Return the observations in order of dataset, repeat and fold."""
    order = np.lexsort((observed.fold, observed.repeat, observed.dataset))
    if np.array_equal(order, np.arange(order.size)):
        return observed
    return observed.keep(rows=order, columns=np.arange(len(observed.classifiers)))


def settle_incomplete(observed: Observations, *, drop: bool) -> tuple[Observations, tuple[Finding, ...]]:
    """Return the observations with every resample complete for each classifier that has any on its dataset.

    A classifier without any score on a dataset is a missing cell, which the comparison allows for. One with
    some of the resamples cannot be paired on the others: refused, or those left out for all if `drop`.
    """
    is_missing = np.isnan(observed.values)
    if not observed.resampled or not is_missing.any():
        return observed, ()
    starts = np.flatnonzero(np.diff(observed.dataset, prepend=-1))
    sizes = np.diff([*starts, observed.dataset.size])
    gaps = np.add.reduceat(is_missing, starts, axis=0)
    partial = (gaps > 0) & (gaps < sizes[:, None])
    if not partial.any():
        return observed, ()
    lacking = is_missing & partial.repeat(sizes, axis=0)
    if not drop and not _are_few(lacking, starts, sizes):
        raise _incomplete_error(observed, lacking)
    return _drop_incomplete(observed, lacking)


def _are_few(lacking: Bools, starts: Ints, sizes: Ints) -> bool:
    """Say whether every dataset keeps at least half of its resamples, and two, without those that someone lacks."""
    kept = np.add.reduceat(~lacking.any(axis=1), starts)
    return bool(((kept >= 2) & (2 * kept >= sizes)).all())


def _cheapest(observed: Observations, lacking: Bools) -> str:
    """Return the advice to leave one classifier out, where that costs less than leaving resamples out.

    Leaving out one of k classifiers costs a k-th of the scores.
    """
    lost = int(lacking.any(axis=1).sum())
    without = [int(np.delete(lacking, j, axis=1).any(axis=1).sum()) for j in range(lacking.shape[1])]
    best = int(np.argmin(without))
    n, k = lacking.shape
    if k < 3 or without[best] * 2 > lost or lost * k <= n:
        return ""
    name = observed.classifiers[best]
    return f"--leave-out {quote_text(name)} keeps {n - without[best]:,} of {n:,} resamples in place of {n - lost:,}"


def _name_lacking(observed: Observations, lacking: Bools) -> str:
    """Return who lacks which resamples: "'svm' on 'iris' lacks fold 2, 3; and 1 more"."""
    pairs: dict[tuple[int, int], list[str]] = {}
    repeats, folds = np.unique(observed.repeat).size > 1, np.unique(observed.fold).size > 1
    word = "repeat.fold" if repeats and folds else "repeat" if repeats else "fold"
    for row, column in zip(*(part.tolist() for part in np.nonzero(lacking)), strict=True):
        number = {
            "repeat.fold": f"{observed.repeat[row]}.{observed.fold[row]}",
            "repeat": f"{observed.repeat[row]}",
        }
        pairs.setdefault((column, int(observed.dataset[row])), []).append(
            number.get(word, f"{observed.fold[row]}")
        )
    some = "; ".join(
        f"{quote_text(observed.classifiers[j])} on {quote_text(observed.datasets[i])} lacks "
        f"{word} {join_with_commas(numbers, most=8)}"
        for (j, i), numbers in list(pairs.items())[:_MOST]
    )
    return some + (f"; and {len(pairs) - _MOST} more" if len(pairs) > _MOST else "")


def _incomplete_error(observed: Observations, lacking: Bools) -> DesignError:
    return DesignError(
        f"{write_count(int(lacking.sum()), 'resample')} missing where others of the same classifier and "
        "dataset are there: " + _name_lacking(observed, lacking),
        where=observed.source,
        fix="run them again, or pass --drop-incomplete to leave these resamples out for every classifier"
        + (f"; cheaper: {advice}" if (advice := _cheapest(observed, lacking)) else ""),
        code="BO027",
    )


def _drop_incomplete(observed: Observations, lacking: Bools) -> tuple[Observations, tuple[Finding, ...]]:
    """Leave incomplete resamples out; where that would leave a dataset none, leave the classifiers out instead."""
    drop: Bools = np.asarray(lacking.any(axis=1))
    values = observed.values.copy()
    for dataset in np.unique(observed.dataset[drop]).tolist():
        rows = observed.dataset == dataset
        if drop[rows].all():
            values[np.ix_(rows, lacking[rows].any(axis=0))] = np.nan
            drop &= ~rows
    blanked = int((np.isnan(values) & ~np.isnan(observed.values)).any(axis=1).sum())
    complete = replace(observed, values=values).keep(
        rows=np.flatnonzero(~drop), columns=np.arange(len(observed.classifiers))
    )
    names = [observed.datasets[i] for i in np.unique(observed.dataset[lacking.any(axis=1)]).tolist()]
    number = write_count(int(drop.sum()), "resample")
    message = f"{number} that some classifier lacks left out for all: {_name_lacking(observed, lacking)}"
    if blanked:
        message += "; where none would be left, the incomplete classifiers count as missing on that dataset"
    left = int((~drop).sum())
    message += f"; {left:,} of {drop.size:,} are used"
    if advice := _cheapest(observed, lacking):
        message += f"; {advice}"
    finding = Finding(
        code="BO312",
        severity=Severity.WARNING,
        message=message,
        detail={"resamples": int(drop.sum()), "datasets": tuple(names)},
    )
    return complete, (finding,)
