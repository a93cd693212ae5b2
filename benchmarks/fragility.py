"""The smallest set of datasets that turns a verdict, among a thousand: seconds for each test."""

import time
from collections.abc import Iterator

import numpy as np

from bakeoff.procedures.fragility.verdict_changes import smallest_flip

BAR = 1.0  # CPU seconds


def measure() -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, the CPU time, and the bar that it has to keep."""
    values = np.random.default_rng(11).normal(size=1_000) + 0.1
    for kind, differences in {"untied": values, "tied": np.round(values, 1)}.items():
        for test in ("paired-t", "sign", "wilcoxon"):
            start = time.process_time()
            smallest_flip(differences, test=test)
            yield f"n = 1,000, {kind}, {test}: seconds", time.process_time() - start, BAR
