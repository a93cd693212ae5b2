"""What a tag of the page says is what the command line says: every change that is offered, tried by both."""

import json
import shlex
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.web.worker.evidence import requested_comparison
from bakeoff.web.worker.views import recognise_evidence

ROWS = [("iris", 91, 92, 88), ("wine", 93, 90, 87), ("glass", 71, 69, 66), ("sonar", 81, 84, 70),
        ("vote", 95, 94, 90), ("zoo", 96, 92, 93), ("ecoli", 85, 86, 80), ("yeast", 60, 58, 55)]  # fmt: skip
TABLES = {
    "wide": "dataset,kind,RF,SVM,NB,time\n"
    + "".join(f"{d},{'ab'[i % 2]},.{a},.{b},.{c},{7 * i + 1}.5\n" for i, (d, a, b, c) in enumerate(ROWS)),
    "a column that may be a summary": "dataset,RF,SVM,NB,X\n"
    + "".join(f"{d},.{a},.{b},.{c},.{max(a, b, c)}\n" for d, a, b, c in ROWS),
    "classifiers in rows": "model,iris,wine,glass,sonar,vote\n"
    + "".join(f"{m},{','.join(f'.{row[k + 1]}' for row in ROWS[:5])}\n" for k, m in enumerate(("RF", "SVM", "NB"))),
    "measures": "dataset,RF_acc,SVM_acc,RF_f1,SVM_f1\n"
    + "".join(f"{d},.{a},.{b},.{a - 3},.{c}\n" for d, a, b, c in ROWS),
    "long": "dataset,classifier,acc,f1,kind\n"
    + "".join(f"{d},{m},.{v},.{v - i % 3},{d[0]}\n" for i, (d, a, b, _) in enumerate(ROWS)
              for m, v in (("RF", a), ("SVM", b))),
    "numbers for columns": "model,0,1,2,3\nRF,.81,.82,.83,.8\nSVM,.78,.79,.82,.8\nNB,.7,.72,.75,.73\n",
    "predictions": "id,y_true,rf,svm,nb,site\n"
    + "".join(f"{i},{'ab'[i % 2]},{'ab'[i % 2]},{'ab'[i % 3 % 2]},{'ba'[i % 4 // 2]},{i // 3}\n" for i in range(18)),
    "items": "model,item,task,score,seconds\n"
    + "".join(f"{m},{i},{'xy'[i % 2]},{(i * k) % 3 % 2},{i}\n" for k, m in ((1, "one"), (2, "two")) for i in range(12)),
}  # fmt: skip


def recognised(path: Path, options: dict) -> dict:
    """Return what the page knows of a file."""
    return recognise_evidence({"names": [path.name], "options": options}, [path.read_bytes()])


def changed(options: dict, change: dict) -> dict:
    return {name: value for name, value in {**options, **change}.items() if value is not None}


def changes_of(read: dict) -> list[dict]:
    """Return every change that the page offers: of tags, and of the readings of a question."""
    tags = [choice["options"] for column in read["table"]["columns"] for choice in column["choices"]]
    return [*tags, *(each["options"] for each in read["alternatives"])]


def judged_by_page(path: Path, options: dict) -> dict | str:
    try:
        return requested_comparison({"names": [path.name], "options": options}, [path.read_bytes()]).to_dict()
    except BakeoffError as error:
        return error.code


def judged_by_command(command: str, capsys) -> dict | str:
    code = main([*shlex.split(command)[1:], "--json"])
    out, err = capsys.readouterr()
    return json.loads(out) if code == 0 else err.split()[1].rstrip(":")


@pytest.mark.parametrize("name", TABLES)
def test_every_change_that_the_page_offers_is_judged_as_the_command_beside_it(
    name, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    path = Path("table.csv")
    path.write_text(TABLES[name])
    offered = changes_of(recognised(path, {})["read"])
    assert offered
    answers = []
    for change in offered:
        options = changed({}, change)
        mine = judged_by_page(path, options)
        theirs = judged_by_command(recognised(path, options)["read"]["command"], capsys)
        if isinstance(mine, str):
            assert mine == theirs
            continue
        assert isinstance(theirs, dict)
        for part in ("evidence", "pairs", "reading", "ranking", "summary"):
            assert mine[part] == theirs[part]
        answers.append(mine)
    assert answers  # not all of them were refused


def test_a_question_has_a_card_for_each_reading_and_the_table_by_the_first(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLES["a column that may be a summary"])
    read = recognised(path, {})["read"]
    assert [each["options"] for each in read["alternatives"]] == [
        {"leave_aside": ["X"]},
        {"columns_are": "classifiers"},
    ]
    assert [column["role"] for column in read["table"]["columns"]] == [
        "dataset", "classifier", "classifier", "classifier", "left aside",
    ]  # fmt: skip
    back = read["table"]["columns"][-1]["choices"][0]
    assert recognised(path, changed({}, back["options"]))["evidence"]["classifiers"] == [
        "RF",
        "SVM",
        "NB",
        "X",
    ]


def test_another_measure_is_a_click_away_in_both_layouts(tmp_path):
    for name, column, measure in (("measures", "RF_f1", "f1"), ("long", "f1", "f1")):
        path = tmp_path / "table.csv"
        path.write_text(TABLES[name])
        read = recognised(path, {})["read"]
        choices = next(c["choices"] for c in read["table"]["columns"] if c["name"] == column)
        wanted = "score" if name == "long" else "classifier"
        change = next(choice["options"] for choice in choices if choice["role"] == wanted)
        assert recognised(path, changed({}, change))["evidence"]["metric"] == measure


def test_a_table_that_cannot_be_read_is_shown_all_the_same(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("dataset,A,A\niris,1,2\nwine,2,3\n")
    document = recognised(path, {})
    assert document["problem"]["code"] == "BO024"
    assert document["read"]["table"]["cells"][0] == ["iris", "1", "2"]
    assert {column["role"] for column in document["read"]["table"]["columns"]} == {"not settled"}


@pytest.mark.parametrize("key", ["demsar-2006", "figure-15.7"])
def test_the_command_beside_an_example_reads_what_the_page_reads(client, key, capsys, monkeypatch):
    told = client.post("/api/recognise", json={"example": key, "options": {"metric": "AUC"}}).json()
    demo, compare = (shlex.split(part)[1:] for part in told["read"]["command"].split(" | "))
    assert main(demo) == 0
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(capsys.readouterr().out.encode())))
    assert main([*compare, "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["reading"]["reasons"] == told["read"]["reading"]["reasons"]
    for part in ("kind", "classifiers", "datasets", "metric"):
        assert read["evidence"][part] == told["evidence"][part]


def test_what_has_no_file_is_called_one_and_a_file_by_its_name(client):
    examples = [each["key"] for each in client.get("/api/examples").json()]
    made_up = [key for key in examples if key not in PUBLISHED]
    assert made_up
    for key in made_up:
        told = client.post("/api/recognise", json={"example": key}).json()
        assert told["read"]["command"] == "bakeoff compare FILE"
    text = TABLES["wide"]
    told = client.post("/api/recognise", json={"text": text, "name": "example 1.csv"}).json()
    assert told["read"]["command"] == "bakeoff compare 'example 1.csv'"
