"""What the server does when it is asked too much, too slowly, or again after a break (cases C91, C92, C97 and C98)."""

import asyncio
import json
import socket
import tempfile
from contextlib import closing
from errno import ENOSPC
from pathlib import Path

import httpx
import numpy as np
import pytest
from starlette.requests import Request

from bakeoff.web.bodies import _parse_form
from bakeoff.web.messages import Message
from bakeoff.web.refusals import Refusal
from bakeoff.web.server import impatient_protocol, open_sockets
from bakeoff.web.settings import Serving
from bakeoff.web.site import make_site
from bakeoff.web.worker.process import _do_job
from bakeoff.web.workers import Workers
from serving import TOKEN, StudyOnDisk, alone

TABLE = "dataset,A,B\n" + "".join(f"d{i},{70 + i},{72 + i * 7 % 5 + i}\n" for i in range(8))


async def asked(site, body, path="/api/compare"):
    """Send a request to the application itself, without a server around it."""
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json", "host": "127.0.0.1:80"}
    transport = httpx.ASGITransport(app=site)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:80") as client:
        return await client.post(path, content=body, headers=headers)


def test_c91_a_body_that_never_ends_is_given_up():
    async def dripping():
        yield b'{"text": "'
        await asyncio.Event().wait()

    site = make_site(Serving(port=80, token=TOKEN, upload_seconds=0.05))
    answer = alone(asked(site, dripping()))
    assert (answer.status_code, answer.json()["code"]) == (408, "BO511")
    assert "0.05 seconds" in answer.json()["what"]


def test_a_full_queue_is_said_to_be_full_and_when_to_come_again():
    site = make_site(Serving(port=80, token=TOKEN))
    site.state.workers = Workers(count=0, seconds=30, memory=0, waiting=0)
    answer = alone(asked(site, json.dumps({"text": TABLE}).encode()))
    assert (answer.status_code, answer.json()["code"]) == (503, "BO515")
    assert "0 requests are waiting already" in answer.json()["what"]
    assert answer.headers["retry-after"] == "2"


async def _done(workers, job, fields, parts):
    await workers.start()
    try:
        return await workers.do(job, fields, parts)
    finally:
        await workers.stop()


def needed_to_start() -> int:
    """Return the bytes of address space that a worker takes before it has any work."""

    async def measured():
        workers = Workers(count=1, seconds=60, memory=0, waiting=1)
        await workers.start()
        await workers.do("plan", {"question": {"tests": 3}})
        status = Path(f"/proc/{workers._every[0]._process.pid}/status").read_text()
        await workers.stop()
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmPeak")).split()[1])

    return alone(measured())


def test_c92_a_worker_that_needs_more_memory_than_it_may_is_refused_in_words():
    scores = np.random.default_rng(0).random((1_000, 500)).round(3)
    names = ",".join(f"c{i}" for i in range(500))
    text = f"dataset,{names}\n" + "".join(f"d{i},{','.join(map(str, row))}\n" for i, row in enumerate(scores))
    workers = Workers(count=1, seconds=60, memory=needed_to_start() + 10_000_000, waiting=1)
    with pytest.raises(Refusal) as refusal:
        alone(_done(workers, "recognise", {"names": ["large.csv"], "options": {}}, [text.encode()]))
    assert refusal.value.said["code"] == "BO505"
    assert "memory" in refusal.value.said["what"]
    assert "--memory-limit" in refusal.value.said["fix"]


def test_c92_a_worker_that_ends_without_an_answer_is_a_refusal_and_not_a_wait(capfd):
    workers = Workers(count=1, seconds=60, memory=20_000_000, waiting=1)
    with pytest.raises(Refusal) as refusal:
        alone(_done(workers, "warm", {}, []))
    assert refusal.value.said["code"] == "BO505"
    capfd.readouterr()  # the process has said on its way out that it could not even load


def has_six() -> bool:
    """Say whether this machine can listen on ::1 at all."""
    try:
        with closing(socket.socket(socket.AF_INET6)) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_c97_it_listens_on_both_loopbacks_where_there_are_two():
    sockets, port = open_sockets("127.0.0.1", 0)
    try:
        names = [made.getsockname()[:2] for made in sockets]
    finally:
        for made in sockets:
            made.close()
    assert names == [("127.0.0.1", port), ("::1", port)][: 1 + has_six()]


