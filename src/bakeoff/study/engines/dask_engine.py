"""Dask: the same cells on a cluster that is already there."""

import pickle
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

from bakeoff.core.errors import RunError, UsageError
from bakeoff.core.outcomes import Outcome
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.engine import Batch, WorkerLostError
from bakeoff.study.engines.environment import environment_text
from bakeoff.study.engines.second_try import try_again
from bakeoff.study.engines.worker import this_process, work_batch_remotely


class DaskEngine:
    """Workers of a Dask cluster, by the address of its scheduler."""

    def __init__(self, address: str) -> None:
        distributed = _import_distributed()
        try:
            self._client = distributed.Client(address, timeout="10s", set_as_default=False)
        except OSError as error:
            raise RunError(
                f"no Dask scheduler answers at {address}: {error}",
                where="--engine",
                fix="start one with `dask scheduler`, and give its address as dask://HOST:PORT",
                code="BO477",
            ) from None
        self._killed: Any = distributed.scheduler.KilledWorker
        self._executor = self._client.get_executor(pure=False, retries=0)
        self.workers = self._count_workers()
        self._require_same_environment()

    def share(self, piece: Workpiece) -> Any:  # noqa: ANN401 - a future of Dask's
        """Send the workpiece to the cluster; each worker fetches it once.

        As a task: data that were scattered are lost with the worker that holds them, and the run with them.
        """
        import cloudpickle

        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="Sending large graph")  # it is sent once
            return self._client.submit(pickle.loads, cloudpickle.dumps(piece), pure=False)

    def submit(self, shared: Any, batch: Batch, *, again: bool = False) -> "Future[list[Outcome]]":  # noqa: ANN401
        """Start a batch on the cluster."""
        if again:
            return self._submit_work(_try_again_within_limit, shared, list(batch))
        return self._submit_work(work_batch_remotely, shared, list(batch), this_process())

    def _submit_work(self, work: Callable[..., list[Outcome]], *what: Any) -> "Future[list[Outcome]]":  # noqa: ANN401
        future: Future[list[Outcome]] = self._executor.submit(work, *what)
        return future

    def collect(self, future: "Future[list[Outcome]]") -> list[Outcome]:
        """Return the outcomes; Dask itself tries a batch again elsewhere before it calls its worker killed."""
        try:
            return future.result()
        except self._killed:
            why = "Dask gave it up after several workers died with it"
            raise WorkerLostError(why, guilty=None) from None
        except (OSError, CancelledError) as error:
            raise RunError(
                f"the Dask cluster was lost: {error or type(error).__name__}",
                where="--engine",
                fix="run the same command again when the cluster is back: what is done is kept",
                code="BO478",
            ) from None

    def close(self, *, now: bool) -> None:
        """Leave the cluster as it was found."""
        self._executor.shutdown(wait=not now)
        self._client.close()

    def _count_workers(self) -> int:
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            raise RunError(
                "the Dask cluster has no workers",
                where="--engine",
                fix="start some with `dask worker SCHEDULER --nthreads 1`",
                code="BO479",
            )
        return len(workers)

    def _require_same_environment(self) -> None:
        here = environment_text()
        for address, there in self._client.run(environment_text).items():
            if there != here:
                raise RunError(
                    f"the Dask worker {address} has other versions of the libraries: {there}, here {here}",
                    where="--engine",
                    fix="install the same versions there, so that results do not depend on where a cell runs",
                    code="BO480",
                )


def _try_again_within_limit(piece: Workpiece, cells: Batch) -> list[Outcome]:
    """Try cells again within the memory of this Dask worker: it watches over its own, not over its children's."""
    from distributed import get_worker

    return try_again(piece, cells, most=get_worker().memory_manager.memory_limit or None)


def _import_distributed() -> Any:  # noqa: ANN401
    try:
        import distributed
    except ModuleNotFoundError:
        raise UsageError(
            "the engine is Dask, which is not installed",
            where="--engine",
            fix="pip install '.[dask]' in the folder of bakeoff",
            code="BO481",
        ) from None
    return distributed
