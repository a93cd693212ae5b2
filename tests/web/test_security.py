"""The page is for its visitors only: hosts, origins, tokens, paths, sizes, bombs (cases C78, C84, C87 to C98)."""

import gzip
import io
import pickle
import signal
import socket
import subprocess
import sys
import time
import zipfile
from contextlib import closing

import numpy as np
import pytest

from bakeoff.web.guard import is_own_host
from bakeoff.web.settings import Serving
from serving import TOKEN, Server

TABLE = "dataset,A,B\n" + "".join(f"d{i},{70 + i},{72 + i * 7 % 5 + i}\n" for i in range(8))


def raw(server, text: str) -> bytes:
    """Send bytes as they are, and return the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(text.replace("\n", "\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            piece = connection.recv(4096)
            if not piece:
                break
            answer += piece
    return answer


def upload(client, name, content, **asked):
    return client.post("/api/compare", files={"file": (name, content)}, **asked)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1", "", "127.0.0.1:1",
     "127.0.0.1:{port}@evil.example", "192.168.0.1:{port}"],
)  # fmt: skip
def test_c87_another_host_is_refused_even_with_the_token(server, host):
    name = host.format(port=server.port)
    answer = raw(server, f"GET /api/examples HTTP/1.1\nHost: {name}\nAuthorization: Bearer {TOKEN}\n\n")
    assert answer.startswith((b"HTTP/1.1 403", b"HTTP/1.1 400"))
    assert b"figure-15.2" not in answer


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_our_own_names_are_let_in(server, host):
    answer = raw(
        server, f"GET /api/examples HTTP/1.1\nHost: {host}:{server.port}\nAuthorization: Bearer {TOKEN}\n\n"
    )
    assert answer.startswith(b"HTTP/1.1 200")


def test_a_server_for_the_network_takes_addresses_in_digits_and_no_strange_names():
    serving = Serving(port=80, hosts=frozenset({"lab"}), any_address=True)
    assert [is_own_host(h, serving) for h in ("10.0.0.7", "lab", "evil.example", "[fe80::1]")] == [
        True,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": None, "sec-fetch-site": "cross-site"},
        {"origin": None, "sec-fetch-site": "same-site"},
        {"origin": None},
    ],
    ids=["another origin", "no origin", "another site", "a neighbour", "unsaid"],
)
def test_c88_a_write_from_elsewhere_is_refused_although_the_cookie_came_along(server, headers):
    with server.visitor() as visitor:
        assert visitor.post("/api/compare", json={"text": TABLE}).status_code == 200
        del visitor.headers["origin"]
        sent = {name: value for name, value in headers.items() if value is not None}
        answer = visitor.post("/api/compare", json={"text": TABLE}, headers=sent)
    assert (answer.status_code, answer.json()["code"]) == (403, "BO502")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_c88_a_form_that_any_page_could_send_is_no_request(server, kind):
    with server.visitor() as visitor:
        answer = visitor.post("/api/compare", content=b'{"text": "a"}', headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "BO510")


@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer wrong"}, {"authorization": f"Basic {TOKEN}"}, {"cookie": "x=y"}]
)
def test_c89_without_the_token_nothing_is_told(server, headers):
    import httpx

    for path in ("/", "/studies", "/api/examples", "/api/openapi.json", "/nowhere"):
        answer = httpx.get(f"{server.url}{path}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "BO500")
    page = httpx.get(f"{server.url}/", headers={**headers, "accept": "text/html"})
    assert page.status_code == 401
    assert "token" in page.text


def test_c89_the_token_is_swapped_for_a_cookie_that_scripts_cannot_read(server):
    import httpx

    first = httpx.get(f"{server.url}/teach?token={TOKEN}&x=1")
    assert first.status_code == 200
    assert 'href="/teach?x=1"' in first.text
    assert TOKEN not in first.text
    cookie = first.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert TOKEN not in cookie
    assert first.headers["referrer-policy"] == "no-referrer"
    assert httpx.get(f"{server.url}/?token=wrong").status_code == 401
    away = httpx.get(f"{server.url}//evil.example/?token={TOKEN}")
    assert 'href="/"' in away.text


def test_a_neighbour_that_receives_the_cookie_cannot_use_it(server):
    with server.visitor() as visitor:
        digest = visitor.post("/api/compare", json={"text": TABLE}).json()["digest"]
        key = visitor.headers.pop("x-bakeoff-key")
        for stolen in ({}, {"x-bakeoff-key": "guessed"}):
            for path in ("/api/compare", "/api/view"):
                answer = visitor.post(path, json={"evidence": digest}, headers=stolen)
                assert (answer.status_code, answer.json()["code"]) == (401, "BO770")
            assert visitor.get("/api/studies", headers=stolen).json()["code"] == "BO770"
            assert visitor.get("/api/study/events?store=a&study=b", headers=stolen).json()["code"] == "BO770"
        assert (
            key not in visitor.get("/", headers={"accept": "text/html"}).text
        )  # a page does not give it away
        visitor.headers["x-bakeoff-key"] = key
        assert visitor.post("/api/compare", json={"evidence": digest}).status_code == 200


def test_every_answer_carries_the_headers_that_keep_it_harmless(server, client):
    for path in ("/", "/static/compare.js", "/api/examples", "/nowhere"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers


def test_two_visitors_do_not_see_each_others_tables(server):
    with server.visitor() as one, server.visitor() as other:
        digest = one.post("/api/compare", json={"text": TABLE}).json()["digest"]
        assert one.post("/api/compare", json={"evidence": digest}).status_code == 200
        answer = other.post("/api/compare", json={"evidence": digest})
    assert (answer.status_code, answer.json()["code"]) == (404, "BO506")


@pytest.mark.parametrize(
    "path",
    ["/static/../../../../etc/passwd", "/static/%2e%2e/%2e%2e/settings.py", "/static//etc/passwd",
     "/static/..%5c..%5csettings.py", "/static/settings.py", "/files/etc/passwd"],
)  # fmt: skip
def test_c90_no_address_leads_to_a_file(server, path):
    answer = raw(
        server, f"GET {path} HTTP/1.1\nHost: 127.0.0.1:{server.port}\nAuthorization: Bearer {TOKEN}\n\n"
    )
    assert answer.startswith(b"HTTP/1.1 404")


@pytest.mark.parametrize(
    "name",
    ["../outside.db", "/etc/passwd", "link.db", "file:///etc/passwd", "\\\\host\\x", "..", "study.db/"],
)
def test_c90_a_store_is_one_of_the_folder_or_none(server, client, name):
    outside = server.folder.parent / "outside.db"
    if not outside.exists():
        outside.write_bytes((server.folder / "study.db").read_bytes())
        (server.folder / "link.db").symlink_to(outside)
    for answer in (
        client.post("/api/compare", json={"store": name}),
        client.get("/api/study", params={"store": name, "study": "first study"}),
        client.get("/api/ledger", params={"store": name}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "BO512")


def test_c90_a_text_that_names_a_file_is_text_and_no_path(client):
    for text in ("/etc/passwd", "study.db", "-", "sqlite:///study.db", "postgresql://localhost/x"):
        answer = client.post("/api/compare", json={"text": text})
        assert answer.status_code == 422
        assert "root:" not in answer.text


def test_c91_an_upload_beyond_the_limit_is_refused_with_the_limit(client):
    answer = upload(client, "big.csv", b"x" * 2_100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "BO503")
    assert "2 MB" in answer.json()["what"]
    drip = client.post(
        "/api/compare",
        content=iter([b'{"text": "' + b"x" * 1_000_000] * 4),
        headers={"content-type": "application/json"},
    )
    assert drip.status_code == 413


def _zip(entries: int, content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(entries):
            archive.writestr(f"{i}.csv", content)
    return stream.getvalue()


def _parquet_bomb() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    stream = io.BytesIO()
    column = pa.array(np.zeros(3_000_000))
    pq.write_table(pa.table({"a": column, "b": column}), stream)
    return stream.getvalue()


BOMBS = {
    "gz": lambda: gzip.compress(b"0" * 300_000_000, 9),
    "zip": lambda: _zip(1, b"0" * 300_000_000),
    "many files": lambda: _zip(12_000, b""),
    "nested": lambda: _zip(1, _zip(1, b"a,b\n1,2\n")),
    "parquet": _parquet_bomb,
}


@pytest.mark.parametrize("name", BOMBS)
def test_c91_a_bomb_does_not_go_off(client, name):
    answer = upload(client, f"bomb.{name}", BOMBS[name]())
    assert answer.status_code in (413, 422)
    assert answer.json()["code"] in ("BO004", "BO005", "BO007")


def test_c91_what_takes_too_long_is_stopped_and_the_next_one_served(tmp_path):
    folder = tmp_path / "slow"
    folder.mkdir()
    running = Server(folder, "--time-limit", "1", "--workers", "1")
    rng = np.random.default_rng(1)
    names = ",".join(f"c{i}" for i in range(150))
    rows = "\n".join(f"d{i}," + ",".join(f"{x:.3f}" for x in rng.random(150)) for i in range(60))
    with running.client() as client:
        answer = client.post("/api/compare", json={"text": f"dataset,{names}\n{rows}\n"})
        assert (answer.status_code, answer.json()["code"]) == (422, "BO504")
        assert client.post("/api/recognise", json={"text": TABLE}).status_code == 200
    assert running.stop() == 0


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.parquet", b"PAR1" + bytes(range(200)) + b"PAR1"),
        ("x.xlsx", b"PK\x03\x04" + bytes(500)),
        ("x.npy", b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'shape': (1,), }\n" + b"\x80\x04K\x01."),
        ("x.arrow", b"ARROW1\0\0" + bytes(100)),
        ("x.csv", bytes(range(256)) * 20),
    ],
)  # fmt: skip
def test_c92_damaged_files_are_refused_with_words(client, name, content):
    answer = upload(client, name, content)
    assert answer.status_code in (413, 422)
    assert set(answer.json()) == {"code", "what", "where", "fix"}


class Evil:
    def __reduce__(self):
        return (print, ("the pickle was opened",))


@pytest.mark.parametrize("name", ["results.pkl", "results.joblib", "results.csv"])
def test_c93_a_pickle_is_not_opened(server, client, name):
    answer = upload(client, name, pickle.dumps(Evil()))
    assert (answer.status_code, answer.json()["code"]) == (422, "BO008")
    assert "the pickle was opened" not in server.log.read_text()


def test_c94_a_study_file_is_only_text_here(server, client):
    text = '[study]\nname = "x"\n[classifiers.a]\nestimator = "os.system"\nparameters = {command = "touch owned"}\n'
    assert upload(client, "study.toml", text.encode()).status_code == 422
    assert not (server.folder / "owned").exists()


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "a: &a [x]\nb: [*a, *a]\n", "9" * 100_000])
def test_c95_deep_and_odd_documents_are_refused(client, text):
    sent = client.post("/api/compare", content=text.encode(), headers={"content-type": "application/json"})
    assert (sent.status_code, sent.json()["code"]) == (400, "BO509")
    assert upload(client, "x.json", text.encode()).status_code == 422


def test_c96_entities_of_a_workbook_are_not_followed(client):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        entity = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
        archive.writestr("[Content_Types].xml", entity + "<Types>&e;</Types>")
        archive.writestr("xl/workbook.xml", entity + "<workbook>&e;</workbook>")
    answer = upload(client, "x.xlsx", stream.getvalue())
    assert answer.status_code == 422
    assert "root:" not in answer.text


def test_c97_it_listens_on_the_loopback_only(server):
    mine = [*socket.gethostbyname_ex(socket.gethostname())[2]]
    for address in (a for a in mine if not a.startswith("127.")):
        with pytest.raises(OSError, match=r"."), socket.create_connection((address, server.port), timeout=2):
            pass
    with socket.create_connection(("127.0.0.1", server.port), timeout=5):
        pass


def test_c97_a_busy_port_gives_way_to_the_next_and_the_network_is_warned_of(server, tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    running = Server(folder, "--port", str(server.port), "--host", "0.0.0.0", "--workers", "1")
    said = running.log.read_text()
    assert running.port > server.port
    assert f"port {server.port} is busy" in said
    assert "warning: everybody who reaches this machine" in said
    assert running.stop() == 0


@pytest.mark.parametrize("path", ["compare", "verdict", "view", "audit", "report"])
def test_a_name_that_is_an_address_of_a_store_opens_nothing(client, path, tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as database:
        database.settimeout(0)
        names = [
            f"sqlite:///{tmp_path / 'made.db'}",
            str(tmp_path / "made.db"),
            f"postgresql://127.0.0.1:{database.getsockname()[1]}/x",
        ]
        for name in names:
            asked = {"text": TABLE, "name": name}
            assert client.post(f"/api/{path}", json=asked).status_code == 200
        with pytest.raises(BlockingIOError):  # nobody has come
            database.accept()
    assert list(tmp_path.iterdir()) == []


def test_an_impatient_ctrl_c_ends_it_in_order(tmp_path):
    folder = tmp_path / "impatient"
    folder.mkdir()
    running = Server(folder, "--workers", "1")
    with running.client() as client:
        assert client.post("/api/recognise", json={"text": TABLE}).status_code == 200
    running.process.send_signal(signal.SIGINT)
    time.sleep(0.05)  # two at once would be one
    assert running.stop() == 0
    assert running.tracebacks() == ""
    assert running.log.read_text().endswith("stopped\n")


def test_c97_a_token_that_can_be_guessed_is_refused(tmp_path):
    command = [sys.executable, "-m", "bakeoff", "serve", "--no-browser", "--token", "short"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "BO500" in done.stderr


def test_c98_a_server_that_nobody_visits_ends_by_itself(tmp_path):
    folder = tmp_path / "idle"
    folder.mkdir()
    running = Server(folder, "--idle-exit", "0.02", "--workers", "1")
    assert running.process.wait(timeout=120) == 0
    assert "nobody has come" in running.log.read_text()


EVIL = ("<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "{{7*7}}", "]]>", "=1+1")


def test_c78_names_are_text_in_every_form(client):
    names = ",".join('"' + name.replace('"', '""') + '"' for name in EVIL)
    rows = "".join(f"<b>d{i},{','.join(str(70 + (i * k) % 9) for k in range(2, 7))}\n" for i in range(8))
    text = f"dataset,{names}\n{rows}"
    view = client.post("/api/view", json={"text": text}).json()["view"]
    assert view["classifiers"] == list(EVIL)
    svg = client.post("/api/drawing", json={"text": text, "number": 1}).json()["svg"]
    report = client.post("/api/report", json={"text": text})
    assert report.headers["content-disposition"].startswith("attachment")
    for markup in (view["html"], svg, report.text.partition("<script>")[0]):
        assert "<script>alert" not in markup
        assert "<img" not in markup
        assert "<b>d" not in markup
        assert "alert(1)" in markup


def test_c84_every_document_is_strict_json(client):
    import json

    def refuse(name):
        raise AssertionError(name)

    same = "dataset,A,B\n" + "".join(f"d{i},{70 + i},{70 + i}\n" for i in range(6))
    for path in ("compare", "view", "audit", "recognise"):
        json.loads(client.post(f"/api/{path}", json={"text": same}).text, parse_constant=refuse)


def test_c98_ctrl_c_ends_it_cleanly_while_somebody_listens(tmp_path):
    folder = tmp_path / "stopped"
    folder.mkdir()
    from serving import StudyOnDisk

    StudyOnDisk(folder / "s.db").go_on(5)
    running = Server(folder, "--workers", "1")
    query = {"store": "s.db", "study": "first study"}
    with running.client() as client, client.stream("GET", "/api/study/events", params=query) as events:
        lines = events.iter_lines()
        assert next(lines) == "retry: 2000"
        assert running.stop() == 0
    assert running.tracebacks() == ""
