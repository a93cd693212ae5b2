"""Many classifiers on many datasets: family-wise error, power and coverage where the truth is known.

    python -m validation.many_datasets --full --out docs/validity/many_datasets.csv

The rows of cells that the output already holds are kept, so that a run that was stopped goes on where it was.
"""

import csv
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bakeoff.core.results import Alternative
from bakeoff.procedures.many.dataset_flips import draw_dataset_flips
from bakeoff.procedures.many.max_t import max_t
from validation.cells import Work, options_of, run_cells
from validation.many_peers import ALPHA, Bools, laid_out, peers
from validation.many_settings import BEYOND, PARTIAL_NULLS, SETTINGS, Drawn, Floats

# All 512 flips of ten datasets; of more, 600 with the identity, so that p = .05 can be met exactly.
FLIPS = 599
# By the number of classifiers: trials of the default, and how many of them the peers see too, where they do.
TRIALS = {5: (2000, 600), 10: (1000, 300), 20: (500, 100)}
WITH_PEERS = (*PARTIAL_NULLS, "none differs, two noisy")
DATASETS = (10, 20, 50)
DEFAULT = "max-t"
# A handful of settings that broke other statistics, small enough for every run of the tests.
QUICK = (
    ("none differs, normal", 5, 10),
    ("none differs, two noisy", 5, 20),
    ("none differs, t2 tails", 5, 10),
    ("none differs, rounded", 5, 10),
    ("half better, families", 6, 20),
    ("noisy among better", 5, 50),
)


Outcome = tuple[float, float, float, float]  # of one trial: error, power, coverage, all right


class Cell(NamedTuple):
    """One setting, of one size."""

    setting: str
    classifiers: int
    datasets: int


class Rates(NamedTuple):
    """What one procedure did in one cell; the standard errors come from the trials themselves."""

    setting: str
    classifiers: int
    datasets: int
    procedure: str
    trials: int
    error: float  # how often any pair without a difference was called different
    error_se: float
    power: float  # the share of the other pairs that were called different; NaN where there are none
    power_se: float
    coverage: float  # how often all intervals hold the true mean advantages; NaN for procedures without any
    coverage_se: float
    all_right: float  # how often they do and no pair without a difference was called different
    all_right_se: float


def measure(cell: Cell, *, trials: int, peer_trials: int = 0, seed: int = 0) -> list[Rates]:
    """Run one cell; the same cell and seed always see the same tables."""
    rng = np.random.default_rng([seed, zlib.crc32(repr(tuple(cell)).encode())])
    outcomes: dict[str, list[Outcome]] = {}
    for trial in range(trials):
        drawn = SETTINGS[cell.setting](rng, cell.datasets, cell.classifiers)
        for name, outcome in _trial(drawn, rng, with_peers=trial < peer_trials):
            outcomes.setdefault(name, []).append(outcome)
    return [_rates(cell, name, np.array(rows)) for name, rows in outcomes.items()]


def _trial(drawn: Drawn, rng: np.random.Generator, *, with_peers: bool) -> Iterator[tuple[str, Outcome]]:
    n, k = drawn.scores.shape
    a, b = np.triu_indices(k, 1)
    truth = drawn.means[b] - drawn.means[a]
    pairs = list(zip(a.tolist(), b.tolist(), strict=True))
    results = max_t(drawn.scores, pairs=pairs, rng=rng, flips=FLIPS)
    rejected = np.array([r.p_adjusted is not None and r.p_adjusted <= ALPHA for r in results])
    error, power = _counted(rejected, truth)
    covered = all(t in r.estimate.interval for r, t in zip(results, truth.tolist(), strict=True))
    yield DEFAULT, (error, power, float(covered), float(covered and not error))
    if with_peers:
        flips = draw_dataset_flips(n, flips=FLIPS, alternative=Alternative.TWO_SIDED, rng=rng)
        bench = laid_out(drawn.scores, flips.signs(slice(None)))
        for name, different in peers(bench).items():
            yield name, (*_counted(different, truth), np.nan, np.nan)


