"""What runs in a worker, whatever the engine: a batch of cells of one workpiece."""

import pickle
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from bakeoff.core.outcomes import Cell, Outcome
from bakeoff.study.evaluate import evaluate
from bakeoff.study.workpiece import Workpiece

MOST_PIECES = 4  # datasets that a worker holds at once


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A workpiece in a file of this machine, for workers that share nothing else."""

    path: str


_held: "OrderedDict[str, Workpiece]" = OrderedDict()
_one_at_a_time = Lock()  # warnings, limits and timers belong to the whole process


def work(piece: Workpiece | OnDisk, cells: Sequence[Cell]) -> list[Outcome]:
    """Return the outcomes of a batch, in its order."""
    with _one_at_a_time:
        _use_one_thread()
        at_hand = _loaded(piece) if isinstance(piece, OnDisk) else piece
        return [evaluate(at_hand, cell) for cell in cells]


def _loaded(piece: OnDisk) -> Workpiece:
    if piece.path not in _held:
        _held[piece.path] = pickle.loads(Path(piece.path).read_bytes())
        if len(_held) > MOST_PIECES:
            _held.popitem(last=False)
    _held.move_to_end(piece.path)
    return _held[piece.path]


_limited = False


def _use_one_thread() -> None:
    """Keep linear algebra to one thread: cells run side by side, and results must not depend on the threads."""
    global _limited
    if not _limited:
        from threadpoolctl import threadpool_limits

        threadpool_limits(limits=1)
        _limited = True
