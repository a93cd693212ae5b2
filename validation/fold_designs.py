"""The corrected t-test over the folds of one dataset, design by design, and what the repeats show of unstable learners.

    python -m validation.fold_designs --out docs/validity/fold_designs.json

Data, learners and the exact null are those of `validation.one_dataset`, with 100 examples; where b is worse a verdict
is right. Where folds are repeated, the instability is k G / W: k folds, G the variance of the means of the repeats, W
the mean variance within them. "Guarded" is the same test with its variance times 1 + 4 times the instability: a verdict
that it does not share is told as BO193.
"""

from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.resampled.corrected_t import corrected_t
from bakeoff.procedures.resampled.guarded_t import guarded_t
from validation.cells import options_of, resumed
from validation.chunks import chunks_of, run_chunks
from validation.one_dataset import (
    ALPHA,
    EXAMPLES,
    FIVE,
    SETTINGS,
    Masks,
    Setting,
    draw,
    held_out,
    naive_bayes,
    nearest_neighbour,
)
from validation.quoted import shown
from validation.rates import read

# Repeats × folds; each is made of the first repeats of the longest with as many folds.
DESIGNS = ((1, 5), (1, 10), (5, 2), (3, 5), (5, 5), (10, 5), (3, 10), (5, 10), (10, 10))
LONGEST = {folds: max(r for r, k in DESIGNS if k == folds) for _, folds in DESIGNS}
TRIALS = 2_000


def stump(features: Floats, labels: NDArray[np.int64], training: Masks) -> NDArray[np.int64]:
    """Return the class by the one threshold of one feature that leaves the least Gini impurity."""
    least = np.full(len(training), np.inf)
    answer = np.zeros((len(training), len(labels)), dtype=np.int64)
    for values in features.T:
        order = np.argsort(values, kind="stable")
        inside = training[:, order].astype(np.float64)
        ones = inside * labels[order]
        left, left_ones = inside.cumsum(axis=1), ones.cumsum(axis=1)
        right, right_ones = left[:, -1:] - left, left_ones[:, -1:] - left_ones
        with np.errstate(invalid="ignore", divide="ignore"):
            impurity = left_ones * (1 - left_ones / left) + right_ones * (1 - right_ones / right)
        impurity[~(training[:, order] & (right > 0))] = (
            np.inf
        )  # a split is after a training example, not the last
        place = impurity.argmin(axis=1)
        rows = np.arange(len(training))
        better = impurity[rows, place] < least - 1e-12
        least = np.where(better, impurity[rows, place], least)
        following = np.array(
            [place[i] + 1 + int(inside[i, place[i] + 1 :].argmax()) for i in rows], dtype=np.intp
        )
        threshold = (values[order][place] + values[order][following]) / 2
        sides = [
            (2 * ones_there[rows, place] > there[rows, place])[:, None]
            for ones_there, there in ((left_ones, left), (right_ones, right))
        ]
        told = np.where(values[None] <= threshold[:, None], *sides).astype(np.int64)
        answer = np.where(better[:, None], told, answer)
    return answer


ALL = {
    "naive Bayes": SETTINGS["naive Bayes"],
    "nearest neighbour": SETTINGS["nearest neighbour"],
    "stump": Setting(learner=lambda: stump, informative=(1.0,) + (0.0,) * 9),
    "naive Bayes, b worse": SETTINGS["naive Bayes, b worse"],
    "nearest neighbour, b worse": Setting(learner=lambda: nearest_neighbour, informative=FIVE, weaker=0.625),
    "naive Bayes, 3 of 12 features tell": Setting(
        learner=lambda: naive_bayes, informative=(0.5,) * 3 + (0.0,) * 9
    ),
    "tree": SETTINGS["tree"],
}


def empty() -> dict[str, Any]:
    """Return the tally of no trials."""
    counts = {"decided": 0, "guarded": 0, "declines": 0}
    return {"trials": 0, "designs": {f"{r}×{k}": dict(counts) for r, k in DESIGNS}}


def run(name: str, tally: dict[str, Any], *, trials: int) -> dict[str, Any]:
    """Add trials to a tally; trial number i is the same whatever was run before it."""
    setting = ALL[name]
    learner = setting.learner()
    for trial in range(tally["trials"], tally["trials"] + trials):
        rng = np.random.default_rng([crc32(f"{name}, designs".encode()), trial])
        a, b, labels = draw(setting, rng)
        held = {k: held_out(EXAMPLES, repeats=r, folds=k, rng=rng) for k, r in LONGEST.items()}
        every = np.concatenate(list(held.values()))
        right = [(learner(features, labels, ~every) == labels) & every for features in (a, b)]
        advantages = (right[1].sum(axis=1) - right[0].sum(axis=1)) / every.sum(axis=1)
        ends = np.cumsum([len(masks) for masks in held.values()]).tolist()
        folds = {k: advantages[end - len(held[k]) : end] for k, end in zip(held, ends, strict=True)}
        for repeats, k in DESIGNS:
            _count(tally["designs"][f"{repeats}×{k}"], folds[k][: repeats * k], repeats, k)
    return {**tally, "trials": tally["trials"] + trials}


def _count(counts: dict[str, int], advantages: Floats, repeats: int, folds: int) -> None:
    try:
        result = corrected_t(advantages, test_train_ratio=1 / (folds - 1))
    except ProcedureError:
        counts["declines"] += 1
        return
    decided = result.p_value < ALPHA
    counts["decided"] += decided
    if repeats > 1:
        guarded = guarded_t(advantages, repeats=repeats, test_train_ratio=1 / (folds - 1))
        counts["guarded"] += guarded.p_value < ALPHA


def report() -> str:
    """Return the table: how often the test decides, and how often the guarded one does."""
    found = {name: tally for name, tally in read("fold_designs").items() if tally["trials"] >= TRIALS}
    heads = [f"{name} ({tally['trials']:,})" for name, tally in found.items()]
    lines = [f"| repeats × folds | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    for repeats, folds in DESIGNS:
        cells = []
        for tally in found.values():
            counts = tally["designs"][f"{repeats}×{folds}"]
            share, guarded = (shown(counts[what] / tally["trials"]) for what in ("decided", "guarded"))
            cells.append(f"{share}, guarded {guarded}" if repeats > 1 else share)
        lines.append(f"| {repeats} × {folds} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Run the settings, saving after every chunk and resuming where an earlier run stopped."""
    options = options_of(__doc__, out="docs/validity/fold_designs.json", trials=TRIALS).parse_args()
    tallies: dict[str, Any] = resumed(options.out)
    chunks = [chunk for name in ALL for chunk in chunks_of(name, run, tallies, empty(), options.trials)]
    run_chunks(chunks, tallies, options.out, processes=options.processes)


if __name__ == "__main__":
    main()
