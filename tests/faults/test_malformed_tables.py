"""Everything that can be wrong with a table gives one error that says what, where and how to mend it."""

import bz2
import csv
import gzip
import io
import json
import lzma
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from bakeoff.core.codes import CODES
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

ZEROS = bytes(60_000_000)
GOOD = "dataset,rf,svm\niris,0.95,0.96\nsonar,0.87,0.86\nglass,0.71,0.69\n"
ROWS = "\niris,0.95,0.96\nsonar,0.87,0.86\n"


class Fault(NamedTuple):
    id: str
    content: object  # bytes, text, an object, or a function of a temporary folder
    code: str
    words: tuple[str, ...]
    options: ReadOptions = ReadOptions()


def long_table(*rows: str, header: str = "dataset,classifier,score") -> str:
    return "\n".join([header, *rows]) + "\n"


def folds(*, without: tuple[tuple[str, int], ...]) -> str:
    rows = [
        f"{d},{c},{f},0.{f + 1}{len(d)}"
        for d in ("iris", "sonar")
        for c in ("rf", "svm")
        for f in range(3)
        if (c, f) not in without or d == "sonar"
    ]
    return long_table(*rows, header="dataset,classifier,fold,accuracy")


def workbook(*sheets: tuple[str, list[list[object]]]) -> bytes:
    from xlsxwriter import Workbook

    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True, "default_date_format": "yyyy-mm-dd"})
    for name, rows in sheets:
        sheet = book.add_worksheet(name)
        for i, row in enumerate(rows):
            sheet.write_row(i, 0, row)
    book.close()
    return stream.getvalue()


