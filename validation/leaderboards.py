"""Rank sets, strengths from battles and judges corrected by labels: how often what they say holds.

    python -m validation.leaderboards --out docs/validity/leaderboards.json

Ranks: right and wrong answers to items of shared difficulty (or scores on few datasets), entries all tied, in groups,
or evenly spread; covered means that every entry's whole range of tied true ranks is in its set. Battles: prompts that
favour some entries, annotators with tastes of their own, ties, a gain of the left side; covered is the difference of a
pair, or all ranks.
Judges: two models, a judge that is good, poor, or favours b, 20 to 200 labels drawn at random from 1,000 items;
covered is the true difference of the population.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from scipy.stats import norm

from bakeoff.procedures.judges.corrected_difference import corrected_difference
from bakeoff.procedures.judges.label_choice import choose_labels
from bakeoff.procedures.many.rank_sets import rank_sets, rank_sets_from_covariance
from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.strengths import battle_strengths
from validation.cells import Work, measure_missing, options_of
from validation.rates import read

Floats = NDArray[np.float64]
SEED = 20261117


def abilities(kind: str, entries: int) -> Floats:
    """Return the true strengths, in logits."""
    if kind == "all tied":
        return np.zeros(entries)
    if kind == "groups of 5":
        return np.linspace(1.5, -1.5, -(-entries // 5)).repeat(5)[:entries]
    if kind == "evenly spread":
        return np.linspace(1.5, -1.5, entries)
    return np.sort(norm.ppf((np.arange(entries) + 0.5) / entries))[::-1] * 0.7 + 0.8  # bell-shaped


def true_ranks(truth: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first and the last rank of each entry's tie."""
    best = 1 + (truth[None] > truth[:, None] + 1e-12).sum(axis=1)
    return best, truth.size - (truth[None] < truth[:, None] - 1e-12).sum(axis=1)


def _items(rng: np.random.Generator, truth: Floats, units: int) -> Floats:
    z = rng.normal(0, 1.5, (units, 1)) + rng.normal(0, 0.7, (units, truth.size)) + truth
    return (rng.random(z.shape) < expit(z)).astype(np.float64)


def _hard_items(rng: np.random.Generator, truth: Floats, units: int) -> Floats:
    return _items(rng, truth + 3.5, units)


def _datasets(rng: np.random.Generator, truth: Floats, units: int) -> Floats:
    return rng.normal(0.8, 0.1, (units, 1)) + 0.02 * truth + rng.normal(0, 0.02, (units, truth.size))


def _skewed_datasets(rng: np.random.Generator, truth: Floats, units: int) -> Floats:
    noise = rng.exponential(0.02, (units, truth.size)) - 0.02
    return rng.normal(0.8, 0.1, (units, 1)) + 0.02 * truth + noise


def _clustered(rng: np.random.Generator, truth: Floats, units: int) -> Floats:
    """Return sums over clusters of 2 to 14 items, which favour some entries."""
    sizes = np.resize([2, 4, 6, 8, 14], units)
    cluster = np.repeat(np.arange(units), sizes)
    tilt = rng.normal(0, 0.8, (units, truth.size))[cluster]
    z = rng.normal(0, 1.5, (cluster.size, 1)) + tilt + truth
    right = (rng.random(z.shape) < expit(z)).astype(np.float64)
    sums = np.zeros((units, truth.size))
    np.add.at(sums, cluster, right)
    return sums


WORLDS: dict[str, Callable[[np.random.Generator, Floats, int], Floats]] = {
    "items": _items,
    "items, .95 right": _hard_items,
    "datasets": _datasets,
    "datasets, skewed": _skewed_datasets,
    "clusters of items": _clustered,
}


def measure_ranks(world: str, kind: str, entries: int, units: int, *, trials: int) -> dict[str, float]:
    """Return how often all sets hold, how often one does, and how wide they are."""
    rng = np.random.default_rng([SEED, entries, units, len(world), len(kind)])
    truth = abilities(kind, entries)
    best, worst = true_ranks(truth)
    rows = []
    for _ in range(trials):
        found = rank_sets(WORLDS[world](rng, truth, units), rng=rng, draws=1000)
        inside = (found.best <= best) & (found.worst >= worst)
        alone = (found.best_marginal <= best) & (found.worst_marginal >= worst)
        rows.append(
            (
                inside.all(),
                alone.mean(),
                (found.worst - found.best + 1).mean(),
                (found.worst_marginal - found.best_marginal + 1).mean(),
                found.may_be_first.sum(),
            )
        )
    names = ("all covered", "each covered, marginal", "width", "width, marginal", "may be first")
    return {"trials": trials, **dict(zip(names, np.mean(rows, axis=0).tolist(), strict=True))}


