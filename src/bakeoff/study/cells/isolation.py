"""Isolation: what one cell prints, warns of or changes in its process does not reach the next cell, nor the screen."""

import os
import random
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import TextIOBase

import numpy as np

MOST_WARNINGS = 20  # different texts that are kept of one cell
MOST_PRINTED = 200  # characters that are kept of what one cell prints
MOST_SAID = 300  # characters that are kept of one warning


class Transcript:
    """What a cell said: its warnings by their text, and how much it printed."""

    def __init__(self) -> None:
        self._warnings: Counter[str] = Counter()
        self._printed = _PrintedText()

    def lines(self) -> tuple[str, ...]:
        """Return each text once, with its count, so that ten thousand warnings are one line."""
        counted = tuple(f"{count} × {text}" for text, count in self._warnings.items())
        return counted + self._printed.lines()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear what is said inside."""

        def hear(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
            text = f"{category.__name__}: {' '.join(str(message).split())[:MOST_SAID]}"
            if text in self._warnings or len(self._warnings) < MOST_WARNINGS:
                self._warnings[text] += 1

        with warnings.catch_warnings(), redirect_stdout(self._printed), redirect_stderr(self._printed):
            warnings.simplefilter("always")
            warnings.showwarning = hear
            yield


class _PrintedText(TextIOBase):
    """A stream that keeps the beginning of what is printed, and counts the rest."""

    def __init__(self) -> None:
        self.kept, self.count = "", 0

    def writable(self) -> bool:
        """Say that it can be written to."""
        return True

    def write(self, text: str, /) -> int:
        """Take a text."""
        self.kept += text[: max(0, MOST_PRINTED - len(self.kept))]
        self.count += len(text)
        return len(text)

    def lines(self) -> tuple[str, ...]:
        """Return what was printed as one line, or none."""
        text = " ".join(self.kept.split())
        return (f"printed {self.count:,} characters: {text}",) if self.count else ()


@contextmanager
def isolate_process(seed: int) -> Iterator[None]:
    """Seed the generators that belong to the whole process, and put back what an estimator changes in it.

    An estimator that draws from numpy's global generator is repeatable too, wherever and after whatever it runs.
    """
    folder, environment, errors = _working_folder(), _read_environment(), np.geterr()
    np.random.seed(seed)  # noqa: NPY002 - the one that belongs to the process is meant
    random.seed(seed)
    try:
        yield
    finally:
        np.seterr(**errors)
        if _read_environment() != environment:
            os.environb.clear()
            os.environb.update(environment)
        if folder is not None and _working_folder() != folder:
            os.chdir(folder)


def _read_environment() -> dict[bytes, bytes]:
    # As it lies in memory: made into text twice for each cell, it was a third of the cost of a small one.
    return dict(getattr(os.environ, "_data", os.environb))


def _working_folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # it was removed
        return None
