"""The API: the contract's objects, by every way of giving evidence, and no answer that is our fault."""

import asyncio
import csv
import io
import json
import re
import zipfile

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

import bakeoff
from bakeoff.core.options.table import OPTIONS
from bakeoff.inputs.published import PUBLISHED
from bakeoff.web.openapi import EVIDENCE, openapi
from bakeoff.web.openapi import OPTIONS as OPTION_SHAPES
from bakeoff.web.routes import ROUTES
from serving import TOKEN, StudyOnDisk, alone

TWO = PUBLISHED["figure-15.2"].text
WHOLE = "/api/compare"  # is sent every option in every wrong way; the other addresses one option of each type of JSON


def _document() -> dict:
    made = json.loads(json.dumps(openapi(ROUTES, version="0")))
    few = {shape["type"]: name for name, shape in OPTION_SHAPES.items()}.values()
    for path, methods in made["paths"].items():
        body = methods.get("post", {}).get("requestBody", {"content": {"application/json": {"schema": {}}}})
        options = body["content"]["application/json"]["schema"].get("properties", {}).get("options")
        if options and path != WHOLE:
            options["properties"] = {n: s for n, s in options["properties"].items() if n in few}
    return made


schema = schemathesis.openapi.from_dict(_document())


def test_the_answer_is_the_one_of_the_command_line(client):
    answer = client.post(
        "/api/compare", json={"text": TWO, "options": {"margin": 1, "metric": "accuracy"}}
    ).json()
    mine = bakeoff.compare(TWO, margin=1, metric="accuracy").to_dict()
    theirs = answer["comparison"]
    for document in (mine, theirs):
        document["evidence"].pop("source")
    assert theirs == json.loads(json.dumps(mine))


def test_evidence_is_given_as_text_as_files_as_an_example_or_by_digest(client):
    by_text = client.post("/api/compare", json={"text": TWO}).json()
    by_file = client.post("/api/compare", files={"file": ("scores.csv", TWO)}).json()
    by_example = client.post("/api/compare", json={"example": "figure-15.2"}).json()
    by_digest = client.post("/api/compare", json={"evidence": by_file["digest"]}).json()
    said = {d["comparison"]["summary"] for d in (by_text, by_file, by_example, by_digest)}
    assert len(said) == 1
    assert by_file["comparison"]["evidence"]["source"] == "scores.csv"


def test_the_verdict_comes_ahead_and_is_the_one_of_the_whole_answer(client):
    asked = {"text": PUBLISHED["demsar-2006"].text, "options": {"level": 0.9}}
    early = client.post("/api/verdict", json=asked).json()
    view = client.post("/api/view", json=asked).json()["view"]
    assert early["headline"] == view["headline"]
    for part in ("word", "title", "support"):
        assert early["answer"][part] == view["answer"][part]
    assert early["answer"]["picture"]["rows"] == view["answer"]["picture"]["rows"]
    assert client.post("/api/verdict", json={"example": "predictions"}).json() is None
    wrong = client.post("/api/verdict", json={**asked, "options": {"baseline": "nobody"}})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "BO063")


def test_several_files_of_predictions_are_joined(client):
    truth = [i % 3 for i in range(60)]
    files = [
        ("file", (f"{name}.csv", "id,y_true,y_pred\n" + "".join(
            f"e{i},{t},{(t + (i % odd == 0)) % 3}\n" for i, t in enumerate(truth))))
        for name, odd in (("tree", 4), ("forest", 9))
    ]  # fmt: skip
    made = client.post("/api/compare", files=files).json()["comparison"]
    assert made["evidence"]["kind"] == "predictions"
    assert made["evidence"]["classifiers"] == ["tree", "forest"]
    assert (made["pairs"][0]["flips"]["mends"], made["pairs"][0]["flips"]["breaks"]) == (13, 5)


def test_what_is_wrong_with_one_of_several_files_is_said_by_its_name(client):
    files = [
        ("file", ("tree.csv", "dataset,tree\niris,0.9\nzoo,0.8\n")),
        ("file", ("bayes.csv", "dataset,bayes\n")),
    ]
    for given, place in ((files, "bayes.csv, line 1"), ([files[1], files[1]], "1/bayes.csv, line 1")):
        refused = client.post("/api/view", files=given)
        assert refused.status_code == 422
        assert refused.json()["where"] == place


