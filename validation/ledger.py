"""Repeated looks at the same data, no classifier better than another: how often anything is claimed, and what is seen.

    python -m validation.ledger --out docs/validity/ledger.json

`fixed` and `winner kept`: every look compares two classifiers on the same test examples by McNemar's mid-p test, a
baseline against a new candidate; or the better of the two so far against a new candidate, so that what is compared
depends on what earlier looks have shown of the same examples, which no adjustment of p-values allows for.

`growing test set`, `growing table` and `shrinking table`: the same two classifiers again and again, on 100, 120, …
examples (mid-p), on 10, 12, … datasets, or on 30, 29, … of which the least convenient one goes each time (paired t).
Which look it is, is what the ledger makes of it, from what it keeps of the data. `each as look 1` is how a ledger
judges that takes every one of these for other data.

`recognised`: the share of looks that are taken for looks at the same data, where they are, and where they are not.
"""

import argparse
import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from scipy import special

from bakeoff.core.evidence import Scores
from bakeoff.core.ledger import Footprint
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.predictions import ACCURACY, ExampleIds, Predictions
from bakeoff.inference.claims.same_data import match_footprints, take_footprint
from bakeoff.procedures.many.looks import holm_over_looks, spend_over_looks

EXAMPLES, RIGHT, ALPHA = 500, 0.8, 0.05
RULES = ("by itself", "holm, at any time", "holm, at the end", "alpha-spending")
GROWN = 21  # looks at growing data
SCORE = Measure(name="score", higher_is_better=True, unit=Unit.PERCENT, direction_from="told")


