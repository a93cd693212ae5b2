"""Values that the generators beside the reference tests wrote down."""

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np

from published_tables import DEMSAR2006, GARCIA_HERRERA2008

REFERENCE = Path(__file__).parent / "reference"


def rows(name):
    """Return the rows of a reference file as dictionaries of text."""
    with (REFERENCE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def series(name, first, second):
    """Return {(first, second): array} of a file with columns first, second, index, value."""
    found = defaultdict(list)
    for row in rows(name):
        found[row[first], row[second]].append(float(row["value"]))
    return {key: np.array(values) for key, values in found.items()}


# The tables of many_classifiers.R.
TABLES = {
    "demsar": DEMSAR2006,
    "garcia_herrera": GARCIA_HERRERA2008,
    "waves": np.array(
        [[round(0.7 + 0.1 * np.sin(i * j) + 0.02 * j, 3) for j in range(1, 7)] for i in range(1, 13)]
    ),
    "ties": np.array(
        [[6, 4, 4, 2], [4, 3, 2, 1], [3, 3, 1, 2], [3, 2, 1, 1], [5, 5, 5, 5], [2, 3, 1, 1]], dtype=float
    ),
}
R = series("many_classifiers.csv", "table", "what")
