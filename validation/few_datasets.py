"""Two classifiers on 6 to 12 datasets: exact flips of the mean, of signed ranks, and of both together.

    python -m validation.few_datasets --out docs/validity/few_datasets.json

All tests see the same differences and all flips of their signs. "both" sums mean and signed ranks, each in units
of its own spread under flips; "smaller p" compares the smaller of the two p-values with that of every flip.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy import stats

from validation.cells import Work, measure_missing, options_of

Floats = np.ndarray
ALPHA = 0.05
SHIFTS = {6: 1.2, 8: 1.0, 10: 0.85, 12: 0.75}
# How differences are drawn, and by how much their shift is larger than that of normal ones.
DRAWS: dict[str, tuple[Callable[[np.random.Generator, tuple[int, int]], Floats], float]] = {
    "normal": (lambda rng, size: rng.standard_normal(size), 1.0),
    "uniform": (lambda rng, size: rng.uniform(-1.7, 1.7, size), 1.0),
    "Laplace": (lambda rng, size: rng.laplace(size=size), 1.2),
    "t3 tails": (lambda rng, size: rng.standard_t(3, size), 1.3),
    "t2 tails": (lambda rng, size: rng.standard_t(2, size), 1.6),
    "contaminated": (
        lambda rng, size: rng.standard_normal(size) * np.where(rng.random(size) < 0.1, 10.0, 1.0),
        1.2,
    ),
    "rounded": (lambda rng, size: rng.standard_normal(size), 1.0),
}


def rates(name: str, n: int, shift: float, *, trials: int) -> dict[str, float]:
    """Return how often each test rejects at 5 %."""
    draw, larger = DRAWS[name]
    rng = np.random.default_rng([n, list(DRAWS).index(name), round(100 * shift)])
    differences = draw(rng, (trials, n)) + larger * shift
    if name == "rounded":
        differences = np.round(2 * differences) / 2
    found = {test: float((p < ALPHA).mean()) for test, p in p_values(differences).items()}
    return found | {"trials": trials}


def p_values(differences: Floats) -> dict[str, Floats]:
    """Return the exact p-value of each test for every row of differences."""
    flips = _every_flip(differences.shape[1])
    sizes, signs = np.abs(differences), np.sign(differences)
    ranks = stats.rankdata(np.where(sizes > 0, sizes, np.nan), axis=1, nan_policy="omit")
    ranks = np.where(sizes > 0, ranks, 0.0)
    mean, ranked = (np.abs((signs * _scaled(scores)) @ flips.T) for scores in (sizes, ranks))
    chances = [_of_every_flip(statistic) for statistic in (mean, ranked)]
    statistics = {
        "sign-flip": mean,
        "wilcoxon": ranked,
        "both": mean + ranked,
        "smaller p": -np.minimum(*chances),
    }
    return {name: (s >= s[:, :1] - 1e-9).mean(axis=1) for name, s in statistics.items()}


def _every_flip(n: int) -> Floats:
    bits = (np.arange(2 ** (n - 1))[:, None] >> np.arange(n - 1)) & 1
    return np.hstack([np.ones((len(bits), 1)), 1.0 - 2 * bits])


def _scaled(scores: Floats) -> Floats:
    size = np.sqrt((scores**2).sum(axis=1, keepdims=True))
    return scores / np.where(size > 0, size, 1.0)


def _of_every_flip(statistic: Floats) -> Floats:
    """Return the p-value that each flip would have, were it the observed one."""
    ordered = -np.sort(-statistic, axis=1)
    rows = zip(ordered, statistic, strict=True)
    return np.array([np.searchsorted(-o, -(s - 1e-9), side="right") for o, s in rows]) / statistic.shape[1]


def cells(*, trials: int) -> list[Work]:
    """Return every kind of differences in every size, with a true shift and without."""
    return [
        Work(f"{name}, n = {n}, shift = {true:g}", partial(rates, name, n, true, trials=trials))
        for n, shift in SHIFTS.items()
        for true in (0.0, shift)
        for name in DRAWS
    ]


def main() -> None:
    """Measure every cell that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/few_datasets.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
