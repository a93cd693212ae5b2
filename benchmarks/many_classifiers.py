"""Many classifiers: the whole comparison against autorank, all pairs of signed ranks against scikit-posthocs."""

import os
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path

import numpy as np

from bakeoff.procedures.many.max_t import max_t
from bakeoff.procedures.paired.wilcoxon_p_values import wilcoxon_p_values
from benchmarks.processes import bakeoff, in_turns

WHOLE_BAR, PAIRS_BAR, MAX_T_BAR = 2.0, 1 / 40, 60.0
PAGE_BAR = 0.5  # what the page shows, with every test of every pair, in half the time of autorank's report
PAGE_SECONDS_BAR = 0.5  # of the processor, in a worker that has answered before
AUTORANK = """
import sys, warnings
warnings.filterwarnings("ignore")
import pandas
from autorank import autorank, create_report
create_report(autorank(pandas.read_csv(sys.argv[1]).drop(columns="dataset"), verbose=False))
"""
AUTORANK_WARM = """
import sys, time, warnings
warnings.filterwarnings("ignore")
import pandas
from autorank import autorank, create_report
table = pandas.read_csv(sys.argv[1]).drop(columns="dataset")
for _ in range(3):
    start = time.process_time()
    create_report(autorank(table, verbose=False))
    seconds = time.process_time() - start
print("\\n", seconds)
"""
PAGE_WARM = """
import sys, time
from pathlib import Path
from bakeoff.web.worker.jobs import JOBS
text = Path(sys.argv[1]).read_bytes()
for name in (b"dataset", b"data", b"set"):  # other evidence each time: nothing is remembered
    start = time.process_time()
    JOBS["view"]({"names": ["table.csv"], "options": {}}, [text.replace(b"dataset", name, 1)])
    seconds = time.process_time() - start
print(seconds)
"""
POSTHOCS = """
import sys, time, warnings
warnings.filterwarnings("ignore")
import numpy as np, pandas
import scikit_posthocs
table = pandas.DataFrame(np.load(sys.argv[1])).melt()
start = time.process_time()
scikit_posthocs.posthoc_wilcoxon(table, val_col="value", group_col="variable")
print(time.process_time() - start)
"""


def scores(datasets: int, classifiers: int) -> np.ndarray:
    """Return a table in which some classifiers are better, on datasets of unequal difficulty."""
    rng = np.random.default_rng(classifiers)
    difficulty = rng.uniform(0.6, 0.9, datasets)[:, None]
    return difficulty + rng.normal(0, 0.03, (datasets, classifiers)) + np.linspace(0, 0.03, classifiers)


def write_table(path: Path, table: np.ndarray) -> Path:
    """Write a wide table of scores with four decimals."""
    head = ",".join(["dataset", *(f"classifier {j}" for j in range(table.shape[1]))])
    rows = (",".join([f"data {i}", *(f"{x:.4f}" for x in row)]) for i, row in enumerate(table))
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def measure(interpreter: str, *, rounds: int = 3) -> list[tuple[str, float, float]]:
    """Return (what, ratio, bar): CPU time over that of the peers in the same run, and one time in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        small = write_table(Path(folder) / "20x100.csv", scores(100, 20))
        times = in_turns(
            {"ours": bakeoff("compare", str(small)), "autorank": [interpreter, "-c", AUTORANK, str(small)]},
            rounds=rounds,
        )
        page = min(_last_number([sys.executable, "-c", PAGE_WARM, str(small)]) for _ in range(rounds))
        report = min(_last_number([interpreter, "-c", AUTORANK_WARM, str(small)]) for _ in range(rounds))
        large = Path(folder) / "200x1000.npy"
        np.save(large, scores(1_000, 200))
        theirs = _last_number([interpreter, "-c", POSTHOCS, str(large)])
        ours, flips = _all_pairs(np.load(large))
    return [
        ("compare 20 × 100 with every test / autorank", times["ours"] / times["autorank"], WHOLE_BAR),
        ("page of 20 × 100 in a warm worker / autorank's report", page / report, PAGE_BAR),
        ("page of 20 × 100 in a warm worker: seconds", page, PAGE_SECONDS_BAR),
        ("all pairs wilcoxon 200 × 1,000 / scikit-posthocs", ours / theirs, PAIRS_BAR),
        ("max-t 200 × 1,000, seconds", flips, MAX_T_BAR),
    ]


def _last_number(command: list[str]) -> float:
    """Return the last number that a command prints; it computes on one thread, as the page's workers do."""
    told = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    )
    return float(told.stdout.split()[-1])


def _all_pairs(table: np.ndarray) -> tuple[float, float]:
    pairs = list(combinations(range(table.shape[1]), 2))
    wilcoxon_p_values(table[:50, :10], pairs=pairs[:9])
    start = time.process_time()
    wilcoxon_p_values(table, pairs=pairs)
    between = time.process_time()
    max_t(table, pairs=pairs, rng=np.random.default_rng(0))
    return between - start, time.process_time() - between
