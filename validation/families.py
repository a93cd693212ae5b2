"""The package's tests of all pairs at once, as users call them: family-wise error, power and coverage.

    python -m validation.families --out docs/validity/families.json

Tables are those of `validation.many_datasets`, which runs the default; its peers are written for simulation. Here
`nemenyi`, `tukey` and `bonferroni_dunn` (against the first classifier) themselves are run. Intervals of mean scores
are asked for the true means; intervals of mean ranks where no classifier differs, since the true differences are zero
there.
"""

import zlib
from collections.abc import Sequence
from functools import partial

import numpy as np

from bakeoff.core.results import TestResult
from bakeoff.procedures.many.nemenyi import bonferroni_dunn, nemenyi
from bakeoff.procedures.many.tukey import tukey
from validation.cells import Work, measure_missing, options_of
from validation.many_settings import SETTINGS

SHOWN = (
    "none differs, normal",
    "none differs, t2 tails",
    "none differs, rounded",
    "none differs, families",
    "none differs, two noisy",
    "half better, normal",
    "half better, rounded",
    "half better, families",
    "noisy among better",
)
SIZES = ((5, 10), (5, 20), (5, 50))
SLOW = 4  # Tukey's test sees one table in so many: its p-values take long
RANKED = ("nemenyi", "bonferroni-dunn")
Pairs = list[tuple[int, int]]


def found_by(
    scores: np.ndarray, pairs: Pairs, *, every: bool
) -> dict[str, tuple[Pairs, Sequence[TestResult]]]:
    """Return what each test, or each that is quick, says, with the pairs that it speaks of."""
    against = [pair for pair in pairs if pair[0] == 0]
    quick = {
        "nemenyi": (pairs, nemenyi(scores, pairs=pairs)),
        "bonferroni-dunn": (against, bonferroni_dunn(scores, pairs=against)),
    }
    return quick | {"tukey": (pairs, tukey(scores, pairs=pairs))} if every else quick


def rates(setting: str, k: int, n: int, *, trials: int) -> dict[str, dict[str, float]]:
    """Return the rates of each test in one setting of one size."""
    rng = np.random.default_rng(zlib.crc32(f"families, {setting}, {k} × {n}".encode()))
    pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
    outcomes: dict[str, list[tuple[float, float, float]]] = {}
    for trial in range(trials):
        scores, means = SETTINGS[setting](rng, n, k)
        for key, (spoken, results) in found_by(scores, pairs, every=trial % SLOW == 0).items():
            outcomes.setdefault(key, []).append(_outcome(key, spoken, results, means))
    return {key: _shares(np.array(rows)) for key, rows in outcomes.items()}


def _outcome(
    key: str, pairs: Pairs, results: Sequence[TestResult], means: np.ndarray
) -> tuple[float, float, float]:
    truth = np.array([means[b] - means[a] for a, b in pairs])
    p = np.array([r.p_value if r.p_adjusted is None else r.p_adjusted for r in results])
    claimed, same = p < 0.05, truth == 0
    holds = float(all(t in r.estimate.interval for r, t in zip(results, truth.tolist(), strict=True)))
    power = float(claimed[~same].mean()) if not same.all() else np.nan
    error = float(claimed[same].any()) if same.any() else np.nan
    return error, power, np.nan if key in RANKED and not same.all() else holds


def _shares(rows: np.ndarray) -> dict[str, float]:
    names = ("error", "power", "covers")
    measured = {
        name: column for name, column in zip(names, rows.T, strict=True) if not np.isnan(column).any()
    }
    errors = {
        f"{name} s.e.": float(c.std() / np.sqrt(len(c))) for name, c in measured.items() if name == "power"
    }
    return (
        {name: round(float(column.mean()), 5) for name, column in measured.items()}
        | errors
        | {"trials": len(rows)}
    )


def cells(*, trials: int) -> list[Work]:
    """Return every setting in every size."""
    return [Work(f"{s}, {k} × {n}", partial(rates, s, k, n, trials=trials)) for k, n in SIZES for s in SHOWN]


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/families.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
