"""The report on 20 classifiers and 100 datasets, against one bare figure of matplotlib drawn in the same run."""

import tempfile
import time
from io import BytesIO
from pathlib import Path

import numpy as np

BAR = 60.0  # bare figures, of which one takes 0.05 s of the processor or more: the report takes less than 3 s
SIZE_BAR = 1.0  # megabytes


def table() -> np.ndarray:
    """Return scores of twenty classifiers on a hundred datasets."""
    rng = np.random.default_rng(1)
    return np.round(0.8 + 0.05 * rng.standard_normal((100, 20)) + 0.004 * np.arange(20), 4)


def bare_figure() -> None:
    """Draw one line and write it as SVG."""
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().plot([1, 2])
    figure.savefig(BytesIO(), format="svg")


def measure(*, rounds: int = 3) -> list[tuple[str, float, float]]:
    """Return (what, ratio, bar) of the time and the size of a report."""
    import bakeoff

    comparison = bakeoff.compare(table())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        comparison.report(path)  # everything is imported, and the fonts are known
        bare = min(_seconds(bare_figure) for _ in range(10))
        report = min(_seconds(lambda: comparison.report(path)) for _ in range(rounds))
        megabytes = path.stat().st_size / 1e6
    return [
        ("report 20 × 100 / a bare figure", report / bare, BAR),
        ("report 20 × 100, megabytes", megabytes, SIZE_BAR),
    ]


def _seconds(work) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
