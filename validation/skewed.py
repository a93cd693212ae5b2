"""One skewed classifier among several: how often equal means are called different, and how often BO581 says so.

    python -m validation.skewed --out docs/validity/skewed.json

The verdicts are those of max-t on five classifiers at 5 %, closed, with 400 flips; beside it the same flips of the
differences themselves, each pair on its own scale ("flips of t"). "Rare failures" are one classifier that is .4 noise
units better on nine datasets in ten and so much worse on the tenth that the means are equal. BO581 is asked of every
claim, false or true.
"""

import zlib
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from bakeoff.inference.findings.skewed import is_doubtful
from bakeoff.procedures.many.dataset_flips import (
    FlippedStatistics,
    Flips,
    Pairing,
    draw_dataset_flips,
    judge_by_closure,
)
from bakeoff.procedures.many.pooled_scores import ScoreRule, pool_scores
from validation.all_pairs import ALPHA, FLIPS, OWN, TWO_SIDED
from validation.cells import Work, measure_missing, options_of
from validation.many_settings import SETTINGS, Drawn, Floats
from validation.quoted import shown
from validation.rates import read

CLASSIFIERS = 5
COLUMNS = ("any false claim", "with BO581", "left", "claims with BO581", "tables with BO581", "flips of t")


def _gamma(rng: np.random.Generator, n: int, k: int) -> Drawn:
    noise = rng.standard_normal((n, k))
    noise[:, 0] = (rng.gamma(2.0, 1.0, n) - 2) / np.sqrt(2)
    return Drawn(noise + rng.normal(0, 2, (n, 1)), np.zeros(k))


def _rare_failures(rng: np.random.Generator, n: int, k: int) -> Drawn:
    noise = 0.5 * rng.standard_normal((n, k))
    noise[:, 0] += 0.4 - 4.0 * (rng.random(n) < 0.1)
    return Drawn(noise + rng.normal(0, 2, (n, 1)), np.zeros(k))


def _two_lognormal(rng: np.random.Generator, n: int, k: int) -> Drawn:
    noise = rng.standard_normal((n, k))
    noise[:, :2] = np.exp(noise[:, :2]) - np.exp(0.5)
    return Drawn(noise + rng.normal(0, 2, (n, 1)), np.zeros(k))


DRAWS: dict[str, Callable[[np.random.Generator, int, int], Drawn]] = {
    "equal means, one lognormal": SETTINGS["equal means, one skewed"],
    "equal means, two lognormal": _two_lognormal,
    "equal means, one gamma": _gamma,
    "equal means, one with rare failures": _rare_failures,
    "sound: none differs, normal": SETTINGS["none differs, normal"],
    "sound: none differs, t2 tails": SETTINGS["none differs, t2 tails"],
    "sound: half better, normal": SETTINGS["half better, normal"],
    "sound: half better, t3 tails": SETTINGS["half better, t3 tails"],
    "sound: half better, two noisy": SETTINGS["half better, two noisy"],
    "sound: half better, exponential": SETTINGS["half better, exponential"],
    "sound: half better, unequal datasets": SETTINGS["half better, unequal datasets"],
    "sound: half better, relative errors": OWN["half better, relative errors"],
    "sound: one better, normal": SETTINGS["one better, normal"],
}


class Outcome(NamedTuple):
    """Of one table."""

    error: bool
    told_error: bool  # a false claim that BO581 stands beside
    left: bool  # a false claim without it
    claims: int
    told: int  # claims with BO581
    error_by_t: bool
    power: float  # of pairs that differ, how many are claimed; NaN where none does
    power_by_t: float


def rates(name: str, n: int, *, trials: int) -> dict[str, float]:
    """Return the rates of one setting."""
    rng = np.random.default_rng(zlib.crc32(f"skewed, {name}, {n}".encode()))
    outcomes = [_trial(*DRAWS[name](rng, n, CLASSIFIERS), rng) for _ in range(trials)]
    columns = dict(zip(Outcome._fields, np.array(outcomes, dtype=np.float64).T, strict=True))
    errors, claims = columns["error"].sum(), columns["claims"].sum()
    found = {
        "any false claim": columns["error"].mean(),
        "with BO581": columns["told_error"].sum() / errors if errors else np.nan,
        "left": columns["left"].mean(),
        "claims with BO581": columns["told"].sum() / claims if claims else np.nan,
        "tables with BO581": (columns["told"] > 0).mean(),
        "flips of t": columns["error_by_t"].mean(),
        "power": columns["power"].mean(),
        "power, flips of t": columns["power_by_t"].mean(),
    }
    return {key: round(float(rate), 5) for key, rate in found.items() if not np.isnan(rate)} | {
        "trials": trials
    }


def _trial(table: Floats, means: Floats, rng: np.random.Generator) -> Outcome:
    a, b = np.triu_indices(table.shape[1], 1)
    pairing, same = Pairing(table, a, b), np.abs(means[b] - means[a]) < 1e-12
    drawn = draw_dataset_flips(len(table), flips=FLIPS, alternative=TWO_SIDED, rng=rng)
    claimed, by_t = (_claims(pairing, drawn, rule) for rule in ("adaptive", "t"))
    told = np.zeros_like(claimed)
    for i in np.flatnonzero(claimed):
        differences = pairing.differences[:, i]
        side = 1.0 if differences.mean() > 0 else -1.0
        told[i] = is_doubtful(side * differences, tail=ALPHA / 2, rng=np.random.default_rng(0))
    false = claimed & same
    return Outcome(
        bool(false.any()),
        bool((false & told).any()),
        bool((false & ~told).any()),
        int(claimed.sum()),
        int(told.sum()),
        bool((by_t & same).any()),
        np.nan if same.all() else float(claimed[~same].mean()),
        np.nan if same.all() else float(by_t[~same].mean()),
    )


def _claims(pairing: Pairing, drawn: Flips, rule: ScoreRule) -> np.ndarray:
    scores = pool_scores(pairing.differences, rule=rule).values
    statistics = FlippedStatistics(drawn, scores, pairing, alternative=TWO_SIDED)
    return np.asarray(judge_by_closure(statistics, pairing).p_adjusted <= ALPHA)


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    return [
        Work(f"{name}, {n} datasets", partial(rates, name, n, trials=trials))
        for name in DRAWS
        for n in (10, 20, 50)
    ]


def report() -> str:
    """Return the table."""
    columns = (*COLUMNS, "power", "power, flips of t")
    lines = [f"| five classifiers | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    for name, cell in read("skewed").items():
        told = " | ".join(shown(cell[c]) if c in cell else "" for c in columns)
        lines.append(f"| {name} | {told} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/skewed.json", trials=2_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
