"""The suites, each run in a process of its own, so that none inherits the memory of another."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection

from benchmarks import (
    audit,
    bayes_signed_rank,
    cold_start,
    evaluations,
    fragility,
    items,
    large,
    leaderboards,
    log_memory,
    logs,
    many_classifiers,
    predictions,
    reading,
    report,
    study,
)

Line = tuple[str, float, float]  # what, how much, and at most how much
Measure = Callable[[], Iterable[Line]]
ALONE: dict[str, Measure] = {
    "audit": audit.measure,
    "cold_start": cold_start.measure,
    "fragility": fragility.measure,
    "logs": logs.measure,
    "log_memory": log_memory.measure,
    "items": items.measure,
    "large": large.measure,
    "leaderboards": leaderboards.measure,
    "predictions": predictions.measure,
    "reading": reading.measure,
    "report": report.measure,
    "study": study.measure,
}
WITH_PEERS = {
    "many_classifiers": many_classifiers.measure,
    "bayes_signed_rank": bayes_signed_rank.measure,
    "evaluations": evaluations.measure,
}


def suites_of(peers: str | None) -> dict[str, Measure]:
    """Return the suites by name; with the interpreter of the peers those that need them too."""
    with_peers = {name: partial(measure, peers) for name, measure in WITH_PEERS.items()} if peers else {}
    return ALONE | with_peers


def apart(name: str, peers: str | None) -> Iterator[Line]:
    """Yield what a suite measures, in a process of its own.

    Linear algebra has one thread there, as on the command line: others would burn time while they wait for each other.
    """
    context = get_context("spawn")
    for library in ("OPENBLAS", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")  # which the new process has from its beginning
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(name, peers, theirs))
    process.start()
    theirs.close()
    while (line := ours.recv()) is not None:
        yield line
    process.join()


def _send(name: str, peers: str | None, to: Connection) -> None:
    for line in suites_of(peers)[name]():
        to.send(line)
    to.send(None)
