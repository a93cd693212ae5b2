"""How far a long calculation is: the stages that it goes through, told to whoever listens."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

TELL_EVERY = 0.1  # seconds between two pieces of news of one stage


@dataclass(frozen=True, slots=True)
class Progress:
    """A stage, and the share of it that is done where that is known."""

    stage: str
    share: float | None = None


Listener = Callable[[Progress], None]
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)
_last: ContextVar[tuple[str, float]] = ContextVar("last", default=("", 0.0))


@contextmanager
def listen(listener: Listener) -> Iterator[None]:
    """Have the listener told of every stage that is entered inside."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell_stage(stage: str, done: int = 0, total: int = 0) -> None:
    """Tell which stage is entered, or how many of its parts are done; at most every so often, and only if heard.

    >>> with listen(print):
    ...     tell_stage("testing pairs", 1, 4)
    Progress(stage='testing pairs', share=0.25)
    """
    listener = _listener.get()
    if listener is None:
        return
    last_stage, told_at = _last.get()
    now = monotonic()
    if stage == last_stage and now - told_at < TELL_EVERY:
        return
    _last.set((stage, now))
    listener(Progress(stage, done / total if total else None))
