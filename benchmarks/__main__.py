"""Run every speed comparison and print what was measured beside what is promised.

    python -m benchmarks [--peers PYTHON] [SUITE ...]

The interpreter named by --peers has the other packages installed (`make bench` sets one up); without it only the suites
that need none are run.
"""

import argparse
import sys
from functools import partial

from benchmarks import bayes_signed_rank, cold_start, fragility, many_classifiers, predictions, report

ALONE = {
    "cold_start": cold_start.measure,
    "fragility": fragility.measure,
    "predictions": predictions.measure,
    "report": report.measure,
}
WITH_PEERS = {"many_classifiers": many_classifiers.measure, "bayes_signed_rank": bayes_signed_rank.measure}


def main() -> int:
    """Print a table of ratios; the exit code says whether every bar was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument("suites", nargs="*")
    options = parser.parse_args()
    suites = dict(ALONE)
    if options.peers:
        suites |= {name: partial(measure, options.peers) for name, measure in WITH_PEERS.items()}
    kept = True
    for name in options.suites or suites:
        print(f"\n{name}", flush=True)
        for what, ratio, bar in suites[name]():
            held = ratio <= bar
            kept &= held
            print(
                f"  {what:<52} {ratio:10.4f}   at most {bar:<8.4g} {'kept' if held else 'NOT KEPT'}",
                flush=True,
            )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
