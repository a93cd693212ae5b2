"""Our values beside those of R and of popular packages, on shared inputs: docs/conformance.json and .md.

    python -m validation.conformance --peers .venv-peers/bin/python

Every number on the page was computed in this run; those of papers are quoted. `make bench` sets up the Python peers.
R needs coin, exactRankTests, multcomp, multtest and pROC (Debian: r-cran-… and r-bioc-multtest), and, in the folder R
beside the peers' bin, exact2x2, exactci, PropCIs, clust.bin.pair and PMCMRplus of CRAN and b0rxa/scmamp of GitHub.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from bakeoff.core.version import __version__
from bakeoff.procedures.registry import REGISTRY
from validation.campaign_words import section
from validation.conformance_cases import STAN, inputs, ours
from validation.conformance_words import NOBODY, PAPERS, WHAT, WHY

HERE, DOCS = Path(__file__).parent, Path("docs")
KEYS = {procedure.key for procedure in REGISTRY}
SAME = 1e-6  # relative: beyond it values are called different


def of_r(folder: str, library: Path) -> dict[str, dict[str, Any]]:
    """Return the values of R and of its packages."""
    known = {**os.environ, "R_LIBS": str(library)}
    command = ["Rscript", str(HERE / "conformance.R"), folder]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=known)
    found: dict[str, dict[str, Any]] = {}
    for line in run.stdout.splitlines():
        package, case, value = line.split("\t")
        words = case == "version" or value == "NaN"
        found.setdefault(package, {})[case] = value if words else float(value)
    return found


def of_peers(interpreter: str, folder: str) -> dict[str, dict[str, Any]]:
    """Return the values of the packages that the interpreter has."""
    command = [interpreter, str(HERE / "conformance_peers.py"), folder]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, dict[str, Any]] = json.loads(run.stdout.splitlines()[-1])
    return found


def page(made: Mapping[str, Any], campaign: Mapping[str, Any]) -> str:
    """Return the page: for every case each value, marked where it is another than ours, and the random cases."""
    versions = ", ".join(f"{name} {of['version']}" for name, of in made["values"].items())
    head = f"# Beside other programs\n\nMeasured on {made['date']} with {versions}."
    lines = [head, HEAD, *(line for case in WHAT for line in _section(case, made["values"]))]
    lines += section(campaign)
    return "\n".join(lines).rstrip() + "\n"


def _section(case: str, values: Mapping[str, Any]) -> list[str]:
    title = f"{WHAT[case]} ([{case}](tests/{case}.md))" if case in KEYS else WHAT[case]
    lines = [f"## {title}\n", "| | value | |", "|---|---|---|"]
    lines += [_row(name, of[case], values["bakeoff"][case]) for name, of in values.items() if case in of]
    lines += [f"| {source} | {value} | printed |" for source, value in PAPERS.get(case, ())]
    said = [text for text in (WHY.get(case), NOBODY.get(case)) if text]
    return [*lines, "", *(part for text in said for part in (text, ""))]


HEAD = f"""
Every registered test has a section that is headed by its key; the others are variants, intervals and adjustments.
"differs" stands where a value is farther from ours than {SAME:g} of it, and the sentence below says why. What is not
listed for a package it does not offer, or was not tried. Tests of mlxtend that fit classifiers were given their scores
by a scorer of ours. `python -m validation.conformance` makes this page from `conformance.json`.
"""


def _row(name: str, value: float | str, mine: float) -> str:
    if isinstance(value, str):
        return f"| {name} | – | {value.replace('|', '/')} |"
    differs = name != "bakeoff" and abs(value - mine) > SAME * abs(mine)
    return f"| {name} | {value:.10g} | {'differs' if differs else ''} |"


def measure(interpreter: str) -> dict[str, Any]:
    """Return every value of this run."""
    given = inputs()
    with tempfile.TemporaryDirectory() as folder:
        for name, values in given._asdict().items():
            np.savetxt(Path(folder) / f"{name}.csv", np.atleast_2d(values), delimiter=",", fmt="%.17g")
        values = {
            "bakeoff": {"version": __version__, **ours(given)},
            **of_r(folder, Path(interpreter).absolute().parents[1] / "R"),
            **of_peers(interpreter, folder),
        }
    values["baycomp"]["bayes-hierarchical"] = STAN["likeliest"][2]
    return {"date": datetime.now(UTC).date().isoformat(), "values": values}


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--peers", metavar="PYTHON", help="without it the page is written from conformance.json"
    )
    options = parser.parse_args()
    place = DOCS / "conformance.json"
    if options.peers:
        place.write_text(json.dumps(measure(options.peers), indent=1) + "\n", encoding="utf-8")
    made = json.loads(place.read_text(encoding="utf-8"))
    campaign = json.loads((DOCS / "validity" / "campaign.json").read_text(encoding="utf-8"))
    (DOCS / "conformance.md").write_text(page(made, campaign), encoding="utf-8")
    sys.stdout.write(f"{DOCS / 'conformance.md'}\n")


if __name__ == "__main__":
    main()
