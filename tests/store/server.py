"""A private PostgreSQL server in a temporary folder, as a user who is not root."""

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def private_server() -> Iterator[str]:
    """Start a server; yield its address without the name of a database."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="bakeoff-postgres-"))
    who = _not_root(folder)
    port = free_port()
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off"
    try:
        how = "-U bakeoff -A trust --no-sync -E UTF8 --locale=C"
        _run([programs / "initdb", "-D", folder / "data", *how.split()], who)
        server = subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", *options.split()], **who, **_SILENT, cwd=folder
        )
        try:
            _wait(programs / "pg_isready", port)
            yield f"postgresql://bakeoff@127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGINT)  # without waiting for those who are connected
            server.wait(timeout=120)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_SILENT = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def _programs() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if on_path:
        found.append(Path(on_path).resolve())
    if not found:
        raise FileNotFoundError("PostgreSQL is not installed; `make test` installs it where it may")
    return found[-1].parent


def _not_root(folder: Path) -> dict[str, str]:
    if os.geteuid() != 0:
        return {}
    shutil.chown(folder, "nobody")
    return {"user": "nobody"}


def _run(command: list[object], who: dict[str, str]) -> None:
    done = subprocess.run(
        list(map(str, command)), **who, capture_output=True, text=True, check=False, cwd="/"
    )
    if done.returncode:
        raise RuntimeError(done.stderr)


def _wait(program: Path, port: int) -> None:
    for _ in range(1200):
        if (
            subprocess.run([program, "-h", "127.0.0.1", "-p", str(port)], **_SILENT, check=False).returncode
            == 0
        ):
            return
        time.sleep(0.1)
    raise TimeoutError("the server did not start")


def free_port() -> int:
    """Return a port for a program that takes no 0, below those that the kernel gives away until that one listens."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
