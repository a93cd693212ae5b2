"""Observations: scores by dataset, resample and classifier, before they become a table; several files join here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import InputError, UsageError
from bakeoff.core.findings import Finding
from bakeoff.core.readings import Reading, join_readings
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import did_you_mean, join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.clusters import merge_clusters
from bakeoff.inputs.scores.keys import NAMELESS

Locate = Callable[[int, int], str]
Key = tuple[int, int, int]  # dataset, repeat, fold


@dataclass(frozen=True, slots=True, kw_only=True)
class Observations:
    """One row for each dataset, or for each resample of it; one column for each classifier."""

    classifiers: tuple[str, ...]
    datasets: tuple[str, ...]
    dataset: Ints  # for each row the index of its dataset
    repeat: Ints
    fold: Ints
    resampled: bool  # whether rows are resamples by their own account
    values: Floats  # NaN where missing
    measure: str
    source: str
    locate: Locate  # says where the score of a row and classifier stands
    name: str = ""  # of the file, where there is one
    # What the source calls its columns, those of classifiers and all others.
    columns: frozenset[str] = frozenset()
    percent: bool = False  # whether the scores were written with a % sign
    spread: Floats | None = None
    n_train: Floats | None = None
    n_test: Floats | None = None
    findings: tuple[Finding, ...] = ()
    # The family of each dataset, where families are given.
    clusters: Mapping[str, str] = field(default_factory=dict)
    reading: Reading | None = None
    higher_is_better: bool | None = None  # by arrows in the header
    decimals: tuple[int | None, ...] | None = None  # of each classifier, where its scores were rounded

    def dataset_name(self, row: int) -> str:
        """Return the name of the dataset that a row is about."""
        return self.datasets[int(self.dataset[row])]

    def keep(self, *, rows: Ints, columns: Ints) -> "Observations":
        """Return the observations of these rows and columns, without datasets that have no row left."""
        left = np.unique(self.dataset[rows])
        number = np.full(len(self.datasets), -1, dtype=np.int64)
        number[left] = np.arange(left.size)
        row_of, column_of, locate = rows.tolist(), columns.tolist(), self.locate
        return replace(
            self,
            classifiers=tuple(self.classifiers[j] for j in column_of),
            decimals=None if self.decimals is None else tuple(self.decimals[j] for j in column_of),
            datasets=tuple(self.datasets[i] for i in left.tolist()),
            dataset=number[self.dataset[rows]],
            repeat=self.repeat[rows],
            fold=self.fold[rows],
            values=self.values[np.ix_(rows, columns)],
            spread=None if self.spread is None else self.spread[np.ix_(rows, columns)],
            n_train=None if self.n_train is None else self.n_train[rows],
            n_test=None if self.n_test is None else self.n_test[rows],
            locate=lambda i, j: locate(row_of[i], column_of[j]),
        )


def join_observations(parts: Sequence[Observations]) -> Observations:
    """Return the observations of several sources as one; the same score twice must be the same number."""
    if len(parts) == 1:
        return parts[0]
    _refuse_unrelated(parts)
    classifiers = tuple(dict.fromkeys(name for part in parts for name in part.classifiers))
    datasets = tuple(dict.fromkeys(name for part in parts for name in part.datasets))
    keys = [_row_keys(part, datasets) for part in parts]
    rows = {key: i for i, key in enumerate(dict.fromkeys(key for part in keys for key in part))}
    values = np.full((len(rows), len(classifiers)), np.nan)
    spread = np.full_like(values, np.nan)
    owner: dict[tuple[int, int], tuple[int, int, int]] = {}
    for p, (part, part_keys) in enumerate(zip(parts, keys, strict=True)):
        at = np.array([rows[key] for key in part_keys], dtype=np.int64)
        for j, name in enumerate(part.classifiers):
            column = classifiers.index(name)
            _refuse_contradiction(values[at, column], part, j, parts[0].source)
            is_present = ~np.isnan(part.values[:, j])
            values[at[is_present], column] = part.values[is_present, j]
            if part.spread is not None:
                spread[at[is_present], column] = part.spread[is_present, j]
            owner.update({(int(at[i]), column): (p, i, j) for i in np.flatnonzero(is_present).tolist()})
    identity = np.array(list(rows), dtype=np.int64).reshape(len(rows), 3)
    return Observations(
        classifiers=classifiers,
        datasets=datasets,
        dataset=identity[:, 0],
        repeat=identity[:, 1],
        fold=identity[:, 2],
        resampled=any(part.resampled for part in parts),
        values=values,
        measure=parts[0].measure,
        percent=any(part.percent for part in parts),
        source=join_with_commas((part.source for part in parts), most=3),
        locate=lambda i, j: _locate_owner(parts, owner.get((i, j))),
        n_train=_join_sizes(parts, keys, rows, [part.n_train for part in parts]),
        n_test=_join_sizes(parts, keys, rows, [part.n_test for part in parts]),
        name=parts[0].name,
        columns=frozenset().union(*(part.columns for part in parts)),
        spread=None if np.isnan(spread).all() else spread,
        findings=tuple({(f.code, f.message): f for part in parts for f in part.findings}.values()),
        clusters=merge_clusters(
            (item for part in parts for item in part.clusters.items()), where=parts[0].source
        ),
        reading=_join_readings(parts),
    )


def _join_readings(parts: Sequence[Observations]) -> Reading | None:
    """Return how several files were read, and which of them gave what."""
    read = [
        (
            part.source,
            f"{join_with_commas(map(quote_text, part.classifiers), most=3)} on "
            f"{write_count(len(part.datasets), 'dataset')}",
            part.reading,
        )
        for part in parts
        if part.reading is not None
    ]
    return join_readings(read) if read else None


def _row_keys(part: Observations, datasets: tuple[str, ...]) -> list[Key]:
    place = {name: i for i, name in enumerate(datasets)}
    number = [place[name] for name in part.datasets]
    rows = zip(part.dataset.tolist(), part.repeat.tolist(), part.fold.tolist(), strict=True)
    return [(number[d], r, f) for d, r, f in rows]


def leave_out_classifiers(observed: Observations, *, options: ReadOptions) -> Observations:
    """Return the observations without the classifiers that the user wants left out; refuse names that nothing has."""
    known = {*observed.columns, *observed.classifiers, *observed.datasets, *observed.clusters.values()}
    for name in options.leave_out:
        if name not in known:
            raise unknown_classifier_error(name, observed.classifiers, observed.source)
    columns = [j for j, name in enumerate(observed.classifiers) if name not in options.leave_out]
    if len(columns) == len(observed.classifiers):
        return observed
    return observed.keep(rows=np.arange(observed.dataset.size), columns=np.array(columns, dtype=np.int64))


def unknown_classifier_error(name: str, names: Sequence[str], source: str) -> UsageError:
    """Return the error for a classifier that is to be left out and is not there."""
    return UsageError(
        f"there is no classifier or dataset {quote_text(name)} to leave out",
        where=f"--leave-out, {source}",
        fix=f"{did_you_mean(name, names)}the classifiers are {join_with_commas(map(quote_text, names), most=10)}",
        code="BO045",
    )


def _join_sizes(
    parts: Sequence[Observations], keys: list[list[Key]], rows: dict[Key, int], sizes: list[Floats | None]
) -> Floats | None:
    """Return the size of each split where all sources give it; the same split has one size."""
    known_sizes = [size for size in sizes if size is not None]
    if len(known_sizes) < len(parts):
        return None
    table = np.full((len(rows), len(parts)), np.nan)
    for p, size in enumerate(known_sizes):
        table[[rows[key] for key in keys[p]], p] = size
    is_known = ~np.isnan(table)
    first: Floats = table[np.arange(len(rows)), is_known.argmax(axis=1)]
    if (is_known & (table != first[:, None])).any():
        p = int(np.argwhere(is_known & (table != first[:, None]))[0][1])
        raise different_splits_error(parts[0].classifiers[0], parts[p].classifiers[0], parts[p].source)
    return first


def different_splits_error(a: str, b: str, where: str) -> InputError:
    """Return the error for classifiers that cannot be paired split by split."""
    return InputError(
        f"{quote_text(a)} and {quote_text(b)} were tested on different splits, so their folds cannot be paired",
        where=where,
        fix="run both on the same splits: pass the same cv with a fixed random_state",
        code="BO046",
    )


def _locate_owner(parts: Sequence[Observations], owner: tuple[int, int, int] | None) -> str:
    if owner is None:
        return parts[0].source
    part, row, column = owner
    return parts[part].locate(row, column)


def _refuse_unrelated(parts: Sequence[Observations]) -> None:
    measures = list(dict.fromkeys(part.measure for part in parts))
    if len(measures) > 1:
        raise _unrelated_error(
            f"the files hold different scores: {join_with_commas(map(quote_text, measures))}",
            parts,
            "--metric NAME, or files with one measure",
        )
    if len({part.resampled for part in parts}) > 1:
        raise _unrelated_error(
            "some files hold single resamples, others only means", parts, "files of one kind"
        )
    first = set(parts[0].datasets)
    if any(
        not first & set(part.datasets) and set(parts[0].classifiers) != set(part.classifiers)
        for part in parts
    ):
        raise _unrelated_error(
            "the files share neither datasets nor classifiers", parts, "the files of one experiment"
        )


def _unrelated_error(what: str, parts: Sequence[Observations], fix: str) -> InputError:
    where = join_with_commas(part.source for part in parts)
    return InputError(what, where=where, fix=f"give {fix}", code="BO047")


def _refuse_contradiction(before: Floats, part: Observations, column: int, first: str) -> None:
    now = part.values[:, column]
    differs = ~np.isnan(before) & ~np.isnan(now) & (before != now)
    if differs.any():
        row = int(np.flatnonzero(differs)[0])
        dataset = part.datasets[int(part.dataset[row])]
        raise InputError(
            f"the score of {quote_text(part.classifiers[column])} on {quote_text(dataset)} is {now[row]:g} here "
            f"and {before[row]:g} in another file",
            where=f"{part.locate(row, column)}; {first}",
            fix="give each score once, or name the classifiers apart"
            + (
                "; if each file is another dataset, name it in a column 'dataset'"
                if dataset == NAMELESS
                else ""
            ),
            code="BO026",
        )
