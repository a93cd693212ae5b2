"""How long a run has still to go: from what is left of each classifier on each dataset, and what such cells took."""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from bakeoff.core.outcomes import Cell, Failed, Outcome

Pair = tuple[str, str]  # a classifier and a dataset


class TimeLeft:
    """What is left of a run, by classifier and dataset, with what their cells took so far."""

    def __init__(self, todo: Sequence[Cell], rows: Mapping[str, int]) -> None:
        self.left: Counter[Pair] = Counter((cell.classifier, cell.dataset) for cell in todo)
        self._rows = rows
        self._seconds: defaultdict[Pair, float] = defaultdict(float)
        self._cells: Counter[Pair] = Counter()
        self._began: float | None = None

    def note(self, outcome: Outcome) -> None:
        """Note a cell that came to its end."""
        at, took = (outcome.cell.classifier, outcome.cell.dataset), outcome_seconds(outcome)
        if self._began is None:  # the start of the workers is over, and will not come again
            self._began = time.monotonic() - took
        self.left[at] -= 1
        self._seconds[at] += took
        self._cells[at] += 1

    def seconds(self, workers: int) -> float | None:
        """Return about how many seconds are left; None before the first cell has come to its end.

        A pair of which nothing is known takes what the classifier took elsewhere, or all took, in proportion to the
        rows. What cells cost beside their fits is as much as it was so far.
        """
        if self._began is None:
            return None
        work = sum(count * self._cell_seconds(at) for at, count in self.left.items() if count > 0)
        measured = sum(self._seconds.values()) or 1e-9
        spent = (time.monotonic() - self._began) * workers
        return work * max(1.0, spent / measured) / workers

    def _cell_seconds(self, at: Pair) -> float:
        if self._cells[at]:
            return self._seconds[at] / self._cells[at]
        same = [other for other in self._cells if other[0] == at[0]] or list(self._cells)
        seconds = sum(self._seconds[other] for other in same)
        rows = sum(self._cells[other] * self._rows[other[1]] for other in same)
        return seconds / rows * self._rows[at[1]]


def outcome_seconds(outcome: Outcome) -> float:
    """Return what a cell took to be fitted and asked, or to fail."""
    if isinstance(outcome, Failed):
        return outcome.seconds
    return outcome.measured.get("fit_seconds", 0.0) + outcome.measured.get("predict_seconds", 0.0)
