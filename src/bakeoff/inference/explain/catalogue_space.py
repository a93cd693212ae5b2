"""The compared datasets in the space of all known ones: principal axes of their properties, and their ranges."""

from collections.abc import Callable, Sequence

import numpy as np

from bakeoff.core.answers.catalogue_space import (
    AxisScale,
    CatalogueSpace,
    PlacedDataset,
    PropertyRange,
    SpaceAxis,
)
from bakeoff.core.answers.explanation import PropertyTable
from bakeoff.core.arrays import Bools, Floats

FEWEST_COMPARED = 3  # fewer have no range to speak of
FEWEST_OTHERS = 3  # fewer are no space to lie in
SHARE_KNOWN = 0.5  # of the others: a property that fewer have is left out
LOG_FROM = 10.0  # times the smallest value: a property that spans so much enters by its logarithm


def place_in_catalogue(
    compared: Sequence[str], own: PropertyTable, catalogue: PropertyTable
) -> CatalogueSpace | None:
    """Return where the compared datasets lie; None where too little is known of them, or of others.

    `own` are the properties of the compared datasets, and of others if it has more rows; `catalogue` those of further
    datasets, which may be among the compared ones. A property counts if it is known of every compared dataset of which
    anything is known and of half of the others, and varies. What spans a factor of ten enters by its logarithm, a share
    by its square root; every property is then centred and brought to the same spread. A dataset that lacks a property
    is left out.
    """
    names, values, is_compared = _join_properties(compared, own, catalogue)
    usable = _usable_properties(values, is_compared)
    is_complete = np.asarray(np.isfinite(values[:, usable]).all(axis=1))
    values, is_compared = values[is_complete][:, usable], is_compared[is_complete]
    if is_compared.sum() < FEWEST_COMPARED or (~is_compared).sum() < FEWEST_OTHERS or values.shape[1] < 2:
        return None
    complete_names = [name for name, keep in zip(names, is_complete, strict=True) if keep]
    labels = [own.names[j] for j in np.flatnonzero(usable)]
    known = {dataset_key(name) for name, mine in zip(complete_names, is_compared, strict=True) if mine}
    ranges, within = _property_ranges(labels, values, is_compared)
    points, axes = _project_on_plane(labels, values, [r.scale for r in ranges])
    return CatalogueSpace(
        datasets=tuple(
            PlacedDataset(name=n, x=float(p[0]), y=float(p[1]), compared=bool(c), within=bool(w))
            for n, p, c, w in zip(complete_names, points, is_compared, within, strict=True)
        ),
        axes=axes,
        ranges=ranges,
        properties_from=own.source,
        unknown=tuple(name for name in compared if dataset_key(name) not in known),
    )


def dataset_key(name: str) -> str:
    """Return by what a dataset is recognised: its name, whatever the case, without the marks of footnotes.

    Nothing more is forgiven: breast-cancer and breast_cancer are two datasets.

    >>> dataset_key("Iris "), dataset_key("Adult*")
    ('iris', 'adult')
    """
    return name.casefold().strip(" *†‡") or name


def _join_properties(
    compared: Sequence[str], own: PropertyTable, catalogue: PropertyTable
) -> tuple[list[str], Floats, Bools]:
    """Return every dataset once, the compared ones first, with the properties that `own` knows of."""
    rows: dict[str, tuple[str, Floats]] = {}
    column = {name: j for j, name in enumerate(catalogue.names)}
    for name, row in zip(own.datasets, own.values, strict=True):
        rows.setdefault(dataset_key(name), (name, row))
    for name, row in zip(catalogue.datasets, catalogue.values, strict=True):
        same = np.array([row[column[p]] if p in column else np.nan for p in own.names])
        rows.setdefault(dataset_key(name), (name, same))
    mine = dict.fromkeys(dataset_key(name) for name in compared if dataset_key(name) in rows)
    order = [*mine, *(key for key in rows if key not in mine)]
    values = np.array([rows[key][1] for key in order], dtype=np.float64).reshape(len(order), len(own.names))
    return [rows[key][0] for key in order], values, np.array([key in mine for key in order], dtype=np.bool_)


def _usable_properties(values: Floats, compared: Bools) -> Bools:
    known = np.isfinite(values)
    anything = known.any(axis=1)
    ours, others = known[compared & anything], known[~compared & anything]
    if not len(ours) or not len(others):
        return np.zeros(values.shape[1], dtype=np.bool_)
    usable: Bools = np.logical_and(ours.all(axis=0), others.mean(axis=0) >= SHARE_KNOWN)
    complete = values[known[:, usable].all(axis=1)]
    usable &= complete.min(axis=0) < complete.max(axis=0)
    return usable


def _property_ranges(
    labels: list[str], values: Floats, compared: Bools
) -> tuple[tuple[PropertyRange, ...], Bools]:
    ours, others = values[compared], values[~compared]
    low, high = ours.min(axis=0), ours.max(axis=0)
    beyond = (others < low) | (others > high)
    within: Bools = ((values >= low) & (values <= high)).all(axis=1)
    ranges = tuple(
        PropertyRange(
            name=label,
            low=float(low[j]),
            high=float(high[j]),
            beyond=int(beyond[:, j].sum()),
            scale=_axis_scale(values[:, j]),
        )
        for j, label in enumerate(labels)
    )
    return ranges, within


def _axis_scale(values: Floats) -> AxisScale:
    low, high = values.min(), values.max()
    if low > 0 and high >= LOG_FROM * low and high > 1:
        return AxisScale.LOG
    return AxisScale.ROOT if low >= 0 and high <= 1 else AxisScale.PLAIN


def _project_on_plane(
    labels: list[str], values: Floats, scales: list[AxisScale]
) -> tuple[Floats, tuple[SpaceAxis, SpaceAxis]]:
    """Return the datasets on the first two principal axes of the standardised properties."""
    by: dict[AxisScale, Callable[[Floats], Floats]] = {AxisScale.LOG: np.log, AxisScale.ROOT: np.sqrt}
    table = np.column_stack([by[s](v) if s in by else v for v, s in zip(values.T, scales, strict=True)])
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    _, sizes, directions = np.linalg.svd(table, full_matrices=False)
    axes = []
    for k in range(2):
        direction = directions[k] * np.sign(directions[k][np.argmax(np.abs(directions[k]))])
        directions[k] = direction
        share = float(sizes[k] ** 2 / (sizes**2).sum())
        axes.append(SpaceAxis(share=share, loadings=tuple(zip(labels, direction.tolist(), strict=True))))
    points: Floats = table @ directions[:2].T
    return points, (axes[0], axes[1])