def test_leaving_two_datasets_out_moves_t_across_the_line(client):
    view = client.post("/api/view", json={"example": "figure-15.2"}).json()["view"]
    assert view["moving"][0]["t"] == {"statistic": "+0.319", "p": "p = .76"}
    asked = {"example": "figure-15.2", "options": {"without": ["dataset 5", "dataset 6"]}}
    moved = client.post("/api/view", json=asked).json()["view"]
    assert moved["moving"][0]["t"]["statistic"] == "+2.411"
    assert moved["units"] == 8
    assert len(moved["choices"]["datasets"]) == 10
    wrong = client.post("/api/view", json={"example": "figure-15.2", "options": {"without": ["nowhere"]}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "BO513")


def test_what_was_recognised_can_be_told_otherwise(client):
    text = "a,b,value\niris,tree,0.9\niris,bayes,0.8\nwine,tree,0.7\nwine,bayes,0.75\nzoo,tree,0.6\nzoo,bayes,0.65\n"
    first = client.post("/api/recognise", json={"text": text}).json()
    assert first["columns"] == ["a", "b", "value"]
    options = {
        "dataset_column": "a",
        "classifier_column": "b",
        "score_column": "value",
        "higher_is_better": False,
    }
    told = client.post("/api/recognise", json={"text": text, "options": options}).json()
    assert told["problem"] is None
    assert told["evidence"]["classifiers"] == ["tree", "bayes"]
    assert told["evidence"]["higher_is_better"] is False


def test_a_column_that_is_named_wrongly_leaves_the_others_to_be_chosen(client):
    asked = {"text": "a,b,value\niris,tree,0.9\nwine,tree,0.7\n", "options": {"dataset_column": "c"}}
    told = client.post("/api/recognise", json=asked).json()
    assert told["problem"]["code"] == "BO030"
    assert (told["columns"], told["roles"]) == (["a", "b", "value"], {})


def test_the_answer_says_how_far_the_others_are_behind_who_is_best(client):
    lines = (f"d{i},{80 + i % 3}.{i},{78 + (i + 1) % 3}.{i},{70 + i % 4}.{i}" for i in range(10))
    text = "\n".join(["dataset,forest,tree,bayes", *lines])
    answer = client.post("/api/verdict", json={"text": text}).json()["answer"]
    gaps = [-row["value"] for row in answer["picture"]["rows"] if row["verdict"] == "worse"]
    assert answer["word"] == "Best"
    assert f"The other 2 are estimated to be {min(gaps):.1f}" in answer["support"][-1]
    assert f"to {max(gaps):.1f}" in answer["support"][-1]
    assert "points behind forest. " in answer["support"][-1]


def test_the_form_has_a_field_for_every_option_that_has_one(client):
    names = re.findall(r'<(?:input|select) name="(\w+)"', client.get("/").text)
    assert sorted(names) == sorted(name for name, option in OPTIONS.items() if option.on_page is not None)


@pytest.mark.parametrize(("form", "head"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_figure_is_a_file(client, form, head):
    answer = client.post("/api/figure", json={"example": "figure-15.2", "kind": "differences", "form": form})
    assert answer.content.startswith(head)
    assert f"bakeoff-differences.{form}" in answer.headers["content-disposition"]


def test_report_and_latex_are_files(client):
    report = client.post("/api/report", json={"example": "figure-15.2"}).text
    assert "<h1" in report
    assert bakeoff.compare(TWO).summary.split(":")[0] in report
    kit = zipfile.ZipFile(io.BytesIO(client.post("/api/latex", json={"example": "figure-15.2"}).content))
    assert sorted(kit.namelist()) == ["bakeoff-figure.pdf", "bakeoff.bib", "bakeoff.tex"]


def test_c82_tables_are_exported_with_formulas_guarded(client):
    text = TWO.replace("dataset,A,B", "dataset,=A,B")
    table = client.post("/api/export", json={"text": text, "form": "csv", "table": "scores"}).text
    assert {row["classifier"] for row in csv.DictReader(io.StringIO(table))} == {"'=A", "B"}
    assert client.post("/api/export", json={"text": text, "form": "xlsx"}).content.startswith(b"PK")
    assert (
        client.post("/api/export", json={"text": text, "form": "json"}).json()["schema"]
        == "bakeoff/comparison/1"
    )


def test_the_audit_the_estimate_and_the_plan_are_the_contracts(client):
    audit = client.post("/api/audit", json={"example": "figure-15.2"}).json()
    assert audit["schema"] == "bakeoff/audit/1"
    assert (audit["fragility"][0]["a"], audit["fragility"][0]["verdict"]) == ("A", "undecided")
    estimate = client.post("/api/estimate", json={"correct": 80, "total": 100}).json()
    assert estimate["schema"] == "bakeoff/estimate/1"
    assert client.post("/api/plan", json={"tests": 154}).json()["expected_false_positives"] == pytest.approx(
        7.7
    )


def test_what_a_migration_kept_of_a_store_is_no_store_to_look_into(client, server):
    copy = (
        server.folder / "study.db.version-2"
    )  # opening it would migrate it too, and keep a copy of the copy
    copy.write_bytes(server.study.path.read_bytes())
    names = [store["store"] for store in client.get("/api/studies").json()]
    copy.unlink()
    assert "study.db" in names
    assert copy.name not in names


def test_a_code_is_explained(client):
    told = client.get("/api/codes/bo101").json()
    assert (told["code"], told["title"]) == (
        "BO101",
        "how many datasets must be removed to change the verdict",
    )
    assert "What to do" in [paragraph["head"] for paragraph in told["paragraphs"]]
    assert client.get("/api/codes/BO9").json()["code"] == "BO507"


def test_leaving_out_every_dataset_is_refused_in_words(client):
    every = [f"dataset {i}" for i in range(1, 11)]
    answer = client.post("/api/view", json={"example": "figure-15.2", "options": {"without": every}})
    assert answer.status_code == 422
    assert answer.json()["code"] == "BO513"


def test_a_store_of_the_folder_is_compared_and_watched(server, client):
    listed = client.get("/api/studies").json()
    mine = next(s for s in listed if s["store"] == "study.db")
    assert [s["study"] for s in mine["studies"]] == ["first study"]
    study = client.get("/api/study", params={"store": "study.db", "study": "first study"}).json()
    assert (study["planned"], study["scored"], study["failed"]) == (36, 29, 1)
    assert study["failures"][0]["message"].endswith("no convergence")
    assert study["cells"][0] == {
        "classifier": "tree", "dataset": "iris", "planned": 2, "scored": 2, "failed": 0, "seconds": pytest.approx(1.2),
    }  # fmt: skip
    assert client.get("/api/ledger", params={"store": "study.db"}).json() == {"entries": [], "problems": []}
    missing = client.get("/api/study", params={"store": "study.db", "study": "none"})
    assert (missing.status_code, missing.json()["code"]) == (404, "BO450")


def test_news_of_a_running_study_arrive_while_it_is_written(server, client):
    study = StudyOnDisk(server.folder / "live.db")
    query = {"store": "live.db", "study": "first study"}
    with client.stream("GET", "/api/study/events", params=query) as events:
        told = (json.loads(line[6:]) for line in events.iter_lines() if line.startswith("data: "))
        assert next(told)["scored"] == 0
        study.go_on(3)
        later = next(told)
    assert 0 < later["scored"] <= 3


def test_simulations_are_simulated_and_come_with_their_error(client):
    known = client.get("/api/simulations").json()
    assert [s["key"] for s in known] == [
        "naive-t", "community", "best-of-k", "coverage", "dropping", "null", "power",
    ]  # fmt: skip
    made = client.post("/api/simulations/dropping", json={"datasets": 10, "dropped": 2, "seed": 3}).json()
    again = client.post("/api/simulations/dropping", json={"datasets": 10, "dropped": 2, "seed": 3}).json()
    other = client.post("/api/simulations/dropping", json={"datasets": 10, "dropped": 2, "seed": 4}).json()
    assert made == again
    assert made["measured"] != other["measured"]
    assert made["measured"]["error"] == pytest.approx(0.015, abs=0.003)
    outside = client.post("/api/simulations/dropping", json={"dropped": 9})
    assert (outside.status_code, outside.json()["code"]) == (400, "BO509")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("compare", {}, 400, "BO509"),
        ("compare", {"text": "a", "example": "x"}, 400, "BO509"),
        ("compare", {"text": TWO, "options": {"lvl": 0.9}}, 400, "BO509"),
        ("compare", {"text": TWO, "options": {"level": "high"}}, 400, "BO509"),
        ("compare", {"text": TWO, "options": {"baseline": "C"}}, 400, "BO063"),
        ("compare", {"text": TWO, "options": {"test": "nemenyi"}}, 422, "BO061"),
        ("compare", {"text": ""}, 422, "BO018"),
        ("compare", {"example": "nothing"}, 404, "BO069"),
        ("compare", {"evidence": "sha256:" + "0" * 64}, 404, "BO506"),
        ("figure", {"text": TWO, "kind": "pie"}, 400, "BO400"),
        ("simulations/none", {}, 404, "BO514"),
        ("nowhere", {}, 404, "BO507"),
    ],
)
def test_a_refusal_says_code_what_where_and_fix(client, path, body, status, code):
    answer = client.post(f"/api/{path}", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) - {"offers"} == {"code", "what", "where", "fix"}


def test_what_a_fix_says_to_type_comes_as_options_that_mend_it(client):
    asked = {"text": TWO, "options": {"test": "nemenyi"}}
    offers = client.post("/api/compare", json=asked).json()["offers"]
    assert {"text": "Without a test by name", "options": {"test": None}} in offers
    options = {name: value for name, value in offers[0]["options"].items() if value is not None}
    assert client.post("/api/compare", json={"text": TWO, "options": options}).status_code == 200


def test_an_address_says_which_method_it_takes(client):
    answer = client.get("/api/compare")
    assert (answer.status_code, answer.json()["code"]) == (405, "BO508")


def test_the_document_of_the_api_lists_every_address(client):
    document = client.get("/api/openapi.json").json()
    assert set(document["paths"]) == {route.path for route in ROUTES}


def test_options_are_described_once_for_all_addresses():
    """What is wrong with an option is the same everywhere: it is tried in full at one address."""
    taken = [route.takes["options"] for route in ROUTES if route.takes and "options" in route.takes]
    assert len(taken) > 10
    assert all(options is EVIDENCE["options"] for options in taken)


@schema.exclude(path="/api/study/events").parametrize()
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_whatever_is_sent_the_answer_is_not_our_fault(case, server):
    case.call_and_validate(
        base_url=server.url,
        headers={"Authorization": f"Bearer {TOKEN}"},
        checks=[
            schemathesis.checks.not_a_server_error,
            schemathesis.specs.openapi.checks.status_code_conformance,
            schemathesis.specs.openapi.checks.content_type_conformance,
        ],
    )


def _table(i: int) -> str:
    rows = "".join(f"d{j},{50 + (i * 13 + j * 7) % 40},{50 + (i * 5 + j * 11) % 40}\n" for j in range(8))
    return f"dataset,a{i},b{i}\n{rows}"


async def _all_at_once(url: str, count: int) -> list[tuple[int, dict]]:
    limits = httpx.Limits(max_connections=count)
    headers = {"authorization": f"Bearer {TOKEN}"}
    async with httpx.AsyncClient(base_url=url, headers=headers, limits=limits, timeout=120) as client:
        calls = [client.post("/api/compare", files={"file": (f"t{i}.csv", _table(i))}) for i in range(count)]
        answers = await asyncio.gather(*calls)
    return [(a.status_code, a.json()) for a in answers]


def test_two_hundred_uploads_at_once_get_their_own_answers(server):
    answers = alone(_all_at_once(server.url, 200))
    for i, (status, answer) in enumerate(answers):
        assert status == 200
        assert answer["comparison"]["evidence"]["classifiers"] == [f"a{i}", f"b{i}"]
        assert answer["comparison"]["evidence"]["source"] == f"t{i}.csv"
    for i in (0, 99, 199):
        assert answers[i][1]["comparison"]["summary"] == bakeoff.compare(_table(i)).summary


def test_families_of_datasets_count_once_on_the_page_and_can_be_left_out(client):
    rows = [
        f"{f}{i}x,{f},{70 + 3 * j + i},{71 + 3 * j + i + j / 7:.2f}"
        for j, f in enumerate("pqrstuv")
        for i in (1, 2)
    ]
    asked = {"text": "dataset,kin,a,b\n" + "\n".join(rows), "options": {"cluster_column": "kin"}}
    whole = client.post("/api/compare", json=asked).json()["comparison"]
    assert "on 7 families (14 datasets)" in whole["summary"]
    for name, left in (("q", "6 families (12 of 14 datasets"), ("p1x", "7 families (13 of 14 datasets")):
        options = {"cluster_column": "kin", "without": [name], "after_seeing": True}
        made = client.post("/api/compare", json={**asked, "options": options}).json()["comparison"]
        assert left in made["summary"]
        assert made["reading"]["left_out"]["omissions"][0]["after_seeing"] is True
    view = client.post("/api/view", json=asked).json()["view"]
    assert "7 families (14 datasets)" in view["headline"]
