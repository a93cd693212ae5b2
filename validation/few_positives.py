"""DeLong's test where one class is rare, or scores are tied: how often it rejects two equal areas at 5 %.

    python -m validation.few_positives --out docs/validity/few_positives.json

Scores are normal, 0 for negative and 1 on average for positive examples, .5 correlated between the classifiers; tied:
rounded to whole numbers. Beside the normal reference in use, Student's t with Satterthwaite's degrees of freedom for
the two parts of DeLong's variance.
"""

from functools import partial

import numpy as np
from scipy import stats

from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

SIZES = ((10, 10), (10, 100), (20, 200), (30, 30), (100, 100))


def placements(positive: np.ndarray, negative: np.ndarray) -> np.ndarray:
    """Return trials × positives × negatives: 1 where the positive example ranks higher, a half for a tie."""
    gap = positive[:, :, None] - negative[:, None, :]
    return (gap > 0) + 0.5 * (gap == 0)


def rejections(positives: int, negatives: int, *, rounded: bool, trials: int) -> dict[str, float]:
    """Return how often the test rejects, by the normal and by the t distribution."""
    rng = np.random.default_rng([positives, negatives, int(rounded)])
    found = [_p_values(rng, positives, negatives, rounded=rounded, trials=100) for _ in range(trials // 100)]
    normal, student = (np.concatenate(every) for every in zip(*found, strict=True))
    return {"normal": float((normal < 0.05).mean()), "t": float((student < 0.05).mean()), "trials": trials}


def _p_values(
    rng: np.random.Generator, m: int, n: int, *, rounded: bool, trials: int
) -> tuple[np.ndarray, np.ndarray]:
    shared = rng.standard_normal((trials, m + n))
    gain = np.zeros((trials, m, n))
    for sign in (1, -1):
        score = (shared + rng.standard_normal((trials, m + n))) / np.sqrt(2)
        score[:, :m] += 1
        score = np.round(score) if rounded else score
        gain += sign * placements(score[:, :m], score[:, m:])
    parts = [gain.mean(axis=axis).var(axis=1, ddof=1) / size for axis, size in ((2, m), (1, n))]
    variance = np.maximum(parts[0] + parts[1], 1e-300)
    t = np.abs(gain.mean(axis=(1, 2))) / np.sqrt(variance)
    df = variance**2 / np.maximum(parts[0] ** 2 / (m - 1) + parts[1] ** 2 / (n - 1), 1e-300)
    return 2 * stats.norm.sf(t), 2 * stats.t.sf(t, df)


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    return [
        Work(f"{m} and {n}{', tied' if tied else ''}", partial(rejections, m, n, rounded=tied, trials=trials))
        for m, n in SIZES
        for tied in (False, True)
    ]


def report() -> str:
    """Return the table."""
    lines = ["| positive and negative examples | normal | t |", "|---|---|---|"]
    for name, cell in read("few_positives").items():
        lines.append(f"| {name} | {shown(cell['normal'])} | {shown(cell['t'])} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/few_positives.json", trials=10_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
