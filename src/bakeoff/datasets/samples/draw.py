"""Drawing datasets by chance from a frame, so that every kind of dataset in it has its share.

The properties that matter are cut at their quantiles; the occupied combinations are the strata; each stratum gets its
share of the sample by largest remainders, and inside a stratum every dataset is as likely as any other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.datasets import DatasetProperties
from bakeoff.core.errors import DatasetError
from bakeoff.core.words import did_you_mean

BINS = 3
# Words of the command line, and the property of a dataset that each stands for.
PROPERTIES: Mapping[str, str] = {
    "rows": "rows",
    "attributes": "attributes",
    "numeric": "numeric",
    "categorical": "categorical",
    "classes": "classes",
    "imbalance": "majority_share",
    "entropy": "entropy",
    "missing": "missing_share",
    "duplicates": "duplicates",
    "dimensionality": "dimensionality",
    "noise": "noise_floor",
    "difficulty": "difficulty",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """Datasets of one kind: the bin of each property, how many there are and how many were drawn."""

    bins: tuple[int, ...]
    size: int
    drawn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Which places of the frame were drawn, and from which strata."""

    chosen: tuple[int, ...]
    strata: tuple[Stratum, ...]
    cuts: Mapping[str, tuple[float, ...]]  # of each property


def draw_sample(
    frame: Sequence[DatasetProperties],
    *,
    n: int,
    by: Sequence[str],
    bins: int = BINS,
    rng: np.random.Generator,
) -> Draw:
    """Return a stratified sample of `n` datasets of a frame.

    Parameters
    ----------
    frame : sequence of DatasetProperties
        What was measured of each dataset that could be drawn.
    n : int
        How many to draw.
    by : sequence of str
        The properties that make the strata: rows, attributes, numeric, categorical, classes, imbalance, entropy,
        missing, duplicates, dimensionality, noise, difficulty.
    bins : int
        Into how many bins each property is cut, at its quantiles in the frame.
    rng : numpy.random.Generator
        The source of chance; it also decides between strata with equal remainders.
    """
    _check_sample(len(frame), n, by, bins)
    values = {name: np.array([_property_value(each, name) for each in frame]) for name in by}
    cuts = {name: _find_cuts(values[name], bins) for name in by}
    cells = [
        tuple(int(np.searchsorted(cuts[name], values[name][i])) for name in by) for i in range(len(frame))
    ]
    occupied = sorted(set(cells))
    members = [[i for i, cell in enumerate(cells) if cell == one] for one in occupied]
    shares = allocate_draws(np.array([len(m) for m in members], dtype=np.int64), n, rng=rng)
    drawn = [
        int(i)
        for inside, k in zip(members, shares.tolist(), strict=True)
        for i in rng.choice(np.array(inside), size=k, replace=False)
    ]
    strata = tuple(
        Stratum(bins=cell, size=len(inside), drawn=k)
        for cell, inside, k in zip(occupied, members, shares.tolist(), strict=True)
    )
    return Draw(chosen=tuple(sorted(drawn)), strata=strata, cuts=cuts)


def stratum_sizes(draw: Draw) -> tuple[tuple[str, int, int], ...]:
    """Return of each stratum in words which it is, how many datasets it has, and how many were drawn."""
    return tuple(
        (
            ", ".join(
                _bin_text(name, draw.cuts[name], at) for name, at in zip(draw.cuts, s.bins, strict=True)
            ),
            s.size,
            s.drawn,
        )
        for s in draw.strata
    )


def _bin_text(name: str, cuts: Sequence[float], at: int) -> str:
    if not cuts:
        return f"any {name}"
    if at == 0:
        return f"{name} ≤ {cuts[0]:.6g}"
    return f"{name} > {cuts[-1]:.6g}" if at >= len(cuts) else f"{cuts[at - 1]:.6g} < {name} ≤ {cuts[at]:.6g}"


def allocate_draws(sizes: Ints, n: int, *, rng: np.random.Generator) -> Ints:
    """Return how many of `n` each stratum gets: in proportion to its size, by largest remainders, ties by lot.

    >>> allocate_draws(np.array([60, 30, 10]), 10, rng=np.random.default_rng(0)).tolist()
    [6, 3, 1]
    """
    total = int(sizes.sum())
    whole = n * sizes // total
    remainder = n * sizes % total  # in whole numbers: equal remainders are equal
    left = n - int(whole.sum())
    order = np.lexsort((rng.random(sizes.size), -remainder))
    whole[order[:left]] += 1
    allocated: Ints = whole
    return allocated


def frame_digest(datasets: Iterable[tuple[str, str]]) -> str:
    """Return the fingerprint of a frame: names and digests of its datasets, in any order."""
    content = "\n".join(f"{name}\t{digest}" for name, digest in sorted(datasets))
    return f"sha256:{sha256(content.encode('utf-8', 'surrogatepass')).hexdigest()}"


def needs_landmarks(by: Sequence[str]) -> bool:
    """Say whether a property is asked for that takes training simple classifiers."""
    return "difficulty" in by


def _find_cuts(values: Floats, bins: int) -> tuple[float, ...]:
    quantiles = np.quantile(values, np.arange(1, bins) / bins, method="inverted_cdf")
    return tuple(np.unique(quantiles).tolist())


def _property_value(properties: DatasetProperties, name: str) -> float:
    value = getattr(properties, PROPERTIES[name])
    return 0.0 if value is None else float(value)


def _check_sample(frame: int, n: int, by: Sequence[str], bins: int) -> None:
    for name in by:
        if name not in PROPERTIES:
            raise _sample_error(
                f"there is no property {name!r}{did_you_mean(name, list(PROPERTIES))}",
                f"use some of: {', '.join(PROPERTIES)}",
            )
    if not by or len(set(by)) != len(by):
        raise _sample_error("each property should be named once", f"use some of: {', '.join(PROPERTIES)}")
    if not 1 <= n <= frame:
        raise _sample_error(
            f"{n:,} of {frame:,} datasets cannot be drawn",
            "draw at least one and at most all, or add datasets",
        )
    if bins < 1:
        raise _sample_error("there must be at least one bin", "leave the number of bins out")


def _sample_error(what: str, fix: str) -> DatasetError:
    return DatasetError(what, where="the sample of datasets", fix=fix, code="BO434")
