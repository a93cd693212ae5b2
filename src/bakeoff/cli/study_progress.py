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
from bakeoff.core.words import duration_text

if TYPE_CHECKING:
    from bakeoff.api.study.study import Results, Study


def run_with_progress(study: "Study", store: str, **settings: Any) -> "Results":  # noqa: ANN401 - of Study.run
    """Run a study with a bar on a terminal; Ctrl-C and SIGTERM finish it cleanly, the second time at once."""
    stop = Event()
    # Standard output is for the verdict: engines that report by printing, as Ray does, print beside the bar.
    with _stop_on_signals(stop), _progress_bar() as bar, redirect_stdout(sys.stderr):
        return study.run(
            store,
            **settings,
            begun=bar.begin,
            heard=bar.note_outcome,
            left=bar.note_time_left,
            say=bar.say,
            stop=stop,
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

    def note_time_left(self, seconds: float | None) -> None:
        """Note about how many seconds are left."""

    def say(self, text: str) -> None:
        """Tell what a person should know at once."""
        sys.stderr.write(f"{text}\n")


class _BarProgress(_SilentProgress):
    """A bar with rate, time left and failures."""

    def __init__(self, progress: Any) -> None:  # noqa: ANN401 - rich's own
        self._progress = progress
        self._task: Any = None
        self._failed = 0

    def begin(self, total: int, done: int) -> None:
        """Begin with so many cells done, or go on with more cells than before."""
        if self._task is None:
            self._task = self._progress.add_task("cells", total=total, completed=done, failed="", left="")
        else:
            self._progress.update(self._task, total=total, completed=done)

    def note_outcome(self, outcome: Outcome) -> None:
        """Move the bar on by one cell."""
        self._failed += isinstance(outcome, Failed)
        failed = f"{self._failed} failed" if self._failed else ""
        self._progress.update(self._task, advance=1, failed=failed)

    def note_time_left(self, seconds: float | None) -> None:
        """Show about how long it will still take."""
        if seconds is not None and self._task is not None:
            self._progress.update(self._task, left=f"about {duration_text(seconds)} left")

    def say(self, text: str) -> None:
        """Tell what a person should know at once, above the bar."""
        self._progress.console.print(text, markup=False, highlight=False)


@contextmanager
def _progress_bar() -> Iterator[_SilentProgress]:
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
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.fields[failed]}"),
    )
    with Progress(*columns, console=Console(stderr=True), refresh_per_second=4) as progress:
        yield _BarProgress(progress)
