"""Graded scores near their bounds: what intervals of the mean difference miss, and how wide they are.

    python -m validation.skewed_items --out docs/validity/skewed_items.json

Scores of two models on the same items, skewed as they are near 0 and 1: beta about a logistic mean, means of five
attempts, many at exactly 1 with a beta below it, or nearly all at .97 and a few near .1. Tried on the same draws: the
interval that `items_t` has; Student's; pseudo-items of ±1 (over the root of the attempts) however many items there are;
Hall's transformation of t, alone and never narrower than Student's; the bootstrap-t; empirical likelihood with the F
distribution; and bets against every mean (Waudby-Smith and Ramdas), which hold whatever the distribution. Widths are
medians, of Student's.
"""

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from bakeoff.procedures.items.means import Means, Strata, mean_differences, with_pseudo_items
from validation.cells import Work, measure_missing, options_of
from validation.items import LEVELS, SHIFTS, guarded, two_models
from validation.quoted import shown
from validation.rates import read

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats]
Draw = Callable[[np.random.Generator, tuple[int, int]], tuple[Floats, Floats, float]]
SEED = 20261118
RESAMPLES = 199
STAKES = np.linspace(0.01, 0.95, 40)
METHODS = ("items-t", "Student", "pseudo ±1", "Hall", "Student or Hall", "bootstrap-t", "likelihood", "bets")


def of_logits(level: str, shift: str, kind: str, attempts: int) -> Draw:
    """Return scores about means that are normal on the logit, as elsewhere on this page."""
    return lambda rng, shape: two_models(rng, shape, LEVELS[level], SHIFTS[shift], attempts, kind)  # type: ignore[return-value]


