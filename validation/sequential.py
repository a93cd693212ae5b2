"""Looking at any time: how often anything false is ever claimed, and how many units a claim takes.

    python -m validation.sequential --out docs/validity/sequential.json

Every project looks after each of 1,000 items (or group, or dataset), and stops at the first claim. `betting` and
`sign-betting` are the procedures of the package, with its stakes; beside them stand what people do and what the ledger
does at 19 looks: mid-p at every look, Holm over looks, alpha-spending, and one look at the end. `groups` has what could
be bet on where items depend on each other. `questions` asks 100 questions in one project, nine of ten without a
difference. `horizon` holds the predicted number of units against the simulated one.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from math import log, pi, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from scipy import stats

from bakeoff.procedures.sequential.capital import BetKind, lay_bets, log_capital, tally_values
from bakeoff.procedures.sequential.horizon import units_to_verdict
from bakeoff.procedures.sequential.questions import e_bh, e_lond

ITEMS, ALPHA, CHUNK = 1_000, 0.05, 100
LOOKS = np.arange(100, ITEMS + 1, 50)  # 19 of them
GROUPS, GROUP_SIZE = 125, 8
DATASETS = 60
FLIPS = np.array([-1.0, 0.0, 1.0])


def capital_paths(
    drawn: np.ndarray, distinct: np.ndarray, *, null: float, kind: BetKind = BetKind.UNITS
) -> np.ndarray:
    """Return the log of the capital after each unit; `drawn` has places in `distinct`."""
    shares, weights = lay_bets(kind)
    logs = np.log1p(np.outer((distinct - null) / (1 + null), shares)).astype(np.float32)
    found = np.empty(drawn.shape, dtype=np.float32)
    for start in range(0, len(drawn), CHUNK):
        part = drawn[start : start + CHUNK]
        wealth = np.cumsum(logs[part], axis=1, dtype=np.float32)
        wealth += weights.astype(np.float32)
        top = wealth.max(axis=2)
        found[start : start + CHUNK] = top + np.log(np.exp(wealth - top[..., None]).sum(axis=2))
    _require_same(found[0, -1], log_capital(tally_values(distinct[drawn[0]]), null, 1.0, kind))
    return found


def flip_paths(drawn: np.ndarray, *, null: float) -> np.ndarray:
    """Return the same where b loses, ties or wins an item: it depends on how many of each alone."""
    shares, weights = lay_bets(BetKind.UNITS)
    lose, tie, win = np.log1p(np.outer((FLIPS - null) / (1 + null), shares))
    wins, losses = (np.cumsum(drawn == kind, axis=1, dtype=np.int32) for kind in (2, 0))
    found = np.empty(drawn.shape, dtype=np.float32)
    for look in range(drawn.shape[1]):
        states, inverse = np.unique(wins[:, look] * 10_000 + losses[:, look], return_inverse=True)
        w, lost = states // 10_000, states % 10_000
        logs = np.outer(w, win) + np.outer(lost, lose) + np.outer(look + 1 - w - lost, tie) + weights
        top = logs.max(axis=1)
        found[:, look] = (top + np.log(np.exp(logs - top[:, None]).sum(axis=1)))[inverse]
    _require_same(found[0, -1], log_capital(tally_values(FLIPS[drawn[0]]), null, 1.0))
    return found


def sign_paths(differences: np.ndarray) -> np.ndarray:
    """Return the log of the capital against symmetry about zero after each dataset."""
    rates, weights = lay_bets(BetKind.SIGNS)
    found = np.full(differences.shape, -np.inf)
    for rate, weight in zip(rates, weights, strict=True):
        steps = log(2) - np.logaddexp(0, -2 * rate * differences)
        found = np.logaddexp(found, weight + np.cumsum(steps, axis=1))
    _require_same(found[0, -1], log_capital(tally_values(differences[0]), 0.0, 1.0, BetKind.SIGNS))
    return found


def _require_same(one: float, other: float) -> None:
    if abs(one - other) > 1e-2 + 1e-3 * abs(other):
        raise ValueError(f"the simulation computes {one}, and the procedure {other}")


def first_claim(claims: np.ndarray, sizes: np.ndarray | None = None) -> dict[str, float]:
    """Return the share of projects that ever claim, and the mean number of units when they stop or end."""
    ever = claims.any(axis=1)
    places = np.where(ever, claims.argmax(axis=1), claims.shape[1] - 1)
    units = places + 1 if sizes is None else sizes[places]
    return {"claimed": float(ever.mean()), "units": float(units.mean())}


# ---- right and wrong answers to items ----


def draw_flips(edge: float, trials: int, rng: np.random.Generator, *, discordance: float = 0.2) -> np.ndarray:
    """Return places in FLIPS: b loses, ties or wins an item."""
    u = rng.random((trials, ITEMS))
    return (1 - (u < (discordance - edge) / 2) + (u > 1 - (discordance + edge) / 2)).astype(np.int8)


def judge_flips(edge: float, *, trials: int, rng: np.random.Generator) -> dict[str, dict[str, float]]:
    """Return how often b is ever claimed to differ, and after how many items."""
    drawn = draw_flips(edge, trials, rng)
    needed = -log(ALPHA / 2)
    better, worse = flip_paths(drawn, null=0.0), flip_paths(2 - drawn, null=0.0)
    found = {"betting, every item": first_claim((better >= needed) | (worse >= needed))}
    found["betting, 19 looks"] = first_claim(
        (better[:, LOOKS - 1] >= needed) | (worse[:, LOOKS - 1] >= needed), LOOKS
    )
    wins, losses = np.cumsum(drawn == 2, axis=1)[:, LOOKS - 1], np.cumsum(drawn == 0, axis=1)[:, LOOKS - 1]
    return found | judge_p_values(mid_p(wins, losses), LOOKS)


def mid_p(wins: np.ndarray, losses: np.ndarray) -> np.ndarray:
    """Return two-sided mid-p-values."""
    fewer, flips = np.minimum(wins, losses), wins + losses
    p: np.ndarray = stats.binom.cdf(fewer - 1, flips, 0.5) + stats.binom.cdf(fewer, flips, 0.5)
    return np.where(flips == 0, 1.0, np.minimum(p, 1.0))


def judge_p_values(p: np.ndarray, sizes: np.ndarray) -> dict[str, dict[str, float]]:
    """Return what p-values at each of several looks lead to, by rule."""
    number = np.arange(1, p.shape[1] + 1)
    spent = ALPHA * 6 / (pi * number) ** 2
    so_far = np.minimum.accumulate(p, axis=1)
    newest_is_least = p <= so_far
    return {
        "p at 19 looks, as if each were the only one": first_claim(p < ALPHA, sizes),
        "Holm over looks, claimed at any time": first_claim(newest_is_least & (p * number < ALPHA), sizes),
        "alpha-spending over 19 looks": first_claim(p < spent, sizes),
        "one look at the end": {"claimed": float((p[:, -1] < ALPHA).mean()), "units": float(sizes[-1])},
    }


# ---- not worse than by a margin ----

MARGIN = 0.03


def judge_margin(shift: float, *, trials: int, rng: np.random.Generator) -> dict[str, dict[str, float]]:
    """Return how often the gate is ever passed, and how often it is ever refused."""
    drawn = draw_flips(shift, trials, rng)
    needed = -log(ALPHA / 2)
    within, beyond = flip_paths(drawn, null=-MARGIN), flip_paths(2 - drawn, null=MARGIN)
    d = FLIPS[drawn] + MARGIN
    mean = np.cumsum(d, axis=1)[:, LOOKS - 1] / LOOKS
    square = np.cumsum(d * d, axis=1)[:, LOOKS - 1] / LOOKS
    z = mean / np.sqrt(np.maximum(square - mean**2, 1e-12) / LOOKS)
    p = stats.norm.sf(z)
    return {
        "betting, passed": first_claim(within >= needed),
        "betting, refused": first_claim(beyond >= needed),
        "betting, passed or refused": first_claim((within >= needed) | (beyond >= needed)),
        "z at 19 looks, as if each were the only one": first_claim(p < ALPHA / 2, LOOKS),
        "alpha-spending over 19 looks": first_claim(p < ALPHA / 2 * 6 / (pi * np.arange(1, 20)) ** 2, LOOKS),
        "one look at the end": {"claimed": float((p[:, -1] < ALPHA / 2).mean()), "units": float(ITEMS)},
    }


# ---- items in groups ----


def draw_groups(edge: float, spread: float, trials: int, rng: np.random.Generator) -> np.ndarray:
    """Return trials × groups × items: places in FLIPS; the items of a group tilt together."""
    tilt = np.clip(rng.normal(0, spread, (trials, GROUPS, 1)), -0.4, 0.4) + edge
    shape = (trials, GROUPS, GROUP_SIZE)
    b, a = rng.random(shape) < 0.5 + tilt / 2, rng.random(shape) < 0.5 - tilt / 2
    return (b.astype(np.int8) - a + 1).astype(np.int8)


def judge_groups(
    edge: float, spread: float, *, trials: int, rng: np.random.Generator
) -> dict[str, dict[str, float]]:
    """Return how often b is ever claimed to differ, by what is bet on; sizes are in groups."""
    drawn = draw_groups(edge, spread, trials, rng)
    sums = (drawn.sum(axis=2) - GROUP_SIZE).astype(np.int8) + GROUP_SIZE
    means = np.arange(-GROUP_SIZE, GROUP_SIZE + 1) / GROUP_SIZE
    items = drawn.reshape(trials, -1)
    return {
        "means of groups": _two_sided(sums, means, kind=BetKind.MEANS),
        "means of groups, stakes of single items": _two_sided(sums, means),
        "first item of each group": _two_sided(drawn[:, :, 0], FLIPS),
        "sign of each group": _two_sided(np.sign(sums - GROUP_SIZE).astype(np.int8) + 1, FLIPS),
        "single items, groups ignored": _two_sided(items, FLIPS, per_unit=GROUP_SIZE),
    }


def _two_sided(
    drawn: np.ndarray, distinct: np.ndarray, *, per_unit: int = 1, kind: BetKind = BetKind.UNITS
) -> dict[str, float]:
    needed, last = -log(ALPHA / 2), len(distinct) - 1
    turned = (last - drawn).astype(np.int8)
    better, worse = (
        flip_paths(each, null=0.0)
        if distinct is FLIPS
        else capital_paths(each, distinct, null=0.0, kind=kind)
        for each in (drawn, turned)
    )
    found = first_claim((better >= needed) | (worse >= needed))
    return {"claimed": found["claimed"], "units": found["units"] / per_unit}


GROUP_MARGIN = 0.1


def judge_groups_at_margin(
    edge: float, spread: float, *, trials: int, rng: np.random.Generator
) -> dict[str, dict[str, float]]:
    """Return how often the gate "loses less than .1" is ever passed, and ever refused, by means of groups."""
    drawn = draw_groups(edge, spread, trials, rng).sum(axis=2).astype(np.int8)
    means, needed = np.arange(-GROUP_SIZE, GROUP_SIZE + 1) / GROUP_SIZE, -log(ALPHA / 2)
    within = capital_paths(drawn, means, null=-GROUP_MARGIN, kind=BetKind.MEANS)
    turned = (2 * GROUP_SIZE - drawn).astype(np.int8)
    beyond = capital_paths(turned, means, null=GROUP_MARGIN, kind=BetKind.MEANS)
    return {
        "passed": first_claim(within >= needed),
        "refused": first_claim(beyond >= needed),
        "passed or refused": first_claim((within >= needed) | (beyond >= needed)),
    }


# ---- graded answers ----

GRADES = np.arange(-10, 11) / 10
GRADED_ITEMS = 150
# Of a difference of two grades from 0 to 1: how often each is, by shape; then tilted to a mean.
SHAPES = {
    "wide": np.exp(-((GRADES / 0.45) ** 2) / 2),
    "rare losses": np.where(GRADES <= -0.8, 0.02, np.exp(-(((GRADES - 0.03) / 0.1) ** 2) / 2)),
}


def chances_of_grades(shape: str, mean: float) -> np.ndarray:
    """Return the chances of the differences, tilted so that they have a mean."""
    low, high = -50.0, 50.0
    for _ in range(200):
        tilt = (low + high) / 2
        chances = SHAPES[shape] * np.exp(tilt * GRADES)
        chances /= chances.sum()
        low, high = (tilt, high) if chances @ GRADES < mean else (low, tilt)
    return chances


def judge_grades(
    shape: str, mean: float, *, trials: int, rng: np.random.Generator
) -> dict[str, dict[str, float]]:
    """Return how often graded answers ever claim a difference, and ever pass or are refused at a margin of .03."""
    chances = np.cumsum(chances_of_grades(shape, mean))
    drawn = np.searchsorted(chances, rng.random((trials, GRADED_ITEMS)) * chances[-1]).astype(np.int8)
    turned, needed = (GRADES.size - 1 - drawn).astype(np.int8), -log(ALPHA / 2)
    better, worse = (capital_paths(each, GRADES, null=0.0) for each in (drawn, turned))
    within = capital_paths(drawn, GRADES, null=-MARGIN)
    return {
        "a difference": first_claim((better >= needed) | (worse >= needed)),
        "loses less than .03": first_claim(within >= needed),
    }


# ---- datasets ----


def draw_differences(shape: str, edge: float, trials: int, rng: np.random.Generator) -> np.ndarray:
    """Return trials × datasets: differences with a spread of .04, or of .03 times Student's t with 3 degrees."""
    size = (trials, DATASETS)
    if shape == "normal":
        return np.clip(rng.normal(edge, 1, size) * 0.04, -1, 1)
    if shape == "heavy-tailed":
        return np.clip((rng.standard_t(3, size) + edge) * 0.03, -1, 1)
    return np.clip(
        (rng.exponential(1, size) - 1 + edge) * 0.04, -1, 1
    )  # skewed: the mean is `edge`, and not the centre


