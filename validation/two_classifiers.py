"""Two classifiers on many datasets: error rates, power and coverage where the truth is known.

The differences are drawn symmetric about the true shift, so the mean, the median and the pseudo-median are all equal
to it and every test is about the same thing.

    python -m validation.two_classifiers --out docs/validity/two_classifiers.json
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.sign_flip import sign_flip
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from validation.cells import Work, measure_missing, options_of

Draw = Callable[[np.random.Generator, int], np.ndarray]


def _contaminated(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.normal(size=n) * np.where(rng.random(n) < 0.1, 10.0, 1.0)


def _rounded(rng: np.random.Generator, n: int) -> np.ndarray:
    return np.round(rng.normal(size=n) * 2) / 2  # ties and zeros, as in scores printed with few digits


DRAWS: dict[str, Draw] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "t2 tails": lambda rng, n: rng.standard_t(2, size=n),
    "contaminated": _contaminated,
    "rounded": _rounded,
}
# The true shift at which power is measured, by size: large enough to see, small enough to differ.
SHIFTS = {10: 0.8, 20: 0.5, 50: 0.4}
TESTS = {
    "paired-t": lambda d, rng: paired_t(d),
    "wilcoxon": lambda d, rng: wilcoxon(d),
    "sign": lambda d, rng: sign(d),
    "sign-flip": lambda d, rng: sign_flip(d, rng=rng, flips=2_000),
}


def rates(name: str, n: int, shift: float, *, trials: int) -> dict[str, dict[str, float]]:
    """Return how often each test rejects at 5 %, and how often its 95 % interval holds the true shift."""
    rng = np.random.default_rng(n)
    rejects = dict.fromkeys(TESTS, 0)
    covers = dict.fromkeys(TESTS, 0)
    for _ in range(trials):
        differences = np.round(DRAWS[name](rng, n) + shift, 9)
        if not np.ptp(differences):
            continue
        for key, run in TESTS.items():
            result = run(differences, np.random.default_rng(0))
            rejects[key] += result.p_value < 0.05
            covers[key] += shift in result.estimate.interval
    return {
        key: {"rejects": rejects[key] / trials, "covers": covers[key] / trials, "trials": trials}
        for key in TESTS
    }


def cells(*, trials: int) -> list[Work]:
    """Return every setting, with and without a true shift."""
    return [
        Work(f"{name}, n = {n}, shift = {true:g}", partial(rates, name, n, true, trials=trials))
        for name in DRAWS
        for n, shift in SHIFTS.items()
        for true in (0.0, shift)
    ]


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/two_classifiers.json", trials=3000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
