"""What a study says of its resamples where the truth is known: the F of distinct samples, and nested cross-validation.

    python -m validation.study_intervals --out docs/validity/study_intervals.json

Two classes of 50 normal rows each; every learner sees five attributes and takes the nearest class mean: it is stable.
Distinct samples: three such learners with attributes of their own, equally good in expectation; each gets resamples of
its own of the same rows. F by the book and corrected should reject at 5 %.
Nested cross-validation: the error of one such learner, 95 % intervals; the truth is the expected error of training on
all rows, and that of the very model that all rows give, on 20,000 new rows.
"""

from functools import partial

import numpy as np

from bakeoff.procedures.many.anova import corrected_one_way_anova, one_way_anova
from bakeoff.procedures.resampled.nested_cv import NestedRepeat, nested_cv
from validation.cells import Work, measure_missing, options_of

ROWS, SEEN, LEARNERS = 100, 5, 3
APART = 0.45  # of the class means, on every attribute
NEW = 20_000


def drawn(rng: np.random.Generator, n: int, attributes: int) -> tuple[np.ndarray, np.ndarray]:
    """Return rows of two classes that differ on every attribute."""
    target = np.arange(n) % 2
    return rng.normal(size=(n, attributes)) + APART * target[:, None], target


def wrong(train: tuple[np.ndarray, np.ndarray], rows: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Return where the nearest class mean is wrong."""
    features, classes = train
    low, high = features[classes == 0].mean(axis=0), features[classes == 1].mean(axis=0)
    return ((rows - (low + high) / 2) @ (high - low) > 0) != target


def folds_of(rng: np.random.Generator, target: np.ndarray, folds: int) -> np.ndarray:
    """Return the fold of every row, stratified."""
    fold = np.empty(target.size, dtype=int)
    for label in (0, 1):
        rows = rng.permutation(np.flatnonzero(target == label))
        fold[rows] = np.arange(rows.size) % folds
    return fold


def resample_scores(
    rng: np.random.Generator, features: np.ndarray, target: np.ndarray, folds: int, repeats: int
) -> np.ndarray:
    """Return the accuracy of every resample of one learner."""
    scores = []
    for _ in range(repeats):
        fold = folds_of(rng, target, folds)
        for k in range(folds):
            out = fold == k
            scores.append(1 - wrong((features[~out], target[~out]), features[out], target[out]).mean())
    return np.array(scores)


def distinct_rates(folds: int, repeats: int, *, trials: int) -> dict[str, float]:
    """Return how often F rejects at 5 % that equally good learners, each on samples of its own, score the same."""
    rng = np.random.default_rng([folds, repeats])
    book = corrected = 0
    for _ in range(trials):
        features, target = drawn(rng, ROWS, LEARNERS * SEEN)
        groups = [
            resample_scores(rng, features[:, i * SEEN : (i + 1) * SEEN], target, folds, repeats)
            for i in range(LEARNERS)
        ]
        book += one_way_anova(groups).p_value < 0.05
        corrected += corrected_one_way_anova(groups, test_train_ratio=1 / (folds - 1)).p_value < 0.05
    return {"rejects": corrected / trials, "by the book": book / trials, "trials": trials}


def nested_repeat(
    rng: np.random.Generator, features: np.ndarray, target: np.ndarray, folds: int
) -> NestedRepeat:
    """Return the losses of one partition: of every fold, and of every pair of folds that is left out."""
    fold = folds_of(rng, target, folds)

    def losses(tested: int, out: set[int]) -> np.ndarray:
        kept, at = ~np.isin(fold, list(out)), fold == tested
        return wrong((features[kept], target[kept]), features[at], target[at]).astype(float)

    pairs = [(k, j) for k in range(folds) for j in range(folds) if k != j]
    return NestedRepeat(
        outer=tuple(losses(k, {k}) for k in range(folds)),
        inner={(k, j): losses(j, {k, j}) for k, j in pairs},
    )


def nested_rates(folds: int, repeats: int, *, trials: int) -> dict[str, float]:
    """Return how often 95 % intervals hold the expected error and that of the model, and how far off they are."""
    rng = np.random.default_rng([folds, repeats, 7])
    new = drawn(rng, NEW, SEEN)
    expected = float(np.mean([wrong(drawn(rng, ROWS, SEEN), *new).mean() for _ in range(2000)]))
    learner = model = 0
    values, usual = [], []
    for _ in range(trials):
        features, target = drawn(rng, ROWS, SEEN)
        made = nested_cv([nested_repeat(rng, features, target, folds) for _ in range(repeats)])
        learner += expected in made.interval
        model += float(wrong((features, target), *new).mean()) in made.interval
        values.append(made.value)
        usual.append(made.cross_validation)
    return {
        "covers": learner / trials,
        "covers the model": model / trials,
        "bias": float(np.mean(values)) - expected,
        "bias of cross-validation": float(np.mean(usual)) - expected,
        "trials": trials,
    }


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    distinct = [(10, 1), (10, 3), (5, 2), (2, 5)]
    nested = [(5, 1), (5, 5), (10, 1)]
    return [
        *(
            Work(f"distinct samples, {r} × {k} folds", partial(distinct_rates, k, r, trials=trials))
            for k, r in distinct
        ),
        *(
            Work(f"nested cross-validation, {r} × {k} folds", partial(nested_rates, k, r, trials=trials))
            for k, r in nested
        ),
    ]


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/study_intervals.json", trials=1000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