def at_one(ones: tuple[float, float], below: float) -> Draw:
    """Return scores that are exactly 1 with a chance, otherwise beta with a mean; hard items are hard for both."""

    def draw(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[Floats, Floats, float]:
        hard = rng.normal(size=shape)
        sides = []
        for one in ones:
            easy = special.ndtr(np.sqrt(0.7) * hard + np.sqrt(0.3) * rng.normal(size=shape)) < one
            sides.append(np.where(easy, 1.0, rng.beta(3 * below, 3 * (1 - below), shape)))
        return sides[0], sides[1], (ones[1] - ones[0]) * (1 - below)

    return draw


def few_fail(shares: tuple[float, float]) -> Draw:
    """Return scores about .97, but for a share of items that a model fails, with scores about .14."""

    def draw(rng: np.random.Generator, shape: tuple[int, int]) -> tuple[Floats, Floats, float]:
        a, b = (
            np.where(rng.random(shape) < share, rng.beta(1, 6, shape), rng.beta(60, 2, shape))
            for share in shares
        )
        return a, b, (shares[1] - shares[0]) * (1 / 7 - 60 / 62)

    return draw


WORLDS: dict[str, Draw] = {
    "graded near .95, null": of_logits("near .95", "null", "graded", 1),
    "graded near .95, shift": of_logits("near .95", "shift", "graded", 1),
    "graded near 0, shift": of_logits("near 0", "shift", "graded", 1),
    "graded near .5, shift": of_logits("near .5", "shift", "graded", 1),
    "5 attempts near .95, shift": of_logits("near .95", "shift", "right or wrong", 5),
    "5 attempts near 0, shift": of_logits("near 0", "shift", "right or wrong", 5),
    "85 % at 1, null": at_one((0.85, 0.85), 0.6),
    "75 and 90 % at 1": at_one((0.75, 0.9), 0.6),
    "60 and 90 % at 1": at_one((0.6, 0.9), 0.7),
    "5 % fail, null": few_fail((0.05, 0.05)),
    "10 and 2 % fail": few_fail((0.1, 0.02)),
    "6 and 3 % fail": few_fail((0.06, 0.03)),
    "4 and 1 % fail": few_fail((0.04, 0.01)),
}


def rates(world: str, n: int, *, seed: int, trials: int) -> dict[str, float]:
    """Return of every method how often it misses the truth, and how wide it is."""
    rng = np.random.default_rng([SEED, seed, n])
    a, b, truth = WORLDS[world](rng, (trials, n))
    d, pseudo = b - a, 1 / np.sqrt(5 if world.startswith("5 att") else 1)
    plain = mean_differences(d, Strata(None, None, n))
    ends = {
        "items-t": _t_ends(guarded(d, pseudo)),
        "Student": _t_ends(plain),
        "pseudo ±1": _t_ends(with_pseudo_items(plain, items=n, pseudo=pseudo)),
        "Hall": _hall_ends(d, plain),
        "bootstrap-t": _bootstrap_ends(d, plain, rng),
    }
    ends["Student or Hall"] = tuple(  # type: ignore[assignment]
        f(one, two)
        for f, one, two in zip((np.minimum, np.maximum), ends["Student"], ends["Hall"], strict=True)
    )
    found = {"trials": float(trials)}
    usual = float(np.median(ends["Student"][1] - ends["Student"][0])) or 1.0
    for name, (low, high) in ends.items():
        found[name] = float(((float(truth) < low - 1e-12) | (float(truth) > high + 1e-12)).mean())
        found[f"{name}, width"] = float(np.median(high - low)) / usual
    found["likelihood"] = float((_likelihood_ratio(d - truth) > stats.f.ppf(0.95, 1, n - 1)).mean())
    found["bets"] = float(_is_bet_won(d - truth, abs(float(truth))).mean())
    return found


def _t_ends(means: Means) -> Ends:
    reach = special.stdtrit(means.df, 0.975) * means.errors
    return means.values - reach, means.values + reach


def _hall_ends(d: Floats, plain: Means) -> Ends:
    """Return the ends of t without its skew (Hall 1992)."""
    n = d.shape[1]
    centred = d - d.mean(axis=1, keepdims=True)
    sd = plain.errors * np.sqrt(n)
    cubes = (centred**3).sum(axis=1) * n / ((n - 1) * (n - 2))
    skew = np.divide(cubes, sd**3, out=np.zeros_like(sd), where=sd > 0)
    reach = special.stdtrit(n - 1, 0.975) / np.sqrt(n)
    safe = np.where(np.abs(skew) < 1e-8, 1e-8, skew)
    low, high = (3 / safe * (np.cbrt(1 + safe * (x - safe / (6 * n))) - 1) for x in (reach, -reach))
    return plain.values - sd * low, plain.values - sd * high


def _bootstrap_ends(d: Floats, plain: Means, rng: np.random.Generator) -> Ends:
    n = d.shape[1]
    places = rng.integers(0, n, (RESAMPLES, n))
    t = np.empty((len(d), RESAMPLES))
    for row in range(0, len(d), 200):
        drawn = d[row : row + 200][:, places]
        off = drawn.mean(axis=2) - plain.values[row : row + 200, None]
        sd = drawn.std(axis=2, ddof=1)
        flat = np.where(np.abs(off) < 1e-12, 0.0, np.copysign(1e3, off))
        t[row : row + 200] = np.divide(off * np.sqrt(n), sd, out=flat, where=sd > 1e-12)
    lower, upper = np.quantile(t, (0.025, 0.975), axis=1)
    return plain.values - upper * plain.errors, plain.values - lower * plain.errors


def _likelihood_ratio(x: Floats) -> Floats:
    """Return twice the log empirical likelihood ratio of a mean of zero; infinite where no weights have it."""
    n = x.shape[1]
    inside = (x.min(axis=1) < 0) & (x.max(axis=1) > 0)
    low = np.where(inside, (1 / n - 1) / np.where(inside, x.max(axis=1), 1), 0)
    high = np.where(inside, (1 / n - 1) / np.where(inside, x.min(axis=1), -1), 0)
    for _ in range(50):
        middle = (low + high) / 2
        is_below = (x / (1 + middle[:, None] * x)).sum(axis=1) > 0
        low, high = np.where(is_below, middle, low), np.where(is_below, high, middle)
    ratio = 2 * np.log1p(low[:, None] * x).sum(axis=1)
    return np.where(inside, ratio, np.inf)


def _is_bet_won(x: Floats, off: float) -> NDArray[np.bool_]:
    """Say where bets against the true mean, on either side, grow to 40: the interval does not hold it."""
    won = np.zeros(len(x), dtype=np.bool_)
    for side in (1.0, -1.0):
        logs = np.stack([np.log1p(stake * side * x / (1 + off)).sum(axis=1) for stake in STAKES])
        won |= special.logsumexp(logs, axis=0) - np.log(STAKES.size) > np.log(40)
    return won


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    return [
        Work(f"{world} | {n} items", partial(rates, world, n, seed=seed, trials=trials))
        for (seed, world), n in product(enumerate(WORLDS), (10, 20, 50, 100))
    ]


def report() -> str:
    """Return the table: shares that miss, in bold where they are more than two standard errors above .05."""
    lines = [f"| | {' | '.join(METHODS)} |", "|---" * (len(METHODS) + 1) + "|"]
    for name, cell in read("skewed_items").items():
        most = 0.05 + 2 * np.sqrt(0.05 * 0.95 / cell["trials"])
        told = []
        for method in METHODS:
            share = shown(cell[method])
            width = f" ({cell[f'{method}, width']:.2f})" if f"{method}, width" in cell else ""
            told.append((f"**{share}**" if cell[method] > most else share) + width)
        lines.append(f"| {name.replace(' | ', ', ')} | {' | '.join(told)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/skewed_items.json", trials=2_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
