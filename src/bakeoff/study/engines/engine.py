"""Engines: where cells run. One narrow seam, filled by loky, Dask and Ray; no scheduler of our own.

An engine shares a workpiece once with its workers and returns a future for each batch of cells. A batch whose worker
died fails with `WorkerLostError`; everything else that goes wrong inside a cell is an outcome, not an exception.
"""

import os
import pickle
import re
import shutil
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any, Protocol

from bakeoff.core.errors import RunError, UsageError
from bakeoff.core.outcomes import Cell, Outcome
from bakeoff.study.cells.evaluation import become_worker
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.second_try import try_again
from bakeoff.study.engines.worker import OnDisk, leave_with, work_batch

Batch = Sequence[Cell]
THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "LOKY_MAX_CPU_COUNT",  # what an estimator that asks for every core is told
)


class WorkerLostError(Exception):
    """The worker that held a batch died.

    `guilty` where the batch was being worked on, and None where that cannot be known of batches that were under way
    together; `timed_out` where the worker ended itself, as it does at the time limit; `out_of_memory` where the engine
    ended it for want of memory.
    """

    def __init__(
        self,
        why: str,
        *,
        guilty: bool | None,
        timed_out: bool = False,
        out_of_memory: bool = False,
    ) -> None:
        super().__init__(why)
        self.guilty, self.timed_out, self.out_of_memory = guilty, timed_out, out_of_memory


class Engine(Protocol):
    """Where batches of cells are worked on."""

    workers: int

    def share(self, piece: Workpiece) -> Any:  # noqa: ANN401 - the engine's own handle
        """Make a workpiece known to the workers; it travels once to each."""

    def submit(self, shared: Any, batch: Batch, *, again: bool = False) -> "Future[list[Outcome]]":  # noqa: ANN401
        """Start a batch and return its future; `again` after its worker died, in a process that others do not share."""

    def collect(self, future: "Future[list[Outcome]]") -> list[Outcome]:
        """Return the outcomes of a future that is done; raise `WorkerLostError` where its worker died."""

    def close(self, *, now: bool) -> None:
        """Let the workers go; `now` does not wait for what they are doing."""


class LocalEngine:
    """Processes of this machine by loky: each worker is an executor of its own, so that a death costs one batch.

    In a shared pool one dead worker breaks every batch, and none can be blamed for it. What is done with a batch is
    the study's `work_batch`, or another function of what is shared and a batch.
    """

    def __init__(self, workers: int, *, work: Callable[[Any, Any], list[Any]] = work_batch) -> None:
        self.workers = workers
        self._work = work
        self._folder = Path(tempfile.mkdtemp(prefix="bakeoff-"))
        self._pieces = 0
        self._lanes: list[_Lane] = []
        self._lane_of: dict[Future[list[Outcome]], _Lane] = {}
        self._exclusive: set[str] = set()  # classifiers whose cells all go to the first worker

    def share(self, piece: Workpiece) -> OnDisk:
        """Write the workpiece to a private file that each worker reads once."""
        import cloudpickle  # estimators of a notebook travel by value

        path = self._folder / f"{self._pieces}.pickle"
        try:
            path.write_bytes(cloudpickle.dumps(piece, protocol=pickle.HIGHEST_PROTOCOL))
        except OSError as error:
            raise RunError(
                f"the data of {piece.dataset.name!r} cannot be handed to the workers: {error.strerror}",
                where=str(self._folder),
                fix="make room there, or set TMPDIR to another folder; what is done is kept",
                code="BO496",
            ) from None
        self._pieces += 1
        self._exclusive.update(c.name for c in piece.spec.classifiers if c.exclusive)
        return OnDisk(str(path))

    def submit(self, shared: OnDisk, batch: Batch, *, again: bool = False) -> "Future[list[Outcome]]":
        """Give the batch to the worker with the least before it; all that is exclusive goes to one."""
        lane = self._free_lane(first=batch[0].classifier in self._exclusive)
        try:
            future: Future[list[Outcome]] = lane.executor.submit(
                try_again if again else self._work, shared, batch
            )
        except BrokenProcessPool:  # it died between two batches, and nobody has noticed yet
            self._retire(lane)
            return self.submit(shared, batch, again=again)
        lane.note_batch(future)
        self._lane_of[future] = lane
        return future

    def collect(self, future: "Future[list[Outcome]]") -> list[Outcome]:
        """Return the outcomes; where the worker died, blame the batch that it was at and give back the others."""
        lane = self._lane_of.pop(future)
        error = future.exception()
        if not isinstance(error, BrokenProcessPool):
            lane.waiting.remove(future)
            return future.result()
        self._retire(lane)
        why = _cause_of_death(error)
        raise WorkerLostError(
            why,
            guilty=lane.at_work() is future,
            timed_out="EXIT(1)" in why,
        )

    def close(self, *, now: bool) -> None:
        """End the workers and forget the workpieces."""
        for lane in self._lanes:
            lane.executor.shutdown(wait=not now, kill_workers=now)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _retire(self, lane: "_Lane") -> None:
        if lane in self._lanes:
            self._lanes.remove(lane)
            lane.end_children()

    def _free_lane(self, *, first: bool) -> "_Lane":
        # What is exclusive stays in one worker: libraries for GPUs keep the memory they took until their process ends.
        if first and self._lanes:
            return self._lanes[0]
        if len(self._lanes) < self.workers:
            self._lanes.append(_Lane(_start_process(self._folder)))
            return self._lanes[-1]
        return min(self._lanes, key=lambda lane: len(lane.waiting))


