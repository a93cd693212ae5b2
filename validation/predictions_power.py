"""Predictions on a test set: rejections, power and coverage of every test that is not settled by counting outcomes.

    python -m validation.predictions_power --out docs/validity/predictions_power.json

Populations, scores and groups are those of `validation.predictions`; the tests are run as users call them. What rests
on counts alone is exact: the power of the tests of two test sets is a sum over all outcomes.
"""

from collections.abc import Callable, Sequence
from functools import partial
from zlib import crc32

import numpy as np
from scipy import special

from bakeoff.core.results import TestResult
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.class_bootstrap import advantages, paired_bootstrap
from bakeoff.procedures.bootstrap.contingency import Contingency
from bakeoff.procedures.bootstrap.metrics import find_metric
from bakeoff.procedures.bootstrap.permutation import paired_permutation
from bakeoff.procedures.predictions.all_pairs_flips import all_pairs_flips
from bakeoff.procedures.predictions.clustered_mcnemar import cluster_counts, mcnemar_clustered
from bakeoff.procedures.predictions.losses import paired_losses
from bakeoff.procedures.predictions.roc_area import delong
from bakeoff.procedures.predictions.two_proportions import TwoSampleMethod
from validation.cells import Work, measure_missing, options_of
from validation.predictions_exact import binomial_chances, two_sets_claims
from validation.predictions_trials import EVERY, POPULATIONS, chances, present_cells

Said = dict[
    str, tuple[bool, bool]
]  # by test: whether it rejected at 5 %, whether its 95 % interval held the truth
Trial = Callable[[np.random.Generator], Said]
METRICS = ("accuracy", "f1_macro")
SAMPLES = (50, 300)
AREAS = ((0.8, 0.8), (0.8, 0.9))
EXAMPLES = ((20, 180), (50, 50), (100, 100))
CLUSTERS, IN_EACH = (10, 20, 50), 5
LEAD = 0.6  # of b, in logits, where it is better and examples come in groups
ACCURACIES = {
    "5 equal": (0.7,) * 5,
    "2 equal, 3 better": (0.6, 0.6, 0.8, 0.9, 0.95),
    "two threes": (0.6, 0.6, 0.6, 0.8, 0.8, 0.8),
}
TWO_SETS = ((30, 30), (100, 100), (100, 1000))
UNEQUAL = ((0.95, 0.85), (0.9, 0.8), (0.8, 0.65))


def of_classes(population: str, n: int) -> Trial:
    """Return a trial of the bootstrap and of the permutation test, by accuracy and macro-F1."""
    p = chances(population)
    truth = {m: float(advantages(EVERY, p[:, None], find_metric(m, classes=2))[0]) for m in METRICS}

    def trial(rng: np.random.Generator) -> Said:
        cells = present_cells(EVERY, rng.multinomial(n, p))
        return {
            f"{key}, {m}": _said(run(cells, m, rng), truth[m])
            for key, run in OF_CLASSES.items()
            for m in METRICS
        }

    return trial


def _bootstrap(cells: Contingency, metric: str, rng: np.random.Generator) -> TestResult:
    return paired_bootstrap(cells, metric=metric, rng=rng, resamples=1000)


def _permutation(cells: Contingency, metric: str, rng: np.random.Generator) -> TestResult:
    return paired_permutation(cells, metric=metric, rng=rng, flips=1000)


OF_CLASSES = {"paired-bootstrap": _bootstrap, "paired-permutation": _permutation}


def scored_examples(
    rng: np.random.Generator, areas: tuple[float, float], positives: int, negatives: int
) -> ScoredExamples:
    """Draw scores of a and b with these areas: normal ones, correlated by a half."""
    labels = np.repeat([1, 0], [positives, negatives])
    leads = np.sqrt(2) * special.ndtri(areas)
    shared = rng.normal(size=(labels.size, 1))
    own = rng.normal(size=(labels.size, 2))
    return ScoredExamples(truth=labels, scores=labels[:, None] * leads + (shared + own) / np.sqrt(2))


def of_areas(areas: tuple[float, float], positives: int, negatives: int) -> Trial:
    """Return a trial of DeLong's test."""

    def trial(rng: np.random.Generator) -> Said:
        scored = scored_examples(rng, areas, positives, negatives)
        return {"delong": _said(delong(scored), areas[1] - areas[0])}

    return trial


def grouped_examples(
    rng: np.random.Generator, clusters: int, lead: float
) -> tuple[list[np.ndarray], np.ndarray]:
    """Draw whether a and b are right on examples in groups, some of which suit a and others b, and the groups."""
    lean = rng.normal(size=clusters)
    code = np.repeat(np.arange(clusters), rng.integers(1, 2 * IN_EACH, clusters))
    sides = (lean[code], lead - lean[code])
    return [rng.random(code.size) < special.expit(1 + side) for side in sides], code


