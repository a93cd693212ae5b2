"""Large evidence: whole comparisons by time and memory, and reading against polars and calamine.

    python -m benchmarks.large [ROW ...]

Times are of the processor, of whole processes on one thread, in units of `import scipy.stats` (some 1.03 seconds where
the bars were set) taken before and after in the same run, so that a busy machine treats both alike. Memory is the
largest that the process had.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.items import written
from benchmarks.processes import bakeoff, python

IMPORT_SECONDS = 1.03  # of scipy.stats, where the bars were set in seconds
READ = "from bakeoff.inputs.evidence import read_evidence; read_evidence({!r})"
POLARS = {
    "csv": "import polars; polars.read_csv({!r})",
    "jsonl": "import polars; polars.read_ndjson({!r})",
}
CALAMINE = (
    "from python_calamine import CalamineWorkbook as W; W.from_path({!r}).get_sheet_by_index(0).to_python()"
)


class Usage(NamedTuple):
    """What a process took."""

    seconds: float
    megabytes: float


def measure_process(command: Sequence[str]) -> Usage:
    """Run a command on one thread and return the time of the processor and the largest memory it had."""
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    alone = {**compiled, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=alone)
    error = b"" if process.stderr is None else process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command[-1]}: {error.decode()[-500:]}")
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def scores(classifiers: int, datasets: int) -> np.ndarray:
    """Return scores by dataset and classifier: difficulty, a classifier's effect and noise."""
    rng = np.random.default_rng(classifiers * datasets)
    effects = rng.normal(0, 0.01, classifiers)
    drawn = rng.uniform(0.6, 0.9, (datasets, 1)) + effects + rng.normal(0, 0.03, (datasets, classifiers))
    return drawn.clip(0, 0.9999).round(4)


def write_wide(path: Path, table: np.ndarray, *, missing: float = 0.0) -> None:
    """Write a wide table of scores, some of them missing."""
    gone = np.random.default_rng(5).random(table.shape) < missing
    with path.open("w") as stream:
        stream.write(",".join(["dataset", *(f"c{j}" for j in range(table.shape[1]))]) + "\n")
        for i, (row, empty) in enumerate(zip(table.tolist(), gone.tolist(), strict=True)):
            cells = ("" if lacks else f"{x:.4f}" for x, lacks in zip(row, empty, strict=True))
            stream.write(",".join([f"d{i}", *cells]) + "\n")


def write_predictions(path: Path, *, classifiers: int = 134, examples: int = 500) -> None:
    """Write the true and predicted classes of many classifiers on one test set."""
    rng = np.random.default_rng(1)
    ability = rng.uniform(0.4, 0.9, classifiers) + rng.normal(0, 0.25, (examples, 1))
    truth = rng.integers(0, 3, examples)
    off = rng.random((examples, classifiers)) > ability
    labels = (truth[:, None] + off) % 3
    head = ",".join(["id", "y_true", *(f"m{j}" for j in range(classifiers))])
    rows = (
        f"q{i},{t}," + ",".join(map(str, row)) for i, (t, row) in enumerate(zip(truth, labels, strict=True))
    )
    path.write_text("\n".join([head, *rows]) + "\n")


def write_items(path: Path) -> None:
    """Write the answers of many models to the same items, right or wrong."""
    written(path, 134, 500)


def write_long(path: Path) -> None:
    """Write 50 classifiers on 200 datasets and 100 folds: a million rows, as CSV or as JSON Lines."""
    rng = np.random.default_rng(2)
    line = (
        '{{"dataset": "data{}", "classifier": "clf{}", "fold": {}, "score": {:.4f}}}\n'
        if path.suffix == ".jsonl"
        else "data{},clf{},{},{:.4f}\n"
    )
    with path.open("w") as stream:
        stream.write("" if path.suffix == ".jsonl" else "dataset,classifier,fold,score\n")
        for dataset in range(200):
            noise = rng.normal(0.8, 0.03, (50, 100)).tolist()
            for classifier, folds in enumerate(noise):
                stream.writelines(line.format(dataset, classifier, i, x) for i, x in enumerate(folds))


def write_probabilities(path: Path) -> None:
    """Write a million examples with the predictions and probabilities of five classifiers."""
    rng = np.random.default_rng(3)
    with path.open("w") as stream:
        stream.write("id,y_true," + ",".join(f"m{j},m{j}:1" for j in range(5)) + "\n")
        for start in range(0, 1_000_000, 10_000):
            truth = rng.integers(0, 2, 10_000)
            chance = np.clip(rng.normal(0.35, 0.2, (10_000, 5)) + 0.3 * truth[:, None], 0.0001, 0.9999)
            for i, (t, row) in enumerate(zip(truth.tolist(), chance.tolist(), strict=True)):
                stream.write(f"{start + i},{t}," + ",".join(f"{int(x > 0.5)},{x:.4f}" for x in row) + "\n")


