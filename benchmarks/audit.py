"""The audit of a large table, against the comparison that it audits."""

import time
from collections.abc import Iterator

import numpy as np

SECONDS_BAR = 10.0  # of the processor, with the comparison that is audited
RATIO_BAR = 1.0  # the audit takes no longer than the comparison


def table(datasets: int, classifiers: int) -> dict[str, object]:
    """Return scores of so many classifiers with small true differences."""
    rng = np.random.default_rng(2)
    level = rng.normal(0.8, 0.05, size=(datasets, 1))
    scores = level + rng.normal(0, 0.02, size=(datasets, classifiers)) + np.linspace(0, 0.02, classifiers)
    names = {f"c{j}": np.round(scores[:, j], 4) for j in range(classifiers)}
    return {"dataset": [f"set {i}" for i in range(datasets)], **names}


def measure() -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, and the bar that it has to keep."""
    import bakeoff

    for classifiers, datasets in ((100, 200), (200, 100)):
        start = time.process_time()
        comparison = bakeoff.compare(table(datasets, classifiers))
        compared = time.process_time() - start
        start = time.process_time()
        bakeoff.audit(comparison)
        audited = time.process_time() - start
        size = f"{classifiers} classifiers × {datasets} datasets"
        yield f"audit of {size}, compared first: seconds", compared + audited, SECONDS_BAR
        yield f"audit of {size} / its comparison", audited / compared, RATIO_BAR
