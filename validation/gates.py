"""How often a gate passes: bounds of the mean loss over datasets where losses are skewed, or a few are disasters.

Scores are fractions, so that differences lie within ±1. In half of the settings the true mean loss is the margin, so
that passing is an error, at nominal 2.5 %; in the others it is smaller, and passing is what one hopes for.

    python -m validation.gates --out docs/validity/gates.json
"""

from collections.abc import Callable
from functools import partial
from math import exp, sqrt

import numpy as np

from bakeoff.procedures.base.distributions import t_quantile
from bakeoff.procedures.paired.mean_bounds import BETS, skew_adjusted_bound
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from validation.cells import Work, measure_missing, options_of

Draw = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]
MARGIN = 0.05
SPREAD = 0.03  # standard deviation of a difference, but for disasters
TAIL = 0.025
SIZES = (8, 12, 20, 30, 50)
# By how many standard deviations the loss is smaller than the margin where power is measured.
GAINS = {8: 1.2, 12: 0.9, 20: 0.65, 30: 0.52, 50: 0.4}
BOOTSTRAPS = 999


def _lognormal(rng: np.random.Generator, shape: tuple[int, int], sigma: float) -> np.ndarray:
    mean = exp(sigma**2 / 2)
    spread = mean * sqrt(exp(sigma**2) - 1)
    return (np.exp(sigma * rng.normal(size=shape)) - mean) / spread


def _disasters(rng: np.random.Generator, shape: tuple[int, int], share: float, loss: float) -> np.ndarray:
    """Return differences with a small spread of which a share loses heavily; their mean is zero, as elsewhere."""
    lost = rng.random(shape) < share
    return 0.3 * rng.normal(size=shape) - loss * lost + share * loss


DRAWS: dict[str, Draw] = {
    "normal": lambda rng, shape: rng.normal(size=shape),
    "t, 3 df": lambda rng, shape: rng.standard_t(3, size=shape) / sqrt(3),
    "right-skewed, exponential": lambda rng, shape: rng.exponential(size=shape) - 1,
    "left-skewed, gamma(4)": lambda rng, shape: 2 - rng.gamma(4, size=shape) / 2,
    "left-skewed, exponential": lambda rng, shape: 1 - rng.exponential(size=shape),
    "left-skewed, lognormal(1)": lambda rng, shape: -_lognormal(rng, shape, 1.0),
    "disasters, 1 in 5 loses .15": partial(_disasters, share=0.2, loss=5.0),
    "disasters, 1 in 10 loses .3": partial(_disasters, share=0.1, loss=10.0),
    "disasters, 1 in 20 loses .6": partial(_disasters, share=0.05, loss=20.0),
}


def rates(name: str, n: int, gain: float, *, trials: int) -> dict[str, float]:
    """Return how often each bound is above the margin, with a true mean `gain` standard deviations above it."""
    rng = np.random.default_rng([n, len(name), round(1000 * gain)])
    values = np.clip(SPREAD * (DRAWS[name](rng, (trials, n)) + gain) - MARGIN, -1, 1)
    bounds = {
        "pseudo-median": np.array([wilcoxon(row).estimate.interval.low for row in values]),
        "sign-flip": _by_flips(values, rng),
        "Student's t": _student(values),
        "bootstrap-t": _bootstrap_t(values, rng),
        "skew-adjusted": np.array([skew_adjusted_bound(row, tail=TAIL) for row in values]),
        "in range": _by_betting(values),
    }
    return {key: float(np.mean(low > -MARGIN)) for key, low in bounds.items()} | {"trials": trials}


def _student(values: np.ndarray) -> np.ndarray:
    n = values.shape[1]
    return values.mean(axis=1) - t_quantile(1 - TAIL, n - 1) * values.std(axis=1, ddof=1) / sqrt(n)


def _by_flips(values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return a number above the margin where flipped signs are rarely as far from it, and one below where they are."""
    beyond = values + MARGIN
    flips = rng.choice([-1.0, 1.0], size=(values.shape[1], 1_999))
    as_far = (beyond @ flips >= beyond.sum(axis=1, keepdims=True) - 1e-12).sum(axis=1)
    return np.where((as_far + 1) / 2_000 <= TAIL, 0.0, -1.0)


def _bootstrap_t(values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    n = values.shape[1]
    mean, spread = values.mean(axis=1), values.std(axis=1, ddof=1)
    reach = np.empty(len(values))
    for start in range(0, len(values), 200):
        rows = slice(start, start + 200)
        counts = rng.multinomial(n, np.full(n, 1 / n), size=BOOTSTRAPS).T / n
        means = values[rows] @ counts
        spreads = np.sqrt(np.maximum((values[rows] ** 2) @ counts - means**2, 1e-15) * n / (n - 1))
        t = (means - mean[rows, None]) / spreads
        reach[rows] = np.quantile(t, 1 - TAIL, axis=1)
    return mean - spread * reach


def _by_betting(values: np.ndarray) -> np.ndarray:
    """Return a number above the margin where bets against it have won enough: the decision of `in_range_bound`."""
    stakes = (np.arange(BETS) + 0.5) / BETS
    gains = (values + MARGIN) / (1 - MARGIN)
    capital = np.mean([np.exp(np.log1p(stake * gains).sum(axis=1)) for stake in stakes], axis=0)
    return np.where(capital >= 1 / TAIL, 0.0, -1.0)


def cells(*, trials: int) -> list[Work]:
    """Return every setting: at the margin, and with a smaller loss."""
    return [
        Work(f"{name}, n = {n}, {where}", partial(rates, name, n, gain, trials=trials))
        for name in DRAWS
        for n in SIZES
        for where, gain in (("at the margin", 0.0), ("smaller loss", GAINS[n]))
        if gain == 0 or not name.startswith("disasters")
    ]


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/gates.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
