"""An engine for tests of logic that needs no process: cells run where they are asked for."""

from concurrent.futures import Future

from bakeoff.study.engines.worker import work_batch


class Here:
    """Works on a batch the moment it is given."""

    def __init__(self, workers=1):
        self.workers = workers

    def share(self, piece):
        return piece

    def submit(self, shared, batch, *, again=False):
        future = Future()
        try:
            future.set_result(work_batch(shared, batch))
        except BaseException as error:
            future.set_exception(error)
        return future

    def collect(self, future):
        return future.result()

    def close(self, *, now):
        pass
