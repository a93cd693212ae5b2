"""Writing a study into a folder: everything that another machine needs to check it, cell by cell."""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from bakeoff.api.study.publication.manifest import write_manifest
from bakeoff.core.datasets import Dataset, Task
from bakeoff.core.errors import StoreError, UsageError
from bakeoff.core.outcomes import Failed, Outcome, Scored
from bakeoff.store.open import open_store_to_read
from bakeoff.study.cells.plan import plan_cells
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.execution import load_datasets

if TYPE_CHECKING:
    from bakeoff.api.study.study import Results, Study
    from bakeoff.store.store import Store

ROWS = 50_000  # of one group of a Parquet file
Row = Sequence[Any]


def require_new_folder(folder: str | os.PathLike[str]) -> Path:
    """Return the path of a folder that is not there yet, or is empty; refuse others before anything is run."""
    from bakeoff.api.deliveries.files import require_folder

    target = require_folder(os.fspath(folder))
    if target.exists() and any(target.iterdir()):
        raise UsageError(
            f"{target} is not empty, and a published study is written whole",
            where="--publish",
            fix="name a folder that is not there yet",
            code="BO854",
        )
    return target


def publish_study(
    study: "Study",
    results: "Results",
    folder: str | os.PathLike[str],
    *,
    by: str = "",
    license_name: str = "",
) -> Path:
    """Write a finished study into a new folder, with digests of all files; the folder appears whole or not at all."""
    target = require_new_folder(folder)
    target.absolute().parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(mkdtemp(dir=target.absolute().parent, prefix=f".{target.name[:40]}."))
    try:
        with open_store_to_read(results.store) as store:
            facts = _write_store(store, study.specification.name, unfinished)
        _write_data_facts(study, unfinished)
        _write_answers(results, unfinished)
        if study.file is not None:
            shutil.copyfile(study.file, unfinished / "study.toml")
        at = datetime.now(UTC).isoformat(timespec="seconds")
        write_manifest(unfinished, {**facts, "at": at, "by": by, "license": license_name})
        unfinished.chmod(0o755)
        if target.exists():
            target.rmdir()
        unfinished.rename(target)
    except OSError as error:
        raise StoreError(
            f"the study could not be published: {error.strerror or error}",
            where=str(target),
            fix="name a folder on a disk with room, where you may write",
            code="BO854",
        ) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return target


def _write_store(store: "Store", name: str, folder: Path) -> dict[str, Any]:
    """Write what the store has of a study, and return the facts for the manifest."""
    (lock,) = [lock for lock in store.studies() if lock.name == name]
    amendments = [
        {"at": a.at.isoformat(), "digest": a.digest, "cells_seen": a.cells_seen, "text": a.text}
        for a in lock.amendments
    ]
    frozen = {"at": lock.at.isoformat(), "digest": lock.digest, "text": lock.text, "amendments": amendments}
    _write_json(folder / "specification.json", frozen)
    environments = [
        {"cells": count, "versions": json.loads(text or "{}")}
        for text, count in store.environments(name).items()
    ]
    _write_json(folder / "environment.json", environments)
    _write_json(folder / "ledger.json", [asdict(entry) for entry in store.ledger()])
    store.export(name, folder / "scores.parquet")
    store.export(name, folder / "measured.parquet", measured=True)
    _write_table(folder / "cells.parquet", _CELLS, map(_cell_row, store.outcomes(name)))
    _write_table(folder / "trials.parquet", _TRIALS, _rows_of_scored(store.outcomes(name), _trial_rows))
    kept = _rows_of_scored(store.outcomes(name, predictions=True), _prediction_rows)
    _write_table(folder / "predictions.parquet", _PREDICTIONS, kept)
    cells = store.count_planned(name)
    failed = len(store.failed_keys(name))
    return {"study": name, "specification": lock.digest_in_force, "cells": cells, "failed": failed}


_PLACE = {
    "dataset": "string",
    "classifier": "string",
    "repeat": "int64",
    "fold": "int64",
    "condition": "string",
}
_CELLS = {
    **_PLACE,
    **{"key": "string", "split": "string", "n_train": "int64", "n_test": "int64"},
    **{"reason": "string", "message": "string"},
}
_TRIALS = {**_PLACE, "number": "int64", "parameters": "string", "score": "double", "chosen": "bool"}
_PREDICTIONS = {**_PLACE, "row": "int64", "truth": "string", "label": "string", "probabilities": "list"}
_SPLITS = {"dataset": "string", "repeat": "int64", "fold": "int64", "role": "string", "row": "int64"}


