"""Judges beyond two models: what a judge tends to, agreement, labels in few groups; and drift of strengths.

`python -m validation.judges` writes `docs/validity/judges.json`. Level .95 throughout. Items are drawn with a known
truth, some of them are labelled at random; "covered" is the share of trials whose interval holds the true value of the
population, which a million draws give.
"""

from functools import cache, partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.judges.corrected_difference import corrected_difference
from bakeoff.procedures.judges.judge_tendency import judge_tendency
from bakeoff.procedures.judges.rater_agreement import rater_agreement
from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.fit_checks import find_drift
from validation.cells import Work, measure_missing, options_of
from validation.rates import read

SEED = 20261117
Floats = NDArray[np.float64]
TENDENCIES = {"no tendency": 0.0, "a tendency": 0.12}
PROPERTIES = ("length", "place", "period")
RATERS = {  # share of items of the first class, how often each rater says what is true
    "balanced, good judge": (0.5, 0.9),
    "balanced, poor judge": (0.5, 0.65),
    "one class in ten, good judge": (0.1, 0.9),
}


def draw_errors(rng: np.random.Generator, what: str, slope: float, size: int) -> tuple[Floats, Floats]:
    """Return a property of items, and the judge's errors on their differences: −1, 0 or 1."""
    if what == "length":
        values = np.clip(rng.normal(0, 1, size), -3, 3)
    elif what == "place":
        values = rng.integers(0, 2, size) - 0.5
    else:
        values = rng.integers(0, 2, size).astype(np.float64)
    u = rng.random(size)
    up, down = np.clip(0.15 + slope * values / 2, 0, 1), np.clip(0.15 - slope * values / 2, 0, 1)
    return values, np.where(u < up, 1.0, np.where(u < up + down, -1.0, 0.0))


@cache
def true_slope(what: str, slope: float) -> float:
    """Return the slope of the population."""
    values, errors = draw_errors(np.random.default_rng(1), what, slope, 1_000_000)
    return float(np.cov(values, errors)[0, 1] / values.var())


def measure_tendency(what: str, setting: str, labels: int, *, trials: int) -> dict[str, float]:
    """Return the coverage and width of the interval of a tendency, and how often one is claimed."""
    slope = TENDENCIES[setting]
    truth, rows = (0.0 if slope == 0 else true_slope(what, slope)), []
    rng = np.random.default_rng([SEED, len(what), labels, int(slope > 0)])
    for _ in range(trials):
        values, errors = draw_errors(rng, what, slope, labels)
        try:
            found = judge_tendency(errors, values).interval
        except ProcedureError:  # all labels in one place
            continue
        rows.append((truth in found, found.high - found.low, 0 not in found))
    covered, width, claimed = np.mean(rows, axis=0).tolist()
    return {"trials": len(rows), "truth": truth, "covered": covered, "width": width, "claimed": claimed}


def draw_raters(rng: np.random.Generator, setting: str, size: int) -> tuple[NDArray[np.int64], ...]:
    """Return the classes that people and a judge give to items."""
    share, right = RATERS[setting]
    truth = rng.random(size) < share
    return tuple(np.where(rng.random(size) < each, truth, ~truth).astype(np.int64) for each in (0.95, right))


@cache
def true_agreement(setting: str) -> tuple[float, float, float]:
    """Return kappa, AC1 and alpha of the population."""
    parts = [draw_raters(np.random.default_rng(k), setting, 1_000_000) for k in range(2)]
    first, second = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    observed = float((first == second).mean())
    p, q = float(first.mean()), float(second.mean())
    by_chance = p * q + (1 - p) * (1 - q)
    both = (p + q) / 2
    kappa = (observed - by_chance) / (1 - by_chance)
    ac1 = (observed - 2 * both * (1 - both)) / (1 - 2 * both * (1 - both))
    alpha = 1 - (1 - observed) / (2 * both * (1 - both))
    return kappa, ac1, alpha


def measure_agreement(setting: str, answers: int, *, trials: int) -> dict[str, float]:
    """Return the coverage of the intervals of the three measures."""
    rng, truths = np.random.default_rng([SEED, answers, len(setting)]), true_agreement(setting)
    hits: list[list[bool]] = [[], [], []]
    for _ in range(trials):
        found = rater_agreement(*draw_raters(rng, setting, answers))
        for place, (estimate, truth) in enumerate(
            zip((found.kappa, found.ac1, found.alpha), truths, strict=True)
        ):
            if estimate is not None:
                hits[place].append(truth in estimate.interval)
    names = ("kappa", "AC1", "alpha")
    return {
        "trials": trials,
        **{f"covered, {n}": float(np.mean(h)) for n, h in zip(names, hits, strict=True)},
    }


