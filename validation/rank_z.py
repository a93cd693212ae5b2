"""The z-tests of mean ranks with the textbooks' adjustments, as users call them: any false claim, and power.

    python -m validation.rank_z --out docs/validity/rank_z.json

Tables are those of `validation.many_datasets`. All pairs are adjusted by Holm's, Shaffer's and Finner's methods,
comparisons with the first classifier by Holm's, Hochberg's and Li's.
"""

import zlib
from functools import partial
from math import sqrt

import numpy as np
from scipy import stats

from bakeoff.procedures.base.adjust import Adjustment, adjust
from validation.cells import Work, measure_missing, options_of
from validation.families import SHOWN, SIZES
from validation.many_settings import SETTINGS

ALL_PAIRS = ("holm", "shaffer", "finner")
WITH_BASELINE = ("holm", "hochberg", "li")


def statistics(tables: np.ndarray) -> dict[str, np.ndarray]:
    """Return z of all pairs of every table at once, by each kind of ranks: tables × pairs.

    A test holds them to the package's own, table by table.
    """
    trials, n, k = tables.shape
    a, b = np.triu_indices(k, 1)
    ranks = stats.rankdata(-tables, axis=2)
    deviations = np.round(k * tables - tables.sum(axis=2, keepdims=True), 9)
    aligned = stats.rankdata(-deviations.reshape(trials, -1), axis=1).reshape(tables.shape)
    weights = stats.rankdata(np.round(np.ptp(tables, axis=2), 9), axis=1)
    weighted = (weights[:, :, None] * ranks).sum(axis=1) / (n * (n + 1) / 2)
    means = {
        "friedman-z": (ranks.mean(axis=1), sqrt(k * (k + 1) / (6 * n))),
        "aligned-z": (aligned.mean(axis=1), sqrt(k * (n * k + 1) / 6)),
        "quade-z": (weighted, sqrt(k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1)))),
    }
    return {key: (mean[:, a] - mean[:, b]) / error for key, (mean, error) in means.items()}


def rates(setting: str, k: int, n: int, *, trials: int) -> dict[str, dict[str, float]]:
    """Return the rates of each test with each adjustment in one setting of one size."""
    rng = np.random.default_rng(zlib.crc32(f"rank_z, {setting}, {k} × {n}".encode()))
    drawn = [SETTINGS[setting](rng, n, k) for _ in range(trials)]
    a, b = np.triu_indices(k, 1)
    truth = np.array([means[b] - means[a] for _, means in drawn])
    found = {}
    for key, z in statistics(np.array([scores for scores, _ in drawn])).items():
        p = 2 * stats.norm.sf(np.abs(z))
        for method in ALL_PAIRS:
            found[f"{key}, {method}"] = _shares(_adjusted(p, method, k), truth)
        for method in WITH_BASELINE:
            against = _adjusted(p[:, : k - 1], method, k)
            found[f"{key}, {method}, baseline"] = _shares(against, truth[:, : k - 1])
    return found


def _adjusted(p: np.ndarray, method: str, k: int) -> np.ndarray:
    return np.array([adjust.__wrapped__(row, Adjustment(method), classifiers=k) for row in p])


def _shares(p: np.ndarray, truth: np.ndarray) -> dict[str, float]:
    claimed, same = p < 0.05, truth == 0
    found = {}
    if same.any(axis=1).all():
        found["error"] = round(float((claimed & same).any(axis=1).mean()), 5)
    if (~same).any(axis=1).all():
        found["power"] = round(float(((claimed & ~same).sum(axis=1) / (~same).sum(axis=1)).mean()), 5)
    return found | {"trials": len(p)}


def cells(*, trials: int) -> list[Work]:
    """Return every setting in every size."""
    return [Work(f"{s}, {k} × {n}", partial(rates, s, k, n, trials=trials)) for k, n in SIZES for s in SHOWN]


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/rank_z.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
