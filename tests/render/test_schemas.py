"""The published schemas are those of the types, and every document is valid by its schema."""

import copy
import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from scaffold.make_schemas import FOLDER, schema_text

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.answers.documents import DOCUMENTS
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.json.schema import document_schema
from golden import cases
from pipeline_cases import items, predictions, scores

GOLDEN = Path(cases.__file__).parent


def strict(schema):
    """Return a schema that allows no field beside those that it names: what we write, the types must know."""
    made = copy.deepcopy(schema)
    for part in (made, *made["$defs"].values()):
        part["additionalProperties"] = False
    return made


def check(document):
    name = document["schema"].split("/")[1]
    Draft202012Validator(strict(document_schema(name))).validate(document)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_published_schema_is_the_one_of_the_types(name, capsys):
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == schema_text(name)
    Draft202012Validator.check_schema(document_schema(name))
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == f"bakeoff/{name}/1"


def golden_documents():
    for path in sorted(GOLDEN.glob("*.txt")):
        for text in re.findall(
            r"^\{\n.*?^\}$", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL
        ):
            document = json.loads(text)
            if document["schema"].split("/")[1] in DOCUMENTS:
                yield pytest.param(document, id=path.stem)


@pytest.mark.parametrize("document", list(golden_documents()))
def test_every_golden_document_is_valid(document):
    check(document)


def test_there_are_golden_documents():
    assert len(list(golden_documents())) >= 2


TABLES = {
    "missing": cases.MISSING,
    "folds": cases.FOLDS,
    "predictions": cases.PREDICTIONS,
    "weighted": cases.WEIGHTED,
    "grouped": cases.GROUPED,
    "several": cases.SEVERAL,
    "many": cases.MANY,
    "items": items("a", 0.6) + items("b", 0.8, seed=1).partition("\n")[2],
    "two": PUBLISHED["figure-15.2"].text,
    "published": PUBLISHED["demsar-2006"].text,
}
COMMANDS = {
    "missing": [["--gate", "better"], ["--alternative", "greater"]],
    "folds": [[], ["--test", "bayes-correlated-t", "--margin", "0.01"]],
    "predictions": [
        [],
        ["--gate", "not-worse", "--margin", "0.01"],
        ["--metric", "f1_macro"],
        ["--sequential", "--margin", "0.01"],
    ],
    "weighted": [["--weight-column", "weight"]],
    "grouped": [
        ["--subgroup-column", "sex", "--group-column", "patient"],
        ["--subgroup-column", "sex", "--gate", "better"],
    ],
    "several": [[], ["--without", "iris"], ["--test", "mcnemar"]],
    "many": [[], ["--baseline", "a"]],
    "items": [[], ["--over", "tasks"], ["--gate", "not-worse", "--margin", "0.05"]],
    "two": [
        ["--explain"],
        ["--test", "bayes-signed-rank", "--margin", "1"],
        ["--bound", "share", "--share", "0.5", "--gate", "not-worse"],
    ],
    "published": [["--metric", "AUC"], ["--metric", "AUC", "--only-if", "friedman", "--level", "0.9"]],
}


@pytest.mark.parametrize(
    ("table", "options"), [(table, options) for table, every in COMMANDS.items() for options in every]
)
def test_every_comparison_is_valid(table, options, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(TABLES[table], encoding="utf-8")
    assert main(["compare", "table.csv", "--json", "--export", "evidence=saved.json", *options]) in (0, 1, 3)
    check(json.loads(capsys.readouterr().out))
    check(bakeoff.load_result("saved.json"))


@pytest.mark.parametrize("table", TABLES)
def test_every_reading_and_leaderboard_is_valid(table, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(TABLES[table], encoding="utf-8")
    options = ["--metric", "AUC"] if table == "published" else []
    assert main(["read", "table.csv", "--json", *options]) == 0
    document = json.loads(capsys.readouterr().out)
    check(document)
    assert (document["evidence"]["kind"] == "items") == (table == "items")
    if main(["leaderboard", "table.csv", "--json", *options]) == 0:
        check(json.loads(capsys.readouterr().out))


def test_counts_are_valid(capsys):
    assert main(["compare", "80/100", "70/100", "--json"]) == 0
    check(json.loads(capsys.readouterr().out))


def test_battles_are_valid(tmp_path, capsys):
    rows = [f"{'ab'[i % 2]},{'cd'[i % 3 % 2]},{('left', 'right', 'tie')[i % 7 % 3]}" for i in range(120)]
    (tmp_path / "b.csv").write_text("\n".join(["left,right,winner", *rows]))
    assert main(["leaderboard", str(tmp_path / "b.csv"), "--json"]) == 0
    check(json.loads(capsys.readouterr().out))


def test_gates_and_the_ledger_are_valid(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("now.csv").write_text(scores("new", 84, seed=1))
    Path("main.csv").write_text(scores("old", 80))
    Path("p.csv").write_text(predictions("new", 0.9, seed=1))
    Path("q.csv").write_text(predictions("old", 0.9))
    Path("bakeoff.toml").write_text(
        "[ledger]\nstore = 'l.db'\n"
        "[gate.s]\nevidence = 'now.csv'\nbaseline_file = 'main.csv'\nmargin = 1.0\n"
        "[gate.p]\nevidence = 'p.csv'\nbaseline_file = 'q.csv'\nkind = 'better'\n"
    )
    assert main(["gate", "--json"]) == 3
    check(json.loads(capsys.readouterr().out))
    assert main(["compare", "p.csv", "--baseline-file", "q.csv", "--sequential", "--json"]) == 0
    looked_at = json.loads(capsys.readouterr().out)
    check(looked_at)
    assert looked_at["sequential"]["question"] == 1
    assert main(["ledger", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    check(document)
    assert len(document["questions"]) == 1


def test_a_wrong_document_is_not_valid():
    document = bakeoff.compare(PUBLISHED["figure-15.2"].text).to_dict()
    for slip in ({"pairs": None}, {"schema": "bakeoff/comparison/2"}, {"design": 3}, {"surprise": 1}):
        assert not Draft202012Validator(strict(document_schema("comparison"))).is_valid({**document, **slip})
    # Readers of an older version take what they do not know for news.
    assert Draft202012Validator(document_schema("comparison")).is_valid({**document, "surprise": 1})


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other/1"}', '{"a": 1}'])
def test_a_file_of_something_else_is_refused(text, tmp_path):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(BakeoffError) as caught:
        bakeoff.load_result(tmp_path / "x.json")
    assert caught.value.code == "BO679"