def draw_battles(
    rng: np.random.Generator,
    strengths: Floats,
    *,
    prompts: int,
    each: int,
    annotators: int,
    tastes: tuple[float, float],
) -> Battles:
    """Return battles of random pairs: prompts and annotators favour some entries, the left side gains .2."""
    entries, size = strengths.size, prompts * each
    prompt, annotator = np.repeat(np.arange(prompts), each), rng.integers(0, annotators, size)
    left = rng.integers(0, entries, size)
    right = (left + rng.integers(1, entries, size)) % entries
    by_prompt = rng.normal(0, tastes[0], (prompts, entries))
    by_annotator = rng.normal(0, tastes[1], (annotators, entries))
    x = strengths[left] - strengths[right] + 0.2
    x = x + by_prompt[prompt, left] - by_prompt[prompt, right]
    x = x + by_annotator[annotator, left] - by_annotator[annotator, right]
    shares = np.column_stack([np.exp(x / 2), np.exp(-x / 2), np.full(size, 0.5)])
    shares /= shares.sum(axis=1, keepdims=True)
    u = rng.random(size)
    won = np.where(u < shares[:, 0], 1.0, np.where(u < shares[:, 0] + shares[:, 1], 0.0, 0.5))
    return Battles(left=left, right=right, won=won, entries=entries, prompt=prompt, annotator=annotator)


def measure_battles(setting: str, *, trials: int) -> dict[str, float]:
    """Return the coverage of all pairs' differences, by errors over prompts and annotators and by battles alone."""
    options = BATTLES[setting]
    strengths = np.linspace(0.8, -0.8, 10)
    huge = draw_battles(
        np.random.default_rng(9),
        strengths,
        **(options | {"prompts": 300_000, "each": 3, "annotators": 150_000}),
    )
    true = battle_strengths(huge).strengths
    i, j = np.triu_indices(10, 1)
    rng = np.random.default_rng([SEED, len(setting), options["prompts"]])
    rows = []
    for _ in range(trials):
        battles = draw_battles(rng, strengths, **options)
        found = battle_strengths(battles)
        alone = battle_strengths(Battles(left=battles.left, right=battles.right, won=battles.won, entries=10))
        row = []
        for each in (found, alone):
            own = np.diag(each.covariance)
            error = np.sqrt(np.maximum(own[i] + own[j] - 2 * each.covariance[i, j], 0))
            arm = each.clustering.quantile(0.95) * error
            miss = np.abs(each.strengths[i] - each.strengths[j] - (true[i] - true[j])) > arm
            row += [1 - miss.mean(), 2 * arm.mean()]
        rows.append(row)
    means, spread = np.mean(rows, axis=0), np.std(rows, axis=0, ddof=1) / np.sqrt(trials)
    names = ("covered", "width", "covered, battles alone", "width, battles alone")
    return {
        "trials": trials,
        **dict(zip(names, means.tolist(), strict=True)),
        "standard error": float(spread[0]),
    }


BATTLES: dict[str, dict] = {
    "200 prompts × 20, prompts matter": {"prompts": 200, "each": 20, "annotators": 400, "tastes": (0.8, 0.0)},
    "400 prompts × 10, 25 annotators with tastes": {
        "prompts": 400,
        "each": 10,
        "annotators": 25,
        "tastes": (0.8, 0.5),
    },
    "30 prompts × 40": {"prompts": 30, "each": 40, "annotators": 400, "tastes": (0.8, 0.0)},
    "every battle its own prompt": {"prompts": 4000, "each": 1, "annotators": 4000, "tastes": (0.8, 0.0)},
}


def measure_battle_ranks(kind: str, *, trials: int) -> dict[str, float]:
    """Return how often all ranks of twelve entries are covered, 150 prompts of 30 battles."""
    strengths = {
        "all tied": np.zeros(12),
        "three groups of 4": np.repeat([0.5, 0.0, -0.5], 4),
        "evenly spread": np.linspace(0.8, -0.8, 12),
    }[kind]
    best, worst = true_ranks(strengths)
    rng = np.random.default_rng([SEED, len(kind), 12])
    rows = []
    for _ in range(trials):
        battles = draw_battles(rng, strengths, prompts=150, each=30, annotators=1000, tastes=(0.8, 0.0))
        found = battle_strengths(battles)
        sets = rank_sets_from_covariance(
            found.strengths, found.covariance, units=found.clustering.units, rng=rng, draws=1000
        )
        inside = (sets.best <= best) & (sets.worst >= worst)
        rows.append((inside.all(), (sets.worst - sets.best + 1).mean()))
    all_in, width = np.mean(rows, axis=0)
    return {"trials": trials, "all covered": float(all_in), "width": float(width)}