def judge_datasets(
    shape: str, edge: float, *, trials: int, rng: np.random.Generator
) -> dict[str, dict[str, float]]:
    """Return how often b is ever claimed to differ, looking after each of 60 datasets."""
    d = draw_differences(shape, edge, trials, rng)
    needed = -log(ALPHA / 2)
    better, worse = sign_paths(d), sign_paths(-d)
    sizes = np.arange(6, DATASETS + 1)
    count = np.arange(1, DATASETS + 1)
    mean = np.cumsum(d, axis=1) / count
    spread = np.sqrt(
        np.maximum(np.cumsum(d * d, axis=1) / count - mean**2, 1e-12) * count / np.maximum(count - 1, 1)
    )
    p = 2 * stats.t.sf(np.abs(mean / spread * np.sqrt(count)), np.maximum(count - 1, 1))[:, 5:]
    spent = ALPHA * 6 / (pi * np.arange(1, sizes.size + 1)) ** 2
    return {
        "sign-betting, every dataset": first_claim((better >= needed) | (worse >= needed)),
        "t from 6 datasets on, as if each look were the only one": first_claim(p < ALPHA, sizes),
        "t with alpha-spending": first_claim(p < spent, sizes),
        "t at the end": {"claimed": float((p[:, -1] < ALPHA).mean()), "units": float(DATASETS)},
    }


