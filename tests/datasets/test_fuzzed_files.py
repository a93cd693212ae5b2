"""Damaged files end in a clear refusal or in a dataset, never in another exception."""

import gzip

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import load_dataset

CSV = (
    b'x,"a ""b""",day,class\n' + b'1,u,2026-01-01,p\n-2.5e3,"v,w",2026-01-02,q\n?,,2026-01-03,p\n4,u,,q\n' * 3
)
ARFF = b"""% c
@relation 'r r'
@attribute 'x y' real
@attribute c {u,'v w'}
@attribute d date
@attribute class {p,q}
@data
1,u,2026-01-01,p
?,'v w',?,q
2,u,2026-01-03,q
4,u,2026-01-03,p
"""
PIECES = (
    b"",
    b"\n",
    b",",
    b'"',
    b"'",
    b"{",
    b"}",
    b"\\",
    b"\0",
    b"\xff",
    b"?",
    b"@data",
    b"%",
    b"1e999",
    b"\r",
    b"NaN",
    b" ",
)


def damaged(data, rng):
    """Return bytes with a few places cut, doubled or overwritten."""
    for _ in range(int(rng.integers(1, 4))):
        start, stop = np.sort(rng.integers(0, len(data) + 1, 2))
        stop = min(stop, start + 8)
        data = data[:start] + PIECES[rng.integers(len(PIECES))] + data[stop:]
    return data


def parquet(tmp_path):
    path = tmp_path / "sound.parquet"
    pq.write_table(pa.table({"x": [1.5, None, 3.0], "c": ["u", "v", None], "class": ["p", "q", "p"]}), path)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["csv", "arff", "parquet", "csv.gz"])
def test_a_damaged_file_is_refused_or_read(kind, tmp_path):
    sound = {"csv": CSV, "arff": ARFF, "parquet": parquet(tmp_path), "csv.gz": gzip.compress(CSV)}[kind]
    path = tmp_path / f"file.{kind}"
    path.write_bytes(sound)
    assert load_dataset(path.name, base=tmp_path).rows > 0
    rng = np.random.default_rng(11)
    refused = 0
    for _ in range(150):
        path.write_bytes(damaged(sound, rng))
        try:
            dataset = load_dataset(path.name, base=tmp_path)
        except DatasetError:
            refused += 1
        else:
            assert dataset.rows > 0
    assert refused > 0
