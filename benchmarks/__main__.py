"""Run every speed comparison and print what was measured beside what is promised.

    python -m benchmarks [--peers PYTHON] [--record] [SUITE ...]

The interpreter named by --peers has the other packages installed (`make bench` sets one up); without it only the suites
that need none are run. Each suite has a process of its own, so that none inherits the memory of another. What changed
beyond noise since benchmarks/last.json is reported. --record writes that file and, with the peers, growth.json:
docs/speed.md is made from both.
"""

import argparse
import sys
from collections.abc import Iterable

from benchmarks import growth
from benchmarks.regressions import changes, last, record
from benchmarks.suites import ALONE, WITH_PEERS, apart, suites_of

GROWTH = "growth"


def main() -> int:
    """Print a table of ratios; the exit code says whether every bar was kept."""
    options = _options()
    asked = options.suites or [*suites_of(options.peers), *([GROWTH] if options.peers else [])]
    ratios, bars = _ratios([name for name in asked if name != GROWTH], options.peers)
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


def _ratios(names: Iterable[str], peers: str | None) -> tuple[dict[str, float], dict[str, float]]:
    """Print and return what was measured, and the bars."""
    ratios, bars = {}, {}
    for name in names:
        print(f"\n{name}", flush=True)
        for what, ratio, bar in apart(name, peers):
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
