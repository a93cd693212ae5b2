"""Measuring: what a fit costs in time and memory, and how large and readable the model is."""

import os
import pickle
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(slots=True)
class Stopwatch:
    """Seconds on the wall and of the processor that what ran inside took."""

    wall: float = 0.0
    cpu: float = 0.0


@contextmanager
def measure_time() -> Iterator[Stopwatch]:
    """Measure what runs inside; monotonic clocks, so that a clock that is set back does no harm."""
    watch = Stopwatch()
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        yield watch
    finally:
        watch.wall, watch.cpu = time.perf_counter() - wall, time.process_time() - cpu


def reset_peak() -> int | None:
    """Start a new measurement of peak memory; return the bytes in use, or None where the system cannot."""
    try:
        clearing = os.open("/proc/self/clear_refs", os.O_WRONLY)
    except OSError:
        return None
    try:
        os.write(clearing, b"5")
    except OSError:
        return None
    finally:
        os.close(clearing)
    return _read_memory(b"VmRSS:")


def peak_since(before: int | None) -> float | None:
    """Return by how many bytes memory rose at most since the reset."""
    if before is None:
        return None
    peak = _read_memory(b"VmHWM:")
    return None if peak is None else float(max(0, peak - before))


@contextmanager
def limit_memory(extra: int | None) -> Iterator[None]:
    """Let what runs inside use so many more bytes at most; beyond them it gets a MemoryError."""
    used = None if extra is None else _read_memory(b"VmSize:")
    if extra is None or used is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + extra, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def measure_complexity(model: Any) -> dict[str, float]:  # noqa: ANN401 - any fitted estimator
    """Return what a person can read of a fitted model's size: leaves, depth, coefficients, support vectors."""
    last = model.steps[-1][1] if hasattr(model, "steps") else model
    last = getattr(last, "best_estimator_", last)
    sizes: dict[str, float] = {}
    if hasattr(last, "get_n_leaves"):
        sizes["leaves"], sizes["depth"] = float(last.get_n_leaves()), float(last.get_depth())
    members = getattr(last, "estimators_", None)
    if members is not None:
        sizes |= _measure_ensemble(members)
    if isinstance(getattr(last, "coef_", None), np.ndarray):
        sizes["coefficients"] = float(np.count_nonzero(last.coef_))
    if hasattr(last, "support_"):
        sizes["support_vectors"] = float(len(last.support_))
    return sizes


def measure_size(model: Any) -> float | None:  # noqa: ANN401
    """Return the bytes of the fitted model when stored; None where it cannot be."""
    counter = _Counter()
    try:
        pickle.Pickler(counter, protocol=5).dump(model)
    except Exception:
        return None
    return float(counter.count)


class _Counter:
    """A file that only counts: a huge model is not held in memory twice."""

    def __init__(self) -> None:
        self.count = 0

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - bytes, or a view of an array
        """Count the bytes."""
        size = memoryview(data).nbytes
        self.count += size
        return size


def _measure_ensemble(members: Any) -> dict[str, float]:  # noqa: ANN401
    every = members.ravel() if isinstance(members, np.ndarray) else members
    trees = [tree for tree in every if hasattr(tree, "get_n_leaves")]
    if not trees:
        return {"members": float(len(members))}
    return {"members": float(len(trees)), "leaves": float(sum(map(_count_leaves, trees)))}


def _count_leaves(tree: Any) -> int:  # noqa: ANN401
    # scikit-learn's own method checks first whether the tree is fitted, and then looks at every node: for a forest that
    # takes milliseconds. Inner nodes of its trees have two children each, so that the number of nodes says it.
    inside = getattr(tree, "tree_", None)
    if inside is not None and type(inside).__module__ == "sklearn.tree._tree":
        return int(inside.node_count + 1) // 2
    return int(tree.get_n_leaves())


def _read_memory(field: bytes) -> int | None:
    """Return a size from the system's account of this process: read whole, since it is asked for twice in each cell."""
    try:
        account = os.open("/proc/self/status", os.O_RDONLY)
    except OSError:
        return None
    try:
        _, mark, rest = os.read(account, 65_536).partition(b"\n" + field)
    finally:
        os.close(account)
    return int(rest.split(None, 1)[0]) * 1024 if mark else None
