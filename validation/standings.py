"""Mean ranks and Bradley–Terry strengths over datasets: how often their intervals hold the truth.

Five classifiers whose scores are normal about different means, independent from dataset to dataset. The true mean ranks
and strengths are those of a table so large that chance plays no part.

    python -m validation.standings --trials 1000
"""

import argparse
import sys

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.procedures.many.bradley_terry import bradley_terry
from bakeoff.procedures.many.rank_uncertainty import rank_uncertainty
from bakeoff.procedures.many.ranks import mean_ranks

MEANS = np.array([0.0, 0.0, 0.3, 0.6, 1.0])
SIZES = (5, 10, 20, 50)


def draw(n: int, rng: np.random.Generator) -> Floats:
    """Return the scores of a new table of n datasets."""
    return rng.normal(size=(n, MEANS.size)) + MEANS


def coverage(n: int, *, trials: int, seed: int) -> tuple[Floats, Floats]:
    """Return the shares of tables whose 95 % intervals hold the true mean rank, and the true strength."""
    large = draw(200_000, np.random.default_rng(seed))
    ranks = mean_ranks(large)
    strengths = [s.value for s in bradley_terry(large, prior=0.0).strengths]
    rng = np.random.default_rng([seed, n])
    held = np.zeros((2, MEANS.size))
    for _ in range(trials):
        scores = draw(n, rng)
        firm = rank_uncertainty(scores, rng=rng, resamples=1000).mean_ranks
        rated = bradley_terry(scores).strengths
        held[0] += [truth in e.interval for truth, e in zip(ranks, firm, strict=True)]
        held[1] += [truth in e.interval for truth, e in zip(strengths, rated, strict=True)]
    return held[0] / trials, held[1] / trials


def main() -> None:
    """Print the lowest and highest coverage over the classifiers, for each number of datasets."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for n in SIZES:
        ranks, strengths = coverage(n, trials=options.trials, seed=options.seed)
        sys.stdout.write(
            f"{n} datasets: mean ranks {ranks.min():.3f} to {ranks.max():.3f}, "
            f"strengths {strengths.min():.3f} to {strengths.max():.3f}\n"
        )


if __name__ == "__main__":
    main()
