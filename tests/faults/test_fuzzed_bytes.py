"""Whatever the bytes, only a table of scores or an error for people comes out."""

import gzip
import io
import json
import lzma
import re
import warnings
import zipfile
from collections.abc import Callable

import numpy as np
import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

CSV = "dataset,rf,svm,knn\niris,0.95,0.96,0.94\nsonar,0.87,0.86,\nglass,0.71,0.69,NA\nwine,0.9,0.91,0.92\n"
LONG = "dataset,classifier,repeat,fold,accuracy,n_test\n" + "".join(
    f"{d},{c},{r},{f},0.{10 + 7 * f + r + len(d) + len(c)},30\n"
    for d in ("iris", "sonar")
    for c in ("rf", "svm")
    for r in (0, 1)
    for f in (0, 1)
)
WEKA = "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Percent_correct\n" + "".join(
    f"iris,1,{f},weka.classifiers.trees.J48,'-C 0.{c} -M 2',9{f}.5\n" for f in (1, 2) for c in (25, 5)
)
ARFF = """@relation r
@attribute dataset {a,b}
@attribute 'r f' numeric
@attribute svm numeric
@data
a,0.5,0.6
b,0.7,?
"""
LATEX = (
    "\\begin{tabular}{lrr}\n\\toprule\nData & \\textbf{RF} & SVM\\\\ \\midrule\niris & $0.95 \\pm 0.02$ & 0.9\\\\\n"
    "so\\_nar & \\textbf{0.87} & --\\\\\n\\bottomrule\n\\end{tabular}\n"
)
MARKDOWN = "| data | rf | svm |\n|---|:-:|--:|\n| iris | **0.95** | 0.96 |\n| sonar | 0.87 | 0.86 |\n"
TESTER = """Tester:     weka.experiment.PairedTTester
Analysing:  Percent_correct


Dataset                   (1) trees.J4 | (2) bayes
--------------------------------------------------
labor                    (100)   78.60 |   93.57 v
vote                     (100)   96.57 |   90.02 *
--------------------------------------------------
                               (v/ /*) |   (1/0/1)

Key:
(1) trees.J48 '-C 0.25' 1
(2) bayes.NaiveBayes '' 2
"""
RECORDS = json.dumps([{"dataset": d, "rf": 0.5, "svm": v} for d, v in (("iris", 0.6), ("sonar", None))])
NESTED = json.dumps(
    {
        "rf": {"fit_time": [1, 2], "test_score": [0.5, 0.6]},
        "svm": {"fit_time": [1, 2], "test_score": [0.4, 0.7]},
    }
)
LINES = '{"dataset": "iris", "rf": 0.5, "svm": 0.6}\n{"dataset": "sonar", "rf": 0.7, "svm": 0.8}\n'


def _workbook() -> bytes:
    from xlsxwriter import Workbook

    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True})
    sheet = book.add_worksheet("scores")
    for i, row in enumerate([["dataset", "rf", "svm"], ["iris", 0.95, 0.96], ["sonar", 0.87, 0.86]]):
        sheet.write_row(i, 0, row)
    sheet.merge_range(4, 0, 5, 0, "merged")
    book.close()
    return stream.getvalue()


def _parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stream = io.BytesIO()
    pq.write_table(pa.table({"dataset": ["iris", "sonar"], "rf": [0.95, 0.87], "svm": [0.96, None]}), stream)
    return stream.getvalue()


