"""Leaderboards and judges over the API of the page."""

import io
import json
import zipfile

import numpy as np

import bakeoff


def battles(size=300):
    rng = np.random.default_rng(2)
    names, strengths = ["<b>x</b>", "y", "z"], np.array([0.8, 0.2, -0.8])
    left = rng.integers(0, 3, size)
    right = (left + rng.integers(1, 3, size)) % 3
    won = rng.random(size) < 1 / (1 + np.exp(strengths[right] - strengths[left]))
    rows = [
        f"{names[a]},{names[b]},{'left' if w else 'right'}" for a, b, w in zip(left, right, won, strict=True)
    ]
    return "\n".join(["left,right,winner", *rows]) + "\n"


def test_a_board_is_that_of_python_and_its_digest_finds_it_again(client):
    text = battles()
    answer = client.post("/api/board", json={"text": text, "name": "b.csv"}).json()
    board = bakeoff.leaderboard(text)
    assert answer["view"]["entries"] == [entry.name for entry in board.entries]
    assert "<b>x</b>" not in answer["view"]["html"]
    assert "bakeoff leaderboard b.csv</code>" in answer["view"]["html"]
    asked = {"evidence": answer["digest"], "form": "json", "board": {"level": 0.9}}
    found = client.post("/api/board-file", json=asked).json()
    assert found["level"] == 0.9
    assert found["entries"][0]["score"] == board.entries[0].score


def test_the_picture_has_the_ranks_of_the_board_and_the_word_is_that_of_its_sentence(client):
    text = battles()
    answer = client.post("/api/board", json={"text": text}).json()["view"]["answer"]
    board = bakeoff.leaderboard(text)
    rows = answer["picture"]["rows"]
    assert [(row["name"], row["value"], row["low"], row["high"]) for row in rows] == [
        (entry.name, entry.rank, *entry.rank_set) for entry in board.entries
    ]
    tied = [row["name"] for row in rows if row["leads"]]
    assert answer["word"] == ("Best" if len(tied) == 1 else "Tied for best")
    assert board.summary.startswith(answer["title"])
    apart = (
        "left,right,winner\n" + "a,b,left\na,b,right\na,b,left\n" * 6 + "x,y,left\nx,y,right\nx,y,left\n" * 6
    )
    assert client.post("/api/board", json={"text": apart}).json()["view"]["answer"]["picture"] is None


def test_every_form_can_be_taken_away(client):
    digest = client.post("/api/board", json={"text": battles()}).json()["digest"]
    got = {
        form: client.post("/api/board-file", json={"evidence": digest, "form": form})
        for form in ("html", "md", "tex", "csv", "json", "svg", "png", "pdf", "badge")
    }
    assert all(answer.status_code == 200 and len(answer.content) > 100 for answer in got.values())
    assert {"bakeoff.tex", "bakeoff.bib"} <= set(zipfile.ZipFile(io.BytesIO(got["tex"].content)).namelist())
    assert json.loads(got["json"].content)["schema"] == "bakeoff/leaderboard/1"


def test_judged_answers_are_corrected_and_refused_forms_say_so(client):
    rng = np.random.default_rng(1)
    rows = ["id,model,score,gold"]
    for i in range(200):
        for model in "ab":
            right = int(rng.random() < 0.7)
            rows.append(
                f"{i},{model},{right if rng.random() < 0.9 else 1 - right},{right if i % 3 == 0 else ''}"
            )
    answer = client.post("/api/board", json={"text": "\n".join(rows), "name": "j.csv"}).json()
    assert answer["view"]["kind"] == "judged"
    assert "bakeoff compare j.csv --gold-column gold</code>" in answer["view"]["html"]
    asked = {"evidence": answer["digest"], "form": "csv"}
    assert client.post("/api/board-file", json=asked).json()["code"] == "BO579"
    plain = client.post("/api/board", json={"evidence": answer["digest"], "board": {"kind": "board"}}).json()
    assert plain["view"]["kind"] == "items"


def test_what_is_no_leaderboard_is_refused_with_its_reason(client):
    answer = client.post("/api/board", json={"text": "model,score,n\na,0.71,500\nb,68,500\nc,70.4,500\n"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "BO621"