def edited(book: bytes, part: str, before: bytes, after: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            content = old.read(member)
            if member.filename == part:
                assert before in content
                content = content.replace(before, after)
            new.writestr(member, content)
    return out.getvalue()


TABLE = [["dataset", "rf", "svm"], ["iris", 0.95, 0.96], ["sonar", 0.87, 0.86]]
SHEET = "xl/worksheets/sheet1.xml"


def parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stream = io.BytesIO()
    pq.write_table(pa.table({"dataset": ["iris", "sonar"], "rf": [0.95, 0.87], "svm": [0.96, 0.86]}), stream)
    return stream.getvalue()


def parquet_bomb(_: Path) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stream = io.BytesIO()
    pq.write_table(pa.table({"rf": pa.nulls(21_000_000, pa.float32())}), stream)
    return stream.getvalue()


def zipped(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)
    return stream.getvalue()


def in_folder(name: str, content: bytes) -> Callable[[Path], object]:
    def make(folder: Path) -> object:
        (folder / name).write_bytes(content)
        return folder / name

    return make


def unreadable(folder: Path) -> object:
    (folder / "loop.csv").symlink_to("loop.csv")
    return folder / "loop.csv"


def misspelt(folder: Path) -> object:
    (folder / "results.csv").write_text(GOOD)
    return folder / "reslts.csv"


def two_files(first: str, second: str) -> Callable[[Path], object]:
    def make(folder: Path) -> object:
        (folder / "one.csv").write_text(first)
        (folder / "two.csv").write_text(second)
        return [folder / "one.csv", folder / "two.csv"]

    return make


FAULTS = [
    # where the bytes come from
    Fault("missing file", lambda f: f / "nowhere.csv", "BO001", ("nowhere.csv",)),
    Fault("misspelt file", misspelt, "BO001", ("reslts.csv", "did you mean 'results.csv'")),
    Fault("address instead of a file", "https://example.org/scores.csv", "BO001", ("download",)),
    Fault("absurdly long name", "x" * 5000, "BO001", ("no file",)),
    Fault("folder", lambda f: f, "BO002", ("folder",)),
    Fault("file that cannot be opened", unreadable, "BO003", ("cannot be read",)),
    Fault(
        "too large on disk", in_folder("big.csv", GOOD.encode()), "BO004", ("MB",), ReadOptions(max_bytes=10)
    ),
    Fault("too many bytes", GOOD.encode(), "BO004", ("MB",), ReadOptions(max_bytes=10)),
    Fault("too many cells", GOOD, "BO004", ("cells",), ReadOptions(max_cells=5)),
    Fault("gzip bomb", gzip.compress(ZEROS), "BO005", ("unpacks to",)),
    Fault("xz bomb", lzma.compress(ZEROS, preset=0), "BO005", ("unpacks to",)),
    Fault("bzip2 bomb", bz2.compress(ZEROS), "BO005", ("unpacks to",)),
    Fault("zip bomb", zipped(a__csv=ZEROS), "BO005", ("unpacks to",)),
    Fault("parquet bomb", parquet_bomb, "BO004", ("million cells",)),
    Fault(
        "workbook bomb: a cell far down",
        edited(workbook(("a", TABLE)), SHEET, b'r="B3"', b'r="XFD1048576"'),
        "BO004",
        ("million cells",),
    ),
    Fault(
        "workbook bomb: too many strings",
        edited(
            workbook(("a", TABLE)), "xl/sharedStrings.xml", b'uniqueCount="5"', b'uniqueCount="99999999999"'
        ),
        "BO034",
        ("damaged",),
    ),
    Fault(
        "workbook bomb: entities",
        edited(workbook(("a", TABLE)), SHEET, b"<worksheet", b'<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet'),
        "BO034",
        ("damaged",),
    ),
    Fault("gzip cut off", gzip.compress(GOOD.encode())[:-12], "BO006", ("cut off",)),
    Fault("xz cut off", lzma.compress(GOOD.encode())[:-12], "BO006", ("cut off",)),
    Fault("zip cut off", zipped(a__csv=GOOD.encode())[:-30], "BO006", ("cut off",)),
    Fault(
        "zip with two tables",
        zipped(a__csv=GOOD.encode(), b__csv=GOOD.encode()),
        "BO007",
        ("'a.csv'", "'b.csv'"),
    ),
    Fault("zip with nothing", zipped(), "BO007", ("nothing",)),
    Fault("zip in a zip", zipped(a__zip=zipped(a__csv=GOOD.encode())), "BO007", ("another archive",)),
    Fault("pickle by name", in_folder("scores.pkl", b"anything"), "BO008", ("can run any code", "CSV")),
    Fault("joblib by name", in_folder("scores.joblib", b"anything"), "BO008", ("can run any code",)),
    Fault("pickle by content", pickle.dumps({"rf": [1.0]}), "BO008", ("pickle",)),
    Fault("picture", b"\x89PNG\r\n\x1a\n" + bytes(100), "BO009", ("PNG",)),
    Fault("old workbook", b"\xd0\xcf\x11\xe0" + bytes(600), "BO009", (".xls",)),
    Fault("web page", "<html><body>404</body></html>\n", "BO009", ("HTML",)),
    Fault("random bytes", np.random.default_rng(1).bytes(2000), "BO009", ("neither text",)),
    Fault("NUL in text", GOOD.replace("sonar", "so\0nar").encode(), "BO010", ("offset",)),
    Fault("UTF-16 without a mark", GOOD.encode("utf-16-le"), "BO010", ("utf-16-le",)),
    Fault(
        "Latin-1", GOOD.replace("sonar", "Münze").encode("latin-1"), "BO011", ("0xfc", "line 3", "--encoding")
    ),
    Fault(
        "wrong encoding told",
        GOOD.replace("sonar", "Münze").encode("latin-1"),
        "BO011",
        ("ascii",),
        ReadOptions(encoding="ascii"),
    ),
    # cells
    Fault(
        "text in a score",
        GOOD.replace("0.86", "so so"),
        "BO012",
        ("'svm' on 'sonar'", "'so so'", "line 3, column 3", "--missing-marks 'so so'"),
    ),
    Fault("a sign before the score", GOOD.replace("0.86", "> 0.86"), "BO012", ("'> 0.86'",)),
    Fault(
        "several bad cells",
        GOOD.replace("0.86", "x").replace("0.71", "y"),
        "BO012",
        ("2 scores", "'x'", "'y'", "line 3", "line 4"),
    ),
    Fault("underscore in a number", GOOD.replace("0.86", "1_000"), "BO012", ("'1_000'",)),
    Fault(
        "bad cell in a long table",
        long_table("iris,rf,0.9", "iris,svm,oops", "sonar,rf,0.8", "sonar,svm,0.7"),
        "BO012",
        ("'svm' on 'iris'", "line 3, column 3"),
    ),
    Fault("negative spread", GOOD.replace("0.86", "0.86 (-2)"), "BO012", ("0.86 (-2)",)),
    Fault("interval in a cell", GOOD.replace("0.86", "0.84-0.88"), "BO012", ("0.84-0.88",)),
    Fault("infinity", GOOD.replace("0.86", "inf"), "BO013", ("'svm' on 'sonar'", "infinite")),
    Fault("overflow", GOOD.replace("0.86", "1e999"), "BO013", ("'svm' on 'sonar'",)),
    Fault(
        "infinity in a frame", {"rf": [1.0, float("inf")], "svm": [1.0, 2.0]}, "BO013", ("'rf' on 'row 2'",)
    ),
    Fault("date", GOOD.replace("0.86", "2024-05-01"), "BO014", ("date", "spreadsheets")),
    Fault(
        "date in a workbook",
        workbook(("a", [*TABLE, ["glass", 0.5, __import__("datetime").date(2024, 5, 1)]])),
        "BO014",
        ("date",),
    ),
    Fault("month from a spreadsheet", GOOD.replace("0.86", "05. Jan"), "BO014", ("date",)),
    Fault(
        "ambiguous comma",
        'dataset,rf,svm\na,"1,234","2,345"\nb,"3,456","4,567"\n',
        "BO015",
        ("--decimal ','",),
    ),
    Fault("comma and point", "dataset;rf;svm\na;0,93;0.92\nb;0,91;0.94\n", "BO015", ("'0,93'",)),
    # rows and columns
    Fault("ambiguous separator", "name;acc,auc\nx;1,2\ny;3,4\n", "BO016", ("--separator",)),
    Fault("short row", GOOD.replace("sonar,0.87,0.86", "sonar,0.87"), "BO017", ("line 3", "3 cells")),
    Fault("long row", GOOD.replace("0.86", "0.86,0.85"), "BO017", ("line 3",)),
    Fault(
        "decimal commas without quotes",
        "dataset,rf,svm\niris,0,95,0,96\nsonar,0,87,0,86\n",
        "BO017",
        ("--decimal",),
    ),
    Fault("lists of different length", {"rf": [1.0, 2.0], "svm": [1.0]}, "BO017", ("'rf' has 2 values",)),
    Fault("rows of different length", [[0.1, 0.2], [0.3]], "BO017", ("row 2",)),
    Fault("no bytes", b"", "BO018", ("nothing",)),
    Fault("blank lines only", "\n \n\t\n", "BO018", ("nothing",)),
    Fault("empty list", [], "BO018", ("nothing",)),
    Fault("empty workbook", workbook(("a", [])), "BO018", ("nothing",)),
    Fault("header only", "dataset,rf,svm\n", "BO019", ("no rows",)),
    Fault("no header", "iris,0.95,0.96\nsonar,0.87,0.86\nglass,0.7,0.6\n", "BO020", ("header",)),
    Fault(
        "no numbers", "dataset,rf,svm\niris,good,bad\nsonar,bad,good\n", "BO021", ("no column holds scores",)
    ),
    Fault("nothing but gaps", "dataset,rf,svm\niris,,\nsonar,,\n", "BO021", ("no score",)),
    Fault("one classifier", "dataset,rf\niris,0.9\nsonar,0.8\n", "BO022", ("'rf'", "nothing to compare")),
    Fault("one dataset", "dataset,rf,svm\niris,0.9,0.8\n", "BO023", ("'iris'", "fold")),
    Fault(
        "one dataset, long",
        long_table("rf,0.9", "svm,0.8", header="model,accuracy"),
        "BO023",
        ("one dataset",),
    ),
    Fault(
        "classifier twice",
        "dataset,rf,rf\niris,0.9,0.8\nsonar,0.8,0.7\n",
        "BO024",
        ("'rf'", "columns 2 and 3"),
    ),
    Fault(
        "classifier twice after trimming", "dataset,rf,rf \niris,0.9,0.8\nsonar,0.8,0.7\n", "BO024", ("'rf'",)
    ),
    Fault("classifier twice in Unicode", "dataset,caf\u00e9,cafe\u0301" + ROWS, "BO024", ("café",)),
    Fault("key twice in JSON", '{"rf": [0.9, 0.8], "rf": [0.7, 0.6]}', "BO024", ("'rf'",)),
    Fault(
        "dataset twice",
        "dataset,rf,svm\niris,0.9,0.8\niris,0.8,0.7\n",
        "BO025",
        ("'iris' in lines 2 and 3", "fold"),
    ),
    Fault("fold twice", "dataset,fold,rf,svm\niris,1,0.9,0.8\niris,1,0.8,0.7\n", "BO025", ("fold 1",)),
    Fault(
        "contradiction",
        long_table("iris,rf,0.9", "iris,rf,0.8", "iris,svm,0.7", "sonar,rf,0.5"),
        "BO026",
        ("'rf' on 'iris' has 0.9 and 0.8", "lines 2 and 3"),
    ),
    Fault(
        "a column tells apart",
        long_table(
            "iris,rf,0.9,a",
            "iris,rf,0.8,b",
            "iris,svm,0.7,a",
            "iris,svm,0.6,b",
            header="dataset,classifier,score,kind",
        ),
        "BO026",
        ("--only 'kind=a'", "'classifier+kind'"),
    ),
    Fault(
        "files contradict", two_files(GOOD, GOOD.replace("0.95", "0.94")), "BO026", ("0.94 here and 0.95",)
    ),
    Fault(
        "fold missing",
        folds(without=(("svm", 1), ("svm", 2))),
        "BO027",
        ("'svm' on 'iris' lacks fold 1, 2", "--drop-incomplete"),
    ),
    Fault(
        "fold without a score",
        folds(without=(("svm", 1),)).replace("iris,rf,2,0.34", "iris,rf,2,"),
        "BO027",
        ("'rf' on 'iris' lacks fold 2",),
    ),
    Fault(
        "percent beside fractions",
        "dataset,rf,knn\niris,0.9,72.2\nsonar,0.8,70.1\n",
        "BO028",
        ("'knn' has a median of 71.2", "--allow-mixed-scale"),
    ),
    Fault(
        "row in percent", "dataset,rf,knn\niris,0.9,0.8\nsonar,80,70\nglass,0.5,0.6\n", "BO028", ("'sonar'",)
    ),
    Fault(
        "percent signs beside fractions",
        "dataset,rf,knn\niris,90%,0.8\nsonar,0.8,0.7\nglass,0.5,0.6\n",
        "BO028",
        ("% sign",),
    ),
    Fault(
        "accuracy above one",
        long_table(
            "iris,rf,0.9",
            "iris,svm,1.7",
            "sonar,rf,0.8",
            "sonar,svm,0.7",
            header="dataset,classifier,accuracy",
        ),
        "BO029",
        ("'svm' on 'iris' is 1.7", "line 3"),
    ),
    Fault(
        "accuracy below zero",
        GOOD.replace("0.86", "-0.86"),
        "BO029",
        ("-0.86",),
        ReadOptions(metric="accuracy"),
    ),
    # what the user says
    Fault(
        "unknown column",
        GOOD,
        "BO030",
        ("'datset'", "did you mean 'dataset'"),
        ReadOptions(dataset_column="datset"),
    ),
    Fault("unknown column in --only", GOOD, "BO030", ("'kind'",), ReadOptions(only=(("kind", "a"),))),
    Fault(
        "unknown value in --only",
        GOOD,
        "BO045",
        ("'wine'", "'iris'"),
        ReadOptions(only=(("dataset", "wine"),)),
    ),
    Fault("unknown classifier left out", GOOD, "BO045", ("'knn'",), ReadOptions(leave_out=("knn",))),
    Fault(
        "unknown metric",
        long_table("iris,rf,0.9,0.8", header="dataset,model,acc,auc"),
        "BO031",
        ("'mcc'", "'auc'"),
        ReadOptions(metric="mcc"),
    ),
    Fault("several sheets", workbook(("one", TABLE), ("two", TABLE)), "BO032", ("'one'", "'two'", "--sheet")),
    Fault("unknown sheet", workbook(("one", TABLE)), "BO032", ("'three'",), ReadOptions(sheet="three")),
    # formats
    Fault("damaged parquet", b"PAR1" + bytes(200) + b"PAR1", "BO033", ("Parquet",)),
    Fault("parquet cut off", parquet()[:-40], "BO033", ("Parquet",)),
    Fault(
        "damaged workbook",
        edited(workbook(("a", TABLE)), SHEET, b"<sheetData>", b"<sheetData"),
        "BO034",
        ("damaged",),
    ),
    Fault(
        "archive that only claims to be a workbook",
        zipped(**{"[Content_Types]__xml": b"<a/>"}),
        "BO034",
        ("workbook",),
    ),
    Fault("JSON cut off", '{"rf": [0.9, 0.8', "BO035", ("line 1",)),
    Fault("JSON nested too deeply", "[" * 100_000, "BO035", ("deeply",)),
    Fault("JSON Lines with a broken line", '{"dataset": "a", "rf": 1}\n{"dataset": \n', "BO035", ("line 2",)),
    Fault("JSON of another shape", '{"rf": {"iris": [[1, 2]]}, "svm": 3}', "BO036", ("dict",)),
    Fault("JSON list of numbers", "[1, 2, 3]", "BO036", ("neither records nor rows",)),
    Fault("array of three dimensions", np.zeros((2, 2, 2)), "BO036", ("3 dimensions",)),
    Fault(
        "cross-validation that does not fit",
        {"rf": {"fit_time": [1], "test_score": ["a", "b"]}},
        "BO036",
        ("cross-validation",),
    ),
    Fault("ARFF without data", "@relation x\n@attribute a numeric\n", "BO037", ("@data",)),
    Fault("ARFF with a bad attribute", "@relation x\n@attribute\n@data\n1\n", "BO037", ("line 2",)),
    Fault("sparse ARFF", "@relation x\n@attribute a numeric\n@data\n{0 1}\n", "BO037", ("sparse",)),
    Fault("LaTeX that does not end", "\\begin{tabular}{lrr}\na & b & c \\\\\n", "BO038", ("\\end{tabular}",)),
    Fault(
        "LaTeX without rows", "\\begin{tabular}{lrr}\\hline\n\\end{tabular}\n & \\\\", "BO038", ("tabular",)
    ),
    Fault("rule without a table", "|---|\n---|---\n", "BO038", ("no table",)),
    # names
    Fault("control character in a name", GOOD.replace("sonar", "so\x1b[31mnar"), "BO039", ("\\x1b",)),
    Fault("bell in a classifier", GOOD.replace("svm", "s\x07vm"), "BO039", ("\\x07",)),
    Fault("dataset without a name", GOOD.replace("sonar", ""), "BO040", ("no name", "line 3")),
    Fault("classifier without a name", GOOD.replace("svm", ""), "BO040", ("column 3",)),
    Fault(
        "fold without a number",
        "dataset,fold,rf,svm\niris,a,0.9,0.8\niris,,0.8,0.7\n",
        "BO040",
        ("resample",),
    ),
    # things that are not tables of scores
    Fault("number", 3.14, "BO041", ("'float'",)),
    Fault("nothing at all", None, "BO041", ("'NoneType'",)),
    Fault(
        "predictions with a doubtful truth",
        "y,prob_rf,prob_svm\n7,0.9,0.7\n3,0.8,0.2\n5,0.1,0.3\n",
        "BO043",
        ("predictions", "--truth-column"),
    ),
    Fault(
        "measures instead of classifiers",
        "dataset,accuracy,auc,time\niris,0.9,0.8,3\nsonar,0.8,0.7,4\n",
        "BO044",
        ("'auc'",),
    ),
    Fault(
        "splits of different size",
        long_table(
            "iris,rf,1,0.9,50",
            "iris,svm,1,0.8,40",
            "iris,rf,2,0.9,50",
            "iris,svm,2,0.8,50",
            header="dataset,classifier,fold,score,n_test",
        ),
        "BO046",
        ("'rf' and 'svm'",),
    ),
    Fault(
        "files of different measures",
        two_files(
            long_table("iris,rf,0.9", "sonar,rf,0.8", header="dataset,classifier,acc"),
            long_table("iris,svm,0.9", "sonar,svm,0.8", header="dataset,classifier,auc"),
        ),
        "BO047",
        ("'acc', 'auc'",),
    ),
    Fault(
        "files about different things", two_files(GOOD, "dataset,a,b\nx,1,2\ny,3,4\n"), "BO047", ("neither",)
    ),
    Fault(
        "numbered columns", "dataset,0,1,2\niris,0.9,0.8,0.7\nsonar,0.8,0.7,0.6\n", "BO048", ("resamples",)
    ),
    Fault("open quote", 'dataset,rf,svm\n"iris,0.9,0.8\nsonar,0.8,0.7\n', "BO049", ("line 2", "quote")),
    Fault("cell without end", GOOD.replace("sonar", '"' + "x" * 200_000 + '"'), "BO049", ("131,072",)),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_a_fault_gives_its_own_error_with_what_where_and_fix(fault: Fault, tmp_path: Path) -> None:
    content = fault.content(tmp_path) if callable(fault.content) else fault.content
    with pytest.raises(BakeoffError) as caught:
        read(content, options=fault.options)
    error = caught.value
    message = str(error)
    assert error.code == fault.code, message
    assert all((error.what, error.where, error.fix))
    for word in fault.words:
        assert word in message
    assert all(line.isprintable() for line in message.split("\n"))


def test_what_another_reader_allows_in_a_cell_changes_nothing_here() -> None:
    before = csv.field_size_limit(10_000_000)
    try:
        with pytest.raises(BakeoffError, match="131,072"):
            read(GOOD.replace("sonar", '"' + "x" * 200_000 + '"'))
    finally:
        csv.field_size_limit(before)


def test_the_list_is_long_enough_and_its_names_are_different() -> None:
    assert len(FAULTS) >= 60
    assert len({fault.id for fault in FAULTS}) == len(FAULTS)


def test_every_code_of_reading_is_provoked_here_or_needs_another_machine() -> None:
    elsewhere = {"BO042"}  # a library that is not installed: tests/inputs/formats/test_parquet.py
    reading = {code for code in CODES if code < "BO050"}
    assert reading - {fault.code for fault in FAULTS} == elsewhere


@pytest.mark.parametrize(
    "given",
    [
        {"separator": ";;"},
        {"separator": "\n"},
        {"decimal": "x"},
        {"encoding": "klingon"},
        {"encoding": "hex"},
        {"separator": ",", "decimal": ","},
    ],
)
def test_an_option_that_cannot_be_meant_is_refused_at_once(given: dict[str, str]) -> None:
    with pytest.raises(BakeoffError, match="cannot be used") as caught:
        ReadOptions(**given)  # type: ignore[arg-type]
    assert caught.value.code == "BO045"


def test_json_with_a_wrong_cell_says_which_row() -> None:
    text = json.dumps(
        [{"dataset": "iris", "rf": 0.9, "svm": "so so"}, {"dataset": "sonar", "rf": 0.8, "svm": 0.7}]
    )
    with pytest.raises(BakeoffError, match="row 1, column 'svm'") as caught:
        read(text.encode())
    assert caught.value.code == "BO012"
