"""Numbers and predictions as they lie in the database, and back: not one bit is lost."""

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import StoreError
from bakeoff.core.outcomes import CellPredictions

if TYPE_CHECKING:
    import pyarrow as pa


def require_finite(value: float, *, of: str) -> float:
    """Return a number as a float, or refuse what is not one: a cell without a score has failed."""
    number = float(value)
    if not math.isfinite(number):
        raise StoreError(
            f"{of} is {number}, and a store keeps numbers only",
            where=of,
            fix="record the cell as failed, with the reason",
            code="BO451",
        )
    return number + 0.0  # SQLite does not keep the sign of zero, so no store does


def pack_numbers(numbers: Mapping[str, float]) -> str:
    """Return named numbers as JSON; floats are written so that the same ones are read."""
    return (
        json.dumps({name: require_finite(value, of=name) for name, value in numbers.items()})
        if numbers
        else "{}"
    )


def unpack_numbers(text: str) -> dict[str, float]:
    """Return named numbers from JSON."""
    return {} if text == "{}" else dict(json.loads(text))


def pack_texts(texts: tuple[str, ...]) -> str:
    """Return texts as JSON."""
    return json.dumps(texts) if texts else "[]"


def unpack_texts(text: str) -> tuple[str, ...]:
    """Return texts from JSON."""
    return () if text == "[]" else tuple(json.loads(text))


def escape_text(text: str) -> str:
    """Return a text that every database takes: NUL and halves of surrogate pairs become visible."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")


def pack_predictions(said: CellPredictions) -> bytes:
    """Return predictions as a stream of Arrow, compressed whole with zstd.

    Arrow can compress each column by itself; for the few examples of a split that takes longer and more room.
    """
    import pyarrow as pa

    arrays = [pa.array(np.asarray(column, dtype=np.int64)) for column in (said.rows, said.truth, said.labels)]
    names = ["rows", "truth", "labels"]
    if said.probabilities is not None:
        table = np.ascontiguousarray(said.probabilities, dtype=np.float64)
        arrays.append(pa.FixedSizeListArray.from_arrays(pa.array(table.reshape(-1)), table.shape[1]))
        names.append("probabilities")
    batch = pa.record_batch(arrays, names=names).replace_schema_metadata(
        {"classes": json.dumps(said.classes)}
    )
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema, options=pa.ipc.IpcWriteOptions(use_threads=False)) as writer:
        writer.write_batch(batch)
    return bytes(pa.Codec("zstd").compress(sink.getvalue(), asbytes=True))


def unpack_predictions(blob: bytes) -> CellPredictions:
    """Return predictions from what `packed_predictions` made of them."""
    import pyarrow as pa

    with (
        pa.CompressedInputStream(pa.BufferReader(blob), "zstd") as stream,
        pa.ipc.open_stream(stream) as reader,
    ):
        batch = reader.read_next_batch()
    return CellPredictions(
        rows=_read_integers(batch.column("rows")),
        truth=_read_integers(batch.column("truth")),
        labels=_read_integers(batch.column("labels")),
        classes=tuple(json.loads(batch.schema.metadata[b"classes"])),
        probabilities=_read_probabilities(batch),
    )


def _read_integers(column: "pa.Array") -> Ints:
    return np.array(column.to_numpy(), dtype=np.int64)


def _read_probabilities(batch: "pa.RecordBatch") -> Floats | None:
    if "probabilities" not in batch.schema.names:
        return None
    column = batch.column("probabilities")
    return np.array(column.flatten().to_numpy(), dtype=np.float64).reshape(len(column), column.type.list_size)
