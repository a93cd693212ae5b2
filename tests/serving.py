"""A real server in a process of its own, for tests that speak to it as a stranger would."""

import asyncio
import atexit
import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx

from bakeoff.core.outcomes import Cell, Failed, Reason, Scored
from bakeoff.store.open import open_store
from bakeoff.study.specification.frozen_text import digest_text, freeze_specification
from bakeoff.study.specification.python_study import specify_study

TOKEN = "a-token-for-the-tests-only"
Result = TypeVar("Result")
KEY = re.compile(r'name="bakeoff-key" content="([^"]+)"')
ADDRESS = re.compile(r"http://[^\s/]+:(\d+)[^\s?]*/\?token=(\S+)")


def alone(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread of its own: a browser held open by another test has its loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work)).result()


class Server:
    """`bakeoff serve`, started and stopped."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.log = folder.parent / f"{folder.name}.log"
        command = [
            sys.executable,
            "-m",
            "bakeoff",
            "serve",
            "--no-browser",
            "--token",
            TOKEN,
            "--port",
            "0",
            *options,
        ]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=folder, stderr=log, stdout=subprocess.DEVNULL)
        atexit.register(self.process.kill)  # should a test fail before it stops it
        self.port = int(self._address()[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def _address(self) -> re.Match:
        for _ in range(2400):
            found = ADDRESS.search(self.log.read_text())
            if found:
                return found
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def client(self, **headers: str) -> httpx.Client:
        """Return a program that sends the token with every request."""
        told = {"authorization": f"Bearer {TOKEN}", **headers}
        return httpx.Client(base_url=self.url, headers=told, timeout=60)

    @contextlib.contextmanager
    def visitor(self) -> Iterator[httpx.Client]:
        """Give a browser that has opened the printed address, and sends what its own pages send."""
        with httpx.Client(base_url=self.url, headers={"origin": self.url}, timeout=60) as client:
            entered = client.get(f"/?token={TOKEN}", headers={"accept": "text/html"})
            client.headers["x-bakeoff-key"] = KEY.search(entered.text)[1]
            yield client

    def stop(self) -> int:
        """Stop it as Ctrl-C does, and return its exit code."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=120)

    def tracebacks(self) -> str:
        """Return what was printed about mistakes of our own."""
        return self.log.read_text().partition("Traceback")[2]


CELLS = tuple(
    Cell(classifier=c, dataset=d, repeat=0, fold=f, key=f"{c}-{d}-{f}", split=f"{d}-{f}")
    for c in ("tree", "bayes", "<b>forest")
    for d in ("iris", "wine", "sonar", "glass", "heart", "zoo")
    for f in range(2)
)


class StudyOnDisk:
    """A study under way: each step records the outcomes of a few more cells, one of them a failure."""

    def __init__(self, path: Path, name: str = "first study") -> None:
        self.path, self.name, self.done = path, name, 0
        with open_store(path) as store:
            text = freeze_specification(
                specify_study({"tree": "DecisionTreeClassifier"}, ["iris"], {"name": name}), []
            )
            store.lock(name, text=text, digest=digest_text(text))
            store.plan(name, CELLS)

    def go_on(self, count: int) -> None:
        """Record the next cells."""
        with open_store(self.path) as store:
            run = store.begin(self.name)
            for cell in CELLS[self.done : self.done + count]:
                store.record(run, self._outcome(cell))
            store.end(run)
        self.done += count

    def _outcome(self, cell: Cell) -> Scored | Failed:
        number = CELLS.index(cell)
        if number == 3:
            return Failed(
                cell=cell, reason=Reason.RAISED, message="<img src=x onerror=alert(1)> no convergence"
            )
        score = 0.7 + 0.02 * (["tree", "bayes", "<b>forest"].index(cell.classifier)) + (number * 7 % 11) / 200
        return Scored(
            cell=cell,
            scores={"accuracy": score},
            n_train=90,
            n_test=10,
            measured={"fit_seconds": 0.5, "predict_seconds": 0.1},
        )
