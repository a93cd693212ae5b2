"""Work on what was uploaded happens in processes of its own, which are stopped when they take too long."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bakeoff.web.messages import PREFIX, Message, pack_message, unpack_head
from bakeoff.web.refusals import Refusal, make_refusal

TO_START = 120.0  # seconds that a process may take to load what it needs
GRACE = 0.3  # seconds in which a job that nobody waits for may still end: a new process costs more than that
Listener = Callable[[Mapping[str, Any]], None]  # hears how far a job is
QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "MPLBACKEND": "agg"}


class Workers:
    """A few processes that each do one job at a time, for whoever is next."""

    def __init__(self, *, count: int, seconds: float, memory: int, waiting: int) -> None:
        self._seconds, self._most_waiting = seconds, waiting
        # One more than work at a time: whoever comes while another starts again does not wait for it.
        self._every = [_Worker(memory) for _ in range(count + 1 if count else 0)]
        self._free = list(self._every)  # who was free last, last
        self._turns = asyncio.Semaphore(count)
        self._waiting = 0
        self._settling: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start the processes."""
        await asyncio.gather(*(worker.start() for worker in self._every))

    async def warm(self) -> None:
        """Let one process after the other load what figures need; whoever comes meanwhile finds the others free."""
        for _ in self._every:
            with contextlib.suppress(Refusal):
                await self._do_at("warm", {}, place=0)

    async def stop(self) -> None:
        """End the processes."""
        for task in self._settling:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self._every))

    async def do(
        self,
        job: str,
        fields: Mapping[str, Any],
        parts: Sequence[bytes] = (),
        *,
        listener: Listener | None = None,
    ) -> Message:
        """Have a job done, and return what came of it; a refusal is raised again here.

        Who was free last is asked first: it still has what the same person looked at a moment ago. A job whose caller
        is cancelled ends: at once where it waits for its turn, after a moment of grace where it runs.
        """
        return await self._do_at(job, fields, parts, place=-1, listener=listener)

    async def _do_at(
        self,
        job: str,
        fields: Mapping[str, Any],
        parts: Sequence[bytes] = (),
        *,
        place: int,
        listener: Listener | None = None,
    ) -> Message:
        if self._turns.locked() and self._waiting >= self._most_waiting:
            raise make_refusal(
                503,
                f"this server is busy: {self._most_waiting:,} requests are waiting already",
                where="this server",
                fix="try again in a moment, or start it with more --workers",
                code="BO515",
            )
        self._waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1
        worker = self._free.pop(place)
        try:
            message = Message({"job": job, **fields}, parts)
            answer = await worker.do(message, seconds=self._seconds, listener=listener)
        finally:
            self._take_back(worker)
        if "refusal" in answer.fields:
            raise Refusal(**answer.fields["refusal"])
        return answer

    def _take_back(self, worker: "_Worker") -> None:
        """Make a worker free again: now, or when it has ended what nobody waits for."""
        if worker.is_idle:
            self._set_free(worker)
            return
        task = asyncio.create_task(worker.settle())
        self._settling.add(task)
        task.add_done_callback(lambda done: self._settled(worker, done))

    def _settled(self, worker: "_Worker", task: "asyncio.Task[None]") -> None:
        self._settling.discard(task)
        self._set_free(worker, first=False)  # it may have begun anew: the others are asked before it

    def _set_free(self, worker: "_Worker", *, first: bool = True) -> None:
        self._free.insert(len(self._free) if first else 0, worker)
        self._turns.release()


class _Worker:
    """One process, started again whenever it has ended."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: Process | None = None
        self._ready = False
        self._running: asyncio.Task[Message] | None = None

    @property
    def is_idle(self) -> bool:
        return self._running is None or self._running.done()

    async def start(self) -> Process:
        self._ready = False
        command = [sys.executable, "-P", "-m", "bakeoff.web.worker.process", str(self._memory)]
        self._process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env={**os.environ, **QUIET}, start_new_session=True
        )
        return self._process

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()

    async def end(self) -> None:
        """Give up what runs, and stop the process."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self.stop()

    async def do(self, message: Message, *, seconds: float, listener: Listener | None) -> Message:
        self._running = asyncio.create_task(self._work(message, seconds=seconds, listener=listener))
        return await asyncio.shield(self._running)

    async def settle(self) -> None:
        """Give what runs a moment to end; stop it otherwise, and start the process that takes its place."""
        if self._running is None:
            return
        await asyncio.wait({self._running}, timeout=GRACE)
        if self._running.done():
            self._running.exception()  # heard, though nobody asks
            return
        self._running.cancel()
        await asyncio.wait({self._running})
        await self.stop()
        await self.start()

    async def _work(self, message: Message, *, seconds: float, listener: Listener | None) -> Message:
        process = self._process
        if process is None or process.returncode is not None:
            process = await self.start()
        try:
            if not self._ready:
                await asyncio.wait_for(_receive_message(process), TO_START)
                self._ready = True
            return await asyncio.wait_for(_exchange_messages(process, message, listener), seconds)
        except TimeoutError:
            await self.stop()
            raise make_refusal(
                422,
                f"this takes longer than the {seconds:g} seconds that a request may take, and was stopped",
                where="this server",
                fix="give fewer datasets or classifiers, use the command line, or start with --time-limit",
                code="BO504",
            ) from None
        except (asyncio.IncompleteReadError, ConnectionError):
            await self.stop()
            raise make_refusal(
                422,
                "the process that worked on this ended before it was done; it may have needed too much memory",
                where="this server",
                fix="give fewer rows, use the command line, or start with --memory-limit",
                code="BO505",
            ) from None


async def _exchange_messages(process: Process, message: Message, listener: Listener | None) -> Message:
    if process.stdin is None:
        raise ConnectionError
    process.stdin.write(pack_message(message))
    await process.stdin.drain()
    while True:
        answer = await _receive_message(process)
        if "progress" not in answer.fields:
            return answer
        if listener is not None:
            listener(answer.fields["progress"])


async def _receive_message(process: Process) -> Message:
    stdout = process.stdout
    if stdout is None:
        raise ConnectionError
    size = int.from_bytes(await stdout.readexactly(PREFIX), "big")
    fields, sizes = unpack_head(await stdout.readexactly(size))
    return Message(fields, [await stdout.readexactly(n) for n in sizes])
