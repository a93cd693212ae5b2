"""How often `bakeoff explain` names a property where none matters, and how often it finds one that does.

python -m validation.explained_by --out docs/validity/explained_by.json
"""

import argparse
import json
from math import sqrt
from pathlib import Path

import numpy as np

from bakeoff.procedures.across.property_tests import judge_properties

SETTINGS = ("normal", "skewed", "rounded", "unequal precision")


def draw(setting: str, n: int, properties: int, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Draw advantages, their weights and properties that have nothing to do with each other."""
    x = np.column_stack(
        [rng.lognormal(0, 2, n) if j % 2 else rng.integers(0, 4, n).astype(float) for j in range(properties)]
    )
    y = {"normal": rng.normal(size=n), "skewed": rng.exponential(size=n) ** 2}.get(
        setting, rng.normal(size=n)
    )
    weights = np.ones(n)
    if setting == "rounded":
        y = np.round(2 * y) / 2
    if setting == "unequal precision":
        errors = rng.uniform(0.2, 3, n)
        y, weights = y + errors * rng.normal(size=n), 1 / (1 + errors**2)
    return y, weights, x


def false_calls(
    setting: str, *, n: int, properties: int, trials: int, permutations: int, rng: np.random.Generator
) -> float:
    """Return the share of trials in which anything is called."""
    called = 0
    for _ in range(trials):
        y, weights, x = draw(setting, n, properties, rng)
        found = judge_properties(y, x, weights=weights, rng=rng, permutations=permutations)
        called += min(found.p_split, float(found.p_slopes.min())) < 0.05
    return called / trials


def found_calls(effect: float, *, n: int, properties: int, trials: int, rng: np.random.Generator) -> float:
    """Return the share of trials in which a split of `effect` standard deviations by one property is called."""
    called = 0
    for _ in range(trials):
        y, weights, x = draw("normal", n, properties, rng)
        y = y + effect * (x[:, 1] > np.median(x[:, 1]))
        found = judge_properties(y, x, weights=weights, rng=rng, permutations=199)
        called += min(found.p_split, float(found.p_slopes.min())) < 0.05
    return called / trials


def main() -> None:
    """Measure both, print them and write them."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--trials", type=int, default=2000)
    asked.add_argument("--out", type=Path)
    told = asked.parse_args()
    rng, rows = np.random.default_rng(20261116), []
    for setting in SETTINGS:
        for n, k in ((12, 4), (20, 8), (50, 12)):
            rate = false_calls(setting, n=n, properties=k, trials=told.trials, permutations=199, rng=rng)
            rows.append({"setting": setting, "datasets": n, "properties": k, "false_calls": rate})
            print(rows[-1], flush=True)
    for effect in (1.0, 2.0, 3.0):
        rate = found_calls(effect, n=20, properties=8, trials=told.trials // 4, rng=rng)
        rows.append({"setting": f"a split of {effect:g} sd", "datasets": 20, "properties": 8, "found": rate})
        print(rows[-1], flush=True)
    print(f"standard error at .05: {sqrt(0.05 * 0.95 / told.trials):.4f}")
    if told.out:
        told.out.write_text(
            json.dumps({"trials": told.trials, "rows": rows}, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