# ---- many questions, and how long it takes ----


def judge_questions(*, trials: int, rng: np.random.Generator) -> dict[str, dict[str, float]]:
    """Return the share of false claims and the power over 100 questions, each with 400 items."""
    asked, real, edge = 100, 0.1, 0.12
    totals = {rule: np.zeros(3) for rule in ("each by itself", "e-LOND", "e-BH at the end")}
    for _ in range(trials):
        is_real = rng.random(asked) < real
        u = rng.random((asked, 400))
        shift = np.where(is_real, edge, 0.0)[:, None]
        drawn = (1 - (u < (0.2 - shift) / 2) + (u > 1 - (0.2 + shift) / 2)).astype(np.int8)
        paths = np.minimum(flip_paths(drawn, null=0.0), 600)
        last = np.exp(paths[:, -1].astype(np.float64))
        rules = {
            "each by itself": paths.max(axis=1) >= -log(ALPHA),
            "e-LOND": e_lond(last)[0],
            "e-BH at the end": e_bh(last),
        }
        for rule, claimed in rules.items():
            false = (claimed & ~is_real).sum()
            found = (claimed & is_real).sum() / max(1, is_real.sum())
            totals[rule] += [false / max(1, claimed.sum()), false > 0, found]
    return {
        rule: dict(zip(("false share", "any false", "power"), (sums / trials).tolist(), strict=True))
        for rule, sums in totals.items()
    }


