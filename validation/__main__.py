"""Run every simulation in full and write what the documentation quotes.

    python -m validation [--again NAME ...] [--summary]

Every simulation is seeded and saves its cells as it goes. What is finished is noted with its date in
docs/validity/runs.json and is not run again; what was stopped goes on where it was. At the end, or with --summary
alone, docs/validity/summary.md gets the error rates of all of them with their standard errors.
"""

import argparse
import json
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from validation.summary import FOLDER, write_summary

RUNS = (
    ("two_classifiers", "--out", "docs/validity/two_classifiers.json"),
    ("many_datasets", "--full", "--out", "docs/validity/many_datasets.csv"),
    ("omnibus", "--trials", "1500", "--out", "docs/validity/omnibus.json"),
    ("posteriors", "--out", "docs/validity/posteriors.json"),
    ("one_dataset", "--full", "--out", "docs/validity/one_dataset.json"),
    ("predictions", "--full", "--out", "docs/validity/predictions.json"),
    ("predictions_pooled", "--out", "docs/validity/predictions_pooled.json"),
    ("cochran", "--out", "docs/validity/cochran.json"),
    ("curves", "--out", "docs/validity/curves.json"),
    ("best_of_k", "--out", "docs/validity/best_of_k.json"),
    ("explained_by", "--out", "docs/validity/explained_by.json"),
    ("ledger", "--out", "docs/validity/ledger.json"),
    ("standings", "--trials", "1000"),
    ("fragility", "brute", "--tables", "10000"),
    ("fragility", "series"),
    ("fragility", "rates", "--out", "docs/validity/fragility.json"),
)
DONE = FOLDER / "runs.json"
Record = dict[str, dict[str, Any]]


def main() -> int:
    """Run what is not finished, one after the other; the first that fails ends it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--again", nargs="+", default=[], metavar="NAME", choices=[r[0] for r in RUNS])
    parser.add_argument("--summary", action="store_true", help="run nothing, write the summary")
    options = parser.parse_args()
    done: Record = json.loads(DONE.read_text(encoding="utf-8")) if DONE.exists() else {}
    wanted = [] if options.summary else RUNS
    for run in wanted:
        failed = _carry_out(run, done, again=run[0] in options.again)
        if failed:
            return failed
    print(write_summary({name: record["date"] for name, record in done.items()}))
    return 0


def _carry_out(run: tuple[str, ...], done: Record, *, again: bool) -> int:
    name = " ".join(run)
    if name in done and not again:
        print(f"validation.{name}: done on {done[name]['date']}")
        return 0
    if again:
        _put_aside(run)
    print(f"\nvalidation.{name}", flush=True)
    start = time.monotonic()
    code = subprocess.run([sys.executable, "-m", f"validation.{run[0]}", *run[1:]], check=False).returncode
    if code == 0:
        done[name] = {
            "date": datetime.now(UTC).date().isoformat(),
            "seconds": round(time.monotonic() - start),
        }
        DONE.write_text(json.dumps(done, indent=1) + "\n", encoding="utf-8")
    return code


def _put_aside(run: tuple[str, ...]) -> None:
    """Rename the results of an earlier run, which would be gone on from; they stay until the new ones are there."""
    for place in (Path(word) for word in run if word.startswith("docs/")):
        if place.exists():
            place.replace(place.with_suffix(place.suffix + ".old"))


if __name__ == "__main__":
    sys.exit(main())
