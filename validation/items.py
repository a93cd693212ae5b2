"""Items of evaluations: how often tests reject a true null, and how often intervals hold the true difference.

    python -m validation.items --out docs/validity/items.json

Items have difficulties that are normal on the logit; each model has an effect of its own on every item (and group, and
task). Scores are right or wrong, means over several attempts, or graded (beta with the same mean). Truth is known by
quadrature. Every cell says how often the interval at 95 % misses the truth ("misses"), at a difference of zero ("null")
and at one that is not ("shift"); what the test finds ("power") is of the latter.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from bakeoff.core.results import Alternative
from bakeoff.procedures.items.attempts import best_of_k, majority_of_k, pass_all_k, pass_at_k
from bakeoff.procedures.items.flips import mid_p_values, score_limits
from bakeoff.procedures.items.levels import mean_interval
from bakeoff.procedures.items.many_models import all_pairs_items
from bakeoff.procedures.items.means import Means, Strata, mean_differences, with_pseudo_items
from bakeoff.procedures.items.paired_means import FEW
from validation.cells import Work, measure_missing, options_of
from validation.rates import read

Floats = NDArray[np.float64]
SEED = 20261117
SPREAD, OWN = 1.5, 0.7  # of difficulties, and of a model's effect on an item
LEVELS = {"near 0": -5.2, "near .5": 0.0, "near .95": 4.3}  # mean logits
SHIFTS = {"null": 0.0, "shift": 0.8}
CRITICAL = 1.959963984540054


@cache
def _quadrature() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.hermite_e.hermegauss(120)
    return nodes, weights / weights.sum()


def mean_score(logit: float, spread: float) -> float:
    """Return the mean of a logistic-normal variable."""
    nodes, weights = _quadrature()
    return float(special.expit(logit + spread * nodes) @ weights)


def draw_scores(rng: np.random.Generator, chances: Floats, attempts: int, kind: str) -> Floats:
    """Return one score for each chance: right or wrong, a mean over attempts, or graded."""
    if kind == "graded":
        return rng.beta(4 * chances + 1e-9, 4 * (1 - chances) + 1e-9)
    return rng.binomial(attempts, chances) / attempts


def two_models(
    rng: np.random.Generator, shape: tuple[int, int], level: float, shift: float, attempts: int, kind: str
) -> tuple[Floats, Floats, Floats]:
    """Return the scores of two models on the same items, and the true difference."""
    easy = rng.normal(level, SPREAD, shape)
    chances = [special.expit(easy + s + rng.normal(0, OWN, shape)) for s in (0.0, shift)]
    a, b = (draw_scores(rng, p, attempts, kind) for p in chances)
    spread = float(np.hypot(SPREAD, OWN))
    return a, b, np.float64(mean_score(level + shift, spread) - mean_score(level, spread))


def misses(means: Means, truth: Floats | float) -> NDArray[np.bool_]:
    """Say where a t interval leaves the truth out."""
    reach = special.stdtrit(means.df, 0.975) * means.errors
    return np.abs(means.values - truth) > reach + 1e-12


def guarded(differences: Floats, pseudo: float, *, few: int = FEW, strata: Strata | None = None) -> Means:
    """Return the means as the tests of items have them."""
    strata = strata or Strata(None, None, differences.shape[1])
    found = mean_differences(differences, strata)
    is_few = (found.errors == 0) | (strata.items < few and not strata.is_grouped)
    padded = with_pseudo_items(found, items=strata.groups, pseudo=np.where(is_few, pseudo, found.tails))
    use = is_few | ((found.tails > 0) & (strata.tasks == 1 and not strata.is_grouped))
    return found._replace(
        values=np.where(use, padded.values, found.values), errors=np.where(use, padded.errors, found.errors)
    )


def one_task(
    n: int, level: str, shift: str, kind: str, attempts: int, *, seed: int, trials: int
) -> dict[str, Any]:
    """Return the rates for items of one task that stand alone."""
    rng = np.random.default_rng([SEED, 1, seed])
    a, b, truth = two_models(rng, (trials, n), LEVELS[level], SHIFTS[shift], attempts, kind)
    if kind == "right or wrong" and attempts == 1:
        mends, breaks = (b > a).sum(axis=1) * 1.0, (a > b).sum(axis=1) * 1.0
        low, high = score_limits(mends, breaks, n, CRITICAL)
        missed = (truth < low - 1e-9) | (truth > high + 1e-9)
        rejects = mid_p_values(mends, breaks, Alternative.TWO_SIDED) < 0.05
        return {"test": "mcnemar-midp", "misses": missed.mean(), "rejects": rejects.mean(), "trials": trials}
    found = guarded(b - a, 1 / np.sqrt(attempts))
    plain = mean_differences(b - a, Strata(None, None, n))
    z = np.abs(plain.values - truth) > CRITICAL * plain.errors + 1e-12
    return {
        "test": "items-t",
        "misses": misses(found, truth).mean(),
        "rejects": misses(found, 0.0).mean(),
        "z": z.mean(),
        "trials": trials,
    }


def sizes_of(groups: int, mean: int, *, equal: bool) -> NDArray[np.int64]:
    """Return how many items each group has: alike, or the largest twelve times the smallest."""
    raw = np.ones(groups) if equal else np.geomspace(1, 12, groups)
    return np.maximum(1, np.round(raw / raw.mean() * mean)).astype(np.int64)


GROUPED = {"groups tilt": (0.8, 0.5), "groups do not matter": (0.0, 0.9)}


def in_groups(  # noqa: PLR0913 - the setting
    groups: int, world: str, *, equal: bool, shift: str, attempts: int, level: str, seed: int, trials: int
) -> dict[str, Any]:
    """Return the rates for items in groups, CR2 and what others do."""
    rng = np.random.default_rng([SEED, 2, seed])
    sizes = sizes_of(groups, 8, equal=equal)
    of = np.repeat(np.arange(groups), sizes)
    shape, n = (trials, groups), int(sizes.sum())
    if world == "a specialist":
        gain = np.where(rng.random(shape) < 0.15, 0.34, -0.06)[:, of] + (0.1 if shift == "shift" else 0.0)
        base = 0.06 + 0.44 * special.expit(rng.normal(0, 1, shape)[:, of] + rng.normal(0, 1, (trials, n)))
        chances, truth = [base, np.clip(base + gain, 0, 1)], 0.1 if shift == "shift" else 0.0
    else:
        tilt, own = GROUPED[world]
        easy = rng.normal(0, 1, shape)[:, of] + rng.normal(LEVELS[level], 1, (trials, n))
        effects = [
            (rng.normal(0, tilt, shape)[:, of] + rng.normal(0, own, (trials, n))) / np.sqrt(2) for _ in "ab"
        ]
        chances = [special.expit(easy + s + e) for s, e in zip((0.0, SHIFTS[shift]), effects, strict=True)]
        spread = float(np.sqrt(2 + (tilt**2 + own**2) / 2))
        truth = mean_score(LEVELS[level] + SHIFTS[shift], spread) - mean_score(LEVELS[level], spread)
    a, b = (rng.binomial(attempts, p) / attempts for p in chances)
    found = guarded(b - a, 1 / np.sqrt(attempts), strata=Strata(None, of, n))
    alone = mean_differences(b - a, Strata(None, None, n))
    return {
        "test": "items-clustered",
        "misses": misses(found, truth).mean(),
        "rejects": misses(found, 0.0).mean(),
        "groups ignored": misses(alone, truth).mean(),
        "trials": trials,
    }


def in_tasks(  # noqa: PLR0913 - the setting
    tasks: int,
    sizes: str,
    spread: float,
    *,
    level: str,
    groups: bool,
    shift: float = 0.0,
    seed: int,
    trials: int,
) -> dict[str, Any]:
    """Return the rates for the mean over tasks: these, and tasks like these."""
    rng = np.random.default_rng([SEED, 3, seed])
    each = (
        np.full(tasks, int(sizes)) if sizes.isdigit() else np.geomspace(*map(int, sizes.split(" to ")), tasks)
    )
    each = np.round(each).astype(np.int64)
    of = np.repeat(np.arange(tasks), each)
    n = int(each.sum())
    effect = shift + (rng.normal(0, spread, (trials, tasks)) if spread else np.zeros((trials, tasks)))
    own = float(np.hypot(SPREAD, OWN))
    easy = rng.normal(LEVELS[level], SPREAD, (trials, n))
    group = (
        np.concatenate([k * 1000 + np.arange(m) // 5 for k, m in enumerate(each.tolist())])
        if groups
        else None
    )
    shared = 0.0
    if groups:
        codes = np.unique(group, return_inverse=True)[1]
        shared = rng.normal(0, OWN, (trials, int(codes.max()) + 1))[:, codes]
    chance_a = special.expit(easy + rng.normal(0, OWN, (trials, n)))
    chance_b = special.expit(easy + effect[:, of] + shared + rng.normal(0, OWN, (trials, n)))
    own_b = float(np.sqrt(SPREAD**2 + 2 * OWN**2)) if groups else own
    grid = np.linspace(-4, 4, 401)
    true = np.array([mean_score(LEVELS[level] + x, own_b) for x in grid]) - mean_score(LEVELS[level], own)
    these = np.interp(effect, grid, true).mean(axis=1)
    such = (
        float(np.interp(shift + rng.normal(0, spread, 400_000), grid, true).mean())
        if spread
        else float(these[0])
    )
    a, b = rng.binomial(1, chance_a) * 1.0, rng.binomial(1, chance_b) * 1.0
    strata = Strata(of, group, n)
    found = guarded(b - a, 1.0, strata=strata)
    by_task = strata.sum_tasks(b - a) / each
    over = guarded(by_task, 1 / np.sqrt(each.mean()), few=0)
    pooled = mean_differences(b - a, Strata(None, group, n))
    return {
        "test": "items-clustered" if groups else "items-stratified",
        "misses": misses(found, these).mean(),
        "as of tasks like these": misses(found, such).mean(),
        "tasks-t": misses(over, such).mean(),
        "pooled as of tasks": misses(pooled, these).mean(),
        **({"finds": misses(found, 0.0).mean(), "tasks-t finds": misses(over, 0.0).mean()} if shift else {}),
        "trials": trials,
    }


def of_attempts(
    items: int, n: int, k: int, kind: str, level: float, *, seed: int, trials: int
) -> dict[str, Any]:
    """Return the rates for pass@k and pass^k."""
    rng = np.random.default_rng([SEED, 4, seed])
    easy = rng.normal(level, 2.0, (trials, items))
    of = pass_at_k if kind == "pass@" else pass_all_k
    right = [rng.binomial(n, special.expit(easy + s)) * 1.0 for s in (0.0, 0.8)]
    a, b = (of(r.ravel(), np.full(r.size, float(n)), k).reshape(r.shape) for r in right)
    nodes, weights = _quadrature()
    p = [special.expit(level + s + 2.0 * nodes) for s in (0.0, 0.8)]
    true = [float((1 - (1 - x) ** k if kind == "pass@" else x**k) @ weights) for x in p]
    truth = true[1] - true[0]
    plain = mean_differences(b - a, Strata(None, None, items))
    return {
        "test": "items-t",
        "misses": misses(guarded(b - a, np.sqrt(k / n), few=2**62), truth).mean(),
        "plain t": misses(plain, truth).mean(),
        "rejects": misses(guarded(b - a, np.sqrt(k / n), few=2**62), 0.0).mean(),
        "values": true,
        "trials": trials,
    }


def majority_value(chances: Floats, k: int) -> Floats:
    """Return the chance that most of k attempts are right; half of an even k counts half."""
    most = stats.binom.sf(k // 2, k, chances)
    return most + (0.5 * stats.binom.pmf(k // 2, k, chances) if k % 2 == 0 else 0.0)


def best_value(chances: Floats, k: int) -> Floats:
    """Return the mean best of k graded scores, each beta distributed with this mean: 1 less the area under F^k."""
    nodes, weights = np.polynomial.legendre.leggauss(2_000)
    below = stats.beta.cdf((nodes + 1) / 2, 4 * chances[:, None] + 1e-9, 4 * (1 - chances[:, None]) + 1e-9)
    return 1 - below**k @ weights / 2


SUMMARIES: dict[str, Callable[[Floats, int], Floats]] = {
    "majority-of-": majority_value,
    "best-of-": best_value,
    "pass@": lambda p, k: 1 - (1 - p) ** k,
    "pass^": lambda p, k: p**k,
}
COUNTED = {"majority-of-": majority_of_k, "pass@": pass_at_k, "pass^": pass_all_k}


@cache
def true_summary(kind: str, k: int, logit: float) -> float:
    """Return the mean of a summary of k attempts over items."""
    nodes, weights = _quadrature()
    return float(SUMMARIES[kind](special.expit(logit + float(np.hypot(SPREAD, OWN)) * nodes), k) @ weights)


def summarised(rng: np.random.Generator, chances: Floats, n: int, k: int, kind: str) -> Floats:
    """Return a summary of k of n attempts at every item."""
    if kind in COUNTED:
        right = rng.binomial(n, chances).ravel() * 1.0
        return COUNTED[kind](right, np.full(right.size, float(n)), k).reshape(chances.shape)
    each = chances[..., None].repeat(n, axis=-1)
    scores = rng.beta(4 * each + 1e-9, 4 * (1 - each) + 1e-9)
    return best_of_k(scores.reshape(-1, n), k).reshape(chances.shape)


def of_several(  # noqa: PLR0913 - the setting
    items: int, n: int, k: int, kind: str, level: str, shift: str, *, seed: int, trials: int
) -> dict[str, Any]:
    """Return the rates for a summary of k attempts: the difference of two models, and the mean of one."""
    rng = np.random.default_rng([SEED, 7, seed])
    easy = rng.normal(LEVELS[level], SPREAD, (trials, items))
    chances = [special.expit(easy + s + rng.normal(0, OWN, easy.shape)) for s in (0.0, SHIFTS[shift])]
    a, b = (summarised(rng, p, n, k, kind) for p in chances)
    true = [true_summary(kind, k, LEVELS[level] + s) for s in (0.0, SHIFTS[shift])]
    found = guarded(b - a, np.sqrt(k / n), few=2**62)
    ends = [mean_interval(row, bounded=True) for row in a[:1_000]]
    missed = [not i.low - 1e-12 <= true[0] <= i.high + 1e-12 for i in ends]
    return {
        "test": "items-t",
        "misses": misses(found, true[1] - true[0]).mean(),
        "plain t": misses(mean_differences(b - a, Strata(None, None, items)), true[1] - true[0]).mean(),
        "rejects": misses(found, 0.0).mean(),
        "own mean": float(np.mean(missed)),
        "values": true,
        "trials": trials,
    }


def many_models(  # noqa: PLR0913 - the setting
    models: int,
    items: int,
    tasks: int,
    kind: str,
    *,
    groups: int,
    level: str,
    shift: float,
    seed: int,
    trials: int,
) -> dict[str, Any]:
    """Return how often any pair of models that are equally good is called different."""
    rng = np.random.default_rng([SEED, 5, seed])
    pairs = [(i, j) for i in range(models) for j in range(i + 1, models)]
    of = np.repeat(np.arange(tasks), items)
    n = tasks * items
    group = np.arange(n) * groups // n if groups else None
    wrong = right = 0
    for _ in range(trials):
        easy = rng.normal(LEVELS[level], SPREAD, (n, 1))
        effect = rng.normal(0, OWN, (n, models))
        if group is not None:
            effect = effect + rng.normal(0, OWN, (groups, models))[group]
        effect[:, -1] += shift
        scores = draw_scores(rng, special.expit(easy + effect), 1, kind)
        found = all_pairs_items(
            scores,
            pairs=pairs,
            rng=rng,
            item_tasks=of if tasks > 1 else None,
            item_groups=group,
            pseudo=1.0,
            reach=1.0,
            draws=2_000,
        )
        claimed = [(r.p_adjusted or 0.0) < 0.05 for r in found]
        equal = [not shift or models - 1 not in pair for pair in pairs]
        wrong += any(c for c, same in zip(claimed, equal, strict=True) if same)
        right += sum(c for c, same in zip(claimed, equal, strict=True) if not same)
    rates = {"test": "max-t-items", "any false claim": wrong / trials, "trials": trials}
    return rates | ({"power": right / trials / (models - 1)} if shift else {})


def own_level(
    n: int, level: str, kind: str, attempts: int, groups: int, *, seed: int, trials: int
) -> dict[str, Any]:
    """Return how often the interval of one model's mean misses it."""
    rng = np.random.default_rng([SEED, 6, seed])
    of = np.arange(n) * groups // n if groups else None
    missed = 0
    spread = SPREAD if not groups else float(np.hypot(SPREAD, 1.0))
    truth = mean_score(LEVELS[level], spread)
    for _ in range(trials):
        logit = rng.normal(LEVELS[level], SPREAD, n)
        if of is not None:
            logit = logit + rng.normal(0, 1.0, groups)[of]
        scores = draw_scores(rng, special.expit(logit), attempts, kind)
        ends = mean_interval(scores, groups=of, bounded=True, averaged=attempts > 1)
        missed += not ends.low - 1e-12 <= truth <= ends.high + 1e-12
    return {"test": "interval of one mean", "misses": missed / trials, "trials": trials}