def measure_groups(groups: int, *, trials: int, labelled_share: float = 0.25) -> dict[str, float]:
    """Return the coverage of the corrected difference where items, and the judge's errors, hang together in groups."""
    rng = np.random.default_rng([SEED, groups])
    z = np.random.default_rng(1).normal(0, np.sqrt(1.3**2 + 0.8**2 + 0.25), 1_000_000) + 1
    shift = np.random.default_rng(2).normal(0, 0.6, 1_000_000)
    truth = float((expit(z + 0.6 + shift) - expit(z)).mean())
    rows = []
    for _ in range(trials):
        sizes = rng.integers(6, 19, groups)
        group = np.repeat(np.arange(groups), sizes)
        size = group.size
        x = rng.normal(0, 1.3, size) + rng.normal(0, 0.8, groups)[group] + 1
        own = rng.normal(0, 0.6, groups)[group]
        a = rng.random(size) < expit(x + rng.normal(0, 0.5, size))
        b = rng.random(size) < expit(x + 0.6 + own + rng.normal(0, 0.5, size))
        lift = rng.normal(0, 0.1, groups)[group]  # the judge favours b in some groups
        judged_a = np.where(rng.random(size) < 0.8, a, rng.random(size) < 0.5)
        judged_b = np.where(rng.random(size) < 0.8, b, rng.random(size) < 0.5 + lift)
        by_people, judged = b.astype(float) - a, judged_b.astype(float) - judged_a
        gold = np.where(rng.random(size) < labelled_share, by_people, np.nan)
        try:
            found = corrected_difference(judged, gold, item_groups=group)
        except ProcedureError:
            continue
        plain = corrected_difference(judged, gold)
        rows.append(
            (
                truth in found.corrected.interval,
                found.corrected.interval.high - found.corrected.interval.low,
                truth in plain.corrected.interval,
                truth in found.gold_only.interval,
            )
        )
    covered, width, plain_covered, gold = np.mean(rows, axis=0).tolist()
    return {
        "trials": len(rows),
        "covered": covered,
        "width": width,
        "covered, items taken as independent": plain_covered,
        "covered, labels alone": gold,
    }


def measure_drift(setting: str, *, trials: int) -> dict[str, float]:
    """Return how often strengths are called different in the two halves, where they are not, and where they are."""
    entries, prompts, each, change = DRIFTS[setting]
    rng = np.random.default_rng([SEED, entries, prompts, each])
    strengths = np.linspace(0.6, -0.6, entries)
    found = []
    for _ in range(trials):
        prompt = np.repeat(np.arange(prompts), each)
        taste = rng.normal(0, 0.6, (prompts, entries))
        left = rng.integers(0, entries, prompt.size)
        right = (left + rng.integers(1, entries, prompt.size)) % entries
        moved = np.zeros(entries)
        moved[0] = change
        late = prompt >= prompts // 2
        own = strengths + np.where(late[:, None], moved, 0.0) + taste[prompt]
        rows = np.arange(prompt.size)
        won = (rng.random(prompt.size) < expit(own[rows, left] - own[rows, right] + 0.2)).astype(float)
        won[rng.random(prompt.size) < 0.15] = 0.5
        drift = find_drift(
            Battles(left=left, right=right, won=won, entries=entries, prompt=prompt), prompt.astype(np.intp)
        )
        if drift is not None:
            found.append((drift.p_value < 0.05, drift.p_value < 0.01))
    at_05, at_01 = np.mean(found, axis=0).tolist()
    return {"trials": len(found), "below .05": at_05, "below .01": at_01}


DRIFTS = {  # entries, prompts, battles a prompt, change of one strength in the later half
    "5 entries, 100 prompts × 10": (5, 100, 10, 0.0),
    "10 entries, 100 prompts × 20": (10, 100, 20, 0.0),
    "10 entries, 1,000 battles": (10, 1000, 1, 0.0),
    "5 entries, 100 prompts × 10, one weaker by 1": (5, 100, 10, -1.0),
}


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    work = [
        Work(
            f"tendency, {what}, {setting}, {n} labels",
            partial(measure_tendency, what, setting, n, trials=trials),
        )
        for what in PROPERTIES
        for setting in TENDENCIES
        for n in (20, 50, 200)
    ]
    work += [
        Work(f"agreement, {setting}, {n} answers", partial(measure_agreement, setting, n, trials=trials))
        for setting in RATERS
        for n in (40, 100, 400)
    ]
    work += [
        Work(f"groups, {groups} groups", partial(measure_groups, groups, trials=trials))
        for groups in (4, 6, 8, 12, 15, 30, 60)
    ]
    work += [
        Work(f"drift, {setting}", partial(measure_drift, setting, trials=max(trials // 4, 1)))
        for setting in DRIFTS
    ]
    return work


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0") if value < 1 else "1.00"


def report_cells(start: str, columns: tuple[str, ...]) -> str:
    """Return a table of the settings whose names begin so."""
    rows = [
        [name.removeprefix(start), *(_cell(column, found[column]) for column in columns)]
        for name, found in read("judges").items()
        if name.startswith(start)
    ]
    lines = [("setting", *columns), ("---",) * (len(columns) + 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(column: str, value: float) -> str:
    if column == "trials":
        return f"{value:,.0f}"
    return f"{value:.3f}" if column == "width" else _share(value)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/judges.json", trials=4000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
