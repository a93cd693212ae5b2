"""Few groups of examples: the normal approximation of the clustered test, and flips of whole groups counted exactly.

    python -m validation.few_groups --out docs/validity/few_groups.json

Two classifiers that are right equally often on 3 to 12 groups (patients, documents). What b mends less what it breaks
in a group comes from: examples that do not depend on each other; a tilt of the group, drawn from a normal or from a
skewed distribution with mean zero; one example in each group on which they differ, which is where the clustered test is
plain McNemar's. Groups are of 20 examples each, or unequal, the largest with half of all. For power and for
the coverage of an advantage, groups tilt towards b.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bakeoff.procedures.base.distributions import normal_quantile
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

ALPHA = 0.05
GROUPS = (3, 4, 5, 6, 7, 8, 10, 12)
SIZE = 20
Draw = Callable[[np.random.Generator, NDArray[np.int64], int], tuple[NDArray[np.float64], float]]


def sizes_of(groups: int, *, equal: bool) -> NDArray[np.int64]:
    """Return how many examples each group has."""
    if equal:
        return np.full(groups, SIZE)
    rest = np.full(groups, 10)
    rest[0] = rest[1:].sum()
    return rest


def _tilted(
    rng: np.random.Generator, sizes: NDArray[np.int64], tilt: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return mends less breaks: three in ten examples differ, b wins each with the chance of its group."""
    differ = rng.binomial(sizes, 0.3, size=tilt.shape)
    return (2 * rng.binomial(differ, np.clip(0.5 + tilt, 0, 1)) - differ).astype(np.float64)


def _independent(
    rng: np.random.Generator, sizes: NDArray[np.int64], trials: int
) -> tuple[NDArray[np.float64], float]:
    return _tilted(rng, sizes, np.zeros((trials, sizes.size))), 0.0


def _normal(
    rng: np.random.Generator, sizes: NDArray[np.int64], trials: int
) -> tuple[NDArray[np.float64], float]:
    return _tilted(rng, sizes, np.clip(rng.normal(0, 0.3, (trials, sizes.size)), -0.5, 0.5)), 0.0


def _skewed(
    rng: np.random.Generator, sizes: NDArray[np.int64], trials: int
) -> tuple[NDArray[np.float64], float]:
    # One group in five is worse by .4, the others better by .1.
    return _tilted(rng, sizes, np.where(rng.random((trials, sizes.size)) < 0.2, -0.4, 0.1)), 0.0


def _one_each(
    rng: np.random.Generator, sizes: NDArray[np.int64], trials: int
) -> tuple[NDArray[np.float64], float]:
    return rng.choice([-1.0, 1.0], size=(trials, sizes.size)), 0.0


def _better(
    rng: np.random.Generator, sizes: NDArray[np.int64], trials: int
) -> tuple[NDArray[np.float64], float]:
    # The chance of a win is .5 plus the tilt, uniform on 0 to .5: the expected advantage is .3 × 2 × .25.
    return _tilted(rng, sizes, rng.uniform(0, 0.5, (trials, sizes.size))), 0.15


KINDS: dict[str, Draw] = {
    "independent examples": _independent,
    "groups tilt, normal": _normal,
    "groups tilt, skewed": _skewed,
    "one differing example each": _one_each,
    "b better": _better,
}


def by_normal(sums: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say where Obuchowski's statistic passes the critical value of the normal distribution."""
    k = sums.shape[1]
    spread = np.sqrt(k / (k - 1) * (sums**2).sum(axis=1))
    return np.abs(sums.sum(axis=1)) > -normal_quantile(ALPHA / 2) * spread


def by_flips(sums: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Say where fewer than 5 % of all flips of whole groups give a sum as far from zero."""
    k = sums.shape[1]
    signs = 1.0 - 2.0 * (np.arange(2**k)[:, None] >> np.arange(k) & 1)
    observed = np.abs(sums.sum(axis=1)) - 1e-9
    return (np.abs(sums @ signs.T) >= observed[:, None]).mean(axis=1) < ALPHA


def rates(kind: str, groups: int, *, equal: bool, seed: int, trials: int) -> dict[str, float]:
    """Return how often each test rejects, and how often its interval holds the truth."""
    rng = np.random.default_rng([20261116, seed, groups, equal])
    sizes = sizes_of(groups, equal=equal)
    sums, truth = KINDS[kind](rng, sizes, trials)
    found: dict[str, float] = {"trials": trials, "smallest p": 2.0 ** (1 - groups)}
    for name, test in (("normal", by_normal), ("flips", by_flips)):
        found[name] = float(test(sums).mean())
        found[f"{name} covers"] = float(1 - test(sums - sizes * truth).mean())
    return found


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    return [
        Work(
            f"{kind}, {'equal' if equal else 'unequal'}, {groups} groups",
            partial(rates, kind, groups, equal=equal, seed=seed, trials=trials),
        )
        for seed, kind in enumerate(KINDS)
        for equal in (True, False)
        if equal or kind != "one differing example each"
        for groups in GROUPS
    ]


def report() -> str:
    """Return the table: rejections by the normal approximation and by flips."""
    found = read("few_groups")
    lines = [
        f"| groups | {' | '.join(map(str, GROUPS))} |",
        "|---" * (len(GROUPS) + 1) + "|",
        f"| smallest p by flips | {' | '.join(f'{2.0 ** (1 - g):.2g}'.removeprefix('0') for g in GROUPS)} |",
    ]
    for name in dict.fromkeys(key.rpartition(", ")[0] for key in found):
        for test in ("normal", "flips"):
            told = [shown(found[f"{name}, {g} groups"][test]) for g in GROUPS]
            lines.append(f"| {name}: {test} | {' | '.join(told)} |")
        if name.startswith("b better"):
            for test in ("normal", "flips"):
                told = [shown(found[f"{name}, {g} groups"][f"{test} covers"]) for g in GROUPS]
                lines.append(f"| {name}: interval by {test} covers | {' | '.join(told)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/few_groups.json", trials=10_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
