"""How the page is served, and what it may be asked to carry."""

from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe

MEGABYTE = 1_000_000
PASTED = "the pasted text"  # what a table without a name is called
EXAMPLE = "example "  # before the key of a table that comes with bakeoff


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Everything that the server was started with."""

    folder: Path = field(default_factory=Path.cwd)  # stores are looked for here, and nothing outside is read
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "::1"})  # names by which it may be called
    any_address: bool = (
        False  # serve to the network: every address in digits is right, a name only if it is listed
    )
    aliases: frozenset[str] = (
        frozenset()
    )  # further names, with a port where one was said: how a proxy is called
    root: str = ""  # the path below which a proxy shows it, such as /bakeoff
    port: int = 8642
    token: str = field(default_factory=lambda: token_urlsafe(24), repr=False)
    most_bytes: int = 20 * MEGABYTE  # of one request
    most_kept: int = 200 * MEGABYTE  # of all that is kept in memory for all visitors together
    seconds: float = 900.0  # that one request may be worked on, as long as somebody waits for it
    upload_seconds: float = 30.0  # that a request may take to arrive
    memory: int = 4_000 * MEGABYTE  # of one worker; 0: no limit
    workers: int = 2
    waiting: int = 1_000  # requests in the queue, beyond which more are turned away
    head_seconds: float = 8.0  # that the head of a request may take to arrive
    idle_minutes: float = 0.0  # end after so long without a request; 0: never

    @property
    def cookie(self) -> str:
        """The name of the cookie: two servers on one machine share a jar, so that the port is part of it."""
        return f"bakeoff-{self.port}"
