"""Bayesian procedures where there is no true difference: how often they are sure of one, and what their intervals hold.

    python -m validation.posteriors --trials 400 --out docs/validity/posteriors.json

Differences over datasets are normal or have heavy tails (Student's t with 3 degrees of freedom), with centre zero.
Resamples of one dataset are normal with the correlation that the ratio of test to training size implies. A setting is
quoted as the share of trials in which one side had a posterior probability of .95 or more (nominal .10: .05 for each
side), and in which the 95 % credible interval held zero.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bakeoff.core.results import Posterior
from bakeoff.procedures.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes_hierarchical import bayes_hierarchical
from bakeoff.procedures.bayes_sign import bayes_sign
from bakeoff.procedures.bayes_signed_rank import bayes_signed_rank

RATIO = 1 / 9  # ten folds
Trial = Callable[[np.random.Generator], Posterior]


def _folds(rng: np.random.Generator, centre: float = 0.0) -> np.ndarray:
    """Return ten differences with the correlation that the corrected procedures take them to have."""
    shared = RATIO / (1 + RATIO)
    noise = np.sqrt(shared) * rng.normal() + np.sqrt(1 - shared) * rng.normal(size=10)
    return centre + noise


def _settings() -> dict[str, Trial]:
    draws = {
        "normal": lambda rng, n: rng.normal(size=n),
        "t3 tails": lambda rng, n: rng.standard_t(3, size=n),
    }
    trials: dict[str, Trial] = {}
    for name, draw in draws.items():
        for n in (10, 20, 50):
            trials[f"bayes-sign, {name}, n = {n}"] = lambda rng, n=n, draw=draw: bayes_sign(draw(rng, n))
            trials[f"bayes-signed-rank, {name}, n = {n}"] = lambda rng, n=n, draw=draw: bayes_signed_rank(
                draw(rng, n), rng=rng, draws=4_000
            )
    trials["bayes-correlated-t, ten folds"] = lambda rng: bayes_correlated_t(
        _folds(rng), test_train_ratio=RATIO
    )
    for spread in (0.3, 1.5):
        trials[f"bayes-hierarchical, 10 datasets, spread {spread:g}"] = lambda rng, spread=spread: (
            bayes_hierarchical(
                [_folds(rng, centre) for centre in spread * rng.normal(size=10)],
                test_train_ratio=RATIO,
                rng=rng,
                draws=4_000,
            )
        )
    return trials


def rates(trial: Trial, *, trials: int, seed: int) -> dict[str, float]:
    """Return how often one side was called sure, and how often the interval held zero."""
    sure = held = 0
    for i in range(trials):
        found = trial(np.random.default_rng([seed, i]))
        sure += max(found.better, found.worse) >= 0.95
        held += 0.0 in found.estimate.interval
    return {"sure": sure / trials, "covers": held / trials, "trials": trials}


def main() -> None:
    """Run every setting that the output does not hold yet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=400)
    parser.add_argument("--out", type=Path, default=Path("docs/validity/posteriors.json"))
    options = parser.parse_args()
    done = json.loads(options.out.read_text()) if options.out.exists() else {}
    for seed, (name, trial) in enumerate(_settings().items()):
        if name not in done:
            trials = options.trials // 4 if "hierarchical" in name else options.trials
            done[name] = rates(trial, trials=trials, seed=seed)
            options.out.write_text(json.dumps(done, indent=1) + "\n")
            print(name, done[name], flush=True)


if __name__ == "__main__":
    main()
