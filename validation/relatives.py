"""Datasets whose profiles of scores go together: how often BO102 says so, of unrelated datasets and of families.

    python -m validation.relatives --out docs/validity/relatives.json

Scores are a dataset's difficulty, a classifier's level and what is left. The last is drawn for each dataset alone, by
two factors, with a spread of its own, by two kinds of datasets, or correlated within families of 2 or 4. For two
classifiers that do not differ, what families do to Wilcoxon's exact test, and to that of the families' means, which is
what --cluster-column gives; for five that do not differ, what they do to max-t.
"""

from functools import partial

import numpy as np

from bakeoff.core.results import Alternative
from bakeoff.pitfalls.related_datasets import p_of_profiles
from bakeoff.procedures.many.dataset_flips import (
    FlippedStatistics,
    Pairing,
    draw_dataset_flips,
    judge_by_closure,
)
from bakeoff.procedures.many.pooled_scores import pool_scores
from validation.ceilings import signed_rank
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

KINDS = {
    "unrelated": (1, 0.0),
    "unrelated, two factors": (1, 0.0),
    "unrelated, spreads of their own": (1, 0.0),
    "unrelated, of two kinds": (1, 0.0),
    "pairs, correlation .5": (2, 0.5),
    "pairs, correlation .9": (2, 0.9),
    "families of 4, correlation .5": (4, 0.5),
    "families of 4, correlation .7": (4, 0.7),
    "families of 4, correlation .9": (4, 0.9),
}
SIZES = {
    "10 families of 2": (2,) * 10,
    "8 families of 4": (4,) * 8,
    "20 families of 3": (3,) * 20,
    "8 alone, 3 of 2, one of 6, one of 10": (1,) * 8 + (2,) * 3 + (6, 10),
}
TWO = "two classifiers, "
FIVE = "five classifiers, "
LAYOUTS = ((20, 6), (20, 12), (50, 6), (50, 12))


def table(rng: np.random.Generator, kind: str, n: int, k: int) -> np.ndarray:
    """Draw datasets × classifiers."""
    size, correlation = KINDS[kind]
    level, rest = rng.normal(0, 0.5, k), rng.standard_normal((n, k))
    scores = rng.standard_normal((n, 1))
    if kind.endswith("factors"):
        return scores + level + rng.standard_normal((n, 2)) @ rng.standard_normal((2, k)) + 0.5 * rest
    if kind.endswith("own"):
        return scores + np.exp(rng.normal(0, 0.7, (n, 1))) * (3 * level + rest)
    if kind.endswith("kinds"):
        return scores + level + (rng.random((n, 1)) < 0.3) * rng.standard_normal(k) + rest
    shared = rng.standard_normal((-(-n // size), k))[np.arange(n) // size]
    return scores + level + np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * rest


def rates(kind: str, n: int, k: int, *, seed: int, trials: int) -> dict[str, float]:
    """Return how often the profiles go together at 5 %."""
    rng = np.random.default_rng([20261117, seed, n, k])
    p_values = [p_of_profiles(table(rng, kind, n, k)) for _ in range(trials)]
    return {"told": float(np.mean(np.array(p_values) <= 0.05)), "trials": trials}


def rejections(
    sizes: tuple[int, ...], correlation: float, *, shift: float, seed: int, trials: int
) -> dict[str, float]:
    """Return how often Wilcoxon's test rejects, of the datasets and of the means of their families."""
    rng = np.random.default_rng([20261118, seed, round(10 * correlation), round(10 * shift)])
    family = np.repeat(np.arange(len(sizes)), sizes)
    shared, own = rng.standard_normal((trials, len(sizes))), rng.standard_normal((trials, family.size))
    d = shift + np.sqrt(correlation) * shared[:, family] + np.sqrt(1 - correlation) * own
    means = np.add.reduceat(d, np.cumsum((0, *sizes[:-1])), axis=1) / np.array(sizes)
    each, once = (float((signed_rank(x)[1] < 0.05).mean()) for x in (d, means))
    return {"each dataset": each, "means of families": once, "trials": trials}


def family_errors(sizes: tuple[int, ...], correlation: float, *, seed: int, trials: int) -> dict[str, float]:
    """Return how often max-t calls one of five equal classifiers better, of the datasets and of the families' means."""
    rng = np.random.default_rng([20261119, seed, round(10 * correlation)])
    family = np.repeat(np.arange(len(sizes)), sizes)
    found = []
    for _ in range(trials):
        shared, own = rng.standard_normal((len(sizes), 5)), rng.standard_normal((family.size, 5))
        scores = np.sqrt(correlation) * shared[family] + np.sqrt(1 - correlation) * own
        means = np.add.reduceat(scores, np.cumsum((0, *sizes[:-1])), axis=0) / np.array(sizes)[:, None]
        found.append([_claims(scores, rng), _claims(means, rng)])
    each, once = np.mean(found, axis=0)
    return {"each dataset": float(each), "means of families": float(once), "trials": trials}


def _claims(scores: np.ndarray, rng: np.random.Generator) -> bool:
    """Say whether max-t, closed as users get it, calls any two different."""
    two_sided = Alternative.TWO_SIDED
    pairing = Pairing(scores, *np.triu_indices(scores.shape[1], 1))
    drawn = draw_dataset_flips(len(scores), flips=399, alternative=two_sided, rng=rng)
    values = pool_scores(pairing.differences, rule="adaptive").values
    statistics = FlippedStatistics(drawn, values, pairing, alternative=two_sided)
    return bool((judge_by_closure(statistics, pairing).p_adjusted <= 0.05).any())


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    families = [
        Work(
            f"{TWO}{name}, correlation {r:g}{', shift .6' if shift else ''}",
            partial(rejections, sizes, r, shift=shift, seed=seed, trials=max(trials, 10_000)),
        )
        for seed, (name, sizes) in enumerate(SIZES.items())
        for r in (0.0, 0.5, 0.9)
        for shift in (0.0, 0.6)
    ]
    several = [
        Work(f"{FIVE}{name}, correlation {r:g}", partial(family_errors, sizes, r, seed=seed, trials=trials))
        for seed, (name, sizes) in enumerate(SIZES.items())
        for r in (0.0, 0.5, 0.9)
    ]
    return (
        families
        + several
        + [
            Work(
                f"{kind}, {n} datasets, {k} classifiers", partial(rates, kind, n, k, seed=seed, trials=trials)
            )
            for seed, kind in enumerate(KINDS)
            for n, k in LAYOUTS
        ]
    )


def report() -> str:
    """Return the table."""
    found = read("relatives")
    columns = [f"{n} datasets, {k} classifiers" for n, k in LAYOUTS]
    lines = [f"| datasets | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for kind in KINDS:
        lines.append(f"| {kind} | {' | '.join(shown(found[f'{kind}, {c}']['told']) for c in columns)} |")
    return "\n".join(lines)


def report_two(classifiers: str = TWO) -> str:
    """Return the table of two classifiers, or of five."""
    found = {
        k.removeprefix(classifiers): v for k, v in read("relatives").items() if k.startswith(classifiers)
    }
    lines = ["| datasets | each dataset | means of families |", "|---|---|---|"]
    for name, cell in found.items():
        lines.append(f"| {name} | {shown(cell['each dataset'])} | {shown(cell['means of families'])} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/relatives.json", trials=2_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
