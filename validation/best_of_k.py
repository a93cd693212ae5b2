"""The best of K equal attempts: how good it looks, and whether what allows for the choice keeps its level.

    python -m validation.best_of_k --out docs/validity/best_of_k.json

`over_datasets`: K equally good configurations on n datasets, errors with correlation ρ; the best mean advantage over a
baseline that is as good is tested by the signed-rank test as if it had been the only one, and allowing for the choice.
`leaderboard`: K entries of the same true rate on n shared records, right answers with correlation ρ; how often the best
passes the bound of BO110, and how often its lower bound lies above the truth.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from bakeoff.core.results import Alternative
from bakeoff.procedures.base.quick_tests import quick_wilcoxon
from bakeoff.procedures.many.multiplicity import (
    adjust_for_selection,
    chance_of_best_of_equals,
    expected_maximum,
)
from bakeoff.procedures.predictions.proportions import proportion_interval


def over_datasets(attempts: int, n: int, rho: float, *, trials: int, seed: int) -> dict[str, float]:
    """Return how often the best of K equals is called better, untouched and allowing for the choice, and its lead."""
    rng = np.random.default_rng([seed, attempts, n, int(100 * rho)])
    naive = bonferroni = 0
    leads = []
    for _ in range(trials):
        shared = rng.normal(size=(n, 1)) * np.sqrt(rho)
        z = shared + rng.normal(size=(n, attempts)) * np.sqrt(1 - rho)
        best = int(z.mean(axis=0).argmax())
        leads.append(float(z[:, best].mean()))
        answer = quick_wilcoxon(z[:, best], Alternative.TWO_SIDED)
        p_value = 1.0 if answer is None else answer[1]
        naive += p_value < 0.05 and leads[-1] > 0
        bonferroni += adjust_for_selection(p_value, attempts).bonferroni < 0.05 and leads[-1] > 0
    return {
        "claims_untouched": naive / trials,
        "claims_allowing_for_the_choice": bonferroni / trials,
        "mean_lead": round(float(np.mean(leads)), 4),
        "expected_lead": round(float(np.sqrt((1 - rho) / n) * expected_maximum(attempts)), 4),
    }


def leaderboard(attempts: int, n: int, rho: float, *, trials: int, seed: int) -> dict[str, float]:
    """Return how often the best of K equals passes the bound, and how often its lower bound is above the truth."""
    rng = np.random.default_rng([seed, attempts, n, int(100 * rho), 1])
    rate, passes, above = 0.8, 0, 0
    for _ in range(trials):
        # With chance √ρ an entry's answer is the shared one, otherwise its own: two entries have correlation ρ.
        shared = rng.random(n) < rate
        own = rng.random((attempts, n)) < rate
        right = np.where(rng.random((attempts, n)) < np.sqrt(rho), shared, own).sum(axis=1)
        top, typical = int(right.max()), float(np.median(right)) / n
        passes += chance_of_best_of_equals(top, n, attempts, typical) < 0.05
        low = proportion_interval(top, n, method="clopper-pearson", level=1 - 0.1 / attempts).low
        above += low > rate
    return {"passes": passes / trials, "bound_above_the_truth": above / trials}


def main() -> None:
    """Run every setting and print, or write, what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    start = time.perf_counter()
    found: dict[str, dict[str, float]] = {}
    for attempts in (2, 10, 50):
        for rho in (0.0, 0.5, 0.9):
            name = f"K = {attempts}, correlation {rho}"
            found[f"20 datasets, {name}"] = over_datasets(
                attempts, 20, rho, trials=given.trials, seed=given.seed
            )
            found[f"1,000 records, {name}"] = leaderboard(
                attempts, 1000, rho, trials=max(200, given.trials // 4), seed=given.seed
            )
    print(json.dumps(found, indent=1))
    if given.out:
        given.out.write_text(json.dumps(found, indent=1) + "\n")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
