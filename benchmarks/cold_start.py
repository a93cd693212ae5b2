"""From a cold start to an answer: our command line against `import scipy.stats`, and against pandas on a large file."""

import tempfile
from pathlib import Path

import numpy as np

from benchmarks.processes import bakeoff, in_turns, python

BARS = {"--version": 0.2, "--help": 0.2, "compare 2 × 30": 0.7}
LARGE_BAR = 3.0


def small_table(path: Path) -> Path:
    """Write two classifiers on thirty datasets."""
    rng = np.random.default_rng(1)
    rows = (
        f"data {i},{x:.3f},{x + d:.3f}"
        for i, (x, d) in enumerate(zip(rng.uniform(0.6, 0.9, 30), rng.normal(0.01, 0.02, 30), strict=True))
    )
    path.write_text("dataset,A,B\n" + "\n".join(rows) + "\n")
    return path


def large_table(path: Path) -> Path:
    """Write two classifiers on a hundred thousand datasets."""
    rng = np.random.default_rng(2)
    a = rng.uniform(0.6, 0.9, 100_000)
    b = a + rng.normal(0.001, 0.02, 100_000)
    rows = (f"data {i},{x:.6f},{y:.6f}" for i, (x, y) in enumerate(zip(a, b, strict=True)))
    path.write_text("dataset,A,B\n" + "\n".join(rows) + "\n")
    return path


def measure(*, rounds: int = 9) -> list[tuple[str, float, float]]:
    """Return (what, ratio, bar) for every promise about starting."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = small_table(Path(folder) / "small.csv"), large_table(Path(folder) / "large.csv")
        times = in_turns(
            {
                "scipy.stats": python("import scipy.stats"),
                "--version": bakeoff("--version"),
                "--help": bakeoff("--help"),
                "compare 2 × 30": bakeoff("compare", str(small)),
            },
            rounds=rounds,
        )
        big = in_turns(
            {
                "pandas": python(f"import pandas; pandas.read_csv({str(large)!r})"),
                "compare 100,000 rows": bakeoff("compare", str(large)),
            },
            rounds=max(2, rounds // 3),
        )
    found = [
        (f"{what} / import scipy.stats", times[what] / times["scipy.stats"], bar)
        for what, bar in BARS.items()
    ]
    return [
        *found,
        ("compare 100,000 rows / pandas.read_csv", big["compare 100,000 rows"] / big["pandas"], LARGE_BAR),
    ]
