"""Omnibus tests on tables where no classifier differs: how often each says that one does.

    python -m validation.omnibus --trials 3000 --out docs/validity/omnibus.json

Scores have a dataset's difficulty in common and noise of their own: normal, heavy-tailed (t3), rounded so that they
tie, and with two classifiers of five times the noise. Skillings and Mack's test sees the same tables with a tenth of
the scores missing.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from bakeoff.procedures.aligned_ranks import aligned_ranks
from bakeoff.procedures.anova import anova
from bakeoff.procedures.friedman import friedman, iman_davenport
from bakeoff.procedures.quade import quade
from bakeoff.procedures.skillings_mack import skillings_mack

TESTS = {
    "friedman": friedman,
    "iman-davenport": iman_davenport,
    "quade": quade,
    "aligned-ranks": aligned_ranks,
    "anova": anova,
}
NOISES = {
    "normal": lambda rng, shape: rng.normal(size=shape),
    "t3 tails": lambda rng, shape: rng.standard_t(3, size=shape),
    "rounded": lambda rng, shape: np.round(rng.normal(size=shape) * 2) / 2,
    "two noisy": lambda rng, shape: rng.normal(size=shape) * np.r_[[5.0, 5.0], np.ones(shape[1] - 2)],
}
SIZES = ((5, 10), (5, 30), (10, 20))


def rates(noise: str, k: int, n: int, *, trials: int) -> dict[str, float]:
    """Return the share of null tables that each test rejects at 5 %."""
    rng = np.random.default_rng([k, n, list(NOISES).index(noise)])
    rejects = dict.fromkeys([*TESTS, "skillings-mack"], 0)
    for _ in range(trials):
        table = np.round(rng.normal(size=(n, 1)), 1) + NOISES[noise](rng, (n, k))
        for key, run in TESTS.items():
            rejects[key] += run(table).p_value < 0.05
        sparse = np.where(rng.random(table.shape) < 0.1, np.nan, table)
        rejects["skillings-mack"] += skillings_mack(sparse).p_value < 0.05
    return {key: count / trials for key, count in rejects.items()}


def main() -> None:
    """Run every setting that the output does not hold yet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=3000)
    parser.add_argument("--out", type=Path, default=Path("docs/validity/omnibus.json"))
    options = parser.parse_args()
    done = json.loads(options.out.read_text()) if options.out.exists() else {}
    for noise in NOISES:
        for k, n in SIZES:
            name = f"{noise}, k = {k}, n = {n}"
            if name not in done:
                done[name] = rates(noise, k, n, trials=options.trials)
                options.out.write_text(json.dumps(done, indent=1) + "\n")
                print(name, done[name], flush=True)


if __name__ == "__main__":
    main()
