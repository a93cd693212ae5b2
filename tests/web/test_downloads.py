"""What is downloaded from the page: whole, the same every time, and names are text in it (C79, C80, C81, C83, C86)."""

import html
import io
import json
import re
import sqlite3
import zipfile

import pytest

import bakeoff
from bakeoff.api.deliveries.report import every_figure
from bakeoff.core.outcomes import Failed, Reason
from bakeoff.web.figure_archive import archive_figures
from bakeoff.web.lookups import SAMPLE_TABLES
from bakeoff.web.worker.evidence import requested_comparison
from bakeoff.web.worker.outputs import figure_list
from bakeoff.web.workers import Workers
from serving import StudyOnDisk, alone

FOLDS = SAMPLE_TABLES["folds"].text
HOSTILE = (r"x_1 100% & #2 {a} ~ ^ \input{x}", r"$x^2$ \foo", "[bold red]x[/bold red]")


def table_of(names):
    """Return a table of scores with classifiers of these names."""
    head = ",".join('"' + name.replace('"', '""') + '"' for name in names)
    rows = "".join(
        f"d{i},{','.join(str(70 + (i * k) % 9) for k in range(2, 2 + len(names)))}\n" for i in range(8)
    )
    return f"dataset,{head}\n{rows}"


def files_of(answer):
    """Return the files of an archive by their names."""
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_every_figure_is_in_the_archive_with_a_list_of_them(client):
    files = files_of(client.post("/api/figures", json={"text": FOLDS}))
    stems = [figure["stem"] for figure in figure_list(bakeoff.compare(FOLDS))["figures"]]
    assert len(stems) == len(every_figure(bakeoff.compare(FOLDS))) == 3
    assert set(files) == {f"{stem}.{form}" for stem in stems for form in ("png", "svg", "pdf")} | {
        "figures.txt"
    }
    listed = files["figures.txt"].decode()
    assert all(f"\n{stem}: " in listed for stem in stems)
    assert "Left out" not in listed


def test_figures_that_find_no_time_are_named_and_the_way_to_them(client):
    async def without_time():
        workers = Workers(count=1, seconds=60, memory=0, waiting=10)
        await workers.start()
        asked = {"names": ["folds.csv"], "options": {}}
        try:
            return await archive_figures(workers, asked, [FOLDS.encode()], seconds=0)
        finally:
            await workers.stop()

    with zipfile.ZipFile(io.BytesIO(alone(without_time()))) as archive:
        assert archive.namelist() == ["figures.txt"]
        listed = archive.read("figures.txt").decode()
    assert "Left out, because they hold too much or take too long; bakeoff compare --figures DIR" in listed
    assert "\nscatter-forest-over-tree: How do both score on each resample? forest over tree" in listed


def test_a_figure_that_holds_too_much_to_be_read_is_left_out_of_the_archive():
    listed = figure_list(bakeoff.compare(table_of([f"c{i}" for i in range(61)]), baseline="c0"))
    assert {figure["stem"]: figure["readable"] for figure in listed["figures"]}["matrix"] is False
    assert "6 of the 60 pairs" in listed["note"]


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("report", {}),
        ("latex", {}),
        ("figure", {"kind": "scatter", "form": "pdf"}),
        ("figure", {"kind": "scatter", "form": "png"}),
        ("figure", {"kind": "scatter", "form": "svg"}),
        ("export", {"form": "csv"}),
        ("export", {"form": "json"}),
        ("export", {"form": "xlsx"}),
    ],
    ids=lambda value: value if isinstance(value, str) else value.get("form", ""),
)
def test_c86_the_same_table_gives_the_same_bytes(client, server, path, more):
    asked = {"text": FOLDS, **more}
    with server.visitor() as other:
        first, second = client.post(f"/api/{path}", json=asked), other.post(f"/api/{path}", json=asked)
    assert (first.status_code, len(first.content) > 100) == (200, True)
    assert first.content == second.content


