"""Noise put in on purpose, for curves of how a classifier stands up to it: features, classes, missing values.

Only what the caller hands over is disturbed: whether training rows, test rows or both is a choice of the study.
With the same generator state, a higher rate disturbs the same cells and some more, so that a curve over rates is
not blurred by a new draw at each point.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Bools, Floats, Ints
from bakeoff.core.errors import DatasetError

_T = TypeVar("_T", bound=np.generic)


def add_attribute_noise(
    features: Floats, rate: float, categorical: Bools, *, rng: np.random.Generator
) -> Floats:
    """Return features with a share of the observed cells replaced at random.

    A number is replaced by one drawn evenly between the smallest and the largest of its column, a category by
    another one that occurs in its column (after Zhu and Wu, 2004). Missing cells stay missing.
    """
    noisy = features.copy()
    cells = _choose_cells(~np.isnan(features), rate, rng)
    draws = rng.random(features.shape)
    for j in range(features.shape[1]):
        rows = cells[:, j]
        observed = features[~np.isnan(features[:, j]), j]
        if observed.size == 0:
            continue
        if categorical[j]:
            noisy[rows, j] = _draw_another(features[rows, j], np.unique(observed), draws[rows, j])
        else:
            low, high = float(observed.min()), float(observed.max())
            noisy[rows, j] = low + (high - low) * draws[rows, j]
    return noisy


def add_label_noise(target: Ints, rate: float, classes: int, *, rng: np.random.Generator) -> Ints:
    """Return labels of which a share is replaced by another class, each other class being as likely."""
    noisy = target.copy()
    rows = _choose_cells(np.ones(target.shape, dtype=np.bool_), rate, rng)
    draws = rng.random(target.shape)
    noisy[rows] = _draw_another(target[rows], np.arange(classes), draws[rows])
    return noisy


def remove_values(features: Floats, rate: float, categorical: Bools, *, rng: np.random.Generator) -> Floats:
    """Return features with a share of the observed cells missing, completely at random.

    What the columns hold makes no difference; `categorical` is taken so that all disturbances are called alike.
    """
    del categorical
    thinned = features.copy()
    thinned[_choose_cells(~np.isnan(features), rate, rng)] = np.nan
    return thinned


def _choose_cells(candidates: Bools, rate: float, rng: np.random.Generator) -> Bools:
    """Return a share of the candidates, rounded to whole cells; a higher rate chooses the same and more."""
    if not 0 <= rate <= 1:
        raise DatasetError(
            f"a rate of {rate:g} is not between 0 and 1",
            where="the rate of a disturbance",
            fix="give a share such as 0.1",
            code="BO436",
        )
    is_chosen = np.zeros(candidates.shape, dtype=np.bool_)
    places = np.flatnonzero(candidates)
    rng.shuffle(places)
    is_chosen.flat[places[: round(rate * places.size)]] = True
    return is_chosen


def _draw_another(values: NDArray[_T], choices: NDArray[_T], draws: Floats) -> NDArray[_T]:
    """Return for each value a different one of the sorted choices; the value itself where there is no other."""
    if choices.size < 2:
        return values
    own = np.searchsorted(choices, values)
    step = 1 + np.floor(draws * (choices.size - 1)).astype(np.int64)
    other: NDArray[_T] = choices[(own + step) % choices.size]
    return other
