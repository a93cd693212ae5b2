"""Random tables, counts and predictions asked of bakeoff, R and other packages; what differs is explained or a fault.

    python -m validation.campaign --peers .venv-peers/bin/python [--share 0.01] [--folder FOLDER]

Everybody is given the same file of cases. An answer agrees when it is within 1e-9 of ours (relative), or within the
error of what is simulated or interpolated. A difference that a rule of `campaign_words.py` foresees, by the evidence
and not by the answer, is counted under that rule; any other is printed with its seed, and the exit code is 1. Counts
are written to docs/validity/campaign.json, from which `python -m validation.conformance` makes the conformance page.
Answers of others that are in FOLDER already are not asked for again.
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from bakeoff.core.version import __version__
from validation.campaign_cases import FAMILIES, Case, draw_case, draw_cases
from validation.campaign_ours import Value, answer
from validation.campaign_words import AGREES, BOTH_REFUSE, DIFFERS, RULES, TOLERANCES
from validation.cells import written

HERE, PLACE = Path(__file__).parent, Path("docs/validity/campaign.json")
SAME = 1e-9


class Answer(NamedTuple):
    """What a package says of one quantity of a case; None: it refuses."""

    family: str
    seed: int
    package: str
    quantity: str
    value: Value


def read_answers(place: Path) -> Iterator[Answer]:
    """Yield the answers that R or a peer wrote."""
    for line in place.read_text(encoding="utf-8").splitlines():
        family, seed, package, quantity, text = line.split("\t")
        yield Answer(family, int(seed), package, quantity, _value(text))


def _value(text: str) -> Value:
    try:
        values = [float(part) for part in text.replace("Inf", "inf").split()]
    except ValueError:
        return None
    if not values or any(math.isnan(value) for value in values):
        return None
    return values if len(values) > 1 else values[0]


def compare_answers(ours: Value, theirs: Answer, case: Case) -> str:
    """Return whether an answer agrees with ours, by which rule it differs, or that it differs."""
    if ours is None and theirs.value is None:
        return BOTH_REFUSE
    if _agrees(ours, theirs.value, TOLERANCES.get((theirs.package, theirs.quantity), SAME)):
        return AGREES
    rules = (rule for rule in RULES if rule.is_about(theirs.package, theirs.quantity))
    return next((rule.name for rule in rules if rule.foresees(case)), DIFFERS)


def _agrees(ours: Value, theirs: Value, tolerance: float) -> bool:
    if ours is None or theirs is None:
        return False
    mine, other = ([v] if isinstance(v, float) else v for v in (ours, theirs))
    return len(mine) == len(other) and all(
        math.isclose(x, y, rel_tol=tolerance, abs_tol=max(1e-12, tolerance if tolerance > SAME else 0))
        for x, y in zip(mine, other, strict=True)
    )


def tally(
    answers: list[Answer], ours: dict[tuple[str, int], dict[str, Value]]
) -> tuple[Counter[tuple[str, ...]], list[str]]:
    """Return how often each outcome was seen, by family, quantity and package; and what differs, case by case."""
    counts: Counter[tuple[str, ...]] = Counter()
    odd = []
    for theirs in answers:
        mine = ours[theirs.family, theirs.seed][theirs.quantity]
        outcome = compare_answers(mine, theirs, draw_case(theirs.family, theirs.seed))
        counts[theirs.family, theirs.quantity, theirs.package, outcome] += 1
        if outcome == DIFFERS:
            odd.append(
                f"{theirs.family} {theirs.seed} {theirs.quantity}: ours {mine}, {theirs.package} {theirs.value}"
            )
    return counts, odd


def ask_everybody(
    interpreter: str, share: float, first: int, folder: Path
) -> tuple[list[Case], list[Answer]]:
    """Return the cases, and what R and the peers answer."""
    cases = list(draw_cases(share, first))
    asked, of_r, of_peers = (folder / name for name in ("cases.tsv", "r.tsv", "peers.tsv"))
    text = "\n".join(case.line() for case in cases) + "\n"
    if not asked.exists() or asked.read_text(encoding="utf-8") != text:
        asked.write_text(text, encoding="utf-8")
        subprocess.run(["Rscript", str(HERE / "campaign.R"), str(asked), str(of_r)], check=True)
        peers = [interpreter, str(HERE / "campaign_peers.py"), str(asked), str(of_peers)]
        subprocess.run(peers, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return cases, [*read_answers(of_r), *read_answers(of_peers)]


def _versions(interpreter: str) -> dict[str, str]:
    names = ("autorank", "baycomp", "evalica", "mlxtend", "ppi-python", "scikit-learn", "scikit-posthocs", "scipy",
             "statsmodels")  # fmt: skip
    code = (
        "import sys, json\n"
        "from importlib.metadata import version\n"
        "print(json.dumps({name: version(name) for name in sys.argv[1:]}))"
    )
    run = subprocess.run([interpreter, "-c", code, *names], check=True, capture_output=True, text=True)
    r_code = (
        'cat(R.version$major, ".", R.version$minor, sep = ""); '
        'for (p in c("coin", "exactRankTests", "pROC", "clubSandwich")) '
        'cat("\\n", as.character(packageVersion(p)), sep = "")'
    )
    r = subprocess.run(["Rscript", "-e", r_code], check=True, capture_output=True, text=True).stdout.split(
        "\n"
    )
    in_r = dict(zip(("R", "R: coin", "R: exactRankTests", "R: pROC", "R: clubSandwich"), r, strict=True))
    return {"bakeoff": __version__, **in_r, **json.loads(run.stdout)}


def main() -> int:
    """Ask everybody, compare, and write the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peers", metavar="PYTHON", required=True, help="the interpreter that has the peers")
    parser.add_argument(
        "--share", type=float, default=1.0, help="a part of the cases; the counts by family are not kept"
    )
    parser.add_argument("--first", type=int, default=0, help="the first seed; others are kept as runs beside")
    parser.add_argument("--folder", type=Path, help="where cases and others' answers are kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as passing:
        cases, answers = ask_everybody(
            options.peers, options.share, options.first, options.folder or Path(passing)
        )
    ours = {(case.family, case.seed): answer(case) for case in cases}
    counts, odd = tally(answers, ours)
    print("\n".join(odd))
    print(f"{len(cases):,} cases, {len(answers):,} answers, {len(odd):,} that nothing explains")
    if options.first:
        document = json.loads(PLACE.read_text(encoding="utf-8"))
        run = _describe_run(counts, len(cases), options.first)
        written(document | {"beside": [*document.get("beside", ()), run]}, PLACE)
    elif options.share == 1.0:
        written(_document(counts, cases, _versions(options.peers)), PLACE)
    return 1 if odd else 0


def _describe_run(counts: Counter[tuple[str, ...]], cases: int, first: int) -> dict[str, Any]:
    """Return what is kept of a run with other seeds: how many answers agree, are refused by both, or differ."""
    outcomes = Counter[str]()
    for (*_, outcome), count in counts.items():
        outcomes[outcome] += count
    today = datetime.now(UTC).date().isoformat()
    return {"date": today, "first": first, "cases": cases, "outcomes": dict(sorted(outcomes.items()))}


def _document(
    counts: Counter[tuple[str, ...]], cases: list[Case], versions: dict[str, str]
) -> dict[str, Any]:
    families: dict[str, Any] = {}
    per = Counter(case.family for case in cases)
    for (family, quantity, package, outcome), count in sorted(counts.items()):
        of = families.setdefault(family, {"cases": per[family], "answers": {}})["answers"]
        of.setdefault(quantity, {}).setdefault(package, {})[outcome] = count
    ordered = {name: families[name] for name in FAMILIES}
    return {"date": datetime.now(UTC).date().isoformat(), "versions": versions, "families": ordered}


if __name__ == "__main__":
    sys.exit(main())
