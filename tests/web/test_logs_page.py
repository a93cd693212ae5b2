"""Logs of a harness on the page: files, folders and archives give what the command line gives."""

import io
import json
import random
import zipfile

import pytest

import bakeoff


def written(items=60):
    """Return the folder of an evaluation, by the names of its files: three models on one task."""
    draw = random.Random(7)
    hard = [draw.random() for _ in range(items)]
    return {
        f"logs/{model}/samples_sums_2026-01-02T03-04-05.000006.jsonl": "".join(
            json.dumps(
                {
                    "doc_id": i,
                    "doc": {"question": f"what is {i} and {i}?"},
                    "target": str(2 * i),
                    "arguments": {},
                    "resps": [["4"]],
                    "filtered_resps": ["4"],
                    "filter": "none",
                    "metrics": ["exact_match"],
                    "doc_hash": f"{i:064x}",
                    "exact_match": float(draw.random() < skill + hard[i] / 2),
                }
            )
            + "\n"
            for i in range(items)
        )
        for model, skill in (("small", 0.1), ("middle", 0.2), ("large", 0.5))
    }


LOGS = written()


def as_form(files):
    return [("file", (name, content)) for name, content in files.items()]


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("logs")
    for name, content in LOGS.items():
        (place / name).parent.mkdir(parents=True)
        (place / name).write_text(content)
    return place / "logs"


@pytest.mark.parametrize("files", [LOGS, {"logs.zip": zipped(LOGS)}], ids=["a folder", "an archive"])
def test_logs_dropped_on_the_page_are_judged_as_the_command_line_judges_them(client, folder, files):
    theirs = client.post("/api/compare", files=as_form(files)).json()["comparison"]
    mine = json.loads(json.dumps(bakeoff.compare(folder).to_dict()))
    assert theirs["pairs"] == mine["pairs"]
    assert theirs["evidence"]["digest"] == mine["evidence"]["digest"]
    assert theirs["evidence"]["source"] in ("logs", "logs.zip")


def test_what_is_read_of_logs_names_their_files_and_no_place_on_the_server(client):
    answer = client.post("/api/recognise", files=as_form(LOGS))
    assert answer.status_code == 200
    read = answer.json()["read"]
    assert read["command"] == "bakeoff compare logs"
    assert {file["source"] for file in read["reading"]["files"]} == set(LOGS)
    assert "/tmp" not in answer.text


def test_files_of_the_same_name_lie_apart(client):
    files = [("file", ("samples_sums.jsonl", content)) for content in LOGS.values()]
    made = client.post("/api/compare", files=files).json()["comparison"]
    assert made["evidence"]["classifiers"] == ["1", "2", "3"]


def test_logs_are_ranked_on_the_page(client, folder):
    view = client.post("/api/board", files=as_form(LOGS)).json()["view"]
    assert view["entries"] == [entry.name for entry in bakeoff.leaderboard(folder).entries]
    assert "bakeoff leaderboard logs</code>" in view["html"]


def test_a_name_that_leads_elsewhere_stays_in_the_private_folder(client):
    files = {name.replace("logs/", "../../../logs/"): content for name, content in LOGS.items()}
    made = client.post("/api/compare", files=as_form(files)).json()["comparison"]
    assert made["evidence"]["source"] == "logs"


def test_logs_of_one_model_are_refused_as_on_the_command_line(client):
    name = next(iter(LOGS))
    answer = client.post("/api/compare", files=as_form({name: LOGS[name]}))
    assert (answer.status_code, answer.json()["code"]) == (422, "BO022")
    assert answer.json()["where"] == "logs"
