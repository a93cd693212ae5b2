"""How often the next dataset's true advantage lies in the interval that was predicted for it.

    python -m validation.next_dataset --out docs/validity/next_dataset.json

Each dataset's advantage has a standard error of its own (log-normal, .4 on the log scale, about 1), known or estimated
from ten folds; true advantages vary between datasets with the standard deviation tau. Both the interval in use and the
usual one of Higgins and others (n - 2 degrees of freedom) at 95 %.
"""

from functools import partial
from math import sqrt

import numpy as np

from bakeoff.core.results import Alternative
from bakeoff.procedures.across.random_effects import random_effects
from bakeoff.procedures.base.distributions import t_interval
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read


def coverage(n: int, tau: float, folds: int, *, trials: int) -> dict[str, float]:
    """Return how often either interval holds the truth, and how wide they are."""
    rng = np.random.default_rng([n, int(10 * tau), folds])
    held, usual_held, widths = 0, 0, []
    for _ in range(trials):
        error = np.exp(rng.normal(0, 0.4, n))
        seen = tau * rng.standard_normal(n) + error * rng.standard_normal(n)
        known = error * np.sqrt(rng.chisquare(folds - 1, n) / (folds - 1)) if folds else error
        found = random_effects(seen, standard_errors=known)
        interval, steps = found.next_dataset.interval, found.steps
        spread = sqrt(steps["tau2"] + steps["se"] ** 2)
        usual = t_interval(steps["mean"], spread, n - 2, level=0.95, alternative=Alternative.TWO_SIDED)
        new = tau * rng.standard_normal()
        held += interval.low <= new <= interval.high
        usual_held += usual.low <= new <= usual.high
        widths.append((interval.high - interval.low) / (usual.high - usual.low))
    return {
        "covers": held / trials,
        "usual covers": usual_held / trials,
        "width against the usual": float(np.median(widths)),
        "trials": trials,
    }


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    return [
        Work(
            f"{n} datasets, tau {tau:g}, errors {'from 10 folds' if folds else 'known'}",
            partial(coverage, n, tau, folds, trials=trials),
        )
        for n in (5, 10, 20)
        for tau in (0.0, 0.5, 1.0, 3.0)
        for folds in (0, 10)
    ]


def report() -> str:
    """Return the table."""
    lines = ["| setting | covers | usual interval covers | width against the usual |", "|---|---|---|---|"]
    for name, cell in read("next_dataset").items():
        rates = f"{shown(cell['covers'])} | {shown(cell['usual covers'])}"
        lines.append(f"| {name} | {rates} | {cell['width against the usual']:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/next_dataset.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
