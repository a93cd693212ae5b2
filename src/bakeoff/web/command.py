"""`bakeoff serve`: the local page."""

import re
import sys
import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from bakeoff.core.errors import UsageError

OPEN_TO_THE_NETWORK = (
    "warning: everybody who reaches this machine and has the token can use this page\n"
    "warning: over plain HTTP the token and all tables travel in clear, and whoever listens can use them; "
    "leave --host out and put a proxy with TLS in front (--allow-host)\n"
)
NEEDED = ("starlette", "uvicorn", "python_multipart")


@click.command("serve", context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=8642, show_default=True, help="The next free if busy."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Another than this machine's own serves to the network.",
)
@click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME[:PORT]",
    help="A further name, such as that of a proxy with TLS in front. Repeatable.",
)
@click.option("--root-path", default="", metavar="/PATH", help="The path below which a proxy shows the page.")
@click.option("--token", metavar="TEXT", help="The token, in place of a random one.")
@click.option("--no-browser", is_flag=True, help="Open no browser; print the address only.")
@click.option(
    "--idle-exit", type=click.FloatRange(min=0), default=0.0, metavar="MINUTES", help="End when nobody comes."
)
@click.option(
    "--max-upload",
    type=click.IntRange(1, 2_000),
    default=20,
    metavar="MB",
    show_default=True,
    help="The largest file that is taken.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=1),
    default=900.0,
    metavar="SECONDS",
    show_default=True,
    help="What one answer may take; it ends sooner when nobody waits for it.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(min=0),
    default=4_000,
    metavar="MB",
    show_default=True,
    help="What one process may take; 0: as much as there is.",
)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Processes that compute."
)
def serve_command(**options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Open the local page: paste or drop results, see the verdict, try what changes it; studies, simulations, an API.

    Only this machine reaches it, and only who has the token in the printed address. Stores of the working folder are
    offered; no other file is read. Ctrl-C stops it.
    """
    _require_libraries()
    from bakeoff.web.server import is_loopback, open_sockets, serve, with_address
    from bakeoff.web.settings import MEGABYTE, Serving

    host = options["host"]
    _require_token(options["token"])
    root = _check_root(options["root_path"])
    sockets, port = open_sockets(host, options["port"])
    token = {} if options["token"] is None else {"token": options["token"]}
    limits = Serving(
        folder=Path.cwd(), idle_minutes=options["idle_exit"], seconds=options["time_limit"],
        most_bytes=options["max_upload"] * MEGABYTE, memory=options["memory_limit"] * MEGABYTE,
        workers=options["workers"], root=root, **token,
    )  # fmt: skip
    serving = with_address(limits, port, host=host, names=options["names"])
    if port != options["port"] and options["port"]:
        sys.stderr.write(f"port {options['port']} is busy; this is on {port}\n")
    if not is_loopback(host):
        sys.stderr.write(OPEN_TO_THE_NETWORK)
    host_in_address = host if host not in ("0.0.0.0", "::") else "127.0.0.1"
    if ":" in host_in_address:
        host_in_address = f"[{host_in_address}]"
    address = f"http://{host_in_address}:{port}{root}/?token={serving.token}"
    serve(serving, sockets, ready=lambda: _announce_address(address, browser=not options["no_browser"]))
    sys.stderr.write("stopped\n")
    return 0


def _announce_address(address: str, *, browser: bool) -> None:
    sys.stderr.write(f"bakeoff is at {address}\nCtrl-C stops it\n")
    sys.stderr.flush()
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _require_libraries() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"the page needs what is not installed: {', '.join(missing)}",
            where="bakeoff serve",
            fix="pip install '.[web]' in the folder of bakeoff",
            code="BO518",
        )


def _check_root(path: str) -> str:
    """Return the path of --root-path without a slash at its end."""
    root = path.rstrip("/")
    if not re.fullmatch(r"(/[\w.~-]+)*", root) or "/.." in root:
        raise UsageError(
            f"{path!r} is no path of letters, digits and - . _ ~ that begins with a slash",
            where="--root-path",
            fix="give it as the proxy shows it, such as --root-path /bakeoff",
            code="BO771",
        )
    return root


def _require_token(token: str | None) -> None:
    if token is not None and len(token) < 16:
        raise UsageError(
            "a token of fewer than 16 characters can be guessed",
            where="--token",
            fix="leave --token out to have a random one",
            code="BO500",
        )