def measure_undefeated(chance: float, battles: int, *, trials: int) -> dict[str, float]:
    """Return how often the interval of a newcomer holds its strength, against ten entries that met 500 times each."""
    rng = np.random.default_rng([SEED, battles, int(100 * chance)])
    pool = rng.normal(0, 0.5, 10)
    pool -= pool.mean()
    strength = float(np.log(chance / (1 - chance)))
    hits = undefeated = 0
    for _ in range(trials):
        left = rng.integers(0, 10, 5000)
        right = (left + rng.integers(1, 10, 5000)) % 10
        won = (rng.random(5000) < expit(pool[left] - pool[right])).astype(np.float64)
        rivals = rng.integers(0, 10, battles)
        wins = (rng.random(battles) < expit(strength - pool[rivals])).astype(np.float64)
        made = Battles(
            left=np.concatenate([left, np.full(battles, 10)]),
            right=np.concatenate([right, rivals]),
            won=np.concatenate([won, wins]),
            entries=11,
        )
        found = battle_strengths(made, position=False)
        # A strength is about the mean of all that have a finite one: with the newcomer, or without.
        truth = strength * 10 / 11 if found.is_bounded[10] else strength
        undefeated += bool(wins.all())
        hits += bool(found.low[10] <= truth <= found.high[10])
    return {"trials": trials, "covered": hits / trials, "undefeated": undefeated / trials}


JUDGES = {  # true advantage in logits, accuracy, what the judge adds to b, base
    "good judge, no difference": (0.0, 0.85, 0.0, 1.0),
    "good judge, b better": (0.6, 0.85, 0.0, 1.0),
    "poor judge, b better": (0.6, 0.40, 0.0, 1.0),
    "judge favours b, no difference": (0.0, 0.70, 0.15, 1.0),
    "judge favours b, b better": (0.6, 0.70, 0.15, 1.0),
    "strong models, b better": (0.9, 0.85, 0.0, 3.0),
}


def draw_judged(rng: np.random.Generator, setting: str, size: int) -> tuple[Floats, Floats]:
    """Return the differences of items by people and by the judge."""
    delta, accuracy, lift, base = JUDGES[setting]
    x = rng.normal(0, 1.3, size) + base
    a = rng.random(size) < expit(x + rng.normal(0, 0.5, size))
    b = rng.random(size) < expit(x + delta + rng.normal(0, 0.5, size))

    def judge(right: NDArray[np.bool_], favour: float) -> NDArray[np.bool_]:
        return np.where(rng.random(size) < accuracy, right, rng.random(size) < 0.5 + favour)

    return b.astype(np.float64) - a, judge(b, lift).astype(np.float64) - judge(a, 0.0)


def true_difference(setting: str) -> float:
    """Return the true advantage of the population, by a million draws of the difficulty."""
    delta, _, _, base = JUDGES[setting]
    z = np.random.default_rng(1).normal(0, np.sqrt(1.3**2 + 0.25), 1_000_000) + base
    return float(expit(z + delta).mean() - expit(z).mean())


def measure_judge(setting: str, labels: int, *, trials: int, within: bool = False) -> dict[str, float]:
    """Return the coverage and width of the three intervals."""
    rng = np.random.default_rng([SEED, labels, len(setting), within])
    truth, rows = true_difference(setting), []
    for _ in range(trials):
        by_people, judged = draw_judged(rng, setting, 1000)
        gold = np.full(1000, np.nan)
        strata = None
        if within:
            chosen = choose_labels(judged, budget=labels, rng=rng)
            gold[chosen.items], strata = by_people[chosen.items], chosen.stratum
        else:
            some = rng.choice(1000, labels, replace=False)
            gold[some] = by_people[some]
        found = corrected_difference(judged, gold, strata=strata)
        row = []
        for each in (found.corrected, found.gold_only, found.judge_only):
            row += [truth in each.interval, each.interval.high - each.interval.low]
        rows.append((*row, found.corrected.interval.low > 0))
    names = (
        "covered",
        "width",
        "covered, labels alone",
        "width, labels alone",
        "covered, judge alone",
        "width, judge alone",
        "b better",
    )
    return {"trials": trials, "truth": truth, **dict(zip(names, np.mean(rows, axis=0).tolist(), strict=True))}