def test_c79_the_latex_of_the_page_is_that_of_python_whatever_the_names(client):
    text = table_of(HOSTILE)
    files = files_of(client.post("/api/latex", json={"text": text}))
    # tests/api/test_paper.py compiles such a document, and finds the names in it.
    assert files["bakeoff.tex"].decode() == bakeoff.compare(text).paper().document
    assert rb"x\_1 100\% \& \#2 \{a\}" in files["bakeoff.tex"]
    assert rb"\input{x}" not in files["bakeoff.tex"]


def test_c80_and_c81_dollars_backslashes_and_markup_are_drawn_and_written_as_they_are(client):
    text = table_of(HOSTILE)
    svg = client.post("/api/drawing", json={"text": text, "number": 1}).json()["svg"]
    words = html.unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)", svg)))
    for name in HOSTILE[1:]:
        assert name in words
    table = client.post("/api/export", json={"text": text, "form": "md"}).text
    assert "[bold red]" in table.replace("\\", "")
    view = client.post("/api/view", json={"text": text}).json()["view"]
    assert all(html.escape(name, quote=False) in view["html"] for name in HOSTILE)


def test_c81_escape_sequences_are_refused_in_names_and_made_visible_in_what_failed(server, client):
    answer = client.post("/api/compare", json={"text": table_of(["a\x1b[31mred", "b"])})
    assert (answer.status_code, answer.json()["code"]) == (422, "BO039")
    assert "\x1b" not in "".join(answer.json().values())

    class Noisy(StudyOnDisk):
        def _outcome(self, cell):
            return Failed(cell=cell, reason=Reason.RAISED, message="\x1b]0;owned\x07\x1b[31mred")

    Noisy(server.folder / "noisy.db").go_on(1)
    query = {"store": "noisy.db", "study": "first study"}
    [failure] = client.get("/api/study", params=query).json()["failures"]
    assert failure["message"] == r"\x1b]0;owned\x07\x1b[31mred"


def test_c83_no_name_becomes_the_name_of_a_file_as_it_is(client):
    names = ("../../x", "CON", "a/b", "L" * 300, "dot.", "DOT")
    listed = figure_list(bakeoff.compare(table_of(names)))["figures"]
    stems = [figure["stem"] for figure in listed]
    assert len({stem.casefold() for stem in stems}) == len(stems) > 8
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{0,70}", stem) for stem in stems)
    figure = {"text": table_of(names), "kind": "scatter", "pair": ["../../x", "CON"], "form": "svg"}
    assert (
        client.post("/api/figure", json=figure)
        .headers["content-disposition"]
        .endswith("''bakeoff-scatter.svg")
    )


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "CON", "a/b.csv", "L" * 300, "scores.csv.", "\\\\host\\x"]
)
def test_c83_an_upload_is_called_by_its_last_name_and_nothing_is_opened_by_it(client, name):
    rows = [f"e{i},{i % 3},{(i + (i % 4 == 0)) % 3}\n" for i in range(30)]
    content = "id,y_true,y_pred\n" + "".join(rows)
    files = [("file", (name, content)), ("file", ("other.csv", content.replace("e1,1", "e1,1")))]
    answer = client.post("/api/compare", files=files)
    assert answer.status_code == 200
    source = answer.json()["comparison"]["evidence"]["source"]
    assert "/" not in source
    assert "\\" not in source
    assert len(source) < 120


def test_a_store_is_dropped_as_a_file_and_one_study_of_several_is_chosen(server, client):
    made = StudyOnDisk(server.folder / "two.db")
    made.go_on(36)
    other = StudyOnDisk(server.folder / "two.db", name="second study")
    content = (server.folder / "two.db").read_bytes()
    found = client.post("/api/recognise", files={"file": ("mine.db", content)}).json()
    assert found["studies"] == ["first study", "second study"]
    assert found["problem"]["code"] == "BO488"
    assert found["problem"]["where"] == "mine.db"
    asked = {"asked": json.dumps({"options": {"study": "first study"}})}
    document = client.post("/api/compare", files={"file": ("mine.db", content)}, data=asked).json()[
        "comparison"
    ]
    straight = bakeoff.compare(server.folder / "two.db", study="first study")
    assert document["summary"] == straight.summary
    assert document["evidence"]["source"] == "mine.db"
    assert other.done == 0


