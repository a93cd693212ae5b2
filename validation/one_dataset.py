"""Two classifiers on one dataset, resampled: error rates and power where the truth is known.

Both classifiers are the same learner. Each sees its own half of the features, and the halves have the same
distribution: for every size of training set the expected scores are exactly equal, while the two models differ. So the
null that the tests speak of is exactly true. For power, the features of b carry less about the class.

    python -m validation.one_dataset --quick
    python -m validation.one_dataset --full --out docs/validity/one_dataset.json

A run that was stopped goes on where it stopped. Trees need scikit-learn.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TypedDict
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import TestResult
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.resampled.corrected_t import corrected_t
from bakeoff.procedures.resampled.five_by_two import f_5x2cv, t_5x2cv
from validation.cells import options_of, resumed
from validation.chunks import chunks_of, run_chunks

Masks = NDArray[np.bool_]
Learner = Callable[[Floats, NDArray[np.int64], Masks], NDArray[np.int64]]
ALPHA = 0.05
EXAMPLES = 100


class Tally(TypedDict):
    """How often each test rejected, and declined to speak, in so many trials."""

    trials: int
    rejects: dict[str, int]
    declines: dict[str, int]


def naive_bayes(features: Floats, labels: NDArray[np.int64], training: Masks) -> NDArray[np.int64]:
    """Return the class that Gaussian naive Bayes gives every example, one row for each training set."""
    scores = []
    for label in (0, 1):
        chosen = (training & (labels == label)).astype(np.float64)
        count = chosen.sum(axis=1, keepdims=True)
        mean = chosen @ features / count
        variance = chosen @ features**2 / count - mean**2 + 1e-9
        squares = (features[None] - mean[:, None]) ** 2 / variance[:, None]
        scores.append(
            np.log(count) - 0.5 * (squares.sum(axis=2) + np.log(variance).sum(axis=1, keepdims=True))
        )
    return (scores[1] > scores[0]).astype(np.int64)


def nearest_neighbour(features: Floats, labels: NDArray[np.int64], training: Masks) -> NDArray[np.int64]:
    """Return the class of each example's nearest training example."""
    distances = ((features[:, None] - features[None]) ** 2).sum(axis=2)
    np.fill_diagonal(distances, np.inf)
    return labels[np.array([np.where(mask, distances, np.inf).argmin(axis=1) for mask in training])]


def tree(depth: int) -> Learner:
    """Return a learner of classification trees of this depth."""
    from sklearn import config_context
    from sklearn.tree import DecisionTreeClassifier

    def learn(features: Floats, labels: NDArray[np.int64], training: Masks) -> NDArray[np.int64]:
        single = features.astype(np.float32)
        model = DecisionTreeClassifier(max_depth=depth, random_state=0)
        with config_context(skip_parameter_validation=True):
            fitted = (model.fit(single[m], labels[m], check_input=False) for m in training)
            return np.array([each.predict(single, check_input=False) for each in fitted])

    return learn


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One learner on one kind of data."""

    learner: Callable[[], Learner]
    informative: tuple[float, ...]  # distance of the class means, feature by feature
    weaker: float = 1.0  # by what the distances are multiplied for b
    trials: int = 500


FIVE = (0.75,) * 5
SETTINGS = {
    "naive Bayes": Setting(learner=lambda: naive_bayes, informative=FIVE, trials=4000),
    "nearest neighbour": Setting(learner=lambda: nearest_neighbour, informative=FIVE, trials=2000),
    "tree": Setting(learner=lambda: tree(6), informative=FIVE),
    "stump": Setting(learner=lambda: tree(1), informative=(1.0,) + (0.0,) * 9),
    "naive Bayes, b worse": Setting(learner=lambda: naive_bayes, informative=FIVE, weaker=0.625, trials=2000),
    "tree, b worse": Setting(learner=lambda: tree(6), informative=FIVE, weaker=0.625, trials=300),
}
Test = Callable[[Floats, Floats], TestResult]
# Each test is given the differences of ten times ten folds and of five times two, repeat by repeat.
TESTS: dict[str, Test] = {
    "paired t, 10 folds": lambda ten, two: paired_t(ten[:10]),
    "paired t, 10×10": lambda ten, two: paired_t(ten),
    "corrected t, 10 folds": lambda ten, two: corrected_t(ten[:10], test_train_ratio=1 / 9),
    "corrected t, 10×10": lambda ten, two: corrected_t(ten, test_train_ratio=1 / 9),
    "corrected t, 10×10, df k-1": lambda ten, two: corrected_t(
        ten, test_train_ratio=1 / 9, df_rule="k-1", folds=10
    ),
    "5×2cv t": lambda ten, two: t_5x2cv(two),
    "5×2cv t, mean": lambda ten, two: t_5x2cv(two, numerator="mean"),
    "5×2cv F": lambda ten, two: f_5x2cv(two),
}


def held_out(n: int, *, repeats: int, folds: int, rng: np.random.Generator) -> Masks:
    """Return the test sets of repeated cross-validation, one row for each, repeat by repeat."""
    fold = np.arange(n) % folds
    return np.concatenate([rng.permutation(fold) == np.arange(folds)[:, None] for _ in range(repeats)])


def draw(
    setting: Setting, rng: np.random.Generator, *, examples: int = EXAMPLES
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Return the features of a, the features of b, and the classes."""
    labels = rng.integers(2, size=examples)
    distances = np.array(setting.informative)
    side = labels[:, None] - 0.5
    a = rng.normal(size=(examples, distances.size)) + side * distances
    b = rng.normal(size=(examples, distances.size)) + side * distances * setting.weaker
    return a, b, labels


