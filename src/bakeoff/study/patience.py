"""Patience: with a database that is away for a while, and with classifiers that never come to an end."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from threading import Event
from typing import TypeVar

from bakeoff.core.errors import StoreError
from bakeoff.core.outcomes import Failed, Outcome, Reason, Scored
from bakeoff.core.words import write_count
from bakeoff.store.store import Run, Store

AWAY = "BO449"  # the database server cannot be reached
LEFT_AWAY = "BO949"  # the run was to end before the server was back
FIRST_PAUSE = 0.5  # seconds before the second attempt; doubled after each
LONGEST_PAUSE = 30.0
LONGEST_OUTAGE = 6 * 3600.0  # seconds after which a server that is away is an error
FATAL = frozenset({Reason.HUNG, Reason.DIED, Reason.MEMORY})

Answer = TypeVar("Answer")
Speaker = Callable[[str], None]
Pair = tuple[str, str]  # a classifier and a dataset


class PatientStore:
    """What a run asks of its store, asked again while the server cannot be reached.

    Everything here may be said twice: a claim is the run's own, and a cell that has its score keeps it.
    """

    def __init__(self, store: Store, *, stop: Event, say: Speaker, until: float | None = None) -> None:
        self._store, self._stop, self._say = store, stop, say
        self._until = (
            float("inf") if until is None else until
        )  # on the monotonic clock: when the run must end

    def claim(self, run: Run, keys: Sequence[str]) -> frozenset[str]:
        """Take on cells."""
        return self.insist(lambda: self._store.claim(run, keys))

    def record(self, run: Run, outcomes: Sequence[Outcome]) -> tuple[Outcome, ...]:
        """Write down finished cells; return those that were written."""
        return self.insist(lambda: self._store.record(run, *outcomes))

    def beat(self, run: Run) -> None:
        """Say that a run is alive."""
        self.insist(lambda: self._store.beat(run))

    def finished_keys(self, name: str) -> frozenset[str]:
        """Return the keys of the plan that were scored or failed."""
        return self.insist(lambda: self._store.scored_keys(name) | self._store.failed_keys(name))

    def insist(self, ask: Callable[[], Answer]) -> Answer:
        """Return the answer of the store; while its server is away, wait and ask again, less and less often.

        A run that is to end, for somebody said so or its time is used up, does not wait for a server.
        """
        began, pause = time.monotonic(), FIRST_PAUSE
        while True:
            try:
                answer = ask()
            except StoreError as error:
                if error.code != AWAY or time.monotonic() - began > LONGEST_OUTAGE:
                    raise
                if self._stop.is_set() or time.monotonic() > self._until:
                    raise _left_away(error) from error
                if pause == FIRST_PAUSE:
                    self._say(f"{error.what}; trying again, and going on when it is back")
                self._stop.wait(min(pause, max(0.0, self._until - time.monotonic())))
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                if pause > FIRST_PAUSE:
                    away = time.monotonic() - began
                    self._say(f"the database is back after {away:.0f} s; nothing was lost")
                return answer


def _left_away(error: StoreError) -> StoreError:
    return StoreError(
        "the run had to end while the database server was away",
        where=error.where,
        fix="start the same command again when the server is back: what is recorded is kept",
        code=LEFT_AWAY,
    )


class Endurance:
    """Counts cells that hung or died in a row, and says when a classifier is to be given up, and where."""

    def __init__(self, most: int) -> None:
        self.most = most  # 0: nothing is given up
        self._in_row: Counter[Pair] = Counter()
        self._ever: Counter[str] = Counter()  # in a row since the beginning, of classifiers without any score
        self._scored: set[str] = set()
        self._fatal: set[Pair] = set()  # where a cell hung or died

    def note(self, outcome: Outcome) -> None:
        """Note what came of a cell."""
        cell = outcome.cell
        if isinstance(outcome, Scored):
            self._scored.add(cell.classifier)
        is_fatal = isinstance(outcome, Failed) and outcome.reason in FATAL
        if is_fatal:
            self._fatal.add((cell.classifier, cell.dataset))
        self._in_row[cell.classifier, cell.dataset] = is_fatal * (
            self._in_row[cell.classifier, cell.dataset] + 1
        )
        self._ever[cell.classifier] = is_fatal * (self._ever[cell.classifier] + 1)

    def exhausted(self, pairs: Collection[Pair]) -> list[Pair]:
        """Return those of the pairs that are to be given up."""
        return [at for at in pairs if self.most and self._is_exhausted(at)]

    def _is_exhausted(self, at: Pair) -> bool:
        # One dataset that nothing can cope with says nothing of the others: a second one must confirm it.
        is_everywhere = sum(classifier == at[0] for classifier, _ in self._fatal) > 1
        everywhere = at[0] not in self._scored and self._ever[at[0]] >= self.most and is_everywhere
        return everywhere or self._in_row[at] >= self.most

    def reason(self) -> str:
        """Return why something was given up, in one line."""
        count = write_count(self.most, "cell")
        return f"after {count} in a row that hung or died; --retry-failed takes it up again"
