"""A .zip file of tables is the folder that was packed."""

import json
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

import bakeoff
from bakeoff.core.errors import BakeoffError


def _pack(folder):
    archive = folder.with_suffix(".zip")
    with ZipFile(archive, "w") as packed:
        for file in sorted(folder.rglob("*")):
            packed.write(file, file.relative_to(folder.parent))
    return archive


def _scores(shift):
    return "dataset,score\n" + "".join(f"d{i},{0.7 + 0.01 * i + shift}\n" for i in range(8))


def _answers(shift):
    return "id,y_true,y_pred\n" + "".join(f"{i},{i % 2},{(i + (i % shift == 0)) % 2}\n" for i in range(60))


def _lines(name, shift):
    record = {"classifier": name, "accuracy": 0.5}
    return "\n".join(
        json.dumps({**record, "dataset": f"d{i}", "accuracy": 0.7 + i * shift}) for i in range(8)
    )


@pytest.mark.parametrize(
    "files",
    [
        {"rf.csv": _scores(0.01), "svm.csv": _scores(0.0), "README.md": "Scores of two."},
        {"rf.tsv": _scores(0.01).replace(",", "\t"), "svm.tsv": _scores(0.0).replace(",", "\t")},
        {"a.jsonl": _lines("a", 0.01), "b.jsonl": _lines("b", 0.02)},
        {"a.csv": _answers(5), "b.csv": _answers(7)},
        {"table.csv": "dataset,a,b\nd1,0.5,0.6\nd2,0.7,0.8\nd3,0.5,0.7\n", "README.md": "One table."},
    ],
    ids=["scores", "tabs", "lines of JSON", "predictions", "a table and a note"],
)
def test_a_zip_of_tables_is_read_as_the_folder_that_was_packed(tmp_path, files):
    folder = tmp_path / "tables"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_text(content)
    packed, plain = (bakeoff.compare(path) for path in (_pack(folder), folder))
    assert packed.evidence.classifiers == plain.evidence.classifiers
    assert [(p.p_adjusted, p.verdict) for p in packed.pairs] == [
        (p.p_adjusted, p.verdict) for p in plain.pairs
    ]


def test_a_zip_of_tables_that_unpacks_to_too_much_is_refused(tmp_path):
    with ZipFile(tmp_path / "bomb.zip", "w", ZIP_DEFLATED) as archive:
        for name in "ab":
            archive.writestr(f"{name}.csv", "dataset,score\n" + "0" * 40_000_000)
    with pytest.raises(BakeoffError) as caught:
        bakeoff.compare(tmp_path / "bomb.zip")
    assert caught.value.code == "BO005"


def test_an_archive_among_the_tables_of_a_zip_is_refused(tmp_path):
    with ZipFile(tmp_path / "tables.zip", "w") as archive:
        archive.writestr("a.csv", _scores(0.0))
        archive.writestr("b.csv", b"PK\x03\x04 no table")
    with pytest.raises(BakeoffError) as caught:
        bakeoff.compare(tmp_path / "tables.zip")
    assert (caught.value.code, caught.value.where) == ("BO007", f"{tmp_path}/tables.zip, b.csv")
