"""What the page is told: what passes does not end the news, what is gone is not made anew, nothing is said twice."""

import json
import re
import sqlite3
from contextlib import closing

from bakeoff.web.worker import studies
from serving import StudyOnDisk

QUERY = {"study": "first study"}


def pieces(events):
    """Give the news of a stream, one after the other: kind and document."""
    kind = ""
    for line in events.iter_lines():
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield kind, json.loads(value)


def test_a_store_that_is_deleted_while_it_is_watched_is_gone_and_not_made_anew(server, client):
    study = StudyOnDisk(server.folder / "deleted.db")
    with client.stream("GET", "/api/study/events", params={"store": "deleted.db", **QUERY}) as events:
        news = pieces(events)
        assert next(news)[0] == "message"
        for path in server.folder.glob("deleted.db*"):
            path.unlink()
        kind, said = next(news)
    assert (kind, said["code"]) == ("gone", "BO512")
    assert not study.path.exists()


def test_a_lock_that_passes_is_told_and_does_not_end_the_news(server, client):
    study = StudyOnDisk(server.folder / "locked.db")
    study.go_on(2)
    with (
        client.stream("GET", "/api/study/events", params={"store": "locked.db", **QUERY}) as events,
        closing(sqlite3.connect(study.path)) as other,
    ):
        news = pieces(events)
        before = next(news)
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        kind, said = next(news)
        assert (kind, said["code"]) == ("late", "BO446")
        other.close()
        assert next(news) == before


def test_every_store_of_a_full_folder_is_named_and_can_be_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "MOST_STORES", 1)
    for name in ("a.db", "b.db"):
        StudyOnDisk(tmp_path / name)
    first, second = studies.list_stores(str(tmp_path))
    assert [s["study"] for s in first["studies"]] == ["first study"]
    assert (second["store"], second["studies"]) == ("b.db", [])
    assert "more than 1 stores" in second["problem"]
    assert [path.name for path in studies.store_files(tmp_path)] == ["a.db", "b.db"]


def test_what_is_worth_knowing_is_said_once_and_leads_to_the_first_finding(client):
    rows = "".join(f"d{i},{i * 7919 % 1009 / 1013:.9f},{i * 104729 % 997 / 1009:.9f}\n" for i in range(900))
    html = client.post("/api/view", json={"text": f"dataset,A,B\n{rows}"}).json()["view"]["html"]
    worth = html.partition('class="worth"')[2].partition("</ul>")[0]
    assert html.count("<b>BO101</b>") == 2
    assert worth.count(">BO101<") == 1
    leads_to = re.search(r'href="#(finding-\d+)">BO101<', worth)[1]
    assert html.index(f'id="{leads_to}"') < html.index("<b>BO101</b>")


def test_a_narrow_screen_gets_the_narrow_shape_of_a_figure(client):
    widths = []
    for narrow in (False, True):
        asked = {"example": "demsar-2006", "options": {"metric": "AUC"}, "number": 1, "narrow": narrow}
        svg = client.post("/api/drawing", json=asked).json()["svg"]
        assert 'aria-label="Which classifiers are not shown to differ, in order of their mean ranks?"' in svg
        widths.append(int(svg.partition("--w:")[2].partition("px")[0]))
    assert widths[1] < 340 < 500 < widths[0]
