"""Two learners on one dataset: ten times ten folds against designs that train on half, for learners stable and not.

    python -m validation.halves --out docs/validity/halves.json
    python -m validation.halves --datasets FOLDER --out docs/validity/halves.json     # real data besides

Both classifiers are the same learner, each with its own half of the features; the halves have the same distribution, so
that at every size of training set the expected scores are equal, and every null is exactly true. Where b is worse its
features tell less. On real data two different learners are compared on samples drawn from a large dataset; there the
truth is the mean over many training sets of the size that a test speaks of, and coverage is counted.

Every trial draws a dataset and makes 10×10 folds, fifty random halvings that are trained and tested both ways (50×2),
the same with both classes shared out evenly, and five folds inside each half of fifty more.
"""

import csv
import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import TestResult
from bakeoff.procedures.resampled.corrected_t import corrected_t
from bakeoff.procedures.resampled.guarded_t import guarded_t
from bakeoff.procedures.resampled.half_cv import half_cv, halves_t
from validation.cells import options_of, resumed, written
from validation.chunks import CHUNK
from validation.half_learners import LEARNERS
from validation.half_rates import trained_share

LEVELS = (0.95, 0.99)
HALVINGS, INNER = 50, 5
SLOW = {  # share of the trials
    "forest of 10 trees": 0.5,
    "boosting of 10 stumps": 0.5,
    "network of 4 units": 0.25,
}
TRIALS = 2_000


class Cell(NamedTuple):
    """One learner on one kind of data."""

    learner: str
    data: str
    n: int
    weaker: float = 1.0  # by what the distances of the class means are multiplied for b
    other: str = ""  # the learner of b, on real data

    @property
    def name(self) -> str:
        """What it is called in the file."""
        pair = f"{self.learner} and {self.other}" if self.other else self.learner
        return f"{pair}, {self.data}, {self.n}" + (", b worse" if self.weaker < 1 else "")

    @property
    def trials(self) -> int:
        """How many trials it gets."""
        return round(TRIALS * (0.5 if self.other else SLOW.get(self.learner, 1.0)))


ADVERSARIES = ("adversary 'switch'", "adversary 'aligned'")
USUAL = tuple(name for name in LEARNERS if name not in ADVERSARIES)
ELSEWHERE = {
    "one of ten tells": ("naive Bayes", "nearest neighbour", "stump", "boosting of 10 stumps"),
    "three of twelve tell": (
        "naive Bayes", "linear discriminant", "logistic regression", "5 nearest neighbours", "stump",
        "tree of depth 3",
    ),
    "exclusive or": ("naive Bayes", "nearest neighbour", "tree of depth 3", "forest of 10 trees"),
    "15 % positive": ("naive Bayes", "nearest centroid", "linear discriminant", "nearest neighbour", "stump"),
    "five of six shared": ("naive Bayes", "stump", "tree of depth 3"),
}  # fmt: skip
CELLS = (
    Cell("stump", "one of ten tells", 100),
    Cell("tree of depth 3", "exclusive or", 100),
    *(Cell(learner, "two tell by turns", 100) for learner in ADVERSARIES),
    *(
        Cell(learner, "all tell", 100, weaker=0.625)
        for learner in ("naive Bayes", "tree of depth 6", "stump")
    ),
    *(Cell(learner, "all tell", 100) for learner in USUAL),
    *(
        Cell(learner, data, 100)
        for data, learners in ELSEWHERE.items()
        for learner in learners
        if (learner, data) not in (("stump", "one of ten tells"), ("tree of depth 3", "exclusive or"))
    ),
    Cell("naive Bayes", "all tell", 60),
    Cell("nearest neighbour", "all tell", 60),
    Cell("stump", "one of ten tells", 60),
    *(
        Cell(learner, "all tell", 100, weaker=0.625)
        for learner in USUAL
        if learner not in ("naive Bayes", "tree of depth 6", "stump")
    ),
    Cell("naive Bayes", "all tell", 300),
    Cell("stump", "one of ten tells", 300),
    Cell("tree of depth 3", "exclusive or", 300),
)
REAL = ("adult", "letter", "mammography")
PAIRS = (
    ("naive Bayes", "tree of depth 3"),
    ("nearest neighbour", "linear discriminant"),
    ("stump", "logistic regression"),
)
OTHERS = (  # the floor under the variance of half-cv was chosen before these were run
    Cell("naive Bayes", "sick", 200, other="tree of depth 3"),
    Cell("stump", "sick", 200, other="logistic regression"),
    Cell("naive Bayes", "ozone", 150, other="5 nearest neighbours"),
    Cell("stump", "mammography", 400, other="linear discriminant"),
    Cell("tree of depth 6", "online-shoppers", 200, other="naive Bayes"),
    Cell("nearest centroid", "spambase", 150, other="naive Bayes"),
    Cell("boosting of 10 stumps", "credit-data", 200, other="logistic regression"),
    Cell("5 nearest neighbours", "shuttle", 200, other="nearest centroid"),
)
REAL_CELLS = (*(Cell(a, data, 200, other=b) for data in REAL for a, b in PAIRS), *OTHERS)
FEATURES = {
    "one of ten tells": 10,
    "three of twelve tell": 12,
    "exclusive or": 4,
    "five of six shared": 6,
    "two tell by turns": 3,
}


