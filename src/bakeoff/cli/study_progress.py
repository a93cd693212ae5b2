"""A study under way, for a person at a terminal: progress, and an orderly end when it is interrupted."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING, Any

from bakeoff.core.outcomes import Failed, Outcome

if TYPE_CHECKING:
    from bakeoff.api.study.study import Results, Study


def run_with_progress(
    study: "Study",
    store: str,
    *,
    jobs: int,
    engine: str | None,
    retry_failed: bool,
    verify_determinism: bool = False,
    stop_early: bool = False,
) -> "Results":
    """Run a study with a bar on a terminal; Ctrl-C and SIGTERM finish it cleanly, the second time at once."""
    stop = Event()
    # Standard output is for the verdict: engines that report by printing, as Ray does, print beside the bar.
    with _stop_on_signals(stop), _bar() as bar, redirect_stdout(sys.stderr):
        return study.run(
            store,
            jobs=jobs,
            engine=engine,
            retry_failed=retry_failed,
            verify_determinism=verify_determinism,
            begun=bar.begin,
            heard=bar.note_outcome,
            stop=stop,
            stop_early=stop_early,
        )


@contextmanager
def _stop_on_signals(stop: Event) -> Iterator[None]:
    def stop_or_exit(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            os._exit(130)  # the second time is meant
        stop.set()
        os.write(2, b"\nstopping: what is finished within two seconds is kept; once more ends it at once\n")

    before = {number: signal.signal(number, stop_or_exit) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _SilentProgress:
    """Progress that nobody looks at."""

    def begin(self, total: int, done: int) -> None:
        """Begin with so many cells done."""

    def note_outcome(self, outcome: Outcome) -> None:
        """Note an outcome."""


class _BarProgress(_SilentProgress):
    """A bar with rate, time left and failures."""

    def __init__(self, progress: Any) -> None:  # noqa: ANN401 - rich's own
        self._progress = progress
        self._task: Any = None
        self._failed = 0

    def begin(self, total: int, done: int) -> None:
        """Begin with so many cells done, or go on with more cells than before."""
        if self._task is None:
            self._task = self._progress.add_task("cells", total=total, completed=done, failed="")
        else:
            self._progress.update(self._task, total=total, completed=done)

    def note_outcome(self, outcome: Outcome) -> None:
        """Move the bar on by one cell."""
        self._failed += isinstance(outcome, Failed)
        failed = f"{self._failed} failed" if self._failed else ""
        self._progress.update(self._task, advance=1, failed=failed)


@contextmanager
def _bar() -> Iterator[_SilentProgress]:
    if not sys.stderr.isatty():
        yield _SilentProgress()
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    class _Rate(ProgressColumn):
        """Cells per second, or a dash before the first."""

        def render(self, task: Any) -> str:  # noqa: ANN401 - rich's own
            return f"{task.speed:.3g}/s" if task.speed else "–/s"

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failed]}"),
    )
    with Progress(*columns, console=Console(stderr=True), refresh_per_second=4) as progress:
        yield _BarProgress(progress)