def write_workbook(path: Path, *, rows: int = 100_000, columns: int = 120) -> None:
    """Write a workbook of twelve million cells."""
    import xlsxwriter

    book = xlsxwriter.Workbook(path, {"constant_memory": True})
    sheet = book.add_worksheet()
    rng = np.random.default_rng(4)
    sheet.write_row(0, 0, ["dataset", *(f"c{j}" for j in range(1, columns))])
    for i in range(rows):
        sheet.write_row(i + 1, 0, [f"d{i}", *rng.random(columns - 1).round(4).tolist()])
    book.close()


class Comparison(NamedTuple):
    """A comparison of one file: how it is made, and the bars in seconds and megabytes."""

    name: str
    write: Callable[[Path], None]
    seconds: float
    megabytes: float | None = None
    options: tuple[str, ...] = ()


COMPARISONS = {
    "2 × 30": Comparison("s.csv", lambda path: write_wide(path, scores(2, 30)), 0.45 * IMPORT_SECONDS),
    "121 × 179, 1 % missing": Comparison(
        "a.csv", lambda path: write_wide(path, scores(121, 179), missing=0.01), 4
    ),
    "134 × 500 predictions": Comparison("b.csv", write_predictions, 2, 300),
    "134 × 500 items": Comparison("l.csv", write_items, 2, 300),
    "200 × 1,000": Comparison("c.csv", lambda path: write_wide(path, scores(200, 1_000)), 12, 400),
    "1,000 × 100": Comparison("d.csv", lambda path: write_wide(path, scores(1_000, 100)), 60, 1_500),
    "3 × 100,000": Comparison("e.csv", lambda path: write_wide(path, scores(3, 100_000)), 5, 300),
    "50 × 200 × 100 folds": Comparison("f.csv", write_long, 4),
    "12 × 30 with report, figures and LaTeX": Comparison(
        "g.csv",
        lambda path: write_wide(path, scores(12, 30)),
        6,
        options=("--report", "{0}/r.html", "--figures", "{0}/figures", "--latex", "{0}/t.tex"),
    ),
}
READINGS: dict[str, tuple[str, Callable[[Path], None], str, float]] = {
    "a million rows of long CSV / polars": ("h.csv", write_long, POLARS["csv"], 2.0),
    "a million predictions with probabilities / polars": ("i.csv", write_probabilities, POLARS["csv"], 2.9),
    "a million lines of JSON / polars": ("j.jsonl", write_long, POLARS["jsonl"], 2.9),
    "a workbook of 12 million cells / calamine": ("k.xlsx", write_workbook, CALAMINE, 2.0),
}


def measure(rows: Sequence[str] = ()) -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, how much, and at most how much."""
    with tempfile.TemporaryDirectory() as folder:
        for what, asked in COMPARISONS.items():
            if not rows or what in rows:
                yield from _compare(what, asked, Path(folder))
        for what, (name, write, theirs, bar) in READINGS.items():
            if not rows or what in rows:
                path = Path(folder) / name
                write(path)
                other = measure_process(python(theirs.format(str(path)))).seconds
                ours = measure_process(python(READ.format(str(path)))).seconds
                path.unlink()
                yield what, ours / other, bar


def _compare(what: str, asked: Comparison, folder: Path) -> Iterator[tuple[str, float, float]]:
    path = folder / asked.name
    asked.write(path)
    unit = python("import scipy.stats")
    options = [option.format(folder) for option in asked.options]
    before = measure_process(unit).seconds
    used = measure_process(bakeoff("compare", str(path), *options))
    after = measure_process(unit).seconds
    path.unlink()
    yield (
        f"compare {what} / import scipy.stats",
        2 * used.seconds / (before + after),
        asked.seconds / IMPORT_SECONDS,
    )
    if asked.megabytes is not None:
        yield f"compare {what}, megabytes", used.megabytes, asked.megabytes


if __name__ == "__main__":
    for line, ratio, bar in measure(sys.argv[1:]):
        print(
            f"{line:<60} {ratio:10.3f}   at most {bar:g}   {'kept' if ratio <= bar else 'NOT KEPT'}",
            flush=True,
        )
