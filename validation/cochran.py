"""Cochran's Q and paired losses on test sets where no classifier differs: how often each says that one does.

python -m validation.cochran --trials 2000 --out docs/validity/cochran.json
"""

import argparse
import json
from pathlib import Path

import numpy as np

from bakeoff.procedures.cochran_q import cochran_q
from bakeoff.procedures.losses import paired_losses


def _right(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    """Return right and wrong answers of classifiers that find the same examples hard."""
    ease = rng.beta(2.0, 1.0, size=(n, 1))
    return rng.random((n, k)) < ease


def _losses(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return log losses of two classifiers on the same examples: skewed, and alike in distribution."""
    return rng.exponential(size=(n, 1)) * rng.lognormal(sigma=0.5, size=(n, 2))


def rates(trials: int) -> dict[str, float]:
    """Return the share of null test sets that each test rejects at 5 %."""
    found = {}
    for k, n in ((3, 30), (5, 30), (3, 100), (5, 100)):
        rng = np.random.default_rng([k, n])
        found[f"cochran-q, k = {k}, n = {n}"] = float(
            np.mean([cochran_q(_right(rng, n, k)).p_value < 0.05 for _ in range(trials)])
        )
    for n in (20, 100, 500):
        rng = np.random.default_rng(n)
        found[f"paired-losses, n = {n}"] = float(
            np.mean([paired_losses(_losses(rng, n)).p_value < 0.05 for _ in range(trials)])
        )
    return found


def main() -> None:
    """Write the rates."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=2000)
    parser.add_argument("--out", type=Path, default=Path("docs/validity/cochran.json"))
    options = parser.parse_args()
    found = rates(options.trials)
    options.out.write_text(json.dumps({"trials": options.trials, **found}, indent=1) + "\n")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