def _zip(content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", content)
    return out.getvalue()


TEXTS = [
    CSV,
    CSV.replace(",", ";").replace(".", ","),
    CSV.replace(",", "\t"),
    CSV.replace(",\n", ",-\n").replace(",", "   "),
    LONG,
    WEKA,
    ARFF,
    LATEX,
]
TEXTS += [
    MARKDOWN,
    TESTER,
    RECORDS,
    NESTED,
    LINES,
    "Resamples:,0,1\niris,0.5,0.6\nsonar,0.7,0.8\n",
    CSV.replace("svm", "sv\u00e9m"),
]
PACKED = [
    gzip.compress(CSV.encode(), mtime=0),
    lzma.compress(CSV.encode()),
    _zip(CSV.encode()),
    CSV.encode("utf-16"),
]
BINARY = [_workbook(), _parquet()]
TOKENS = [
    b",", b";", b"\n", b'"', b"'", b"\\", b"&", b"|", b"{", b"}", b"[", b"]", b"\x00", b"\xff", b"inf",
    b"nan", b"1e999", b"-", b"%", b"\xc2\xb1", b"(", b")", b" ", b"\t", b"999999999999999999999", b"\\\\",
    b"$", b"0,5", b"=", b"--", b"\r", b"#", b"\xe2\x80\xae", b"_", b"fold", b"dataset", b"classifier",
]  # fmt: skip

CELLS = [
    b"", b"-", b"NA", b"n/a", b"0.5", b"95.5", b"1e5", b"-3", b"inf", b"0,93", b"1,234", b"1.234,5",
    b"93 %", b"0.8 (0.1)", b"0.8\xc2\xb10.1", b"**0.8**", b"\\textbf{0.8}", b"iris", b"rf", b"mean",
    b"rank", b"accuracy", b"fold", b"run", b"metric", b"auc", b"model", b"method", b"y_true", b"seed",
    b"id", b"params", b"split0_test_score", b"rf_std", b"rf_mean", b"2024-01-02", b"True", b'"', b"'",
    b"0", b"1", b"2", b"99999999999999999999", b"\xe2\x80\xaeabc", b" rf ", b"\xc3\xa9", b"{", b"nan",
    b"n_test", b"1_0", b"0x1", b"+-", b".",
]  # fmt: skip


def _mutated(seed: bytes, rng: np.random.Generator) -> bytes:
    data = bytearray(seed)
    for _ in range(int(rng.integers(1, 6))):
        at = int(rng.integers(0, len(data) + 1))
        kind = int(rng.integers(0, 6))
        if kind == 0 and data:
            data[min(at, len(data) - 1)] = int(rng.integers(0, 256))
        elif kind == 1:
            data[at:at] = TOKENS[int(rng.integers(0, len(TOKENS)))]
        elif kind == 2:
            del data[at : at + int(rng.integers(1, 20))]
        elif kind == 3:
            other = int(rng.integers(0, len(data) + 1))
            data[at:at] = data[other : other + int(rng.integers(1, 40))]
        elif kind == 4:
            del data[at:]
        else:
            end = at + int(rng.integers(1, 8))
            data[at:end] = TOKENS[int(rng.integers(0, len(TOKENS)))]
    return bytes(data)


def _mutated_cells(seed: bytes, rng: np.random.Generator) -> bytes:
    """Return a text with other cells in the places of some, so that its lines stay whole."""
    cells = re.split(rb"([,;\t|&\n])", seed)
    for _ in range(int(rng.integers(1, 5))):
        at = 2 * int(rng.integers(0, (len(cells) + 1) // 2))
        cells[at] = (
            CELLS[int(rng.integers(0, len(CELLS)))]
            if rng.random() < 0.7
            else cells[2 * int(rng.integers(0, (len(cells) + 1) // 2))]
        )
    return b"".join(cells)


def _mutated_workbook(book: bytes, rng: np.random.Generator) -> bytes:
    """Return a workbook whose archive is sound and whose parts are not."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w") as new:
        names = old.namelist()
        chosen = names[int(rng.integers(0, len(names)))]
        for name in names:
            new.writestr(name, _mutated(old.read(name), rng) if name == chosen else old.read(name))
    return out.getvalue()


def _outcome(data: bytes) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            scores = read(data, options=ReadOptions(max_unpacked=10_000_000))
        except BakeoffError as error:
            return error.code if all((error.what, error.where, error.fix)) else "incomplete"
    assert isinstance(scores, Scores)
    assert not np.isinf(scores.values).any()
    assert len(scores.classifiers) > 1
    return "scores"


@pytest.mark.parametrize(
    ("mutate", "seeds", "number"),
    [
        (_mutated, [t.encode() for t in TEXTS], 4500),
        (_mutated_cells, [t.encode() for t in TEXTS], 4500),
        (_mutated, PACKED, 400),
        (_mutated, BINARY, 300),
        (_mutated_workbook, BINARY[:1], 300),
    ],
    ids=["text", "cells", "packed", "binary", "workbook"],
)
def test_mutated_files_are_read_or_refused_but_never_crash(
    mutate: Callable[[bytes, np.random.Generator], bytes], seeds: list[bytes], number: int
) -> None:
    rng = np.random.default_rng(20261115)
    outcomes = {_outcome(mutate(seeds[i % len(seeds)], rng)) for i in range(number)}
    assert "incomplete" not in outcomes
    assert len(outcomes) > 1


def test_random_bytes_are_refused() -> None:
    rng = np.random.default_rng(7)
    assert "scores" not in {_outcome(rng.bytes(int(rng.integers(0, 300)))) for _ in range(1000)}


SEEDS = [t.encode() for t in TEXTS] + PACKED + BINARY


# Numbers for names: packed bytes hold the time, and workers must collect the same tests.
@pytest.mark.parametrize("seed", SEEDS, ids=range(len(SEEDS)))
def test_the_seeds_themselves_are_good_but_for_single_classifiers(seed: bytes) -> None:
    assert _outcome(seed) in ("scores", "BO022")
