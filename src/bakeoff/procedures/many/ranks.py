"""Ranks within each dataset: 1 is the best score, ties share their mean."""

import numpy as np

from bakeoff.core.arrays import Floats, tidy
from bakeoff.procedures.base.checks import check_with_gaps


def ranks(scores: Floats) -> Floats:
    """Rank the classifiers within each dataset, the highest score first.

    Scores that differ by less than floating-point noise are tied. A missing score (NaN) has no rank; the others
    of its dataset are ranked among themselves.

    Examples
    --------
    >>> ranks(np.array([[0.7, 0.9, 0.7], [0.8, np.nan, 0.6]])).tolist()
    [[2.5, 1.0, 2.5], [1.0, nan, 2.0]]
    """
    return rank_rows(check_with_gaps(scores))


def mean_ranks(scores: Floats) -> Floats:
    """Return each classifier's mean rank over the datasets on which it has one.

    Examples
    --------
    >>> mean_ranks(np.array([[0.7, 0.9, 0.7], [0.8, 0.9, 0.6]])).tolist()
    [2.25, 1.0, 2.75]
    """
    # Ranks are halves, so their sums are exact and the order of the datasets changes no digit.
    averaged: Floats = np.nanmean(ranks(scores), axis=0)
    return averaged


def rank_rows(values: Floats) -> Floats:
    """Return the ranks within each row, numbers that differ by noise only being tied; NaN has none."""
    values = tidy(values)
    order = np.argsort(-values, axis=1, kind="stable")  # NaN comes last
    ordered = np.take_along_axis(values, order, axis=1)
    position = np.broadcast_to(np.arange(1.0, values.shape[1] + 1), values.shape)
    change = ordered[:, 1:] != ordered[:, :-1]
    edge = np.ones((values.shape[0], 1), dtype=bool)
    first = np.maximum.accumulate(np.where(np.hstack([edge, change]), position, 0.0), axis=1)
    last = np.minimum.accumulate(np.where(np.hstack([change, edge]), position, np.inf)[:, ::-1], axis=1)[
        :, ::-1
    ]
    result = np.empty(values.shape)
    np.put_along_axis(result, order, (first + last) / 2, axis=1)
    result[np.isnan(values)] = np.nan
    return result
