"""A replication of a study: the locked specification, on datasets that it has never seen."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bakeoff.core.datasets import Dataset
from bakeoff.core.errors import RunError
from bakeoff.core.outcomes import Outcome
from bakeoff.datasets.loaders import load_dataset
from bakeoff.datasets.properties import row_keys
from bakeoff.store.store import Store
from bakeoff.store.study_records import Lock
from bakeoff.study.execution import load_datasets
from bakeoff.study.specification.dataset_references import read_references
from bakeoff.study.specification.frozen_text import drop_versions, freeze_specification
from bakeoff.study.specification.specification import Specification

MARK = "(replication"
SHARED_ROWS = 0.5  # from so many common rows on, two datasets are parts of one


def specify_replication(
    spec: Specification, new: Sequence[str], *, store: Store, base: Path
) -> tuple[Specification, tuple[Dataset, ...]]:
    """Return the specification of the replication with its datasets, or say why it would be none.

    The study must have been run as it stands, and no new dataset may have the content, or half of the rows, of one
    that the study or an earlier replication of it has used.
    """
    original = load_datasets(spec, base=base)
    _require_locked(spec, original, store.studies())
    referenced = read_references(new, base=base)
    again = replace(
        spec,
        name=f"{spec.name} {MARK})",
        datasets=referenced.references,
        sampling=referenced.sampling,
        drawn=referenced.drawn,
    )
    datasets = load_datasets(again, base=base)
    earlier = [lock for lock in store.studies() if lock.name.startswith(f"{spec.name} {MARK}")]
    for number, lock in enumerate(earlier, start=1):
        if _has_same_datasets(lock, referenced.references):
            return replace(again, name=lock.name), datasets  # the same one goes on
        again = replace(again, name=f"{spec.name} {MARK} {number + 1})")
    for used in (*original, *_load_used(earlier, base)):
        for dataset in datasets:
            _require_new(dataset, used)
    return again, datasets


def mark_datasets(outcomes: Iterable[Outcome], taken: frozenset[str]) -> list[Outcome]:
    """Return outcomes of a replication; a dataset whose name the first study uses for another is told apart."""
    return [
        replace(o, cell=replace(o.cell, dataset=f"{o.cell.dataset} {MARK})"))
        if o.cell.dataset in taken
        else o
        for o in outcomes
    ]


def _require_locked(spec: Specification, datasets: Sequence[Dataset], locks: Sequence[Lock]) -> None:
    lock = next((lock for lock in locks if lock.name == spec.name), None)
    if lock is None:
        raise _replication_error(
            f"the study {spec.name!r} has not been run, so there is nothing to replicate", "run it first"
        )
    if drop_versions(lock.text_in_force) != drop_versions(freeze_specification(spec, datasets)):
        raise _replication_error(
            f"the specification of {spec.name!r} is not the one that was run",
            "replicate what was locked: take back the change of the study file, or of the estimators' code",
        )


def _locked_references(lock: Lock) -> list[str]:
    return [str(reference) for reference in json.loads(lock.text_in_force)["datasets"]]


def _has_same_datasets(lock: Lock, references: Sequence[str]) -> bool:
    return sorted(_locked_references(lock)) == sorted(references)


def _load_used(earlier: Sequence[Lock], base: Path) -> list[Dataset]:
    return [load_dataset(reference, base=base) for lock in earlier for reference in _locked_references(lock)]


def _require_new(dataset: Dataset, used: Dataset) -> None:
    if dataset.digest == used.digest:
        raise _replication_error(
            f"{dataset.name!r} has the same content as {used.name!r}, which was used already",
            "replicate on new data; another run on the same repeats its luck",
        )
    share = _share_of_rows(dataset, used)
    if share >= SHARED_ROWS:
        raise _replication_error(
            f"{100 * share:.0f} % of the rows of {dataset.name!r} are rows of {used.name!r}, which was used already",
            "replicate on new data; another partition of the same is not new",
        )


def _share_of_rows(dataset: Dataset, used: Dataset) -> float:
    """Return the share of rows that both have; 0 where their columns have other names."""
    if [c.name for c in dataset.features] != [c.name for c in used.features]:
        return 0.0
    used_keys = {tuple(key) for key in row_keys(used).tolist()}
    return float(np.mean([tuple(key) in used_keys for key in row_keys(dataset).tolist()]))


def _replication_error(what: str, fix: str) -> RunError:
    return RunError(what, where="--replicate", fix=fix, code="BO457")
