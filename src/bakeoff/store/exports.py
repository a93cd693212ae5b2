"""Outcomes as a table in a file: in the order of the plan, so the same bytes whatever ran first."""

import csv
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path
from tempfile import mkstemp
from types import MappingProxyType

from bakeoff.core.errors import StoreError
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.spreadsheets import guard_cell

Row = tuple[str | int | float | None, ...]
SCORES = (
    *("dataset", "classifier", "repeat", "fold", "metric", "score", "n_train", "n_test"),
    *("condition", "failure"),
)
MEASURED = ("dataset", "classifier", "repeat", "fold", "measure", "value", "condition")
_ROWS = 10_000  # of one group of a Parquet file; fixed, since it shows in the bytes


def export_outcomes(
    outcomes: Iterable[Outcome],
    path: Path,
    *,
    measured: bool,
    metrics: Sequence[str],
    without: Collection[str] = (),
) -> None:
    """Write the scores of cells, or what was measured of them, as CSV or Parquet by the ending of the name.

    A cell that failed has a row for each of `metrics`, with the reason in place of a score. `without`: columns that
    are empty, and left out.
    """
    require_form(path)
    write = _FORMATS[path.suffix.lower()]
    rows = _measured_rows(outcomes) if measured else _score_rows(outcomes, sorted(metrics))
    names: tuple[str, ...] = MEASURED if measured else SCORES
    kept = [i for i, name in enumerate(names) if name not in without]
    chosen = itemgetter(*kept)
    _write_whole(path, lambda target: write(target, chosen(names), map(chosen, rows)))


def require_form(path: Path) -> None:
    """Refuse a name that does not say whether CSV or Parquet is meant."""
    if path.suffix.lower() not in _FORMATS:
        raise StoreError(
            f"an export is a .csv or a .parquet file, and {path.name} is neither",
            where=str(path),
            fix="give the file one of these endings",
            code="BO454",
        )


def _score_rows(outcomes: Iterable[Outcome], metrics: Sequence[str]) -> Iterator[Row]:
    for o in outcomes:
        c = o.cell
        place = (c.dataset, c.classifier, c.repeat, c.fold)
        if isinstance(o, Scored):
            for metric, score in sorted(o.scores.items()):
                yield (*place, metric, score, o.n_train, o.n_test, c.condition, "")
        else:
            for metric in metrics:
                yield (*place, metric, None, None, None, c.condition, f"{o.reason}: {o.message}")


def _measured_rows(outcomes: Iterable[Outcome]) -> Iterator[Row]:
    for o in outcomes:
        if isinstance(o, Scored):
            c = o.cell
            for measure, value in sorted((*o.measured.items(), *o.complexity.items())):
                yield c.dataset, c.classifier, c.repeat, c.fold, measure, value, c.condition


def _write_csv(path: Path, names: tuple[str, ...], rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")  # floats by repr: the same ones are read back
        table.writerow(names)
        table.writerows([guard_cell("" if value is None else value) for value in row] for row in rows)


def _write_parquet(path: Path, names: tuple[str, ...], rows: Iterable[Row]) -> None:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    kinds = {"repeat": pa.int64(), "fold": pa.int64(), "n_train": pa.int64(), "n_test": pa.int64()}
    numbers = {"score": pa.float64(), "value": pa.float64()}
    schema = pa.schema([(name, {**kinds, **numbers}.get(name, pa.string())) for name in names])
    rest = iter(rows)
    with ParquetWriter(path, schema, compression="zstd") as writer:
        while group := list(islice(rest, _ROWS)):
            columns = zip(names, zip(*group, strict=True), strict=True)
            writer.write_table(pa.table({name: list(column) for name, column in columns}, schema=schema))


_FORMATS: Mapping[str, Callable[[Path, tuple[str, ...], Iterable[Row]], None]] = MappingProxyType(
    {".csv": _write_csv, ".parquet": _write_parquet}
)


def _write_whole(path: Path, write: Callable[[Path], None]) -> None:
    # A finished file takes the place of the old one; a full disk or an interruption leaves the old one.
    try:
        handle, name = mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=path.suffix)
        os.close(handle)
        try:
            write(Path(name))
            Path(name).chmod(0o644)
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            f"the export could not be written: {error.strerror or error}",
            where=str(path),
            fix="name a file in a folder where you may write, on a disk with room",
            code="BO455",
        ) from None
