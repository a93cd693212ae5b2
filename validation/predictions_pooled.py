"""Predictions pooled over the folds of a cross-validation, taken for one independent test set: what goes wrong.

Data, learners and the null are those of `validation.one_dataset`: both classifiers are the same learner, each on its
own half of the features. The ten folds' predictions are pooled; McNemar's test compares a and b, and Wilson's interval
is asked whether it holds the expected accuracy of the learner, trained on nine tenths as many examples. That
expectation is the mean of all pooled accuracies, every one of which is an unbiased estimate of it.

    python -m validation.predictions_pooled --quick
    python -m validation.predictions_pooled --out docs/validity/predictions_pooled.json

A run that was stopped goes on where it stopped. Trees need scikit-learn.
"""

import sys
from functools import partial
from itertools import product
from math import sqrt
from typing import TypedDict
from zlib import crc32

import numpy as np

from bakeoff.procedures.base.example_flips import four_counts
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar, mcnemar_midp
from bakeoff.procedures.predictions.proportions import proportion_interval
from validation.cells import options_of, resumed
from validation.chunks import chunks_of, run_chunks
from validation.one_dataset import ALPHA, SETTINGS, Learner, draw, held_out

FOLDS = 10
SIZES = (100, 300)
TRIALS = {"naive Bayes": 2000, "nearest neighbour": 2000, "tree": 1000, "stump": 1000}
TESTS = {"mcnemar-midp": mcnemar_midp, "mcnemar": mcnemar, "binomial": binomial}


class Tally(TypedDict):
    """How often each test rejected, and how often so many of the examples were right, a's and b's."""

    trials: int
    rejects: dict[str, int]
    right: list[int]


def pooled(name: str, learner: Learner, n: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Return which examples a and b get right, each when its fold was held out."""
    a, b, labels = draw(SETTINGS[name], rng, examples=n)
    held = held_out(n, repeats=1, folds=FOLDS, rng=rng)
    return [((learner(x, labels, ~held) == labels) & held).any(axis=0) for x in (a, b)]


def run(name: str, n: int, tally: Tally, *, trials: int) -> Tally:
    """Add trials to a tally; trial number i is the same whatever was run before it."""
    learner = SETTINGS[name].learner()
    for trial in range(tally["trials"], tally["trials"] + trials):
        rng = np.random.default_rng([crc32(f"{name}, pooled, {n}".encode()), trial])
        right = pooled(name, learner, n, rng)
        for each in right:
            tally["right"][int(each.sum())] += 1
        for key, test in TESTS.items():
            tally["rejects"][key] += test(four_counts(*right)).p_value < ALPHA
    return {**tally, "trials": tally["trials"] + trials}


def coverage(tally: Tally) -> float:
    """Return how often Wilson's interval of a pooled accuracy holds the learner's expected accuracy."""
    times = np.array(tally["right"])
    n = times.size - 1
    truth = float(times @ np.arange(n + 1)) / (n * times.sum())
    holds = [truth in proportion_interval(x, n, level=1 - ALPHA) for x in range(n + 1)]
    return float(times @ np.array(holds) / times.sum())


def report(tallies: dict[str, Tally]) -> str:
    """Return the rates as a Markdown table, with standard errors."""
    lines = [
        f"| | trials | {' | '.join(f'{key} rejects' for key in TESTS)} | Wilson's interval covers |",
        "|---" * (len(TESTS) + 3) + "|",
    ]
    for name, tally in tallies.items():
        trials = tally["trials"]
        shares = [(tally["rejects"][key] / trials, trials) for key in TESTS] + [(coverage(tally), 2 * trials)]
        cells = [f"{p:.3f} ± {sqrt(p * (1 - p) / m):.3f}" for p, m in shares]
        lines.append(f"| {name} | {trials:,} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Run the settings, saving after every chunk and resuming where an earlier run stopped."""
    parser = options_of(__doc__, out=None)
    parser.add_argument("--quick", action="store_true", help="naive Bayes alone, 200 trials")
    options = parser.parse_args()
    settings = [("naive Bayes", 100, 200)] if options.quick else _settings()
    tallies: dict[str, Tally] = resumed(options.out)
    chunks = []
    for name, n, trials in settings:
        empty = {"trials": 0, "rejects": dict.fromkeys(TESTS, 0), "right": [0] * (n + 1)}
        chunks += chunks_of(f"{name}, n = {n}", partial(_run, name, n), tallies, empty, trials)
    run_chunks(chunks, tallies, options.out, processes=options.processes)
    sys.stdout.write(report(tallies) + "\n")


def _run(name: str, n: int, _key: str, tally: Tally, *, trials: int) -> Tally:
    return run(name, n, tally, trials=trials)


def _settings() -> list[tuple[str, int, int]]:
    return [(name, n, trials) for (name, trials), n in product(TRIALS.items(), SIZES)]


if __name__ == "__main__":
    main()
