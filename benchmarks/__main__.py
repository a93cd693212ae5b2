"""Run every speed comparison and print what was measured beside what is promised.

    python -m benchmarks [--peers PYTHON] [--record] [SUITE ...]

The interpreter named by --peers has the other packages installed (`make bench` sets one up); without it only the suites
that need none are run. What changed beyond noise since benchmarks/last.json is reported. --record writes that file and,
with the peers, growth.json: docs/speed.md is made from both.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from benchmarks import (
    audit,
    bayes_signed_rank,
    cold_start,
    fragility,
    growth,
    many_classifiers,
    predictions,
    report,
    study,
)
from benchmarks.regressions import changes, last, record

Measure = Callable[[], Iterable[tuple[str, float, float]]]  # what, how much, and at most how much
ALONE: dict[str, Measure] = {
    "audit": audit.measure,
    "cold_start": cold_start.measure,
    "fragility": fragility.measure,
    "predictions": predictions.measure,
    "report": report.measure,
    "study": study.measure,
}
WITH_PEERS = {"many_classifiers": many_classifiers.measure, "bayes_signed_rank": bayes_signed_rank.measure}


GROWTH = "growth"


def main() -> int:
    """Print a table of ratios; the exit code says whether every bar was kept."""
    options = _options()
    suites = dict(ALONE)
    if options.peers:
        suites |= {name: partial(measure, options.peers) for name, measure in WITH_PEERS.items()}
    asked = options.suites or [*suites, *([GROWTH] if options.peers else [])]
    ratios, bars = _ratios({name: suites[name] for name in asked if name != GROWTH})
    print("\nchanges beyond noise since the last record")
    for sentence in list(changes(last(), ratios)) or ["none"]:
        print(f"  {sentence}")
    if options.record and ratios:
        record(ratios, bars=bars)
    if GROWTH in asked:
        _growth(options)
    return 0 if all(ratios[what] <= bars[what] for what in ratios) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument(
        "--record", action="store_true", help="keep what was measured, for the next run to compare with"
    )
    parser.add_argument(
        "--small", action="store_true", help="the two smallest sizes of growth only, to see that it runs"
    )
    known = ", ".join([*ALONE, *WITH_PEERS, GROWTH])
    parser.add_argument("suites", nargs="*", metavar="SUITE", help=known)
    return parser.parse_args()


def _ratios(suites: Mapping[str, Measure]) -> tuple[dict[str, float], dict[str, float]]:
    """Print and return what was measured, and the bars."""
    ratios, bars = {}, {}
    for name, measure in suites.items():
        print(f"\n{name}", flush=True)
        for what, ratio, bar in measure():
            ratios[f"{name}: {what}"], bars[f"{name}: {what}"] = ratio, bar
            held = "kept" if ratio <= bar else "NOT KEPT"
            print(f"  {what:<52} {ratio:10.4f}   at most {bar:<8.4g} {held}", flush=True)
    return ratios, bars


def _growth(options: argparse.Namespace) -> None:
    print(f"\n{GROWTH}: CPU seconds, and the peak of memory in megabytes")
    found = []
    for point in growth.points(options.peers, largest=2 if options.small else None):
        found.append(point)
        where = f"{point.task}, {point.program}, {point.size:,}"
        print(f"  {where:<84} {point.seconds:10.5f} {point.megabytes:8.0f}", flush=True)
    if options.record and options.peers:
        growth.record(found, options.peers)


if __name__ == "__main__":
    sys.exit(main())
