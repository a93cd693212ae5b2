"""What a table of somebody's says, written down before it was read, and how a reading is held against it."""

from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Predictions


@dataclass(frozen=True)
class Meant:
    """How a table has to be read, or asked about; `plain` where asking would be a fault."""

    kind: str  # scores, predictions, items, or asked: no reading is certain, or there is no comparison in it
    names: tuple[str, ...] = ()
    count: int = 0  # datasets, examples or items
    resamples: int = 1
    higher: bool = True
    plain: bool = False


ASKED = Meant("asked")


def scores(names, datasets, resamples=1, *, higher=True, plain=False):
    """Return that a table holds scores of classifiers on datasets."""
    return Meant("scores", tuple(names), datasets, resamples, higher, plain)


def items(names, count, *, higher=True, plain=False):
    """Return that a table holds scores of single answers."""
    return Meant("items", tuple(names), count, 1, higher, plain)


def predictions(names, count, *, plain=False):
    """Return that a table holds predictions, or right and wrong answers, of single examples."""
    return Meant("predictions", tuple(names), count, plain=plain)


def csv(head, rows, sep=","):
    """Return rows as text."""
    return "\n".join(sep.join(map(str, row)) for row in [head, *rows]) + "\n"


def markdown(head, rows):
    """Return rows as a table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in lines) + "\n"


def draw(key, rows, columns, low=0.6, high=0.95, spread=0.02, digits=3):
    """Return scores as text: rows that differ in how hard they are, columns that differ a little."""
    rng = np.random.default_rng(crc32(key.encode()))
    hard = rng.uniform(low, high, rows)[:, None]
    values = hard + rng.normal(0, spread, columns) + rng.normal(0, spread, (rows, columns))
    top = 1.0 if high <= 1 else 100.0 if high <= 100 else np.inf
    values = np.clip(values, 0, top - 10.0**-digits)
    return [[f"{v:.{digits}f}" for v in row] for row in values.tolist()]


def whole(key, rows, columns, low, high):
    """Return whole numbers as text."""
    rng = np.random.default_rng(crc32(key.encode()))
    return [[str(v) for v in row] for row in rng.integers(low, high + 1, (rows, columns)).tolist()]


def beside(names, *blocks):
    """Return rows that begin with a name each and go on with the cells of each block."""
    return [[name, *(cell for block in blocks for cell in block[i])] for i, name in enumerate(names)]


def read_so(text: str, meant: Meant, folder: Path) -> str:
    """Return what became of a table: right, asked, wrong (with what was read), or asked though plain."""
    suffix = ".md" if text.startswith("|") else ".tex" if text.startswith("\\") else ".csv"
    path = folder / f"table{suffix}"
    path.write_text(text, encoding="utf-8")
    try:
        evidence = bakeoff.read(path).evidence
        bakeoff.compare(path)
    except BakeoffError as error:
        return f"asked though plain: {error}" if meant.plain else "asked"
    read = _describe(evidence)
    if meant.kind == "asked" or read != (
        meant.kind,
        set(meant.names),
        meant.count,
        meant.resamples,
        meant.higher,
    ):
        return f"wrong: {read}"
    return "right"


def _describe(evidence: object) -> tuple[str, set[str], int, int, bool]:
    if isinstance(evidence, Scores):
        resamples = 1 if evidence.resamples is None else evidence.resamples.per_dataset[1]
        higher = evidence.measure.higher_is_better
        return "scores", set(evidence.classifiers), len(evidence.datasets), resamples, higher
    if isinstance(evidence, ItemEvidence):
        return "items", set(evidence.models), len(evidence.items), 1, evidence.higher_is_better
    assert isinstance(evidence, Predictions)
    return "predictions", set(evidence.classifiers), evidence.correct.shape[0], 1, True