@cache
def expected_advantage(weaker: float, train: int) -> float:
    """Return how much more often naive Bayes is right as b than as a, trained on so many examples."""
    if weaker == 1.0:
        return 0.0
    setting = Setting(learner=lambda: naive_bayes, informative=FIVE, weaker=weaker)
    rng = np.random.default_rng([train, round(1000 * weaker)])
    total, sets, tested = 0.0, 4000, 1000
    training = np.arange(train + tested)[None] < train
    for _ in range(sets):
        a, b, labels = draw(setting, rng, examples=train + tested)
        right = [(naive_bayes(x, labels, training)[0] == labels)[train:].mean() for x in (a, b)]
        total += float(right[1] - right[0])
    return total / sets


def differences(setting: Setting, learner: Learner, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return the advantages of b over a in ten times ten folds, and in five times two, on one new dataset."""
    a, b, labels = draw(setting, rng)
    tests = [held_out(EXAMPLES, repeats=r, folds=k, rng=rng) for r, k in ((10, 10), (5, 2))]
    every = np.concatenate(tests)
    right = [(learner(features, labels, ~every) == labels) & every for features in (a, b)]
    advantages = (right[1].sum(axis=1) - right[0].sum(axis=1)) / every.sum(axis=1)
    return advantages[:100], advantages[100:]


def run(name: str, tally: Tally, *, trials: int) -> Tally:
    """Add trials to a tally; trial number i is the same whatever was run before it."""
    setting = SETTINGS[name]
    learner = setting.learner()
    for trial in range(tally["trials"], tally["trials"] + trials):
        rng = np.random.default_rng([crc32(name.encode()), trial])
        ten, two = differences(setting, learner, rng)
        for key, test in TESTS.items():
            try:
                tally["rejects"][key] += test(ten, two).p_value < ALPHA
            except ProcedureError:
                tally["declines"][key] += 1
    return {**tally, "trials": tally["trials"] + trials}


def empty() -> Tally:
    """Return the tally of no trials."""
    return {"trials": 0, "rejects": dict.fromkeys(TESTS, 0), "declines": dict.fromkeys(TESTS, 0)}


def rate(tally: Tally, key: str) -> tuple[float, float]:
    """Return the share of trials in which a test rejected, and its standard error."""
    share = tally["rejects"][key] / tally["trials"]
    return share, sqrt(share * (1 - share) / tally["trials"])


def report(tallies: dict[str, Tally]) -> str:
    """Return the rates as a Markdown table: rejections with standard errors, and declined trials."""
    head = "| test | " + " | ".join(f"{name} ({t['trials']:,})" for name, t in tallies.items()) + " |"
    lines = [head, "|---" * (len(tallies) + 1) + "|"]
    for key in TESTS:
        cells = []
        for tally in tallies.values():
            share, error = rate(tally, key)
            declined = tally["declines"][key]
            cells.append(f"{share:.3f} ± {error:.3f}" + (f", {declined} declined" if declined else ""))
        lines.append(f"| {key} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    """Run the settings, saving after every chunk and resuming where an earlier run stopped."""
    parser = options_of(__doc__, out=None)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="naive Bayes alone, 400 trials (the default)")
    size.add_argument("--full", action="store_true", help="every setting; about a quarter of an hour")
    options = parser.parse_args()
    wanted = {name: s.trials for name, s in SETTINGS.items()} if options.full else {"naive Bayes": 400}
    tallies: dict[str, Tally] = resumed(options.out)
    chunks = [
        chunk for name, trials in wanted.items() for chunk in chunks_of(name, run, tallies, empty(), trials)
    ]
    run_chunks(chunks, tallies, options.out, processes=options.processes)
    sys.stdout.write(report(tallies) + "\n")


if __name__ == "__main__":
    main()
