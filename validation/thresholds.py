"""Thresholds chosen by a rule without costs: how often two equal classifiers are called different at 5 %.

    python -m validation.thresholds --out docs/validity/thresholds.json

Two calibrated classifiers know equally much. Thresholds are chosen on a third of the examples and judged on the others,
as `bakeoff compare --threshold RULE` does; "crossed": by cross-fitting, ten parts in five divisions, all judged.
"Covered": how often the 95 % interval holds the true difference of the classifiers with these very thresholds.
"""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from scipy.special import ndtr
from scipy.stats import norm

from bakeoff.core.results import TestResult
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.bootstrap.class_bootstrap import paired_bootstrap
from bakeoff.procedures.bootstrap.contingency import tabulate
from bakeoff.procedures.curves.cross_fitting import choose_by_rule, cross_fit_by_rule, stratified_parts
from bakeoff.procedures.predictions.mcnemar import mcnemar_midp
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

SIZES = (100, 300, 1000)
BOTH, OWN = 0.5, 0.45  # what both classifiers know, and what each knows alone
SHARES = {"": 0.0, ", rare class": -1.0}  # thresholds at which half or a sixth are positive


def draw(n: int, threshold: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return whether each example is positive, and the probabilities of both classifiers."""
    known, a, b, rest = rng.standard_normal((4, n))
    left = np.sqrt(1 - BOTH**2 - 2 * OWN**2)
    positive = BOTH * known + OWN * (a + b) + left * rest + threshold > 0
    own = [ndtr((BOTH * known + OWN * part + threshold) / np.sqrt(1 - BOTH**2 - OWN**2)) for part in (a, b)]
    return positive, np.column_stack(own)


def true_difference(own: Sequence[float], threshold: float, rule: str) -> float:
    """Return what the rule's metric of b has over that of a on all examples there are, with these thresholds."""
    a, b = (_true_metric(t, threshold, rule) for t in own)
    return b - a


def _true_metric(own: float, threshold: float, rule: str) -> float:
    scores, caught_from, alarms_from = _shares_above(threshold)
    share = caught_from[0]
    caught, alarms = (float(np.interp(own, scores, each, right=0.0)) for each in (caught_from, alarms_from))
    if rule == "accuracy":
        return float(caught + 1 - share - alarms)
    if rule == "youden":
        return float((caught / share + 1 - alarms / (1 - share)) / 2)
    return float(2 * caught / (share + caught + alarms))


@cache
def _shares_above(threshold: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return scores, and which shares of all examples have one at least as high and are positive, or negative."""
    steps = np.linspace(-8, 8, 20_001)
    spread, left = np.sqrt(BOTH**2 + OWN**2), np.sqrt(1 - BOTH**2 - OWN**2)
    weight = norm.pdf(steps) / norm.pdf(steps).sum()
    positive = ndtr((threshold + spread * steps) / left)
    caught, alarms = (np.cumsum((weight * each)[::-1])[::-1] for each in (positive, 1 - positive))
    return positive, caught, alarms


def judge(positive: np.ndarray, called: np.ndarray, rule: str, rng: np.random.Generator) -> TestResult:
    """Return what the test says that the rule's metric is judged by."""
    if rule == "accuracy":
        right = called == positive[:, None]
        both, mends = int(right.all(axis=1).sum()), int((right[:, 1] & ~right[:, 0]).sum())
        breaks = int((right[:, 0] & ~right[:, 1]).sum())
        rest = positive.size - both - mends - breaks
        return mcnemar_midp(FourCounts(both_right=both, mends=mends, breaks=breaks, both_wrong=rest))
    cells = tabulate(positive.astype(np.int64), called.astype(np.int64), classes=2)
    metric = "f1" if rule == "f1" else "balanced_accuracy"
    return paired_bootstrap(cells, metric=metric, resamples=1000, rng=rng)


def measure(rule: str, threshold: float, n: int, *, trials: int) -> dict[str, Any]:
    """Return how often the test rejects and covers by thresholds of a third, and rejects by cross-fitting."""
    rng = np.random.default_rng([n, len(rule), round(-10 * threshold)])
    rejected = covered = crossed = done = 0
    for _ in range(trials):
        positive, scores = draw(n, threshold, rng)
        if min(positive.sum(), (~positive).sum()) < 3:
            continue
        third = stratified_parts(positive, rng=rng, scores=np.arange(n)[:, None], parts=3, repeats=1)[0] == 0
        own = [choose_by_rule(s[third], positive[third], rule=rule) for s in scores.T]
        result = judge(positive[~third], scores[~third] >= own, rule, rng)
        rejected += result.p_value < 0.05
        covered += true_difference(own, threshold, rule) in result.estimate.interval
        parts = stratified_parts(positive, rng=rng, scores=np.arange(n)[:, None])
        votes = [cross_fit_by_rule(s, positive, rule=rule, parts=parts).mean(axis=0) for s in scores.T]
        crossed += judge(positive, np.column_stack(votes) > 0.5, rule, rng).p_value < 0.05
        done += 1
    counts = {"rejected": rejected, "covered": covered, "crossed": crossed}
    return {**{name: count / done for name, count in counts.items()}, "trials": done}


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    return [
        Work(f"{rule}{name} | {n}", partial(measure, rule, threshold, n, trials=trials))
        for rule in ("accuracy", "youden", "f1")
        for name, threshold in SHARES.items()
        for n in SIZES
    ]


def report() -> str:
    """Return the table: rejections by the number of examples."""
    measured = read("thresholds")
    names = list(dict.fromkeys(name.rpartition(" | ")[0] for name in measured))
    lines = [f"| rule | {' | '.join(map(str, SIZES))} |", f"|---|{'---|' * len(SIZES)}"]
    for name in names:
        row = [measured[f"{name} | {n}"] for n in SIZES]
        texts = [f"{shown(c['rejected'])} ({shown(c['covered'])}; {shown(c['crossed'])})" for c in row]
        lines.append(f"| {name} | {' | '.join(texts)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/thresholds.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
