"""All pairs at once, as the default judges them: closed against step-down, simultaneous intervals, missing scores.

    python -m validation.all_pairs --out docs/validity/all_pairs.json

Both tests see the same flips of the same tables. The intervals are those that users get, beside the closed test where
there is one. Where scores are missing, Wilcoxon's test with Holm's adjustment is run too, and BO346 asked for.
"""

import zlib
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Measure, Unit
from bakeoff.core.results import Alternative
from bakeoff.inference.findings.ceiling import SUSPICIOUS, spread_with_difficulty
from bakeoff.inference.findings.missing_scores import missing_by_difficulty_findings
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.base.intervals import settle_interval
from bakeoff.procedures.many.dataset_flips import (
    FlippedStatistics,
    Pairing,
    draw_dataset_flips,
    has_closure,
    judge_by_closure,
)
from bakeoff.procedures.many.pooled_scores import pool_scores
from bakeoff.procedures.many.screened_flips import step_down
from bakeoff.procedures.many.simultaneous_means import simultaneous_reach
from bakeoff.procedures.paired.wilcoxon import wilcoxon_pairs
from validation.cells import Work, measure_missing, options_of
from validation.many_settings import SETTINGS, Drawn, Floats

TWO_SIDED = Alternative.TWO_SIDED
FLIPS = 399  # with the identity 400, so that p = .05 can be met
ALPHA = 0.05
ALARM = "BO347, "
MEASURE = Measure(name="score", higher_is_better=True, unit=Unit.PLAIN, direction_from="told")


