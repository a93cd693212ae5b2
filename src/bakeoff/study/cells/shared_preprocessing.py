"""Preprocessing that several classifiers share: computed once for the same training rows, whoever asks for it.

A worker remembers what a preprocessing made of which rows, by their content, and gives out copies: the numbers are
those that computing them again would give. What was spared is told: the time of a fit is that of a whole fit.
"""

import time
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, clone

from bakeoff.core.arrays import Floats

MOST_BYTES = 64_000_000  # of tables that a worker remembers
LARGEST = 16_000_000  # bytes of one table that is remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class _Remembered:
    """A table, the fitted transformer where it was fitted on it, and what making both took."""

    table: Floats
    fitted: Any
    wall: float
    cpu: float


class _Memory:
    """What this process has made, the longest unused forgotten first."""

    def __init__(self) -> None:
        self.entries: OrderedDict[tuple[str, ...], _Remembered] = OrderedDict()
        self.bytes = 0
        self.spared_wall = self.spared_cpu = 0.0

    def find(self, key: tuple[str, ...]) -> _Remembered | None:
        entry = self.entries.get(key)
        if entry is not None:
            self.entries.move_to_end(key)
            self.spared_wall += entry.wall
            self.spared_cpu += entry.cpu
        return entry

    def keep(self, key: tuple[str, ...], entry: _Remembered) -> None:
        if entry.table.nbytes > LARGEST:
            return
        self.entries[key] = entry
        self.bytes += entry.table.nbytes
        while self.bytes > MOST_BYTES:
            self.bytes -= self.entries.popitem(last=False)[1].table.nbytes


_memory = _Memory()


def take_spared_seconds() -> tuple[float, float]:
    """Return the time on the wall and of the processor that was spared since it was last asked for."""
    spared = _memory.spared_wall, _memory.spared_cpu
    _memory.spared_wall = _memory.spared_cpu = 0.0
    return spared


class SharedPreprocessing(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """A transformer that is fitted once on the same rows in this process; `about` tells it from all others."""

    def __init__(self, transformer: Any, about: str) -> None:  # noqa: ANN401 - any transformer
        self.transformer, self.about = transformer, about

    def __sklearn_clone__(self) -> "SharedPreprocessing":
        return SharedPreprocessing(
            self.transformer, self.about
        )  # which is never fitted itself: a clone of it is

    def __deepcopy__(self, memo: object) -> "SharedPreprocessing":
        return self.__sklearn_clone__()

    def fit(self, X: Floats, y: object = None) -> "SharedPreprocessing":  # noqa: N803 - scikit-learn's name
        """Fit it, or remember that it was."""
        self.fit_transform(X, y)
        return self

    def fit_transform(self, X: Floats, y: object = None) -> Floats:  # noqa: N803
        """Return the table that it makes of the rows that it is fitted on."""
        del y
        self._rows = (self.about, _digest(X))
        entry = _memory.find(self._rows) or self._make(self._rows, X)
        self.fitted = entry.fitted
        return entry.table.copy()

    def transform(self, X: Floats) -> Floats:  # noqa: N803
        """Return the table that it makes of other rows."""
        key = (*self._rows, _digest(X))
        entry = _memory.find(key) or self._make(key, X)
        return entry.table.copy()

    def _make(self, key: tuple[str, ...], X: Floats) -> _Remembered:  # noqa: N803
        wall, cpu = time.perf_counter(), time.process_time()
        if key == self._rows:
            fitted = clone(self.transformer)
            table = np.asarray(fitted.fit_transform(X))
        else:
            fitted = self.fitted
            table = np.asarray(fitted.transform(X))
        took = time.perf_counter() - wall, time.process_time() - cpu
        entry = _Remembered(table=table, fitted=fitted, wall=took[0], cpu=took[1])
        _memory.keep(key, entry)
        return entry

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "fitted")


def _digest(table: Floats) -> str:
    content = blake2b(f"{table.shape} {table.dtype}".encode(), digest_size=16)
    content.update(np.ascontiguousarray(table).data)
    return content.hexdigest()
