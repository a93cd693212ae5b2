"""Running a study: the plan minus the store, costly cells first, each outcome recorded as it arrives."""

import time
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from bakeoff.core.errors import BakeoffError, RunError
from bakeoff.core.outcomes import Cell, Failed, Outcome, Reason, Scored
from bakeoff.store.store import Run, Store
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.engine import Engine, WorkerLostError
from bakeoff.study.engines.second_try import MOST_KILLS, kill_failure, timeout_failure
from bakeoff.study.patience import Endurance, Pair, PatientStore, Speaker
from bakeoff.study.time_left import TimeLeft, outcome_seconds

BATCH_SECONDS = (
    0.5  # of work that is sent at once, so that claiming and sending cost next to nothing beside it
)
LARGEST_BATCH = 512
AHEAD = 2  # batches for each worker: one at work, one waiting
BEAT_SECONDS = 10.0
GRACE_SECONDS = 2.0
LOOK_SECONDS = 1.0  # between two looks at what another run has in hand

Listener = Callable[[Outcome], None]


def ignore(*_: object) -> None:
    """Take no notice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Who follows a run, and when it must end."""

    heard: Listener = ignore
    left: Callable[[float | None], None] = ignore  # told about how many seconds are left
    say: Speaker = ignore  # told what a person should know at once
    stop: Event = field(default_factory=Event)
    until: float | None = None  # on the monotonic clock

    @property
    def is_over(self) -> bool:
        """Whether the time for the run is used up."""
        return self.until is not None and time.monotonic() > self.until

    @property
    def must_stop(self) -> bool:
        """Whether the run is to end: somebody said so, or its time is used up."""
        return self.stop.is_set() or self.is_over


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a run did."""

    scored: int
    failed: int
    elsewhere: int  # cells that another run has recorded meanwhile
    interrupted: bool
    seconds: float
    out_of_time: bool = False  # interrupted, since the time for the run was used up
    spared: int = 0  # cells that were not run, since the question was decided before


@dataclass(slots=True)
class _Queue:
    """The cells of one classifier on one dataset, with what one of them is known to take."""

    pair: Pair
    cells: "deque[Cell]"
    guess: float  # an order among queues before anything was measured
    exclusive: bool = False  # no other exclusive batch may be under way with one of these
    seconds: float | None = None

    def weight(self) -> tuple[float, float]:
        return (self.seconds if self.seconds is not None else float("inf"), self.guess)

    def batch(self) -> list[Cell]:
        size = 1 if self.seconds is None else int(BATCH_SECONDS / max(self.seconds, 1e-6))
        size = max(1, min(size, LARGEST_BATCH, len(self.cells)))
        return [self.cells.popleft() for _ in range(size)]


@dataclass(slots=True)
class _Flight:
    """A batch that is under way."""

    queue: _Queue
    batch: list[Cell]
    alone: bool  # nothing else is under way
    sent: float = field(default_factory=time.monotonic)


def run_cells(
    todo: Sequence[Cell],
    *,
    pieces: Mapping[str, Workpiece],
    store: Store,
    run: Run,
    engine: Engine,
    watch: Watch,
) -> Tally:
    """Run cells on an engine and record every outcome in the store; return what was done."""
    return _Runner(todo, pieces=pieces, store=store, run=run, engine=engine, watch=watch).finish()


class _Runner:
    """A run under way: what waits, what is in flight, what was seen."""

    def __init__(
        self,
        todo: Sequence[Cell],
        *,
        pieces: Mapping[str, Workpiece],
        store: Store,
        run: Run,
        engine: Engine,
        watch: Watch,
    ) -> None:
        self.run, self.engine, self.watch = run, engine, watch
        self.store = PatientStore(store, stop=watch.stop, say=watch.say, until=watch.until)
        self.queues = _make_queues(todo, pieces)
        self.alone: deque[tuple[_Queue, list[Cell]]] = deque()  # to be run by themselves: their worker died
        self.others: dict[str, tuple[_Queue, Cell]] = {}  # in the hands of another run when it was their turn
        self.flights: dict[Future[list[Outcome]], _Flight] = {}
        self.kills: Counter[str] = Counter()  # workers that were killed while a cell ran alone
        self.shared: dict[str, Any] = {}
        self.pieces = pieces
        self.scored = self.failed = self.elsewhere = 0
        self.started = self.beaten = time.monotonic()
        self.time_left = TimeLeft(todo, {name: piece.dataset.rows for name, piece in pieces.items()})
        self.endurance = Endurance(_give_up_after(pieces))

    def finish(self) -> Tally:
        """Work until nothing is left, or until told to stop."""
        while not self.watch.must_stop:
            self._fill()
            if self.flights:
                self._settle(timeout=0.5)
            elif self.others:
                self._look_at_others()
            else:
                break
        interrupted = bool(self.flights or self.queues or self.alone or self.others)
        if interrupted:
            self._finish_flights()
        return Tally(
            scored=self.scored,
            failed=self.failed,
            elsewhere=self.elsewhere,
            interrupted=interrupted,
            seconds=time.monotonic() - self.started,
            out_of_time=interrupted and not self.watch.stop.is_set(),
        )

    def _fill(self) -> None:
        """Keep every worker busy: costly cells first, so that none is left over at the end."""
        while len(self.flights) < AHEAD * self.engine.workers:
            if self.alone:
                if self.flights:  # alone means alone
                    return
                self._send(*self.alone.popleft(), alone=True)
                return
            sendable = self._open_queues()
            if not sendable:
                return
            queue = max(sendable, key=_Queue.weight)
            batch = self._claim_batch(queue, queue.batch())
            if not queue.cells:
                self.queues.remove(queue)
            if batch:
                self._send(queue, batch)

    def _open_queues(self) -> list[_Queue]:
        """Return the queues that something may be sent of now."""
        is_taken = any(flight.queue.exclusive for flight in self.flights.values())
        return [queue for queue in self.queues if not (is_taken and queue.exclusive)]

    def _claim_batch(self, queue: _Queue, batch: list[Cell]) -> list[Cell]:
        mine = self.store.claim(self.run, [cell.key for cell in batch])
        self.others |= {cell.key: (queue, cell) for cell in batch if cell.key not in mine}
        return [cell for cell in batch if cell.key in mine]

    def _look_at_others(self) -> None:
        """Wait for what another run has in hand, and take up what it has left lying."""
        for key in self.others.keys() & self.store.finished_keys(self.run.study):
            del self.others[key]
            self.elsewhere += 1
        left = self.store.claim(self.run, list(self.others))
        for queue, cell in [self.others.pop(key) for key in left]:
            self._put_back(queue, [cell])
        if self.others and not left:
            self.watch.stop.wait(LOOK_SECONDS)
        self._beat()

    def _send(self, queue: _Queue, batch: list[Cell], *, alone: bool = False) -> None:
        dataset = batch[0].dataset
        if dataset not in self.shared:
            self.shared[dataset] = self.engine.share(self.pieces[dataset])
        future = self.engine.submit(self.shared[dataset], batch, again=alone)
        self.flights[future] = _Flight(queue, batch, alone)

    def _put_back(self, queue: _Queue, cells: Sequence[Cell]) -> None:
        queue.cells.extendleft(reversed(cells))
        if queue not in self.queues:
            self.queues.append(queue)

    def _settle(self, *, timeout: float) -> None:
        landed = wait(self.flights, timeout=timeout, return_when=FIRST_COMPLETED).done
        flights = [(future, self.flights.pop(future)) for future in landed]
        if not self.watch.must_stop:
            self._fill()  # before anything is written, so that no worker waits for the disk
        for future, flight in flights:
            self._collect_flight(future, flight)
        if flights:
            self._give_up()
            self.watch.left(self.time_left.seconds(self.engine.workers))
        self._beat()

    def _beat(self) -> None:
        if time.monotonic() - self.beaten > BEAT_SECONDS:
            self.store.beat(self.run)
            self.beaten = time.monotonic()

    def _collect_flight(self, future: "Future[list[Outcome]]", flight: _Flight) -> None:
        try:
            outcomes = self.engine.collect(future)
        except WorkerLostError as lost:
            self._try_again(flight, lost)
            return
        except (BakeoffError, KeyboardInterrupt):
            raise
        except Exception as error:
            raise _worker_error(flight.batch[0], error) from error
        self._record(*outcomes)
        _update_seconds(flight.queue, outcomes)

    def _try_again(self, flight: _Flight, lost: WorkerLostError) -> None:
        """Have the cells of a worker that died run alone, in a process of their own, before any is called failed."""
        took = time.monotonic() - flight.sent
        limit = self.pieces[flight.batch[0].dataset].spec.limits.seconds
        if flight.alone:
            self._try_once_more(flight, lost, took)
        elif lost.guilty is False:  # it waited behind another batch
            self._put_back(flight.queue, flight.batch)
        elif lost.timed_out and took >= limit and len(flight.batch) == 1:
            self._record(timeout_failure(flight.batch[0], limit, seconds=took))
        else:
            self.watch.say(_describe_second_try(flight, lost))
            self.alone.append((flight.queue, flight.batch))

    def _try_once_more(self, flight: _Flight, lost: WorkerLostError, took: float) -> None:
        """Run cells alone again whose worker was killed meanwhile: not by them, since they had another process."""
        for cell in flight.batch:
            self.kills[cell.key] += 1
            if lost.out_of_memory and len(flight.batch) == 1:
                self._record(_memory_failure(cell, lost, took=took))
            elif self.kills[cell.key] >= MOST_KILLS:
                self._record(kill_failure(cell, str(lost), seconds=took))
            else:
                self.alone.append((flight.queue, [cell]))

    def _record(self, *outcomes: Outcome) -> None:
        """Record what arrived together in one transaction, and tell those who follow of what is new."""
        for outcome in self.store.record(self.run, outcomes):
            self.scored += isinstance(outcome, Scored)
            self.failed += isinstance(outcome, Failed)
            self.time_left.note(outcome)
            self.endurance.note(outcome)
            self.watch.heard(outcome)

    def _give_up(self) -> None:
        """Record what is left of classifiers that hang or die again and again as given up, without running it."""
        waiting = {queue.pair for queue in self.queues} | {queue.pair for queue, _ in self.alone}
        for pair in self.endurance.exhausted(waiting):
            cells = [cell for queue in self.queues if queue.pair == pair for cell in queue.cells]
            cells += [cell for queue, batch in self.alone if queue.pair == pair for cell in batch]
            self.queues = [queue for queue in self.queues if queue.pair != pair]
            self.alone = deque((queue, batch) for queue, batch in self.alone if queue.pair != pair)
            mine = self.store.claim(self.run, [cell.key for cell in cells])
            why = self.endurance.reason()
            self._record(
                *(
                    Failed(cell=cell, reason=Reason.GIVEN_UP, message=why)
                    for cell in cells
                    if cell.key in mine
                )
            )

    def _finish_flights(self) -> None:
        """Give what is under way a moment to finish, and keep what does."""
        until = time.monotonic() + GRACE_SECONDS
        while self.flights and time.monotonic() < until:
            landed = wait(self.flights, timeout=0.2, return_when=FIRST_COMPLETED).done
            for future in landed:
                flight = self.flights.pop(future)
                if future.exception() is None:
                    self._collect_flight(future, flight)


def _make_queues(todo: Sequence[Cell], pieces: Mapping[str, Workpiece]) -> list[_Queue]:
    by_pair: dict[tuple[str, str], _Queue] = {}
    for cell in todo:
        at = (cell.dataset, cell.classifier)
        if at not in by_pair:
            piece = pieces[cell.dataset]
            by_pair[at] = _Queue(
                pair=(cell.classifier, cell.dataset),
                cells=deque(),
                guess=float(piece.dataset.target.size),
                exclusive=piece.spec.classifier(cell.classifier).exclusive,
            )
        by_pair[at].cells.append(cell)
    return list(by_pair.values())


def _give_up_after(pieces: Mapping[str, Workpiece]) -> int:
    return next((piece.spec.limits.give_up_after for piece in pieces.values()), 0)


def _update_seconds(queue: _Queue, outcomes: Sequence[Outcome]) -> None:
    if outcomes:
        queue.seconds = sum(map(outcome_seconds, outcomes)) / len(outcomes)


def _worker_error(cell: Cell, error: Exception) -> RunError:
    return RunError(
        f"a worker could not take up its cells: {type(error).__name__}: {error}",
        where=f"{cell.classifier} on {cell.dataset}",
        fix="see that every worker can import the packages of the classifiers; what is done is kept",
        code="BO496",
    )


def _describe_second_try(flight: _Flight, lost: WorkerLostError) -> str:
    classifier, dataset = flight.queue.pair
    return f"a worker died ({lost}) at {classifier} on {dataset}: what it had in hand is run again, alone"


def _memory_failure(cell: Cell, lost: WorkerLostError, *, took: float) -> Failed:
    message = f"its worker was ended for want of memory, also when it ran alone ({lost})"
    return Failed(cell=cell, reason=Reason.MEMORY, message=message, seconds=took)