def test_c97_it_answers_on_the_loopback_of_ipv6_by_its_own_name(server):
    if not has_six():
        assert open_sockets("127.0.0.1", 0)[0][0].family == socket.AF_INET
        return
    with socket.create_connection(("::1", server.port), timeout=20) as connection:
        told = f"GET /api/examples HTTP/1.1\r\nHost: [::1]:{server.port}\r\nAuthorization: Bearer {TOKEN}\r\n\r\n"
        connection.sendall(told.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 200")


def test_c97_a_busy_port_gives_way_to_the_next_one():
    first, port = open_sockets("127.0.0.1", 0)
    second, other = open_sockets("127.0.0.1", port)
    for made in (*first, *second):
        made.close()
    assert other > port


class Connection(asyncio.Transport):
    """A connection to nobody, which knows whether it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.closed = asyncio.Event()

    def close(self) -> None:
        self.closed.set()

    def is_closing(self) -> bool:
        return self.closed.is_set()

    def write(self, data: bytes) -> None:
        pass


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: 127"], ids=["nothing", "half a head"])
def test_c91_a_connection_without_a_whole_head_is_closed(said):
    import uvicorn
    from uvicorn.server import ServerState

    async def waited() -> None:
        config = uvicorn.Config(make_site(Serving(port=80)), ws="none")
        config.load()
        connection = Connection()
        made = impatient_protocol(0.02)(config, ServerState(), {}, asyncio.get_running_loop())
        made.connection_made(connection)
        if said:
            made.data_received(said)
        await asyncio.wait_for(connection.closed.wait(), 60)

    alone(waited())


def test_c98_who_comes_back_after_a_break_is_told_only_what_is_new(server, client):
    study = StudyOnDisk(server.folder / "resumed.db")
    query = {"store": "resumed.db", "study": "first study"}
    with client.stream("GET", "/api/study/events", params=query) as events:
        heard = next(line[4:] for line in events.iter_lines() if line.startswith("id: "))
    with client.stream("GET", "/api/study/events", params=query, headers={"last-event-id": heard}) as events:
        lines = events.iter_lines()
        assert [next(lines), next(lines), next(lines)] == ["retry: 2000", "", ": nothing new"]
        study.go_on(2)
        news = json.loads(next(line for line in lines if line.startswith("data: "))[6:])
    assert 0 < news["scored"] <= 2
    with client.stream("GET", "/api/study/events", params=query, headers={"last-event-id": heard}) as events:
        again = json.loads(next(line for line in events.iter_lines() if line.startswith("data: "))[6:])
    assert again["scored"] >= news["scored"]  # what was missed during the break


def test_who_was_free_last_is_asked_first_and_still_remembers():
    async def looked_at():
        workers = Workers(count=2, seconds=60, memory=0, waiting=5)
        await workers.start()
        try:
            await workers.warm()
            order = [w._ready for w in workers._every]
            last = workers._free[-1]
            for _ in range(3):
                await workers.do("plan", {"question": {"tests": 3}})
                assert workers._free[-1] is last
            return order
        finally:
            await workers.stop()

    assert alone(looked_at()) == [True, True, True]  # and each of them was warmed


def test_a_full_disk_is_said_to_be_full_and_is_no_mistake_of_ours(capfd):
    def fill(fields, parts):
        raise OSError(ENOSPC, "No space left on device")

    (refusal,) = _do_job(Message({"job": "fill"}), {"fill": fill}).fields.values()
    assert (refusal["status"], refusal["code"]) == (507, "BO447")
    assert "make room" in refusal["fix"]
    assert "Traceback" not in capfd.readouterr().err


def test_an_upload_of_some_size_needs_no_disk(monkeypatch):
    rows = "".join(f"d{i},{i % 7},{i % 5}\n" for i in range(200_000))
    body = (
        '--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n'
        + rows
        + "\r\n--x--\r\n"
    )

    def full(self, *given):
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", full)
    scope = {"type": "http", "headers": [(b"content-type", b"multipart/form-data; boundary=x")]}
    upload = alone(_parse_form(Request(scope), body.encode()))
    assert upload.names == ["a.csv"]
    assert upload.parts == [rows.encode()]
