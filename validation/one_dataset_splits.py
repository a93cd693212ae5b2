"""The set-ups of Dietterich (1998) and of Nadeau and Bengio (2003) on one dataset: error rates, power, coverage.

    python -m validation.one_dataset_splits --out docs/validity/one_dataset_splits.json

Data, learners and the exact null are those of `validation.one_dataset`, with 300 examples. Dietterich's five tests:
one split with a third held out, judged by McNemar's test and by the test of two proportions; thirty random splits
with a third held out; ten folds; five times two folds. Nadeau and Bengio's: fifteen random splits with a tenth held
out. Every t-test is run plain and corrected. For power and coverage the features of b carry less about the class; the
true advantage is the learner's expected one for the size of the training set, from 4,000 training sets.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import TestResult
from bakeoff.procedures.base.example_flips import four_counts
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.predictions.mcnemar import mcnemar, mcnemar_midp
from bakeoff.procedures.predictions.two_proportions import TwoTestSets, two_proportions
from bakeoff.procedures.resampled.corrected_t import corrected_t
from bakeoff.procedures.resampled.five_by_two import f_5x2cv, t_5x2cv
from validation.cells import options_of, resumed
from validation.chunks import chunks_of, run_chunks
from validation.one_dataset import ALPHA, SETTINGS, Masks, Setting, draw, expected_advantage, held_out

EXAMPLES = 300
TRIALS = {
    "naive Bayes": 1000,
    "naive Bayes, b worse": 1000,
    "nearest neighbour": 1000,
    "stump": 1000,
    "tree": 1000,
}
ALL = SETTINGS | {"naive Bayes, b worse": replace(SETTINGS["naive Bayes"], weaker=0.8)}


class Plan(NamedTuple):
    """How the test sets are made: `folds` or random `splits`, and the share that is held out."""

    sets: Callable[[np.random.Generator], Masks]
    train: int  # examples in a training set


def _splits(number: int, held: int) -> Callable[[np.random.Generator], Masks]:
    def sets(rng: np.random.Generator) -> Masks:
        return np.array([rng.permutation(EXAMPLES) < held for _ in range(number)])

    return sets


PLANS = {
    "one split": Plan(_splits(1, 100), 200),
    "30 splits, a third": Plan(_splits(30, 100), 200),
    "15 splits, a tenth": Plan(_splits(15, 30), 270),
    "10 folds": Plan(lambda rng: held_out(EXAMPLES, repeats=1, folds=10, rng=rng), 270),
    "5×2 folds": Plan(lambda rng: held_out(EXAMPLES, repeats=5, folds=2, rng=rng), 150),
}
Right = tuple[
    NDArray[np.bool_], NDArray[np.bool_]
]  # whether a and b are right; one row for each training set


class Judged(NamedTuple):
    """A test of what one plan gives."""

    plan: str
    of: Callable[[Right, Masks], TestResult]


def _differences(right: Right, held: Masks) -> np.ndarray:
    a, b = ((each & held).sum(axis=1) for each in right)
    return (b - a) / held.sum(axis=1)


def _plain(right: Right, held: Masks) -> TestResult:
    return paired_t(_differences(right, held))


def _corrected(right: Right, held: Masks) -> TestResult:
    tested = int(held[0].sum())
    return corrected_t(_differences(right, held), test_train_ratio=tested / (EXAMPLES - tested))


def _four(right: Right, held: Masks) -> Any:
    return four_counts(*(each[0][held[0]] for each in right))


def _as_two_sets(right: Right, held: Masks) -> TestResult:
    """Test as if each classifier had been tested on examples of its own, as Dietterich's difference of proportions."""
    n = int(held[0].sum())
    a, b = (float((each & held)[0].sum()) for each in right)
    return two_proportions(TwoTestSets(right_a=a, total_a=n, right_b=b, total_b=n))


TESTS = {
    "McNemar (mid-p), one split": Judged("one split", lambda r, h: mcnemar_midp(_four(r, h))),
    "McNemar with continuity, one split": Judged("one split", lambda r, h: mcnemar(_four(r, h))),
    "two proportions, one split": Judged("one split", _as_two_sets),
    "paired t, 30 splits, a third": Judged("30 splits, a third", _plain),
    "corrected t, 30 splits, a third": Judged("30 splits, a third", _corrected),
    "paired t, 15 splits, a tenth": Judged("15 splits, a tenth", _plain),
    "corrected t, 15 splits, a tenth": Judged("15 splits, a tenth", _corrected),
    "paired t, 10 folds": Judged("10 folds", _plain),
    "corrected t, 10 folds": Judged("10 folds", _corrected),
    "5×2cv t": Judged("5×2 folds", lambda r, h: t_5x2cv(_differences(r, h))),
    "5×2cv F": Judged("5×2 folds", lambda r, h: f_5x2cv(_differences(r, h))),
}


def empty() -> dict[str, Any]:
    """Return the tally of no trials."""
    return {"trials": 0} | {what: dict.fromkeys(TESTS, 0) for what in ("rejects", "covers", "declines")}


def run(name: str, tally: dict[str, Any], *, trials: int) -> dict[str, Any]:
    """Add trials to a tally; trial number i is the same whatever was run before it."""
    setting = ALL[name]
    learner = setting.learner()
    for trial in range(tally["trials"], tally["trials"] + trials):
        rng = np.random.default_rng([crc32(f"{name}, splits".encode()), trial])
        a, b, labels = draw(setting, rng, examples=EXAMPLES)
        held = {plan: PLANS[plan].sets(rng) for plan in PLANS}
        every = np.concatenate(list(held.values()))
        right = [learner(features, labels, ~every) == labels for features in (a, b)]
        _count(tally, setting, right, held)
    return {**tally, "trials": tally["trials"] + trials}


def _count(tally: dict[str, Any], setting: Setting, right: list[Any], held: dict[str, Masks]) -> None:
    ends = np.cumsum([len(masks) for masks in held.values()])
    rows = {plan: slice(end - len(masks), end) for (plan, masks), end in zip(held.items(), ends, strict=True)}
    for key, test in TESTS.items():
        part = rows[test.plan]
        try:
            result = test.of((right[0][part], right[1][part]), held[test.plan])
        except ProcedureError:
            tally["declines"][key] += 1
            continue
        tally["rejects"][key] += result.p_value < ALPHA
        tally["covers"][key] += (
            expected_advantage(setting.weaker, PLANS[test.plan].train) in result.estimate.interval
        )


def main() -> None:
    """Run the settings, saving after every chunk and resuming where an earlier run stopped."""
    options = options_of(__doc__, out="docs/validity/one_dataset_splits.json").parse_args()
    tallies: dict[str, Any] = resumed(options.out)
    chunks = [
        chunk for name, trials in TRIALS.items() for chunk in chunks_of(name, run, tallies, empty(), trials)
    ]
    run_chunks(chunks, tallies, options.out, processes=options.processes)


if __name__ == "__main__":
    main()
