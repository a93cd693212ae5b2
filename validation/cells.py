"""Cells of simulations on the engine of the study runner: side by side, saved as they arrive, a death costs one.

A cell seeds itself, so that what it measures does not depend on the number of processes nor on what ran before it.
"""

import argparse
import json
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any, NamedTuple

from bakeoff.core.outcomes import Cell
from bakeoff.study.engines.engine import LocalEngine, WorkerLostError
from bakeoff.study.runner import AHEAD

ATTEMPTS = 2  # of a cell that ends its process
Save = Callable[[str, Any], None]


class Work(NamedTuple):
    """One cell: its name, and what measures it."""

    name: str
    run: Callable[[], Any]


def run_cells(cells: Iterable[Work], *, processes: int, save: Save) -> tuple[str, ...]:
    """Measure every cell and hand each result to `save` in this process; return the cells whose worker died twice."""
    engine = LocalEngine(processes, work=_measured)
    running = _Running(engine, cells, save)
    try:
        lost = running.finish()
    except BaseException:
        engine.close(now=True)
        raise
    engine.close(now=False)
    return lost


class _Running:
    """Cells under way: what waits, what is in flight, how often its worker died."""

    def __init__(self, engine: LocalEngine, cells: Iterable[Work], save: Save) -> None:
        self.engine, self.save = engine, save
        self.waiting = deque(cells)
        self.flights: dict[Future[Any], Work] = {}
        self.deaths: dict[str, int] = {}

    def finish(self) -> tuple[str, ...]:
        while self.waiting or self.flights:
            while self.waiting and len(self.flights) < AHEAD * self.engine.workers:
                cell = self.waiting.popleft()
                self.flights[self.engine.submit(cell, [_as_cell(cell)])] = cell
            for future in wait(self.flights, return_when=FIRST_COMPLETED).done:
                self._collect_flight(future, self.flights.pop(future))
        return tuple(name for name, deaths in self.deaths.items() if deaths >= ATTEMPTS)

    def _collect_flight(self, future: "Future[Any]", cell: Work) -> None:
        try:
            (found,) = self.engine.collect(future)
        except WorkerLostError as lost:
            self.deaths[cell.name] = self.deaths.get(cell.name, 0) + bool(lost.guilty)
            if self.deaths[cell.name] < ATTEMPTS:
                self.waiting.append(cell)
            return
        self.save(cell.name, found)


def _as_cell(work: Work) -> Cell:
    """Return what the engine knows a cell by; the work itself travels with it, as its workpiece does in a study."""
    return Cell(dataset="simulation", classifier=work.name, repeat=0, fold=0, key=work.name, split="")


def _measured(work: Work, batch: Sequence[Cell]) -> list[Any]:
    return [work.run() for _ in batch]


def resumed(out: Path | None) -> dict[str, Any]:
    """Return what an earlier run has measured."""
    known = out is not None and out.exists()
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8")) if known and out else {}
    return found


def written(done: dict[str, Any], out: Path) -> None:
    """Write what is done: a run that is killed leaves the old file or the new one."""
    draft = out.with_suffix(".part")
    draft.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    draft.replace(out)


def in_order(done: dict[str, Any], names: Iterable[str]) -> None:
    """Put what is done in the order of its names, whatever the order it arrived in; the rest comes last."""
    known = {name: done.pop(name) for name in names if name in done}
    rest = dict(done)
    done.clear()
    done.update(known | rest)


def measure_missing(cells: Sequence[Work], out: Path, *, processes: int) -> dict[str, Any]:
    """Measure the cells that the file does not hold yet, and return all that it holds then, in their order."""
    done, names = resumed(out), [cell.name for cell in cells]

    def save(name: str, found: Any) -> None:
        print(name, found, flush=True)
        done[name] = found
        in_order(done, names)
        written(done, out)

    lost = run_cells([cell for cell in cells if cell.name not in done], processes=processes, save=save)
    if lost:
        raise SystemExit(f"the workers of these cells died twice: {', '.join(lost)}; the others are done")
    return done


def options_of(doc: str | None, *, out: str | None, trials: int | None = None) -> argparse.ArgumentParser:
    """Return the options that every simulation on cells takes: --out, --processes and, where given, --trials."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=None if out is None else Path(out))
    parser.add_argument("--processes", type=int, default=1, help="how many cells are measured side by side")
    if trials is not None:
        parser.add_argument("--trials", type=int, default=trials)
    return parser