def draw(
    data: str, n: int, weaker: float, rng: np.random.Generator
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Return the features of a, the features of b, and the classes."""
    y = (rng.random(n) < (0.15 if data == "15 % positive" else 0.5)).astype(np.int64)
    d = FEATURES.get(data, 5)
    sides = []
    for strength in (1.0, weaker):
        x = rng.normal(size=(n, d))
        signed = (2 * y - 1) * strength
        if data in ("all tell", "15 % positive", "five of six shared"):
            x += 0.375 * signed[:, None]
        elif data == "one of ten tells":
            x[:, 0] += 0.5 * signed
        elif data == "three of twelve tell":
            x[:, :3] += 0.375 * (signed * np.where(rng.random(n) < 0.9, 1, -1))[:, None]
        elif data == "exclusive or":
            turned = np.where(rng.random(n) < 0.5, 1, -1)
            x[:, 0] += turned
            x[:, 1] += turned * signed
        else:
            x[:, 0] += 1.0 * signed
        sides.append(x)
    if data == "five of six shared":
        sides[1][:, 1:] = sides[0][:, 1:]
    return sides[0], sides[1], y


@cache
def _load(folder: str, data: str) -> tuple[Floats, NDArray[np.int64]]:
    """Return numbers and classes of a large dataset: numeric columns, scaled; the largest class or half of many."""
    kinds = json.loads((Path(folder) / "types.json").read_text(encoding="utf-8"))[data]
    with gzip.open(Path(folder) / f"{data}.csv.gz", "rt", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    numeric = [name for name, kind in kinds["columns"].items() if kind == "numeric"]
    x = np.array([[float(row[name] or "nan") for name in numeric] for row in rows])
    x = np.where(np.isnan(x), np.nanmedian(x, axis=0), x)
    labels = [row[kinds["target"]] for row in rows]
    classes, counts = np.unique(labels, return_counts=True)
    chosen = classes[: len(classes) // 2] if len(classes) > 10 else classes[[counts.argmax()]]
    scaled = (x - x.mean(axis=0)) / np.maximum(x.std(axis=0), 1e-9)
    return scaled[:, x.std(axis=0) > 0], np.isin(labels, chosen).astype(np.int64)


@njit
def _fit_folds(learn_a, learn_b, xa, xb, y, folds, rights):
    """Write b's advantage on every example that a row of `folds` tests; -1 sits out, other numbers are folds."""
    n = len(y)
    out_a, out_b = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for row in range(len(folds)):
        for fold in range(folds[row].max() + 1):
            test = np.flatnonzero(folds[row] == fold)
            train = np.flatnonzero((folds[row] >= 0) & (folds[row] != fold))
            learn_a(xa, y, train, test, out_a)
            learn_b(xb, y, train, test, out_b)
            for i in test:
                rights[row, i] = int(out_b[i] == y[i]) - int(out_a[i] == y[i])


@njit
def _seed(number):
    np.random.seed(number)  # noqa: NPY002 - the generator of compiled code


def _deal(order: NDArray[np.int64], folds: int) -> NDArray[np.int64]:
    dealt = np.empty(len(order), np.int64)
    dealt[order] = np.arange(len(order)) % folds
    return dealt


def _halve(y: NDArray[np.int64], rng: np.random.Generator, *, evenly: bool) -> NDArray[np.int64]:
    order = rng.permutation(len(y))
    return _deal(order[np.argsort(y[order], kind="stable")] if evenly else order, 2)


def _fold_means(advantages: Floats, folds: NDArray[np.int64]) -> Floats:
    """Return the mean advantage of every fold, row by row."""
    k = int(folds.max()) + 1
    return np.array(
        [[row[fold == f].mean() for f in range(k)] for row, fold in zip(advantages, folds, strict=True)]
    )


def measure(
    cell: Cell, sides: tuple[Floats, Floats, NDArray[np.int64]], rng: np.random.Generator
) -> dict[str, Callable[[float], TestResult]]:
    """Return every test of one dataset, to be asked at a level."""
    xa, xb, y = sides
    learners = LEARNERS[cell.learner], LEARNERS[cell.other or cell.learner]
    _seed(int(rng.integers(2**31)))

    def fit(folds: NDArray[np.int64]) -> Floats:
        rights = np.full(folds.shape, np.nan)
        _fit_folds(*learners, xa, xb, y, folds, rights)
        return rights

    ten = np.array([_deal(rng.permutation(len(y)), 10) for _ in range(10)])
    two = {
        evenly: np.array([_halve(y, rng, evenly=evenly) for _ in range(HALVINGS)]) for evenly in (False, True)
    }
    halves = np.array([_halve(y, rng, evenly=False) for _ in range(HALVINGS)])
    inner = np.empty(halves.shape)
    for half in (0, 1):
        folds = np.where(halves == half, np.array([rng.permutation(len(y)) for _ in halves]), -1)
        ranked = np.argsort(np.argsort(folds, axis=1), axis=1) - (halves != half).sum(axis=1, keepdims=True)
        found = fit(np.where(halves == half, ranked % INNER, -1))
        inner = np.where(halves == half, found, inner)
    tens = _fold_means(fit(ten), ten).ravel()
    twos = {evenly: _fold_means(fit(folds), folds).ravel() for evenly, folds in two.items()}
    inside = halves.astype(np.float64)
    return {
        "corrected-t, 10×10": lambda level: corrected_t(tens, test_train_ratio=1 / 9, level=level),
        "guarded-t, 10×10": lambda level: guarded_t(tens, repeats=10, test_train_ratio=1 / 9, level=level),
        "corrected-t, 50×2": lambda level: corrected_t(twos[False], test_train_ratio=1, level=level),
        "corrected-t, 50×2 evenly": lambda level: corrected_t(twos[True], test_train_ratio=1, level=level),
        "corrected-t, 10×2": lambda level: corrected_t(twos[False][:20], test_train_ratio=1, level=level),
        "half-cv": lambda level: half_cv(inner, halves=inside, level=level, reach=1.0),
        "half-cv, half": lambda level: half_cv(inner, halves=inside, level=level, caution="half", reach=1.0),
        "half-cv, strict": lambda level: half_cv(
            inner, halves=inside, level=level, caution="strict", reach=1.0
        ),
        "halves-t": lambda level: halves_t(_fold_means(inner, halves), level=level),
    }


TESTS = (
    "corrected-t, 10×10", "guarded-t, 10×10", "corrected-t, 50×2", "corrected-t, 50×2 evenly", "corrected-t, 10×2",
    "half-cv", "half-cv, half", "half-cv, strict", "halves-t",
)  # fmt: skip


def empty() -> dict[str, Any]:
    """Return the tally of no trials."""
    return {
        "trials": 0,
        "rejects": {test: [0, 0] for test in TESTS},
        "covers": dict.fromkeys(TESTS, 0),
        "sum": dict.fromkeys(TESTS, 0.0),
    }


def _sample(cell: Cell, rng: np.random.Generator, folder: str) -> tuple[Floats, Floats, NDArray[np.int64]]:
    if not cell.other:
        return draw(cell.data, cell.n, cell.weaker, rng)
    x, y = _load(folder, cell.data)
    rows = rng.choice(len(y), cell.n, replace=False)
    return x[rows], x[rows], y[rows]


@cache
def expected_advantage(cell: Cell, train: int, folder: str) -> float:
    """Return by how much b is right more often than a on real data, trained on so many examples: a mean of many."""
    x, y = _load(folder, cell.data)
    rng = np.random.default_rng([crc32(cell.name.encode()), train, 1])
    total, sets = 0.0, 3000
    for _ in range(sets):
        rows = rng.choice(len(y), train + 200, replace=False)
        folds = np.where(np.arange(train + 200) < train, 1, 0)[None]
        rights = np.full(folds.shape, np.nan)
        _fit_once(LEARNERS[cell.learner], LEARNERS[cell.other], x[rows], y[rows], folds[0], rights[0])
        total += float(np.nanmean(rights))
    return total / sets


@njit
def _fit_once(learn_a, learn_b, x, y, folds, rights):
    """Write b's advantage on the examples marked 0, trained on those marked 1."""
    out_a, out_b = np.zeros(len(y), np.int64), np.zeros(len(y), np.int64)
    test, train = np.flatnonzero(folds == 0), np.flatnonzero(folds == 1)
    learn_a(x, y, train, test, out_a)
    learn_b(x, y, train, test, out_b)
    for i in test:
        rights[i] = int(out_b[i] == y[i]) - int(out_a[i] == y[i])


def _truth(cell: Cell, test: str, folder: str) -> float | None:
    """Return what a test's interval should hold; None where it is not known."""
    if not cell.other:
        return 0.0 if cell.weaker == 1.0 else None
    return expected_advantage(cell, round(trained_share(test) * cell.n), folder)


def run(name: str, tally: dict[str, Any], *, trials: int, folder: str = "") -> dict[str, Any]:
    """Add trials to a tally; trial number i is the same whatever was run before it."""
    cell = next(c for c in (*CELLS, *REAL_CELLS) if c.name == name)
    for trial in range(tally["trials"], tally["trials"] + trials):
        rng = np.random.default_rng([crc32(name.encode()), trial])
        tests = measure(cell, _sample(cell, rng, folder), rng)
        for key, ask in tests.items():
            _count(tally, key, ask, _truth(cell, key, folder))
    return {**tally, "trials": tally["trials"] + trials}


def _count(tally: dict[str, Any], key: str, ask: Callable[[float], TestResult], truth: float | None) -> None:
    try:
        results = [ask(level) for level in LEVELS]
    except ProcedureError:
        tally["covers"][key] += 1
        return
    for place, (result, level) in enumerate(zip(results, LEVELS, strict=True)):
        tally["rejects"][key][place] += result.p_value < 1 - level
    ends = results[0].estimate.interval
    tally["sum"][key] += results[0].estimate.value
    tally["covers"][key] += truth is not None and ends.low - 1e-12 <= truth <= ends.high + 1e-12


def main() -> None:
    """Run the cells one after the other, saving after every chunk and resuming where an earlier run stopped."""
    parser = options_of(__doc__, out="docs/validity/halves.json", trials=TRIALS)
    parser.add_argument(
        "--datasets", default="", help="a folder with large datasets, and types.json beside them"
    )
    parser.add_argument("--only", default="", help="cells whose name has this in it")
    options = parser.parse_args()
    done: dict[str, Any] = resumed(options.out)
    for cell in (*CELLS, *(REAL_CELLS if options.datasets else ())):
        wanted = min(cell.trials, options.trials) if options.only in cell.name else 0
        while (tally := done.get(cell.name, empty()))["trials"] < wanted:
            chunk = min(CHUNK, wanted - tally["trials"])
            done[cell.name] = run(cell.name, tally, trials=chunk, folder=options.datasets)
            written(done, options.out)


if __name__ == "__main__":
    main()