def in_groups(clusters: int, lead: float) -> Trial:
    """Return a trial of the tests for examples in groups."""
    truth = _mean_right(lead) - _mean_right(0.0)

    def trial(rng: np.random.Generator) -> Said:
        right, code = grouped_examples(rng, clusters, lead)
        losses = 1.0 - np.column_stack(right)
        return {
            "mcnemar-clustered": _said(mcnemar_clustered(cluster_counts(*right, clusters=code)), truth),
            "paired-losses": _said(paired_losses(losses, clusters=code), truth),
        }

    return trial


def _mean_right(lead: float) -> float:
    """Return how often a classifier is right whose logit is normal about 1 + lead with standard deviation 1."""
    points, weights = np.polynomial.hermite_e.hermegauss(60)
    return float(weights @ special.expit(1 + lead + points) / weights.sum())


def of_families(accuracies: Sequence[float], n: int) -> Trial:
    """Return a trial of all pairs: any false claim, whether all intervals hold, and the share of true claims."""
    pairs = [(i, j) for j in range(len(accuracies)) for i in range(j)]
    truth = [accuracies[j] - accuracies[i] for i, j in pairs]

    def trial(rng: np.random.Generator) -> dict[str, tuple[float, ...]]:
        ease, own = rng.normal(size=(n, 1)), rng.normal(size=(n, len(accuracies)))
        correct = (ease + own) / np.sqrt(2) < special.ndtri(accuracies)
        found = all_pairs_flips(correct, pairs=pairs, rng=rng, flips=1000)
        claims = np.array([(r.p_value if r.p_adjusted is None else r.p_adjusted) < 0.05 for r in found])
        same = np.array(truth) == 0
        holds = all(_holds(r, t) for r, t in zip(found, truth, strict=True))
        found_share = () if same.all() else (float(claims[~same].mean()),)
        return {"max-t-predictions": (bool(claims[same].any()), holds, *found_share)}

    return trial


def _said(result: TestResult, truth: float) -> tuple[bool, bool]:
    return result.p_value < 0.05, _holds(result, truth)


def _holds(result: TestResult, truth: float) -> bool:
    interval = result.estimate.interval
    return interval.low - 1e-12 <= truth <= interval.high + 1e-12


def rates(name: str, trial: Trial, *, trials: int) -> dict[str, dict[str, float]]:
    """Return the shares of trials in which each test rejected and its interval held the truth."""
    rng = np.random.default_rng([20261116, crc32(name.encode())])
    outcomes = [trial(rng) for _ in range(trials)]
    columns = ("rejects", "covers", "power")
    return {
        test: dict(zip(columns, np.mean([o[test] for o in outcomes], axis=0).tolist(), strict=False))
        | {"trials": trials}
        for test in outcomes[0]
    }


def two_sets_power(n1: int, n2: int, right: tuple[float, float]) -> dict[str, dict[str, float]]:
    """Return the chance that each test of two test sets rejects, as a sum over all outcomes."""
    weights = np.outer(binomial_chances(n1, right[0]), binomial_chances(n2, right[1]))
    names = {
        "two-proportions": TwoSampleMethod.MIETTINEN_NURMINEN,
        "two-proportions-wald": TwoSampleMethod.WALD,
    }
    found = {}
    for key, method in names.items():
        likely = np.argwhere(weights > 1e-9)
        claims = [two_sets_claims(method, float(x1), n1, float(x2), n2) for x1, x2 in likely]
        found[key] = {"rejects": float(weights[tuple(likely.T)] @ np.array(claims))}
    return found


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    found: list[tuple[str, Trial, int]] = []
    for areas in AREAS:
        for m, n in EXAMPLES:
            name = f"areas | {areas[0]} and {areas[1]}, {m} and {n} examples"
            found.append((name, of_areas(areas, m, n), 4 * trials))
    for lead in (0.0, LEAD):
        for clusters in CLUSTERS:
            name = f"groups | {clusters} groups of {IN_EACH}, {'b better' if lead else 'equal'}"
            found.append((name, in_groups(clusters, lead), 4 * trials))
    for said, accuracies in ACCURACIES.items():
        found += [(f"families | {said}, n = {n}", of_families(accuracies, n), trials) for n in SAMPLES]
    for population in POPULATIONS:
        found += [(f"classes | {population}, n = {n}", of_classes(population, n), trials) for n in SAMPLES]
    simulated = [Work(name, partial(rates, name, trial, trials=size)) for name, trial, size in found]
    exact = [
        Work(
            f"two test sets | {n1} and {n2}, accuracies {a} and {b}", partial(two_sets_power, n1, n2, (a, b))
        )
        for n1, n2 in TWO_SETS
        for a, b in UNEQUAL
    ]
    return exact + simulated


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/predictions_power.json", trials=500).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