def hold_horizon(edge: float, *, trials: int, rng: np.random.Generator) -> dict[str, float]:
    """Return the predicted number of items to a verdict, and the simulated mean."""
    values = np.repeat(FLIPS, [round(1e5 * (0.2 - edge) / 2), 80_000, round(1e5 * (0.2 + edge) / 2)])
    predicted = units_to_verdict(tally_values(values), null=0.0, tail=ALPHA / 2, reach=1.0)
    long = np.concatenate([draw_flips(edge, trials, rng) for _ in range(4)], axis=1)
    found = first_claim(flip_paths(long, null=0.0) >= -log(ALPHA / 2))
    return {"predicted": predicted, "simulated": found["units"], "claimed by 4,000": found["claimed"]}


def simulate(trials: int, *, parts: Sequence[str] | None = None) -> dict[str, Any]:
    """Return what the page shows: all of it, or some parts."""
    tenth = max(20, trials // 10)

    def cell(name: str, run: Callable[..., Any], *given: object, of: int = trials) -> tuple[str, Any]:
        return name, run(*given, trials=of, rng=np.random.default_rng([20261117, *name.encode()]))

    made: dict[str, Callable[[], Any]] = {
        "flips": lambda: dict(cell(f"edge {e}", judge_flips, e) for e in (0.0, 0.05, 0.08)),
        "margin": lambda: dict(
            cell(f"shift {s}", judge_margin, s) for s in (-MARGIN - 0.03, -MARGIN, 0.0, 0.03)
        ),
        "groups": lambda: dict(
            cell(f"edge {e}, spread {s}", judge_groups, e, s)
            for e, s in ((0.0, 0.0), (0.0, 0.25), (0.1, 0.25))
        ),
        "group_margin": lambda: dict(
            cell(f"margin, edge {e}", judge_groups_at_margin, e, 0.25)
            for e in (-0.2, -GROUP_MARGIN, 0.0, 0.1)
        ),
        "grades": lambda: dict(
            cell(f"{shape}, mean {m}", judge_grades, shape, m) for shape, m in GRADED_WORLDS
        ),
        "datasets": lambda: dict(
            cell(f"{shape}, effect {e}", judge_datasets, shape, e) for shape, e in DATASET_WORLDS
        ),
        "questions": lambda: cell("questions", judge_questions, of=tenth // 2)[1],
        "horizon": lambda: dict(cell(f"edge {e}", hold_horizon, e, of=tenth) for e in (0.04, 0.05, 0.08)),
    }
    return {
        "trials": trials,
        "standard_error_at_nominal": sqrt(ALPHA * (1 - ALPHA) / trials),
        "questions_trials": tenth // 2,
        "horizon_trials": tenth,
        **{name: run() for name, run in made.items() if not parts or name in parts},
    }


GRADED_WORLDS = (("wide", 0.0), ("rare losses", 0.0), ("rare losses", -MARGIN))
DATASET_WORLDS = (
    ("normal", 0.0), ("heavy-tailed", 0.0), ("skewed", 0.0), ("normal", 0.5), ("normal", 0.8),
)  # fmt: skip


# What the cells of each part are called on the page.
COLUMNS = {
    "flips": ("no difference", ".05 better", ".08 better"),
    "margin": ("loses .06", "loses .03: at the margin", "no difference", ".03 better"),
    "groups": ("no difference, no tilt", "no difference, tilt", ".1 better, tilt"),
    "group_margin": ("loses .2", "loses .1: at the margin", "no difference", ".1 better"),
    "grades": ("wide, none", "rare losses, mean 0", "rare losses, loses .03: at the margin"),
    "datasets": ("normal, none", "heavy-tailed, none", "skewed, mean 0", "normal, .5", "normal, .8"),
}


def main() -> None:
    """Simulate, and write what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--part", action="append", help="only this part; the others stay as the file has them"
    )
    given = parser.parse_args()
    found = simulate(given.trials, parts=given.part)
    if given.part:
        found = json.loads(given.out.read_text(encoding="utf-8")) | found
    given.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
