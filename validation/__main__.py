"""Run every simulation in full and write what the documentation quotes.

    python -m validation [--again NAME ...] [--processes N] [--summary]

Every simulation is seeded and saves its cells as it goes. What is finished is noted with its date in
docs/validity/runs.json and is not run again; what was stopped goes on where it was. Cells are measured on the engine of
the study runner, N side by side; what they measure does not depend on N. At the end, or with --summary alone, the
tables of docs/validity are made anew from what was measured.
"""

import argparse
import json
import subprocess
import sys
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from validation.cells import Work, run_cells
from validation.pages import write_pages
from validation.runs import DONE, ON_CELLS, WHOLE, dates, done
from validation.summary import write_summary


def main() -> int:
    """Run what is not finished; what fails is said, and ends it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = sorted({run[0] for run in (*ON_CELLS, *WHOLE)})
    parser.add_argument("--again", nargs="+", default=[], metavar="NAME", choices=names)
    parser.add_argument("--processes", type=int, default=1, help="how many cells are measured side by side")
    parser.add_argument("--summary", action="store_true", help="run nothing, write the tables")
    options = parser.parse_args()
    if not options.summary:
        for name in options.again:
            _forget(name)
        _run_on_cells(processes=options.processes)
        _run_whole(processes=options.processes)
    write_pages()
    print(write_summary(dates()))
    return 0


def _run_on_cells(*, processes: int) -> None:
    for run in ON_CELLS:
        name = " ".join(run)
        if name in done():
            print(f"validation.{name}: done on {done()[name]['date']}")
            continue
        print(f"\nvalidation.{name}", flush=True)
        start = time.monotonic()
        told = [sys.executable, "-m", f"validation.{run[0]}", *run[1:], "--processes", str(processes)]
        code = subprocess.run(told, check=False).returncode
        if code:
            raise SystemExit(code)
        _note(name, time.monotonic() - start)


def _run_whole(*, processes: int) -> None:
    failed = []

    def save(name: str, found: tuple[int, str, float]) -> None:
        code, said, seconds = found
        print(f"\nvalidation.{name}\n{said}", flush=True)
        if code:
            failed.append(name)
        else:
            _note(name, seconds)

    left = [run for run in WHOLE if " ".join(run) not in done()]
    lost = run_cells(
        [Work(" ".join(run), partial(_script, run)) for run in left], processes=processes, save=save
    )
    if failed or lost:
        raise SystemExit(f"these failed: {', '.join([*failed, *lost])}")


def _script(run: tuple[str, ...]) -> tuple[int, str, float]:
    """Run one script to its end, in a worker: its exit code, what it said, and its seconds."""
    start = time.monotonic()
    told = [sys.executable, "-m", f"validation.{run[0]}", *run[1:]]
    ended = subprocess.run(told, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return ended.returncode, ended.stdout, time.monotonic() - start


def _note(name: str, seconds: float) -> None:
    """Note what is finished; another run may have noted something meanwhile."""
    today = datetime.now(UTC).date().isoformat()
    noted = done() | {name: {"date": today, "seconds": round(seconds)}}
    DONE.write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")


def _forget(name: str) -> None:
    """Put the results of an earlier run aside, which would be gone on from; they stay until the new ones are there."""
    for run in (*ON_CELLS, *WHOLE):
        if run[0] == name:
            left = {name: record for name, record in done().items() if name != " ".join(run)}
            DONE.write_text(json.dumps(left, indent=1) + "\n", encoding="utf-8")
            for place in (Path(word) for word in run if word.startswith("docs/")):
                if place.exists():
                    place.replace(place.with_suffix(place.suffix + ".old"))


if __name__ == "__main__":
    sys.exit(main())
