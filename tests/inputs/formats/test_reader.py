"""The door: the same table through every format and object gives the same scores and the same digest."""

import bz2
import gzip
import io
import json
import lzma
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Unit
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

DATASETS = ["iris", "breast cancer", "NA", "007", "Zoë, no. 2"]
SCORES = {
    "rf": [0.95, 0.71, 0.5, 1.0, 0.125],
    "svm": [0.96, 0.695, 0.25, 0.875, np.nan],
    "1e5": [0.1, 0.2, 0.3, 0.4, 0.5],
}
FRAME = pd.DataFrame({"dataset": DATASETS, **SCORES})
LONG = FRAME.melt("dataset", var_name="classifier", value_name="score")
CSV = FRAME.to_csv(index=False)


def workbook(frame: pd.DataFrame) -> bytes:
    stream = io.BytesIO()
    frame.to_excel(stream, index=False, engine="xlsxwriter")
    return stream.getvalue()


def parquet(frame: pd.DataFrame) -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.Table.from_pandas(frame), stream)
    return stream.getvalue()


def zipped(content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("folder/scores.csv", content)
        archive.writestr("__MACOSX/folder/._scores.csv", b"clutter")
    return stream.getvalue()


def cells(frame: pd.DataFrame, missing: str) -> list[list[str]]:
    return [[missing if cell != cell else str(cell) for cell in row] for row in frame.to_numpy()]


def latex(frame: pd.DataFrame) -> str:
    rows = " \\\\\n".join(" & ".join(row) for row in [list(frame.columns), *cells(frame, "--")])
    return f"\\begin{{tabular}}{{lrrr}}\n\\toprule\n{rows} \\\\\n\\bottomrule\n\\end{{tabular}}\n"


def markdown(frame: pd.DataFrame) -> str:
    rows = [frame.columns, ["---"] * frame.shape[1], *cells(frame, "-")]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def arff(frame: pd.DataFrame) -> str:
    head = "".join(
        f"@attribute '{name}' {'string' if name == 'dataset' else 'numeric'}\n" for name in frame.columns
    )
    rows = cells(frame, "?")
    return f"% a comment\n@relation scores\n{head}@data\n" + "".join(
        f"'{row[0]}',{','.join(row[1:])}\n" for row in rows
    )


def records(frame: pd.DataFrame) -> list[dict[str, object]]:
    return json.loads(frame.to_json(orient="records"))


FORMS: dict[str, object] = {
    "csv": CSV.encode(),
    "text": CSV,
    "csv with byte order mark": b"\xef\xbb\xbf" + CSV.encode(),
    "csv with Windows line ends": CSV.replace("\n", "\r\n").encode(),
    "csv with old Macintosh line ends": CSV.replace("\n", "\r").encode(),
    "csv without a last line end": CSV.rstrip("\n").encode(),
    "utf-16": CSV.encode("utf-16"),
    "utf-32": CSV.encode("utf-32"),
    "tsv": FRAME.to_csv(index=False, sep="\t"),
    "semicolons and decimal commas": FRAME.to_csv(index=False, sep=";", decimal=","),
    "bars": FRAME.to_csv(index=False, sep="|"),
    "quoted decimal commas": FRAME.to_csv(index=False, decimal=",", quoting=1),
    "long csv": LONG.to_csv(index=False),
    "gz": gzip.compress(CSV.encode()),
    "gz in two pieces": gzip.compress(CSV[:40].encode()) + gzip.compress(CSV[40:].encode()),
    "xz": lzma.compress(CSV.encode()),
    "bz2": bz2.compress(CSV.encode()),
    "zip": zipped(CSV.encode()),
    "xlsx": workbook(FRAME),
    "long xlsx": workbook(LONG),
    "parquet": parquet(FRAME),
    "parquet with index": parquet(FRAME.set_index("dataset")),
    "json records": FRAME.to_json(orient="records"),
    "json columns": FRAME.to_json(),
    "json split": FRAME.to_json(orient="split"),
    "json table": FRAME.to_json(orient="table", index=False),
    "json lines": FRAME.to_json(orient="records", lines=True),
    "json nested": FRAME.set_index("dataset").to_json(),
    "latex": latex(FRAME),
    "markdown": markdown(FRAME),
    "arff": arff(FRAME),
    "pandas": FRAME,
    "pandas with index": FRAME.set_index("dataset"),
    "pandas long": LONG,
    "polars": pl.from_pandas(FRAME),
    "polars lazy": pl.from_pandas(FRAME).lazy(),
    "pyarrow": pa.Table.from_pandas(FRAME, preserve_index=False),
    "dict of lists": {"dataset": DATASETS, **SCORES},
    "dict of arrays": {"dataset": np.array(DATASETS), **{k: np.array(v) for k, v in SCORES.items()}},
    "dict of dicts": {name: dict(zip(DATASETS, scores, strict=True)) for name, scores in SCORES.items()},
    "records": records(FRAME),
    "long records": records(LONG),
    "rows": [list(FRAME.columns), *(list(row) for row in FRAME.to_numpy())],
}


@pytest.fixture(scope="module")
def expected() -> Scores:
    return read(FRAME)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_table_is_the_same_table(form: str, expected: Scores) -> None:
    scores = read(FORMS[form])
    assert scores.datasets == tuple(DATASETS)
    assert scores.classifiers == tuple(SCORES)
    assert np.array_equal(scores.values, np.column_stack(list(SCORES.values())), equal_nan=True)
    assert scores.digest == expected.digest
    assert scores.measure.unit is Unit.FRACTION
    assert scores.resamples is None


@pytest.mark.parametrize("name", ["scores.csv", "scores.txt", "scores.dat", "scores"])
def test_the_ending_of_a_file_does_not_matter(name: str, tmp_path: Path, expected: Scores) -> None:
    path = tmp_path / name
    path.write_bytes(CSV.encode())
    for source in (path, str(path)):
        scores = read(source)
        assert scores.digest == expected.digest
        assert scores.source == str(path)


def test_an_open_file_is_read(expected: Scores) -> None:
    assert read(io.StringIO(CSV)).digest == expected.digest
    assert read(io.BytesIO(CSV.encode())).digest == expected.digest


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch, expected: Scores) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CSV.encode())))
    scores = read("-")
    assert (scores.digest, scores.source) == (expected.digest, "standard input")


