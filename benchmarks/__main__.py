"""Run every speed comparison and print what was measured beside what is promised.

    python -m benchmarks [--peers PYTHON] [--record] [SUITE ...]

The interpreter named by --peers has the other packages installed (`make bench` sets one up); without it only the suites
that need none are run. What changed beyond noise since benchmarks/last.json is reported; --record writes that file.
"""

import argparse
import sys
from functools import partial

from benchmarks import (
    audit,
    bayes_signed_rank,
    cold_start,
    fragility,
    many_classifiers,
    predictions,
    report,
    study,
)
from benchmarks.regressions import changes, last, record

ALONE = {
    "audit": audit.measure,
    "cold_start": cold_start.measure,
    "fragility": fragility.measure,
    "predictions": predictions.measure,
    "report": report.measure,
    "study": study.measure,
}
WITH_PEERS = {"many_classifiers": many_classifiers.measure, "bayes_signed_rank": bayes_signed_rank.measure}


def main() -> int:
    """Print a table of ratios; the exit code says whether every bar was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument(
        "--record", action="store_true", help="keep what was measured, for the next run to compare with"
    )
    parser.add_argument("suites", nargs="*")
    options = parser.parse_args()
    suites = dict(ALONE)
    if options.peers:
        suites |= {name: partial(measure, options.peers) for name, measure in WITH_PEERS.items()}
    kept, ratios = True, {}
    for name in options.suites or suites:
        print(f"\n{name}", flush=True)
        for what, ratio, bar in suites[name]():
            held = ratio <= bar
            kept &= held
            ratios[f"{name}: {what}"] = ratio
            print(
                f"  {what:<52} {ratio:10.4f}   at most {bar:<8.4g} {'kept' if held else 'NOT KEPT'}",
                flush=True,
            )
    print("\nchanges beyond noise since the last record")
    for sentence in list(changes(last(), ratios)) or ["none"]:
        print(f"  {sentence}")
    if options.record:
        record(ratios)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
