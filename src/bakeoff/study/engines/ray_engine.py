"""Ray: the same cells on a Ray cluster, or on one started here."""

import os
from concurrent.futures import Future
from typing import Any

from bakeoff.core.errors import RunError, UsageError
from bakeoff.core.outcomes import Outcome
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.engine import Batch, WorkerLostError
from bakeoff.study.engines.environment import environment_text
from bakeoff.study.engines.second_try import try_again
from bakeoff.study.engines.worker import this_process, work_batch_remotely


class RayEngine:
    """Workers of Ray: of the cluster at an address, or of this machine."""

    def __init__(self, address: str) -> None:
        self._ray = _import_ray()
        self._started = not self._ray.is_initialized()
        if self._started:
            self._connect(address)
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        remote = self._ray.remote(num_cpus=1, max_retries=0)
        self._work, self._try_again = remote(work_batch_remotely), remote(try_again)
        self._require_same_environment()

    def share(self, piece: Workpiece) -> Any:  # noqa: ANN401 - a reference of Ray's
        """Put the workpiece into Ray's object store; each node fetches it once."""
        return self._ray.put(piece)

    def submit(self, shared: Any, batch: Batch, *, again: bool = False) -> "Future[list[Outcome]]":  # noqa: ANN401
        """Start a batch on the cluster."""
        begun = (
            self._try_again.remote(shared, list(batch))
            if again
            else self._work.remote(shared, list(batch), this_process())
        )
        future: Future[list[Outcome]] = begun.future()
        return future

    def collect(self, future: "Future[list[Outcome]]") -> list[Outcome]:
        """Return the outcomes; a crashed worker or one without memory took its batch with it."""
        error = future.exception()
        exceptions = self._ray.exceptions
        if isinstance(error, exceptions.WorkerCrashedError | exceptions.OutOfMemoryError):
            of_memory = isinstance(error, exceptions.OutOfMemoryError)
            raise WorkerLostError(type(error).__name__, guilty=None, out_of_memory=of_memory)
        if isinstance(error, exceptions.RayError) and not isinstance(error, exceptions.RayTaskError):
            raise RunError(
                f"the Ray cluster was lost: {type(error).__name__}",
                where="--engine",
                fix="run the same command again when the cluster is back: what is done is kept",
                code="BO495",
            )
        return future.result()

    def close(self, *, now: bool) -> None:
        """Leave a cluster that was there before as it was."""
        if self._started:
            self._ray.shutdown()

    def _require_same_environment(self) -> None:
        here = environment_text()
        there = self._ray.get(self._ray.remote(num_cpus=1)(environment_text).remote())
        if there != here:
            self.close(now=True)
            raise RunError(
                f"the Ray workers have other versions of the libraries: {there}, here {here}",
                where="--engine",
                fix="install the same versions there, so that results do not depend on where a cell runs",
                code="BO480",
            )

    def _connect(self, address: str) -> None:
        remote = address if "://" in address else None
        try:
            self._ray.init(
                address=remote, include_dashboard=False if remote is None else None, log_to_driver=False
            )
        except (ConnectionError, OSError, RuntimeError) as error:
            raise RunError(
                f"Ray does not start or answer: {error}",
                where="--engine",
                fix="give ray for this machine, or ray://HOST:PORT of a cluster that runs",
                code="BO482",
            ) from None


def _import_ray() -> Any:  # noqa: ANN401
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing leaves the machine unasked
    try:
        import ray
    except ModuleNotFoundError:
        raise UsageError(
            "the engine is Ray, which is not installed",
            where="--engine",
            fix="pip install '.[ray]' in the folder of bakeoff",
            code="BO483",
        ) from None
    return ray