def looks(how: str, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return the p-values of a sequence of looks at one test set."""
    hard = rng.beta(
        4, 1, EXAMPLES
    )  # chance of each example to be answered rightly, the same for every classifier
    right = rng.random((count + 1, EXAMPLES)) < hard * RIGHT / 0.8
    best, p_values = right[0], np.empty(count)
    for k in range(count):
        mends, breaks = int((right[k + 1] & ~best).sum()), int((best & ~right[k + 1]).sum())
        p_values[k] = mid_p(min(mends, breaks), mends + breaks)
        if how == "winner kept" and mends > breaks:
            best = right[k + 1]
    return p_values


def mid_p(fewer: int, flips: int) -> float:
    """Return the two-sided mid-p-value of the smaller of two counts."""
    if flips == 0:
        return 1.0
    below = float(special.bdtr(fewer - 1, flips, 0.5)) if fewer else 0.0
    return min(1.0, below + float(special.bdtr(fewer, flips, 0.5)))


def claims(p_values: np.ndarray) -> dict[str, bool]:
    """Say by which rule anything was claimed."""
    at_any_time = any(
        holm_over_looks(p_values[k : k + 1], [p_values[:k]])[0] < ALPHA for k in range(p_values.size)
    )
    spent = [spend_over_looks(p_values[k : k + 1], look=k + 1)[0] < ALPHA for k in range(p_values.size)]
    return {
        "by itself": bool((p_values < ALPHA).any()),
        "holm, at any time": at_any_time,
        "holm, at the end": bool((holm_over_looks(p_values, []) < ALPHA).any()),
        "alpha-spending": any(spent),
    }


def rates(how: str, count: int, *, trials: int, rng: np.random.Generator) -> dict[str, float]:
    """Return the share of projects in which anything was claimed, by rule."""
    made = [claims(looks(how, count, rng)) for _ in range(trials)]
    return {rule: sum(one[rule] for one in made) / trials for rule in RULES}


# ---- data that grow or shrink, and whether the ledger knows them again ----


def examined(right: np.ndarray, truth: np.ndarray, *, ids: bool = True) -> Predictions:
    """Return predictions of classifiers on the first examples; ids are running numbers, as those of anybody."""
    codes = np.arange(len(truth), dtype=np.int64)
    labels = np.where(right, truth[:, None], 1 - truth[:, None])
    return Predictions(
        classifiers=tuple(f"c{j}" for j in range(right.shape[1])),
        datasets=("the test set",),
        correct=right,
        dataset=np.zeros(len(truth), dtype=np.int64),
        measure=ACCURACY,
        source="",
        digest="",
        classes=("no", "yes"),
        truth=truth,
        labels=labels,
        ids=ExampleIds(codes=codes, labels=codes) if ids else None,
    )


def table(values: np.ndarray, *, rows: np.ndarray | None = None, named: bool = False) -> Scores:
    """Return a table of scores; its rows have numbers for names, counted anew, unless they are `named`."""
    own = np.arange(len(values)) if rows is None else rows
    names = [
        f"set of {chr(97 + i // 26)}{chr(97 + i % 26)}" if named else f"dataset {n}"
        for n, i in enumerate(own)
    ]
    columns = tuple(f"c{j}" for j in range(values.shape[1]))
    return Scores(
        classifiers=columns, datasets=tuple(names), values=values, measure=SCORE, source="", digest=""
    )


def hard_examples(count: int, rng: np.random.Generator, *, classifiers: int = 2) -> np.ndarray:
    """Return who is right on which example, no classifier better than another."""
    hard = rng.beta(4, 1, count) * RIGHT / 0.8
    drawn: np.ndarray = rng.random((count, classifiers)) < hard[:, None]
    return drawn


def scores(count: int, rng: np.random.Generator, *, classifiers: int = 2) -> np.ndarray:
    """Return scores in whole percent, as papers print them, no classifier better than another."""
    made: np.ndarray = np.round(rng.normal(75, 8, (count, 1)) + rng.normal(0, 4, (count, classifiers)))
    return made


def growing_test_set(rng: np.random.Generator) -> tuple[np.ndarray, list[Footprint]]:
    """Return p-values and what the ledger keeps of looks at 100, 120, … examples."""
    sizes = [100 + 20 * k for k in range(GROWN)]
    right, truth = hard_examples(sizes[-1], rng), rng.integers(0, 2, sizes[-1])
    p_values = []
    for size in sizes:
        mends, breaks = (int((right[:size, j] & ~right[:size, 1 - j]).sum()) for j in (1, 0))
        p_values.append(mid_p(min(mends, breaks), mends + breaks))
    return np.array(p_values), [take_footprint(examined(right[:n], truth[:n])) for n in sizes]


def growing_table(rng: np.random.Generator) -> tuple[np.ndarray, list[Footprint]]:
    """Return p-values and what the ledger keeps of looks at 10, 12, … datasets that have numbers for names."""
    sizes = [10 + 2 * k for k in range(GROWN)]
    values = scores(sizes[-1], rng)
    p_values = [paired_t(values[:n, 1] - values[:n, 0]) for n in sizes]
    return np.array(p_values), [take_footprint(table(values[:n])) for n in sizes]


def shrinking_table(rng: np.random.Generator) -> tuple[np.ndarray, list[Footprint]]:
    """Return p-values and what the ledger keeps of looks from which the least convenient dataset goes each time."""
    values, p_values, kept = scores(30, rng), [], []
    for _ in range(11):
        differences = values[:, 1] - values[:, 0]
        p_values.append(paired_t(differences))
        kept.append(take_footprint(table(values)))
        side = 1.0 if differences.mean() >= 0 else -1.0
        values = np.delete(values, int((side * differences).argmin()), axis=0)
    return np.array(p_values), kept


def paired_t(differences: np.ndarray) -> float:
    """Return the two-sided p-value of the paired t-test."""
    n, spread = differences.size, float(differences.std(ddof=1))
    if spread == 0:
        return 1.0
    t = abs(float(differences.mean())) * sqrt(n) / spread
    return 2 * float(special.stdtr(n - 1, -t))


def look_numbers(kept: list[Footprint]) -> list[int]:
    """Return which look each is, as the ledger counts."""
    return [
        1 + sum(match_footprints(one, past) is not None for past in kept[:k]) for k, one in enumerate(kept)
    ]


def grown(
    draw: Callable[[np.random.Generator], tuple[np.ndarray, list[Footprint]]],
    *,
    trials: int,
    rng: np.random.Generator,
) -> dict[str, float]:
    """Return the share of projects in which anything was claimed, and the share of looks whose number was right."""
    claimed = dict.fromkeys(("by itself", "each as look 1", "alpha-spending"), 0)
    right = total = 0
    for _ in range(trials):
        p_values, kept = draw(rng)
        numbers = look_numbers(kept)
        spent = [spend_over_looks(p_values[k : k + 1], look=n)[0] for k, n in enumerate(numbers)]
        claimed["by itself"] += bool((p_values < ALPHA).any())
        claimed["each as look 1"] += bool((spend_over_looks(p_values, look=1) < ALPHA).any())
        claimed["alpha-spending"] += bool(min(spent) < ALPHA)
        right += sum(n == k for k, n in enumerate(numbers, 1))
        total += len(numbers)
    return {
        "looks": total // trials,
        **{rule: n / trials for rule, n in claimed.items()},
        "counted right": right / total,
    }


def same_or_other(kind: str, rng: np.random.Generator) -> bool:
    """Draw two looks of one kind, and say whether they are taken for looks at the same data."""
    one, two = Drawn(rng), Drawn(rng)
    first, second = KINDS[kind](one, two if kind in OTHER else one)
    return match_footprints(take_footprint(second), take_footprint(first)) is not None


class Drawn:
    """A test set and a table, drawn at random."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.truth, self.rare = rng.integers(0, 2, 140), (rng.random(140) < 0.05).astype(np.int64)
        self.right, self.values = hard_examples(140, rng, classifiers=3), scores(12, rng, classifiers=3)

    def examined(self, size: int = 140, *, ids: bool = True, rare: bool = False) -> Predictions:
        """Return the first examples."""
        truth = self.rare if rare else self.truth
        return examined(self.right[:size], truth[:size], ids=ids)

    def coarse(self) -> Scores:
        """Return scores of 0 and 100 only."""
        return table(np.where(self.values > 75, 100.0, 0.0))


Two = tuple[Scores | Predictions, Scores | Predictions]
SAME: dict[str, Callable[[Drawn, Drawn], Two]] = {
    "100 examples, then 140": lambda a, b: (a.examined(100), b.examined()),
    "140 examples, then 60 of them": lambda a, b: (a.examined(), b.examined().of(np.arange(140) % 7 < 3)),
    "100 examples without ids, then 140": lambda a, b: (a.examined(100, ids=False), b.examined(ids=False)),
    "one class rare, without ids, 100 then 140": lambda a, b: (
        a.examined(100, ids=False, rare=True),
        b.examined(ids=False, rare=True),
    ),
    "10 numbered rows, then 8 of them": lambda a, b: (
        table(a.values[:10, :2]),
        table(np.delete(b.values[:10, :2], [3, 6], 0)),
    ),
    "10 numbered rows, then 12": lambda a, b: (table(a.values[:10, :2]), table(b.values[:, :2])),
    "10 rows renamed, another classifier beside one of them": lambda a, b: (
        table(a.values[:10, :2]),
        table(b.values[:10, 1:], named=True),
    ),
    "10 rows shuffled and renamed": lambda a, b: (
        table(a.values[:10, :2]),
        table(b.rng.permutation(b.values[:10, :2]), named=True),
    ),
    "10 rows, in percent and as fractions": lambda a, b: (
        table(a.values[:10, :2]),
        table(b.values[:10, :2] / 100),
    ),
}
OTHER: dict[str, Callable[[Drawn, Drawn], Two]] = {
    "other test set, ids 1, 2, …": lambda a, b: (a.examined(), b.examined()),
    "other test set, one class rare, ids 1, 2, …": lambda a, b: (
        a.examined(rare=True),
        b.examined(rare=True),
    ),
    "other test set, without ids": lambda a, b: (a.examined(ids=False), b.examined(ids=False)),
    "other test set, one class rare, without ids": lambda a, b: (
        a.examined(ids=False, rare=True),
        b.examined(ids=False, rare=True),
    ),
    "other table, whole percent": lambda a, b: (table(a.values[:10, :2]), table(b.values[:10, :2])),
    "other table, three classifiers": lambda a, b: (table(a.values), table(b.values)),
    "other table, scores of 0 and 100 only": lambda a, b: (a.coarse(), b.coarse()),
}
KINDS = {**SAME, **OTHER}


def main() -> None:
    """Measure, print and write."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--trials", type=int, default=4000)
    asked.add_argument(
        "--grown", type=int, default=2000, help="trials with data that grow, and of knowing them again"
    )
    asked.add_argument("--out", type=Path)
    told = asked.parse_args()
    document: dict[str, Any] = {"trials": told.trials, "examples": EXAMPLES, "alpha": ALPHA}
    document["grown_trials"] = told.grown
    rng, document["rows"] = np.random.default_rng(20261116), []
    for how in ("fixed", "winner kept"):
        for count in (1, 5, 14, 50):
            row = {"looks": count, "how": how, **rates(how, count, trials=told.trials, rng=rng)}
            document["rows"].append(row)
            print(row, flush=True)
    rng, document["grown"] = np.random.default_rng(20261117), []
    for draw in (growing_test_set, growing_table, shrinking_table):
        row = {"how": draw.__name__.replace("_", " "), **grown(draw, trials=told.grown, rng=rng)}
        document["grown"].append(row)
        print(row, flush=True)
    document["recognised"] = {}
    for kind in KINDS:
        document["recognised"][kind] = sum(same_or_other(kind, rng) for _ in range(told.grown)) / told.grown
        print(kind, document["recognised"][kind], flush=True)
    print(f"standard error at .05: {sqrt(0.05 * 0.95 / told.trials):.4f}")
    if told.out:
        told.out.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