@dataclass(slots=True, eq=False)
class _Lane:
    """One worker process, and the batches that were given to it, in order."""

    executor: Any
    waiting: "deque[Future[list[Outcome]]]" = field(default_factory=deque)
    _group: int | None = None  # the process group of the worker and of whatever its cells start

    def note_batch(self, future: "Future[list[Outcome]]") -> None:
        """Note a batch that the worker was given."""
        self.waiting.append(future)
        self._group = next(iter(self.executor._processes or {}), self._group)

    def end_children(self) -> None:
        """End what the cells of a dead worker have started and left behind."""
        if self._group is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, signal.SIGKILL)

    def at_work(self) -> "Future[list[Outcome]] | None":
        """Return the first batch that was not finished: of a dead worker, the one that it died of."""
        return next((f for f in self.waiting if not f.done() or f.exception() is not None), None)


def _start_process(folder: Path) -> Any:  # noqa: ANN401 - loky is untyped
    from loky.process_executor import ProcessPoolExecutor

    return ProcessPoolExecutor(
        max_workers=1,
        env=dict.fromkeys(THREADS, "1"),
        initializer=_start_worker,
        initargs=(os.getpid(), str(folder)),
    )


def _start_worker(coordinator: int, folder: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the coordinator decides what an interruption means
    os.setpgid(0, 0)  # so that what a cell starts can be ended with its worker
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # compiled code prints where it likes; what Python prints is kept with the cell
        os.dup2(nowhere, stream)
    Thread(target=leave_with, args=(coordinator, folder), daemon=True).start()
    become_worker()


def _cause_of_death(error: BaseException) -> str:
    """Return how the process ended, such as SIGKILL(-9): loky lists the exit codes in its message."""
    codes = re.findall(r"(?:SIG\w+|EXIT)\(-?\d+\)", str(error))
    return str(codes[-1]) if codes else type(error).__name__


def open_engine(where: str | None, *, jobs: int) -> Engine:
    """Return the engine that an option names: None for this machine, dask://host:port, ray or ray://host:port."""
    if where in (None, "", "local"):
        return LocalEngine(jobs if jobs > 0 else max(1, len(os.sched_getaffinity(0)) + 1 + jobs))
    kind, _, _ = str(where).partition("://")
    if kind == "dask":
        from bakeoff.study.engines.dask_engine import DaskEngine

        return DaskEngine(str(where).removeprefix("dask://"))
    if kind == "ray":
        from bakeoff.study.engines.ray_engine import RayEngine

        return RayEngine(str(where))
    raise UsageError(
        f"there is no engine {where!r}",
        where="--engine",
        fix="leave it out for this machine, or give dask://HOST:PORT, ray, or ray://HOST:PORT",
        code="BO476",
    )
