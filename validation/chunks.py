"""Long cells in chunks of trials: each chunk is a cell of its own, and tallies grow in the order of the trials."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

from validation.cells import Work, run_cells, written

CHUNK = 50  # trials between two savings
Tally = Any  # a dict with "trials", and with counts and lists and dicts of counts


def chunks_of(
    name: str, run: Callable[..., Tally], done: dict[str, Tally], empty: Tally, trials: int
) -> list[Work]:
    """Return the chunks that a tally lacks; `run(name, tally, trials=)` adds trials to a tally by their numbers."""
    start = done.setdefault(name, deepcopy(empty))["trials"]
    return [
        Work(f"{name} | {first}", partial(_chunk, name, run, empty, first, min(CHUNK, trials - first)))
        for first in range(start, trials, CHUNK)
    ]


def _chunk(name: str, run: Callable[..., Tally], empty: Tally, first: int, trials: int) -> Tally:
    found = run(name, deepcopy(empty) | {"trials": first}, trials=trials)
    return found | {"trials": trials}


def run_chunks(chunks: Sequence[Work], done: dict[str, Tally], out: Path | None, *, processes: int) -> None:
    """Run the chunks and add each to its tally when all before it have been added, saving as they are."""
    early: dict[str, Tally] = {}

    def save(landed: str, found: Tally) -> None:
        early[landed] = found
        name = landed.partition(" | ")[0]
        while (follows := f"{name} | {done[name]['trials']}") in early:
            done[name] = added(done[name], early.pop(follows))
            if out is not None:
                written(done, out)

    lost = run_cells(chunks, processes=processes, save=save)
    if lost:
        raise SystemExit(
            f"the workers of these chunks died twice: {', '.join(lost)}; run again to go on there"
        )


def added(one: Any, other: Any) -> Any:
    """Return the sum of two tallies, number by number.

    >>> added({"trials": 1, "rejects": {"t": 0}}, {"trials": 2, "rejects": {"t": 1}})
    {'trials': 3, 'rejects': {'t': 1}}
    """
    if isinstance(one, Mapping):
        return {key: added(value, other[key]) for key, value in one.items()}
    if isinstance(one, list):
        return [added(*pair) for pair in zip(one, other, strict=True)]
    return one + other
