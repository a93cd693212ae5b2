"""What runs in a worker, whatever the engine: a batch of cells of one workpiece."""

import gc
import os
import pickle
import shutil
import signal
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from bakeoff.core.outcomes import Cell, Outcome
from bakeoff.datasets.cores import count_cores_quietly
from bakeoff.study.cells.estimators import open_code_folder
from bakeoff.study.cells.evaluation import become_worker, evaluate_cell, is_worker
from bakeoff.study.cells.workpiece import Workpiece

MOST_PIECES = 4  # datasets that a worker holds at once, whatever their size
# Of datasets that it holds beyond them: costly cells come first, so that they take turns.
MOST_BYTES = 200_000_000
ORPHAN_SECONDS = 0.5  # between two looks at whether the parent is still there


@dataclass(frozen=True, slots=True)
class OnDisk:
    """A workpiece in a file of this machine, for workers that share nothing else."""

    path: str


_loaded_pieces: "OrderedDict[str, tuple[Workpiece, int]]" = OrderedDict()  # with the bytes of their file
_one_at_a_time = Lock()  # warnings, limits and timers belong to the whole process


def work_batch(piece: Workpiece | OnDisk, cells: Sequence[Cell]) -> list[Outcome]:
    """Return the outcomes of a batch, in its order."""
    from joblib import parallel_config

    # An estimator that asks for every core would take those of the other cells: each cell has one.
    with _one_at_a_time, parallel_config(backend="sequential"):
        _import_what_cells_need()
        count_cores_quietly()
        at_hand = load_piece(piece)
        open_code_folder(at_hand.spec.code_folder)
        _use_one_thread()  # only now: a library that is not loaded cannot be told
        _freeze_what_is_loaded()
        return [evaluate_cell(at_hand, cell) for cell in cells]


def work_batch_remotely(
    piece: Workpiece, cells: Sequence[Cell], coordinator: tuple[str, int]
) -> list[Outcome]:
    """Return the outcomes of a batch on a cluster; a cell that passes its time limit ends the worker's process.

    `coordinator` is the process that must not be ended: a cluster may have its workers in threads of it.
    """
    if coordinator != this_process():
        become_worker()
    return work_batch(piece, cells)


def this_process() -> tuple[str, int]:
    """Return what tells this process from all others: its machine and its number."""
    return os.uname().nodename, os.getpid()


def leave_with(parent: int, folder: str) -> None:
    """End this process, its children and a folder of theirs when a killed parent has left them behind."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_SECONDS)
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def load_piece(piece: Workpiece | OnDisk) -> Workpiece:
    """Return a workpiece that is at hand already, or is read from its file once."""
    if not isinstance(piece, OnDisk):
        return piece
    if piece.path not in _loaded_pieces:
        content = Path(piece.path).read_bytes()
        _loaded_pieces[piece.path] = pickle.loads(content), len(content)
        while (
            len(_loaded_pieces) > MOST_PIECES
            and sum(size for _, size in _loaded_pieces.values()) > MOST_BYTES
        ):
            _loaded_pieces.popitem(last=False)
    _loaded_pieces.move_to_end(piece.path)
    return _loaded_pieces[piece.path][0]


@cache
def _import_what_cells_need() -> None:
    """Import scikit-learn before the first cell: it may take seconds, for which no cell should answer."""
    import sklearn.compose
    import sklearn.impute
    import sklearn.metrics
    import sklearn.model_selection
    import sklearn.pipeline
    import sklearn.preprocessing  # noqa: F401


@cache
def _freeze_what_is_loaded() -> None:
    """Spare the garbage collector what a worker has loaded and will keep.

    Where psutil is missing, loky asks for a whole collection every second: .11 s of a busy processor, and microseconds
    once what is loaded is frozen.
    """
    if is_worker():
        gc.freeze()


@cache
def _use_one_thread() -> None:
    """Keep linear algebra to one thread: cells run side by side, and results must not depend on the threads."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(limits=1)