def _harder_is_noisier(rng: np.random.Generator, n: int, k: int) -> Drawn:
    """Draw noise that grows with the difficulty of a dataset, and differences that do not."""
    means = 1.2 * np.sqrt(10 / n) * (np.arange(k) >= k // 2)
    scale = np.exp(rng.standard_normal((n, 1)))
    return Drawn(-2 * scale + scale * rng.standard_normal((n, k)) + means, means)


def _relative_errors(rng: np.random.Generator, n: int, k: int) -> Drawn:
    """Draw error rates: half of the classifiers err a fifth less, on easy datasets as on hard ones."""
    difficulty, better = rng.beta(1, 4, (n, 1)), np.where(np.arange(k) >= k // 2, 0.8, 1.0)
    errors = difficulty * better * np.exp(0.1 * rng.standard_normal((n, k)))
    return Drawn(1 - errors, 1 - 0.2 * better * np.exp(0.005))


OWN: dict[str, Callable[[np.random.Generator, int, int], Drawn]] = {
    "half better, noise by difficulty": _harder_is_noisier,
    "half better, relative errors": _relative_errors,
}
COMPLETE = (
    "none differs, normal",
    "none differs, t2 tails",
    "none differs, two noisy",
    "none differs, unequal datasets",
    "half better, normal",
    "half better, t3 tails",
    "half better, two noisy",
    "half better, exponential",
    "half better, unequal datasets",
    "half better, noise by difficulty",
    "half better, relative errors",
    "one better, normal",
    "ladder, normal",
    "noisy among better",
    "better family",
    "equal means, one skewed",
)
LARGE = ("none differs, normal", "half better, normal", "half better, unequal datasets", "noisy among better")
WITH_GAPS = ("none differs, normal", "half better, normal", "half better, two noisy")


def _at_random(rng: np.random.Generator, table: Floats) -> Floats:
    return rng.random(table.shape) < 0.05


def _where_hard(rng: np.random.Generator, table: Floats) -> Floats:
    mean = table.mean(axis=1)
    return (rng.random(table.shape) < 0.25) & (mean < np.quantile(mean, 0.3))[:, None]


def _where_it_failed(rng: np.random.Generator, table: Floats) -> Floats:
    """Every second classifier lacks half of the scores that are its lowest, against the others on the dataset."""
    own = table - table.mean(axis=1, keepdims=True)
    low = own < np.quantile(own, 0.2, axis=0)
    return low & (rng.random(table.shape) < 0.5) & (np.arange(table.shape[1]) % 2 == 0)


GONE: dict[str, Callable[[np.random.Generator, Floats], Floats]] = {
    "5 % missing at random": _at_random,
    "missing on hard datasets": _where_hard,
    "missing where a classifier failed": _where_it_failed,
}


class Outcome(NamedTuple):
    """Of one table; NaN for what it does not have."""

    error: float = np.nan
    power: float = np.nan
    step_down_error: float = np.nan
    step_down_power: float = np.nan
    covers: float = np.nan
    wilcoxon_error: float = np.nan
    wilcoxon_power: float = np.nan
    warns: float = np.nan


def rates(setting: str, k: int, n: int, gone: str | None, *, trials: int) -> dict[str, float]:
    """Return how often there was a false claim, the power, and how often all intervals held, in one cell."""
    rng = np.random.default_rng(zlib.crc32(f"all pairs, {setting}, {k} × {n}, {gone}".encode()))
    outcomes = [_trial(setting, k, n, gone, rng) for _ in range(trials)]
    columns = dict(zip(Outcome._fields, np.array(outcomes).T, strict=True))
    known = {name: column for name, column in columns.items() if not np.isnan(column).any()}
    errors = {f"{name} s.e.": round(float(c.std() / np.sqrt(trials)), 5) for name, c in known.items()}
    return {name: round(float(c.mean()), 5) for name, c in known.items()} | errors | {"trials": trials}


def _trial(setting: str, k: int, n: int, gone: str | None, rng: np.random.Generator) -> Outcome:
    table, means = {**SETTINGS, **OWN}[setting](rng, n, k)
    if gone:
        table = np.where(GONE[gone](rng, table), np.nan, table)
    a, b = np.triu_indices(k, 1)
    pairing, truth = Pairing(table, a, b), means[b] - means[a]
    outcome = _judge(pairing, truth, rng)
    if not gone:
        return outcome
    lists = [d[~np.isnan(d)] for d in pairing.differences.T]
    p_values = np.array([r.p_value for r in wilcoxon_pairs(lists)])
    error, power = _count(adjust(p_values, "holm", classifiers=k) < ALPHA, truth)
    return outcome._replace(wilcoxon_error=error, wilcoxon_power=power, warns=_warns(table))


def _judge(pairing: Pairing, truth: Floats, rng: np.random.Generator) -> Outcome:
    differences = pairing.differences
    drawn = draw_dataset_flips(len(differences), flips=FLIPS, alternative=TWO_SIDED, rng=rng)
    scores = pool_scores(differences, rule="adaptive").values
    statistics = FlippedStatistics(drawn, scores, pairing, alternative=TWO_SIDED)
    stepped = step_down(statistics).p_adjusted
    p_values = (
        judge_by_closure(statistics, pairing).p_adjusted if has_closure(pairing, TWO_SIDED) else stepped
    )
    reach = simultaneous_reach(differences, level=1 - ALPHA, alternative=TWO_SIDED, rule="adaptive", rng=rng)
    means = np.nanmean(differences, axis=0)
    covers = all(
        true in _interval(mean, arm, p)
        for true, mean, arm, p in zip(truth, means, reach, p_values, strict=True)
    )
    return Outcome(*_count(p_values <= ALPHA, truth), *_count(stepped <= ALPHA, truth), float(covers))


def _interval(mean: float, arm: float, p_value: float) -> object:
    # A p-value of the level itself is a claim here, since so few flips are drawn that it can be met.
    p_value = min(p_value, ALPHA / 2) if p_value <= ALPHA else p_value
    return settle_interval(
        mean - arm, mean + arm, p_value=p_value, level=1 - ALPHA, alternative=TWO_SIDED, estimate=mean
    )


def _count(rejected: np.ndarray, truth: Floats) -> tuple[float, float]:
    same = np.abs(truth) < 1e-12
    power = float(rejected[~same].mean()) if not same.all() else np.nan
    return float(rejected[same].any()), power


def _warns(table: Floats) -> float:
    evidence = Scores(
        classifiers=tuple(f"c{j}" for j in range(table.shape[1])),
        datasets=tuple(f"d{i}" for i in range(len(table))),
        values=table,
        measure=MEASURE,
        source="simulation",
        digest="",
    )
    return float(any(True for _ in missing_by_difficulty_findings(evidence)))


def alarms(setting: str, k: int, n: int, *, trials: int) -> dict[str, float]:
    """Return how often BO347 says that differences go with difficulty."""
    rng = np.random.default_rng(zlib.crc32(f"{ALARM}{setting}, {k} × {n}".encode()))
    draw = {**SETTINGS, **OWN}[setting]
    told = [spread_with_difficulty(draw(rng, n, k).scores)[1] < SUSPICIOUS for _ in range(trials)]
    return {"told": float(np.mean(told)), "trials": trials}


def cells(*, trials: int) -> list[Work]:
    """Return every cell: complete tables, then tables with gaps."""
    small = [(s, 5, n, None) for n in (10, 20) for s in COMPLETE]
    gaps = [(s, k, n, gone) for k, n in ((5, 20), (10, 12)) for gone in GONE for s in WITH_GAPS]
    large = [(s, k, 20, None) for k in (8, 10, 20) for s in LARGE]
    long = [(s, 5, 50, None) for s in COMPLETE]
    told = [
        Work(f"{ALARM}{s}, {k} × {n}", partial(alarms, s, k, n, trials=trials))
        for k, n in ((5, 10), (5, 20), (5, 50))
        for s in COMPLETE
    ]
    return told + [
        Work(f"{s}, {k} × {n}{f', {gone}' if gone else ''}", partial(rates, s, k, n, gone, trials=trials))
        for s, k, n, gone in (*small, *gaps, *large, *long)
    ]


def main() -> None:
    """Measure every cell that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/all_pairs.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
