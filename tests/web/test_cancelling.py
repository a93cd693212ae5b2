"""Work that nobody waits for ends; work that takes long says how far it is."""

import asyncio
import contextlib
import threading
import time

import httpx
import numpy as np
import pytest

from bakeoff.web.workers import Workers
from serving import TOKEN, Server, alone

SMALL = "dataset,A,B\n" + "".join(f"d{i},{70 + i},{72 + i * 7 % 5 + i}\n" for i in range(8))


def large_table() -> str:
    """Return a table that takes several seconds."""
    scores = np.random.default_rng(0).normal(0.8, 0.05, (600, 120)).round(4)
    head = "dataset," + ",".join(f"c{i}" for i in range(120)) + "\n"
    return head + "".join(f"d{i},{','.join(map(str, row))}\n" for i, row in enumerate(scores))


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    started = Server(tmp_path_factory.mktemp("cancelling"), "--workers", "1")
    yield started
    started.stop()


def ask(server, job: str, seconds: float) -> None:
    """Ask for a large table, and leave if the answer takes longer."""
    httpx.post(
        f"{server.url}/api/view",
        json={"text": large_table(), "job": job},
        headers={"authorization": f"Bearer {TOKEN}"},
        timeout=httpx.Timeout(60, read=seconds),
    )


def ask_and_leave(server) -> None:
    with contextlib.suppress(httpx.ReadTimeout):  # a quick machine may have answered by then
        ask(server, "watched", 4.0)


def test_who_goes_away_takes_the_work_along(server):
    with server.client() as client:
        client.post("/api/compare", json={"text": SMALL})  # the process is there
        with pytest.raises(httpx.ReadTimeout):
            ask(server, "left", 1.0)
        answer = client.post("/api/compare", json={"text": SMALL})
        assert answer.status_code == 200
        assert client.get("/api/progress", params={"job": "left"}).json() is None


def test_a_request_says_how_far_it_is_to_whoever_sent_it(server):
    news = []
    with server.client() as client, server.visitor() as stranger:
        waiting = threading.Thread(target=ask_and_leave, args=(server,))
        waiting.start()
        until = time.monotonic() + 4
        while time.monotonic() < until and waiting.is_alive():
            news.append(client.get("/api/progress", params={"job": "watched"}).json())
            assert stranger.get("/api/progress", params={"job": "watched"}).json() is None
            time.sleep(0.1)
        waiting.join()
    seen = [one for one in news if one]
    assert seen
    assert all(one["seconds"] >= 0 and (one["share"] is None or 0 <= one["share"] <= 1) for one in seen)
    assert {one["stage"] for one in seen} & {"reading", "recognising the design", "running the tests"}


def test_a_quick_job_whose_caller_has_gone_keeps_its_process():
    async def process_after_a_cancelled_job():
        workers = Workers(count=1, seconds=60, memory=0, waiting=4)
        await workers.start()
        await workers.do("plan", {"question": {"tests": 3}})
        before = {worker._process.pid for worker in workers._every}
        task = asyncio.create_task(workers.do("plan", {"question": {"tests": 4}}))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await workers.do("plan", {"question": {"tests": 5}})
        after = {worker._process.pid for worker in workers._every}
        await workers.stop()
        return before, after

    before, after = alone(process_after_a_cancelled_job())
    assert before == after
