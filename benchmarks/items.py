"""Items: two models from a cold start, and all pairs of a leaderboard, as whole processes.

    python -m benchmarks.items

Processor time and memory of the command line on tables that are made up here. A process that does what others have to
do at least (read the table with pandas, test with scipy.stats) stands beside the first; the second has bars in seconds
and megabytes.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.processes import bakeoff, cpu_seconds, in_turns

COLD_BAR = 1.0  # of the time of pandas and scipy.stats with one test
BOARD_SECONDS_BAR, BOARD_MEMORY_BAR = 2.0, 300.0
FIFTY_SECONDS_BAR = 4.75  # a twentieth of what another tool had used when it was stopped, unfinished
AT_LEAST = """
import sys
import pandas
from scipy import stats
table = pandas.read_csv(sys.argv[1]).pivot(index="input", columns="model", values="score")
print(stats.ttest_rel(table["m0"], table["m1"]))
"""


def measure() -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, and the bar that it has to keep."""
    with tempfile.TemporaryDirectory() as folder:
        two, fifty, board = (
            written(Path(folder) / f"{m}.csv", m, n) for m, n in ((2, 1000), (50, 500), (134, 500))
        )
        times = in_turns(
            {
                "ours": bakeoff("compare", two, "--quiet"),
                "at least": [sys.executable, "-c", AT_LEAST, two],
            },
            rounds=5,
        )
        yield (
            "2 × 1,000 items from a cold start, of pandas and scipy.stats",
            times["ours"] / times["at least"],
            COLD_BAR,
        )
        yield "2 × 1,000 items from a cold start, CPU seconds", times["ours"], 0.72
        yield "50 × 500 items, all pairs, CPU seconds", least(fifty), FIFTY_SECONDS_BAR
        yield "134 × 500 items, all pairs, CPU seconds", least(board), BOARD_SECONDS_BAR
        yield "134 × 500 items, all pairs, peak megabytes", peak_memory(board), BOARD_MEMORY_BAR


def written(path: Path, models: int, items: int) -> str:
    """Write a long table of right and wrong answers, and return its path."""
    rng = np.random.default_rng(models)
    easy = rng.random(items)
    with path.open("w", encoding="utf-8") as file:
        file.write("model,input,score\n")
        for k in range(models):
            right = rng.random(items) < np.clip(easy + 0.1 * k / models, 0, 1)
            file.writelines(f"m{k},q{i},{int(x)}\n" for i, x in enumerate(right))
    return str(path)


def least(file: str, *, times: int = 3) -> float:
    """Return the least processor time of some runs."""
    return min(cpu_seconds(bakeoff("compare", file, "--quiet")) for _ in range(times))


def peak_memory(file: str) -> float:
    """Return the most memory that a run has held, in megabytes."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    command = [sys.executable, "-c", code, *bakeoff("compare", file, "--quiet")]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(said) / 1024


def main() -> None:
    """Print every line."""
    for what, value, bar in measure():
        print(f"{what}: {value:.3g} (bar {bar:.3g})")


if __name__ == "__main__":
    main()
