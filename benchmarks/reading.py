"""Reading a table, against cutting its lines into cells and making numbers of them.

    python -m benchmarks.reading

CPU time of both in one process, in turns. `BEFORE` is the same ratio of the last state in which the first rule that
fitted decided (a8a5b83^): what readings with reasons and doubts cost is the ratio to it, which may be 1.5 at most.
"""

import csv
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time

import numpy as np

from bakeoff.inputs.evidence import read_evidence

BEFORE = {"wide, 30 × 12": 12.8, "wide, 121 × 60": 5.1, "long, 30 × 12 × 10": 1.4}
BAR = 1.5
EACH = 5  # files of a round


def tables(folder: Path, *, number: int = 0) -> dict[str, Path]:
    """Write a small wide table, a large one, and a long one with folds; names differ by the number."""
    rng = np.random.default_rng(3)
    made = {}
    for rows, columns in ((30, 12), (121, 60)):
        values = rng.uniform(0.6, 0.9, (rows, 1)) + rng.normal(0, 0.02, (rows, columns))
        lines = [f"data{number} {i}," + ",".join(f"{v:.4f}" for v in row) for i, row in enumerate(values)]
        head = "dataset," + ",".join(f"method{number} {j}" for j in range(columns))
        made[f"wide, {rows} × {columns}"] = folder / f"wide{rows}_{number}.csv"
        made[f"wide, {rows} × {columns}"].write_text("\n".join([head, *lines]) + "\n")
    lines = [
        f"data{number} {i},method{number} {j},{k},{0.6 + 0.01 * ((i * 7 + j * 3 + k) % 30):.4f}"
        for i in range(30)
        for j in range(12)
        for k in range(10)
    ]
    made["long, 30 × 12 × 10"] = folder / f"long_{number}.csv"
    made["long, 30 × 12 × 10"].write_text("\n".join(["dataset,classifier,fold,accuracy", *lines]) + "\n")
    return made


def cut_into_cells(path: Path) -> int:
    """Return how many cells of a file are numbers."""
    found = 0
    with path.open(newline="") as stream:
        for row in csv.reader(stream):
            for cell in row:
                try:
                    found += float(cell) == float(cell)
                except ValueError:
                    continue
    return found


def seconds_of(task: Callable[[Path], object], paths: Sequence[Path]) -> float:
    """Return the CPU time of a task over files."""
    before = process_time()
    for path in paths:
        task(path)
    return process_time() - before


def ratios_of(folder: Path, *, rounds: int) -> dict[str, float]:
    """Return how many times as long as cutting files into cells their reading takes: the median of rounds.

    No file is read twice, so that names that were looked up once do not help.
    """
    found: dict[str, list[float]] = {name: [] for name in BEFORE}
    for turn in range(rounds + 1):
        made = [tables(folder, number=turn * EACH + i) for i in range(EACH)]
        for name in found:
            paths = [one[name] for one in made]
            ratio = seconds_of(read_evidence, paths) / seconds_of(cut_into_cells, paths)
            found[name] += [ratio] if turn else []  # the first warms up
    return {name: statistics.median(each) for name, each in found.items()}


def measure(*, rounds: int = 11) -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, the ratio to the state before readings, and the bar."""
    with tempfile.TemporaryDirectory() as folder:
        for name, ratio in ratios_of(Path(folder), rounds=rounds).items():
            yield f"reading {name} / before readings", ratio / BEFORE[name], BAR


if __name__ == "__main__":
    for what, ratio, bar in measure():
        print(f"{what}: {ratio:.2f} (at most {bar:g})")