def test_the_digest_changes_with_names_and_numbers() -> None:
    tables = [
        "dataset,a,b\nx,1,2\ny,3,4\n",
        "dataset,a,c\nx,1,2\ny,3,4\n",
        "dataset,a,b\nx,1,2\nz,3,4\n",
        "dataset,a,b\nx,1,2\ny,3,5\n",
        "dataset,a,b\ny,3,4\nx,1,2\n",
        "dataset,a,b\nx,1,2\ny,3,\n",
        "dataset,fold,a,b\nx,1,1,2\nx,2,1,2\ny,1,3,4\ny,2,3,4\n",
    ]
    assert len({read(table).digest for table in tables}) == len(tables)


def test_negative_zero_and_zero_have_the_same_digest() -> None:
    assert read({"a": [0.0, 1.0], "b": [1.0, 1.0]}).digest == read({"a": [-0.0, 1.0], "b": [1.0, 1.0]}).digest


def test_options_are_optional() -> None:
    assert read(CSV, options=ReadOptions()).digest == read(CSV).digest


# Names that a person may use; the reader trims spaces, so that names have none at their ends.
names = (
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12)
    .filter(
        lambda name: name.strip() == name and not any(c in name for c in "\u00ad\u180e\u2060\ufeff\u200b\\$`")
    )
    .map(lambda name: f"n{name}")
)
numbers = st.one_of(st.floats(0, 1), st.floats(-1e60, 1e60), st.none())  # beyond, BO058 refuses


@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_wide_table_comes_back_as_it_was_written(data: st.DataObject) -> None:
    folded = data.draw(st.lists(names, min_size=4, max_size=9, unique_by=lambda n: n.casefold()))
    classifiers, datasets = folded[:2], folded[2:]
    rows = [[data.draw(numbers) for _ in classifiers] for _ in datasets]
    rows[0], rows[1] = [0.25, 0.5], [0.5, 0.25]  # two datasets at least have all scores
    frame = pd.DataFrame(rows, columns=classifiers, dtype="float64")
    frame.insert(0, "dataset", datasets)
    told = ReadOptions(
        allow_mixed_scale=True, dataset_column="dataset", rows_are="datasets", columns_are="classifiers"
    )
    scores = read(frame.to_csv(index=False).encode(), options=told)
    kept = frame[~frame[classifiers].isna().all(axis=1)]
    assert scores.classifiers == tuple(classifiers)
    assert scores.datasets == tuple(kept["dataset"])
    assert np.array_equal(scores.values, kept[classifiers].to_numpy(), equal_nan=True)
    assert scores.digest == read(frame, options=told).digest


def test_reading_a_csv_imports_nothing_heavy(tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    path.write_text(CSV, encoding="utf-8")
    program = (
        "import sys; from bakeoff.inputs.evidence import read_evidence; read_evidence(sys.argv[1]); "
        "print(*(m for m in sys.modules if '.' not in m))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    heavy = {
        "pandas",
        "polars",
        "pyarrow",
        "narwhals",
        "python_calamine",
        "scipy",
        "sklearn",
        "matplotlib",
        "numba",
    }
    unneeded = {"zipfile", "json", "lzma", "gzip", "xml", "difflib"}
    assert not (heavy | unneeded) & set(result.stdout.split())
