"""An engine that works in this very process: no worker has to start."""

from concurrent.futures import Future

from bakeoff.study.engines.worker import work_batch


class InlineEngine:
    """Works on each batch when it is submitted."""

    workers = 1

    def share(self, piece):
        return piece

    def submit(self, shared, batch, *, again=False):
        future = Future()
        future.set_result(work_batch(shared, batch))
        return future

    def collect(self, future):
        return future.result()

    def close(self, *, now):
        pass