def _counted(rejected: Bools, truth: Floats) -> tuple[float, float]:
    same = truth == 0
    power = float(rejected[~same].mean()) if not same.all() else np.nan
    return float(rejected[same].any()), power


def _rates(cell: Cell, procedure: str, rows: Floats) -> Rates:
    means, errors = rows.mean(axis=0), rows.std(axis=0) / np.sqrt(len(rows))
    measured = [round(float(x), 5) for pair in zip(means, errors, strict=True) for x in pair]
    return Rates(*cell, procedure, len(rows), *measured)


def cells() -> list[Cell]:
    """Return every cell of the full run, the small ones first."""
    return [Cell(s, k, n) for k, n, s in product(TRIALS, DATASETS, SETTINGS)]


def missing(out: Path, wanted: list[Cell]) -> list[Cell]:
    """Return the cells that the output does not hold yet."""
    if not out.exists():
        return wanted
    with out.open(newline="") as lines:
        done = {Cell(r["setting"], int(r["classifiers"]), int(r["datasets"])) for r in csv.DictReader(lines)}
    return [cell for cell in wanted if cell not in done]


def suspects(out: Path) -> list[Cell]:
    """Return the cells in which the default's error passed its level by more than two standard errors."""
    with out.open(newline="") as lines:
        rows = [r for r in csv.DictReader(lines) if r["procedure"] == DEFAULT and r["setting"] not in BEYOND]
    passed = [r for r in rows if float(r["error"]) > ALPHA + 2 * sqrt(ALPHA * (1 - ALPHA) / int(r["trials"]))]
    return [Cell(r["setting"], int(r["classifiers"]), int(r["datasets"])) for r in passed]


def append(out: Path, rows: list[Rates]) -> None:
    """Add the rates of one cell to the output."""
    new = not out.exists()
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("a", newline="") as lines:
        writer = csv.writer(lines)
        if new:
            writer.writerow(Rates._fields)
        writer.writerows(rows)


def main() -> None:
    """Run the quick cells or all of them, and write down what was measured, cell by cell."""
    parser = options_of(__doc__, out="docs/validity/many_datasets.csv")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="a handful of cells (the default)")
    size.add_argument("--full", action="store_true", help="every cell: about twenty minutes")
    size.add_argument("--again", action="store_true", help="the suspects of a full run, with new tables")
    options = parser.parse_args()
    if options.again:
        again = options.out.with_stem(f"{options.out.stem}_again")
        wanted = [_work(cell, 8 * TRIALS[cell.classifiers][0], 0, seed=1) for cell in suspects(options.out)]
        _run(wanted, again, processes=options.processes)
    elif options.full:
        wanted = [_work(cell, *TRIALS[cell.classifiers]) for cell in cells()]
        _run(wanted, options.out, processes=options.processes)
    else:
        _run([_work(Cell(*cell), 300, 100) for cell in QUICK], options.out, processes=options.processes)


def _work(cell: Cell, trials: int, of_peers: int, *, seed: int = 0) -> Work:
    shown = of_peers if cell.setting in WITH_PEERS else 0
    name = f"{cell.setting}, {cell.classifiers} × {cell.datasets}"
    return Work(name, partial(measure, cell, trials=trials, peer_trials=shown, seed=seed))


def _run(wanted: list[Work], out: Path, *, processes: int) -> None:
    left = missing(out, [work.run.args[0] for work in wanted])

    def save(name: str, rows: list[Rates]) -> None:
        append(out, rows)
        own = rows[0]
        print(
            f"{name}: error {own.error:.3f}, power {own.power:.3f}, coverage {own.coverage:.3f}", flush=True
        )

    lost = run_cells([w for w in wanted if w.run.args[0] in left], processes=processes, save=save)
    if lost:
        raise SystemExit(f"the workers of these cells died twice: {', '.join(lost)}; the others are done")


if __name__ == "__main__":
    main()
