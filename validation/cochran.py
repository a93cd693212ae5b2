"""Cochran's Q and paired losses where no classifier differs, and where one does: rejections, power and coverage.

    python -m validation.cochran --out docs/validity/cochran.json

Right and wrong answers of classifiers that find the same examples hard; log losses of two classifiers on the same
examples, skewed and alike in distribution. With a difference, the last classifier's chance to be right is larger by .1
on every example (at most 1), or b's losses are smaller by a quarter. Weights of examples are lognormal; they have
nothing to do with the losses, or the advantage of b grows with the weight while its weighted mean stays zero.
"""

from functools import partial
from itertools import product

import numpy as np

from bakeoff.procedures.predictions.cochran_q import cochran_q
from bakeoff.procedures.predictions.losses import paired_losses
from validation.cells import Work, measure_missing, options_of

SHAPES = ((3, 30), (5, 30), (3, 100), (5, 100))
SIZES = (20, 100, 500)
RIGHT_MORE, LOSES_LESS = 0.1, 0.25
SPREAD = 0.5  # of the logarithm of a loss, given the example
WEIGHTS = {
    "weights from .4 to 2.7": 0.5,
    "weights from .1 to 7": 1.0,
}  # 95 % of them: spread of the logarithm


def right(rng: np.random.Generator, n: int, k: int, better: float) -> np.ndarray:
    """Return right and wrong answers; with a difference the last classifier is right on more of the examples."""
    ease = rng.beta(2.0, 1.0, size=(n, 1))
    return rng.random((n, k)) < np.append(np.zeros(k - 1), better) + ease


def losses(rng: np.random.Generator, n: int, better: float) -> np.ndarray:
    """Return log losses of two classifiers on the same examples; with a difference those of b are smaller."""
    return rng.exponential(size=(n, 1)) * rng.lognormal(sigma=SPREAD, size=(n, 2)) * [1.0, 1.0 - better]


def cochran_rates(k: int, n: int, better: float, *, trials: int) -> dict[str, float]:
    """Return how often Cochran's Q rejects at 5 %."""
    rng = np.random.default_rng([k, n])
    rejects = sum(cochran_q(right(rng, n, k, better)).p_value < 0.05 for _ in range(trials))
    return {"rejects": rejects / trials, "trials": trials}


def losses_rates(n: int, better: float, *, trials: int) -> dict[str, float]:
    """Return how often paired losses reject at 5 %, and how often the 95 % interval holds the true advantage of b."""
    rng = np.random.default_rng(n)
    truth = better * float(np.exp(SPREAD**2 / 2))
    results = [paired_losses(losses(rng, n, better)) for _ in range(trials)]
    return {
        "rejects": sum(r.p_value < 0.05 for r in results) / trials,
        "covers": sum(truth in r.estimate.interval for r in results) / trials,
        "trials": trials,
    }


def weighted_rates(n: int, spread: float, slope: float, *, trials: int) -> dict[str, float]:
    """Return how often paired losses with weights reject at 5 %, and how often the interval holds the truth, 0."""
    rng = np.random.default_rng([n, round(10 * spread), round(10 * slope)])
    results = []
    for _ in range(trials):
        size = rng.normal(size=n)
        both = losses(rng, n, 0.0)
        both[:, 0] += slope * (size - spread)  # of mean zero by weight
        results.append(paired_losses(both, weights=np.exp(spread * size)))
    return {
        "rejects": sum(r.p_value < 0.05 for r in results) / trials,
        "covers": sum(0.0 in r.estimate.interval for r in results) / trials,
        "trials": trials,
    }


def cells(*, trials: int) -> list[Work]:
    """Return every size, with and without a difference."""
    found = []
    for said, share in (("", 0.0), (", one better", RIGHT_MORE)):
        for k, n in SHAPES:
            found.append(
                Work(f"cochran-q, k = {k}, n = {n}{said}", partial(cochran_rates, k, n, share, trials=trials))
            )
    for said, share in (("", 0.0), (", b better", LOSES_LESS)):
        for n in SIZES:
            found.append(
                Work(f"paired-losses, n = {n}{said}", partial(losses_rates, n, share, trials=trials))
            )
    for (said, spread), (how, slope), n in product(
        WEIGHTS.items(), (("", 0.0), (" that go with the difference", SPREAD)), SIZES[:2]
    ):
        work = partial(weighted_rates, n, spread, slope, trials=trials)
        found.append(Work(f"paired-losses, n = {n}, {said}{how}", work))
    return found


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/cochran.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
