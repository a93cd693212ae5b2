"""Random cases of the differential campaign: what everybody is asked, family by family.

A case is a small matrix of numbers, an alternative and one further number (a level, a margin, a ratio). Sizes, ties,
zeros, constant and degenerate columns, percent and very small units are drawn with it; its seed makes it again.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

ALTERNATIVES = ("two-sided", "greater", "less")


class Case(NamedTuple):
    """One question: its family and seed, the alternative, one number, and the evidence."""

    family: str
    seed: int
    alternative: str
    number: float
    values: np.ndarray  # two axes

    def line(self) -> str:
        """Return the case as one line, which R and the peers read."""
        flat = " ".join(f"{value:.17g}" for value in self.values.ravel())
        parts = (
            self.family,
            self.seed,
            self.alternative,
            f"{self.number:.17g}",
            self.values.shape[1],
            flat,
        )
        return "\t".join(map(str, parts))


def read_line(line: str) -> Case:
    """Return the case that a line holds."""
    family, seed, alternative, number, columns, flat = line.rstrip("\n").split("\t")
    values = np.array([float(value) for value in flat.split()]).reshape(-1, int(columns))
    return Case(family, int(seed), alternative, float(number), values)


def draw_case(family: str, seed: int) -> Case:
    """Return one case of a family."""
    rng = np.random.default_rng([seed, *family.encode()])
    number, values = FAMILIES[family].draw(rng)
    alternative = str(rng.choice(ALTERNATIVES)) if FAMILIES[family].sided else "two-sided"
    return Case(family, seed, alternative, number, np.atleast_2d(np.asarray(values, dtype=np.float64)))


def draw_cases(share: float = 1.0, first: int = 0) -> Iterator[Case]:
    """Yield the cases of all families, from a first seed on; a share of them where fewer will do."""
    for name, family in FAMILIES.items():
        for seed in range(first, first + max(1, round(share * family.cases))):
            yield draw_case(name, seed)


def write_cases(place: Path, share: float) -> int:
    """Write the cases, one a line; return how many there are."""
    lines = [case.line() for case in draw_cases(share)]
    place.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines)


def _differences(rng: Generator, n: int) -> np.ndarray:
    """Return differences of one of the kinds that tables of people have."""
    kind = rng.choice(["normal", "rounded", "coarse", "skewed", "heavy", "one sign", "constant", "zeros"],
                      p=[0.25, 0.25, 0.15, 0.1, 0.1, 0.08, 0.04, 0.03])  # fmt: skip
    shift = float(rng.choice([0, 0.3, 1]))
    drawn = {
        "skewed": lambda: rng.exponential(size=n) - 1 + shift,
        "heavy": lambda: rng.standard_t(2, n) + shift,
        "one sign": lambda: np.abs(rng.normal(size=n)) + 0.01,
        "constant": lambda: np.full(n, 0.5),
        "zeros": lambda: np.where(rng.random(n) < 0.8, 0.0, rng.normal(size=n)),
    }.get(kind, lambda: rng.normal(shift, 1, n))()
    if kind == "rounded":
        drawn = np.round(drawn, 1)
    elif kind == "coarse":
        drawn = np.round(drawn * 2) / 2
    return np.round(drawn * float(rng.choice([1, 0.01, 100])), 12)


def _pairs(rng: Generator) -> tuple[float, np.ndarray]:
    n = int(rng.choice([2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 48, 60]))
    return float(rng.choice([0.9, 0.95, 0.99])), _differences(rng, n)[:, None]


def _few_pairs(rng: Generator) -> tuple[float, np.ndarray]:
    return 0.95, _differences(rng, int(rng.integers(2, 11)))[:, None]


def _tables(rng: Generator) -> tuple[float, np.ndarray]:
    n, k = int(rng.choice([2, 3, 5, 8, 12, 20, 40])), int(rng.integers(3, 9))
    scores = rng.normal(0.75, 0.1, (n, 1)) + rng.normal(0, 0.03, (n, k))
    scores += np.arange(k) * float(rng.choice([0, 0, 0.01, 0.03]))
    digits = int(rng.choice([1, 2, 3, 6], p=[0.1, 0.3, 0.3, 0.3]))
    if rng.random() < 0.1:
        scores[:, 1] = scores[:, 0]
    if rng.random() < 0.05:
        scores[0] = scores[0, 0]
    return 0.95, np.round(scores, digits) * float(rng.choice([1, 100]))


def _flips(rng: Generator) -> tuple[float, np.ndarray]:
    n = int(rng.choice([5, 20, 100, 1000, 20_000]))
    flips = rng.choice([0.0, 0.02, 0.1, 0.4])
    gain = rng.choice([0.5, 0.5, 0.6, 0.8, 1.0])
    share = np.array([0.7 * (1 - flips), flips * gain, flips * (1 - gain), 0.3 * (1 - flips)])
    return 0.95, rng.multinomial(n, share / share.sum()).astype(float)[None, :]


def _right(rng: Generator) -> tuple[float, np.ndarray]:
    n, k = int(rng.choice([4, 10, 30, 200])), int(rng.integers(3, 7))
    hard = rng.normal(size=(n, 1))
    return 0.95, (rng.normal(float(rng.choice([0, 1, 2])), 1, (n, k)) > hard).astype(float)


def _proportions(rng: Generator) -> tuple[float, np.ndarray]:
    n = int(rng.choice([1, 2, 5, 10, 30, 100, 1000, 30_000]))
    right = int(rng.choice([0, n, int(rng.integers(0, n + 1)), round(0.9 * n)]))
    return float(rng.choice([0.8, 0.9, 0.95, 0.99])), np.array([[right, n]], dtype=float)


def _two_sets(rng: Generator) -> tuple[float, np.ndarray]:
    sizes = rng.choice([5, 12, 30, 100, 1000], 2)
    right = [int(rng.binomial(n, rng.choice([0.3, 0.7, 0.9, 0.98]))) for n in sizes]
    return 0.95, np.array([[right[0], sizes[0], right[1], sizes[1]]], dtype=float)


def _p_values(rng: Generator) -> tuple[float, np.ndarray]:
    m = int(rng.choice([1, 2, 3, 5, 10, 28, 66]))
    drawn = rng.beta(float(rng.choice([0.2, 0.5, 1.0])), 1, m)
    if rng.random() < 0.3:
        drawn = np.round(drawn, 2)
    return 0.95, drawn[None, :]


def _rankings(rng: Generator) -> tuple[float, np.ndarray]:
    n = int(rng.choice([6, 12, 30, 80, 300]))
    truth = (rng.random(n) < float(rng.choice([0.2, 0.5]))).astype(float)
    truth[:4] = [0, 1, 0, 1]
    shared = rng.normal(size=n)
    gains = rng.choice([0, 0.5, 1.5], 2)
    scores = np.column_stack([g * truth + shared * 0.6 + rng.normal(0, 0.6, n) for g in gains])
    if rng.random() < 0.5:
        scores = np.round(scores, int(rng.choice([0, 1])))
    if rng.random() < 0.05:
        scores[:, 1] = scores[:, 0]
    return 0.95, np.column_stack([truth, scores])


def _folds(rng: Generator) -> tuple[float, np.ndarray]:
    n = int(rng.choice([2, 5, 10, 10, 10, 30, 100]))
    return float(rng.choice([0, 0.005, 0.02])), _differences(rng, n)[:, None] / 100


def _posteriors(rng: Generator) -> tuple[float, np.ndarray]:
    n = int(rng.integers(3, 25))
    return float(rng.choice([0.0, 0.01, 0.013])), np.round(rng.normal(0.005, 0.02, (n, 1)), 3)


def _battles(rng: Generator) -> tuple[float, np.ndarray]:
    entries, n = int(rng.integers(2, 8)), int(rng.choice([20, 60, 300]))
    strength = rng.normal(0, float(rng.choice([0.2, 1.0])), entries)
    left = rng.integers(0, entries, n)
    right = (left + rng.integers(1, entries, n)) % entries
    won = (rng.random(n) < 1 / (1 + np.exp(strength[right] - strength[left]))).astype(float)
    won[rng.random(n) < float(rng.choice([0, 0, 0.2]))] = 0.5
    return float(entries), np.column_stack([left, right, won])


def _judged(rng: Generator) -> tuple[float, np.ndarray]:
    labels, rest = int(rng.choice([10, 20, 50, 200])), int(rng.choice([50, 500, 2000]))
    truth = rng.choice([-1.0, 0.0, 1.0], p=[0.15, 0.6, 0.25], size=labels + rest)
    noise = float(rng.choice([0.05, 0.2, 0.6]))
    judged = np.where(rng.random(truth.size) < noise, rng.choice([-1.0, 0.0, 1.0], truth.size), truth)
    gold = np.where(np.arange(truth.size) < labels, truth, np.nan)
    return 0.95, np.column_stack([judged, gold])


def _items(rng: Generator) -> tuple[float, np.ndarray]:
    groups, n = int(rng.choice([3, 5, 12])), int(rng.choice([12, 40, 150]))
    group = np.sort(np.concatenate([np.arange(groups).repeat(2), rng.integers(0, groups, n)]))
    drawn = rng.normal(0.2, 1, group.size) + rng.normal(0, float(rng.choice([0, 0.5])), groups)[group]
    if rng.random() < 0.4:
        drawn = np.clip(np.round(drawn), -1, 1)
    return 0.95, np.column_stack([drawn, group])


def _measures(rng: Generator) -> tuple[float, np.ndarray]:
    n, classes = int(rng.choice([12, 40, 200])), int(rng.choice([2, 2, 3, 5]))
    truth = rng.integers(0, classes, n)
    truth[:classes] = np.arange(classes)
    said = [
        np.where(rng.random(n) < s, truth, rng.integers(0, classes, n)) for s in rng.uniform(0.2, 0.95, 2)
    ]
    return float(classes), np.column_stack([truth, *said])


def _door(rng: Generator) -> tuple[float, np.ndarray]:
    n, k = int(rng.choice([6, 8, 12, 20, 30])), int(rng.integers(2, 6))
    scores = rng.uniform(0.55, 0.9, (n, 1)) + rng.normal(0, 0.02, (n, k)) + np.arange(k) * 0.01
    scores = np.round(np.clip(scores, 0, 1), int(rng.choice([2, 3, 4])))
    if rng.random() < 0.4:
        scores[rng.random((n, k)) < 0.06] = np.nan
    return float(rng.choice([1, 1, 100])), scores


class Family(NamedTuple):
    """Cases of one kind: what they are in words, how many, how one is drawn, and whether alternatives are asked."""

    words: str
    cases: int
    draw: Callable[[Generator], tuple[float, object]]
    sided: bool = False


FAMILIES = {
    "pairs": Family("differences over 2 to 60 datasets", 4000, _pairs, sided=True),
    "few pairs": Family("differences over 2 to 10 datasets, every flip counted", 1000, _few_pairs, sided=True),
    "tables": Family("2 to 40 datasets × 3 to 8 classifiers", 3000, _tables),
    "flips": Family("four counts of two classifiers on one test set", 3000, _flips, sided=True),
    "right": Family("right and wrong of 3 to 6 classifiers", 1000, _right),
    "proportions": Family("so many of so many", 2000, _proportions),
    "two sets": Family("two classifiers on a test set each", 1000, _two_sets, sided=True),
    "p-values": Family("1 to 66 p-values", 1500, _p_values),
    "rankings": Family("scores of two classifiers for two classes", 1000, _rankings, sided=True),
    "folds": Family("differences over 2 to 100 resamples", 1000, _folds, sided=True),
    "posteriors": Family("differences over 3 to 24 datasets, with a margin", 300, _posteriors),
    "battles": Family("20 to 300 battles of 2 to 7 models", 500, _battles),
    "judged": Family("a judge's scores of all items, labels of some", 500, _judged),
    "items": Family("items in groups", 800, _items, sided=True),
    "measures": Family("predictions of 2 to 5 classes", 400, _measures),
    "door": Family("files read and compared, all pairs", 1500, _door, sided=True),
}  # fmt: skip
