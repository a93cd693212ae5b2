"""The server: sockets on the loopback, a port that is free, an end when nobody is there."""

import asyncio
import contextlib
import errno
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from ipaddress import ip_address
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from bakeoff.core.errors import UsageError
from bakeoff.web.settings import Serving
from bakeoff.web.site import make_site

TRIES = 50  # ports that are tried, one after the other


def impatient_protocol(seconds: float) -> type[H11Protocol]:
    """Return the protocol that closes a connection over which no request arrives in so many seconds.

    One that drips would hold a place for ever.
    """

    class Patient(H11Protocol):
        def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as uvicorn has it
            super().connection_made(transport)
            self.loop.call_later(seconds, self._give_up, None)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            # Until then a silent connection is kept, and closed by uvicorn; this is for the next head, should it drip.
            self.loop.call_later(self.timeout_keep_alive + seconds, self._give_up, self.cycle)

        def _give_up(self, before: Any) -> None:  # noqa: ANN401 - uvicorn's own
            if self.cycle is before and not self.transport.is_closing():
                self.transport.close()

    return Patient


def is_loopback(host: str) -> bool:
    """Say whether an address is reached from this machine only.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def open_sockets(host: str, port: int) -> tuple[list[socket.socket], int]:
    """Return sockets that listen, and their port: the one that was asked for, or the next that is free."""
    for tried in range(port, min(port + TRIES, 65_536)) if port else [0]:
        sockets = _bind_sockets(host, tried)
        if sockets:
            return sockets, int(sockets[0].getsockname()[1])
    raise UsageError(
        f"no port from {port} on is free",
        where=f"--port {port}",
        fix="name another with --port, or --port 0 for any",
        code="BO519",
    )


def _bind_sockets(host: str, port: int) -> list[socket.socket]:
    if host not in ("localhost", "127.0.0.1"):
        return [_make_socket(host, port)] if _is_free(host, port) else []
    if not _is_free("127.0.0.1", port):
        return []
    first = _make_socket("127.0.0.1", port)
    same = int(first.getsockname()[1])
    with contextlib.suppress(OSError):  # a machine without IPv6, or the port is taken there
        return [first, _make_socket("::1", same)]
    return [first]


def _is_free(host: str, port: int) -> bool:
    try:
        _make_socket(host, port).close()
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            return False
        raise UsageError(
            f"{host!r} is no address of this machine: {error.strerror or error}",
            where="--host",
            fix="leave --host out to serve on this machine only, or use 0.0.0.0",
            code="BO517",
        ) from None
    return True


def _make_socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Of a socket with protocol 0 asyncio does not know that it is TCP: every answer would wait for an acknowledgement.
    opened = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            opened.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        opened.bind((host, port))
        opened.listen(512)
    except OSError:
        opened.close()
        raise
    return opened


class _OrderlyServer(uvicorn.Server):
    """Ends in order, within the seconds that it is given for it, however often it is told to."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True


def serve(serving: Serving, sockets: list[socket.socket], *, ready: Callable[[], None]) -> None:
    """Serve until somebody stops it, or until nobody has come for as long as was said."""
    site = make_site(serving)
    config = uvicorn.Config(
        site, log_level="warning", access_log=False, server_header=False, ws="none",
        http=impatient_protocol(serving.head_seconds),
        timeout_keep_alive=30, timeout_graceful_shutdown=3, lifespan="on",
    )  # fmt: skip
    server = _OrderlyServer(config)
    site.state.stopping = lambda: server.should_exit
    with contextlib.suppress(KeyboardInterrupt):  # before it listens for Ctrl-C itself
        asyncio.run(_serve_until_stopped(server, site, serving, sockets, ready))


async def _serve_until_stopped(
    server: uvicorn.Server,
    site: Starlette,
    serving: Serving,
    sockets: list[socket.socket],
    ready: Callable[[], None],
) -> None:
    beside = [
        asyncio.create_task(_call_when_started(server, site, ready)),
        asyncio.create_task(_stop_when_idle(server, site, serving)),
    ]
    try:
        await server.serve(sockets=sockets)
    finally:
        for task in beside:
            task.cancel()


async def _call_when_started(server: uvicorn.Server, site: Starlette, ready: Callable[[], None]) -> None:
    while not server.started:
        await asyncio.sleep(0.02)
    ready()
    await site.state.workers.warm()


async def _stop_when_idle(server: uvicorn.Server, site: Starlette, serving: Serving) -> None:
    if not serving.idle_minutes:
        return
    while True:
        await asyncio.sleep(min(5.0, serving.idle_minutes * 6))
        idle = time.monotonic() - site.state.seen
        if idle > 60 * serving.idle_minutes and not site.state.listening:
            sys.stderr.write(f"nobody has come for {serving.idle_minutes:g} minutes: stopped\n")
            server.should_exit = True
            return


def with_address(serving: Serving, port: int, *, host: str, names: tuple[str, ...]) -> Serving:
    """Return how it is served, now that port and host are known."""
    aliases = frozenset(name.lower() for name in names)
    bare = {name.partition(":")[0] for name in aliases}
    if is_loopback(host):
        return replace(serving, port=port, aliases=aliases, hosts=serving.hosts | {host, *bare})
    mine = {host, socket.gethostname().lower(), *bare}
    return replace(serving, port=port, aliases=aliases, hosts=serving.hosts | mine, any_address=True)
