"""A table as its authors meant it, and a changed one with what it says."""

from dataclasses import dataclass, field

import numpy as np

from bakeoff.inputs.options import ReadOptions


@dataclass(frozen=True)
class Table:
    """A table as its authors meant it."""

    name: str
    classifiers: tuple[str, ...]
    datasets: tuple[str, ...]
    values: np.ndarray  # datasets × classifiers
    digits: int = 4

    @property
    def cells(self) -> list[list[str]]:
        """The scores as they are written."""
        return [[f"{v:.{self.digits}f}" for v in row] for row in self.values]


@dataclass(frozen=True)
class Variant:
    """A changed table, and what it says: `datasets` and `resamples` where a reading must have them."""

    text: str
    classifiers: tuple[str, ...]
    datasets: int
    resamples: int | None = None
    higher_is_better: bool | None = None
    must_refuse: bool = False
    scores: np.ndarray | None = (
        None  # as they are written, where they must be read so: datasets × classifiers
    )
    loose_names: bool = False  # names of classifiers may keep what was added to them
    options: ReadOptions = field(default_factory=ReadOptions)


def write(header: list[str], rows: list[list[str]], separator: str = ",") -> str:
    """Return a header and rows as text."""
    return "\n".join(separator.join(map(str, row)) for row in [header, *rows]) + "\n"
