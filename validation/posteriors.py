"""Bayesian procedures with and without a true difference: how often they are sure, and what their intervals hold.

    python -m validation.posteriors --out docs/validity/posteriors.json

Differences over datasets are normal or have heavy tails (Student's t with 3 degrees of freedom) about the true shift.
Resamples of one dataset are normal with the correlation that the ratio of test to training size implies. A setting is
quoted as the share of trials in which one side had a posterior probability of .95 or more (without a difference
nominally .10: .05 for each side; with one, of the side that is right), and in which the 95 % credible interval held
the true shift. Of the Bradley–Terry model the pair is two of five classifiers with normal scores: none of them differs,
or the other three are better, or besides the first of the pair is three times as noisy as the rest; the shift is what
the chance of winning has above one half, and "sure" is a probability of .95 beyond the region of equivalence.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from scipy import stats

from bakeoff.core.results import Posterior
from bakeoff.procedures.bayes.bayes_bradley_terry import bayes_bradley_terry
from bakeoff.procedures.bayes.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes.bayes_hierarchical import bayes_hierarchical
from bakeoff.procedures.bayes.bayes_sign import bayes_sign
from bakeoff.procedures.bayes.bayes_signed_rank import bayes_signed_rank
from validation.cells import Work, measure_missing, options_of

RATIO = 1 / 9  # ten folds
Trial = Callable[[np.random.Generator], Posterior]
DRAWS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "t3 tails": lambda rng, n: rng.standard_t(3, size=n),
}
SHIFTS = {10: 0.8, 20: 0.5, 50: 0.4}  # those of validation.two_classifiers
FOLD_SHIFT, SPREADS = 0.8, {0.3: 0.5, 1.5: 1.5}  # the shift of folds, and of datasets by their spread
# Of five classifiers: what the others have over the first two, and how noisy each is.
FIVE = {
    "none differs": ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0, 1.0)),
    "others better": ((0.5, 1.0, 1.5), (1.0, 1.0, 1.0, 1.0, 1.0)),
    "one noisy": ((0.5, 1.0, 1.5), (3.0, 1.0, 1.0, 1.0, 1.0)),
}
ABOVE_HALF = {10: 0.29, 20: 0.19, 50: 0.16}  # chances that the second wins: those of SHIFTS


def _folds(rng: np.random.Generator, centre: float = 0.0) -> np.ndarray:
    """Return ten differences with the correlation that the corrected procedures take them to have."""
    shared = RATIO / (1 + RATIO)
    noise = np.sqrt(shared) * rng.normal() + np.sqrt(1 - shared) * rng.normal(size=10)
    return centre + noise


def _over_datasets(key: str, draw: str, n: int, shift: float) -> Trial:
    def trial(rng: np.random.Generator) -> Posterior:
        differences = DRAWS[draw](rng, n) + shift
        if key == "bayes-sign":
            return bayes_sign(differences)
        return bayes_signed_rank(differences, rng=rng, draws=4_000)

    return trial


def _hierarchical(spread: float, shift: float) -> Trial:
    def trial(rng: np.random.Generator) -> Posterior:
        folds = [_folds(rng, centre) for centre in shift + spread * rng.normal(size=10)]
        return bayes_hierarchical(folds, test_train_ratio=RATIO, rng=rng, draws=4_000)

    return trial


def _correlated(shift: float) -> Trial:
    return lambda rng: bayes_correlated_t(_folds(rng, shift), test_train_ratio=RATIO)


def _strengths(kind: str, n: int, above: float) -> Trial:
    others, noise = FIVE[kind]
    shift = float(stats.norm.ppf(0.5 + above)) * float(np.hypot(*noise[:2]))
    centre = np.array([0.0, shift, *others])

    def trial(rng: np.random.Generator) -> Posterior:
        scores = centre + np.array(noise) * rng.normal(size=(n, 5))
        return bayes_bradley_terry(scores, pairs=[(0, 1)], rng=rng, draws=4_000)[0]

    return trial


def settings(*, differ: bool) -> dict[str, tuple[Trial, float]]:
    """Return the trials by name, each with its true shift."""
    found: dict[str, tuple[Trial, float]] = {}
    for name in DRAWS:
        for n, shift in SHIFTS.items():
            true = shift if differ else 0.0
            for key in ("bayes-sign", "bayes-signed-rank"):
                found[f"{key}, {name}, n = {n}"] = _over_datasets(key, name, n, true), true
    true = FOLD_SHIFT if differ else 0.0
    found["bayes-correlated-t, ten folds"] = _correlated(true), true
    for spread, shift in SPREADS.items():
        true = shift if differ else 0.0
        found[f"bayes-hierarchical, 10 datasets, spread {spread:g}"] = _hierarchical(spread, true), true
    for kind in ("none differs",) if differ else FIVE:  # the others equal to the first of the pair
        for n, above in ABOVE_HALF.items():
            true = above if differ else 0.0
            found[f"bayes-bradley-terry, {kind}, n = {n}"] = _strengths(kind, n, true), true
    return {
        f"{name}, shift = {shift:g}" if differ else name: (t, shift) for name, (t, shift) in found.items()
    }


def rates(trial: Trial, shift: float, *, trials: int, seed: int) -> dict[str, float]:
    """Return how often one side, or the right one, was called sure, and how often the interval held the shift."""
    sure = held = 0
    for i in range(trials):
        found = trial(np.random.default_rng([seed, i]))
        sure += (found.better if shift > 0 else max(found.better, found.worse)) >= 0.95
        held += shift in found.estimate.interval
    return {"sure": sure / trials, "covers": held / trials, "trials": trials}


def _share(name: str) -> float:
    """Return how many times as many trials a setting has: fewer where one takes long, more where it is quick."""
    return 0.25 if "hierarch" in name else 5 if "bradley" in name else 1


def cells(*, trials: int) -> list[Work]:
    """Return every setting, first without a difference, then with one."""
    return [
        Work(
            name,
            partial(rates, trial, shift, trials=int(trials * _share(name)), seed=seed),
        )
        for differ in (False, True)
        for seed, (name, (trial, shift)) in enumerate(settings(differ=differ).items())
    ]


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/posteriors.json", trials=400).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