def _writing_place(outcome: Outcome) -> tuple[Any, ...]:
    cell = outcome.cell
    return (cell.dataset, cell.classifier, cell.repeat, cell.fold, cell.condition)


def _cell_row(outcome: Outcome) -> Row:
    cell = (*_writing_place(outcome), outcome.cell.key, outcome.cell.split)
    if isinstance(outcome, Failed):
        return (*cell, None, None, str(outcome.reason), outcome.message)
    return (*cell, outcome.n_train, outcome.n_test, None, None)


def _rows_of_scored(outcomes: Iterable[Outcome], rows: Callable[[Scored], Iterator[Row]]) -> Iterator[Row]:
    for outcome in outcomes:
        if isinstance(outcome, Scored):
            yield from rows(outcome)


def _trial_rows(outcome: Scored) -> Iterator[Row]:
    for trial in outcome.trials:
        yield (*_writing_place(outcome), trial.number, trial.parameters, trial.score, trial.chosen)


def _prediction_rows(outcome: Scored) -> Iterator[Row]:
    said = outcome.predictions
    if said is None:
        return
    place, classes = _writing_place(outcome), said.classes
    for i, (row, truth, label) in enumerate(zip(said.rows, said.truth, said.labels, strict=True)):
        chances = None if said.probabilities is None else said.probabilities[i].tolist()
        yield (*place, int(row), classes[truth], classes[label], chances)


def _write_data_facts(study: "Study", folder: Path) -> None:
    """Write what checks need to know of the data, which are not in the folder: splits, and how targets are scored."""
    datasets = load_datasets(study.specification, base=study.base)
    _write_table(folder / "splits.parquet", _SPLITS, _split_rows(study, datasets))
    _write_json(folder / "targets.json", {dataset.name: _describe_target(dataset) for dataset in datasets})


def _describe_target(dataset: Dataset) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    if dataset.task in (Task.CLASSES, Task.ORDERED):
        plain["classes"] = list(dataset.classes)
    if dataset.labels:
        plain["labels"] = list(dataset.labels)
    if dataset.weights is not None:
        plain["weights"] = dataset.weights.tolist()
    return plain


def _split_rows(study: "Study", datasets: Sequence[Dataset]) -> Iterator[Row]:
    """Yield the rows of every split of the undisturbed data, made anew from the data and the seed."""
    spec = study.specification
    for dataset in datasets:
        piece = Workpiece(dataset=dataset, spec=spec)
        seen = set()
        for cell in plan_cells(spec, [dataset]):
            at = (cell.repeat, cell.fold, cell.classifier if spec.splitting.distinct else "")
            if cell.condition or at in seen:
                continue
            seen.add(at)
            split = piece.split(cell)
            for role, rows in (("train", split.train), ("test", split.test)):
                for row in rows.tolist():
                    yield (dataset.name, cell.repeat, cell.fold, role, row)


def _write_answers(results: "Results", folder: Path) -> None:
    """Write the comparison and its report, where the study has one."""
    from bakeoff.api.deliveries.report import write_report
    from bakeoff.render.json.comparison import comparison_dict

    facts = results.snapshot()
    if facts.facts.distinct or len({o.cell.classifier for o in facts.outcomes()}) < 2:
        return
    evidence = replace(facts.evidence(), source="scores.parquet")  # where it lies here is nobody's business
    comparison = facts.judge(evidence)
    _write_json(folder / "comparison.json", comparison_dict(comparison))
    write_report(comparison, folder / "report.html", command="bakeoff verify .")


def _write_json(path: Path, content: object) -> None:
    path.write_text(
        json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n", encoding="utf-8"
    )


def _write_table(path: Path, columns: Mapping[str, str], rows: Iterable[Row]) -> None:
    """Write rows as Parquet, some at a time, so that memory stays flat."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    kinds = {"list": pa.list_(pa.float64()), "double": pa.float64(), "bool": pa.bool_()}
    types = [kinds.get(kind) or getattr(pa, kind)() for kind in columns.values()]
    schema = pa.schema(list(zip(columns, types, strict=True)))
    with ParquetWriter(path, schema, compression="zstd") as writer:
        for group in _writing_groups(rows):
            arrays = [
                pa.array(values, type=kind)
                for values, kind in zip(zip(*group, strict=True), types, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _writing_groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    from itertools import islice

    rest = iter(rows)
    while group := list(islice(rest, ROWS)):
        yield group
