"""What can be seen of leaks in the data of a study: the class among the attributes, copies of test rows, dates."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.datasets import CategoricalColumn, Dataset, FeatureColumn, NumericColumn, Task
from bakeoff.datasets.assembly.typed_columns import is_date
from bakeoff.datasets.properties import row_keys
from bakeoff.study.cells.splits import Split, make_splits, row_sample
from bakeoff.study.specification.specification import Resampling, Specification

MOST_MISSING = 0.5  # of a column that is compared with the class
COPIES = 0.05  # from so many test rows on, beyond what chance explains, copies are worth a finding
EXACTLY = 1e-6  # how near to 0 and 1 the mean and standard deviation of a standardised column are
LEAST_ROWS = 10  # that show that a column and a quantity lie on one line
DATES_READ = "BO225"  # what the reader of files says of columns of dates
DATE_NAMES = ("date", "datetime", "timestamp")
MANY_DATES = 20  # distinct numbers under such a name, from which on they are more than the months of a year


def find_leaks(dataset: Dataset, spec: Specification) -> dict[str, Any]:
    """Return what was seen of a dataset, by kind; nothing for a kind that was not seen."""
    leaks = {
        "class_among": _find_target_among(dataset),
        "copies": share_of_copies(dataset, spec),
        "standardised": _count_standardised(dataset),
        "dates": [] if dataset.times is not None else _find_dates(dataset),
    }
    return {kind: content for kind, content in leaks.items() if content}


def _find_target_among(dataset: Dataset) -> list[str]:
    if dataset.task is Task.QUANTITY:
        return _find_copies_of_quantity(dataset)
    return [*_find_copies_of_class(dataset), *_find_class_indicators(dataset)]


def _find_copies_of_quantity(dataset: Dataset) -> list[str]:
    """Return the columns of numbers that are the quantity itself, perhaps in another unit."""
    quantity = dataset.decode_target(dataset.target)
    return [
        column.name
        for column in dataset.features
        if isinstance(column, NumericColumn) and _is_linear(column, quantity)
    ]


def _is_linear(column: NumericColumn, quantity: Floats) -> bool:
    is_known = ~column.missing
    values, wanted = column.values[is_known], quantity[is_known]
    if values.size < MOST_MISSING * quantity.size or values.size < LEAST_ROWS:
        return False
    if np.ptp(values) == 0 or np.ptp(wanted) == 0:
        return False
    return bool(abs(np.corrcoef(values, wanted)[0, 1]) > 1 - EXACTLY**2)


def _find_copies_of_class(dataset: Dataset) -> Iterator[str]:
    """Yield the columns that have one value for each class, and each value for one class only."""
    for column in dataset.features:
        is_known = ~column.missing
        if is_known.mean() <= 1 - MOST_MISSING:
            continue
        values, target = column.cells[is_known], dataset.target[is_known]
        present, first = np.unique(target, return_index=True)
        of_class = values[first]
        if present.size < 2 or np.unique(of_class).size < present.size:
            continue
        if (values == of_class[np.searchsorted(present, target)]).all():
            yield column.name


def _find_class_indicators(dataset: Dataset) -> list[str]:
    """Return the columns that say yes or no of one class each, where together they tell all classes apart."""
    classes = np.unique(dataset.target).size
    if classes == 2:  # the one such column is a copy of the class
        return []
    class_by_column = {
        column.name: class_by_column
        for column in dataset.features
        if (class_by_column := _class_set_apart(column, dataset.target))
    }
    return list(class_by_column) if len(set(class_by_column.values())) >= classes - 1 else []


def _class_set_apart(column: FeatureColumn, target: Ints) -> int | None:
    """Return the class (counted from 1) that a column of two values sets apart from all others."""
    values = column.cells
    if column.missing.any():
        return None
    yes = values == values[0]
    if yes.all() or (values[~yes] != values[~yes][0]).any():
        return None
    for side in (yes, ~yes):
        one = target[side][0]
        if (target[side] == one).all() and (target[~side] != one).all():
            return int(one) + 1
    return None


def share_of_copies(dataset: Dataset, spec: Specification) -> float:
    """Return the share of test rows that have an exact copy, class included, among their training rows.

    Of the splits of the first repeat. 0 where it is small, or what rows that agree by chance would give: with few
    attributes of few values they do.
    """
    keys = np.column_stack([row_keys(dataset), dataset.target.astype(np.uint64)])
    _, alike, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    alike = alike.reshape(-1)
    if np.mean(counts[alike] > 1) < COPIES:
        return 0.0
    if spec.splitting.kind is Resampling.LEAVE_ONE_OUT:
        share = float(np.mean(counts[alike] > 1))
    else:
        copied = [np.isin(alike[split.test], alike[split.train]) for split in _first_splits(dataset, spec)]
        share = float(np.concatenate(copied).mean())
    return round(share, 4) if share - _copies_by_chance(dataset) >= COPIES else 0.0


def _first_splits(dataset: Dataset, spec: Specification) -> tuple[Split, ...]:
    repeat = min((split.repeat for split in dataset.splits), default=0)
    repeat = repeat if spec.splitting.kind is Resampling.GIVEN else 0
    names = [c.name for c in spec.classifiers]
    sample = row_sample(names, names[0]) if spec.splitting.distinct else None
    return make_splits(dataset, spec.splitting, seed=spec.seed, repeat=repeat, sample=sample)


def _copies_by_chance(dataset: Dataset) -> float:
    """Return the share of rows that would have a copy if attributes were independent within each class."""
    twins = np.zeros(dataset.rows)
    for label in np.unique(dataset.strata):
        rows = np.flatnonzero(dataset.strata == label)
        chance = np.zeros(rows.size)
        for column in dataset.features:
            _, place, counts = np.unique(column.cells[rows], return_inverse=True, return_counts=True)
            chance += np.log(counts[place.reshape(-1)] / rows.size)
        none = np.log1p(-np.minimum(np.exp(chance), 1 - 1e-12)) * (rows.size - 1)
        twins[rows] = -np.expm1(none)
    return float(twins.mean())


def _count_standardised(dataset: Dataset) -> int:
    """Return how many columns have mean 0 and standard deviation 1 over all rows, where all that could have do."""
    numeric = [c.values[~c.missing] for c in dataset.features if isinstance(c, NumericColumn)]
    varied = [values for values in numeric if values.size > 2 and np.unique(values[:100]).size > 2]
    return len(varied) if all(map(_is_standardised, varied)) else 0


def _is_standardised(values: Floats) -> bool:
    spreads = [abs(float(values.std(ddof=ddof)) - 1) for ddof in (0, 1)]
    return abs(float(values.mean())) < EXACTLY and min(spreads) < EXACTLY


def _find_dates(dataset: Dataset) -> list[str]:
    """Return the attributes that hold dates: read as such, called so, or categories that are written so."""
    date_columns: set[str] = set()
    for finding in dataset.findings:
        if finding.code == DATES_READ:
            date_columns.update(map(str, finding.detail["columns"]))  # type: ignore[call-overload]
    return [
        c.name
        for c in dataset.features
        if c.name in date_columns or _is_called_date(c) or _is_written_as_date(c)
    ]


def _is_called_date(column: FeatureColumn) -> bool:
    if not isinstance(column, NumericColumn) or column.name.lower() not in DATE_NAMES:
        return False  # categories under such a name are months or seasons
    return int(np.unique(column.values[~column.missing]).size) >= MANY_DATES


def _is_written_as_date(column: FeatureColumn) -> bool:
    return isinstance(column, CategoricalColumn) and bool(column.levels) and all(map(is_date, column.levels))