Found = Iterator[tuple[str, Callable[..., dict[str, Any]]]]


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    slow = {"many": min(trials, 2000), "level": min(trials, 2000)}
    found = [
        *_one_task(),
        *_in_groups(),
        *_in_tasks(),
        *_of_attempts(),
        *_many_models(MANY, 0.0),
        *_own_levels(),
        *_many_models(ONE_BETTER, 0.8),
        *_better_in_tasks(),
        *_of_several(),
    ]
    return [
        Work(name, partial(_plain, partial(run, seed=seed, trials=slow.get(name.partition(" ")[0], trials))))
        for seed, (name, run) in enumerate(found)
    ]


def _plain(run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return what was measured in numbers that JSON knows."""
    return {name: float(x) if isinstance(x, np.floating) else x for name, x in run().items()}


def _one_task() -> Found:
    kinds = (("right or wrong", 1), ("right or wrong", 2), ("right or wrong", 5), ("graded", 1))
    for (kind, attempts), level, shift, n in product(kinds, LEVELS, SHIFTS, (10, 20, 50, 100, 500)):
        name = f"{attempts} attempts" if attempts > 1 else kind
        yield (
            f"one task | {name} | {level}, {shift} | {n} items",
            partial(one_task, n, level, shift, kind, attempts),
        )


def _in_groups() -> Found:
    for world, equal, shift in product((*GROUPED, "a specialist"), (True, False), SHIFTS):
        levels = ("near .5",) if world == "a specialist" else ("near .5", "near .95")
        for level, attempts, groups in product(levels, (1, 4), (3, 5, 8, 15, 25, 40)):
            name = f"{world}, {'equal' if equal else 'unequal'}, {attempts} attempts"
            run = partial(in_groups, groups, world, equal=equal, shift=shift, attempts=attempts, level=level)
            yield f"groups | {name} | {level}, {shift} | {groups} groups", run


def _in_tasks() -> Found:
    every = product(("10", "30", "100", "20 to 600"), (0.0, 0.5), ("near .5", "near .95"), (False, True))
    for sizes, spread, level, groups in every:
        for tasks in (3, 5, 10, 20):
            name = f"{sizes} items each{', in fives' if groups else ''}, task sd {spread:g}"
            run = partial(in_tasks, tasks, sizes, spread, level=level, groups=groups)
            yield f"tasks | {name} | {level} | {tasks} tasks", run


def _better_in_tasks() -> Found:
    for spread, tasks in product((0.0, 0.5), (3, 5, 10, 20)):
        run = partial(in_tasks, tasks, "30", spread, level="near .5", groups=False, shift=0.5)
        yield f"power | 30 items each, task sd {spread:g} | near .5, shift | {tasks} tasks", run


def _of_attempts() -> Found:
    every = product(("pass@", "pass^"), ((10, 5), (10, 10), (20, 5), (4, 2)), (-3.0, 0.0, 2.5))
    for kind, (n, k), level in every:
        for items in (15, 20, 50, 100, 164):
            run = partial(of_attempts, items, n, k, kind, level)
            yield f"attempts | {kind}{k} of {n} | logit {level:g} | {items} items", run


def _of_several() -> Found:
    for kind, (n, k), level, shift in product(SUMMARIES, OF_ATTEMPTS, LEVELS, SHIFTS):
        for items in (15, 50, 100):
            run = partial(of_several, items, n, k, kind, level, shift)
            yield f"several | {kind}{k} of {n} | {level}, {shift} | {items} items", run


OF_ATTEMPTS = ((2, 2), (5, 3), (10, 5), (10, 10))


def _many_models(settings: Sequence[tuple[int, int, int, str, int, str]], shift: float) -> Found:
    for models, items, tasks, kind, groups, level in settings:
        name = f"{models} models, {kind}{f', {groups} groups' if groups else ''}{', one better' if shift else ''}"
        run = partial(many_models, models, items, tasks, kind, groups=groups, level=level, shift=shift)
        yield f"many | {name} | {level} | {tasks} × {items} items", run


def _own_levels() -> Found:
    kinds = (("right or wrong", 1, 0), ("right or wrong", 5, 0), ("graded", 1, 0), ("right or wrong", 1, 10))
    for (kind, attempts, groups), level, n in product(kinds, LEVELS, (10, 20, 50, 100, 500)):
        if groups and n <= groups:
            continue
        name = f"{kind}, {attempts} attempts" + (f", {groups} groups" if groups else "")
        yield f"level | {name} | {level} | {n} items", partial(own_level, n, level, kind, attempts, groups)


MANY = (
    (5, 20, 1, "right or wrong", 0, "near .5"),
    (5, 50, 1, "right or wrong", 0, "near .5"),
    (5, 100, 1, "right or wrong", 0, "near .5"),
    (5, 100, 1, "right or wrong", 0, "near .95"),
    (10, 200, 1, "right or wrong", 0, "near .5"),
    (5, 20, 1, "graded", 0, "near .5"),
    (5, 50, 1, "graded", 0, "near .5"),
    (5, 50, 1, "graded", 0, "near .95"),
    (5, 20, 5, "right or wrong", 0, "near .5"),
    (5, 20, 5, "right or wrong", 0, "near .95"),
    (10, 30, 20, "right or wrong", 0, "near .5"),
    (5, 100, 1, "right or wrong", 20, "near .5"),
    (5, 200, 1, "right or wrong", 40, "near .5"),
    (5, 40, 5, "right or wrong", 40, "near .5"),
)


ONE_BETTER = (
    (5, 100, 1, "right or wrong", 0, "near .5"),
    (5, 50, 1, "graded", 0, "near .5"),
    (5, 20, 5, "right or wrong", 0, "near .5"),
)


def report(section: str, what: str = "misses") -> str:
    """Return the table of one section: settings in rows, what was varied last in columns, shares that miss."""
    found = {
        tuple(name.split(" | ")[1:]): c
        for name, c in read("items").items()
        if name.startswith(f"{section} |")
    }
    columns = list(dict.fromkeys(key[-1] for key in found))
    rows = list(dict.fromkeys(key[:-1] for key in found))
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for row in rows:
        cells = [found.get((*row, column)) for column in columns]
        lines.append(
            f"| {', '.join(row)} | {' | '.join('' if c is None else _cell(c[what], c) for c in cells)} |"
        )
    return "\n".join(lines)


def report_tasks() -> str:
    """Return what the intervals over tasks miss: of these tasks, as of tasks like these, and Student's t over tasks."""
    found = {name.split(" | ", 1)[1]: c for name, c in read("items").items() if name.startswith("tasks |")}
    lines = [
        "| | these tasks, stratified | the same, for tasks like these | tasks-t, for these | pooled, for these tasks |",
        "|---|---|---|---|---|",
    ]
    names = ("misses", "as of tasks like these", "tasks-t", "pooled as of tasks")
    for name, c in found.items():
        lines.append(f"| {name.replace(' | ', ', ')} | {' | '.join(_cell(c[n], c) for n in names)} |")
    return "\n".join(lines)


def shown(share: float) -> str:
    """Return a share as it is printed."""
    return f"{share:.3f}".removeprefix("0")


def _cell(share: float, of: dict[str, Any]) -> str:
    """Return a share, in bold where it is more than two standard errors above .05."""
    above = share > 0.05 + 2 * np.sqrt(0.05 * 0.95 / of["trials"])
    return f"**{shown(share)}**" if above else shown(share)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/items.json", trials=4_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