# Settings in which coverage should be the level itself get more trials.
MORE = {("all tied", 10): 10, ("all tied", 30): 3, ("judge favours b, no difference", 200): 5}


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    kinds = ("all tied", "groups of 5", "evenly spread", "bell-shaped")
    few = max(trials // 10, 1)
    work = [
        Work(f"judges, {setting}, {labels} labels", partial(measure_judge, setting, labels, trials=trials))
        for setting in JUDGES
        for labels in (20, 50, 200)
    ]
    work += [
        Work(
            f"judges within strata, {setting}, {labels} labels",
            partial(
                measure_judge, setting, labels, trials=trials * MORE.get((setting, labels), 1), within=True
            ),
        )
        for setting in JUDGES
        for labels in (50, 200)
    ]
    work += [
        Work(
            f"ranks, {world}, {kind}, {entries} entries, {units} units",
            partial(measure_ranks, world, kind, entries, units, trials=trials * MORE.get((kind, units), 1)),
        )
        for world, entries, units in (
            ("items", 20, 100),
            ("items", 20, 500),
            ("datasets", 8, 10),
            ("datasets", 20, 30),
        )
        for kind in kinds
    ]
    work += [
        Work(
            f"ranks, {world}, all tied, {entries} entries, {units} units",
            partial(measure_ranks, world, "all tied", entries, units, trials=trials),
        )
        for world, entries, units in (
            ("items, .95 right", 20, 100),
            ("datasets, skewed", 8, 10),
            ("datasets, skewed", 20, 30),
            ("clusters of items", 12, 6),
            ("clusters of items", 12, 8),
            ("clusters of items", 12, 11),
            ("clusters of items", 12, 15),
            ("clusters of items", 12, 40),
        )
    ]
    work += [
        Work(f"battles, {setting}", partial(measure_battles, setting, trials=trials)) for setting in BATTLES
    ]
    work += [
        Work(f"battle ranks, {kind}", partial(measure_battle_ranks, kind, trials=trials))
        for kind in ("all tied", "three groups of 4", "evenly spread")
    ]
    work += [
        Work(
            f"newcomer, wins {chance:g}, {battles} battles",
            partial(measure_undefeated, chance, battles, trials=trials),
        )
        for chance in (0.5, 0.9, 0.97)
        for battles in (10, 20, 50)
    ]
    work += [
        Work(
            f"ranks, items, {kind}, 134 entries, 500 units",
            partial(measure_ranks, "items", kind, 134, 500, trials=few),
        )
        for kind in ("all tied", "bell-shaped")
    ]
    return work


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0") if value < 1 else "1.00"


def _grid(head: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def report_ranks() -> str:
    """Return the table of rank sets from units."""
    rows = [
        [
            name.removeprefix("ranks, "),
            f"{found['trials']:,}",
            _share(found["all covered"]),
            _share(found["each covered, marginal"]),
            f"{found['width']:.1f}",
            f"{found['width, marginal']:.1f}",
            f"{found['may be first']:.1f}",
        ]
        for name, found in read("leaderboards").items()
        if name.startswith("ranks, ")
    ]
    head = (
        "setting",
        "trials",
        "all ranks covered",
        "each covered, marginal",
        "width",
        "width, marginal",
        "may be first",
    )
    return _grid(head, rows)


def report_battles() -> str:
    """Return the table of differences of strengths."""
    rows = [
        [
            name.removeprefix("battles, "),
            _share(found["covered"]),
            _share(found["standard error"]),
            f"{found['width']:.2f}",
            _share(found["covered, battles alone"]),
            f"{found['width, battles alone']:.2f}",
        ]
        for name, found in read("leaderboards").items()
        if name.startswith("battles, ")
    ]
    return _grid(("setting", "covered", "s.e.", "width", "battles taken as independent", "width"), rows)


def report_battle_ranks() -> str:
    """Return the table of rank sets from battles, and of newcomers."""
    found = read("leaderboards")
    rows = [
        [name.removeprefix("battle ranks, "), _share(each["all covered"]), f"{each['width']:.1f}"]
        for name, each in found.items()
        if name.startswith("battle ranks, ")
    ]
    return _grid(("12 entries, 150 prompts × 30 battles", "all ranks covered", "width"), rows)


def report_newcomers() -> str:
    """Return the table of newcomers who may be undefeated."""
    rows = [
        [name.removeprefix("newcomer, "), _share(each["undefeated"]), _share(each["covered"])]
        for name, each in read("leaderboards").items()
        if name.startswith("newcomer, ")
    ]
    return _grid(("newcomer", "undefeated", "covered"), rows)


def report_judges(start: str) -> str:
    """Return the table of corrected differences, of labels drawn from all items or within strata."""
    rows = [
        [
            name.removeprefix(start),
            _share(found["covered"]),
            f"{found['width']:.3f}",
            _share(found["covered, labels alone"]),
            f"{found['width, labels alone']:.3f}",
            _share(found["covered, judge alone"]),
        ]
        for name, found in read("leaderboards").items()
        if name.startswith(start)
    ]
    return _grid(("setting", "corrected", "width", "labels alone", "width", "judge alone"), rows)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/leaderboards.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
