"""Repeated looks at one test set, no classifier better than another: how often anything is claimed.

    python -m validation.ledger --out docs/validity/ledger.json

Every look compares two classifiers on the same test examples by McNemar's mid-p test. `fixed`: a baseline against a
new candidate. `winner kept`: the better of the two so far against a new candidate, so that what is compared depends on
what earlier looks have shown of the same examples, which no adjustment of p-values allows for.
"""

import argparse
import json
from math import sqrt
from pathlib import Path

import numpy as np
from scipy import special

from bakeoff.procedures.looks import holm_over_looks, spent_over_looks

EXAMPLES, RIGHT, ALPHA = 500, 0.8, 0.05
RULES = ("by itself", "holm, at any time", "holm, at the end", "alpha-spending")


def looks(how: str, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return the p-values of a sequence of looks at one test set."""
    hard = rng.beta(
        4, 1, EXAMPLES
    )  # chance of each example to be answered rightly, the same for every classifier
    right = rng.random((count + 1, EXAMPLES)) < hard * RIGHT / 0.8
    best, p_values = right[0], np.empty(count)
    for k in range(count):
        mends, breaks = int((right[k + 1] & ~best).sum()), int((best & ~right[k + 1]).sum())
        p_values[k] = mid_p(min(mends, breaks), mends + breaks)
        if how == "winner kept" and mends > breaks:
            best = right[k + 1]
    return p_values


def mid_p(fewer: int, flips: int) -> float:
    """Return the two-sided mid-p-value of the smaller of two counts."""
    if flips == 0:
        return 1.0
    below = float(special.bdtr(fewer - 1, flips, 0.5)) if fewer else 0.0
    return min(1.0, below + float(special.bdtr(fewer, flips, 0.5)))


def claims(p_values: np.ndarray) -> dict[str, bool]:
    """Say by which rule anything was claimed."""
    at_any_time = any(
        holm_over_looks(p_values[k : k + 1], [p_values[:k]])[0] < ALPHA for k in range(p_values.size)
    )
    spent = [spent_over_looks(p_values[k : k + 1], look=k + 1)[0] < ALPHA for k in range(p_values.size)]
    return {
        "by itself": bool((p_values < ALPHA).any()),
        "holm, at any time": at_any_time,
        "holm, at the end": bool((holm_over_looks(p_values, []) < ALPHA).any()),
        "alpha-spending": any(spent),
    }


def rates(how: str, count: int, *, trials: int, rng: np.random.Generator) -> dict[str, float]:
    """Return the share of projects in which anything was claimed, by rule."""
    made = [claims(looks(how, count, rng)) for _ in range(trials)]
    return {rule: sum(one[rule] for one in made) / trials for rule in RULES}


def main() -> None:
    """Measure, print and write."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--trials", type=int, default=4000)
    asked.add_argument("--out", type=Path)
    told = asked.parse_args()
    rng, rows = np.random.default_rng(20261116), []
    for how in ("fixed", "winner kept"):
        for count in (1, 5, 14, 50):
            rows.append({"looks": count, "how": how, **rates(how, count, trials=told.trials, rng=rng)})
            print(rows[-1], flush=True)
    print(f"standard error at .05: {sqrt(0.05 * 0.95 / told.trials):.4f}")
    if told.out:
        document = {"trials": told.trials, "examples": EXAMPLES, "alpha": ALPHA, "rows": rows}
        told.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
