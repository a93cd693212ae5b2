"""Scores near their bound: how often equal means are called different, and how often BO191 says so.

    python -m validation.ceilings --out docs/validity/ceilings.json

What is missing to a score of 1 is Gamma-distributed: "noise 0.5 and 1" are its standard deviations over its mean, of
the one classifier and of the other. With difficulty, it is multiplied by what the two have in common. Ordinary tables
have scores about .8. The verdict is that of Wilcoxon's exact test at 5 %, and of the sign-flip test of the mean beside
it.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from bakeoff.inference.findings.ceiling import is_near_bound
from bakeoff.procedures.paired.mean_bounds import skew_adjusted_bound
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

FLIPS = 999
COLUMNS = ("wilcoxon", "sign-flip", "BO191, of those by wilcoxon", "left")
Draw = Callable[[np.random.Generator, tuple[int, int]], tuple[np.ndarray, np.ndarray]]


def short_of_one(
    rng: np.random.Generator,
    shape: tuple[int, int],
    *,
    noise: tuple[float, float],
    difficulty: float = 0.0,
    fewer: float = 1.0,
) -> tuple[np.ndarray, np.ndarray]:
    """Draw scores that lack .03 on average, b `fewer` times that, with noise of either size."""
    shared = _gamma(rng, difficulty, shape) if difficulty else 1.0
    a, b = (0.03 * shared * _gamma(rng, size, shape) for size in noise)
    return 1 - np.minimum(a, 1), 1 - np.minimum(fewer * b, 1)


def ordinary(
    rng: np.random.Generator, shape: tuple[int, int], *, better: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Draw accuracies about .8 on test sets of 200 records, b with so much fewer errors."""
    truth = rng.beta(4, 1, shape)
    a, b = (rng.binomial(200, p) / 200 for p in (truth, 1 - (1 - better) * (1 - truth)))
    return a + rng.uniform(-1e-6, 1e-6, shape), b + rng.uniform(-1e-6, 1e-6, shape)


def _gamma(rng: np.random.Generator, size: float, shape: tuple[int, int]) -> np.ndarray:
    return rng.gamma(size**-2, size**2, shape)


DRAWS: dict[str, Draw] = {
    "noise .5 and .5": partial(short_of_one, noise=(0.5, 0.5)),
    "noise .5 and 1": partial(short_of_one, noise=(0.5, 1.0)),
    "noise .5 and 1.4": partial(short_of_one, noise=(0.5, 1.4)),
    "noise .2 and 1": partial(short_of_one, noise=(0.2, 1.0)),
    "difficulty, noise .2 and 1": partial(short_of_one, noise=(0.2, 1.0), difficulty=1.0),
    "difficulty, noise .5 and .5": partial(short_of_one, noise=(0.5, 0.5), difficulty=1.0),
    "near the bound, b with 30 % fewer errors": partial(
        short_of_one, noise=(0.2, 0.2), difficulty=0.7, fewer=0.7
    ),
    "ordinary, equal": ordinary,
    "ordinary, b with 20 % fewer errors": partial(ordinary, better=0.2),
}


def rates(draw: Draw, n: int, *, seed: int, trials: int) -> dict[str, float]:
    """Return how often the tests reject, and how often the finding stands beside a rejection."""
    rng = np.random.default_rng([20261116, seed, n])
    a, b = draw(rng, (trials, n))
    d = b - a
    statistic, p_values = signed_rank(d)
    rejects = p_values < 0.05
    told = np.zeros(trials, dtype=np.bool_)
    for i in np.flatnonzero(rejects):
        sign = 1.0 if statistic[i] > n * (n + 1) / 4 else -1.0
        told[i] = is_near_bound(a[i], b[i], reach=1.0) and skew_adjusted_bound(sign * d[i], tail=0.025) <= 0
    signs = rng.choice([-1.0, 1.0], (n, FLIPS))
    as_large = (np.abs(d @ signs) >= np.abs(d.sum(axis=1))[:, None] - 1e-12).sum(axis=1)
    found = (
        rejects.mean(),
        ((1 + as_large) / (FLIPS + 1) < 0.05).mean(),
        told[rejects].mean(),
        (rejects & ~told).mean(),
    )
    return {**dict(zip(COLUMNS, map(float, found), strict=True)), "trials": trials}


def signed_rank(d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return Wilcoxon's sums of positive ranks and exact two-sided p-values; there are no ties."""
    n = d.shape[1]
    sums = ((np.abs(d).argsort(axis=1).argsort(axis=1) + 1) * (d > 0)).sum(axis=1)
    chance = np.zeros(n * (n + 1) // 2 + 1)
    chance[0] = 1.0
    for rank in range(1, n + 1):
        moved = np.zeros_like(chance)
        moved[rank:] = chance[:-rank]
        chance = (chance + moved) / 2
    below = np.cumsum(chance)
    return sums, np.minimum(1.0, 2 * below[np.minimum(sums, chance.size - 1 - sums)])


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    return [
        Work(f"{name}, {n} datasets", partial(rates, draw, n, seed=seed, trials=trials))
        for seed, (name, draw) in enumerate(DRAWS.items())
        for n in (10, 20, 50)
    ]


def report() -> str:
    """Return the table."""
    lines = [f"| scores | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for name, cell in read("ceilings").items():
        lines.append(f"| {name} | {' | '.join(shown(cell[c]) for c in COLUMNS)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/ceilings.json", trials=5_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
