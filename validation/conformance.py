"""Our values beside those of R and of popular packages, on shared inputs: docs/conformance.json and .md.

    python -m validation.conformance --peers .venv-peers/bin/python

Every number on the page was computed in this run; those of papers are quoted. `make bench` sets up the peers.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bakeoff.core.version import __version__
from bakeoff.inputs.published import PUBLISHED
from bakeoff.procedures.adjust import adjust
from bakeoff.procedures.agreement import FourCounts
from bakeoff.procedures.anova import anova
from bakeoff.procedures.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes_signed_rank import bayes_signed_rank
from bakeoff.procedures.cochran_q import cochran_q
from bakeoff.procedures.friedman import friedman
from bakeoff.procedures.mcnemar import binomial, mcnemar
from bakeoff.procedures.nemenyi import critical_difference, nemenyi
from bakeoff.procedures.paired_t import paired_t
from bakeoff.procedures.proportions import proportion_interval
from bakeoff.procedures.quade import quade
from bakeoff.procedures.sign import sign
from bakeoff.procedures.sign_flip import sign_flip
from bakeoff.procedures.signed_rank import wilcoxon
from bakeoff.procedures.tukey import tukey
from validation.conformance_words import PAPERS, WHAT, WHY

HERE, DOCS = Path(__file__).parent, Path("docs")
COUNTS = FourCounts(both_right=40, mends=35, breaks=15, both_wrong=10)
NO_FLIPS = FourCounts(both_right=90, mends=0, breaks=0, both_wrong=10)
SAME = 1e-6  # relative: beyond it values are called different


class Inputs(NamedTuple):
    """What all are given."""

    bramer_a: np.ndarray
    bramer_b: np.ndarray
    bramer: np.ndarray
    untied: np.ndarray
    demsar: np.ndarray
    garcia_herrera: np.ndarray
    right: np.ndarray
    p_values: np.ndarray
    folds: np.ndarray


def inputs() -> Inputs:
    """Return the published tables, and small examples."""
    tables = {
        name: _scores(PUBLISHED[name].text) for name in ("figure-15.2", "demsar-2006", "garcia-herrera-2008")
    }
    a, b = tables["figure-15.2"].T
    rng = np.random.default_rng(4)
    return Inputs(
        bramer_a=a,
        bramer_b=b,
        bramer=b - a,
        untied=np.array([5.5, -3.25, 0.125, 6, -11.5, -10, 4, 9.75, 0.5, 7]),
        demsar=tables["demsar-2006"],
        garcia_herrera=tables["garcia-herrera-2008"],
        right=(rng.random((40, 4)) < np.array([0.9, 0.7, 0.8, 0.6])).astype(float),
        p_values=np.array([0.001, 0.04, 0.012, 0.03, 0.6]),
        folds=np.array([31, 12, 24, -8, 17, 29, 3, 21, 40, 11]) / 1000,
    )


def _scores(text: str) -> np.ndarray:
    return np.array([[float(c) for c in row.split(",")[1:]] for row in text.splitlines()[1:]])


def ours(given: Inputs) -> dict[str, float]:
    """Return our value of every case."""
    gh, rng = given.garcia_herrera, np.random.default_rng(0)
    pair = np.round(given.demsar[:, 1] - given.demsar[:, 0], 9)
    found: dict[str, Callable[[], float]] = {
        "paired-t": lambda: paired_t(given.bramer).p_value,
        "wilcoxon-ties": lambda: wilcoxon(given.bramer).p_value,
        "wilcoxon-untied": lambda: wilcoxon(given.untied).p_value,
        "sign": lambda: sign(given.bramer).p_value,
        "sign-flip": lambda: sign_flip(given.bramer, rng=rng).p_value,
        "friedman": lambda: friedman(given.demsar).statistic,
        "friedman-p": lambda: friedman(given.demsar).p_value,
        "quade": lambda: quade(gh).statistic,
        "anova": lambda: anova(gh).statistic,
        "critical-difference": lambda: critical_difference(4, 14),
        "nemenyi": lambda: nemenyi(gh, pairs=[(0, 1)])[0].p_adjusted or 0.0,
        "tukey": lambda: tukey(gh, pairs=[(0, 1)])[0].p_adjusted or 0.0,
        **{
            m: (lambda m=m: adjust(given.p_values, m.lower())[2])
            for m in ("holm", "hochberg", "hommel", "BH")
        },
        "mcnemar": lambda: mcnemar(COUNTS).p_value,
        "binomial": lambda: binomial(COUNTS).p_value,
        "mcnemar-none": lambda: mcnemar(NO_FLIPS).p_value,
        "cochran-q": lambda: cochran_q(given.right.astype(bool)).statistic,
        "wilson": lambda: proportion_interval(80, 100).low,
        "clopper-pearson": lambda: proportion_interval(80, 100, method="clopper-pearson").low,
        "bayes-correlated-t": lambda: (
            bayes_correlated_t(given.folds, test_train_ratio=1 / 9, margin=0.01).better
        ),
        "bayes-signed-rank": lambda: bayes_signed_rank(pair, margin=0.01, rng=rng).better,
    }
    return {case: float(value()) for case, value in found.items()}


def of_r(folder: str) -> dict[str, Any]:
    """Return the values of R."""
    run = subprocess.run(
        ["Rscript", str(HERE / "conformance.R"), folder], check=True, capture_output=True, text=True
    )
    lines = dict(line.split("\t") for line in run.stdout.splitlines())
    version = lines.pop("version")
    known: dict[str, Any] = {case: value if value == "NaN" else float(value) for case, value in lines.items()}
    return {"version": version, **known}


def of_peers(interpreter: str, folder: str) -> dict[str, dict[str, Any]]:
    """Return the values of the packages that the interpreter has."""
    command = [interpreter, str(HERE / "conformance_peers.py"), folder]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, dict[str, Any]] = json.loads(run.stdout.splitlines()[-1])
    return found


def page(made: Mapping[str, Any]) -> str:
    """Return the page: for every case each value, marked where it is another than ours."""
    versions = ", ".join(f"{name} {of['version']}" for name, of in made["values"].items())
    lines = [f"# Beside other programs\n\nMeasured on {made['date']} with {versions}.", HEAD]
    for case, what in WHAT.items():
        lines += [f"## {what}\n", "| | value | |", "|---|---|---|"]
        mine = made["values"]["bakeoff"][case]
        for name, of in made["values"].items():
            if case in of:
                lines.append(_row(name, of[case], mine))
        lines += [f"| {source} | {value} | printed |" for source, value in PAPERS.get(case, ())]
        lines += ["", WHY[case], ""] if case in WHY else [""]
    return "\n".join(lines).rstrip() + "\n"


HEAD = f"""
"differs" stands where a value is farther from ours than {SAME:g} of it, and the sentence below says why. What is not
listed for a package it does not offer, or was not tried, or takes classifiers to fit instead of scores, as mlxtend's
5×2cv tests do. `python -m validation.conformance` makes this page from `conformance.json`.
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
            "R": of_r(folder),
            **of_peers(interpreter, folder),
        }
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
    (DOCS / "conformance.md").write_text(page(made), encoding="utf-8")
    sys.stdout.write(f"{DOCS / 'conformance.md'}\n")


if __name__ == "__main__":
    main()
