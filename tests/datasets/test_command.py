"""`bakeoff datasets` from outside."""

import json
import subprocess
import sys

import pytest

from bakeoff.cli.main import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    for i in range(6):
        rows = "".join(f"{j % 7},{'ab'[j % 2]}\n" for j in range(10 + 20 * i))
        (tmp_path / "data" / f"d{i}.csv").write_text(f"x,class\n{rows}", encoding="utf-8")
    return tmp_path


def output(capsys, *arguments):
    assert main(["datasets", *arguments]) == 0
    return capsys.readouterr().out


def document(capsys, *arguments):
    found = json.loads(output(capsys, *arguments, "--json"))
    assert found["schema"] == "bakeoff/datasets/1"
    return found


def test_the_list_shows_what_is_bundled(folder, capsys):
    assert "iris" in output(capsys)
    assert [d["name"] for d in document(capsys)["datasets"]] == ["iris", "wine", "breast_cancer", "digits"]


def test_describe_says_what_a_dataset_is_like(folder, capsys):
    text = output(capsys, "describe", "iris")
    assert "150 rows × 4 attributes" in text
    assert "1 row repeated" in text
    found = document(capsys, "describe", "data/d1.csv", "--quick")["dataset"]
    assert found["properties"]["rows"] == 30
    assert found["properties"]["landmarks"] is None


def test_names_and_classes_never_reach_the_terminal_as_escape_sequences(folder, capsys):
    strange = folder / "we\x1b[31mird.csv"
    strange.write_text("x,class\n1,a\x1b[2J\n2,b\n3,b\n", encoding="utf-8")
    described = output(capsys, "describe", str(strange), "--quick")
    assert "a\\x1b[2J and b" in described
    shown = output(capsys, "add", str(strange)) + output(capsys) + described
    sample = output(capsys, "sample", "--from", ".", "--n", "1", "--by", "rows", "--reason", "\x1b[31m")
    assert "we\\x1b[31mird" in shown
    assert "\x1b" not in shown + sample


def test_what_was_added_is_known_by_name(folder, capsys):
    output(capsys, "add", "data")
    names = [d["name"] for d in document(capsys)["datasets"]]
    assert names[4:] == [f"d{i}" for i in range(6)]
    assert document(capsys, "describe", "d3", "--quick")["dataset"]["properties"]["rows"] == 70
    before = (folder / "bakeoff-datasets.toml").read_bytes()
    output(capsys, "add", "data/d2.csv")
    assert (folder / "bakeoff-datasets.toml").read_bytes() == before


def test_a_name_that_is_taken_gets_a_number(folder, capsys):
    (folder / "iris.csv").write_text("x,class\n1,a\n2,b\n", encoding="utf-8")
    said = output(capsys, "add", "iris.csv")
    assert "iris-2: the catalogue has another iris; FILE#name=NAME names it as you like" in said
    assert document(capsys, "add", "iris.csv")["renamed"] == [{"name": "iris-2", "instead_of": "iris"}]
    found = document(capsys, "describe", "iris-2", "--quick")["dataset"]
    assert (found["name"], found["properties"]["rows"]) == ("iris-2", 2)
    assert document(capsys, "describe", "iris", "--quick")["dataset"]["properties"]["rows"] == 150


def test_one_kind_of_datasets_is_told_in_the_singular(folder, capsys):
    said = " ".join(output(capsys, "sample", "--n", "2", "--by", "noise,categorical").split())
    assert ": 1 kind of datasets occurs." in said


def test_a_sample_is_drawn_recorded_and_said(folder, capsys):
    text = output(
        capsys, "sample", "--n", "3", "--by", "rows", "--from", "data", "--reason", "small", "-o", "s.toml"
    )
    assert "3 datasets drawn from 6" in text
    found = document(capsys, "sample", "--n", "3", "--by", "rows", "--from", "data", "--reason", "small")
    assert found["sampling"]["kind"] == "sampled"
    assert found["sampling"]["reason"] == "small"
    assert all(name in text for name in found["datasets"])
    assert [s["drawn"] for s in found["strata"]] == [1, 1, 1]


def test_errors_end_in_2_with_a_way_out(folder, capsys):
    assert main(["datasets", "describe", "nothing"]) == 2
    assert capsys.readouterr().err.startswith("error BO420")
    assert main(["datasets", "sample", "--n", "99", "--by", "rows", "--from", "data"]) == 2
    assert capsys.readouterr().err.startswith("error BO434")
    assert main(["datasets", "sample", "--n", "1", "--by", "rows", "-o", "no/such/folder.toml"]) == 2
    assert capsys.readouterr().err.startswith("error BO410")


def test_the_list_needs_no_heavy_library(folder):
    script = (
        "import sys; from bakeoff.cli.main import main; main(['datasets']); "
        "sys.exit(any(m in sys.modules for m in ('sklearn', 'pandas', 'pyarrow', 'scipy.stats')))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False, capture_output=True).returncode == 0