@pytest.mark.parametrize(
    "sql", ["CREATE VIEW more AS SELECT 1", "CREATE TRIGGER t AFTER INSERT ON x BEGIN SELECT 1; END"]
)
def test_a_store_with_code_in_it_is_no_store(server, client, tmp_path, sql):
    path = tmp_path / "evil.db"
    path.write_bytes((server.folder / "study.db").read_bytes())
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE x (y)")
        database.execute(sql)
    database.close()
    answer = client.post("/api/compare", files={"file": ("evil.db", path.read_bytes())})
    assert (answer.status_code, answer.json()["code"]) == (422, "BO520")


def test_another_database_is_no_store_either(client, tmp_path):
    with sqlite3.connect(tmp_path / "other.db") as database:
        database.execute("CREATE TABLE x (y)")
    database.close()
    answer = client.post("/api/compare", files={"file": ("other.db", (tmp_path / "other.db").read_bytes())})
    assert (answer.status_code, answer.json()["code"]) == (422, "BO520")
    damaged = b"SQLite format 3\0" + bytes(52) + b"BAKE" + bytes(500)
    assert client.post("/api/compare", files={"file": ("x.db", damaged)}).json()["code"] == "BO520"


def test_what_each_column_was_taken_for_is_said(client):
    wide = client.post("/api/recognise", json={"text": "problem,A,B\niris,1,2\nwine,3,4\nzoo,5,6\n"}).json()
    assert wide["roles"] == {"dataset_column": "problem"}
    told = client.post("/api/recognise", json={"example": "predictions"}).json()
    assert told["roles"] == {"id_column": "id", "truth_column": "y_true"}
    guessed = client.post("/api/recognise", json={"text": "what,A,B\niris,1,2\nwine,3,4\nzoo,5,6\n"}).json()
    assert guessed["roles"] == {"dataset_column": "what"}


def test_a_comparison_that_was_just_made_is_not_made_again():
    fields = {"names": ["folds.csv"], "options": {}}
    assert requested_comparison(fields, [FOLDS.encode()]) is requested_comparison(fields, [FOLDS.encode()])


def test_what_is_unticked_stands_in_every_download(client):
    options = {"without": ["dataset 5", "dataset 6"], "after_seeing": True}
    asked = {"example": "figure-15.2", "options": options}
    told = "on 8 of 10 datasets, 2 left out by hand"
    view = client.post("/api/view", json=asked).json()["view"]
    assert "these 8 of 10 datasets, 2 left out by hand, do not show" in view["headline"]
    assert "left out" in dict(view["facts"])
    assert "it was taken as it stands" not in view["html"]
    assert "without=[&#39;dataset 5&#39;, &#39;dataset 6&#39;]" in view["html"]
    report = client.post("/api/report", json=asked).text
    assert "BO170" in report
    assert "it was taken as it stands" not in report
    paper = files_of(client.post("/api/latex", json=asked))["bakeoff.tex"].decode()
    assert "Two datasets (dataset 5 and dataset 6) were left out by hand, after the result" in paper
    assert told.removeprefix("on ") in paper
    made = client.post("/api/compare", json=asked).json()["comparison"]["reading"]["left_out"]
    assert (made["datasets"], made["by"]) == (options["without"], "user")
    assert made["omissions"][0]["after_seeing"] is True
    for form in ("csv", "md", "json"):
        text = client.post("/api/export", json={**asked, "form": form}).text
        assert "left out by hand" in text, form
    verdict = client.post("/api/verdict", json=asked).json()
    assert "2 left out by hand" in verdict["headline"]
