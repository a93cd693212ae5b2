"""Omnibus tests on tables where no classifier differs, or half of them do: how often each says that one does.

    python -m validation.omnibus --out docs/validity/omnibus.json

Scores have a dataset's difficulty in common and noise of their own: normal, heavy-tailed (t3), rounded so that they
tie, and with two classifiers of five times the noise. Skillings and Mack's test sees the same tables with a tenth of
the scores missing. Where half differ, the second half of the classifiers is better by .8·√(10/n) standard deviations
of the calm classifiers' noise, over n datasets.
"""

from functools import partial
from itertools import product

import numpy as np

from bakeoff.procedures.many.aligned_ranks import aligned_ranks
from bakeoff.procedures.many.anova import anova
from bakeoff.procedures.many.friedman import friedman, iman_davenport
from bakeoff.procedures.many.quade import quade
from bakeoff.procedures.many.skillings_mack import skillings_mack
from validation.cells import Work, measure_missing, options_of

TESTS = {
    "friedman": friedman,
    "iman-davenport": iman_davenport,
    "quade": quade,
    "aligned-ranks": aligned_ranks,
    "anova": anova,
}
# Of classifiers with these true means.
NOISES = {
    "normal": lambda rng, means, shape: means + rng.normal(size=shape),
    "t3 tails": lambda rng, means, shape: means + rng.standard_t(3, size=shape),
    "rounded": lambda rng, means, shape: np.round((means + rng.normal(size=shape)) * 2) / 2,
    "two noisy": lambda rng, means, shape: (
        means + rng.normal(size=shape) * np.r_[[5.0, 5.0], np.ones(shape[1] - 2)]
    ),
}
SIZES = ((5, 10), (5, 30), (10, 20))


SHIFT = 0.8


def rates(noise: str, k: int, n: int, *, better: float, trials: int) -> dict[str, float]:
    """Return the share of tables that each test rejects at 5 %, where the second half is better by so much."""
    rng = np.random.default_rng([k, n, list(NOISES).index(noise)])
    rejects = dict.fromkeys([*TESTS, "skillings-mack"], 0)
    means = np.where(np.arange(k) >= k // 2, better * np.sqrt(10 / n), 0.0)
    for _ in range(trials):
        difficulty = np.round(rng.normal(size=(n, 1)), 1)
        table = difficulty + NOISES[noise](rng, means, (n, k))
        for key, run in TESTS.items():
            rejects[key] += run(table).p_value < 0.05
        sparse = np.where(rng.random(table.shape) < 0.1, np.nan, table)
        rejects["skillings-mack"] += skillings_mack(sparse).p_value < 0.05
    return {key: count / trials for key, count in rejects.items()} | {"trials": trials}


def cells(*, trials: int) -> list[Work]:
    """Return every kind of noise and size, first without a difference, then with half of the classifiers better."""
    return [
        Work(f"{noise}, k = {k}, n = {n}{said}", partial(rates, noise, k, n, better=better, trials=trials))
        for (said, better), noise, (k, n) in product({"": 0.0, ", half better": SHIFT}.items(), NOISES, SIZES)
    ]


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/omnibus.json", trials=1500).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
